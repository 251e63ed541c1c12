"""The bot ``greedy``: it looks to the end of its turn, by the game's heuristic."""

from collections.abc import Mapping, Sequence
from random import Random
from statistics import pstdev
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from parlour.match import Decision, Game
from parlour.players.base import Player
from parlour.players.repetition import RepetitionLimit
from parlour.players.values import WIN, StateValue, ValueSource, has_heuristic, value_of
from parlour.players.world_errors import explain_determinization
from parlour.rules import Chance, Move, Seat, SetupError, State

WORLDS = 3
"""Number of states sampled for a view; 1 if nothing is hidden."""
WORLDS_SHARED = 20
"""Number of states if all seats share one result: a gamble that pays in few worlds costs all."""

MAX_LEAVES = 600
"""Maximum number of ends of its turn that are valued for one decision; beyond it, depth is cut."""

MAX_ENDS = 8
"""Maximum number of draws that must lead to one value for an end to be sure."""

STEP = 1e-6
"""Points that each further move of the turn costs: of equal ends the nearest is taken."""


Errors: TypeAlias = Annotated[
    float,
    Meta(
        ge=0,
        le=100,
        description="how far it misjudges moves, in units of the spread of their values",
    ),
]
"""Standard deviation of a bot's error about a move, over the deviation of all moves' values.

It takes moves nearly as good for the best often, and bad ones seldom, as people do.
"""


class GreedySettings(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of ``greedy``."""

    errors: Errors = 0.0
    """Size of its errors about moves."""
    values: Annotated[ValueSource, Meta(description="how it values states")] = "heuristic"
    """Source of its values: the game's heuristic, or the weights that the game ships."""


def worlds_for(game: Game) -> int:
    """Return the number of states that greedy samples for a view."""
    if not game.has_hidden_information:
        return 1
    return WORLDS_SHARED if game.objective in {"shared", "single"} else WORLDS


def drawn_best(values: Mapping[Move, float], rng: Random) -> Move:
    """Return one of the moves of the highest value, each as likely as the next."""
    best = max(values.values())
    ties = [move for move, value in values.items() if value == best]
    return ties[int(rng.random() * len(ties))]


class Greedy(Player):
    """Plays the move with the best end of its turn, by the game's heuristic.

    If ``value`` is given, it values states instead.
    """

    name = "greedy"

    def __init__(
        self,
        game: Game,
        rng: Random,
        settings: GreedySettings | None = None,
        value: StateValue | None = None,
    ) -> None:
        source = settings.values if settings else "heuristic"
        if value is None and source == "heuristic" and not has_heuristic(game):
            raise SetupError(f"greedy declines {game.id}: the game has no heuristic")
        self._value_of = value or value_of(game, source)
        self._game = game
        self._rules = game.rules
        self._rng = rng
        self._luck = Random(0)  # noqa: S311  no secret
        """Separate generator for chance before an end: moves draw from the other."""
        self._errors = settings.errors if settings else 0.0
        self._worlds = worlds_for(game)
        self._repetition = RepetitionLimit(game)

    def choose(self, decision: Decision) -> Move:
        """Return the move with the highest mean value over the sampled states.

        Equal moves are as likely as each other.
        """
        return self._repetition.choose(decision, self._pick)

    def _pick(self, decision: Decision) -> Move:
        with explain_determinization(self._game, decision.seat):
            values = self.mean_values(decision.seat, decision.moves, decision.view)
        return drawn_best(values, self._rng)

    def mean_values(self, seat: Seat, moves: Sequence[Move], view: object) -> dict[Move, float]:
        """Return the mean value of each move over states sampled for a view, with its errors."""
        worlds = self._sampled(view)
        sums = dict.fromkeys(moves, 0.0)
        for state in worlds:
            for move, value in self.move_values(seat, moves, state).items():
                sums[move] += value
        values = {move: value / len(worlds) for move, value in sums.items()}
        if self._errors:
            self._misjudge(values)
        return values

    def move_values(self, seat: Seat, moves: Sequence[Move], state: State) -> dict[Move, float]:
        """Return the heuristic's value of each move at the best end of the turn found after it."""
        share = max(1, MAX_LEAVES // (len(moves) * self._worlds))
        play = self._rules.play
        weighed = self._value_of.weigh_moves(state, seat, moves)
        return {
            move: self._value(play(state, seat, move), seat, share) if value is None else value
            for move, value in zip(moves, weighed, strict=True)
        }

    def _misjudge(self, values: dict[Move, float]) -> None:
        """Add an error to the value of each move."""
        # In units of the spread, so that an error means the same for every scale of a heuristic. A
        # move that ends the match is apart from all others, and would spread their values widely.
        usual = [value for value in values.values() if abs(value) < WIN / 2]
        spread = pstdev(usual if len(usual) > 1 else values.values())
        for move in values:
            values[move] += self._rng.gauss(0.0, self._errors * spread)

    def _sampled(self, view: object) -> list[State]:
        """Return sampled states that fit a view; only one if all are equal."""
        worlds = [self._rules.determinize(view, self._rng) for _ in range(self._worlds)]
        return worlds if any(world != worlds[0] for world in worlds) else worlds[:1]

    def _value(self, state: State, seat: Seat, leaves: int) -> float:
        """Return the value of the best end of the turn that can be found with ``leaves`` ends."""
        awaited = self._rules.awaited(state)
        if leaves > 1 and awaited.seats == (seat,):
            moves = self._rules.moves(state, seat)
            if len(moves) <= leaves:
                share = leaves // len(moves)
                values = [
                    self._value(self._rules.play(state, seat, move), seat, share) for move in moves
                ]
                return max(values) - STEP
        if isinstance(awaited, Chance):
            return self._value_behind_chance(state, seat)
        return self._value_of(state, seat)

    def _value_behind_chance(self, state: State, seat: Seat) -> float:
        """Return the value of the end if chance leads to one that is sure, or else of ``state``."""
        rules = self._rules
        values_met = set[float]()
        for _ in range(MAX_ENDS):
            after = rules.resolve(state, rules.draw(state, self._luck))
            while isinstance(awaited := rules.awaited(after), Chance):
                after = rules.resolve(after, rules.draw(after, self._luck))
            if awaited.is_over:
                values_met.add(self._value_of(after, seat))
            # One draw of a gamble would be taken for certain.
            if not awaited.is_over or len(values_met) > 1:
                return self._value_of(state, seat)
        return values_met.pop()
