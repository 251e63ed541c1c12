"""The stone, and the offerings on it, as a drawing."""

from parlour import Pen, Viewer
from parlour_rapa_nui.picture.cards import OFFERING_HEIGHT, OFFERING_WIDTH, back, offering
from parlour_rapa_nui.picture.frames import PANEL
from parlour_rapa_nui.picture.symbols import symbol
from parlour_rapa_nui.state import Offered
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.names import say, stone_card

SIDE = "M20 96Q10 60 40 48L70 40H300L334 50Q362 62 352 96Q340 104 186 105T20 96Z"
TOP = "M34 66Q40 46 74 42H298Q332 46 340 66Q330 82 186 83T34 66Z"
CARVED = "M300 66q0-8 9-8t9 9q0 6-7 6t-6-6M330 76q-8-2-6-9M54 74q8 2 8-8q-7-4-10 3"
"""Signs carved into the stone."""


def draw_stone(pen: Pen, view: View, viewer: Viewer, count: str, unknown: int) -> None:
    """Draw the stone with its pile and the facts known of the top card."""
    pen.path(SIDE, fill="stone-side")
    pen.path(TOP, fill="stone")
    pen.path(CARVED, stroke="stone-side", line=2)
    if not view.stone:
        pen.text(PANEL / 2, 66, say("stone.nothing"), size=13)
        return
    top = view.stone[-1]
    words, origin = stone_card(top, viewer)
    with pen.spot(
        key=f"stone {len(view.stone)}", label=say("stone.spot", top=words, origin=origin)
    ):
        _pile(pen, top, min(8, len(view.stone) - 1), shown=view.over or not top.face_down)
    hidden = top.face_down and not view.over
    pen.text(152, 56, say("stone.on", cards=count), size=13, anchor="start", bold=True)
    pen.text(
        152, 73, say("stone.top_line", top=say("stone.hidden") if hidden else words), anchor="start"
    )
    pen.text(PANEL / 2, 100, origin, size=11)
    if unknown:
        pen.text(PANEL / 2, 180, say("stone.and_unknown", number=unknown), size=12)


def _pile(pen: Pen, top: Offered, covered: int, *, shown: bool) -> None:
    """Draw the edges of the covered cards, and the top card, with a small sign for its owner."""
    width, height = OFFERING_WIDTH, OFFERING_HEIGHT
    for at in range(covered):
        pen.rect(86 + at, 42 - 2 * at, width, height, fill="card", stroke="edge")
    with pen.group(move=(86 + covered, 42 - 2 * covered)):
        if top.sort is not None and shown:
            offering(pen, top.sort, 0, 0)
            return
        back(pen, 0, 0, width, height)
        if top.sort is not None:
            pen.circle(width, 0, 10, fill="card", stroke="edge")
            symbol(pen, top.sort, width, 0, scale=0.6)
