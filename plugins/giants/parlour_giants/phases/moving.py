"""Chapter 5, inside a turn: one piece is carried from hex to hex until its movement ends."""

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from parlour import Refusal, Seat, SeatPhase, Tell, popped, replaced, swapped
from parlour_giants.board import board, members
from parlour_giants.components import HEADDRESS, Size, burden
from parlour_giants.editions import EditionRules
from parlour_giants.events import Earned
from parlour_giants.moves import Claim, Crown, Erect, GiantsMove, Haul, Leave, Mark
from parlour_giants.phases.turns import Turns
from parlour_giants.scoring import moai_points
from parlour_giants.state import (
    LOG,
    BaseState,
    Piece,
    crews,
    fees,
    passable,
    present,
    with_more,
    with_piece,
)

Step: TypeAlias = Haul | Erect | Crown | Mark | Leave

MARK, LEAVE = Mark(), Leave()
NOT_ALL_NEEDED = Refusal.of("5.5", "carriers_wrong")


class Moving(SeatPhase[BaseState, Step], frozen=True):
    """One piece is on the move (rules 5.3 to 5.11)."""

    rule: ClassVar[str] = "5.4"

    size: Size
    hex: int
    """The number of the hex where the piece is now."""
    claim: Claim
    """Why the seat may move it."""
    been: int
    """The set of hexes that it has been on in this movement."""
    before: int = 0
    """The set of hexes that it was on earlier in this round (rule 9.7), or that it lay on in this
    transport, also before this movement (5.15)."""

    def closed(self, rules: EditionRules) -> int:
        """Return the set of hexes that the piece may not enter (rules 5.4 and 9.7)."""
        return self.been | self.before if rules.visits == "round" else self.been

    def lain(self, rules: EditionRules) -> int:
        """Return the set of hexes where the piece may not be left once more (rule 5.15)."""
        return self.before if rules.visits == "rest" else 0

    def may_be_left(self, rules: EditionRules, here: int) -> bool:
        """Tell whether the piece could be left on a hex if it is carried there (5.4 and 5.15)."""
        stays = here == self.hex and self.been.bit_count() == 1
        return not stays and not self.lain(rules) >> here & 1

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Step]:
        """Return each end of the movement, and each step that leads to an end (rule 5.4)."""
        camps, hexes, size = state.camps, state.board.hexes, self.size
        moves = self._ends(state)
        for near in members(self._ways(state)):
            moves += [Haul(hexes[near], crew) for crew in crews(camps[near], size)]
        return moves

    def why_not(self, state: BaseState, seat: Seat, move: GiantsMove) -> Refusal | None:
        """Say which rule forbids the step or the end (rules 5.3 to 5.11)."""
        if isinstance(move, Haul):
            return self._why_not_haul(state, move)
        if isinstance(move, Erect | Crown):
            return self._why_not_raise(state, move)
        if isinstance(move, Mark):
            if self.claim == "marked":
                return Refusal.of("5.9", "marked_already")
            return Refusal.of("5.9", "no_marker")
        return self._why_not_leave(state, move)

    def play(self, state: BaseState, seat: Seat, move: Step, tell: Tell) -> BaseState:
        """Carry the piece on, or end its movement (rules 5.3 to 5.10)."""
        match move:
            case Haul():
                return self._hauled(state, move, tell)
            case Erect():
                after = self._erected(state, state.board.ahu_index[move.ahu], tell)
            case Crown():
                crowned = state.crowned | 1 << state.board.ahu_index[move.ahu]
                after = replace(self._marker_returned(state), crowned=crowned)
            case Mark():
                after = self._laid(with_more(state, seat, markers=-1), marked=True)
            case Leave():
                after = self._laid(state, marked=self.claim == "marked")
        after = popped(after)
        below: Turns = after.phases[-1]
        return below.next_turn(after, tell)

    # Ends and steps

    def _ends(self, state: BaseState) -> list[Step]:
        """Return the ways to end the movement here (rules 5.4 and 5.7 to 5.11)."""
        ahus = state.board.ahus
        here = sites(state, self.seat, self.size, self.hex, self.claim)
        end = Erect if self.size else Crown
        ends: list[Step] = [end(ahus[ahu].name) for ahu in members(here)]
        if can_mark(state, self.seat, self.claim):
            ends.append(MARK)
        rules = state.options.edition_rules
        if self.claim != "abandoned" and self.may_be_left(rules, self.hex):
            ends.append(LEAVE)
        return ends

    def _ways(self, state: BaseState) -> int:
        """Return the hexes that can be entered next without making an end impossible (rule 5.4)."""
        rules, is_own = state.options.edition_rules, self.claim != "abandoned"
        inside = passable(state.camps)[self.size] & ~self.closed(rules)
        near, lain = state.board.around[self.hex] & inside, self.lain(rules)
        if not near or can_mark(state, self.seat, self.claim) or (is_own and not inside & lain):
            return near
        ends = goals(state, self.seat, self.size, self.claim) | (inside & ~lain if is_own else 0)
        return near & _reaching(state.options.island, ends, inside)

    def _why_not_haul(self, state: BaseState, move: Haul) -> Refusal | None:
        to = state.board.index.get(move.hex)
        if to is None or not state.board.around[self.hex] >> to & 1:
            return Refusal.of("5.3", "hex_not_next", hex=move.hex)
        if self.closed(state.options.edition_rules) >> to & 1:
            return self._why_not_again(to, move.hex)
        if not passable(state.camps)[self.size] >> to & 1:
            return Refusal.of("5.3", "carriers_too_weak", hex=move.hex, burden=burden(self.size))
        if move.crew not in crews(state.camps[to], self.size):
            only_logs = set(move.crew) == {LOG}
            return Refusal.of("5.3", "logs_alone") if only_logs else NOT_ALL_NEEDED
        if self.claim == "abandoned":
            return Refusal.of("5.11", "abandoned_piece_stuck_there")
        return Refusal.of("5.15", "piece_stuck_there", hex=move.hex)

    def _why_not_again(self, to: int, name: str) -> Refusal:
        """Say that the piece was on a hex in this movement, or earlier in the round."""
        if self.been >> to & 1:
            return Refusal.of("5.4", "hex_visited", hex=name)
        return Refusal.of("9.7", "hex_visited_this_round", hex=name)

    def _why_not_leave(self, state: BaseState, move: GiantsMove) -> Refusal:
        if isinstance(move, Leave) and self.claim == "abandoned":
            return Refusal.of("5.11", "abandoned_piece_left")
        if isinstance(move, Leave) and self.been.bit_count() > 1:
            return Refusal.of("5.15", "hex_lain_on", hex=state.board.hexes[self.hex])
        return Refusal.of("5.4", "movement_unfinished")

    def _why_not_raise(self, state: BaseState, move: Erect | Crown) -> Refusal | None:
        rule = "5.7" if isinstance(move, Erect) else "5.8"
        ahu = state.board.ahu_index.get(move.ahu)
        if isinstance(move, Erect) == (self.size == HEADDRESS):
            return Refusal.of(rule, "wrong_kind_of_piece")
        if ahu is None or state.board.ahus[ahu].hex != self.hex:
            return Refusal.of(rule, "piece_not_at_ahu", ahu=move.ahu)
        if missing := self._why_no_raising(state, rule):
            return missing
        if self.size == HEADDRESS:
            return Refusal.of("5.8", "no_moai_to_crown")
        if state.free >> ahu & 1:
            return Refusal.of("5.7", "no_base")
        return Refusal.of("5.7", "ahu_taken", ahu=move.ahu)

    def _why_no_raising(self, state: BaseState, rule: str) -> Refusal | None:
        """Say why no ahu of the hex can take the piece, regardless of the figures there (9.6)."""
        if not state.camps[self.hex].has(self.seat):
            return Refusal.of(rule, "no_figure_there")
        if not _may_raise(state.options.edition_rules, self.size, self.claim):
            return Refusal.of("9.6", "abandoned_headdress")
        if not _stands(state, self.seat, self.size, self.hex):
            return Refusal.of("9.6", "no_worker_there")
        return None

    # What a step or an end changes

    def _hauled(self, state: BaseState, move: Haul, tell: Tell) -> BaseState:
        """Carry the piece into a hex, and pay foreign carriers (rule 5.6)."""
        to = state.board.index[move.hex]
        for seat, points in fees(move.crew, self.seat, self.size):
            state = _earned(state, seat, points, tell)
        return swapped(state, replace(self, hex=to, been=self.been | 1 << to))

    def _marker_returned(self, state: BaseState) -> BaseState:
        """Put the marker on the piece back behind the screen (rule 5.9)."""
        return with_more(state, self.seat, markers=1) if self.claim == "marked" else state

    def _laid(self, state: BaseState, *, marked: bool) -> BaseState:
        visits, here = state.options.edition_rules.visits, 1 << self.hex
        been = {"movement": 0, "rest": self.before | here, "round": self.before | self.been}[visits]
        return with_piece(state, Piece(self.size, self.hex, self.seat, marked, been))

    def _erected(self, state: BaseState, ahu: int, tell: Tell) -> BaseState:
        """Put the moai on an ahu, with a base face down under it (rule 5.7)."""
        bit, seat = 1 << ahu, self.seat
        state = self._marker_returned(state)
        if state.reserved[seat] & bit:
            reserved = replaced(state.reserved, seat, state.reserved[seat] & ~bit)
            state = replace(state, reserved=reserved)
        else:
            state = with_more(state, seat, bases=-1)
        state = replace(
            state,
            erected=replaced(state.erected, seat, state.erected[seat] | bit),
            sizes=replaced(state.sizes, self.size - 1, state.sizes[self.size - 1] | bit),
        )
        if state.options.immediate_scoring:  # 7.3
            state = _earned(state, seat, moai_points(state, ahu), tell)
        return state


def _earned(state: BaseState, seat: Seat, points: int, tell: Tell) -> BaseState:
    """Give a seat points on the track (rules 5.6 and 7.3)."""
    if tell:
        tell(Earned(seat, points))
    return with_more(state, seat, points=points)


def sites(state: BaseState, seat: Seat, size: Size, here: int, claim: Claim) -> int:
    """Return the ahus of a hex that can take a seat's piece (rules 5.7, 5.8 and 9.6)."""
    ahus = state.board.ahus_at[here]
    if not ahus or not _stands(state, seat, size, here):
        return 0
    may_raise = _may_raise(state.options.edition_rules, size, claim)
    return ahus & _ready(state, seat, size) if may_raise else 0


def _stands(state: BaseState, seat: Seat, size: Size, here: int) -> bool:
    """Tell whether a figure of a seat is on a hex that can raise a piece there (5.7, 5.8, 9.6)."""
    camp = state.camps[here]
    if _only_workers_raise(state.options.edition_rules, size):
        return camp.workers[seat] > 0
    return camp.has(seat)


def _only_workers_raise(rules: EditionRules, size: Size) -> bool:
    """Tell whether a worker must stand where a piece of a size is raised (rule 9.6)."""
    return size != HEADDRESS and rules.erecting == "worker"


def _may_raise(rules: EditionRules, size: Size, claim: Claim) -> bool:
    """Tell whether a piece moved by this right may be erected, or crown a moai (rule 9.6)."""
    abandoned = size == HEADDRESS and claim == "abandoned"
    return not abandoned or rules.abandoned_headdress == "crowns"


def _ready(state: BaseState, seat: Seat, size: Size) -> int:
    """Return the ahus that can take a seat's piece, if a figure of the seat stands there."""
    if size == HEADDRESS:
        return state.moais & ~state.crowned
    return state.reserved[seat] | (state.free if state.clans[seat].bases else 0)


class Completion:
    """Tells which movements of a seat can be brought to an end (rule 5.4)."""

    def __init__(self, state: BaseState, seat: Seat) -> None:
        self._state = state
        self._seat = seat
        self._can_mark = state.clans[seat].markers > 0
        self._rules = state.options.edition_rules
        self._around = state.board.around
        self._passable: tuple[int, ...] = ()
        self._goals: list[int | None] = [None, None]

    def is_possible(self, size: Size, here: int, claim: Claim, before: int = 0) -> bool:
        """Tell whether a movement that begins here can be brought to an end (rule 5.4).

        ``before`` is the set of hexes that count from earlier movements (rules 5.15 and 9.7).
        """
        if self._can_mark and claim != "marked":
            return True
        self._passable = self._passable or passable(self._state.camps)
        inside, is_own = self._passable[size], claim != "abandoned"
        if before and self._rules.visits != "rest":
            inside &= ~before  # 9.7
        near, rests = self._around[here] & inside, inside & ~(before | 1 << here)
        if is_own and near & rests:
            return True  # Asked first, as most pieces can be left on the next hex (5.10).
        ends = self._ends(size) if is_own or _may_raise(self._rules, size, claim) else 0
        if ends >> here & 1 or not near:
            return ends >> here & 1 == 1
        return near & _reaching(self._state.options.island, ends | rests * is_own, inside) != 0

    def _ends(self, size: Size) -> int:
        """Return the hexes where pieces of a size are raised, which are found once for moais."""
        kind = size != HEADDRESS
        ends = self._goals[kind]
        if ends is None:
            ends = self._goals[kind] = _raisings(self._state, self._seat, size)
        return ends


def goals(state: BaseState, seat: Seat, size: Size, claim: Claim) -> int:
    """Return the hexes where an ahu can take a seat's piece (rules 5.7, 5.8 and 9.6)."""
    may_raise = _may_raise(state.options.edition_rules, size, claim)
    return _raisings(state, seat, size) if may_raise else 0


def _raisings(state: BaseState, seat: Seat, size: Size) -> int:
    """Return the same of a piece that may be raised."""
    only_workers = _only_workers_raise(state.options.edition_rules, size)
    standing = present(state.camps, seat, workers_only=only_workers)
    return standing & _hexes_of(state.options.island, _ready(state, seat, size))


@lru_cache(maxsize=1 << 12)
def _hexes_of(name: str, ahus: int) -> int:
    """Return the hexes of a set of ahus."""
    hexes = 0
    for ahu in members(ahus):
        hexes |= 1 << board(name).ahus[ahu].hex
    return hexes


def can_mark(state: BaseState, seat: Seat, claim: Claim) -> bool:
    """Tell whether a seat can put a marker on a piece moved by this right (rule 5.9)."""
    return claim != "marked" and state.clans[seat].markers > 0


@lru_cache(maxsize=1 << 12)
def _beside(name: str, hexes: int) -> int:
    """Return the hexes next to at least one of a set."""
    around, found = board(name).around, 0
    for here in members(hexes):
        found |= around[here]
    return found


@lru_cache(maxsize=1 << 12)
def _reaching(name: str, ends: int, inside: int) -> int:
    """Return the hexes where a piece is at one of ``ends``, or can be carried to one.

    The search runs backwards from the ends, over the set of hexes ``inside``. It does not have to
    forbid a second visit (rule 5.4), since a shortest way makes none.
    """
    starts, edge = ends, ends & inside
    while edge:
        wider = _beside(name, edge)
        edge = wider & inside & ~starts
        starts |= wider
    return starts
