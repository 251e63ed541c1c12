"""Hints: the moves that a bot thinks best in the place of a person."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import hypot
from operator import itemgetter
from textwrap import wrap

from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.players.levels import adviser
from parlour.players.search.budget import Settings
from parlour.players.search.opinions import Adviser, Prospect
from parlour.players.tree.objective import INTERVAL
from parlour.rules.errors import SetupError
from parlour.rules.words import Viewer

BUDGET = Settings(seconds=1.0)
"""Budget of the bot for a hint."""
EXAMINED = 0.03
"""Least share of the most examined move's simulations that makes another worth naming."""
LINE = 4
"""Number of moves of a line of play that are named."""
SHOWN = 4
"""Number of moves that a hint names."""
WIDTH, ASIDE = 80, 6
"""Number of columns of a move's line, and of the margin of what comes below it."""
PLACES = ("second", "third", "fourth")
"""Places of the moves that are named after the first."""


def hints(
    game: Game, decision: Decision, viewer: Viewer, number: int, budget: Settings = BUDGET
) -> Iterator[str]:
    """Yield the best moves, the best first, with their expected results and a line of play.

    Each result has its measure and its 95 % interval, or how sure it is otherwise. A move is
    folded to ``WIDTH`` columns.

    A hint depends on ``decision``, which holds what the seat may know, and on ``number``, the
    number of moves and outcomes so far.
    """
    if not decision.moves:
        yield "It is not your turn, so there is nothing to choose."
    elif len(decision.moves) == 1:
        yield f"You have no choice: {game.move_notation.write(decision.moves[0])}."
    else:
        try:
            bot = adviser(game, generator(game.id, "hint", number), budget)
            yield from _by_bot(bot, game, decision, viewer)
        except SetupError:
            yield "No bot knows enough of this game to give a hint."


def _by_bot(bot: Adviser, game: Game, decision: Decision, viewer: Viewer) -> Iterator[str]:
    found = bot.prospects(decision)
    shown = best_first(found)
    many = f"{bot.simulations:,} simulation{'s' * (bot.simulations != 1)}"
    yield f"Best moves, the computer's choice first ({many}; ± is 95 %):"
    for one in shown:
        why = _why(game, decision, viewer, one)
        yield from folded(f"  {game.write_move(one.move)}: {one.expected}{why}")
    if len(shown) == 1:
        yield "The computer found no other move worth examining."
    else:
        yield compared(*shown)


def best_first(found: Sequence[Prospect]) -> list[Prospect]:
    """Return the moves worth naming, in the order of the bot's choice.

    A move that few simulations took may look good by luck alone, and is left out; but the first
    may be proved best after few.
    """
    enough = max(one.share for one in found) * EXAMINED
    return [found[0], *(one for one in found[1:] if one.share >= enough)][:SHOWN]


def folded(line: str) -> list[str]:
    """Return a line folded between words, with the parts below the first further to the right."""
    aside = " " * ASIDE
    return wrap(
        line, WIDTH, subsequent_indent=aside, break_long_words=False, break_on_hyphens=False
    )


def compared(first: Prospect, *others: Prospect) -> str:
    """Say whether the first move is expected to bring more than all others, beyond chance."""
    gaps = [
        (place, first.value - other.value, INTERVAL * hypot(first.error, other.error), other.share)
        for place, other in zip(PLACES, others, strict=False)
    ]
    for place, apart, chance, share in gaps:
        if apart < -chance and share < first.share:
            return f"The {place} did better, but in too few simulations to be chosen."
        # A bot may count more than points: places, or what rivals have.
        if apart < -chance:
            return f"The {place} did better in points, but the computer weighs more than points."
    for place, apart, chance, _ in gaps:
        if apart <= chance:
            pair = "first two" if place == PLACES[0] else f"first and the {place}"
            return f"The {pair} are about as good."
    return "The first is clearly better."


def moves_by_name(line: Sequence[tuple[str, str]]) -> str:
    """Return moves in a row, each with the name of who makes it: ``Anna: sail 2, rest; Ben: rest``.

    A name stands once before the moves that its player makes one after another.
    """
    turns = groupby(line, key=itemgetter(0))
    return "; ".join(f"{name}: {', '.join(text for _, text in moves)}" for name, moves in turns)


def _why(game: Game, decision: Decision, viewer: Viewer, one: Prospect) -> str:
    """Return the line of play that the bot expects, or else the explanation of the move."""
    if one.line:
        line = [(viewer.name(seat), game.write_move(move)) for seat, move in one.line[:LINE]]
        return f"; then {moves_by_name(line)}"
    note = game.words.explain_move(decision.view, one.move) if game.words.explain_move else ""
    return f" ({note})" if note else ""
