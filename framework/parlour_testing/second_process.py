"""A match in a second process, with another hash seed: all comes in the same order there.

Within one process the order of a set of texts, or of things sorted by ``id``, repeats. In another
process it does not, so that the same seed leads to another match.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from zlib import crc32

import msgspec

from parlour.catalog.catalog import Catalog
from parlour.match import Game, Header, Match, encode_lines, generator, header_of
from parlour.rules import Chance
from parlour_testing.checking import setups_of
from parlour_testing.laws.channels import pack
from parlour_testing.report import Breach

LAW = "same-elsewhere"
"""Name of the law."""

MAX_STEPS = 300
"""Maximum number of answers of the match that is compared."""

ANOTHER_SEED = {"1": "2"}
"""Hash seed of the second process, by the first's; ``1`` by any other."""


def compare_processes(
    game: Game,
    name: str,
    seed: str,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
) -> Breach | None:
    """Play a match here and in a second process; return where they first differ, or None.

    ``name`` is the game's, or the path of its plugin, as the second process finds it. A frozen
    program has no Python to start, and compares nothing.

    Raises:
        SetupError: The game does not take these seats or options.
    """
    if getattr(sys, "frozen", False):
        return None
    count, _, chosen = setups_of(game, seats, options)[0]
    header = header_of(game, ("check",) * count, chosen, seed)
    here = list(steps_of(game, header))
    elsewhere = _steps_elsewhere(name, header)
    ended: list[str] = []
    for step, (ours, theirs) in enumerate(zip_longest(here, elsewhere, fillvalue=ended)):
        for one, other in zip_longest(ours, theirs, fillvalue="nothing"):
            if one != other:
                message = f"expected '{one}' in a second process too, got '{other}'"
                return Breach(
                    LAW, message, seed, count, header.options, step, encode_lines([header])
                )
    return None


def steps_of(game: Game, header: Header) -> Iterator[list[str]]:
    """Play a random match, and yield before each answer a digest of the state and all answers."""
    match = Match(game, header, dealing=False)
    rng = generator(header.seed, "check")
    for _ in range(MAX_STEPS):
        if match.is_over:
            return
        if isinstance(match.awaited, Chance):
            outcomes = match.outcomes()
            texts = (game.outcome_notation.write(outcome) for outcome, _ in outcomes)
            yield [*texts, _digest(match)]
            match.resolve(outcomes[rng.randrange(len(outcomes))][0])
            continue
        seat = match.awaited.seats[0]
        moves = match.moves(seat)
        yield [*map(game.move_notation.write, moves), f"seat {seat}", _digest(match)]
        match.play(moves[rng.randrange(len(moves))], seat)


def _digest(match: Match) -> str:
    return f"state {crc32(pack(match.state)):08x}"


def _steps_elsewhere(name: str, header: Header) -> list[list[str]]:
    known = os.environ.get("PYTHONHASHSEED", "")
    done = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-m", __name__, name],
        input=msgspec.json.encode(header),
        capture_output=True,
        env=os.environ | {"PYTHONHASHSEED": ANOTHER_SEED.get(known, "1")},
        check=False,
    )
    if done.returncode:
        return [done.stderr.decode(errors="replace").strip().splitlines()[-1:]]
    return msgspec.json.decode(done.stdout, type=list[list[str]])


def main() -> None:
    """Print the steps of the match whose header stands in the input."""
    game = Catalog().game(sys.argv[1])
    header = msgspec.json.decode(sys.stdin.buffer.read(), type=Header)
    sys.stdout.buffer.write(msgspec.json.encode(list(steps_of(game, header))))


if __name__ == "__main__":
    main()
