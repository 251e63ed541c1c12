"""Sequential halving among rivals of an incumbent, which all meet the same worlds.

The worse half of the rivals leaves after each stage (Karnin and others 2013). Candidates are
compared by paired differences: candidates of one round share their world and their luck.
"""

from collections.abc import Callable, Sequence
from math import inf
from statistics import fmean, stdev
from time import perf_counter
from typing import NamedTuple, TypeAlias

from parlour.surroundings import HERE

INCUMBENT = 0
"""Index of the candidate that stays unless another is clearly better."""
MIN_ROUNDS = 4
"""Minimum number of rounds for a clear difference that varies."""
ROUNDING = 1e-9
"""Maximum distance of equal differences."""
HOPELESS_ERRORS = 3.0
"""Number of standard errors that make a rival leave at once."""
FIRST_CHECK_ROUNDS = 8
"""Number of rounds before hopeless rivals leave first; then twice as many, and so on."""

TryRound: TypeAlias = Callable[[Sequence[int]], Sequence[float]]
"""Plays one round: takes the indices of candidates, and returns the value of each."""


class Breadth(NamedTuple):
    """Numbers of candidates and of their rounds."""

    candidates: int
    """Maximum number of candidates."""
    first_rounds: int
    """Minimum number of rounds in the first stage; if they cost too much, fewer rivals meet."""
    steady_rounds: float
    """Number of rounds that make a difference known if it has not varied; or infinity."""


class Budget:
    """Time and rollouts that one decision may cost, shared out among the stages left."""

    def __init__(self, until: float, rollouts: int) -> None:
        self._until = until
        """Reading of ``perf_counter`` when the time is over; infinite without a limit."""
        self._left = rollouts or inf
        """Number of rollouts left; infinite without a limit."""
        self._stage_until = until
        self._stage_left = self._left
        self._is_ended = False
        self.is_cut_short = False
        """Whether the time ended a stage before its rollouts were made, if they have a limit."""

    def affords(self, rivals: int, rounds: int) -> bool:
        """Return whether its rollouts let so many rivals meet the incumbent in a first stage."""
        return self._left >= rounds * (rivals + 1) * rivals.bit_length()

    def start_stage(self, stages: int) -> None:
        """Begin the next of ``stages`` stages, which may use an equal share of the rest."""
        now = perf_counter()
        self._stage_until = now + (self._until - now) / stages
        self._stage_left = self._left / stages

    def allows(self, rollouts: int) -> bool:
        """Return whether the stage may use so many rollouts more."""
        HERE.breathe()
        in_time = perf_counter() < self._stage_until
        within = rollouts <= self._stage_left
        self.is_cut_short |= within and not in_time and self._left < inf
        return within and in_time and not self._is_ended

    def end(self) -> None:
        """Allow nothing more; another thread may call this."""
        self._is_ended = True

    def spend(self, rollouts: int) -> None:
        """Count rollouts made."""
        self._left -= rollouts
        self._stage_left -= rollouts


def pick(try_round: TryRound, budget: Budget, breadth: Breadth, errors: float) -> int:
    """Return the index of the candidate to take: the incumbent, or one that is clearly better.

    Candidates stand in order, the most promising first. Clear is a mean paired difference above
    ``errors`` standard errors.
    """
    values: list[list[float]] = [[] for _ in range(breadth.candidates)]
    rivals = list(range(1, breadth.candidates))
    while rivals and not budget.affords(len(rivals), breadth.first_rounds):
        rivals.pop()
    while rivals:
        is_last = len(rivals) == 1
        budget.start_stage(len(rivals).bit_length())
        rivals = _play_stage(values, rivals, try_round, budget, breadth.steady_rounds)
        if is_last or not values[INCUMBENT]:
            break
        rivals = rivals[: max(1, len(rivals) // 2)]
    if rivals and is_clear(values[INCUMBENT], values[rivals[0]], errors, breadth.steady_rounds):
        return rivals[0]
    return INCUMBENT


def _play_stage(
    values: Sequence[list[float]],
    rivals: list[int],
    try_round: TryRound,
    budget: Budget,
    steady_rounds: float,
) -> list[int]:
    """Play rounds for a stage, note their values, and return the rivals, the best first.

    Those that turn out hopeless leave at once. No round is played once all that stay are steady.
    """
    incumbent = values[INCUMBENT]
    alive = [INCUMBENT, *rivals]
    while len(alive) > 1 and budget.allows(len(alive)):
        if all(is_steady(incumbent, values[index], steady_rounds) for index in alive[1:]):
            break
        for index, value in zip(alive, try_round(alive), strict=True):
            values[index].append(value)
        budget.spend(len(alive))
        rivals = [i for i in alive[1:] if not is_hopeless(incumbent, values[i], steady_rounds)]
        alive = [INCUMBENT, *rivals]
    return sorted(alive[1:], key=lambda index: -sum(values[index]))


def is_hopeless(incumbent: Sequence[float], rival: Sequence[float], steady_rounds: float) -> bool:
    """Return whether ``rival`` leaves: it is steady and no better, or clearly worse."""
    rounds = len(rival)
    if is_steady(incumbent, rival, steady_rounds):
        return rival[0] - incumbent[0] <= ROUNDING
    # After powers of two: checks at every round would find chance leads in the end.
    is_checked = rounds >= FIRST_CHECK_ROUNDS and not rounds & (rounds - 1)
    return is_checked and is_clear(rival, incumbent, HOPELESS_ERRORS, steady_rounds)


def is_steady(incumbent: Sequence[float], rival: Sequence[float], steady_rounds: float) -> bool:
    """Return whether both differ by as much in all rounds: more of them would tell nothing."""
    differences = _differences(incumbent, rival)
    return len(differences) >= steady_rounds and max(differences) - min(differences) <= ROUNDING


def is_clear(
    incumbent: Sequence[float], rival: Sequence[float], errors: float, steady_rounds: float = inf
) -> bool:
    """Return whether ``rival`` is better than ``incumbent`` by more than chance explains.

    Both hold one value a round, of the same rounds.
    """
    if is_steady(incumbent, rival, steady_rounds):
        return rival[0] - incumbent[0] > ROUNDING
    differences = _differences(incumbent, rival)
    count = len(differences)
    if count < MIN_ROUNDS:
        return False
    mean = fmean(differences)
    return mean > 0 and mean > errors * stdev(differences, mean) / count**0.5


def _differences(incumbent: Sequence[float], rival: Sequence[float]) -> list[float]:
    """Return the gain of ``rival`` over ``incumbent`` in each round."""
    # Paired, since what a round's world and luck bring to both cancels out.
    return [theirs - ours for ours, theirs in zip(incumbent, rival, strict=True)]
