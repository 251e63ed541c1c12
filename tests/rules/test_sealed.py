"""Sealed answers: who is asked, what a view shows of them, and what a bot may guess."""

from collections import Counter
from random import Random

import pytest

from parlour import Over, masked, unmasked
from tests.broken_games.sealed_bid import Auction, Bid, Bidding

TWO, ONE = Bid(2), Bid(1)
MOST = 3


def world_of(seen: tuple[Bidding | Over, ...], seed: int) -> Bidding | Over:
    return unmasked(Auction(seen), Random(seed)).phases[0]


def bidding(*answers: Bid | None, asked: tuple[int, ...] | None = None) -> Bidding:
    return Bidding(answers, MOST, asked=asked)


@pytest.mark.parametrize(
    ("phase", "waiting"),
    [
        pytest.param(bidding(None, None, None), (0, 1, 2), id="all"),
        pytest.param(bidding(None, TWO, None), (0, 2), id="all but who has answered"),
        pytest.param(bidding(None, None, None, asked=(0, 2)), (0, 2), id="those asked"),
        pytest.param(bidding(TWO, None, None, asked=(0, 2)), (2,), id="those asked that are left"),
    ],
)
def test_a_sealed_phase_awaits_those_who_are_asked(phase: Bidding, waiting: tuple[int]) -> None:
    awaited = phase.awaited(Auction((phase,)))

    assert (awaited.seats, awaited.sealed) == (waiting, True)


def test_the_last_of_those_asked_opens_all() -> None:
    class Opening(Bidding, frozen=True):
        def opened(self, state: Auction, answers: tuple[Bid | None, ...], tell: object) -> Auction:
            return Auction(
                (Over((0,), tuple(answer.coins if answer else 0 for answer in answers)),)
            )

    phase = Opening((None, None, TWO), MOST, asked=(0, 2))

    assert phase.play(Auction((phase,)), 0, ONE, None) == Auction((Over((0,), (1, 0, 2)),))


@pytest.mark.parametrize(
    ("seat", "answers", "unseen"),
    [
        pytest.param(0, (ONE, None, None), (2,), id="who has answered"),
        pytest.param(1, (None, None, None), (0, 2), id="who has not"),
        pytest.param(2, (None, None, TWO), (0,), id="the third"),
    ],
)
def test_a_view_shows_who_has_answered_and_the_own_answer(
    seat: int, answers: tuple[Bid | None, ...], unseen: tuple[int, ...]
) -> None:
    (seen,) = masked((bidding(ONE, None, TWO),), seat)

    assert (seen.answers, seen.unseen) == (answers, unseen)
    assert seen.awaited(Auction((seen,))).seats == (1,)


def test_what_is_not_sealed_is_shown() -> None:
    assert masked((bidding(ONE, None), Over((1,), (1,))), 1)[1] == Over((1,), (1,))


def test_an_answer_is_guessed_for_each_seat_that_gave_one_and_for_no_other() -> None:
    """Seats 0 and 2 have answered, seat 1 was not asked: 16 worlds, one as likely as the next."""
    seen = masked((bidding(ONE, None, TWO, asked=(0, 2, 3)),), 3)
    worlds: Counter[tuple[Bid | None, ...]] = Counter(
        getattr(world_of(seen, seed), "answers", ()) for seed in range(1600)
    )

    assert {world[1] for world in worlds} == {None}
    assert len(worlds) == 16
    assert 60 <= min(worlds.values()) <= max(worlds.values()) <= 140


def test_a_guess_knows_what_the_view_knows() -> None:
    (seen,) = masked((bidding(ONE, None, TWO),), 0)
    (world,) = unmasked(Auction((seen,)), Random(1)).phases

    assert isinstance(world, Bidding)
    assert (world.answers[0], world.unseen) == (ONE, ())
