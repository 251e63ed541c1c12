"""The supply as a picture: the stack, shells, and a small tile for each shape."""

from parlour import Pen
from parlour.rules.picture import drawn_once
from parlour_maori.picture import symbols
from parlour_maori.picture.tiles import HALF, TILE, tile
from parlour_maori.tiles import FACES_OF, SORTS
from parlour_maori.words.names import SHAPES

STACK, SHELLS, SHAPE = (202.0, 40.0), (124.0, 40.0), (28.0, 46.0)
"""The width and the height of the stack, of the shells, and of a shape."""


def draw_stack(pen: Pen, words: str, tiles: int) -> None:
    """Draw a small pile of tiles face down, and words beside it."""
    for at in range(min(3, tiles)):
        pen.rect(1 + 3 * at, 6 - 3 * at, 33, 33, fill="sea", stroke="badge", corner=4)
        pen.circle(17.5 + 3 * at, 22.5 - 3 * at, 10, stroke="badge", line=2)
    pen.text(47, 25, words, size=14, anchor="start", bold=True, within=STACK[0] - 47)


def draw_shells(pen: Pen, words: str) -> None:
    """Draw a shell, and words beside it."""
    symbols.shells(pen, [(8, 27)])
    pen.text(20, 25, words, size=14, anchor="start", bold=True, within=SHELLS[0] - 22)


@drawn_once
def draw_shape(pen: Pen, shape: str, number: int) -> None:
    """Draw a small tile, and below it the number of such tiles."""
    with pen.group(move=(14, 14), scale=28 / TILE, faint=not number):
        tile(pen, PLAIN[shape])
        pen.rect(-HALF, -HALF, TILE, TILE, stroke="badge", line=3, corner=5)
    pen.text(14, 44, str(number), size=13, bold=bool(number))


def _plain(shape: str) -> int:
    """Return the face of a shape with the fewest symbols."""
    sorts = [number for number, sort in enumerate(SORTS) if sort.shape == shape]
    return FACES_OF[min(sorts, key=lambda number: len(SORTS[number].name))][0]


PLAIN = {shape: _plain(shape) for shape in SHAPES}
"""For each shape a face that stands for it."""
