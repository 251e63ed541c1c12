"""Hints: the moves that a bot thinks best in the place of a person."""

from collections.abc import Iterator

from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.players.greedy import Greedy
from parlour.players.search.bot import Search
from parlour.players.search.budget import Settings
from parlour.rules.errors import SetupError

SECONDS = 1.0
"""Seconds that a search takes for a hint."""
SHOWN = 4
"""Number of moves that a hint names."""


def hints(game: Game, decision: Decision, number: int) -> Iterator[str]:
    """Yield the best moves with their expected results.

    A hint depends on ``decision``, which holds what the seat may know, and on ``number``, the
    number of moves and outcomes so far.
    """
    if not decision.moves:
        yield "It is not your turn, so there is nothing to choose."
    elif len(decision.moves) == 1:
        yield f"You have no choice: {game.move_notation.write(decision.moves[0])}."
    else:
        try:
            yield from _by_search(game, decision, number)
        except SetupError:
            yield from _by_heuristic(game, decision, number)


def _by_search(game: Game, decision: Decision, number: int) -> Iterator[str]:
    rng = generator(game.id, "hint", number)
    prospects = Search(game, rng, Settings(seconds=SECONDS)).prospects(decision)
    yield "Best moves according to the computer, the most examined first:"
    for prospect in prospects[:SHOWN]:
        text = game.move_notation.write(prospect.move)
        yield f"  {text}: {prospect.expected} ({prospect.share:.0%} of the search)"


def _by_heuristic(game: Game, decision: Decision, number: int) -> Iterator[str]:
    try:
        greedy = Greedy(game, generator(game.id, "hint", number))
    except SetupError:
        yield "No bot knows enough of this game to give a hint."
        return
    state = game.rules.determinize(decision.view, generator(game.id, "hint", number))
    worths = greedy.move_values(decision.seat, decision.moves, state)
    yield "Best moves according to the computer, by the end of your turn:"
    for move in sorted(worths, key=worths.__getitem__, reverse=True)[:SHOWN]:
        yield f"  {game.move_notation.write(move)}: {worths[move]:+.1f} points ahead"
