"""Maori as a picture: the display, the seat's own board, the other boards, and the supply."""

from parlour import OpenView, Over, Pen, Picture, Viewer
from parlour.rules.picture import PicturePanel
from parlour_maori.phases import AnyPhase, Exploring, Sailing, State
from parlour_maori.phases.set_up import Launching
from parlour_maori.picture import symbols
from parlour_maori.picture.board import WIDTH, board
from parlour_maori.picture.display import display
from parlour_maori.picture.tiles import HALF, TILE, tile
from parlour_maori.tiles import FACES_OF, SORTS
from parlour_maori.words.names import SHAPES, count, phrase, say, shapes_left


def draw_picture(view: OpenView[State], viewer: Viewer) -> Picture:
    """Draw a view; the display comes first while the ship sails and tiles are taken."""
    state, seats = view.state, len(view.state.boards)
    phase = state.phases[-1]
    over = isinstance(phase, Over)
    market = display(state, needed=not over)
    own = board(state, view.seat, viewer, "board", own=True)
    first = [market, own] if _at_display(phase) else [own, market]
    others = [
        board(state, seat, viewer, f"board{seat + 1}", own=False)
        for seat in ((view.seat + step) % seats for step in range(1, seats))
    ]
    return Picture((*first, *others, _supply(state)), symbols.INKS)


def _at_display(phase: AnyPhase) -> bool:
    """Return whether the decision in hand is made at the display."""
    return isinstance(phase, Launching | Sailing | Exploring)


SUPPLY = 118.0


def _supply(state: State) -> PicturePanel:
    """Draw the stack with its tiles left by shape, and the shells that nobody has."""
    pen = Pen(WIDTH, SUPPLY)
    pen.rect(1, 1, WIDTH - 2, SUPPLY - 2, fill="wood", stroke="grain", line=2, corner=10)
    tiles, shells = count(sum(state.stack), "tile"), count(state.supply, "shell")
    with pen.spot(key="stack", label=say("table.stack", tiles=tiles)):
        _face_down(pen, 34, 32, min(3, sum(state.stack)))
        held = say("table.stack", tiles=tiles)
        pen.text(62, 37, held, size=14, anchor="start", bold=True, within=172)
    with pen.spot(key="supply", label=say("picture.supply", shells=shells)):
        symbols.shells(pen, [(245, 38)])
        left = say("picture.left", shells=shells)
        pen.text(257, 37, left, size=14, anchor="start", bold=True, within=113)
    _shapes(pen, state)
    label = say("picture.supply_label", tiles=tiles, shells=shells)
    return pen.panel("supply", say("table.supply"), label=label)


def _face_down(pen: Pen, x: float, y: float, tiles: int) -> None:
    """Draw a small pile of tiles face down."""
    for at in range(tiles):
        pen.rect(x - 18 + 3 * at, y - 16 - 3 * at, 34, 34, fill="sea", stroke="badge", corner=4)
        pen.circle(x - 1 + 3 * at, y + 1 - 3 * at, 10, stroke="badge", line=2)


def _shapes(pen: Pen, state: State) -> None:
    """Draw one small tile of each shape, with how many of it the stack still holds."""
    left = shapes_left(state)
    step = (WIDTH - 16) / len(left)
    for at, (shape, number) in enumerate(left.items()):
        words = say("picture.shape", shapes=phrase("shapes", shape=shape, number=number))
        with (
            pen.group(move=(8 + step * (at + 0.5), 76)),
            pen.spot(label=words),
        ):
            with pen.group(scale=28 / TILE, faint=not number):
                tile(pen, PLAIN[shape])
                pen.rect(-HALF, -HALF, TILE, TILE, stroke="badge", line=3, corner=5)
            pen.text(0, 30, str(number), size=13, bold=bool(number))


def _plain(shape: str) -> int:
    """Return the face of a shape with the fewest symbols."""
    sorts = [number for number, sort in enumerate(SORTS) if sort.shape == shape]
    return FACES_OF[min(sorts, key=lambda number: len(SORTS[number].name))][0]


PLAIN = {shape: _plain(shape) for shape in SHAPES}
"""For each shape a face that stands for it."""
