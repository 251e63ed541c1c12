"""Laws of the flow: a match goes on and ends, and its values and random results are sound."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, chain, permutations
from math import isfinite
from numbers import Real
from operator import itemgetter
from random import Random
from typing import Any

from parlour.catalog.game_checks import with_place
from parlour.match import play_out
from parlour.rules import Decide, Move, Outcome, Result, Rules, SealedPhase, Seat, State
from parlour_testing.snapshot import Snapshot, implicit_law, law, law_of

runs = implicit_law("runs", "The rules answer every question of a match without raising an error.")
settles = implicit_law("settles", "Phases that await nobody lead to somebody awaited, in the end.")
ends = implicit_law("ends", "Every match ends.")
returns = implicit_law(
    "returns", "Every step, every law and every match is done within a limit of processor time."
)

DRAWS = 4
"""Number of draws at a moment."""

BINS = 10
"""Number of classes that the draws of a check are counted in."""

MAX_CHI_SQUARE = 62.0
"""Maximum of the statistic, of 9 degrees of freedom: chance is above it in one of 2e9 tests."""

MAX_COMPARED = 20
"""Maximum number of moves of a seat whose values are compared at a moment."""


@law_of(cost="each", ends_match=True)
def ends_soon(snapshot: Snapshot) -> Iterator[str]:
    """No match has more moves and outcomes than the game says, by ``Checks(longest=...)``."""
    checks, match = snapshot.game.checks, snapshot.match
    if checks.longest is None:
        snapshot.compared = None
        return
    if "longest" not in snapshot.notes:
        options = match.game.recorded_options(match.header.rules_version, match.header.options)
        snapshot.notes["longest"] = checks.longest(len(snapshot.seats), options)
    longest: int = snapshot.notes["longest"]
    snapshot.compared = longest > 0
    if 0 < longest < snapshot.step:
        reason = checks.why_it_ends or "the game gives no reason"
        yield f"expected at most {longest} moves and outcomes, got more; the bound: {reason}"


@law_of(cost="each", ends_match=True)
def can_move(snapshot: Snapshot) -> Iterator[str]:
    """Every awaited seat takes part in the match and has a legal move."""
    awaited = snapshot.awaited
    if isinstance(awaited, Decide) and not awaited.seats:
        yield "a decision is awaited of no seat"
    for seat in awaited.seats:
        if seat not in snapshot.seats:
            yield f"seat {seat} is awaited, which takes no part"
        elif not snapshot.rules.moves(snapshot.state, seat):
            phase = type(snapshot.state.phases[-1]).__name__
            text = f"seat {seat} is awaited in the phase '{phase}' but has no legal move"
            yield snapshot.placed("moves", text)


@law_of("moves", cost="each", ends_match=True)
def no_doubles(snapshot: Snapshot) -> Iterator[str]:
    """No move stands twice among the legal ones, and they come in the same order again."""
    for seat in snapshot.awaited.seats:
        moves = snapshot.rules.moves(snapshot.state, seat)
        if len(set(moves)) != len(moves):
            double = next(move for n, move in enumerate(moves) if move in moves[:n])
            yield f"seat {seat} is given {double} twice"
        if tuple(snapshot.rules.moves(snapshot.state, seat)) != tuple(moves):
            yield f"seat {seat} is given other moves, or another order, when asked again"


@law_of("plans")
def plans_hold(snapshot: Snapshot) -> Iterator[str]:
    """Every plan can be played in one go, and the plans of a view are the same again."""
    rules = snapshot.rules
    snapshot.compared = None if type(rules).plans is Rules.plans else False
    for seat in snapshot.awaited.seats if snapshot.compared is not None else ():
        view = rules.view(snapshot.state, seat)
        plans = tuple(rules.plans(view))
        snapshot.compared = snapshot.compared or bool(plans)
        if plans != tuple(rules.plans(rules.view(snapshot.world(seat), seat))):
            yield f"seat {seat} is given other plans, or another order, by the same view"
        for plan in plans:
            if not plan.moves:
                yield f"the plan '{plan.text}' of seat {seat} has no move"
            if illegal := _illegal_move(snapshot, seat, plan.moves):
                yield f"the plan '{plan.text}': {illegal}"


@law_of(cost="each")
def quick_turns(snapshot: Snapshot) -> Iterator[str]:
    """Every move of a quick turn is legal when it is reached: before chance or another seat."""
    quick_turn = snapshot.game.bots.quick_turn
    snapshot.compared = None if quick_turn is None else False
    # An answer in secret is looked for without it.
    if quick_turn is None or isinstance(snapshot.state.phases[-1], SealedPhase):
        return
    for seat in snapshot.awaited.seats:
        moves = tuple(quick_turn(snapshot.state, seat))
        snapshot.compared = snapshot.compared or bool(moves)
        if illegal := _illegal_move(snapshot, seat, moves):
            yield with_place(quick_turn, f"the quick turn: {illegal}")


def _illegal_move(snapshot: Snapshot, seat: Seat, moves: Sequence[Move]) -> str:
    """Describe the first illegal one of moves that ``seat`` makes in a row; empty without one."""
    rules = snapshot.rules
    state = snapshot.state
    write = snapshot.game.move_notation.write
    for number, move in enumerate(moves):
        if seat not in rules.awaited(state).seats or move not in rules.moves(state, seat):
            before = ", ".join(map(write, moves[:number]))
            return f"seat {seat} cannot '{write(move)}'" + (f" after {before}" if before else "")
        state = rules.play(state, seat, move)
    return ""


@law_of("outcomes")
def fair_draws(snapshot: Snapshot) -> Iterator[str]:
    """Every draw of chance is one of its outcomes, as likely as its weight, and repeats."""
    weighted = snapshot.outcomes()
    snapshot.compared = bool(weighted) if snapshot.game.outcomes else None
    if not weighted:
        return
    if odd := [weight for _, weight in weighted if not (isinstance(weight, int) and weight > 0)]:
        yield f"expected weights that are whole numbers above 0, got {odd[0]!r}"
    possible = [outcome for outcome, _ in weighted]
    if len(set(possible)) != len(possible):
        yield "an outcome stands twice among those that can be drawn"
    draws = []
    for ordinal in range(DRAWS):
        drawn = snapshot.rules.draw(snapshot.state, snapshot.rng("draw", ordinal))
        if drawn not in possible:
            yield f"{drawn} was drawn, which cannot be drawn"
            return
        again = snapshot.rules.draw(snapshot.state, snapshot.rng("draw", ordinal))
        if drawn != again:
            yield f"{drawn} was drawn, and then {again} with the same seed"
        draws.append(drawn)
    yield from _uneven_draws(snapshot, weighted, draws)


def _uneven_draws(
    snapshot: Snapshot, weighted: Sequence[tuple[Outcome, int]], draws: Sequence[Outcome]
) -> Iterator[str]:
    """Test the draws of a whole check for the weights of their outcomes, by chi-square.

    Outcomes divide the line from 0 to 1 by their weights, in the order of the list or of their
    weights; a random point of the drawn outcome is then as likely anywhere.
    """
    rng = snapshot.rng("points")
    phase = type(snapshot.state.phases[-1]).__name__
    for order, pairs in (("list", weighted), ("weight", sorted(weighted, key=itemgetter(1)))):
        ends = list(accumulate(weight for _, weight in pairs))
        places = {outcome: number for number, (outcome, _) in enumerate(pairs)}
        bins = [f"draws of {phase} by {order}: {number}" for number in range(BINS)]
        for drawn in draws:
            place = places[drawn]
            point = (ends[place] - rng.random() * pairs[place][1]) / ends[-1]
            snapshot.tally[bins[min(BINS - 1, int(point * BINS))]] += 1
        counts = [snapshot.tally[name] for name in bins]
        mean = sum(counts) / BINS
        if sum((count - mean) ** 2 for count in counts) / mean > MAX_CHI_SQUARE and mean >= 5:
            yield f"the draws of {phase} are not as likely as their weights: {counts}"


@law
def sound_heuristic(snapshot: Snapshot) -> Iterator[str]:
    """Every heuristic is a finite number, and expected points are one for each seat; or None."""
    for seat in snapshot.seats:
        world = snapshot.world(seat)
        worth: object = snapshot.rules.heuristic(world, seat)
        if worth is not None and not _is_finite(worth):
            text = f"expected the heuristic to return a number or None, got {worth!r}"
            yield snapshot.placed("heuristic", text)
        points = None if snapshot.awaited.is_over else snapshot.rules.expected_points(world)
        sound = points is None or len(points) == len(snapshot.seats)
        if not sound or not all(map(_is_finite, points or ())):
            text = f"expected points for {len(snapshot.seats)} seats, got {points!r}"
            yield snapshot.placed("expected_points", text)


@law_of("weigh_moves")
def weighed_as_played(snapshot: Snapshot) -> Iterator[str]:
    """A move that a game values without playing it is worth what the heuristic says after it.

    It does not end the match.
    """
    rules = snapshot.rules
    state = snapshot.state
    for seat in snapshot.awaited.seats:
        moves = list(rules.moves(state, seat))
        weighed = rules.weigh_moves(state, seat, moves)
        if len(weighed) != len(moves):
            yield f"expected values of {len(moves)} moves, got {len(weighed)}"
            return
        valued = [
            (move, worth) for move, worth in zip(moves, weighed, strict=True) if worth is not None
        ]
        snapshot.rng("weighed", seat).shuffle(valued)
        for move, worth in valued[:MAX_COMPARED]:
            after = rules.play(state, seat, move)
            if rules.awaited(after).is_over:
                yield f"expected None for {move}, which ends the match, got {worth}"
                return
            plain = rules.heuristic(after, seat)
            if worth != plain:
                yield f"expected {move} to be worth {plain} as after playing it, got {worth}"
                return


@law_of("heuristic", cost="each", ends_match=True)
def ranks_the_ended(snapshot: Snapshot) -> Iterator[str]:
    """A heuristic orders the seats of a match that is over as the result does."""
    awaited = snapshot.awaited
    if not isinstance(awaited, Result) or len(awaited.places) != len(snapshot.seats):
        return
    worth = [snapshot.rules.heuristic(snapshot.state, seat) for seat in snapshot.seats]
    # Anything but a finite number is the business of the law sound-heuristic.
    sound = [(seat, value or 0.0) for seat, value in enumerate(worth) if _is_finite(value)]
    for (one, better), (other, worse) in permutations(sound, 2):
        if awaited.places[one] < awaited.places[other] and better <= worse:
            places = f"places {awaited.places[one]} and {awaited.places[other]}"
            yield (
                f"expected the heuristic to value seat {one} above seat {other} at the end, "
                f"which have {places}, got {better:g} and {worse:g}"
            )


@law_of(cost="each", ends_match=True)
def sound_scores(snapshot: Snapshot) -> Iterator[str]:
    """At the end every seat has points and a place, and somebody is first."""
    awaited = snapshot.awaited
    if not isinstance(awaited, Result):
        return
    for what, values in (("points", awaited.scores), ("places", awaited.places)):
        if len(values) != len(snapshot.seats):
            yield f"expected {what} for {len(snapshot.seats)} seats, got {values}"
    counted = [1 + sum(other < place for other in awaited.places) for place in awaited.places]
    if list(awaited.places) != counted:
        yield f"expected places that count from 1, got {awaited.places}"


@law_of(cost="each", ends_match=True)
def one_result(snapshot: Snapshot) -> Iterator[str]:
    """Seats that win together, as the game's objective says, end with one result."""
    awaited = snapshot.awaited
    if not isinstance(awaited, Result) or len(awaited.places) != len(snapshot.seats):
        return
    results = list(zip(awaited.scores, awaited.places, strict=True))
    for one, other in _mates(snapshot):
        if results[one] != results[other]:
            of_both = f"points and places {results[one]} and {results[other]}"
            yield f"expected one result for seats {one} and {other} of a side, got {of_both}"
            return


@law_of("heuristic")
def one_value(snapshot: Snapshot) -> Iterator[str]:
    """A heuristic gives the same value to seats that win together."""
    for one, other in _mates(snapshot):
        world = snapshot.world(one)
        first, second = (snapshot.rules.heuristic(world, seat) for seat in (one, other))
        # Anything but a finite number is the business of the law sound-heuristic.
        if _is_finite(first) and _is_finite(second) and first != second:
            yield (
                f"expected the heuristic to value seats {one} and {other} of a side alike, "
                f"got {first:g} and {second:g}"
            )
            return


@law_of(cost="each", ends_match=True)
def points_paid(snapshot: Snapshot) -> Iterator[str]:
    """If seats play for points, as at poker, the points of a match add up to 0."""
    awaited = snapshot.awaited
    if not isinstance(awaited, Result) or snapshot.game.objective != "points":
        return
    if sum(awaited.scores) != 0:
        yield f"expected points that add up to 0, got {awaited.scores}"


def _mates(snapshot: Snapshot) -> Iterator[tuple[int, int]]:
    """Yield each seat with the first seat of its side, but for these themselves."""
    sides = snapshot.game.sides(len(snapshot.seats))
    for seat, side in enumerate(sides):
        first = sides.index(side)
        if first != seat:
            yield first, seat


def _is_finite(worth: object) -> bool:
    return isinstance(worth, Real) and isfinite(worth)


PLAYOUTS = 400
"""Number of playouts of either kind that are compared at a moment."""
MAX_STANDARD_ERRORS = 5.0
"""Maximum difference of two shares, in its standard errors."""
MAX_ANSWERS = 5000
"""Maximum number of moves and outcomes in a match at random."""


@law_of("random_result", cost="expensive")
def random_result(snapshot: Snapshot) -> Iterator[str]:
    """A game's own playout has the results of random play by its rules, or of play with care.

    With care, a seat wins at once if it can, and makes no move that lets the next seat win, if
    it has another. If something is hidden, no seat knows which moves these are.
    """
    rules = snapshot.rules
    state = snapshot.state
    if type(rules).random_result is Rules.random_result or snapshot.awaited.is_over:
        snapshot.compared = None
        return
    first = rules.random_result(state, snapshot.rng("own result"))
    if not isinstance(first, Result):
        yield f"expected the random playout to return a result, got {first!r}"
        return
    if rules.random_result(state, snapshot.rng("own result")) != first:
        yield "the random playout returns two results with the same seed"
    own_rng, rng = snapshot.rng("own results"), snapshot.rng("results")
    results: Counter[Result | None] = Counter(
        rules.random_result(state, own_rng) for _ in range(PLAYOUTS)
    )
    ends = (play_out(rules, state, rng, MAX_ANSWERS).result for _ in range(PLAYOUTS))
    apart = [*_apart(results, Counter(ends))]
    if apart and not snapshot.game.has_hidden_information:
        ends = (_play_out_with_care(rules, state, rng) for _ in range(PLAYOUTS))
        apart = apart if any(_apart(results, Counter(ends))) else []
    yield from apart


def _play_out_with_care(rules: Rules[Any, Any], state: State, rng: Random) -> Result | None:
    """Return a result of random play with care, or None if the limit of answers comes first."""
    for _ in range(MAX_ANSWERS):
        awaited = rules.awaited(state)
        if isinstance(awaited, Result):
            return awaited
        if awaited.seats:
            after = _after_moves(rules, state)
            rng.shuffle(after)
            won = (one for one in after if _has_won(rules, one, awaited.seats[0]))
            held = (one for one in after if not _lets_win(rules, one))
            state = next(chain(won, held, after))
        else:
            state = rules.resolve(state, rules.draw(state, rng))
    return None


def _after_moves(rules: Rules[Any, Any], state: State) -> list[State]:
    """Return the states after the moves of the first seat awaited; none if no seat is."""
    seats = rules.awaited(state).seats[:1]
    return [rules.play(state, seat, move) for seat in seats for move in rules.moves(state, seat)]


def _has_won(rules: Rules[Any, Any], state: State, seat: Seat) -> bool:
    """Return whether a seat has won alone."""
    awaited = rules.awaited(state)
    return isinstance(awaited, Result) and awaited.places[seat] == 1 == awaited.places.count(1)


def _lets_win(rules: Rules[Any, Any], state: State) -> bool:
    """Return whether the first seat awaited wins at once by one of its moves."""
    seats = rules.awaited(state).seats
    return any(_has_won(rules, one, seats[0]) for one in _after_moves(rules, state))


def _apart(own: Counter[Result | None], played: Counter[Result | None]) -> Iterator[str]:
    """Tell which results are further apart than chance allows; none if play does not always end."""
    for result in () if None in played else own | played:
        if _differ(own[result], played[result]):
            yield (
                f"the random playout ends {own[result]} of {PLAYOUTS} times with {result}, "
                f"random play {played[result]} times"
            )


def _differ(one: int, other: int) -> bool:
    """Return whether two counts of ``PLAYOUTS`` are further apart than chance allows."""
    share: float = (one + other) / (2 * PLAYOUTS)
    error: float = (2 * share * (1 - share) / PLAYOUTS) ** 0.5
    return abs(one - other) / PLAYOUTS > MAX_STANDARD_ERRORS * error
