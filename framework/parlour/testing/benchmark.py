"""Measuring a game: how fast its rules and its table run, and what they take."""

import gc
import tracemalloc
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec
from msgspec import Struct

from parlour.match.dealer import generator
from parlour.match.game import Game
from parlour.match.match import Match
from parlour.match.record import header_of
from parlour.players.uniform import Uniform
from parlour.rules.awaited import Chance


class Setup(Struct, frozen=True):
    """What is measured."""

    seats: int
    options: msgspec.Struct
    seed: str = "bench"


class Figures(Struct, frozen=True):
    """What was measured."""

    rules: float
    """Moves and outcomes a second, at random, through the rules alone."""
    refereed: float
    """Moves and outcomes a second at a table, with views, told events, checks and a record."""
    length: float
    """Moves and outcomes in a match."""
    packed: int
    """Bytes of a state in the middle of a match, as msgpack."""
    state: int
    """Bytes of memory of a state in the middle of a match, sharing nothing."""
    match: int
    """Bytes of memory of a table at the end of a match, with every state on the way."""


def measure(game: Game, setup: Setup, seconds: float) -> Figures:
    """Play at random for about ``seconds`` in all, and return the figures."""
    rules, length = _rate(lambda n: _through_rules(game, setup, n), seconds / 2)
    refereed, _ = _rate(lambda n: _at_table(game, setup, n)[1], seconds / 2)
    packed, state, match = _memory(game, setup)
    return Figures(rules, refereed, length, packed, state, match)


def _rate(play: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """Return answers a second, and answers a match, of playing again and again."""
    play(0)
    began, answers, matches = perf_counter(), 0, 0
    while (took := perf_counter() - began) < seconds or not matches:
        matches += 1
        answers += play(matches)
    return answers / took, answers / matches


def _through_rules(game: Game, setup: Setup, number: int) -> int:
    """Play one match at random through the rules, and return how many answers it took."""
    rng = generator(setup.seed, "bench", number)
    random, rules, answers = rng.random, game.rules, 0
    state = rules.begin(setup.seats, setup.options)
    while not (awaited := rules.awaited(state)).is_over:
        if type(awaited) is Chance:
            state = rules.resolve(state, rules.draw(state, rng))
        else:
            seat = awaited.seats[0]
            moves = rules.moves(state, seat)
            state = rules.play(state, seat, moves[int(random() * len(moves))])
        answers += 1
    return answers


def _at_table(game: Game, setup: Setup, number: int) -> tuple[Match, int]:
    """Play one match at random at a table, and return it with its number of answers."""
    seed = f"{setup.seed}:{number}"
    players = [Uniform(game, generator(seed, f"bot {seat}")) for seat in range(setup.seats)]
    header = header_of(game, ("uniform",) * setup.seats, setup.options, seed)
    record: list[bytes] = []
    match = Match(game, header, record.append)
    match.run(players)
    return match, len(match.steps)


def _memory(game: Game, setup: Setup) -> tuple[int, int, int]:
    """Return bytes of a state packed, of a state in memory, and of a whole match in memory."""
    middle = _middle(_at_table(game, setup, 0)[0])
    packed = msgspec.msgpack.encode(middle)
    decoder = msgspec.msgpack.Decoder(game.state)
    match = _traced(lambda: _at_table(game, setup, 0)[0])
    return len(packed), _traced(lambda: decoder.decode(packed)), match


def _middle(match: Match) -> Any:
    """Return a state halfway through a match."""
    return match.steps[len(match.steps) // 2].before


def _traced(make: Callable[[], Any]) -> int:
    """Return how many bytes what ``make`` returns keeps in memory."""
    make()
    gc.collect()
    tracemalloc.start()
    kept = make()
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return size
