"""Positions of Giants, written in a few words."""

from typing import Any

from msgspec.structs import replace

from parlour.rules.events import Event
from parlour.rules.words import Viewer, refusal_sentence
from parlour_giants.components import COLOURS, PIECES
from parlour_giants.moves import GiantsMove
from parlour_giants.options import Options
from parlour_giants.phases import State
from parlour_giants.phases.dice import Rounds
from parlour_giants.phases.placing import Placing
from parlour_giants.phases.transport import Transporting
from parlour_giants.plugin import parlour_games
from parlour_giants.state import NO_CAMP, NOBODY
from parlour_giants.words.positions import read_camp, read_piece

(GIANTS,) = parlour_games()
GAME: Any = GIANTS
"""The game, untyped: its hooks may be None in other games, and never are here."""
RULES = GIANTS.rules
NOTATION: Any = GIANTS.move_notation
BLUE, GREEN, RED, YELLOW, PURPLE = range(5)


def seat_of(colour: str) -> int:
    """Return the seat of a colour."""
    return COLOURS.index(colour)


def position(
    *,
    seats: int = 3,
    phase: Any = None,
    options: Options | None = None,
    camps: dict[str, str] | None = None,
    pieces: tuple[str, ...] = (),
    reserved: dict[str, str] | None = None,
    erected: dict[str, str] | None = None,
    crowned: str = "",
    **clans: Any,
) -> State:
    """Make a state at Blue's turn to place, or in another ``phase``.

    ``reserved`` and ``erected`` give each ahu the colour of its base, ``{"a3a 2": "blue"}`` with
    the size of the moai; a colour's name changes what that colour has.
    """
    state: State = RULES.start(seats, options or Options())
    index, ahus = state.board.index, state.board.ahu_index
    stood = dict.fromkeys(range(len(index)), NO_CAMP)
    stood |= {index[where]: read_camp(text) for where, text in (camps or {}).items()}
    bases, owned, sizes = [0] * seats, [0] * seats, [0, 0, 0]
    for name, colour in (reserved or {}).items():
        bases[seat_of(colour)] |= 1 << ahus[name]
    for text, colour in (erected or {}).items():
        name, size = text.split()
        owned[seat_of(colour)] |= 1 << ahus[name]
        sizes[int(size) - 1] |= 1 << ahus[name]
    changed = tuple(
        replace(clan, **clans.pop(COLOURS[seat], {})) for seat, clan in enumerate(state.clans)
    )
    return replace(
        state,
        phases=(Rounds(), phase or Placing(seat=0)),
        camps=tuple(stood.values()),
        pieces=tuple(sorted(read_piece(text, state.board) for text in pieces)),
        reserved=tuple(bases),
        erected=tuple(owned),
        sizes=tuple(sizes),
        crowned=sum(1 << ahus[name] for name in crowned.split()),
        clans=changed,
        **clans,
    )


def transporting(**given: Any) -> State:
    """Make a state at the turn to transport, Blue's unless given."""
    return position(phase=Transporting(seat=given.pop("turn", 0)), **given)


def texts(state: State, seat: int | None = None) -> list[str]:
    """Return the legal moves as texts."""
    who = asked(state) if seat is None else seat
    return [NOTATION.write(move) for move in RULES.moves(state, who)]


def play(state: State, *lines: str, heard: list[Event] | None = None) -> State:
    """Play ``"blue: pass"``, or ``"pass"`` for the awaited seat; several moves with ``;``."""
    for line in lines:
        colour, _, said = line.rpartition(": ")
        for text in said.split("; "):
            seat = seat_of(colour) if colour else asked(state)
            move: GiantsMove = NOTATION.read(text)
            refusal = RULES.why_not(state, seat, move)
            assert refusal is None, f"{colour} {text}: {refusal}"
            state = RULES.play(state, seat, move, heard.append if heard is not None else None)
    return state


def refused(state: State, text: str, seat: int | None = None) -> str:
    """Return the number of the rule that forbids a move; empty where it is legal."""
    who = asked(state) if seat is None else seat
    refusal = RULES.why_not(state, who, NOTATION.read(text))
    return refusal.rule if refusal else ""


def sentence(state: State, text: str, seat: int | None = None) -> str:
    """Return the sentence that refuses a move, without the number of its rule."""
    who = asked(state) if seat is None else seat
    refusal = RULES.why_not(state, who, NOTATION.read(text))
    assert refusal is not None, f"{text} is legal"
    return refusal_sentence(refusal, Viewer.of_seats(state.seats), GAME.words.refusals)


def asked(state: State) -> int:
    """Return the seat whose turn it is."""
    return RULES.awaited(state).seats[0]


def lying(state: State) -> list[str]:
    """Write the pieces on the island as ``piece`` reads them."""
    return [
        f"{PIECES[each.size]}@{state.board.hexes[each.hex]}"
        + ("" if each.owner == NOBODY else f" {'' if each.marked else '~'}{COLOURS[each.owner]}")
        for each in state.pieces
    ]


def points(state: State) -> tuple[int, ...]:
    """Return everybody's points on the track."""
    return tuple(clan.points for clan in state.clans)


def material(state: State, colour: str) -> tuple[int, ...]:
    """Return chiefs, sorcerers, workers, logs, markers and halves of a colour, as printed."""
    clan = state.clans[seat_of(colour)]
    behind = (clan.chief, clan.sorcerer, clan.workers, clan.logs, clan.markers)
    return (*map(int, behind), clan.halves)


def phase_name(state: State) -> str:
    """Name the phase in force."""
    return type(state.phases[-1]).__name__
