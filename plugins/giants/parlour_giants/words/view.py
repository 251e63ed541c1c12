"""A view of Giants in plain lines: people can play from them without the drawing."""

from collections import Counter
from collections.abc import Iterator

from parlour import Seat, Viewer, listed
from parlour_giants.board import Board, members
from parlour_giants.components import COLOURS, PIECES
from parlour_giants.phases import Moving, Placing, Transporting
from parlour_giants.phases.transport import named
from parlour_giants.state import NOBODY, Camp, Piece
from parlour_giants.view import View
from parlour_giants.words.names import (
    at_place,
    colour_of,
    commas,
    count,
    known_base,
    owned,
    piece_name,
    pieces,
    say,
    terrain,
)

MAX_NAME = 10
"""Maximum number of letters of a name in a row."""

# The screens


def clockwise(view: View) -> Iterator[Seat]:
    """Yield the seats, the viewer's own first."""
    return ((max(view.seat, 0) + step) % view.seats for step in range(view.seats))


def has_passed(view: View, seat: Seat) -> bool:
    """Tell whether a seat has passed; its banner shows it (rules 4.12, 5.12 and 9.5)."""
    passed = 0
    for phase in view.phases:
        if isinstance(phase, Placing | Transporting):
            passed |= phase.passed
        if isinstance(phase, Placing):
            passed |= phase.waiting
    return bool(passed >> seat & 1)


def shortened(name: str) -> str:
    """Cut a name that is too long for its place."""
    return name if len(name) <= MAX_NAME else f"{name[: MAX_NAME - 1]}…"


def standing(view: View, seat: Seat) -> str:
    """Write a seat's colour, and whether it starts or has passed."""
    starts = say("standing.starts") if seat == view.start else ""
    passed = say("standing.passed") if has_passed(view, seat) else ""
    return commas((colour_of(seat, ""), starts, passed))


# What lies between the screens


def piece_in_hand(view: View) -> str:
    """Write which piece is on the move, its hex and where it was; empty if no piece is."""
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return ""
    what = at_place(phase.size, view.board.hexes[phase.hex])
    been, lain = named(view.board, visited(view)), named(view.board, lain_on(view))
    said = say("line.moving", what=what)
    if been:
        said = say("line.moving_been", what=what, hexes=listed(been))
    return f"{said} {say('line.moving_lain', hexes=listed(lain))}" if lain else said


def visited(view: View) -> int:
    """Return the hexes that the piece on the move left, as a set (rules 5.4 and 9.7)."""
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return 0
    return phase.closed(view.options.edition_rules) & ~(1 << phase.hex)


def lain_on(view: View) -> int:
    """Return the hexes that the piece on the move may enter and not be left on (rule 5.15)."""
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return 0
    begun = phase.been.bit_count() > 1
    return phase.lain(view.options.edition_rules) & ~(visited(view) if begun else phase.been)


# The island


def camp_words(camp: Camp) -> Iterator[str]:
    """Write the figures and logs on a hex."""
    for seat, what, number in camp.things():
        if number:
            yield owned(seat, what, number)


def piece_words(on: Board, piece: Piece, number: int = 1) -> str:
    """Write equal pieces on a hex, the seats that may move them, and where they have been."""
    what = piece_name(piece.size) if number == 1 else pieces(piece.size, number)
    if piece.owner == NOBODY:
        said = say("resting.abandoned", what=what, number=number)
    else:
        code = "resting.marked" if piece.marked else "resting.left"
        said = say(code, what=what, colour=COLOURS[piece.owner], number=number)
    been = named(on, piece.been & ~(1 << piece.hex))
    return say("resting.been", what=said, hexes=listed(been)) if been else said


def ahu_words(view: View, number: int, viewer: Viewer) -> str:
    """Write an ahu with its values and its pieces: ``ahu a3a 8/7, free``."""
    return say("ahu", ahu=ahu_state(view, number, viewer))


def ahu_state(view: View, number: int, viewer: Viewer) -> str:
    """Write an ahu by its name alone: ``a3a 8/7, free``."""
    on, holder, size = view.board.ahus[number], view.holder(number), view.size_on(number)
    ahu = f"{on.name} {on.value}/{on.crown}"
    if holder != NOBODY:
        return say("ahu.reserved", ahu=ahu, colour=COLOURS[holder])
    if not size:
        return say("ahu.free", ahu=ahu)
    owner = known_base(view, number, viewer)
    code = "ahu.crowned" if view.crowned >> number & 1 else "ahu.moai"
    if owner is None:
        return say(f"{code}_down", ahu=ahu, piece=PIECES[size])
    return say(code, ahu=ahu, piece=PIECES[size], colour=COLOURS[owner])


def land_words(view: View, here: int) -> str:
    """Write what a hex is; empty for an ordinary one."""
    on = view.board
    if here not in on.forests:
        return terrain(on, here)
    if not view.forests >> here & 1:
        return say("land.felled")
    return say("land.logs", logs=count(on.forests[here], "log"))


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
    things = "; ".join((*standing_words(view, here), *ahus)) or say("line.empty")
    name = f"{on.hexes[here]} ({land})" if land else on.hexes[here]
    return say("line.hex", hex=name, near=near, things=things)
