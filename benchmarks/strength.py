"""How strong one bot is against another: the same deals, every seat in turn.

    python benchmarks/strength.py maori greedy uniform --blocks 50
    python benchmarks/strength.py giants search:simulations=400 greedy --option round_limit=6

A block is one deal (one seed), played once from each seat: the first bot in that seat,
the second in all others. A block's result is the mean share of the others that the
first bot has beaten, half for those it ties with; even is one half, whatever the seats.

Bots of plugins are known by PARLOUR_PATH, and those outside by ``exec:COMMAND``: so does a bot of
an earlier version play, ``"exec:env PYTHONPATH=OLD python -m parlour bot serve greedy --game
maori"``. The processor time of a move is not known for a bot outside.

``--kept FILE`` notes each block as it is played, and plays no block again that the file holds; with
``--part 1/2`` and ``--part 2/2`` two processes share the blocks. ``--json FILE`` appends the result
to the strengths that a game ships.
"""

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
from msgspec import Struct

import parlour
from parlour import Game, Player
from parlour.catalog.catalog import Catalog
from parlour.cli.output import exit_code_of
from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.players import is_external
from parlour.players.base import SeatInfo
from parlour.players.included import is_included, make_bot
from parlour.rules.answers import Move, Result
from parlour.rules.errors import MisuseError, ParlourError, SetupError
from parlour.rules.events import Event
from parlour.rules.files import writing
from parlour.rules.options import read_pairs
from parlour.rules.seats import share_beaten
from parlour_testing.commands.strengths import Strength, append_strength, read_strengths
from parlour_tournament.analysis.intervals import Estimate, mean_of


class Spent(Struct):
    """Processor time of a bot's moves."""

    seconds: float = 0.0
    moves: int = 0
    """Number of decisions with more than one legal move."""

    def add(self, other: "Spent") -> None:
        """Add the time of other moves."""
        self.seconds += other.seconds
        self.moves += other.moves


class Setup(Struct, frozen=True):
    """A comparison: the bots and the game that they play."""

    game: str
    bots: tuple[str, str]
    seats: int
    options: dict[str, str]
    seed: str

    def command(self, blocks: int) -> str:
        """Return the command that plays so many blocks of it."""
        words = ["python", "benchmarks/strength.py", self.game, *self.bots]
        words += ["--seats", str(self.seats), "--blocks", str(blocks), "--seed", self.seed]
        for name, value in self.options.items():
            words += ["--option", f"{name}={value}"]
        return shlex.join(words)


class Block(Struct, frozen=True):
    """A block that was played."""

    setup: Setup
    number: int
    """Number of the deal, 0 … n-1: the seed of its matches ends with it."""
    result: float
    """Mean result of the first bot, 0 … 1."""
    spent: tuple[Spent, Spent]
    """Processor time of either bot."""


class Timed(Player):
    """Plays as another player, and adds up the processor time of its moves."""

    def __init__(self, player: Player, spent: Spent) -> None:
        self._player: Player = player
        self._spent = spent
        self.name = player.name

    def choose(self, decision: Decision) -> Move:
        """Return the other's move; one without a choice is not counted."""
        began = process_time()
        move: Move = self._player.choose(decision)
        if len(decision.moves) > 1:
            self._spent.add(Spent(process_time() - began, 1))
        return move

    @property
    def wants_offers(self) -> bool:
        """Whether the other wants to be asked."""
        return self._player.wants_offers

    def consider_offers(self, decision: Decision) -> Move | None:
        """Return the other's move out of turn."""
        return self._player.consider_offers(decision)

    def begin(self, seat_info: SeatInfo) -> None:
        """Let the other get ready; the time is not counted."""
        self._player.begin(seat_info)

    def end(self, result: Result, events: tuple[Event, ...]) -> None:
        """Tell the other the result."""
        self._player.end(result, events)

    def close(self) -> None:
        """Let the other leave."""
        self._player.close()


class Comparison:
    """Plays the blocks of a setup."""

    def __init__(self, setup: Setup) -> None:
        catalog = Catalog()
        self.setup = setup
        self.game: Game = catalog.game(setup.game)
        self._bots = {} if all(map(is_included, setup.bots)) else catalog.bots()

    def block(self, number: int) -> Block:
        """Play one deal from every seat."""
        first, second = self.setup.bots
        spent = (Spent(), Spent())
        total, seats = 0.0, self.setup.seats
        for place in range(seats):
            who = [first if seat == place else second for seat in range(seats)]
            times = [spent[0 if seat == place else 1] for seat in range(seats)]
            total += self._played(who, times, f"{self.setup.seed}:{number}")[place]
        return Block(self.setup, number, total / seats, spent)

    def _played(self, who: Sequence[str], times: Sequence[Spent], seed: str) -> tuple[float, ...]:
        """Play one match and return each seat's result."""
        players = [
            Timed(make_bot(name, self.game, generator(seed, f"bot {seat}"), self._bots), spent)
            for seat, (name, spent) in enumerate(zip(who, times, strict=True))
        ]
        options: dict[str, Any] = dict(self.setup.options)
        match = parlour.play(self.game, players, seed=seed, **options)
        return share_beaten(match.result.places, self.game.sides(self.setup.seats))


def estimated(figures: Sequence[float], matches: int) -> Estimate:
    """Return the mean of a figure over blocks of ``matches`` matches with its 95 % interval."""
    return mean_of(figures, matches)


def strength(setup: Setup, game: Game, blocks: Sequence[Block]) -> Strength:
    """Return what the blocks have shown, as a game ships it."""
    result = estimated([block.result for block in blocks], setup.seats)
    times = []
    for side, bot in enumerate(setup.bots):
        spent = Spent()
        for block in blocks:
            spent.add(block.spent[side])
        known = spent.moves and not is_external(bot)
        times.append(round(1000 * spent.seconds / spent.moves, 3) if known else None)
    return Strength(
        game=game.id,
        bot=setup.bots[0],
        opponent=setup.bots[1],
        seats=setup.seats,
        options=setup.options,
        blocks=len(blocks),
        value=round(result.value, 4),
        low=round(min(result.low, result.value), 4),
        high=round(max(result.high, result.value), 4),
        bot_ms=times[0],
        opponent_ms=times[1],
        rules_version=game.rules_version,
        command=setup.command(len(blocks)),
    )


def in_words(row: Strength, blocks: Sequence[Block]) -> str:
    """Return a line that says what the blocks have shown."""
    ahead = estimated([(b.result > 0.5) + (b.result == 0.5) / 2 for b in blocks], 1)
    options = [f"{name}={value}" for name, value in row.options.items()]
    what = ", ".join([f"{row.seats} seats", *options, f"rules {row.rules_version}"])
    times = (row.bot_ms, row.opponent_ms)
    took = " and ".join("unknown" if ms is None else f"{ms:g}" for ms in times)
    return (
        f"{row.game} ({what}): {row.bot} against {row.opponent}, "
        f"{row.blocks} blocks: result {row.value:.3f} [{row.low:.3f}, {row.high:.3f}], "
        f"ahead in {ahead.value:.1%} of blocks [{ahead.low:.1%}, {ahead.high:.1%}], "
        f"processor milliseconds a move: {took}"
    )


def kept_blocks(path: Path | None, setup: Setup) -> dict[int, Block]:
    """Return the blocks of a setup that a file holds, by number.

    A line that is no block is passed over: a run that is killed may leave half of one.
    """
    found: dict[int, Block] = {}
    if path is not None and path.exists():
        for line in path.read_bytes().splitlines():
            with suppress(msgspec.DecodeError):
                block = msgspec.json.decode(line, type=Block)
                if block.setup == setup:
                    found[block.number] = block
    return found


def keep_block(path: Path, block: Block) -> None:
    """Append a block to a file, in a line of its own.

    Raises:
        MisuseError: It cannot be written.
    """
    with writing(path), path.open("a+b") as file:
        file.seek(0)
        held = file.read()
        end = b"\n" if held and not held.endswith(b"\n") else b""
        file.write(end + msgspec.json.encode(block) + b"\n")


def number_of(text: str, least: int = 1) -> int:
    """Read a whole number that is ``least`` or more.

    Raises:
        ArgumentTypeError: It is less, or no whole number.
    """
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"expected a whole number, {least} or more, got {text!r}")
    return int(text)


def time_of(text: str) -> float:
    """Read a time that is more than nothing, and finite.

    Raises:
        ArgumentTypeError: It is something else.
    """
    with suppress(ValueError):
        if 0 < (time := float(text)) < inf:
            return time
    raise argparse.ArgumentTypeError(f"expected a number above 0, got {text!r}")


def part_of(text: str) -> tuple[int, int]:
    """Read ``1/2``, the first of two parts.

    Raises:
        ArgumentTypeError: It is something else.
    """
    mine, _, parts = text.partition("/")
    if not (mine.isdecimal() and parts.isdecimal() and 1 <= int(mine) <= int(parts)):
        raise argparse.ArgumentTypeError(f"expected a part such as 1/2, got {text!r}")
    return int(mine), int(parts)


def numbers_left(kept: dict[int, Block], blocks: int, part: tuple[int, int]) -> Iterator[int]:
    """Yield the numbers of the blocks to play; ``part`` is the first of two: (1, 2)."""
    mine, parts = part
    yield from (n for n in range(mine - 1, blocks, parts) if n not in kept)


def played(comparison: Comparison, given: argparse.Namespace) -> list[Block]:
    """Play the blocks that are wanted and not kept, while there is time; return all."""
    found = kept_blocks(given.kept, comparison.setup)
    until = process_time() + 60 * given.minutes
    for number in numbers_left(found, given.blocks, given.part):
        if process_time() >= until:
            break
        block = found[number] = comparison.block(number)
        print(f"block {number}: {block.result:.3f}", file=sys.stderr, flush=True)
        if given.kept is not None:
            keep_block(given.kept, block)
    found |= kept_blocks(given.kept, comparison.setup)
    return [found[number] for number in sorted(found) if number < given.blocks]


def arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="name or path of the game")
    parser.add_argument("first", help="bot that is measured")
    parser.add_argument("second", help="bot in all other seats")
    parser.add_argument(
        "--seats", type=number_of, metavar="N", help="seats; the fewest unless given"
    )
    parser.add_argument(
        "--blocks", type=number_of, default=50, metavar="N", help="deals; 50 unless given"
    )
    parser.add_argument("--seed", default="strength", help="seed of the deals")
    parser.add_argument(
        "--minutes",
        type=time_of,
        default=inf,
        metavar="N",
        help="processor time after which no further block is begun",
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="option of the game"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="append the result to FILE")
    parser.add_argument(
        "--kept",
        type=Path,
        metavar="FILE",
        help="append each block to FILE; play none that it holds",
    )
    parser.add_argument(
        "--part", type=part_of, default=(1, 1), metavar="K/N", help="play the K-th of N parts"
    )
    return parser.parse_args(words)


@contextmanager
def errors_of(program: str) -> Iterator[None]:
    """Tell an error in one line and end the program: after a misuse with 2, a failure with 1."""
    try:
        yield
    except ParlourError as fault:
        print(f"{program}: {fault}", file=sys.stderr)
        sys.exit(exit_code_of(fault))


@errors_of("strength")
def main(words: Sequence[str] | None = None) -> None:
    """Compare two bots from the command line."""
    compare(arguments(words))


def check_files(given: argparse.Namespace, game: Game) -> None:
    """Refuse files that cannot take what is played, before it is played.

    Raises:
        MisuseError: One of them cannot be written.
        PluginError: The file of strengths holds something else; it is left alone.
    """
    for path in filter(None, (given.kept, given.json)):
        is_new = not path.exists()
        with writing(path), path.open("a+b") as file:
            file.seek(0)
            held = file.read()
        if is_new and not held:
            path.unlink()
        if path == given.json:
            read_strengths(held, game.id, path.name)


def compare(given: argparse.Namespace) -> None:
    """Compare two bots, and print and append what has been found.

    Raises:
        ParlourError: There is no such game, bot or option, or a file is not what it should be.
    """
    options = read_pairs(given.option, "NAME=VALUE")
    seats = given.seats or Catalog().game(given.game).seats[0]
    setup = Setup(given.game, (given.first, given.second), seats, options, given.seed)
    comparison = Comparison(setup)
    if comparison.game.objective in {"shared", "single"}:
        shared = f"in {setup.game} all seats share one result, and none beats another"
        raise SetupError(shared)
    check_files(given, comparison.game)
    blocks = played(comparison, given)
    if not blocks:
        raise MisuseError("no block was played: expected more blocks or minutes")
    row = strength(setup, comparison.game, blocks)
    print(in_words(row, blocks))
    if given.json is not None:
        append_strength(given.json, row)


if __name__ == "__main__":
    main()
