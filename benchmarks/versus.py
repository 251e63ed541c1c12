"""Parlour's search against OpenSpiel's, in one run and at equal processor time.

    python -m benchmarks.versus /path/to/python games --bot cpp --budget 0.1 --pairs 100
    python -m benchmarks.versus /path/to/python positions --number 200
    python -m benchmarks.versus /path/to/python leduc

The first word is a Python with ``open_spiel`` and ``bitbully`` installed. ``games`` plays
connect four: a pair is a random opening of two stones, played from either side. ``positions``
counts how often the chosen move keeps the value of a position; BitBully knows it. ``leduc``
measures exploitability.

A clock would measure the neighbours on a busy machine. So each bot gets as many simulations as
it makes in the budget, in seconds of processor time: by positions of the same run first, then by
its moves so far. What its moves took is printed too. ``--first`` and ``--log`` make pieces of a
long run: the pairs in the log are counted, and not played again.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Any, NamedTuple

import numpy as np

from benchmarks.leduc import GAME as LEDUC
from benchmarks.leduc import Policy, exploitability, searched
from benchmarks.strength import number_of, time_of
from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.rules.answers import Result
from parlour_samples import connect_four
from parlour_search.regret import RegretTable
from parlour_search.search.bot import Search
from parlour_search.settings import SearchSettings
from parlour_tournament.analysis.intervals import mean_of
from tests.samples.test_known_truths import Knot, grown

HERE = Path(__file__).parent
GAME: Game = next(iter(connect_four.parlour_games()))
RULES = GAME.rules
TRIAL = 1000
"""Number of simulations that find the speed of a bot first."""
TRIALS = 12
"""Number of positions that find the speed of a bot."""
PACED = 20
"""Number of moves, by their budget, until the pace of a bot is that of its moves."""
EARLIEST, LATEST = 12, 22
"""Least and greatest number of stones in the positions of ``positions``."""
ROUNDS = 50
"""Number of rounds of learning between two looks at the clock."""
LEARNING = (0.5, 1.0, 2.0)
"""Seconds of learning at Leduc."""

Columns = Sequence[int]
"""Columns played so far, from 0."""
Answer = Callable[[Columns, int, object], tuple[int, float]]
"""Takes columns, simulations and the number of the game; returns a column and the seconds."""


class Played(NamedTuple):
    """A pair of games."""

    number: int
    result: float
    """Mean result of Parlour, 0 … 1."""
    games: list[list[int]]
    """Columns of both games."""
    spent: list[float]
    """Processor seconds of Parlour and of its opponent."""
    moves: list[int]
    """Number of moves of Parlour and of its opponent."""


class OpenSpiel:
    """The other side, in a process of its own that sleeps while we think."""

    def __init__(self, python: str) -> None:
        command = [python, str(HERE / "versus_side.py")]
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        except OSError as fault:
            sys.exit(f"versus: {python}: cannot be run: {fault.strerror}")

    def call(self, *words: object) -> tuple[Any, float]:
        """Return what a function of the other side returns, and the seconds that took."""
        sent: Any = self._process.stdin
        read: Any = self._process.stdout
        line = ""
        with suppress(BrokenPipeError):
            print(json.dumps(words), file=sent, flush=True)
            line = read.readline()
        if not line:
            sys.exit("versus: OpenSpiel's side ended early: does that Python have open_spiel?")
        found, seconds = json.loads(line)
        return found, seconds

    def answers(self, bot: str) -> Answer:
        """Return how a bot of the other side answers."""
        return lambda columns, simulations, _: self.call("answer", bot, simulations, columns)


class Ours:
    """Parlour's search, which keeps its tree through a game."""

    def __init__(self) -> None:
        self._game: object = None
        self._search: Search | None = None

    def __call__(self, columns: Columns, simulations: int, game: object) -> tuple[int, float]:
        """Answer a position."""
        if self._search is None or game != self._game:
            settings = SearchSettings(simulations=simulations)
            self._search = Search(GAME, generator("versus", str(game)), settings)
            self._game = game
        state = after(columns)
        seat = len(columns) % 2
        decision = Decision(seat, RULES.view(state, seat), RULES.moves(state, seat))
        began = process_time()
        move: Any = self._search.choose(decision)
        return move.column, process_time() - began


def after(columns: Columns) -> Any:
    """Return the state after these columns."""
    state = RULES.begin(2, None)
    for number, column in enumerate(columns):
        state = RULES.play(state, number % 2, connect_four.DROPS[column])
    return state


def is_over(columns: Columns) -> bool:
    """Return whether the match is over after these columns."""
    return RULES.awaited(after(columns)).is_over


def open_columns(columns: Columns) -> list[int]:
    """Return the columns that are not full."""
    moves: Any = RULES.moves(after(columns), len(columns) % 2)
    return [drop.column for drop in moves]


def at_random(rng: Random, stones: int) -> list[int]:
    """Return columns drawn at random that do not end the match."""
    while True:
        columns: list[int] = []
        while len(columns) < stones and not is_over(columns):
            columns.append(rng.choice(open_columns(columns)))
        if not is_over(columns):
            return columns


def calibrated(answer: Answer, budget: float, seed: str) -> int:
    """Return the simulations that a bot makes in ``budget`` seconds of processor time a move."""
    simulations = TRIAL
    for _ in range(2):
        rng = Random(f"trial {seed}")
        places = [at_random(rng, rng.randrange(2, 15)) for _ in range(TRIALS)]
        spent = fmean(
            answer(columns, simulations, ("trial", simulations, number))[1]
            for number, columns in enumerate(places)
        )
        simulations = max(1, round(simulations * budget / spent))
    return simulations


class Pace:
    """A bot, and the simulations that fit its budget."""

    def __init__(self, answer: Answer, given: argparse.Namespace) -> None:
        self.simulations = calibrated(answer, given.budget, given.seed)
        self._answer = answer
        self._budget: float = given.budget
        self._done, self._spent = 0, 0.0

    def answer(self, columns: Columns, game: object) -> tuple[int, float]:
        """Answer a position; moves that took a quarter of the budget and more set the pace."""
        column, seconds = self._answer(columns, self.simulations, game)
        if seconds > self._budget / 4:
            self._done += self.simulations
            self._spent += seconds
        if self._spent > PACED * self._budget:
            self.simulations = max(1, round(self._done * self._budget / self._spent))
        return column, seconds


def pair(number: int, seed: str, bots: Sequence[Pace]) -> Played:
    """Play an opening from both sides."""
    opening = at_random(Random(f"{seed} {number}"), 2)
    total, games, spent, moves = 0.0, [], [0.0, 0.0], [0, 0]
    for first in (0, 1):
        columns = list(opening)
        while not isinstance(awaited := RULES.awaited(after(columns)), Result):
            side = int(awaited.seats[0] != first)
            game = (seed, number, first)
            column, seconds = bots[side].answer(columns, game)
            columns.append(column)
            spent[side] += seconds
            moves[side] += 1
        total += (awaited.scores[first] + 1) / 4
        games.append(columns)
    return Played(number, total, games, spent, moves)


def show_games(given: argparse.Namespace, peer: OpenSpiel) -> None:
    """Play pairs, write each to the log, and print the result of all in the log."""
    bots = [Pace(answer, given) for answer in (Ours(), peer.answers(given.bot))]
    pairs = [Played(*json.loads(line)) for line in lines_of(given.log)]
    done = {played.number for played in pairs}
    for number in range(given.first, given.first + given.pairs):
        if number in done:
            continue
        pairs.append(pair(number, given.seed, bots))
        if given.log:
            with given.log.open("a") as log:
                print(json.dumps(pairs[-1]), file=log)
    told = [f"{share([played.result for played in pairs])} of {2 * len(pairs)} games"]
    for side, name in enumerate(("Parlour", given.bot)):
        spent = sum(played.spent[side] for played in pairs)
        mean = 1000 * spent / sum(played.moves[side] for played in pairs)
        told.append(f"{name} {bots[side].simulations} simulations, {mean:.1f} ms a move")
    print(f"Parlour against {given.bot}: {', '.join(told)}")


def lines_of(log: Path | None) -> list[str]:
    """Return the lines of a log, if there is one."""
    return log.read_text().splitlines() if log and log.exists() else []


def share(figures: Sequence[float]) -> str:
    """Return the mean of results of pairs with its 95 % interval."""
    found = mean_of(figures, 2)
    return f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}]"


def judged(peer: OpenSpiel, seed: str) -> Iterator[tuple[list[int], set[int]]]:
    """Yield positions where no move wins at once, with the columns that keep the value.

    Other columns spoil it.
    """
    rng = Random(f"positions {seed}")
    while True:
        columns = at_random(rng, rng.randrange(EARLIEST, LATEST + 1))
        if any(is_over([*columns, column]) for column in open_columns(columns)):
            continue
        scores = {int(column): score for column, score in peer.call("judge", columns)[0].items()}
        signs = {column: (score > 0) - (score < 0) for column, score in scores.items()}
        keep = {column for column, sign in signs.items() if sign == max(signs.values())}
        if len(keep) < len(signs):
            yield columns, keep


def show_positions(given: argparse.Namespace, peer: OpenSpiel) -> None:
    """Count for each bot how often its move keeps the value."""
    bots: dict[str, Answer] = {"Parlour": Ours()}
    bots |= {name: peer.answers(name) for name in ("cpp", "python")}
    simulations = {name: calibrated(bot, given.budget, given.seed) for name, bot in bots.items()}
    kept: dict[str, list[float]] = {name: [] for name in bots}
    spent = dict.fromkeys(bots, 0.0)
    for number, (columns, good) in zip(range(given.number), judged(peer, given.seed), strict=False):
        for name, bot in bots.items():
            column, seconds = bot(columns, simulations[name], number)
            kept[name].append(column in good)
            spent[name] += seconds
    for name, figures in kept.items():
        apart = [ours - theirs for ours, theirs in zip(kept["Parlour"], figures, strict=True)]
        error = float(np.std(apart)) / len(apart) ** 0.5
        print(
            f"{name:8}keeps {fmean(figures):.3f} of {given.number}, "
            f"Parlour {fmean(apart):+.3f} ± {1.96 * error:.3f}; "
            f"{simulations[name]} simulations, {1000 * spent[name] / given.number:.1f} ms a move"
        )


def learnt(uniform: Policy, seconds: float) -> Policy:
    """Return what ``regret`` learns in seconds of processor time; elsewhere it plays evenly."""
    table = RegretTable(LEDUC, 2, LEDUC.read_options({}), generator("versus", "regret"))
    until = process_time() + seconds
    while process_time() < until:
        table.learn(0.0, table.rounds + ROUNDS)
    return {**uniform, **{view: found.mean() for (_, view), found in table.sets.items()}}


def show_leduc(given: argparse.Namespace, peer: OpenSpiel) -> None:
    """Print the exploitability of what learns, and of what searches, in chips a hand."""
    knots: dict[Any, Knot] = {}
    grown(LEDUC.rules.begin(2, None), knots)
    uniform = {view: [1 / len(knot.shares)] * len(knot.shares) for view, knot in knots.items()}
    for seconds in LEARNING:
        ours, theirs = exploitability(learnt(uniform, seconds)), peer.call("learn", seconds)[0]
        print(f"learning {seconds} s: regret {ours:.3f}, MCCFR in C++ {theirs:.3f}")
    began = process_time()
    policy = searched({view: view.seat for view in knots}, given.simulations, given.seeds)
    spent = process_time() - began
    _, seconds = peer.call("sample", given.simulations, given.seeds)
    simulations = round(given.simulations * spent / seconds)
    theirs, seconds = peer.call("sample", simulations, given.seeds)
    ours = exploitability(policy)
    print(f"search {ours:.3f}: {given.simulations} simulations, {spent:.1f} s in all")
    print(f"ISMCTS in C++ {theirs:.3f}: {simulations} simulations, {seconds:.1f} s in all")


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("python", help="a Python with open_spiel and bitbully")
    parser.add_argument("what", choices=("games", "positions", "leduc"))
    parser.add_argument("--bot", choices=("cpp", "python"), default="cpp", help="opponent in games")
    parser.add_argument("--budget", type=time_of, default=0.1, help="processor seconds a move")
    parser.add_argument("--pairs", type=number_of, default=10, help="pairs of games to play")
    first = partial(number_of, least=0)
    parser.add_argument("--first", type=first, default=0, help="number of the first pair")
    parser.add_argument("--seed", default="versus")
    parser.add_argument("--log", type=Path, help="file with the pairs played, one a line")
    parser.add_argument("--number", type=number_of, default=100, help="number of positions")
    parser.add_argument("--simulations", type=number_of, default=1000, help="of search at Leduc")
    parser.add_argument("--seeds", type=number_of, default=4, help="of the searches at Leduc")
    given = parser.parse_args()
    show = {"games": show_games, "positions": show_positions, "leduc": show_leduc}
    show[given.what](given, OpenSpiel(given.python))


if __name__ == "__main__":
    main()
