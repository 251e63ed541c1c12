"""Hints: the moves that a bot thinks best in the place of a person."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import ceil, hypot, inf
from operator import itemgetter

from msgspec.msgpack import encode
from msgspec.structs import replace

from parlour.match import Decision, Game, generator
from parlour.players import adviser, has_heuristic
from parlour.players.advice import (
    INTERVAL,
    AdviceBudget,
    Adviser,
    Hint,
    Prospect,
)
from parlour.rules import NOBODY, SetupError, Viewer
from parlour.table import MoveList
from parlour.table.text.plans import line_facts
from parlour.words import Phrase, phrase, say
from parlour.words.framework import number as written
from parlour_search.lead_errors import lead_error
from parlour_search.move_results import mean_of
from parlour_search.plan_order import FRESH, LineResult, LineRounds, simulations_of_best

SHARES = (4, 12)
"""Budgets for a hint, in moves of the game's best bot; the second if the first was too small."""
MAX_SECONDS = 10.0
"""Limit by the clock, for machines that are much slower than usual."""
MIN_SIMULATIONS = 30
"""Minimum number of simulations of two moves that look as good for saying that they are."""
MIN_AGREEING = 6
"""Minimum number of them if all results of each move agree."""
ANOTHER = 2**0.5
"""Standard error of the difference of two answers over that of one."""
EXAMINED = 0.03
"""Least share of the most examined move's simulations that makes another worth naming."""
LINE = 4
"""Number of moves that are named of a line of play."""
PLAN = 8
"""Number of moves that are named of the seat's plan."""
SHOWN = 4
"""Number of moves that a hint names."""
PLACES = ("second", "third", "fourth")
"""Places of the moves that are named after the first."""


def advise(game: Game, decision: Decision, viewer: Viewer, made: str) -> Hint:
    """Return a hint, or if the text of a move is given, an opinion on that move."""
    if made:
        return Hint(tuple(analysed(game, decision, made, viewer)))
    return hint_for(game, decision, viewer)


def budgets_for(game: Game) -> list[AdviceBudget]:
    """Return the budgets for a hint: numbers, so that a position has one hint on all machines."""
    number = simulations_of_best(game)
    return [AdviceBudget(MAX_SECONDS, share * number) for share in SHARES]


def hint_for(
    game: Game,
    decision: Decision,
    viewer: Viewer,
    budgets: Sequence[AdviceBudget] = (),
) -> Hint:
    """Return the best moves, the best first, with their expected results and a line of play.

    Asked again, the same position has the same hint. Each result has its measure and its 95 %
    interval, or how sure it is otherwise.

    A hint depends on ``decision`` alone, the bot's own luck too: anything else that it depended on,
    such as how many have answered in secret, would reach the seat.
    """
    if not decision.moves:
        return Hint((say("hint.not_your_turn"),))
    if len(decision.moves) == 1:
        return Hint((say("hint.no_choice", move=game.in_own_words(decision.moves[0], viewer)),))
    try:
        for budget in budgets or budgets_for(game):
            bot = _bot(game, decision, budget)
            shown = met_again(game, decision, best_first(bot.prospects(decision)))
            verdict = compared(bot.simulations, *shown)
            if verdict != too_few():
                break
    except SetupError:
        return Hint((say("hint.no_bot"),))
    count = bot.simulations
    doubt = lead_error(game, decision.view)
    shown = [doubted(one, doubt) for one in shown]
    lines = [line for one in shown for line in _told(game, decision, viewer, one, shown[0])]
    means = meaning_of_errors(doubt) if any("±" in line for line in lines) else ""
    head = say("hint.head", number=count, count=written(count), means=means)
    return Hint((head, *lines, verdict), tuple(one.move for one in shown))


def met_again(
    game: Game, decision: Decision, shown: Sequence[Prospect], first: int = FRESH
) -> list[Prospect]:
    """Return opinions on moves from fresh worlds, in which all of them meet.

    The best of many opinions is too high by luck, and simulations of one tree are not independent.
    An error is that of the difference to another answer, from other worlds than those from round
    ``first`` on. Without a heuristic, or for moves that are proved, opinions stay as they are.
    """
    if not has_heuristic(game) or any(one.is_proved or one.error == inf for one in shown):
        return [*shown]
    rounds = LineRounds(game, decision)
    lines = [(one.move,) for one in shown]
    number = max(MIN_SIMULATIONS, simulations_of_best(game) // len(shown))
    results = [rounds.results(lines, seed) for seed in range(first, first + number)]
    return [
        _told_by(one, of_line)
        for one, of_line in zip(shown, zip(*results, strict=True), strict=True)
    ]


def doubted(one: Prospect, error: float | None) -> Prospect:
    """Return an opinion whose lead is as sure as leads have proved to be, if that is measured."""
    is_lead = one.kind in {"lead", "points"} and one.error < inf and not one.is_proved
    return replace(one, error=error) if is_lead and error is not None else one


def meaning_of_errors(measured: float | None) -> str:
    """Return what ± stands for: an interval of the mean, or of the end as it was measured."""
    return say("hint.means" if measured is None else "hint.ends")


def _told_by(one: Prospect, results: Sequence[LineResult]) -> Prospect:
    """Return an opinion with the lead and the chance of some rounds."""
    lead = mean_of(result.lead for result in results)
    chance = mean_of(result.chance for result in results if result.chance is not None)
    return replace(
        one,
        value=lead.mean,
        error=lead.error * ANOTHER,
        chance=chance.mean if chance.count else None,
        chance_error=chance.error * ANOTHER,
        count=lead.count,
    )


def _bot(game: Game, decision: Decision, budget: AdviceBudget) -> Adviser:
    """Return the bot that gives a hint; its luck depends on the decision alone."""
    luck = generator(encode(decision.view).hex(), "hint")
    return adviser(game, luck, budget, decision.seats)


def analysed(game: Game, decision: Decision, made: str, viewer: Viewer) -> Iterator[str]:
    """Yield what a bot thinks of the move that was made, beside the best that it finds."""
    move = game.read_move(made)
    played = say("hint.played", viewer, seat=decision.seat, move=game.in_own_words(move, viewer))
    if len(decision.moves) == 1 or move not in decision.moves:
        yield say("hint.forced", played=played)
        return
    try:
        bot = _bot(game, decision, budgets_for(game)[0])
    except SetupError:
        yield say("hint.no_judge")
        return
    best = bot.prospects(decision)[0]
    doubt = lead_error(game, decision.view)
    if best.move == move:
        yield say("hint.agreed", played=played, expected=result_in_words(doubted(best, doubt)))
        return
    bot.forget()
    pair = met_again(game, decision, bot.weigh(decision, (best.move, move)))
    best, chosen = sorted(pair, key=lambda one: one.move == move)
    yield say("hint.worth", played=played, expected=result_in_words(doubted(chosen, doubt)))
    preferred = game.in_own_words(best.move, viewer)
    yield say("hint.would", move=preferred, expected=result_in_words(doubted(best, doubt)))
    is_clear = best.value - chosen.value > INTERVAL * hypot(best.error, chosen.error)
    yield say("hint.clearly" if is_clear else "hint.as_good")


def _told(
    game: Game, decision: Decision, viewer: Viewer, one: Prospect, best: Prospect
) -> Iterator[str]:
    """Yield the line of a move; a result of few simulations is left out."""
    expected = "" if one.error == inf else f": {result_in_words(one)}"
    shown = game.in_own_words(one.move, viewer)
    yield f"  {shown}{expected}{_why(game, decision, viewer, one, best)}"


def result_in_words(one: Prospect) -> str:
    """Put an expected result in words, with its 95 % interval or how sure it is otherwise."""
    if not one.count:
        return say("hint.not_played_on")
    result = _chance(one.value, one.error) if one.kind == "chance" else _points(one)
    chances = [] if one.chance is None else [_chance(one.chance, one.chance_error)]
    # Phrases, since what is said is kept in this process, where any bot might read it.
    return ", ".join(map(str, [result, *chances, *_certainty(one)]))


def _points(one: Prospect) -> Phrase:
    sign = "" if one.kind == "points" else "+"
    code = "hint.lead" if one.kind == "lead" else "hint.result"
    return phrase(code, points=tenths(one.value, one.error, sign))


def _chance(chance: float, error: float) -> Phrase:
    return phrase("hint.chance", chance=percent(chance, error))


def tenths(value: float, error: float, sign: str = "") -> str:
    """Write a number with its 95 % interval: ``1.9 ± 0.4``; the ``sign`` + stands before gains."""
    return f"{value:{sign}.1f}{_give_or_take(error, 1)}".replace(".", say("number.decimal"))


def percent(share: float, error: float = 0.0) -> str:
    """Write a share in per cent, with its 95 % interval if it has an error: ``62% ± 3%``."""
    sign = say("number.percent")
    around = _give_or_take(100 * error, 0)
    return f"{100 * share:.0f}{sign}{around}{around and sign}"


def _certainty(one: Prospect) -> Iterator[Phrase]:
    """Yield how sure a mean is if it has no interval."""
    if one.is_proved:
        yield phrase("hint.proved")
    elif one.error in {0, inf}:
        code = "hint.by" if one.error else "hint.in_all"
        yield phrase(code, number=one.count, count=written(one.count))


def best_first(prospects: Sequence[Prospect]) -> list[Prospect]:
    """Return the moves worth naming, in the order of the bot's choice.

    A move that few simulations took may look good by luck alone, and is left out; the first stays.
    If the first is proved, so are the moves that stay beside it.
    """
    first, *others = prospects
    enough = max(one.share for one in prospects) * EXAMINED
    known = (one for one in others if one.share >= enough and one.error < inf)
    return [first, *(one for one in known if one.is_proved or not first.is_proved)][:SHOWN]


def too_few() -> str:
    """Return the verdict on moves that too few simulations took."""
    return say("hint.too_few")


def compared(simulations: int, first: Prospect, *others: Prospect) -> str:
    """Say whether the first move is expected to bring more than all others, beyond chance."""
    if first.error == inf or (first.error and not others and simulations < 2 * MIN_SIMULATIONS):
        return too_few()
    return _gaps(simulations, first, *others) if others else say("hint.single")


def _gaps(simulations: int, first: Prospect, *others: Prospect) -> str:
    gaps = [
        (place, first.value - other.value, INTERVAL * hypot(first.error, other.error), other)
        for place, other in zip(PLACES, others, strict=False)
    ]
    for place, apart, doubt, other in gaps:
        if apart < -doubt:
            # A bot may count more than points: its chance of winning, places, or what rivals have.
            is_likelier = (first.chance or 0) > (other.chance or 0)
            by_number = other.share < first.share and not is_likelier
            code = "hint.did_better" if by_number else "hint.more_than_points"
            return say(code, place=say(f"hint.place.{place}"))
    equal = [(place, doubt, other) for place, apart, doubt, other in gaps if apart <= doubt]
    if not equal:
        return say("hint.first_better")
    known = [
        place
        for place, doubt, other in equal
        if first.is_proved
        or round(min(other.share, first.share) * simulations)
        >= (MIN_SIMULATIONS if doubt else MIN_AGREEING)
    ]
    if equal[0][0] not in known:
        return too_few()
    if len(known) == len(others) > 1:
        return say("hint.all_equal")
    if known[0] == PLACES[0]:
        return say("hint.first_two")
    return say("hint.first_and", place=say(f"hint.place.{known[0]}"))


def moves_by_name(line: Sequence[tuple[str, str]]) -> str:
    """Return moves in a row, each with the name of who makes it: ``Anna: sail 2, rest; Ben: rest``.

    A name stands once before the moves that its player makes one after another. Of a long line, the
    number of moves that are left out stands at the end.
    """
    turns = groupby(line[:LINE], key=itemgetter(0))
    told = (f"{name}: {', '.join(text for _, text in moves)}" for name, moves in turns)
    return _with_more("; ".join(told), len(line[LINE:]), ";")


def _why(game: Game, decision: Decision, viewer: Viewer, one: Prospect, best: Prospect) -> str:
    """Return the explanation of a move and the own plan that follows, or else the line of play."""
    seat, view = decision.seat, decision.view
    facts = line_facts(MoveList(game, view, (), (), viewer, seat=seat), (one.move,))
    if one.line and {seat for seat, _ in one.line} != {decision.seat}:
        line = [(viewer.name(seat), game.in_own_words(move, viewer)) for seat, move in one.line]
        return say("hint.then", line=moves_by_name(line))
    return (f" ({facts})" if facts else "") + plan_after(game, one, best, viewer)


def plan_after(game: Game, one: Prospect, best: Prospect, viewer: Viewer = NOBODY) -> str:
    """Return the own moves that follow on a move, unless the same follow on the best."""
    if one is not best and one.line and one.line == best.line:
        return say("hint.then_same")
    told = ", ".join(game.in_own_words(move, viewer) for _, move in one.line[:PLAN])
    line = _with_more(told, len(one.line[PLAN:]))
    return say("hint.then", line=line) if line else ""


def _with_more(told: str, left: int, mark: str = "") -> str:
    """Return a list of moves; if some are left out, their number follows behind a mark."""
    if not left:
        return told
    return say("hint.and_more", number=left, count=written(left), line=told + mark)


def _give_or_take(error: float, digits: int) -> str:
    """Return the half width of the 95 % interval for a standard error: `` ± 0.4``, rounded up.

    Empty without an error, or without one that is known.
    """
    if not 0 < error < inf:
        return ""
    unit = 10**digits
    return f" ± {ceil(INTERVAL * error * unit) / unit:.{digits}f}"
