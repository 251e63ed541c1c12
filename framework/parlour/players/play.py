"""A match played by players: each awaited seat is asked in turn, and others for their offers."""

from collections.abc import Iterator, Sequence

from parlour.match import Match
from parlour.players.base import Player, why_no_player
from parlour.rules import Result, Seat, SetupError


def play_match(match: Match, players: Sequence[Player]) -> Result:
    """Play ``match`` to its end with ``players``, one a seat, and return its result.

    An error of a player is raised with a note that names the player and its seat.

    Raises:
        SetupError: There is not one player for each seat.
        IllegalMove: A player answered with an illegal move.
    """
    for _ in answers(match, players):
        pass
    return match.result


def answers(match: Match, players: Sequence[Player]) -> Iterator[Seat]:
    """Play ``match`` on with ``players`` as ``play_match`` does, and yield the seat of each answer.

    Raises:
        SetupError: There is not one player for each seat.
        IllegalMove: A player answered with an illegal move.
    """
    _check(match, players)
    has_offers = match.game.rules.out_of_turn and any(map(_may_want_offers, players))
    while not (awaited := match.awaited).is_over:
        seat = awaited.seats[0]
        try:
            # The move notes what the seat was told, as ``ask`` would.
            match.play(players[seat].choose(match.decision(seat)), seat)
        except Exception as fault:
            fault.add_note(f"{players[seat].name} was to move, at seat {seat}")
            raise
        if has_offers and not match.awaited.is_over:
            ask_for_offers(match, players)
        yield seat


def _may_want_offers(player: Player) -> bool:
    """Return whether a player wants offers, now or later."""
    return type(player).wants_offers is not Player.wants_offers or player.wants_offers


def ask_for_offers(match: Match, players: Sequence[Player | None]) -> None:
    """Ask every seat of ``match`` that is not awaited whether it makes a move out of turn.

    Seats without a player, and players that want no offers, are passed over: the next
    decision tells them the events in between.
    """
    rules = match.game.rules
    for seat, player in enumerate(players):
        if player is None or not player.wants_offers or seat in match.awaited.seats:
            continue
        if rules.offers(match.state, seat):
            move = player.consider_offers(match.ask(seat))
            if move is not None:
                match.play(move, seat)


def _check(match: Match, players: Sequence[Player]) -> None:
    seats = match.header.seats
    if len(players) != seats:
        raise SetupError(f"expected {seats} players, got {len(players)}")
    for seat, player in enumerate(players):
        if not isinstance(player, Player):
            raise SetupError(f"seat {seat}: {why_no_player(player)}")
