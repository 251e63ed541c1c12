"""Hints: the moves that a bot thinks best in the place of a person."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import hypot, inf
from operator import itemgetter
from textwrap import wrap

from msgspec import Struct
from msgspec.msgpack import encode

from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.players.levels import adviser
from parlour.players.search.budget import Settings
from parlour.players.search.opinions import Prospect
from parlour.players.tree.objective import INTERVAL
from parlour.rules.answers import Move
from parlour.rules.errors import SetupError
from parlour.rules.words import Viewer

BUDGETS = (Settings(seconds=1.0), Settings(seconds=3.0))
"""Budgets of the bot for a hint: each is spent if the one before was too small."""
MIN_SIMULATIONS = 30
"""Minimum number of simulations of two moves that look as good for saying that they are."""
EXAMINED = 0.03
"""Least share of the most examined move's simulations that makes another worth naming."""
LINE = 4
"""Number of moves of a line of play that are named."""
SHOWN = 4
"""Number of moves that a hint names."""
TOO_FEW = "There was not enough time to say which move is the best."
"""The verdict on moves that too few simulations took."""
WIDTH, ASIDE = 80, 6
"""Number of columns of a move's line, and of the margin of what comes below it."""
PLACES = ("second", "third", "fourth")
"""Places of the moves that are named after the first."""


class Hint(Struct, frozen=True):
    """A hint, as somebody reads it."""

    lines: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    """The moves that it names, the best first."""


def hint_for(
    game: Game,
    decision: Decision,
    viewer: Viewer,
    budgets: Sequence[Settings] = BUDGETS,
) -> Hint:
    """Return the best moves, the best first, with their expected results and a line of play.

    Each result has its measure and its 95 % interval, or how sure it is otherwise. A move is
    folded to ``WIDTH`` columns.

    A hint depends on ``decision`` alone, the bot's own luck too: whatever else it depended on, such
    as how many have answered in secret, it would tell the seat.
    """
    if not decision.moves:
        return Hint(("It is not your turn, so there is nothing to choose.",))
    if len(decision.moves) == 1:
        return Hint((f"You have no choice: {game.move_notation.write(decision.moves[0])}.",))
    try:
        for budget in budgets:
            bot = adviser(game, generator(encode(decision.view).hex(), "hint"), budget)
            shown = best_first(bot.prospects(decision))
            verdict = compared(bot.simulations, *shown)
            if verdict != TOO_FEW:
                break
    except SetupError:
        return Hint(("No bot knows enough of this game to give a hint.",))
    many = f"{bot.simulations:,} simulation{'s' * (bot.simulations != 1)}"
    head = f"Best moves, the computer's choice first ({many}; ± is 95 %):"
    lines = (line for one in shown for line in _told(game, decision, viewer, one))
    return Hint((head, *lines, verdict), tuple(one.move for one in shown))


def analysed(game: Game, decision: Decision, made: str, viewer: Viewer) -> Iterator[str]:
    """Yield what a bot thinks of the move that was made, beside the best that it finds."""
    head, move = f"{viewer.name(decision.seat)} played '{made}'", game.read_move(made)
    if len(decision.moves) == 1 or move not in decision.moves:
        yield f"{head}: there was no choice."
        return
    try:
        bot = adviser(game, generator(encode(decision.view).hex(), "hint"), BUDGETS[0])
    except SetupError:
        yield "No bot knows enough of this game to judge a move."
        return
    best = bot.prospects(decision)[0]
    if best.move == move:
        yield f"{head}, the computer's choice too: {best.expected}."
        return
    bot.forget()
    pair = {one.move: one for one in bot.weigh(decision, (best.move, move))}
    best, own = pair[best.move], pair[move]
    yield from folded(f"{head}: {own.expected}.")
    yield from folded(f"The computer would play '{game.write_move(best.move)}': {best.expected}.")
    is_clear = best.value - own.value > INTERVAL * hypot(best.error, own.error)
    yield "That is clearly better." if is_clear else "The two are about as good."


def _told(game: Game, decision: Decision, viewer: Viewer, one: Prospect) -> list[str]:
    """Return the lines of a move; a result of few simulations is left out."""
    expected = "" if one.error == inf else f": {one.expected}"
    why = _why(game, decision, viewer, one)
    return folded(f"  {game.write_move(one.move)}{expected}{why}")


def best_first(found: Sequence[Prospect]) -> list[Prospect]:
    """Return the moves worth naming, in the order of the bot's choice.

    A move that few simulations took may look good by luck alone, and is left out; but the first
    may be proved best after few.
    """
    enough = max(one.share for one in found) * EXAMINED
    known = (one for one in found[1:] if one.share >= enough and one.error < inf)
    return [found[0], *known][:SHOWN]


def folded(line: str) -> list[str]:
    """Return a line folded between words, with the parts below the first further to the right."""
    aside = " " * ASIDE
    return wrap(
        line, WIDTH, subsequent_indent=aside, break_long_words=False, break_on_hyphens=False
    )


def compared(simulations: int, first: Prospect, *others: Prospect) -> str:
    """Say whether the first move is expected to bring more than all others, beyond chance."""
    if first.error == inf or (first.error and not others and simulations < 2 * MIN_SIMULATIONS):
        return TOO_FEW
    return _gaps(simulations, first, *others) if others else "No other move is worth examining."


def _gaps(simulations: int, first: Prospect, *others: Prospect) -> str:
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
    for place, apart, chance, share in gaps:
        if apart <= chance:
            if min(share, first.share) * simulations < MIN_SIMULATIONS:
                return TOO_FEW
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
