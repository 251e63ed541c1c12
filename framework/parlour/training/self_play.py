"""Self-play: greedy against itself by the weights so far, with errors that make it try moves."""

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Any

from parlour.match.dealer import HASHED, generator
from parlour.match.game import Game, Match
from parlour.match.record import header_of
from parlour.players.greedy import Greedy, GreedySettings
from parlour.players.values import LearnedValue, features_of, figures_of, result_value
from parlour.rules.answers import Result
from parlour.rules.errors import PluginError
from parlour.rules.one_line import cut
from parlour.rules.phases import State
from parlour.rules.seats import Seat
from parlour.training.least_squares import Floats, Sums, no_sums, sums_of
from parlour.training.settings import TrainingSettings

MAX_ANSWERS = 20_000
"""Maximum number of moves and outcomes; a longer match is given up, and teaches nothing."""

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
    for seat, state in ends_of_turns(match, players):
        rows[seat].append(_row(game, settings, state, seat))
    result = match.awaited
    sums = no_sums(settings.width)
    if isinstance(result, Result):
        for seat in range(seats):
            if rows[seat]:
                points = result_value(game, match.state, result, seat)
                sums = sums.plus(sums_of(rows[seat], points, settings.trace))
    return Sums(sums.a, sums.b, sums.squares, 1.0)


def ends_of_turns(match: Match, players: Sequence[Greedy]) -> Iterator[tuple[Seat, Any]]:
    """Play a match to its end, and yield the state at the end of each turn, with the seat.

    A turn ends where another seat or chance is awaited; states of a match that is over are left
    out, since their value is known.
    """
    play, awaited = match.game.rules.play, match.game.rules.awaited
    for _ in range(MAX_ANSWERS):
        if isinstance(match.awaited, Result):
            return
        seat = match.awaited.seats[0]
        move = players[seat].choose(match.ask(seat))
        state = play(match.state, seat, move)
        next_awaited = awaited(state)
        if next_awaited.seats != (seat,) and not next_awaited.is_over:
            yield seat, state
        match.play(move, seat)


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
