"""Chapters 6 and 7: figures and markers come back, and another round or the end follows."""

from collections.abc import Sequence
from itertools import chain, combinations
from typing import ClassVar

from msgspec.structs import replace

from parlour import (
    AutomaticPhase,
    Over,
    Refusal,
    SealedPhase,
    Seat,
    Tell,
    left_of,
    popped,
    swapped,
)
from parlour_giants.events import Counted, LastRoundSet, MarkersTaken
from parlour_giants.moves import GiantsMove, TakeBack
from parlour_giants.scoring import any_finished, has_moai_to_erect, score
from parlour_giants.state import NO_CAMP, BaseState, Camp, Clan, Piece, with_more

NOTHING = TakeBack(())


class Returning(SealedPhase[BaseState, TakeBack], frozen=True):
    """Owners of marked pieces take markers back, all at once and in secret (rule 6.3)."""

    rule: ClassVar[str] = "6.3"

    answers: tuple[TakeBack | None, ...]

    def moves(self, state: BaseState, seat: Seat) -> Sequence[TakeBack]:
        """Return every choice of the seat's markers on pieces (rule 6.3)."""
        if self.answers[seat] is not None:
            return ()
        return returns(state, seat)

    def why_not(self, state: BaseState, seat: Seat, move: GiantsMove) -> Refusal | None:
        """Say that no marker of the seat lies there (rule 6.3)."""
        if isinstance(move, TakeBack):
            return Refusal.of("6.3", "marker_not_there")
        return Refusal.of("6.3", "markers_wanted")

    def opened(
        self, state: BaseState, answers: tuple[TakeBack | None, ...], tell: Tell
    ) -> BaseState:
        """Take the markers back; the pieces are abandoned (rule 6.3)."""
        given = tuple(answer or NOTHING for answer in answers)
        if tell:
            tell(MarkersTaken(tuple(answer.markers for answer in given)))
        for seat, answer in enumerate(given):
            if answer.markers:
                state = _taken_back(state, seat, answer)
        return swapped(state, Cleanup())


class Cleanup(AutomaticPhase[BaseState], frozen=True):
    """Figures and logs leave the island, and the next round begins (rules 6.1, 6.2 and 6.4)."""

    rule: ClassVar[str] = "6.1"

    def advance(self, state: BaseState, tell: Tell) -> BaseState:
        """Give figures and markers back, remove logs, and pass on the start (6.1, 6.2, 6.4)."""
        supply, camps = state.supply, [camp for camp in state.camps if camp is not NO_CAMP]
        logs = supply.lost_logs + sum([camp.logs for camp in camps])
        clans = tuple(_home_again(clan, seat, camps) for seat, clan in enumerate(state.clans))
        start = left_of(state.start, state.seats)
        state = replace(
            state,
            clans=clans,
            camps=(NO_CAMP,) * len(state.camps),
            supply=replace(supply, lost_logs=logs),
            start=start,
            round=state.round + 1,
        )
        return popped(state)


def round_ended(state: BaseState, tell: Tell) -> BaseState:
    """End the match (rules 7.1, 7.4 and 7.5), or ask for markers to take back (rule 6.3)."""
    if any_finished(state) or state.is_last_round:
        return _over(state, tell)
    if not state.last_round and not has_moai_to_erect(state):
        if state.options.rulings == "first":  # 7.7
            return _over(state, tell)
        if tell:
            tell(LastRoundSet())
        state = replace(state, last_round=state.round + 1)
    owners = tuple(sorted({piece.owner for piece in state.pieces if piece.marked}))
    asking = Returning(answers=(None,) * state.seats, asked=owners)
    return swapped(state, asking if owners else Cleanup())


def _over(state: BaseState, tell: Tell) -> BaseState:
    """Count all points (rule 7.2)."""
    scores = [score(state, seat) for seat in range(state.seats)]
    if tell:
        for seat, counted in enumerate(scores):
            tell(Counted(seat, *counted))
    return swapped(state, Over.ranked([counted.total for counted in scores]))


def returns(state: BaseState, seat: Seat) -> tuple[TakeBack, ...]:
    """Return every choice of markers that a seat can take back, equal ones once (rule 6.3)."""
    marked = [
        (piece.size, state.board.hexes[piece.hex])
        for piece in state.pieces
        if piece.marked and piece.owner == seat
    ]
    marked.sort()
    counts = range(len(marked) + 1)
    choices = chain.from_iterable(combinations(marked, count) for count in counts)
    return tuple(map(TakeBack, dict.fromkeys(choices)))


def _taken_back(state: BaseState, seat: Seat, answer: TakeBack) -> BaseState:
    pieces = list(state.pieces)
    for size, where in answer.markers:
        here = state.board.index[where]
        pieces.remove(Piece(size, here, seat, marked=True))
        pieces.append(Piece(size, here))
    state = with_more(state, seat, markers=len(answer.markers))
    return replace(state, pieces=tuple(sorted(pieces)))


def _home_again(clan: Clan, seat: Seat, camps: Sequence[Camp]) -> Clan:
    """Return a seat's belongings with all figures and laid markers behind the screen (rule 6.1)."""
    out = sum([camp.workers[seat] for camp in camps])
    return replace(
        clan,
        workers=clan.workers + clan.bid_workers + out,
        sorcerer=True,
        chief=True,
        markers=clan.markers + clan.laid_markers,
        bid_workers=0,
        bid_sorcerer=False,
        bid_chief=False,
        laid_markers=0,
    )
