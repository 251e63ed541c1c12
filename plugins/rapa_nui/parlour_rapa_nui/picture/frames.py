"""The ground under the pieces of Rapa Nui's panels: frames, names, and the stack."""

from parlour import Pen, Seat
from parlour_rapa_nui.components import BOX
from parlour_rapa_nui.picture.cards import HEAD, HEIGHT, WIDTH, back
from parlour_rapa_nui.words.names import say

PANEL = 372.0
"""Width of a panel."""
GAP = (PANEL - BOX.display.columns * WIDTH) / (BOX.display.columns + 1)
"""Space between columns of the display."""
DEPTH = (BOX.display.length - 1) * HEAD + HEIGHT
"""Height of a full column."""
ROW, OWNED = 94.0, 124.0
"""Height of a tribe's row, and the width of what the tribe owns."""
HELD_ROW = 66.0
"""Height of the row that shows what another seat holds."""
MAX_NAME = 10
"""Maximum number of letters of a name."""


def frame(pen: Pen, height: float) -> None:
    """Draw the frame of a panel."""
    pen.rect(1, 1, PANEL - 2, height, fill="table", stroke="edge", line=2, corner=10)


def display_frame(pen: Pen, left: int) -> None:
    """Draw the numbers of the columns, and the stack face down: a card for each refill left."""
    frame(pen, DEPTH + 72)
    for number in range(BOX.display.columns):
        x = GAP + number * (WIDTH + GAP) + WIDTH / 2
        pen.text(x, 17, str(number + 1), size=13, bold=True)
    refills = -(-left // BOX.display.length)
    ends, words = say("display.ends", number=left), say("display.left", number=left)
    with (
        pen.group(move=(14, DEPTH + 32)),
        pen.spot(key=f"stack {left}", label=words),
    ):
        for at in range(refills):
            back(pen, 4 * at, 0, 24, 32)
        pen.text(4 * refills + 32, 14, words, anchor="start", bold=True)
        pen.text(4 * refills + 32, 29, ends, size=11, anchor="start")


def hand_frame(pen: Pen, whose: str, *, empty: bool) -> None:
    """Draw the frame of a hand, with the owner of the offerings in it."""
    frame(pen, 200)
    if empty:
        pen.text(PANEL / 2, 66, say("hand.none"), fill="faint")
    pen.text(8, 132, whose, anchor="start")


def tribe_frame(pen: Pen, seat: Seat, name: str, *, acting: bool, points: str) -> None:
    """Draw the frame of a tribe with its name; at the end with its points."""
    edge, line = ("accent", 3.0) if acting else ("edge", 1.5)
    pen.rect(2, 2, PANEL - 4, ROW - 4, fill="table", stroke=edge, line=line, corner=9)
    pen.text(PANEL - 10, 81, points, size=13, anchor="end", bold=True)
    pen.circle(15, 16, 8, fill=f"seat-{seat}")
    pen.text(15, 20, str(seat + 1), size=11, fill="paper", bold=True)
    pen.text(27, 20.5, f"{'▸ ' * acting}{name}", size=13, anchor="start", bold=True)


def held_frame(pen: Pen, name: str, down: int) -> None:
    """Draw the frame of what another seat holds."""
    pen.rect(2, 2, PANEL - 4, HELD_ROW - 4, fill="table", stroke="edge", line=1.5, corner=9)
    pen.text(12, 20, name, size=12, anchor="start", bold=True)
    if down:
        pen.text(12, 50, say("others.down", number=down), size=11, anchor="start")


def short(name: str) -> str:
    """Cut a name that is too long."""
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"
