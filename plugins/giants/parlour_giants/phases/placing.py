"""Chapter 4: figures and logs are placed on the island, and sorcerers and chiefs act there."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from parlour import Refusal, Seat, SeatPhase, Tell, left_of, popped, pushed, replaced, swapped
from parlour_giants.board import Board, board, members
from parlour_giants.components import Figure
from parlour_giants.moves import Again, Enough, GiantsMove, Pass, Place, Rongo
from parlour_giants.phases.transport import transport
from parlour_giants.phases.turns import Idle, Turns, next_up
from parlour_giants.state import BaseState, Camp, Clan, with_more

PASS, RONGO, ENOUGH = Pass(), Rongo(), Enough()
MAX_LOGS = 2
"""The most logs that are placed with one figure (rule 4.3)."""
TABLET = 2
"""The number of halves in a Rongo tablet (rule 4.10)."""
NOT_WANTED = "nothing"
"""The gain of a figure that could act and does not (rule 4.4)."""

Gains: TypeAlias = tuple[int, int, int]
"""The gains that a seat can have: a set of worker 1, marker 2 and headdress 4; the set of forests
that stand; the set of ahus that are free."""
NO_GAINS: Gains = (0, 0, 0)


class Placing(SeatPhase[BaseState, Place | Rongo | Pass], frozen=True):
    """In turn everybody places a figure, buys a Rongo half or passes (rule 4.1)."""

    rule: ClassVar[str] = "4.1"

    passed: int = 0
    """The set of seats that have passed (rule 4.12)."""
    waiting: int = 0
    """The set of seats that passed with figures left since anybody did something (rule 9.5)."""
    stuck: int = 0
    """The set of seats that have not, and could do nothing at their last turn (rule 4.13)."""

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Place | Rongo | Pass]:
        """Return every figure with every hex and gain, a half, and to pass (rules 4.2 to 4.12)."""
        clan, name = state.clans[seat], state.options.island
        moves: tuple[Place | Rongo | Pass, ...] = (PASS,)
        if _can_buy(state, clan):
            moves = (RONGO, PASS)
        logs, gains = min(clan.logs, MAX_LOGS), _gains(state, seat)
        if clan.workers:
            moves = (*_places(name, "worker", logs, NO_GAINS), *moves)
        if clan.sorcerer:
            moves = (*_places(name, "sorcerer", logs, gains), *moves)
        if clan.chief:
            reads = clan.halves >= TABLET
            moves = (*_places(name, "chief", 0, gains if reads else NO_GAINS), *moves)
        return moves

    def why_not(self, state: BaseState, seat: Seat, move: GiantsMove) -> Refusal | None:
        """Name the missing thing, or say why the action is not possible (rules 4.2 to 4.11)."""
        if isinstance(move, Place):
            return _why_not_place(state, seat, move)
        if isinstance(move, Rongo):
            if not state.clans[seat].markers:
                return Refusal.of("4.11", "half_needs_marker")
            return Refusal.of("4.11", "no_half_in_box")
        return Refusal.of("4.1", "placing_wanted")

    def play(
        self, state: BaseState, seat: Seat, move: Place | Rongo | Pass, tell: Tell
    ) -> BaseState:
        """Place, buy or pass, then give the turn to the left (rules 4.1 to 4.12 and 9.5)."""
        if isinstance(move, Pass):
            bit, clan = 1 << seat, state.clans[seat]
            if clan.figures and state.options.edition_rules.passing == "open":
                passing = replace(self, waiting=self.waiting | bit)
            else:
                passing = replace(self, passed=self.passed | bit)
            return _next_turn(state, passing, left_of(seat, state.seats), tell)
        if isinstance(move, Rongo):
            return self.next_turn(_half_bought(state, seat), tell)
        state = _placed(state, seat, move)
        if move.gain and move.gain != NOT_WANTED:
            state = gained(state, seat, state.board.index[move.hex], move.gain)
            if move.figure == "chief":
                state = tablet_broken(state, seat)
                if _may_read_on(state, seat, move.hex):
                    return pushed(state, Reading(seat=seat, hex=move.hex))
        return self.next_turn(state, tell)

    def next_turn(self, state: BaseState, tell: Tell) -> BaseState:
        """Give the turn to the next seat to the left that has not passed (rule 4.1)."""
        asked = replace(self, waiting=0)  # 9.5
        return _next_turn(state, asked, left_of(self.seat, state.seats), tell)


class Reading(SeatPhase[BaseState, Again | Enough], frozen=True):
    """A placed chief may break another tablet and act again (rules 4.10 and 9.4)."""

    rule: ClassVar[str] = "4.10"

    hex: str
    """The chief's hex."""

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Again | Enough]:
        """Return each action of the chief's hex, if there is a tablet, and to stop (rule 4.10)."""
        if state.clans[seat].halves < TABLET:  # 8.1: a half was paid for a peek
            return (ENOUGH,)
        return (*map(Again, gains_here(state, seat, self.hex)), ENOUGH)

    def why_not(self, state: BaseState, seat: Seat, move: GiantsMove) -> Refusal | None:
        """Say whether the tablet or the gain is missing (rule 4.10)."""
        if not isinstance(move, Again):
            return Refusal.of("4.10", "tablet_wanted")
        if state.clans[seat].halves < TABLET:
            return Refusal.of("4.10", "no_tablet_left")
        return _why_not_gain(state, seat, self.hex, move.gain)

    def play(self, state: BaseState, seat: Seat, move: Again | Enough, tell: Tell) -> BaseState:
        """Break a tablet and act again, or stop (rule 4.10)."""
        if isinstance(move, Again):
            state = gained(state, seat, state.board.index[self.hex], move.gain)
            state = tablet_broken(state, seat)
            if _may_read_on(state, seat, self.hex):
                return state
        after = popped(state)
        below: Turns = after.phases[-1]
        return below.next_turn(after, tell)


def placing(state: BaseState, tell: Tell) -> BaseState:
    """Begin to place figures, with the start player (rule 4.1)."""
    return _next_turn(state, Placing(seat=state.start), state.start, tell)


def _next_turn(state: BaseState, phase: Placing, first: Seat, tell: Tell) -> BaseState:
    idle = Idle(phase.passed | phase.waiting, phase.stuck)
    seat, idle = next_up(state, first, idle, _able, tell)
    if seat is None:
        return transport(state, tell)
    passed = idle.passed & ~phase.waiting
    turn = replace(phase, seat=seat, passed=passed, stuck=idle.stuck)
    return swapped(state, turn)


def _able(state: BaseState, seat: Seat) -> bool:
    clan = state.clans[seat]
    return clan.figures or _can_buy(state, clan)


def _can_buy(state: BaseState, clan: Clan) -> bool:
    return clan.markers > 0 and state.supply.halves > 0


# Placements and their gains


@lru_cache(maxsize=1 << 14)
def _place(figure: Figure, where: str, logs: int, gain: str = "") -> tuple[Place, ...]:
    """Return the placements on one hex with 0 to ``logs`` logs."""
    return tuple(Place(figure, where, n, gain) for n in range(logs + 1))


@lru_cache(maxsize=1 << 12)
def _places(name: str, figure: Figure, logs: int, gains: Gains) -> tuple[Place, ...]:
    """Return every placement of a figure with 0 to ``logs`` logs.

    Where a gain is possible each placement names its gain or declines it (rule 4.4).
    """
    on = board(name)
    places = [_place(figure, where, logs) for where in on.hexes]
    for here, gain in _gain_places(on, *gains):
        where = on.hexes[here]
        others = places[here] if places[here][0].gain else _place(figure, where, logs, NOT_WANTED)
        places[here] = _place(figure, where, logs, gain) + others
    return tuple(chain.from_iterable(places))


def _gain_places(on: Board, special: int, forests: int, ahus: int) -> list[tuple[int, str]]:
    """Return each hex that has a gain, with the gain."""
    places = ((on.village, "worker"), (on.hut, "marker"), (on.headdress_quarry, "headdress"))
    return [
        *(place for number, place in enumerate(places) if special >> number & 1),
        *((where, "logs") for where in members(forests)),
        *((on.ahus[ahu].hex, on.ahus[ahu].name) for ahu in members(ahus)),
    ]


def _gains(state: BaseState, seat: Seat) -> Gains:
    """Return the gains that are left for a seat (rules 4.5 to 4.9)."""
    clan = state.clans[seat]
    special = (
        (clan.stored_workers > 0)
        | (clan.stored_markers > 0) << 1
        | (state.supply.headdresses > 0) << 2
    )
    return special, state.forests, state.free if clan.bases else 0


def gains_here(state: BaseState, seat: Seat, where: str) -> list[str]:
    """Return what a figure of a seat can gain by acting on a hex (rules 4.5 to 4.9)."""
    here = state.board.index[where]
    places = _gain_places(state.board, *_gains(state, seat))
    return [gain for place, gain in places if place == here]


def _why_not_place(state: BaseState, seat: Seat, move: Place) -> Refusal | None:
    clan = state.clans[seat]
    if move.hex not in state.board.index:
        return Refusal.of("4.2", "no_such_hex", hex=move.hex)
    if not clan.behind[move.figure]:
        return Refusal.of("4.2", "no_such_figure", figure=move.figure)
    if not 0 <= move.logs <= MAX_LOGS or (move.logs and move.figure == "chief"):
        return Refusal.of("4.3", "too_many_logs")
    if move.logs > clan.logs:
        return Refusal.of("4.3", "logs_not_held", number=clan.logs)
    return _why_not_act(state, seat, move)


def _why_not_act(state: BaseState, seat: Seat, move: Place) -> Refusal:
    if move.figure == "worker":
        return Refusal.of("4.4", "worker_acts")
    if not move.gain:
        gains = (*gains_here(state, seat, move.hex), NOT_WANTED)
        return Refusal.of("4.4", "action_unsaid", figure=move.figure, gains=gains)
    if move.gain == NOT_WANTED:
        return Refusal.of("4.4", "no_action_there", figure=move.figure)
    if move.figure == "chief" and state.clans[seat].halves < TABLET:
        return Refusal.of("4.10", "chief_needs_tablet")
    return _why_not_gain(state, seat, move.hex, move.gain)


def _why_not_gain(state: BaseState, seat: Seat, where: str, gain: str) -> Refusal:
    on, here = state.board, state.board.index[where]
    rules = {"worker": "4.5", "marker": "4.6", "logs": "4.7", "headdress": "4.9"}
    homes = {
        "worker": on.village, "marker": on.hut, "headdress": on.headdress_quarry
    }  # fmt: skip
    if gain not in rules:
        return _why_not_reserve(state, seat, here, gain)
    if homes.get(gain, here) != here or (gain == "logs" and here not in on.forests):
        return Refusal.of(rules[gain], "gain_elsewhere", hex=where)
    if gain == "logs":
        return Refusal.of("4.7", "forest_felled")
    return Refusal.of(rules[gain], "gain_used_up")


def _why_not_reserve(state: BaseState, seat: Seat, here: int, ahu: str) -> Refusal:
    number = state.board.ahu_index.get(ahu)
    if number is None or state.board.ahus[number].hex != here:
        return Refusal.of("4.8", "ahu_elsewhere", ahu=ahu)
    if not state.clans[seat].bases:
        return Refusal.of("4.8", "no_base")
    return Refusal.of("4.8", "ahu_taken", ahu=ahu)


# What a turn changes


def _placed(state: BaseState, seat: Seat, move: Place) -> BaseState:
    """Put the figure and its logs onto their hex (rules 4.2 and 4.3)."""
    clan, here = state.clans[seat], state.board.index[move.hex]
    behind = clan.logs - move.logs
    if move.figure == "worker":
        clan = replace(clan, workers=clan.workers - 1, logs=behind)
    elif move.figure == "sorcerer":
        clan = replace(clan, sorcerer=False, logs=behind)
    else:
        clan = replace(clan, chief=False)
    camp = camp_with(state.camps[here], seat, move.figure, move.logs)
    clans, camps = replaced(state.clans, seat, clan), replaced(state.camps, here, camp)
    return replace(state, clans=clans, camps=camps)


@lru_cache(maxsize=1 << 13)
def camp_with(camp: Camp, seat: Seat, figure: Figure, logs: int) -> Camp:
    """Return a camp with one more figure of a seat, and so many logs more."""
    if figure == "worker":
        workers = replaced(camp.workers, seat, camp.workers[seat] + 1)
        return replace(camp, workers=workers, logs=camp.logs + logs)
    if figure == "sorcerer":
        return replace(camp, sorcerers=camp.sorcerers | 1 << seat, logs=camp.logs + logs)
    return replace(camp, chiefs=camp.chiefs | 1 << seat, logs=camp.logs + logs)


def _half_bought(state: BaseState, seat: Seat) -> BaseState:
    """Lay a marker before the screen for a Rongo half (rule 4.11)."""
    clan, supply = state.clans[seat], state.supply
    clan = replace(
        clan,
        markers=clan.markers - 1,
        laid_markers=clan.laid_markers + 1,
        halves=clan.halves + 1,
    )
    supply = replace(supply, halves=supply.halves - 1)
    return replace(state, supply=supply, clans=replaced(state.clans, seat, clan))


def tablet_broken(state: BaseState, seat: Seat) -> BaseState:
    """Put two halves back into the box (rule 4.10)."""
    supply = replace(state.supply, halves=state.supply.halves + TABLET)
    return with_more(replace(state, supply=supply), seat, halves=-TABLET)


def _may_read_on(state: BaseState, seat: Seat, where: str) -> bool:
    return (
        state.options.edition_rules.chief_actions == "per_tablet"
        and state.clans[seat].halves >= TABLET
        and bool(gains_here(state, seat, where))
    )


def gained(state: BaseState, seat: Seat, here: int, gain: str) -> BaseState:
    """Give a seat the gain of its action on hex ``here`` (rules 4.5 to 4.9)."""
    match gain:
        case "worker":
            return with_more(state, seat, workers=1, stored_workers=-1)
        case "marker":
            return with_more(state, seat, markers=1, stored_markers=-1)
        case "logs":
            felled = replace(state, forests=state.forests & ~(1 << here))
            return with_more(felled, seat, logs=state.board.forests[here])
        case "headdress":
            supply = replace(state.supply, headdresses=state.supply.headdresses - 1)
            return with_more(replace(state, supply=supply), seat, headdresses=1)
    ahus = state.reserved[seat] | 1 << state.board.ahu_index[gain]
    reserved = replaced(state.reserved, seat, ahus)
    return with_more(replace(state, reserved=reserved), seat, bases=-1)
