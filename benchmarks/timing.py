"""Time refusals, questions and previews in two worlds that a seat cannot tell apart.

    python -m benchmarks.timing --pairs 6 --samples 150 rapa_nui giants

What a seat may not know must not show in how long it waits. Two tables have the same record but for
one hidden answer, and show a seat the same. Both answer the same line in turns, in a random order,
so that a busy machine is busy for both.

A difference counts if the ranks of the times differ by more than ``MAX_Z`` standard errors (Mann
and Whitney), and the medians by more than ``MIN_SECONDS``. It must come again with the same sign
when the times are taken once more. The program then ends with exit code 1. By chance alone that
happens once in more than a million runs.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from msgspec.structs import replace
from scipy.stats import mannwhitneyu, norm

from parlour.catalog.catalog import Catalog
from parlour.match.match import Match
from parlour.match.record import Line, encode
from parlour.rules.errors import ParlourError
from parlour.rules.seats import Seat
from parlour.table.acts import Surface
from parlour.table.chair import Chair
from parlour.table.opening.tables import Tables
from parlour.table.seating import HUMAN
from tests.testing.leaks import SUBJECTS, Subject, hidden_answers, played

MAX_Z = 5.0
"""Maximum number of standard errors that chance explains."""
MIN_SECONDS = 0.0002
"""Minimum difference of medians that counts: across a network, nobody sees less."""
HIDING = ("rapa_nui", "giants", "leduc", "which_hand", "sealed_bid")
"""Games with something hidden."""


class Worlds(NamedTuple):
    """Two matches that show a seat the same."""

    one: Match
    two: Match
    seat: Seat


class Difference(NamedTuple):
    """How much longer the second table takes."""

    z: float
    """In standard errors of the ranks."""
    seconds: float
    """In seconds of the medians."""

    @property
    def counts(self) -> bool:
        """Whether it is more than chance, and long enough to be seen."""
        return abs(self.z) > MAX_Z and abs(self.seconds) > MIN_SECONDS


def main() -> None:
    """Time as many pairs as asked for, and print what was found."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--pairs", type=int, default=6, help="pairs of matches of each game")
    asked.add_argument("--samples", type=int, default=150, help="times of each line")
    asked.add_argument("--seed", default="timing", help="seed of the matches")
    asked.add_argument("games", nargs="*", default=HIDING)
    given = asked.parse_args()
    leaks = 0
    for name in given.games:
        rng, found = Random(f"{given.seed} {name}"), list[tuple[str, Difference]]()
        for _ in range(given.pairs):
            found += timed(worlds_of(SUBJECTS[name], rng), given.samples, rng)
        most = max(found, key=lambda one: abs(one[1].z))
        leaking = [one for one in found if one[1].counts]
        leaks += len(leaking)
        print(
            f"{name}: {len(found)} lines timed in two worlds, {len(leaking)} tell them apart; "
            f"most {most[1].z:+.1f} standard errors, {most[1].seconds * 1e6:+.0f} µs"
        )
        for line, difference in leaking:
            print(f"  {line}: {difference.seconds * 1e3:+.2f} ms, z {difference.z:+.1f}")
    sys.exit(leaks > 0)


def worlds_of(subject: Subject, rng: Random) -> Worlds:
    """Return two matches in the middle, which differ in one hidden answer."""
    while True:
        match = played(subject, rng.choice(subject.seats), rng)
        changes = [(n, others) for n, _, others in hidden_answers(match) if others]
        if not changes:
            continue
        number, others = rng.choice(changes)
        lines = list(match.lines)
        lines[number] = rng.choice(others)
        one, two = _begun(match), _begun(match)
        places = list(_places(match, number, lines, one, two))
        if places:
            end, seat = rng.choice(places)
            return Worlds(_begun(match, match.lines[:end]), _begun(match, lines[:end]), seat)


def _begun(match: Match, lines: Sequence[Line] = ()) -> Match:
    """Return another match of the same header, after some lines."""
    other = Match(match.game, match.header, dealing=False)
    for line in lines:
        other.apply(line)
    return other


def _places(
    match: Match, number: int, lines: Sequence[Line], one: Match, two: Match
) -> Iterator[tuple[int, Seat]]:
    """Play both matches; yield each length where a seat that is asked is shown the same."""
    for end, (line, other) in enumerate(zip(match.lines, lines, strict=True), 1):
        try:
            one.apply(line)
            two.apply(other)
        except ParlourError:
            return  # the other answer makes this one impossible
        if end <= number:
            continue
        same = {s for s in range(match.seats) if encode(one.view(s)) == encode(two.view(s))}
        if one.is_over or two.is_over or not same:
            return
        yield from ((end, seat) for seat in same.intersection(one.awaited.seats))


def timed(worlds: Worlds, samples: int, rng: Random) -> Iterator[tuple[str, Difference]]:
    """Yield each line with the difference of its times."""
    texts = {line.move for line in worlds.one.lines if line.move}
    legal = [worlds.one.game.write_move(move) for move in worlds.one.moves(worlds.seat)]
    refused = sorted(texts - {*legal})
    asks: dict[str, Callable[[Chair], object]] = {}
    for text in rng.sample(refused, min(2, len(refused))):
        asks[f"refusal of '{text}'"] = partial(Chair.enter, line=text)
        asks[f"why '{text}'"] = partial(Chair.enter, line=f"why {text}")
    for text in rng.sample(legal, min(2, len(legal))):
        asks[f"preview of '{text}'"] = partial(Chair.preview, line=text)
    with ExitStack() as opened, TemporaryDirectory() as folder:
        chairs = [
            _chair(match, worlds.seat, Path(folder) / str(number), opened)
            for number, match in enumerate(worlds[:2])
        ]
        for name, ask in asks.items():
            first = difference(chairs, ask, samples, rng)
            again = difference(chairs, ask, samples, rng) if first.counts else first
            yield name, again if again.z * first.z > 0 else Difference(0.0, 0.0)


def _chair(match: Match, seat: Seat, path: Path, opened: ExitStack) -> Chair:
    """Return the chair of a seat at a table with this match."""
    header = replace(match.header, players=(HUMAN,) * match.seats)
    path.write_bytes(b"".join(encode(part) + b"\n" for part in (header, *match.lines)))
    tables = Tables(catalog=Catalog(), surface=Surface.PAGE)
    return opened.enter_context(tables.open(path, match.game)).chair(seat)


def difference(
    chairs: list[Chair], ask: Callable[[Chair], object], samples: int, rng: Random
) -> Difference:
    """Return how much longer the second chair waits."""
    times: tuple[list[float], list[float]] = [], []
    for number in range(samples + 3):
        for which in rng.sample((0, 1), 2):
            began = perf_counter()
            ask(chairs[which])
            if number >= 3:  # the first fill memories
                times[which].append(perf_counter() - began)
    p = float(mannwhitneyu(*times).pvalue)
    seconds = median(times[1]) - median(times[0])
    return Difference(float(norm.isf(max(p, 1e-300) / 2)) * (1 if seconds > 0 else -1), seconds)


if __name__ == "__main__":
    main()
