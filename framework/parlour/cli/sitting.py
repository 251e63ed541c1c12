"""A match played at this terminal, to its end or until somebody leaves."""

from collections.abc import Sequence

from parlour.awaited import Ended
from parlour.cli.prompt import Prompt
from parlour.errors import IllegalMove, ParlourError
from parlour.players import Player
from parlour.seats import Seat
from parlour.table import Table


class PlayerFailed(ParlourError):
    """A bot broke a match: its answer is never replaced by another."""


def sit(table: Table, players: Sequence[Player | None], prompt: Prompt) -> Ended:
    """Play on to the end; None among the players is a person, whom ``prompt`` asks.

    Raises:
        Left: A person leaves.
        PlayerFailed: A bot answers with an illegal move.
    """
    out_of_turn = table.game.rules.out_of_turn
    while not isinstance(table.awaited, Ended):
        seat = table.awaited.seats[0]
        player = players[seat]
        if player is None:
            prompt.ask(seat)
        else:
            _let(table, seat, player)
        if out_of_turn and not table.awaited.final:
            _interjections(table, players)
    return table.awaited


def _let(table: Table, seat: Seat, player: Player) -> None:
    """Let a bot answer."""
    try:
        table.play(seat, player.choose(table.decision(seat)))
    except IllegalMove as fault:
        raise PlayerFailed(f"the bot {player.name} at seat {seat} failed: {fault}") from None


def _interjections(table: Table, players: Sequence[Player | None]) -> None:
    """Let bots move out of turn."""
    try:
        table.ask_out_of_turn(players)
    except IllegalMove as fault:
        raise PlayerFailed(f"a bot failed out of turn: {fault}") from None
