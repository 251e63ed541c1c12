"""A match played at this terminal, to its end or until somebody leaves."""

from collections.abc import Sequence

from parlour.match.match import Table
from parlour.players.base import Player
from parlour.rules.awaited import Ended
from parlour.terminal.prompt import Prompt


def sit(table: Table, players: Sequence[Player | None], prompt: Prompt) -> Ended:
    """Play on to the end; None among the players is a person, whom ``prompt`` asks.

    Raises:
        Left: A person leaves.
    """
    out_of_turn = table.game.rules.out_of_turn
    while not isinstance(table.awaited, Ended):
        seat = table.awaited.seats[0]
        player = players[seat]
        if player is None:
            prompt.ask(seat)
        else:
            table.play(seat, player.choose(table.decision(seat)))
        if out_of_turn and not table.awaited.final:
            table.ask_out_of_turn(players)
    return table.awaited
