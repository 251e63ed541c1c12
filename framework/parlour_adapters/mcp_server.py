"""A server of the Model Context Protocol: a language model's client plays at our table.

The tools are the acts of a seat. Each returns a text for a model to read, and beside it
the position for programs, with a schema. A client that starts the server has a table against bots;
a server of tables lets each client play at the seat that its request names.
"""

import io
import re
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextvars import ContextVar
from functools import wraps
from importlib.metadata import version
from inspect import Parameter, Signature, iscoroutinefunction, signature
from typing import Annotated, Any, TextIO, TypeAlias, cast

try:
    from anyio import wrap_file
    from mcp.server.mcpserver import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError
    from mcp.server.stdio import stdio_server
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from mcp.server.transport_security import TransportSecuritySettings
    from mcp.types import CallToolResult, TextContent
    from pydantic import Field, ValidatorFunctionWrapHandler, WrapValidator
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "a table for assistants needs: python -m pip install 'parlour[mcp]'"
    ) from missing

from typing_extensions import TypedDict

from parlour.hooks.source_location import documentation
from parlour.players import Level
from parlour.rules import ParlourError, did_you_mean, one_line
from parlour_adapters.assistant import AssistantTable
from parlour_adapters.seat_tools import Position

LONGEST = 2000
"""Letters of an error, at most."""


_HIGH = r"\\u[dD][89abAB][0-9a-fA-F]{2}"
_LOW = r"\\u[dD][c-fC-F][0-9a-fA-F]{2}"
HALF = re.compile(rf"(\\\\|{_HIGH}{_LOW})|{_HIGH}|{_LOW}")
"""Half a letter in JSON: a surrogate alone. The group has what is none."""


def _but_no_yes(value: object, read: ValidatorFunctionWrapHandler) -> object:
    """Read a number; yes or no stays as it is, so that the table refuses it in its sentence."""
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
    "wait",
    "rematch",
    "rename",
)
"""The methods that are tools where a table has them; a model reads the first line of their docs."""

Answer: TypeAlias = tuple[str, Position | None]
"""Result of a tool: its text, and the match as the seat then sees it."""

ASKING: ContextVar[Mapping[str, Any]] = ContextVar("ASKING")
"""The scope of the request over HTTP that calls a tool."""

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
    "name": Annotated[str, Field(description="The name that the others read.")],
    "why_not.move": Annotated[str, Field(description="The text of the move.")],
}
"""The type of each argument, of all tools or of one, with what a model reads of it."""


def server(seat: AssistantTable) -> MCPServer[Any]:
    """Return a server for one client, which plays with the tools of ``seat``."""

    def run(name: str, given: Mapping[str, object]) -> Answer:
        with seat.lock:
            return getattr(seat, name)(**given), seat.position()

    return server_of((type(seat),), seat.instructions, run)


def server_of(
    kinds: Sequence[type],
    instructions: str,
    run: Callable[[str, Mapping[str, object]], Answer | Awaitable[Answer]],
) -> MCPServer[Any]:
    """Return a server with the tools that some kinds of tables have; ``run`` calls one by name.

    ``instructions`` tell an assistant how to use them. If ``run`` is a coroutine function,
    ``ASKING`` says who calls.
    """
    made = _StrictServer(
        "parlour",
        version=version("parlour"),
        instructions=instructions,
        log_level="ERROR",
        subscriptions=False,
    )
    tools = [(name, kind) for name in TOOLS for kind in kinds if hasattr(kind, name)]
    made.taken = {
        name: [one.name for one in _parameters(getattr(kind, name))] for name, kind in tools
    }
    for name, kind in tools:
        made.add_tool(_for_client(getattr(kind, name), _summary(kind, name), run))
    return made


def http_manager(served: MCPServer[Any], max_body_bytes: int) -> StreamableHTTPSessionManager:
    """Return what answers requests to the server ``served``; each request stands by itself.

    A request has ``max_body_bytes`` at most. The guard before it must have checked the names of
    hosts and the origin.
    """
    served.streamable_http_app(
        json_response=True,
        stateless_http=True,
        max_request_body_size=max_body_bytes,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    return served.session_manager


class _StrictServer(MCPServer[Any]):  # type: ignore[misc]  # mypy does not read the library
    """A server that refuses arguments that a tool does not take, which the library leaves out."""

    taken: Mapping[str, Sequence[str]]
    """The arguments of each tool."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool.

        Raises:
            ToolError: It takes no such argument, or fails.
        """
        taken = self.taken.get(name, [*arguments])
        for given in arguments:
            if given not in taken:
                raise ToolError(
                    f"expected arguments of {name} ({', '.join(taken) or 'none'}), "
                    f"got '{one_line(given, 60)}'"
                    f"{did_you_mean(given, taken)}"
                )
        request = None if context is None else context.request_context.request
        if request is not None:
            ASKING.set(request.scope)
        return await super().call_tool(name, arguments, context)

    async def run_stdio_async(self) -> None:
        """Serve a client over the standard streams.

        The library answers no line with half a letter; another sign takes its place.
        """
        lines: Any = wrap_file(cast("TextIO", _WholeLetters(sys.stdin)))
        async with stdio_server(stdin=lines) as (read, write):
            served = self._lowlevel_server  # the library has no public name for it
            await served.run(read, write, served.create_initialization_options())


class _WholeLetters:
    """Lines of JSON with another sign for each half of a letter that stands alone."""

    def __init__(self, lines: TextIO) -> None:
        self._lines = io.TextIOWrapper(lines.buffer, encoding="utf-8", errors="replace")

    def readline(self) -> str:
        """Return the next line; empty at the end."""
        return HALF.sub(lambda half: half[1] or r"\ufffd", self._lines.readline())


class ToolResult(TypedDict):
    """Result of a tool, for programs."""

    text: str
    position: Position | None


def _for_client(
    tool: Callable[..., object],
    summary: str,
    run: Callable[[str, Mapping[str, object]], Answer | Awaitable[Answer]],
) -> Callable[..., object]:
    """Return a tool whose errors are one line."""
    name = tool.__name__

    @wraps(tool)
    def called(**given: object) -> CallToolResult:
        try:
            return _result(*cast("Answer", run(name, given)))
        except ParlourError as fault:
            raise ToolError(one_line(str(fault), LONGEST)) from None

    @wraps(tool)
    async def awaited(**given: object) -> CallToolResult:
        try:
            return _result(*await cast("Awaitable[Answer]", run(name, given)))
        except ParlourError as fault:
            raise ToolError(one_line(str(fault), LONGEST)) from None

    made = awaited if iscoroutinefunction(run) else called
    parameters = [
        taken.replace(annotation=ARGUMENTS.get(f"{name}.{taken.name}", ARGUMENTS[taken.name]))
        for taken in _parameters(tool)
    ]
    result = Annotated[CallToolResult, ToolResult]
    vars(made)["__signature__"] = Signature(parameters, return_annotation=result)
    made.__doc__ = summary
    return made


def _result(text: str, position: Position | None) -> CallToolResult:
    answer = ToolResult(text=text, position=position)
    return CallToolResult(content=[TextContent(text=text)], structured_content=answer)


def _parameters(tool: Callable[..., object]) -> Sequence[Parameter]:
    """Return what a method takes beside its table."""
    return [*signature(tool).parameters.values()][1:]


def _summary(kind: type, name: str) -> str:
    """Return the first line about a tool, which a class above may say."""
    defined = (vars(one)[name] for one in kind.__mro__ if name in vars(one))
    return next(filter(None, map(documentation, defined)), "").partition("\n")[0]
