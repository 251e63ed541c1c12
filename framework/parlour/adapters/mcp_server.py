"""A server of the Model Context Protocol: a language model's client plays at our table.

The tools are those of ``AssistantTable``. Each returns a text for a model to read, and beside it
the position for programs, with a schema.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from importlib.metadata import version
from inspect import Signature, cleandoc, signature
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


def _but_no_yes(value: object, read: ValidatorFunctionWrapHandler) -> object:
    """Read a number; yes or no stays what it is, so that the table refuses it in its sentence."""
    return value if isinstance(value, bool) else read(value)


TOOLS = (
    "list_games",
    "read_rules",
    "sit_down",
    "look",
    "moves",
    "play",
    "why_not",
    "log",
    "score",
    "undo",
    "leave",
)
"""The methods of a table that are tools; a model reads the first line of each docstring."""

ARGUMENTS: Mapping[str, object] = {
    "game": Annotated[str, Field(description="The name of the game, as list_games gives it.")],
    "part": Annotated[
        str,
        Field(description="Number of a chapter or rule, or words to find; empty for all rules."),
    ],
    "seats": Annotated[
        int | None,
        WrapValidator(_but_no_yes),
        Field(description="How many play; the fewest unless given."),
    ],
    "seat": Annotated[
        int, WrapValidator(_but_no_yes), Field(description="Your seat, counted from 1.")
    ],
    "level": Annotated[Level | None, Field(description="How well the bots play.")],
    "options": Annotated[
        Mapping[str, str | int | float | bool] | None,
        Field(description="Options of the game by name, as list_games gives them."),
    ],
    "drawn": Annotated[bool, Field(description="Draw the table, and do not tell it in lines.")],
    "beginning": Annotated[
        str, Field(description="The first words of the moves wanted; empty for all.")
    ],
    "move": Annotated[
        str,
        Field(
            description="The text of a move or its number; several with commas between them. "
            "Yes or no where the table asked something."
        ),
    ],
    "why_not.move": Annotated[str, Field(description="The text of the move.")],
}
"""The type of each argument, of all tools or of one, with what a model reads of it."""


def server(table: AssistantTable) -> MCPServer[Any]:
    """Return a server for one client, which plays at ``table``."""
    made = _StrictServer(
        "parlour", version=version("parlour"), instructions=INSTRUCTIONS, log_level="ERROR"
    )
    for name in TOOLS:
        made.add_tool(_for_client(getattr(table, name), table))
    return made


class _StrictServer(MCPServer[Any]):  # type: ignore[misc]  # mypy does not read the library
    """A server that refuses arguments that a tool does not take, which the library leaves out."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool.

        Raises:
            ToolError: It takes no such argument, or fails.
        """
        method = getattr(AssistantTable, name) if name in TOOLS else None
        taken = [*signature(method).parameters][1:] if method else [*arguments]
        for given in arguments:
            if given not in taken:
                raise ToolError(
                    f"expected arguments of {name} ({', '.join(taken) or 'none'}), "
                    f"got '{one_line(given, 60)}'"
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

    parameters = [
        taken.replace(annotation=ARGUMENTS.get(f"{tool.__name__}.{name}", ARGUMENTS[name]))
        for name, taken in signature(tool).parameters.items()
    ]
    result = Annotated[CallToolResult, ToolResult]
    vars(called)["__signature__"] = Signature(parameters, return_annotation=result)
    called.__doc__ = cleandoc(tool.__doc__ or "").partition("\n")[0]
    return called
