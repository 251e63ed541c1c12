"""Sequential halving beside an incumbent: who is tried how often, and what is clear."""

from collections import Counter
from collections.abc import Sequence
from itertools import count
from math import inf

import pytest

from parlour_search.ahead import halving
from parlour_search.ahead.halving import Breadth, Budget, is_clear, is_hopeless, pick


class Rounds:
    """Candidates of fixed values; it notes who was tried in each round."""

    def __init__(self, *values: float) -> None:
        self._values = values
        self.tried: list[tuple[int, ...]] = []

    def __call__(self, alive: Sequence[int]) -> list[float]:
        self.tried.append(tuple(alive))
        return [self._values[index] for index in alive]


def twice(candidates: int) -> Breadth:
    """Return a breadth of two first rounds, without steady differences."""
    return Breadth(candidates, first_rounds=2, steady_rounds=inf)


@pytest.mark.parametrize(
    ("values", "rollouts", "rounds"),
    [
        # Two rivals: two stages. 60 / 2 = 30 rollouts are 10 rounds of three; 30 are 15 of two.
        pytest.param((0, 1, 2), 60, {(0, 1, 2): 10, (0, 2): 15}, id="two rivals"),
        # Seven rivals: 96 / 3 = 32 rollouts are 4 rounds of eight; 64 / 2 = 32 are 8 of four;
        # 32 are 16 of two.
        pytest.param(
            (0, 5, 4, 3, 7, 2, 1, 6),
            96,
            {(0, 1, 2, 3, 4, 5, 6, 7): 4, (0, 4, 7, 1): 8, (0, 4): 16},
            id="seven rivals",
        ),
        pytest.param((3, 1), 50, {(0, 1): 8}, id="one hopeless rival and no other"),
        pytest.param((3, 1), 9, {(0, 1): 4}, id="one rival, and a rollout that is left"),
        # After eight rounds both are worse by more than any chance.
        pytest.param((9, 1, 2), 60, {(0, 1, 2): 8}, id="hopeless rivals"),
        # Of 30 rollouts 24 are eight rounds of three; the 6 left are three of two.
        pytest.param((5, 6, 1), 60, {(0, 1, 2): 8, (0, 1): 18}, id="one hopeless rival"),
        # Two stages of 10 are 3 rounds of three and 5 of two; a fifth of them would not be enough.
        pytest.param((0, 1, 2), 20, {(0, 1, 2): 3, (0, 2): 5}, id="few rollouts"),
        # Not twelve, which two rounds of three in each of two stages cost: the last stays out.
        pytest.param((0, 1, 2), 11, {(0, 1): 5}, id="too few for two rivals"),
        pytest.param((3, 1, 2), 3, {}, id="too few for one"),
        pytest.param((3,), 50, {}, id="no rival"),
    ],
)
def test_the_worse_half_of_the_rivals_leaves_after_each_stage(
    values: tuple[float, ...], rollouts: int, rounds: dict[tuple[int, ...], int]
) -> None:
    trials = Rounds(*values)
    pick(trials, Budget(inf, rollouts), twice(len(values)), errors=2.0)

    assert Counter(trials.tried) == rounds


@pytest.mark.parametrize(
    ("values", "picked"),
    [
        pytest.param((0, 1, 2, -1), 2, id="the best rival"),
        pytest.param((3, 1, 2, -1), 0, id="the incumbent is best"),
        pytest.param((2, 1, 2, -1), 0, id="a rival is as good"),
    ],
)
def test_the_incumbent_is_left_for_the_best_alone(values: tuple[float, ...], picked: int) -> None:
    trials, breadth = Rounds(*values), twice(len(values))

    assert pick(trials, Budget(inf, 100), breadth, errors=2.0) == picked


@pytest.mark.parametrize(
    ("values", "rollouts", "rounds", "picked"),
    [
        # Three rounds of four: the gains of all are known, and those without any leave.
        pytest.param((1, 0, 3, 2), 60, {(0, 1, 2, 3): 3}, 2, id="a steady gain"),
        pytest.param((3, 0, 3, 2), 60, {(0, 1, 2, 3): 3}, 0, id="no gain"),
        # 24 / 3 = 8 rollouts are one round of eight; 16 / 2 are two of four, the third of these.
        pytest.param(
            (0, 5, 4, 3, 7, 2, 1, 6),
            24,
            {(0, 1, 2, 3, 4, 5, 6, 7): 1, (0, 4, 7, 1): 2},
            4,
            id="a first round of all",
        ),
        # Not 24, which a round of eight in each of three stages costs: the last stays out.
        pytest.param(
            (0, 5, 4, 3, 2, 1, 1, 9),
            23,
            {(0, 1, 2, 3, 4, 5, 6): 1, (0, 1, 2, 3): 2},
            1,
            id="too few for all",
        ),
    ],
)
def test_steady_differences_are_known_after_three_rounds(
    values: tuple[float, ...], rollouts: int, rounds: dict[tuple[int, ...], int], picked: int
) -> None:
    trials, breadth = Rounds(*values), Breadth(len(values), first_rounds=1, steady_rounds=3)

    assert pick(trials, Budget(inf, rollouts), breadth, errors=2.0) == picked
    assert Counter(trials.tried) == rounds


def test_a_rival_whose_gain_varies_goes_on_beside_steady_ones() -> None:
    """After three rounds one rival is steady and worse; the other has gained 9, -1, 9."""
    rounds = list[tuple[int, ...]]()

    def try_round(alive: Sequence[int]) -> list[float]:
        rounds.append(tuple(alive))
        return [{0: 0.0, 1: -1.0, 2: 9.0 if len(rounds) % 2 else -1.0}[index] for index in alive]

    assert pick(try_round, Budget(inf, 24), Breadth(3, 1, 3), errors=2.0) == 2
    assert Counter(rounds) == {(0, 1, 2): 3, (0, 2): 7}


@pytest.mark.parametrize(
    ("rollouts", "is_cut_short"),
    [pytest.param(0, False, id="time alone"), pytest.param(50, True, id="rollouts not made")],
)
def test_without_time_the_incumbent_stays(rollouts: int, is_cut_short: bool) -> None:
    trials, budget = Rounds(0, 9), Budget(0.0, rollouts)

    assert pick(trials, budget, twice(2), errors=2.0) == 0
    assert trials.tried == []
    assert budget.is_cut_short is is_cut_short


def test_stages_share_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock takes a second of twelve: the first stage begins at 0 and ends at 6.

    The second begins at 7 and ends at 12; at 1 to 5 and at 8 to 11 there is time for a round.
    """
    seconds, trials = count(), Rounds(0, 1, 2)
    monkeypatch.setattr(halving, "perf_counter", lambda: next(seconds))
    pick(trials, Budget(12, 0), twice(3), errors=2.0)

    assert Counter(trials.tried) == {(0, 1, 2): 5, (0, 2): 4}


@pytest.mark.parametrize(
    ("gains", "leaves"),
    [
        # Gains of -3 and -1: mean -2, standard error 1.07 / √8 = 0.38.
        pytest.param((-3, -1) * 4, True, id="worse by five standard errors"),
        # Gains of -3 and 1: mean -1, standard error 2.14 / √8 = 0.76.
        pytest.param((-3, 1) * 4, False, id="worse by one standard error"),
        pytest.param((-3, -1) * 2, False, id="too few rounds"),
        pytest.param((*(-3, -1) * 4, -2), False, id="no power of two"),
        pytest.param((-3, -1) * 8, True, id="after sixteen rounds"),
        pytest.param((3, 1) * 4, False, id="better"),
    ],
)
def test_a_rival_that_is_clearly_worse_leaves(gains: tuple[float, ...], leaves: bool) -> None:
    assert is_hopeless([0.0] * len(gains), gains, inf) is leaves


@pytest.mark.parametrize(
    ("incumbent", "rival", "clear"),
    [
        pytest.param((5, 9, 1, 7), (6, 10, 2, 8), True, id="better by one in every round"),
        pytest.param((5, 9, 1, 7), (5, 9, 1, 7), False, id="equal"),
        pytest.param((6, 10, 2, 8), (5, 9, 1, 7), False, id="worse by one in every round"),
        pytest.param((5, 9, 1), (6, 10, 2), False, id="too few rounds"),
        # Differences 4, -2, 4, -2: mean 1, standard error 3.46 / 2 = 1.73.
        pytest.param((0, 0, 0, 0), (4, -2, 4, -2), False, id="noise"),
        # Differences 4, 2, 4, 2: mean 3, standard error 1.15 / 2 = 0.58.
        pytest.param((0, 0, 0, 0), (4, 2, 4, 2), True, id="better by five standard errors"),
        # The values spread far, their differences by the same 0.58.
        pytest.param((90, -90, 30, 0), (94, -88, 34, 2), True, id="paired"),
        # Differences 5, -1, 5, -1: mean 2, standard error 1.73; 2 of them are 3.46.
        pytest.param((0, 0, 0, 0), (5, -1, 5, -1), False, id="better by 1.15 standard errors"),
    ],
)
def test_a_rival_must_be_better_by_two_standard_errors(
    incumbent: tuple[float, ...], rival: tuple[float, ...], clear: bool
) -> None:
    assert is_clear(incumbent, rival, 2.0) is clear
