"""A server of the Model Context Protocol: a language model's client plays at our table.

The tools are those of ``AssistantTable``. Each returns a text for a model to read, and beside it
the position for programs, with a schema.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from importlib.metadata import version
from inspect import signature
from typing import Annotated, Any

try:
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.types import CallToolResult, TextContent
    from pydantic import Field, ValidatorFunctionWrapHandler, WrapValidator
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "a table for assistants needs: python -m pip install 'parlour[mcp]'"
    ) from missing

from typing_extensions import TypedDict

from parlour.adapters.assistant import AssistantTable, Position
from parlour.players.levels import Level
from parlour.rules.errors import ParlourError
from parlour.rules.one_line import one_line
from parlour.rules.options import did_you_mean

LONGEST = 2000
"""Letters of an error, at most."""

INSTRUCTIONS = """\
You sit at a table and play board and card games against bots. List the games, read the rules, sit \
down, and play moves by their texts or numbers. You see what your seat may know, and nothing else. \
After each of your moves the others move, and you are told what happened and what you may do now.\
"""

Game = Annotated[str, Field(description="The name of the game, as list_games gives it.")]
Part = Annotated[
    str, Field(description="Number of a chapter or rule, or words to find; empty for all rules.")
]


def _but_no_yes(value: object, read: ValidatorFunctionWrapHandler) -> object:
    """Read a number; yes or no stays what it is, so that the table refuses it in its sentence."""
    return value if isinstance(value, bool) else read(value)


Seats = Annotated[
    int | None,
    WrapValidator(_but_no_yes),
    Field(description="How many play; the fewest unless given."),
]
Seat = Annotated[int, WrapValidator(_but_no_yes), Field(description="Your seat, counted from 1.")]
Strength = Annotated[Level | None, Field(description="How well the bots play.")]
Options = Annotated[
    Mapping[str, str | int | float | bool] | None,
    Field(description="Options of the game by name, as list_games gives them."),
]
Drawn = Annotated[bool, Field(description="Draw the table, and do not tell it in lines.")]
Beginning = Annotated[str, Field(description="The first words of the moves wanted; empty for all.")]
Move = Annotated[
    str,
    Field(
        description="The text of a move or its number; several with commas between them. "
        "Yes or no where the table asked something."
    ),
]
Impossible = Annotated[str, Field(description="The text of the move.")]


class Tools:
    """The tools of a client, with what each takes, as the client's model reads it."""

    def __init__(self, table: AssistantTable) -> None:
        self._table = table

    def list_games(self) -> str:
        """List the games that can be played, with their numbers of seats and their options."""
        return self._table.list_games()

    def read_rules(self, game: Game = "", part: Part = "") -> str:
        """Read the numbered rules of a game; without a name, those of your match."""
        return self._table.read_rules(game, part)

    def sit_down(
        self,
        game: Game,
        seats: Seats = None,
        seat: Seat = 1,
        level: Strength = None,
        options: Options = None,
    ) -> str:
        """Begin a match against bots, and see the table."""
        return self._table.sit_down(game, seats, seat, level, options)

    def look(self, drawn: Drawn = False) -> str:  # noqa: FBT002  a tool's arguments have names
        """See the table, what happened since your last move, and your moves."""
        return self._table.look(drawn=drawn)

    def moves(self, beginning: Beginning = "") -> str:
        """List every legal move, or those that begin with some words."""
        return self._table.moves(beginning)

    def play(self, move: Move) -> str:
        """Make a move; the others then move, and you see the table again."""
        return self._table.play(move)

    def why_not(self, move: Impossible) -> str:
        """Learn why a move is not possible, with the number of the rule."""
        return self._table.why_not(move)

    def log(self) -> str:
        """Read everything that you were told in this match."""
        return self._table.log()

    def score(self) -> str:
        """See the points if the match ended now."""
        return self._table.score()

    def undo(self) -> str:
        """Take your last move back, if nobody has learnt anything by it."""
        return self._table.undo()

    def leave(self) -> str:
        """Leave the match before its end."""
        return self._table.leave()


def server(table: AssistantTable) -> MCPServer[Any]:
    """Return a server for one client, which plays at ``table``."""
    made = _StrictServer(
        "parlour", version=version("parlour"), instructions=INSTRUCTIONS, log_level="ERROR"
    )
    tools = Tools(table)
    for name in vars(Tools):
        if not name.startswith("_"):
            made.add_tool(_for_client(getattr(tools, name), table))
    return made


class _StrictServer(MCPServer[Any]):  # type: ignore[misc]  # mypy does not read the library
    """A server that refuses arguments that a tool does not take, which the library leaves out."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool.

        Raises:
            ToolError: It takes no such argument, or fails.
        """
        taken = signature(getattr(Tools, name)).parameters if name in vars(Tools) else arguments
        for given in arguments:
            if given not in taken or given == "self":
                known = ", ".join(known for known in taken if known != "self") or "none"
                raise ToolError(
                    f"expected arguments of {name} ({known}), got '{one_line(given, 60)}'"
                    f"{did_you_mean(given, taken)}"
                )
        return await super().call_tool(name, arguments, context)


class ToolResult(TypedDict):
    """Result of a tool, for programs."""

    text: str
    position: Position | None


def _for_client(tool: Callable[..., str], table: AssistantTable) -> Callable[..., CallToolResult]:
    """Return a tool that waits for the one that runs, and whose errors are one line."""

    @wraps(tool)
    def called(*given: object, **named: object) -> CallToolResult:
        try:
            with table.lock:
                text = tool(*given, **named)
                position = table.position()
        except ParlourError as fault:
            raise ToolError(one_line(str(fault), LONGEST)) from None
        answer = ToolResult(text=text, position=position)
        return CallToolResult(content=[TextContent(text=text)], structured_content=answer)

    called.__annotations__["return"] = Annotated[CallToolResult, ToolResult]
    return called
