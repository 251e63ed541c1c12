"""The Davidson-Luce model: places as choices of the first among all, of the next among the rest.

From a set S of bots the group T comes first with a probability in proportion to δ of its size
times the geometric mean of its members' strengths (Firth, Kosmidis and Turner 2019). With two
seats it is Davidson's model, without ties Plackett and Luce's, with both Bradley and Terry's. The
logarithm of its likelihood is concave in the logarithms of all parameters.

A *choice* is a group of bots that came first among a *choice set*; an *alternative* is a choice set
with one group that could come first. Shapes are written with n for bots, p for parameters, r for
alternatives (the rows of the design matrix), s for distinct choice sets, k for classes of blocks,
and g for groups.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import exp, log

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linprog, minimize
from scipy.sparse import csr_array, diags_array
from scipy.sparse.csgraph import shortest_path

from parlour_tournament.analysis.intervals import Floats, Strata
from parlour_tournament.playing import BlockClass
from parlour_tournament.schedules import Group

PRIOR = 4.0
"""Standard deviation of each parameter's normal prior, in logits."""
FIXED_PRECISION = 1e6
"""Precision of the prior of a fixed strength, a fifth of an Elo: more would be lost in rounding."""
TOLERANCE = 1e-9
"""Tolerance of the fit, in logits."""


class Model:
    """The model for some bots, with every choice set that came up and its alternatives.

    Parameters are logarithms: the strengths of the n bots, then δ for ties of 2, 3 … bots up to
    the largest tie that came up.
    """

    def __init__(
        self,
        bots: Sequence[int],
        classes: Sequence[BlockClass],
        fixed: Mapping[int, float] | None = None,
    ) -> None:
        """Find all alternatives; bots that are ``fixed`` have these strengths, in logits."""
        self.bots = tuple(bots)
        """Entrants by their numbers in the plan, in the order of the strengths."""
        choices = [list(choices_of(block)) for block in classes]
        self.largest = max((len(chosen) for some in choices for _, chosen in some), default=1)
        """Number of bots in the largest tie."""
        sets = sorted({choice_set for some in choices for choice_set, _ in some})
        groups = [self._possible_choices(choice_set) for choice_set in sets]
        rows = [(rest, group) for rest, some in zip(sets, groups, strict=True) for group in some]
        self._alternatives = rows
        # Shapes (s,): number of each set's alternatives, and the row of the first of them.
        self._sizes = np.array([len(some) for some in groups], int)
        self._starts = np.cumsum(self._sizes) - self._sizes
        self._design = self._design_matrix([group for _, group in rows])
        of_set = np.repeat(np.arange(len(sets)), self._sizes)
        # Shape (r, s), sparse: 1 in the column of the row's set.
        self._membership = csr_array((np.ones(len(rows)), (np.arange(len(rows)), of_set)))
        # Shape (r,): copies of a bot can make up one group in several ways.
        multiplicities = [Counter(combinations(rest, len(group)))[group] for rest, group in rows]
        self._log_multiplicities = np.array([log(number) for number in multiplicities])
        self.choice_counts = _choice_counts(choices, rows)
        """Shape (k, r), sparse: number of times a block of the class chose the alternative."""
        self.fixed = [place for place, who in enumerate(bots) if who in (fixed or {})]
        """Places of the bots that have a fixed strength."""
        # Shapes (p,): means of the parameters' normal priors, and their precisions.
        self._means, self.precisions = np.zeros((2, self.parameters))
        self._means[self.fixed] = [(fixed or {})[bots[place]] for place in self.fixed]
        self.precisions += 1 / PRIOR**2
        self.precisions[self.fixed] = FIXED_PRECISION

    @property
    def parameters(self) -> int:
        """Number of parameters, p."""
        return len(self.bots) + self.largest - 1

    def posterior_mode(self, blocks: Floats) -> Floats:
        """Return the mode of the posterior, shape (p,), for the blocks of each class, shape (k,).

        SciPy's ``trust-exact`` finds them (Conn, Gould and Toint 2000).
        """
        counts: Floats = self.choice_counts.T @ blocks
        # On its way to the edge of the trust region the library may divide 0 by 0, and mends it.
        with np.errstate(divide="ignore", invalid="ignore"):
            optimum = minimize(
                lambda theta: self._negative_log_posterior(theta, counts),
                self._means,
                jac=lambda theta: self._gradient(theta, counts),
                hess=lambda theta: self._hessian(theta, counts),
                method="trust-exact",
                tol=TOLERANCE,
            )
        mode: Floats = optimum.x
        return mode

    def block_scores(self, theta: Floats) -> Floats:
        """Return the gradient of the log-likelihood of one block of each class, shape (k, p)."""
        scores: Floats = (self.choice_counts @ self.centred_design(theta)).toarray()
        return scores

    def centred_design(self, theta: Floats) -> csr_array:
        """Return the design matrix less the mean of each choice set, sparse, (r, p).

        Alternatives weigh their probabilities in the mean.
        """
        probabilities = diags_array(self._probabilities(theta))
        means = self._membership.T @ (probabilities @ self._design)
        return self._design - self._membership @ means

    def expected_choices(self, theta: Floats, strata: Strata) -> csr_array:
        """Return how often a block of each group is expected to choose each alternative.

        The answer is sparse, of shape (g, r). Products of rows of ``centred_design``, weighted by
        it, add up to the information of the group's blocks, each over their number.
        """
        of_group = csr_array((strata.counts, (strata.groups, np.arange(len(strata.groups)))))
        trials = of_group @ self.choice_counts @ self._membership @ self._membership.T
        means = diags_array(1 / strata.sizes) @ trials
        return means @ diags_array(self._probabilities(theta))

    def information(self, theta: Floats, blocks: Floats) -> Floats:
        """Return the Fisher information of the blocks of each class, shape (p, p), no prior.

        ``blocks``, of shape (k,), holds the number of blocks of each class.
        """
        return self._hessian(theta, self.choice_counts.T @ blocks) - np.diag(self.precisions)

    def expected(self, theta: Floats) -> Floats:
        """Return the expected result of each bot against each other where the two meet alone.

        ``theta`` has the shape (p,), the answer (n, n): row against column, 0 … 1.
        """
        strengths = theta[: len(self.bots)]
        margins = strengths[:, None] - strengths
        half_tie = np.exp(theta[len(self.bots)]) / 2 if self.largest > 1 else 0.0
        # Davidson with two seats: strengths a and b, a tie weighs δ √(a b); divided by √(a b).
        won = np.exp(margins / 2)
        lost = np.exp(-margins / 2)
        expected: Floats = (won + half_tie) / (won + lost + 2 * half_tie)
        return expected

    def contrasts(self, blocks: Floats) -> csr_array:
        """Return the rows of the design of chosen alternatives less others of their set, sparse.

        ``blocks``, of shape (k,), is above 0 for the classes that count. The answer has one row
        for each contrast and p columns.
        """
        chosen = np.flatnonzero(self.choice_counts.T @ (blocks > 0))
        sets = np.searchsorted(self._starts, chosen, side="right") - 1
        sizes = self._sizes[sets]
        others = np.concatenate(
            [
                np.arange(start, start + size)
                for start, size in zip(self._starts[sets], sizes, strict=True)
            ]
        )
        return self._design[np.repeat(chosen, sizes)] - self._design[others]

    def win_graph(self, blocks: Floats) -> NDArray[np.bool_]:
        """Return whether the column's bot was ever chosen from a set with the row's, (n, n).

        ``blocks``, of shape (k,), is above 0 for the classes that count.
        """
        places = {who: place for place, who in enumerate(self.bots)}
        graph = np.zeros((len(self.bots), len(self.bots)), bool)
        for row in np.flatnonzero(self.choice_counts.T @ (blocks > 0)):
            choice_set, chosen = self._alternatives[row]
            beaten = [places[who] for who in choice_set]
            graph[np.ix_(beaten, [places[who] for who in chosen])] = True
        return graph

    def _negative_log_posterior(self, theta: Floats, counts: Floats) -> float:
        """Return the negative log-posterior, but for a constant."""
        weights, greatest = self._scaled_weights(theta)
        log_totals = np.log(np.add.reduceat(weights, self._starts)) + greatest
        chosen = counts @ (self._design @ theta + self._log_multiplicities)
        trials = np.add.reduceat(counts, self._starts)
        penalty = self.precisions @ (theta - self._means) ** 2 / 2
        return float(trials @ log_totals - chosen + penalty)

    def _gradient(self, theta: Floats, counts: Floats) -> Floats:
        """Return the gradient of the negative log-posterior, shape (p,)."""
        expected = self._probabilities(theta) * self._trials(counts)
        gradient: Floats = (expected - counts) @ self._design
        return gradient + self.precisions * (theta - self._means)

    def _hessian(self, theta: Floats, counts: Floats) -> Floats:
        """Return the Hessian of the negative log-posterior, shape (p, p)."""
        # Hessian of a sum of log-sum-exps: the design's covariance under the choice, set by set.
        expected = self._probabilities(theta) * self._trials(counts)
        centred = self.centred_design(theta)
        hessian: Floats = (centred.T @ (diags_array(expected) @ centred)).toarray()
        return hessian + np.diag(self.precisions)

    def _trials(self, counts: Floats) -> Floats:
        """Return how often the choice set of each alternative came up, shape (r,)."""
        return np.repeat(np.add.reduceat(counts, self._starts), self._sizes)

    def _probabilities(self, theta: Floats) -> Floats:
        """Return the probability of every alternative in its choice set, shape (r,)."""
        weights, _ = self._scaled_weights(theta)
        totals = np.add.reduceat(weights, self._starts)
        probabilities: Floats = weights / np.repeat(totals, self._sizes)
        return probabilities

    def _scaled_weights(self, theta: Floats) -> tuple[Floats, Floats]:
        """Return each alternative's weight, (r,), and the logarithm that scales each set, (s,).

        Scaled so that the greatest weight of a set is 1, or large strengths would overflow.
        """
        # A group of k weighs its geometric mean, so each member's logarithm counts 1 / k.
        logs = self._design @ theta + self._log_multiplicities
        greatest = np.maximum.reduceat(logs, self._starts)
        return np.exp(logs - np.repeat(greatest, self._sizes)), greatest

    def _possible_choices(self, choice_set: Group) -> list[Group]:
        """Return the groups of a set that can come first, up to ``largest``, smallest first."""
        most = min(len(choice_set), self.largest)
        groups = (group for size in range(1, most + 1) for group in combinations(choice_set, size))
        return list(dict.fromkeys(groups))

    def _design_matrix(self, groups: Sequence[Group]) -> csr_array:
        """Return the derivatives of alternatives' logarithmic weights by parameters, (r, p)."""
        places = {who: place for place, who in enumerate(self.bots)}
        entries = [
            (1 / len(group), row, places[who]) for row, group in enumerate(groups) for who in group
        ]
        entries += [
            (1.0, row, len(self.bots) + len(group) - 2)
            for row, group in enumerate(groups)
            if len(group) > 1
        ]
        values, rows, columns = zip(*entries, strict=True)
        return csr_array((values, (rows, columns)), shape=(len(groups), self.parameters))


class ExpectedResults:
    """Results that the model expects at tables of any bots."""

    def __init__(self, strengths: Mapping[int, float], ties: Sequence[float]) -> None:
        self._strengths = strengths
        # Logarithms of δ for groups of 1, 2 … bots.
        self._ties = ties
        self._known: dict[Group, Floats] = {}

    def result(self, group: Group, one: int, other: int) -> float:
        """Return the mean result, 0 … 1, of the seats of one bot against the seats of another."""
        mine = [seat for seat, who in enumerate(group) if who == one]
        theirs = [seat for seat, who in enumerate(group) if who == other]
        return float(self._results(group)[np.ix_(mine, theirs)].mean())

    def _results(self, rest: Group) -> Floats:
        """Return the expected result of each seat against each other, 0 … 1."""
        if rest not in self._known:
            self._known[rest] = self._work_out(rest)
        return self._known[rest]

    def _work_out(self, rest: Group) -> Floats:
        size = len(rest)
        expected = np.zeros((size, size))
        if size < 2:
            return expected
        sizes = range(1, min(size, len(self._ties)) + 1)
        groups = [group for number in sizes for group in combinations(range(size), number)]
        weights = np.array([self._weight([rest[seat] for seat in group]) for group in groups])
        for first, chance in zip(groups, weights / weights.sum(), strict=True):
            others = [seat for seat in range(size) if seat not in first]
            expected[np.ix_(first, first)] += chance / 2
            expected[np.ix_(first, others)] += chance
            later = self._results(tuple(rest[seat] for seat in others))
            expected[np.ix_(others, others)] += chance * later
        return expected

    def _weight(self, group: Sequence[int]) -> float:
        mean = sum(self._strengths[who] for who in group) / len(group)
        return exp(mean + self._ties[len(group) - 1])


def choices_of(block: BlockClass) -> Iterator[tuple[Group, Group]]:
    """Yield each choice set, the bots still to be placed, and the group of them that came next."""
    for lineup, places in block:
        ranked = sorted(zip(places, lineup, strict=True))
        while len(ranked) > 1:
            best = ranked[0][0]
            choice_set = tuple(sorted(who for _, who in ranked))
            yield choice_set, tuple(sorted(who for place, who in ranked if place == best))
            ranked = [(place, who) for place, who in ranked if place != best]


def _choice_counts(
    choices: Sequence[Sequence[tuple[Group, Group]]], alternatives: Sequence[tuple[Group, Group]]
) -> csr_array:
    """Return the number of times each class chose each alternative, sparse, shape (k, r)."""
    numbers = {alternative: number for number, alternative in enumerate(alternatives)}
    rows = [number for number, some in enumerate(choices) for _ in some]
    columns = [numbers[choice] for some in choices for choice in some]
    shape = (len(choices), len(alternatives))
    return csr_array((np.ones(len(rows)), (rows, columns)), shape=shape)


TOLERANCE_OF_ZERO = 1e-7
"""Greatest value of a linear program's answer that is taken for 0."""


def separation(model: Model, blocks: Floats) -> NDArray[np.bool_]:
    """Return whether the row's bot may be stronger than the column's by any amount, shape (n, n).

    It may if some direction favours it and the likelihood never falls that way: no choice becomes
    less likely against one that was not chosen. Such data are separated (Albert and Anderson 1984),
    and these directions are the recession cone of the likelihood. If it holds all weights of ties
    fixed, the bots chosen from a set must not fall behind any other of it, and
    the rest is a question of paths (Ford 1957). If not, a linear program finds how far the cone
    leads. ``blocks``, of shape (k,), is above 0 for the classes that count.
    """
    bots = len(model.bots)
    wins = model.win_graph(blocks)
    # Bots that are fixed keep their distances.
    wins[np.ix_(model.fixed, model.fixed)] = True
    separated: NDArray[np.bool_] = ~np.isfinite(shortest_path(wins, unweighted=True))
    contrasts = model.contrasts(blocks)
    ties = np.eye(model.parameters)[bots:]
    limits = np.array([(-1.0, 1.0)] * model.parameters)
    limits[model.fixed] = 0.0
    if not any(_recedes(sign * aim, contrasts, limits) for aim in ties for sign in (1, -1)):
        return separated
    for one, other in np.argwhere(~separated & ~np.eye(bots, dtype=bool)):
        aim = np.zeros(model.parameters)
        aim[one] = 1
        aim[other] = -1
        separated[one, other] = _recedes(aim, contrasts, limits)
    return separated


def _recedes(aim: Floats, contrasts: csr_array, limits: Floats) -> bool:
    """Return whether the recession cone leads towards ``aim``, shape (p,).

    ``limits``, of shape (p, 2), bound the way along each parameter.
    """
    room = np.zeros(contrasts.shape[0])
    furthest = linprog(-aim, A_ub=-contrasts, b_ub=room, bounds=limits)
    return bool(furthest.x @ aim > TOLERANCE_OF_ZERO)
