"""The panel of the quarries: moais to carve with their dice, headdresses, and the bids."""

from collections.abc import Sequence

from parlour import Viewer
from parlour.rules.picture import Pen, PicturePanel
from parlour_giants.components import BOX, HEADDRESS, PIECES
from parlour_giants.phases import Bidding, Picking, Rolling
from parlour_giants.picture.bids import bids_height, draw_bids
from parlour_giants.picture.cells import WIDTH
from parlour_giants.picture.pieces import draw_piece
from parlour_giants.view import View
from parlour_giants.words.names import PIECE_WORDS, count, moai_words

FACE = 118.0
"""Height of the quarries."""
RED = 84.0
"""Width of the headdress quarry."""
SHOWN = {1: ((0, 0),), 2: ((-5, -5), (5, 5)), 3: ((-6, -6), (0, 0), (6, 6))}
"""The places of the pips on a die."""


def quarry_panel(view: View, viewer: Viewer) -> PicturePanel:
    """Draw the moai quarry, the headdress quarry and, during the auction, the bids."""
    phase = view.phases[-1]
    auction = isinstance(phase, Bidding | Picking)
    height = FACE + bids_height(view)
    pen = Pen(WIDTH, height)
    pen.rect(0, 0, WIDTH - RED - 6, FACE, fill="rock", stroke="rock-edge", corner=12)
    pen.rect(WIDTH - RED, 0, RED, FACE, fill="red-rock", stroke="drum-edge", corner=12)
    pen.text(12, 20, "Moai quarry", size=12, anchor="start", bold=True)
    _draw_headdresses(pen, view)
    _draw_places(pen, view)
    draw_bids(pen, view, viewer, FACE)
    label = _said(view)
    return pen.panel("quarry", "Quarry", label=label, needed=auction)


def _said(view: View) -> str:
    phase = view.phases[-1]
    if isinstance(phase, Bidding | Picking):
        return f"The moai quarry: {moai_words(phase.quarry)} to carve."
    return "The moai quarry: no moais to carve now."


def _draw_headdresses(pen: Pen, view: View) -> None:
    left = view.supply.headdresses
    with pen.spot(
        key="headdresses left", label=f"headdress quarry: {count(left, 'headdress')} left"
    ):
        pen.text(WIDTH - RED / 2, 20, "Headdresses", size=10.5, bold=True)
        with pen.group(move=(WIDTH - RED / 2, 76), scale=1.8, faint=not left):
            draw_piece(pen, HEADDRESS)
        pen.text(WIDTH - RED / 2, FACE - 14, f"{left} left", size=13, bold=True)


def _draw_places(pen: Pen, view: View) -> None:
    """Draw a place for each die: with its moai, empty where one was carved, or a broken one."""
    phase = view.phases[-1]
    dice = BOX.seats.dice[len(view.clans)]
    wide = (WIDTH - RED - 18) / dice
    if isinstance(phase, Rolling):
        for place in range(dice):
            _draw_die(pen, 6 + wide * (place + 0.5), "?")
        return
    if not isinstance(phase, Bidding | Picking):
        pen.text((WIDTH - RED) / 2, 70, "No moais to carve now.", size=14, fill="ink")
        return
    sizes = phase.quarry
    carved = sum(len(clan.moais) for clan in view.clans)
    for place in range(dice):
        x = 6 + wide * (place + 0.5)
        if place < len(sizes):
            _draw_moai(pen, sizes, place, x)
        else:
            was_carved = place < len(sizes) + carved
            _draw_gap(pen, x, "carved" if was_carved else "broken")


def _draw_moai(pen: Pen, sizes: Sequence[int], place: int, x: float) -> None:
    size = sizes[place]
    label = f"{PIECE_WORDS[size]} to carve"
    with pen.spot(f"size={size}", key=f"quarry {place} {PIECES[size]}", label=label):
        pen.rect(x - 26, 28, 52, FACE - 34, fill="paper", stroke="rock-edge", corner=8)
        with pen.group(move=(x, 84), scale=1.35):
            draw_piece(pen, size)
        with pen.group(move=(x, 98)):
            _draw_pips(pen, size)


def _draw_pips(pen: Pen, size: int) -> None:
    """Draw a die that shows a size."""
    pen.rect(-11, -11, 22, 22, fill="bone", stroke="stone-edge", corner=5)
    for x, y in SHOWN[size]:
        pen.circle(x, y, 2.6, fill="on-bone")


def _draw_die(pen: Pen, x: float, sign: str) -> None:
    pen.rect(x - 16, 46, 32, 32, fill="bone", stroke="stone-edge", corner=7)
    pen.text(x, 69, sign, size=20, fill="on-bone", bold=True)


def _draw_gap(pen: Pen, x: float, why: str) -> None:
    """Draw a place without a moai: carved by now, or broken from the beginning (rule 2.2)."""
    pen.rect(x - 26, 28, 52, FACE - 34, stroke="rock-edge", corner=8, dash=True)
    if why == "broken":
        pen.path(
            f"M{x - 14:.1f},84 l4,-12 l8,3 l6,-5 l7,14 Z", fill="stone-light", stroke="stone-edge"
        )
    pen.text(x, FACE - 12, why, size=11, fill="ink")
