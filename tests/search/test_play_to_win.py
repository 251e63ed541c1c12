"""Bots take a win that is sure, and avoid a defeat that is, in positions of matches at random."""

from functools import cache
from itertools import count, cycle
from random import Random
from typing import Any

import pytest

from parlour import Game, Result, Seat
from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.match.playout import play_out
from parlour.players.included import make_bot
from parlour.rules.answers import Chance
from parlour.rules.seats import share_beaten
from tests.games import GAMES

POSITIONS = 20
BOTS = ("greedy", "greedy:errors=1", "search:simulations=30", "ahead:rollouts=4")
GIANTS = GAMES["giants"]
WORLDS = 6
"""Number of states that must agree on the end if cards are hidden."""
PLAYOUTS = 20
"""Number of matches at random that tell whether a seat can still win."""


def ends(game: Game, state: Any, seat: Seat) -> dict[Any, float | None]:
    """Return the share of the others beaten by each move that ends the match, else None.

    Chance may speak before the end, and nothing that the seat does not know may change the share.
    """
    view, worlds = game.rules.view(state, seat), [state]
    if game.id == "rapa_nui":
        worlds += [game.rules.determinize(view, Random(number)) for number in range(WORLDS)]
    found = {}
    for move in game.rules.moves(state, seat):
        shares = {share_at_end(game, world, seat, move) for world in worlds}
        found[move] = shares.pop() if len(shares) == 1 else None
    return found


def share_at_end(game: Game, state: Any, seat: Seat, move: Any) -> float | None:
    at, rng = game.rules.play(state, seat, move), Random(1)
    while isinstance(awaited := game.rules.awaited(at), Chance):
        at = game.rules.resolve(at, game.rules.draw(at, rng))
    return share_beaten(awaited.places)[seat] if isinstance(awaited, Result) else None


def may_end(state: Any) -> bool:
    """Return whether a move may end the match: in Rapa Nui, if a column can take the stack."""
    return sum(state.stack) <= 4 if type(state).__module__.startswith("parlour_rapa") else True


@cache
def positions(name: str, share: float) -> list[tuple[Any, Seat]]:
    """Return decisions where some moves end the match with that share beaten, and others do not.

    If that share is nothing, the seat can still win, so that a bot has a reason to go on.
    """
    game, found = GAMES[name], list[tuple[Any, Seat]]()
    seats, options = (3, {"round_limit": "2"}) if name == "giants" else (2, {})
    for number in count():
        rng, match = Random(number), game.match(seats=seats, seed=number, **options)
        while match.awaited.seats:
            seat = match.awaited.seats[0]
            shares = ends(game, match.state, seat) if may_end(match.state) else {}
            going_on = [move for move, end in shares.items() if end is None]
            if (share in shares.values() and going_on) and (
                share > 0 or can_win(game, match.state, seat, going_on)
            ):
                found.append((match.state, seat))
            if len(found) == POSITIONS:
                return found
            match.play(rng.choice(match.moves(seat)), seat)
    raise AssertionError


def can_win(game: Game, state: Any, seat: Seat, moves: list[Any]) -> bool:
    """Return whether a seat wins some match that goes on at random after one of the moves."""
    for number, move in zip(range(PLAYOUTS), cycle(moves), strict=False):
        after = game.rules.play(state, seat, move)
        result = play_out(game.rules, after, Random(number), 1000).result
        if result and result.places[seat] == 1:
            return True
    return False


def share_after(game: Game, bot: str, state: Any, seat: Seat) -> float | None:
    """Return the share that a bot's move beats if it ends the match, or None if it goes on."""
    moves = game.rules.moves(state, seat)
    decision = Decision(seat, game.rules.view(state, seat), moves, seats=game.seats[0])
    move = make_bot(bot, game, generator("to win", bot)).choose(decision)
    return ends(game, state, seat)[move]


PLAYERS = [
    *(pytest.param("maori", bot, id=f"maori {bot}") for bot in (*BOTS, "greedy:values=learned")),
    *(pytest.param("rapa_nui", bot, id=f"rapa_nui {bot}") for bot in BOTS),
]


@pytest.mark.parametrize(("name", "bot"), PLAYERS)
def test_a_sure_win_is_taken_at_once(name: str, bot: str) -> None:
    taken = [share_after(GAMES[name], bot, *position) for position in positions(name, 1.0)]

    assert taken == [1] * POSITIONS


@pytest.mark.parametrize(("name", "bot"), PLAYERS)
def test_a_sure_defeat_is_avoided(name: str, bot: str) -> None:
    met = [share_after(GAMES[name], bot, *position) for position in positions(name, 0.0)]

    assert 0.0 not in met


@pytest.mark.parametrize("bot", BOTS)
def test_a_sure_win_is_not_lost_by_a_detour(bot: str) -> None:
    """In Giants a seat may still raise a moai before it passes, which ends the match."""
    for state, seat in positions("giants", 1.0):
        at = state
        while not isinstance(awaited := GIANTS.rules.awaited(at), Result):
            mover = awaited.seats[0]
            moves = GIANTS.rules.moves(at, mover)
            decision = Decision(mover, GIANTS.rules.view(at, mover), moves, seats=3)
            move = make_bot(bot, GIANTS, generator("to win", bot)).choose(decision)
            at = GIANTS.rules.play(at, mover, move)
        assert awaited.places[seat] == 1
