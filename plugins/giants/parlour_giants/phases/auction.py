"""Chapter 3: everybody bids in secret, then the bidders pick the moais that they carve."""

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from parlour import Decide, DecisionPhase, Refusal, SealedPhase, Seat, Tell, await_seat, swapped
from parlour_giants.components import Size
from parlour_giants.events import BidsOpened, Uncarved
from parlour_giants.heuristic.bid_values import chances, share_kept
from parlour_giants.moves import Bid, Decline, GiantsMove, Pick
from parlour_giants.phases.placing import TABLET, placing
from parlour_giants.state import BaseState, Clan, with_clan

DECLINE = Decline()
PICKS = tuple(Pick(size) for size in range(4))


class Bidding(SealedPhase[BaseState, Bid], frozen=True):
    """Everybody bids markers and figures in secret (rule 3.1)."""

    rule: ClassVar[str] = "3.1"

    answers: tuple[Bid | None, ...]
    quarry: tuple[Size, ...]
    """The sizes of the moais on the quarry, sorted."""

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Bid]:
        """Return every choice of markers and figures behind the screen, also none (rule 3.1)."""
        if self.answers[seat] is not None:
            return ()
        return _bids_of(state.clans[seat])

    def guess(self, state: BaseState, seat: Seat, rng: Random) -> Bid:
        """Return a bid that a seat may have made: the likelier the more it is worth (rule 3.1)."""
        bids = _bids_of(state.clans[seat])
        summed = chances(bids, self.quarry, state.clans[seat].halves, share_kept(state, 0))
        return bids[min(bisect(summed, rng.random()), len(bids) - 1)]

    def why_not(self, state: BaseState, seat: Seat, move: GiantsMove) -> Refusal | None:
        """Say that a bid holds more than is behind the screen (rule 3.1)."""
        if isinstance(move, Bid):
            return Refusal.of("3.1", "bid_not_held")
        return Refusal.of("3.1", "bid_wanted")

    def opened(self, state: BaseState, answers: tuple[Bid, ...], tell: Tell) -> BaseState:
        """Lay all bids before the screens, and find the order of the picks (rule 3.2)."""
        for seat, bid in enumerate(answers):
            state = _laid(state, seat, bid)
        order = picking_order(state, answers)
        if tell:
            tell(BidsOpened(answers, order))
        return _next_pick(state, Picking(order=order, quarry=self.quarry), 0, tell)


class Picking(DecisionPhase[BaseState, Pick | Decline], frozen=True):
    """The bidders pick one moai each, round and round (rules 3.3 and 3.4)."""

    rule: ClassVar[str] = "3.3"

    order: tuple[Seat, ...]
    """The seats in picking order."""
    quarry: tuple[Size, ...]
    """The sizes of the moais left on the quarry, sorted."""
    turn: int = 0
    """The place in ``order`` of the seat that picks now."""
    declined: int = 0
    """The set of seats that have declined."""

    def awaited(self, state: BaseState) -> Decide:
        """Await the seat whose turn it is to pick (rules 3.2 and 3.4)."""
        return await_seat(self.order[self.turn])

    def moves(self, state: BaseState, seat: Seat) -> Sequence[Pick | Decline]:
        """Return each size that the bid can still carve, and to decline (rules 3.3 and 3.4)."""
        sizes = _carvable(state.clans[seat], self.quarry)
        return (*[PICKS[size] for size in sizes], DECLINE)

    def why_not(self, state: BaseState, seat: Seat, move: GiantsMove) -> Refusal | None:
        """Say whether the moai or the sculptors are missing (rule 3.3)."""
        if not isinstance(move, Pick):
            return Refusal.of("3.3", "pick_wanted")
        if move.size not in self.quarry:
            return Refusal.of("3.3", "size_not_on_quarry", size=move.size)
        return Refusal.of("3.3", "too_few_sculptors", size=move.size)

    def play(self, state: BaseState, seat: Seat, move: Pick | Decline, tell: Tell) -> BaseState:
        """Carve the moai, or decline for the rest of the round (rules 3.3 and 3.4)."""
        if isinstance(move, Decline):
            declined = replace(self, declined=self.declined | 1 << seat)
            return _next_pick(state, declined, self.turn + 1, tell)
        moais = tuple(sorted((*state.clans[seat].moais, move.size)))
        place = self.quarry.index(move.size)
        left = replace(self, quarry=self.quarry[:place] + self.quarry[place + 1 :])
        carved = with_clan(state, seat, replace(state.clans[seat], moais=moais))
        return _next_pick(carved, left, self.turn + 1, tell)


def _bids_of(clan: Clan) -> tuple[Bid, ...]:
    return _bids(clan.markers, clan.workers, clan.sorcerer, clan.chief)


@lru_cache(maxsize=1 << 10)
def _bids(markers: int, workers: int, sorcerer: bool, chief: bool) -> tuple[Bid, ...]:  # noqa: FBT001  cached by position
    return tuple(
        Bid(m, w, s, c)
        for m in range(markers + 1)
        for w in range(workers + 1)
        for s in range(sorcerer + 1)
        for c in range(chief + 1)
    )


def _laid(state: BaseState, seat: Seat, bid: Bid) -> BaseState:
    """Move a bid from behind the screen to before it (rule 3.6)."""
    clan = state.clans[seat]
    clan = replace(
        clan,
        markers=clan.markers - bid.markers,
        laid_markers=clan.laid_markers + bid.markers,
        workers=clan.workers - bid.workers,
        bid_workers=bid.workers,
        sorcerer=clan.sorcerer and not bid.sorcerer,
        bid_sorcerer=bool(bid.sorcerer),
        chief=clan.chief and not bid.chief,
        bid_chief=bool(bid.chief),
    )
    return with_clan(state, seat, clan)


def picking_order(state: BaseState, bids: tuple[Bid, ...]) -> tuple[Seat, ...]:
    """Sort seats by markers bid, then by Rongo halves, then by the order of play (rule 3.2).

    By the former reading of the Italian edition whole tablets count (rule 9.6).
    """
    size = TABLET if state.options.edition_rules.tie == "tablets" else 1

    def rank(seat: Seat) -> tuple[int, int, int]:
        after_start = (seat - state.start) % state.seats
        return -bids[seat].markers, -(state.clans[seat].halves // size), after_start

    return tuple(sorted(range(state.seats), key=rank))


def can_carve(clan: Clan, sizes: tuple[Size, ...]) -> bool:
    """Tell whether a bid's sculptors carve moais of all these sizes (rule 3.3).

    The chief counts for the largest moai: then the others have the least to carve.
    """
    hands = clan.bid_workers + clan.bid_sorcerer
    return sum(sizes) - (max(sizes, default=0) if clan.bid_chief else 0) <= hands


@lru_cache(maxsize=1 << 10)
def _carvable(clan: Clan, quarry: tuple[Size, ...]) -> tuple[Size, ...]:
    sizes = sorted(set(quarry))
    return tuple(size for size in sizes if can_carve(clan, (*clan.moais, size)))


def _next_pick(state: BaseState, phase: Picking, turn: int, tell: Tell) -> BaseState:
    """Find who picks next, from place ``turn`` on; place figures when nobody can (rule 3.4)."""
    for step in range(len(phase.order)):
        place = (turn + step) % len(phase.order)
        seat = phase.order[place]
        if not phase.declined >> seat & 1 and _carvable(state.clans[seat], phase.quarry):
            return swapped(state, replace(phase, turn=place))
    return placing(_cleared(state, phase.quarry, tell), tell)


def _cleared(state: BaseState, quarry: tuple[Size, ...], tell: Tell) -> BaseState:
    """Put moais that nobody carved into the box, or out of the game (rules 3.5 and 9.3)."""
    if not quarry:
        return state
    removed = state.options.edition_rules.leftover_moai == "removed"
    supply = state.supply
    place = "lost_moais" if removed else "moais"
    held = enumerate(getattr(supply, place), 1)
    moais = tuple(number + quarry.count(size) for size, number in held)
    if tell:
        tell(Uncarved(quarry, removed))
    return replace(state, supply=replace(supply, **{place: moais}))
