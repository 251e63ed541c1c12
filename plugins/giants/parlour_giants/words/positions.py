"""Positions of Giants, read from the words of an example or of a test.

A position has these keys, none of which has to be there:

- ``turn``: the player whose turn it is, the first one unless it is said
- ``phase``: ``dice``, ``auction``, ``placing`` (unless it is said), ``transport``, ``unmoved``
  (rule 5.13) or ``markers`` (rule 6.3)
- ``quarry``: the moais of an auction, ``"1 2 3"``
- ``round``, ``last_round``, ``start``: the round, the last one, and the player who starts it
- ``passed``: the players who have passed, ``"Ben Cid"``
- ``camps``: figures and logs by hex, ``{ g5 = "2 blue, green-sorcerer, red-chief, log" }``
- ``pieces``: pieces on their way, ``"moai3@d4, moai1@e5 blue, headdress@f2 ~green"``: abandoned,
  marked by Blue, and left by Green earlier in this phase
- ``reserved``: ahus and whose base lies there, ``{ g4a = "blue" }``
- ``erected``: ahus with a moai, ``{ a3a = "2 blue" }``, and ``crowned``: ``"a3a"``
- ``felled``: hexes of felled forests; unless it is said, as few as the logs in use need
- ``lost``: moais of size 1, 2 and 3 out of the game (rule 9.3), ``"15 11 5"``
- the name of a player: a table with ``points``; ``workers``, ``sorcerer``, ``chief``, ``markers``,
  ``bases`` and ``logs`` behind the screen; ``halves``, ``moais`` ("1 2"), ``headdresses``, ``bid``
  ("2 blue, blue-chief") and ``laid`` markers before it

What is not said is as at the start, less what stands elsewhere; the rest lies in the box.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, convert
from msgspec.structs import replace

from parlour import Seat
from parlour_giants.board import Board
from parlour_giants.components import BOX, COLOURS, HEADDRESS, PIECES, Size
from parlour_giants.options import Options
from parlour_giants.phases import (
    AnyPhase,
    Bidding,
    Placing,
    Returning,
    Rolling,
    Rounds,
    State,
    Stowing,
    Transporting,
)
from parlour_giants.rules import Rules
from parlour_giants.state import NO_CAMP, NOBODY, BaseState, BitSet, Camp, Clan, Piece, Supply


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    """Belongings of a player; None is as at the start, less what stands elsewhere."""

    points: int = 0
    workers: int | None = None
    sorcerer: bool | None = None
    chief: bool | None = None
    markers: int | None = None
    bases: int | None = None
    logs: int = 0
    halves: int = 0
    moais: str = ""
    headdresses: int = 0
    bid: str = ""
    laid: int = 0


class _Middle(Struct, frozen=True, forbid_unknown_fields=True):
    """The island, the auction and the turn."""

    turn: str = ""
    phase: str = "placing"
    quarry: str = ""
    round: int = 1
    last_round: int = 0
    start: str = ""
    passed: str = ""
    camps: dict[str, str] = {}
    pieces: str = ""
    reserved: dict[str, str] = {}
    erected: dict[str, str] = {}
    crowned: str = ""
    felled: str | None = None
    lost: str = "0 0 0"


def arrange(players: Sequence[str], options: Options, facts: Mapping[str, Any]) -> State:
    """Return the state that the words describe.

    Raises:
        ValueError: There is no such player, hex, ahu or piece, or more of something than there is.
    """
    middle = convert({key: facts[key] for key in facts.keys() - {*players}}, _Middle)
    tables = [convert(facts.get(name, {}), _Table) for name in players]
    seat = players.index(middle.turn) if middle.turn else 0
    bare = Rules().start(len(players), options)
    placed = _placed(bare, middle)
    clans = tuple(_clan(placed, number, table) for number, table in enumerate(tables))
    state = replace(
        placed,
        phases=(Rounds(), _phase(middle, seat, players)),
        clans=clans,
        round=middle.round,
        last_round=middle.last_round,
        start=players.index(middle.start) if middle.start else 0,
    )
    return _with_rest(state, middle)


def _phase(middle: _Middle, seat: Seat, players: Sequence[str]) -> AnyPhase:
    """Return the phase of a name.

    Raises:
        ValueError: There is none.
    """
    passed = sum(1 << players.index(name) for name in middle.passed.split())
    unanswered = (None,) * len(players)
    match middle.phase:
        case "dice":
            return Rolling()
        case "auction":
            return Bidding(answers=unanswered, quarry=_quarry(middle))
        case "placing":
            return Placing(seat=seat, passed=passed)
        case "transport":
            return Transporting(seat=seat, passed=passed)
        case "unmoved":
            return Stowing(seat=seat)
        case "markers":
            return Returning(answers=unanswered)
    raise ValueError(f"expected a phase, got {middle.phase}")


def _quarry(middle: _Middle) -> tuple[Size, ...]:
    return tuple(sorted(map(int, middle.quarry.split())))


def read_camp(text: str) -> Camp:
    """Read ``"2 blue, green-sorcerer, red-chief, log"``, or each thing as often as it is there."""
    workers = [0] * len(COLOURS)
    sorcerers = chiefs = logs = 0
    number = 1
    for word in text.replace(",", " ").split():
        if word.isdigit():
            number = int(word)
            continue
        colour, _, kind = word.partition("-")
        if word == "log":
            logs += number
        elif kind == "chief":
            chiefs |= 1 << COLOURS.index(colour)
        elif kind == "sorcerer":
            sorcerers |= 1 << COLOURS.index(colour)
        else:
            workers[COLOURS.index(colour)] += number
        number = 1
    return Camp(tuple(workers), sorcerers, chiefs, logs)  # type: ignore[arg-type]  # five


def read_piece(text: str, board: Board) -> Piece:
    """Read ``moai3@d4``, or with a marker ``moai3@d4 blue``, or left behind ``moai3@d4 ~blue``."""
    what, _, owner = text.partition(" ")
    name, _, where = what.partition("@")
    seat = COLOURS.index(owner.lstrip("~")) if owner else NOBODY
    marked = bool(owner) and not owner.startswith("~")
    return Piece(PIECES.index(name), board.index[where], seat, marked)


def _placed(state: State, middle: _Middle) -> State:
    """Return the state with all that stands on the island."""
    board = state.board
    camps = [NO_CAMP] * len(board.hexes)
    for where, text in middle.camps.items():
        camps[board.index[where]] = read_camp(text)
    pieces = filter(None, middle.pieces.split(", "))
    reserved = [0] * state.seats
    for name, colour in middle.reserved.items():
        reserved[COLOURS.index(colour)] |= 1 << board.ahu_index[name]
    erected = [0] * state.seats
    sizes = [0, 0, 0]
    for name, text in middle.erected.items():
        size, _, colour = text.partition(" ")
        erected[COLOURS.index(colour)] |= 1 << board.ahu_index[name]
        sizes[int(size) - 1] |= 1 << board.ahu_index[name]
    return replace(
        state,
        camps=tuple(camps),
        pieces=tuple(sorted(read_piece(text, board) for text in pieces)),
        reserved=tuple(reserved),
        erected=tuple(erected),
        sizes=(sizes[0], sizes[1], sizes[2]),
        crowned=sum(1 << board.ahu_index[name] for name in middle.crowned.split()),
    )


def _clan(state: State, seat: Seat, table: _Table) -> Clan:
    """Return what a player has: what the table says, else what is left of the start."""
    start = state.clans[seat]
    bid = read_camp(table.bid)
    outside = sum(camp.workers[seat] for camp in state.camps) + bid.workers[seat]
    on_pieces = sum(piece.marked and piece.owner == seat for piece in state.pieces)
    based = state.reserved[seat].bit_count() + state.erected[seat].bit_count()
    sorcerer_out = any((camp.sorcerers >> seat) & 1 for camp in (*state.camps, bid))
    chief_out = any((camp.chiefs >> seat) & 1 for camp in (*state.camps, bid))
    workers = max(0, start.workers - outside) if table.workers is None else table.workers
    laid = table.laid + on_pieces
    markers = max(0, start.markers - laid) if table.markers is None else table.markers
    return Clan(
        points=table.points,
        workers=workers,
        sorcerer=not sorcerer_out if table.sorcerer is None else table.sorcerer,
        chief=not chief_out if table.chief is None else table.chief,
        markers=markers,
        bases=start.bases - based if table.bases is None else table.bases,
        logs=table.logs,
        halves=table.halves,
        moais=tuple(sorted(map(int, table.moais.split()))),
        headdresses=table.headdresses,
        bid_workers=bid.workers[seat],
        bid_sorcerer=bool(bid.sorcerers >> seat & 1),
        bid_chief=bool(bid.chiefs >> seat & 1),
        laid_markers=table.laid,
        stored_workers=BOX.colour.workers - workers - outside,
        stored_markers=BOX.colour.markers - markers - laid,
    )


def _with_rest(state: State, middle: _Middle) -> State:
    """Return the state with the rest of the pieces in the box, and of the logs in the forests."""
    quarry, lost = _quarry(middle), tuple(map(int, middle.lost.split()))
    sizes = [quarry.count(size) + _used(state, size) for size in range(1, len(PIECES))]
    left = zip(BOX.shared.moais, sizes, lost, strict=True)
    moais = [have - used - gone for have, used, gone in left]
    in_use = sum(camp.logs for camp in state.camps) + sum(clan.logs for clan in state.clans)
    forests = state.board.forests
    gone = 0
    if middle.felled is not None:
        gone = sum(1 << state.board.index[name] for name in middle.felled.split())
    else:
        for where, _ in sorted(forests.items(), key=lambda forest: -forest[1]):
            if _logs(forests, gone) >= in_use:
                break
            gone |= 1 << where
    return replace(
        state,
        forests=state.forests & ~gone,
        supply=Supply(
            moais=(moais[0], moais[1], moais[2]),
            lost_moais=(lost[0], lost[1], lost[2]),
            headdresses=BOX.shared.headdresses
            - state.crowned.bit_count()
            - _used(state, HEADDRESS),
            halves=BOX.shared.halves - sum(clan.halves for clan in state.clans),
            lost_logs=_logs(forests, gone) - in_use,
        ),
    )


def _used(state: BaseState, size: Size) -> int:
    """Count the pieces of a size that are erected, on their way or before a screen."""
    erected = state.sizes[size - 1].bit_count() if size else 0
    held = sum(clan.moais.count(size) if size else clan.headdresses for clan in state.clans)
    return erected + held + sum(piece.size == size for piece in state.pieces)


def _logs(forests: Mapping[int, int], hexes: BitSet) -> int:
    return sum(logs for where, logs in forests.items() if hexes >> where & 1)
