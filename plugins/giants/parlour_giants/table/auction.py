"""The panel of the quarries: moais to carve with their dice, headdresses, and the bids."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from parlour import Seat, Viewer
from parlour.kit.table import Group, Piece, Point, Row, TablePanel, row
from parlour.rules.picture import Pen
from parlour_giants.components import BOX, COLOURS, HEADDRESS, PIECES
from parlour_giants.moves import Bid
from parlour_giants.phases import Bidding, Picking, Rolling
from parlour_giants.picture.symbols import draw_piece, draw_thing
from parlour_giants.state import NOBODY
from parlour_giants.table.cells import CHIEF, SMALL, SORCERER, WIDTH, cell, words
from parlour_giants.table.choices import is_asked, texts_of
from parlour_giants.view import View
from parlour_giants.words.events import bid_words
from parlour_giants.words.names import count, moai_words, say
from parlour_giants.words.view import shortened

PLACE: Point = (50.5, 84.0)
"""Width and height of a place at a quarry."""
PIPS = {1: ((0, 0),), 2: ((-5, -5), (5, 5)), 3: ((-6, -6), (0, 0), (6, 6))}
"""Places of the pips on a die, by the size that it shows."""
NUMBER: Point = (44.5, 46.5)
"""Width and height of a number of a bid."""
BID_FIELDS = {"markers": "marker", "workers": "worker", "sorcerer": "sorcerer", "chief": "chief"}
"""The thing that each field of a bid counts."""


def quarry_panel(view: View, viewer: Viewer) -> TablePanel:
    """Show the moai quarry, the headdress quarry and the bids, up to the last carving."""
    phase = view.phases[-1]
    rows: list[Row] = []
    if isinstance(phase, Bidding | Picking):
        rows.append(_quarry(view, phase.quarry))
    if isinstance(phase, Bidding):
        rows += _own_bid(view, phase)
    elif isinstance(phase, Picking):
        rows += [_bid(view, viewer, phase, seat) for seat in phase.order]
    elif isinstance(phase, Rolling):
        dice = [Piece(shape="tile", name="?") for _ in range(BOX.seats.dice[view.seats])]
        rows.append(row(say("table.to_carve"), *dice))
    return TablePanel(
        name="quarry",
        title=say("table.quarry"),
        rows=rows or [row("", *words(say("table.no_moais")))],
        needed=bool(rows),
        role="choice",
        width=WIDTH,
    )


def _quarry(view: View, sizes: Sequence[int]) -> Row:
    """Show a place for each die: with its moai, empty where one was carved, or a broken one."""
    left = len(sizes) + sum(len(clan.moais) for clan in view.clans)
    places = [_moai(place, size) for place, size in enumerate(sizes)]
    gaps = [
        _gap("carved" if place < left else "broken")
        for place in range(len(sizes), BOX.seats.dice[view.seats])
    ]
    headdresses = count(view.supply.headdresses, "headdress")
    red = Piece(
        shape="chip",
        number=0,  # a terminal shows their number in the supply
        label=say("picture.headdress_quarry", headdresses=headdresses),
        key="headdresses left",
        size=(PLACE[0] + 16, PLACE[1]),
        art=partial(_draw_red, left=view.supply.headdresses),
    )
    return Row(
        title=say("table.to_carve"), groups=[Group(pieces=[*places, *gaps]), Group(pieces=[red])]
    )


def _moai(place: int, size: int) -> Piece:
    return Piece(
        shape="tile",
        name=str(size),
        label=moai_words((size,)),
        at=(f"size={size}",),
        key=f"quarry {place} {PIECES[size]}",
        size=PLACE,
        art=partial(_draw_moai, size=size),
    )


def _gap(why: str) -> Piece:
    """Show a place without a moai: carved by now, or broken from the beginning (rule 2.2)."""
    label = say(f"picture.{why}")
    art = partial(_draw_gap, why=label, is_broken=why == "broken")
    return Piece(shape="tile", number=0, label=label, size=PLACE, art=art)


def _draw_moai(pen: Pen, size: int) -> None:
    middle = PLACE[0] / 2
    pen.rect(0, 0, *PLACE, fill="rock", stroke="rock-edge", corner=8)
    with pen.group(move=(middle, 58), scale=1.35):
        draw_piece(pen, size)
    with pen.group(move=(middle, 71)):
        pen.rect(-11, -11, 22, 22, fill="bone", stroke="stone-edge", corner=5)
        for across, down in PIPS[size]:
            pen.circle(across, down, 2.6, fill="on-bone")


def _draw_gap(pen: Pen, why: str, *, is_broken: bool) -> None:
    pen.rect(0, 0, *PLACE, stroke="rock-edge", corner=8, dash=True)
    if is_broken:
        pen.path("M10,58 l4,-12 l8,3 l6,-5 l7,14 Z", fill="stone-light", stroke="stone-edge")
    pen.text(PLACE[0] / 2, PLACE[1] - 10, why, size=11, within=PLACE[0] - 4)


def _draw_red(pen: Pen, left: int) -> None:
    middle, height = (PLACE[0] + 16) / 2, PLACE[1]
    pen.rect(0, 0, 2 * middle, height, fill="red-rock", stroke="drum-edge", corner=8)
    with pen.group(move=(middle, 54), scale=1.8, faint=not left):
        draw_piece(pen, HEADDRESS)
    pen.text(middle, height - 10, say("picture.left", n=left), size=13, bold=True)


# The bids


def _own_bid(view: View, phase: Bidding) -> Iterator[Row]:
    """Show the bids that one may make, or has made (rules 3.1 and 3.2)."""
    mine = None if view.seat == NOBODY else phase.answers[view.seat]
    if mine is not None:
        said = say("table.your_bid", bid=bid_words(mine))
        yield row("", Piece(shape="words", label=said))
    elif is_asked(view):
        groups = [
            Group(pieces=list(_numbers(view.seat, *offer))) for offer in _offers(view).items()
        ]
        yield Row(title=say("table.bid"), groups=groups)


def _offers(view: View) -> Mapping[str, int]:
    """Return the fields of a bid with the most that the seat may bid."""
    held = view.clans[view.seat].behind
    return {field: held[what] for field, what in BID_FIELDS.items() if held[what]}


def _numbers(seat: Seat, field: str, most: int) -> Iterator[Piece]:
    """Yield what a field of a bid counts, and a place for each number."""
    draw = partial(draw_thing, what=BID_FIELDS[field], seat=seat)
    yield cell(say(f"field.{field}"), draw, size=SMALL)
    for number in range(most + 1):
        text = texts_of(Bid(**{"markers": 0, field: number}))[field]
        yield Piece(
            shape="tile",
            name=str(number),
            label=say(f"offer.{BID_FIELDS[field]}", number=number),
            at=(f"{field}={text}",),
            size=NUMBER,
            art=partial(_draw_number, number=number),
        )


def _draw_number(pen: Pen, number: int) -> None:
    """Draw a number to press; nothing is left between two, so that a finger finds it."""
    width, height = NUMBER
    pen.rect(-3, -2, width + 6, height + 4)
    pen.rect(-2, -1, width + 4, height + 2, fill="paper", stroke="line", corner=7)
    pen.text(width / 2, height / 2 + 7, str(number), size=20, bold=True)


def _bid(view: View, viewer: Viewer, phase: Picking, seat: Seat) -> Row:
    """Show a bid with the moais carved for it; the seat that picks now is marked."""
    clan = view.clans[seat]
    bid = [_thing(seat, what, number) for what, number in clan.spent.items() if number]
    carved = [_carved(size) for size in clan.moais]
    if phase.declined >> seat & 1:
        carved.append(Piece(shape="words", label=say("table.carves_no_more")))
    mark = "▶ " if seat == phase.order[phase.turn] else ""
    return Row(
        title=shortened(viewer.name(seat)),
        mark=mark,
        seat=seat,
        groups=[Group(pieces=bid), Group(pieces=carved)],
    )


def _thing(seat: Seat, what: str, number: int) -> Piece:
    """Show a part of a bid; text has the marks of figures on the island."""
    marks = {"worker": f"{number}{{}}", "sorcerer": f"{{}}{SORCERER}", "chief": f"{{}}{CHIEF}"}
    draw, colour = partial(draw_thing, what=what, seat=seat), COLOURS[seat]
    mark = marks.get(what, "").format(colour[0])
    key = f"{colour} bid {what}"
    return cell(count(number, what), draw, number, size=SMALL, key=key, short=mark)


def _carved(size: int) -> Piece:
    piece = cell(moai_words((size,)), partial(draw_piece, size=size), size=SMALL)
    return replace(piece, shape="tile", name=str(size))
