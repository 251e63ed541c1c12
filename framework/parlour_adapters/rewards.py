"""Rewards: the result of a match as one number for each seat, as libraries of learning want it."""

from parlour.match import Game
from parlour.rules import Result, share_beaten


def rewards(game: Game, result: Result) -> tuple[float, ...]:
    """Return each seat's reward, by what the game is played for.

    Where it is played for points, one result of all, or by a single player, the reward is the
    seat's points. Otherwise it is 1 for a seat that has beaten all others, -1 for a seat that has
    beaten nobody, and between them the others by the share that they have beaten; a tie counts
    half, seats of a team do not count as others of each other, and of two sides the sum is 0.
    """
    if game.objective in {"points", "shared", "single"}:
        return tuple(float(score) for score in result.scores)
    beaten = share_beaten(result.places, game.sides(len(result.places)))
    return tuple(2 * share - 1 for share in beaten)
