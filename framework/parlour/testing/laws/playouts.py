"""The law of a game's own random playout."""

from collections import Counter
from collections.abc import Iterator

from parlour.match.playout import play_out
from parlour.rules.answers import Result
from parlour.rules.rules import Rules
from parlour.testing.laws.law import law_of
from parlour.testing.moment import Moment

PLAYOUTS = 400
"""Number of playouts of either kind that are compared at a moment."""
MAX_STANDARD_ERRORS = 5.0
"""Maximum difference of two shares, in its standard errors."""
MAX_ANSWERS = 5000
"""Maximum number of moves and outcomes in a match at random."""


@law_of("random_result")
def random_result(moment: Moment) -> Iterator[str]:
    """A game's own random playout ends as often with each result as random play by its rules."""
    rules, state = moment.rules, moment.state
    if type(rules).random_result is Rules.random_result or moment.awaited.is_over:
        moment.compared = None
        return
    first = rules.random_result(state, moment.rng("own result"))
    if not isinstance(first, Result):
        yield f"expected the random playout to return a result, got {first!r}"
        return
    if rules.random_result(state, moment.rng("own result")) != first:
        yield "the random playout returns two results with the same seed"
    own_rng, rng = moment.rng("own results"), moment.rng("results")
    own: Counter[Result | None] = Counter(
        rules.random_result(state, own_rng) for _ in range(PLAYOUTS)
    )
    ends = (play_out(rules, state, rng, MAX_ANSWERS).result for _ in range(PLAYOUTS))
    played: Counter[Result | None] = Counter(end for end in ends if end)
    for result in (own | played) if played.total() == PLAYOUTS else ():
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
