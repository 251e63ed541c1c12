"""Self-play: greedy against itself by the weights so far, with errors that make it try moves."""

from math import isfinite

from parlour.match.dealer import HASHED, generator
from parlour.match.game import Game, Match
from parlour.match.record import header_of
from parlour.players.greedy import Greedy, GreedySettings
from parlour.players.play import ends_of_turns
from parlour.players.values import LearnedValue, features_of, figures_of, final_value
from parlour.rules.errors import PluginError
from parlour.rules.one_line import cut
from parlour.rules.phases import State
from parlour.rules.seats import Seat
from parlour.training.least_squares import Floats, Sums, no_sums, sums_of
from parlour.training.settings import TrainingSettings

MAX_ANSWERS = 20_000
"""Maximum number of answers of seats; a longer match is given up, and teaches nothing."""

Row = tuple[float, ...]
"""The features of a state for a seat, by the weight that each is multiplied with."""


def value_by(game: Game, settings: TrainingSettings, weights: Floats) -> LearnedValue:
    """Return the evaluation by weights of shape (n,)."""
    count = len(settings.features)
    points = weights.tolist()
    return LearnedValue(game, tuple(points[:count]), tuple(points[-count:]))


def begin_match(game: Game, settings: TrainingSettings, seats: int, seed: str) -> Match:
    """Return a match of a training, before its first answer."""
    options = game.read_options(settings.options)
    return Match(game, header_of(game, ("greedy",) * seats, options, seed, dealer=HASHED))


def sums_of_match(game: Game, settings: TrainingSettings, weights: Floats, number: int) -> Sums:
    """Play the match of this number by ``weights``, and return its sums."""
    seats = settings.seats_of(number)
    seed = f"{settings.seed}:{number}"
    match = begin_match(game, settings, seats, seed)
    value, errors = value_by(game, settings, weights), GreedySettings(errors=settings.errors)
    players = [Greedy(game, generator(seed, f"bot {s}"), errors, value) for s in range(seats)]
    rows = [list[Row]() for _ in range(seats)]
    for seat, state in ends_of_turns(match, players, MAX_ANSWERS):
        rows[seat].append(_row(game, settings, state, seat))
    sums = no_sums(settings.width)
    if match.is_over:
        for seat in range(seats):
            if rows[seat]:
                points = final_value(match, seat)
                sums = sums.plus(sums_of(rows[seat], points, settings.trace))
    return Sums(sums.a, sums.b, sums.squares, 1.0)


def _row(game: Game, settings: TrainingSettings, state: State, seat: Seat) -> Row:
    """Return the features at a state: with a stage, their shares at the start and at the end.

    Raises:
        PluginError: The game returns more features than it names, or fewer, or one without bounds.
    """
    figures, expected = figures_of(game)(state, seat), len(settings.features)
    if len(figures) != expected or not all(map(isfinite, figures)):
        got = cut(", ".join(f"{figure:g}" for figure in figures), 200)
        raise PluginError(
            f"{game.id}: expected {expected} finite features, got {len(figures)}: {got}"
        )
    stage = features_of(game).stage
    if stage is None:
        return figures
    late = stage(state)
    return (*(x * (1 - late) for x in figures), *(x * late for x in figures))
