"""Matches of bots under a referee."""

from collections.abc import Sequence

from parlour import Match
from parlour.players.play import play_match
from parlour.players.referee import OnAsk, PlayerFactory, RefereedPlayer, seat_bots
from parlour.players.time_control import TimeControl


def refereed(
    match: Match,
    makers: Sequence[PlayerFactory],
    times: TimeControl = TimeControl(),  # noqa: B008  it is frozen
    on_ask: OnAsk = lambda _: None,
) -> list[RefereedPlayer]:
    """Play a match of bots to its end, and return them once they have left."""
    with seat_bots(match, makers, times, on_ask) as seated:
        players = [player for player in seated if player]
        play_match(match, players)
    return players
