"""``parlour bench``: moves a second of a game's rules and of refereed matches, and memory in bytes.

A move is an answer of a seat. What chance answers takes its time, and is not counted: the number of
its answers says nothing of how much is played.
"""

import gc
import tracemalloc
from collections.abc import Callable
from time import perf_counter
from typing import Annotated

import msgspec
import typer
from msgspec import Struct

from parlour.cli.arguments import AsJson, GameName, Options, Seats, find_game, options_given
from parlour.cli.output import print_json
from parlour.match import HASHED, Game, Match, generator, header_of, play_out
from parlour.players import Uniform, play_match
from parlour.rules import State


def bench(
    game: GameName,
    seats: Seats = None,
    option: Options = None,
    seconds: Annotated[
        float, typer.Option(metavar="N", help="Seconds to measure.", min=0.01, max=3600)
    ] = 4.0,
    json: AsJson = False,
) -> None:
    """Measure how fast a game is.

    Prints the moves a second of random play, and the memory it takes. Moves are those of
    the seats, as in all figures of Parlour: chance takes its time, and is not counted.
    Figures differ between machines and between runs: compare only figures that were
    measured side by side.

    Examples:
      parlour bench rapa_nui
      parlour bench maori --seats 4 --option side=atoll
    """
    with find_game(game) as loaded:
        options = loaded.read_options(options_given(option))
        count = loaded.seats[0] if seats is None else seats
        loaded.check_setup(count, options)
        figures = run_benchmark(loaded, BenchmarkSetup(count, options), seconds)
    if json:
        print_json(figures)
        return
    print(
        f"{loaded.id}, {count} seats, {seconds:g} s, one core",
        f"rules, random play       {figures.rules:>12,.0f} moves/s",
        f"refereed at the table    {figures.refereed:>12,.0f} moves/s",
        f"a match                  {figures.length:>12,.1f} moves",
        f"one state as msgpack     {figures.packed:>12,} bytes",
        f"one state in memory      {figures.state:>12,} bytes",
        f"one match in memory      {figures.match:>12,} bytes",
        sep="\n",
    )


class BenchmarkSetup(Struct, frozen=True):
    """Seats and options of the matches that are measured."""

    seats: int
    """Number of seats."""
    options: msgspec.Struct
    """The game's options."""
    seed: str = "bench"
    """Seed of all measured matches."""
    dealer: int = HASHED
    """Number of the dealer, by default the dealer of tournaments."""


class BenchmarkResult(Struct, frozen=True):
    """Speed and memory of a game under random play."""

    rules: float
    """Moves a second, through the rules alone."""
    refereed: float
    """Moves a second in a match with views, events, checks and a record."""
    length: float
    """Mean number of moves in a match."""
    packed: int
    """Bytes of a state from the middle of a match, as MessagePack."""
    state: int
    """Bytes of memory of that state when it shares nothing with other states."""
    match: int
    """Bytes of memory of a match at its end, with every state on the way."""


def run_benchmark(game: Game, setup: BenchmarkSetup, seconds: float) -> BenchmarkResult:
    """Play random matches of ``game`` for about ``seconds`` of wall time, and measure them."""
    rules, length = _rate(lambda n: _play_through_rules(game, setup, n), seconds / 2)
    refereed, _ = _rate(lambda n: _play_match(game, setup, n)[1], seconds / 2)
    packed, state, match = _memory(game, setup)
    return BenchmarkResult(rules, refereed, length, packed, state, match)


def _rate(play: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """Return the moves a second and the moves a match of calling ``play`` again and again."""
    play(0)
    began = perf_counter()
    moves = 0
    matches = 0
    while (took := perf_counter() - began) < seconds or not matches:
        matches += 1
        moves += play(matches)
    return moves / took, moves / matches


def _play_through_rules(game: Game, setup: BenchmarkSetup, number: int) -> int:
    """Play one random match through the rules; return its number of moves."""
    rng = generator(setup.seed, "bench", number)
    return play_out(game.rules, game.rules.begin(setup.seats, setup.options), rng).moves


def _play_match(game: Game, setup: BenchmarkSetup, number: int) -> tuple[Match, int]:
    """Play one random refereed match; return it with its number of moves."""
    seed = f"{setup.seed}:{number}"
    seats = range(setup.seats)
    rngs = [generator(seed, f"bot {seat}", dealer=setup.dealer) for seat in seats]
    players = [Uniform(game, rng) for rng in rngs]
    names = ("uniform",) * setup.seats
    header = header_of(game, names, setup.options, seed, dealer=setup.dealer)
    match = Match(game, header)
    play_match(match, players)
    match.record()
    return match, len(match.steps) - [step.seat for step in match.steps].count(None)


def _memory(game: Game, setup: BenchmarkSetup) -> tuple[int, int, int]:
    """Return bytes of a packed state, of a state in memory, and of a whole match in memory."""
    middle = _middle(_play_match(game, setup, 0)[0])
    packed = msgspec.msgpack.encode(middle)
    decoder = msgspec.msgpack.Decoder(game.state)
    match = _traced(lambda: _play_match(game, setup, 0)[0])
    return len(packed), _traced(lambda: decoder.decode(packed)), match


def _middle(match: Match) -> State:
    """Return the state halfway through a match."""
    return match.steps[len(match.steps) // 2].before


def _traced(make: Callable[[], object]) -> int:
    """Return the bytes of memory that the value of ``make`` keeps."""
    make()
    gc.collect()
    tracemalloc.start()
    kept = make()
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del kept
    return size
