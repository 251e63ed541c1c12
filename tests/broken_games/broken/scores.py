"""Games with wrong results, or heuristics that mislead bots."""

from collections.abc import Sequence

from parlour import Move, Over, Seat, Tell, swapped
from tests.broken_games import pots
from tests.broken_games.broken.laws import add, breaks
from tests.broken_games.which_hand import Coins, Rules


@breaks("sound-heuristic")
class NanHeuristic(Rules):
    """A heuristic that has no number."""

    def heuristic(self, state: Coins, seat: Seat) -> float | None:
        return float("nan") if state.right else 0.0


@breaks("sound-heuristic")
class MissingPoints(Rules):
    """A game that expects points of the first seat alone."""

    def expected_points(self, state: Coins) -> list[float]:
        return [float(len(state.coins))]


@breaks("ranks-the-ended")
class HopefulHeuristic(Rules):
    """A heuristic that hopes on when the match is over."""

    def heuristic(self, state: Coins, seat: Seat) -> float:
        return sum(state.cards[seat : seat + 1])


@breaks("weighed-as-played")
class HastyWeighing(Rules):
    """A game that values a move by the state before it."""

    def heuristic(self, state: Coins, seat: Seat) -> float:
        end = state.phases[-1]
        return end.lead(seat) if isinstance(end, Over) else float(len(state.coins) > seat)

    def weigh_moves(self, state: Coins, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        return [self.heuristic(state, seat)] * len(moves)


@breaks("weighed-as-played")
class WeighedEnd(HastyWeighing):
    """A game that values the move that ends the match as if it went on."""

    def weigh_moves(self, state: Coins, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
        return [self.heuristic(self.play(state, seat, move), seat) for move in moves]


@breaks("sound-scores")
class ShortScores(Rules):
    """An end that counts for one seat only."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        after = super().play(state, seat, move, tell)
        return swapped(after, Over.ranked((1,))) if isinstance(after.phases[-1], Over) else after


@breaks("sound-scores")
class NoWinner(Rules):
    """An end without a first place."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        after = super().play(state, seat, move, tell)
        return swapped(after, Over((0, 0), (2, 2))) if isinstance(after.phases[-1], Over) else after


class UnsharedResult(pots.Rules):
    """A match of teams whose mates have points of their own."""

    def play(self, state: pots.Pots, seat: Seat, move: Move, tell: Tell = None) -> pots.Pots:
        after = super().play(state, seat, move, tell)
        return swapped(after, Over.ranked((6, 5, 4, 3))) if len(after.coins) == 4 else after


add("unshared_result", pots.pots("teams", 4, UnsharedResult("teams")), "one-result")


class UnlikeMates(pots.Valued):
    """A heuristic that values each seat of a team for itself."""

    def heuristic(self, state: pots.Pots, seat: Seat) -> float:
        return seat if len(state.coins) < 4 else super().heuristic(state, seat)


add("unlike_mates", pots.pots("teams", 4, UnlikeMates("teams")), "one-value")


# Points that nobody pays, in a game that is played for points.
add("unpaid_points", pots.pots("points", 2, pots.Rules("places")), "points-paid")
