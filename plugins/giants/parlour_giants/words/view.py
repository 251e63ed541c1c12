"""A view of Giants in plain lines: people can play from them without the drawing."""

from collections import Counter
from collections.abc import Iterable, Iterator

from parlour import Seat, Viewer, listed
from parlour_giants.board import Board, members
from parlour_giants.components import COLOURS
from parlour_giants.phases import Bidding, Moving, Picking, Placing, Transporting
from parlour_giants.phases.transport import named
from parlour_giants.state import NOBODY, Camp, Clan, Piece
from parlour_giants.view import View
from parlour_giants.words.events import on_the_quarry
from parlour_giants.words.names import (
    PIECE_WORDS,
    at_place,
    commas,
    count,
    known_base,
    moai_words,
    owned,
    pieces,
    terrain,
    things_words,
)
from parlour_giants.words.status import describe_status


def describe_view(view: View, viewer: Viewer) -> Iterable[str]:
    """Describe the whole table in plain lines."""
    on = view.board
    yield describe_status(view, viewer)
    yield from filter(None, (quarry_words(view), piece_in_hand(view)))
    for seat in clockwise(view):
        yield from clan_lines(view, seat, viewer)
    yield supply_words(view)
    yield (
        "The island: rows a to "
        f"{on.hexes[-1][0]} from north to south, hexes in a row from west to east."
    )
    yield "An ahu's two numbers: points for a moai for each of its sizes, and for a headdress."
    for here in range(len(on.hexes)):
        yield hex_line(view, here, viewer)


# The screens


def clockwise(view: View) -> Iterator[Seat]:
    """Yield the seats, the viewer's own first."""
    return ((max(view.seat, 0) + step) % view.seats for step in range(view.seats))


def others(view: View) -> list[Seat]:
    """Return the seats whose screens are not the viewer's own."""
    return [seat for seat in clockwise(view) if seat != view.seat]


def in_front(clan: Clan) -> Iterator[str]:
    """Name the things in front of a screen; what is spent comes back when the round ends."""
    if clan.halves:
        yield count(clan.halves, "half")
    if clan.moais:
        yield moai_words(clan.moais)
    if clan.headdresses:
        yield count(clan.headdresses, "headdress")
    if spent := things_words(clan.spent):
        yield f"spent {commas(spent)}"


def has_passed(view: View, seat: Seat) -> bool:
    """Tell whether a seat has passed; its banner shows it (rules 4.12, 5.12 and 9.5)."""
    passed = 0
    for phase in view.phases:
        if isinstance(phase, Placing | Transporting):
            passed |= phase.passed
        if isinstance(phase, Placing):
            passed |= phase.waiting
    return bool(passed >> seat & 1)


def standing(view: View, seat: Seat) -> str:
    """Write a seat's colour, and whether it starts or has passed."""
    starts = "starts" if seat == view.start else ""
    return commas((COLOURS[seat], starts, "has passed" if has_passed(view, seat) else ""))


def clan_lines(view: View, seat: Seat, viewer: Viewer) -> Iterator[str]:
    """Write the belongings of a seat, as far as the viewer sees them."""
    clan = view.clans[seat]
    yield f"{viewer.name(seat)} ({standing(view, seat)}): {count(clan.points, 'point')}"
    yield f"  in front of the screen: {commas(in_front(clan))}"
    if seat == view.seat or viewer.memory:
        yield f"  behind the screen, hidden: {commas(things_words(clan.behind))}"


# What lies between the screens


def quarry_words(view: View) -> str:
    """Write which moais can be carved; empty outside the auction."""
    phase = view.phases[-1]
    return on_the_quarry(phase.quarry) if isinstance(phase, Bidding | Picking) else ""


def piece_in_hand(view: View) -> str:
    """Write which piece is on the move, its hex and where it was; empty if no piece is."""
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return ""
    said = f"On the move: {at_place(phase.size, view.board.hexes[phase.hex])}."
    been = named(view.board, visited(view))
    return f"{said} It has been on {listed(been)}, and may not go back there." if been else said


def visited(view: View) -> int:
    """Return the hexes that the piece on the move left, as a set (rules 5.4 and 9.7)."""
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return 0
    return (phase.been | phase.before) & ~(1 << phase.hex)


def supply_words(view: View) -> str:
    """Write what is left in the supply."""
    supply = view.supply
    one, two, three = supply.moais
    return (
        f"In the supply: {count(one, 'moai')} of size 1, {two} of size 2, {three} of size 3; "
        f"{count(supply.headdresses, 'headdress')}; {count(supply.halves, 'half')}."
    )


# The island


def camp_words(camp: Camp) -> Iterator[str]:
    """Write the figures and logs on a hex."""
    for seat, what, number in camp.things():
        if number:
            yield owned(seat, what, number)


def piece_words(on: Board, piece: Piece, number: int = 1) -> str:
    """Write equal pieces on a hex of the island, who may move them, and where they have been."""
    what = PIECE_WORDS[piece.size] if number == 1 else pieces(piece.size, number)
    if piece.owner == NOBODY:
        said = f"{what}, abandoned: anybody may move {'it' if number == 1 else 'them'}"
    elif piece.marked:
        said = f"{what} with {COLOURS[piece.owner]}'s marker"
    else:
        said = f"{what} left there by {COLOURS[piece.owner]}"
    been = named(on, piece.been & ~(1 << piece.hex))
    return f"{said}, in this round on {listed(been)} before" if been else said


def ahu_words(view: View, number: int, viewer: Viewer) -> str:
    """Write an ahu with its values and what stands on it: ``ahu a3a 8/7, free``."""
    ahu, holder, size = view.board.ahus[number], view.holder(number), view.size_on(number)
    said = f"ahu {ahu.name} {ahu.value}/{ahu.crown}"
    if holder != NOBODY:
        return f"{said}, reserved by {COLOURS[holder]}"
    if not size:
        return f"{said}, free"
    owner = known_base(view, number, viewer)
    colour = "base face down" if owner is None else f"base {COLOURS[owner]}"
    crown = " with headdress" if view.crowned >> number & 1 else ""
    return f"{said}, {PIECE_WORDS[size]}{crown}, {colour}"


def land_words(view: View, here: int) -> str:
    """Write what a hex is; empty for an ordinary one."""
    on, land = view.board, terrain(view.board, here)
    if land != "forest":
        return land
    return f"forest, {count(on.forests[here], 'log')}" if view.forests >> here & 1 else "felled"


def standing_words(view: View, here: int) -> list[str]:
    """Write the figures, logs and pieces on a hex."""
    pieces = Counter(piece for piece in view.pieces if piece.hex == here)
    words = (piece_words(view.board, piece, number) for piece, number in pieces.items())
    return [*camp_words(view.camps[here]), *words]


def hex_line(view: View, here: int, viewer: Viewer) -> str:
    """Write all of a hex: ``Hex e2 (village), next to d1, d2: blue sorcerer; ahu …``."""
    on, land = view.board, land_words(view, here)
    near = listed([on.hexes[other] for other in on.neighbours[here]])
    ahus = (ahu_words(view, ahu, viewer) for ahu in members(on.ahus_at[here]))
    said = "; ".join((*standing_words(view, here), *ahus)) or "empty"
    return f"Hex {on.hexes[here]}{f' ({land})' if land else ''}, next to {near}: {said}."
