"""The face of the core."""

from collections.abc import Iterator

from parlour.hooks import Face, hookimpl


@hookimpl
def parlour_faces() -> Iterator[Face]:
    """Yield the face that works in every terminal, in a pipe and aloud."""
    yield Face("lines", "scrolling lines", "parlour.terminal.lines:play_in_lines", rank=1)
