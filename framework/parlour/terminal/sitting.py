"""A match played at this terminal, to its end or until somebody leaves."""

from collections.abc import Sequence

from parlour.match.match import Match
from parlour.players.base import Player
from parlour.players.play import ask_for_offers
from parlour.rules.awaited import Result
from parlour.terminal.prompt import Prompt


def sit(match: Match, players: Sequence[Player | None], prompt: Prompt) -> Result:
    """Play on to the end; None among the players is a person, whom ``prompt`` asks.

    Raises:
        Left: A person leaves.
    """
    out_of_turn = match.game.rules.out_of_turn
    while not isinstance(match.awaited, Result):
        seat = match.awaited.seats[0]
        player = players[seat]
        if player is None:
            prompt.ask(seat)
        else:
            match.play(seat, player.choose(match.decision(seat)))
        if out_of_turn and not match.awaited.is_over:
            ask_for_offers(match, players)
    return match.awaited
