"""Advice for a person who asks for it: what a bot would make of their decision."""

from collections.abc import Iterator

from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.players.included import Greedy, Search, Settings
from parlour.rules.errors import SetupError

SECONDS = 1.0
"""So long a search thinks about a hint."""
SHOWN = 4
"""So many moves are shown."""


def hints(game: Game, decision: Decision, number: int) -> Iterator[str]:
    """Yield the best moves with their expected results; ``number`` is that of the answer.

    Nothing goes in but the decision that the seat itself is put: view and moves.
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
    yield "A search would look at these most, the best first:"
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
    yield "By the end of your turn, these look best:"
    for move in sorted(worths, key=worths.__getitem__, reverse=True)[:SHOWN]:
        yield f"  {game.move_notation.write(move)}: standing {worths[move]:+.1f}"
