"""Rewards: the result of a match as one number for each seat, as libraries of learning want it."""

from parlour.rules.answers import Result
from parlour.rules.seats import share_beaten


def rewards(result: Result) -> tuple[float, ...]:
    """Return each seat's reward.

    It is 1 for who has beaten all others, -1 for who has beaten none, and between them the others
    by the share that they have beaten, where a tie counts half. The sum is 0.
    """
    return tuple(2 * share - 1 for share in share_beaten(result.places))
