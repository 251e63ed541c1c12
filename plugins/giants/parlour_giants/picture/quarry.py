"""The panel of the quarries: moais to carve with their dice, headdresses, and the bids."""

from collections.abc import Iterator, Mapping, Sequence

from parlour import Seat, Viewer
from parlour.rules.picture import Pen, PicturePanel
from parlour_giants.components import BOX, COLOURS, HEADDRESS, PIECES
from parlour_giants.moves import Bid
from parlour_giants.phases import Bidding, Picking, Rolling
from parlour_giants.picture.cells import WIDTH
from parlour_giants.picture.decisions import is_asked, texts_of
from parlour_giants.picture.inks import clan_ink, letter_ink
from parlour_giants.picture.symbols import (
    draw_count,
    draw_marker,
    draw_piece,
    draw_statue,
    draw_thing,
    letter,
)
from parlour_giants.state import NOBODY, Clan
from parlour_giants.view import View
from parlour_giants.words.events import bid_words
from parlour_giants.words.names import commas, count, moai_words, say

FACE = 118.0
"""Height of the quarries."""
RED = 84.0
"""Width of the headdress quarry."""
PIPS = {1: ((0, 0),), 2: ((-5, -5), (5, 5)), 3: ((-6, -6), (0, 0), (6, 6))}
"""Places of the pips on a die, by the size that it shows."""
ROW = 51.0
"""Height of a row of bids."""
HEAD = 46.0
"""Width of the head of a row of numbers."""
CHIP = 50.5
"""Width of a number."""
STEP = 40.0
"""Units from a thing in a row to the next."""
TOP = 10.0
"""Units over the first row."""
BID_FIELDS = {"markers": "marker", "workers": "worker", "sorcerer": "sorcerer", "chief": "chief"}
"""The thing that each field of a bid counts."""


def quarry_panel(view: View, viewer: Viewer) -> Iterator[PicturePanel]:
    """Draw the moai quarry, the headdress quarry and the bids, up to the last carving."""
    phase = view.phases[-1]
    if not isinstance(phase, Rolling | Bidding | Picking):
        return
    pen = Pen(WIDTH, FACE + bids_height(view))
    pen.rect(0, 0, WIDTH - RED - 6, FACE, fill="rock", stroke="rock-edge", corner=12)
    pen.rect(WIDTH - RED, 0, RED, FACE, fill="red-rock", stroke="drum-edge", corner=12)
    pen.text(12, 20, say("picture.moai_quarry"), size=12, anchor="start", bold=True)
    _draw_headdresses(pen, view)
    _draw_places(pen, view)
    draw_bids(pen, view, viewer)
    held = "" if isinstance(phase, Rolling) else moai_words(phase.quarry)
    label = say("picture.quarry", moais=held) if held else say("picture.quarry_empty")
    yield pen.panel("quarry", say("table.quarry"), label=label, needed=True, role="choice")


def _draw_headdresses(pen: Pen, view: View) -> None:
    left = view.supply.headdresses
    label = say("picture.headdress_quarry", headdresses=count(left, "headdress"))
    with pen.spot(key="headdresses left", label=label):
        pen.text(WIDTH - RED / 2, 20, say("picture.headdresses"), size=10.5, bold=True)
        with pen.group(move=(WIDTH - RED / 2, 76), scale=1.8, faint=not left):
            draw_piece(pen, HEADDRESS)
        pen.text(WIDTH - RED / 2, FACE - 14, say("picture.left", n=left), size=13, bold=True)


def _draw_places(pen: Pen, view: View) -> None:
    """Draw a place for each die: with its moai, empty where one was carved, or a broken one."""
    phase = view.phases[-1]
    dice = BOX.seats.dice[view.seats]
    wide = (WIDTH - RED - 18) / dice
    if isinstance(phase, Rolling):
        for place in range(dice):
            x = 6 + wide * (place + 0.5)
            pen.rect(x - 16, 46, 32, 32, fill="bone", stroke="stone-edge", corner=7)
            pen.text(x, 69, "?", size=20, fill="on-bone", bold=True)
        return
    sizes = () if not isinstance(phase, Bidding | Picking) else phase.quarry
    carved = sum(len(clan.moais) for clan in view.clans)
    for place in range(dice):
        x = 6 + wide * (place + 0.5)
        if place < len(sizes):
            _draw_moai(pen, sizes, place, x)
        else:
            was_carved = place < len(sizes) + carved
            _draw_gap(pen, x, is_broken=not was_carved)


def _draw_moai(pen: Pen, sizes: Sequence[int], place: int, x: float) -> None:
    size = sizes[place]
    label = say("picture.to_carve", piece=PIECES[size])
    with pen.spot(f"size={size}", key=f"quarry {place} {PIECES[size]}", label=label):
        pen.rect(x - 26, 28, 52, FACE - 34, fill="paper", stroke="rock-edge", corner=8)
        with pen.group(move=(x, 84), scale=1.35):
            draw_piece(pen, size)
        with pen.group(move=(x, 98)):
            pen.rect(-11, -11, 22, 22, fill="bone", stroke="stone-edge", corner=5)
            for across, down in PIPS[size]:
                pen.circle(across, down, 2.6, fill="on-bone")


def _draw_gap(pen: Pen, x: float, *, is_broken: bool) -> None:
    """Draw a place without a moai: carved by now, or broken from the beginning (rule 2.2)."""
    pen.rect(x - 26, 28, 52, FACE - 34, stroke="rock-edge", corner=8, dash=True)
    if is_broken:
        pen.path(
            f"M{x - 14:.1f},84 l4,-12 l8,3 l6,-5 l7,14 Z", fill="stone-light", stroke="stone-edge"
        )
    why = say("picture.broken" if is_broken else "picture.carved")
    pen.text(x, FACE - 12, why, size=11, fill="ink")


# The bids


def bids_height(view: View) -> float:
    """Return the height of what ``draw_bids`` draws."""
    phase = view.phases[-1]
    if isinstance(phase, Bidding):
        return TOP + ROW * (len(_offers(view)) + 1)
    return TOP + ROW * view.seats if isinstance(phase, Picking) else 0.0


def draw_bids(pen: Pen, view: View, viewer: Viewer) -> None:
    """Draw the bids: the bids that one may make, or all once they are open (rules 3.1 and 3.2)."""
    phase, top = view.phases[-1], FACE + TOP
    if isinstance(phase, Bidding):
        offers = _offers(view)
        for row, (field, most) in enumerate(offers.items()):
            _draw_offer(pen, view.seat, field, most, top + ROW * row)
        _draw_bidders(pen, view, viewer, phase, top + ROW * len(offers))
    elif isinstance(phase, Picking):
        for place, seat in enumerate(phase.order):
            label = _bid_label(view.clans[seat], viewer, phase, seat)
            with pen.spot(key=f"{COLOURS[seat]} bid", label=label):
                _draw_bid(pen, view.clans[seat], phase, seat, top + ROW * place)


def _offers(view: View) -> Mapping[str, int]:
    """Return the fields of a bid with the most that the seat may bid; empty if it has bid."""
    if not is_asked(view):
        return {}
    held = view.clans[view.seat].behind
    return {field: held[what] for field, what in BID_FIELDS.items() if held[what]}


def _draw_offer(pen: Pen, seat: Seat, field: str, most: int, top: float) -> None:
    """Draw a row of numbers, each a part of a bid."""
    with pen.group(move=(24.0, top + 40), scale=0.95):
        if field == "markers":
            with pen.group(scale=1.4, move=(0.0, -3.0)):
                draw_marker(pen, seat)
        else:
            draw_thing(pen, BID_FIELDS[field], seat)
    for number in range(most + 1):
        text = texts_of(Bid(**{"markers": 0, field: number}))[field]
        x = HEAD + CHIP * number
        label = say(f"offer.{BID_FIELDS[field]}", number=number)
        with pen.spot(f"{field}={text}", label=label):
            pen.rect(x, top, CHIP, ROW)  # all of it can be pressed
            pen.rect(x + 1, top + 2, CHIP - 2, ROW - 4, fill="paper", stroke="line", corner=7)
            pen.text(x + CHIP / 2, top + ROW / 2 + 7, str(number), size=20, bold=True)


def _draw_bidders(pen: Pen, view: View, viewer: Viewer, phase: Bidding, top: float) -> None:
    """Draw the seats that have bid, without their bids (rule 3.1)."""
    mine = None if view.seat == NOBODY else phase.answers[view.seat]
    for seat in range(view.seats):
        waits = seat in view.awaited
        label = say("picture.bids" if waits else "picture.has_bid", viewer, seat=seat)
        if seat == view.seat and mine is not None:
            label = say("picture.own_bid", bid=bid_words(mine))
        x = WIDTH / view.seats * (seat + 0.5)
        with pen.spot(key=f"{COLOURS[seat]} bid", label=label):
            _draw_token(pen, seat, x - 18, top + ROW / 2)
            sign = "…" if waits else "✓"
            pen.text(x + 12, top + ROW / 2 + 7, sign, size=20, bold=True)


def _draw_token(pen: Pen, seat: Seat, x: float, y: float) -> None:
    pen.circle(x, y, 14, fill=clan_ink(seat), stroke="stone-edge")
    pen.text(x, y + 5.5, letter(seat), size=16, fill=letter_ink(seat), bold=True)


def _draw_bid(pen: Pen, clan: Clan, phase: Picking, seat: Seat, top: float) -> None:
    """Draw a bid with the moais carved for it; the seat that picks now is marked."""
    edge, line = ("accent", 2.5) if seat == phase.order[phase.turn] else ("line", 1.0)
    pen.rect(1, top + 1, WIDTH - 2, ROW - 3, fill="paper", stroke=edge, line=line, corner=8)
    _draw_token(pen, seat, 22, top + ROW / 2)
    bid = [(what, number) for what, number in clan.spent.items() if number]
    for place, (what, number) in enumerate(bid):
        with pen.group(move=(64 + STEP * place, top + ROW - 6)):
            draw_thing(pen, what, seat)
            draw_count(pen, 13, -28, number)
    if phase.declined >> seat & 1:
        pen.text(WIDTH - 12, top + ROW / 2 + 5, say("table.carves_no_more"), size=12, anchor="end")
        return
    left = WIDTH - 16 - STEP * (len(clan.moais) - 0.5)
    for place, size in enumerate(clan.moais):
        with pen.group(move=(left + STEP * place, top + ROW - 6)):
            draw_statue(pen, size)


def _bid_label(clan: Clan, viewer: Viewer, phase: Picking, seat: Seat) -> str:
    bid = Bid(clan.laid_markers, clan.bid_workers, int(clan.bid_sorcerer), int(clan.bid_chief))
    said = say("picture.bid_of", viewer, seat=seat, bid=bid_words(bid))
    carved = moai_words(clan.moais, ".acc")
    carved = say("picture.has_carved", moais=carved) if clan.moais else ""
    declined = say("table.carves_no_more") if phase.declined >> seat & 1 else ""
    return commas((said, carved, declined))
