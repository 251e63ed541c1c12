"""The full screen, as a face."""

from collections.abc import Iterator

from parlour.hooks import Face, hookimpl


@hookimpl
def parlour_faces() -> Iterator[Face]:
    """Yield the full screen."""
    yield Face(
        "screen",
        "the full screen",
        "parlour_screen.app:play_on_screen",
        needs=("textual",),
        extra="screen",
        redraws=True,
        rank=2,
    )
