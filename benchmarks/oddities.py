"""What bots do that nobody at the table would believe, found by watching matches.

    python -m benchmarks.oddities maori --matches 20
    python -m benchmarks.oddities giants --level medium --seats 3 --option round_limit=6

Every variant, level and number of seats has so many matches, in turns; options without a list of
values keep their default. ``hard`` has a budget in simulations, so that a seed repeats. Each
finding is a line: the match, the answer in its record, the seat and what it did. ``--first 20``
goes on where 20 matches of each kind have been watched.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, get_args

import msgspec

from benchmarks.strength import errors_of, number_of
from parlour import Game, Match, Move, Player, Seat
from parlour.match.dealer import generator
from parlour.players.greedy import Greedy
from parlour.players.included import LIMIT, Level, level_bot, make_bot
from parlour.players.values import has_heuristic
from parlour.plugins.catalog import Catalog
from parlour.rules.answers import Chance, Decide, Result
from parlour.rules.options import read_pairs

MAX_VARIANTS = 12
"""Maximum number of variants that are all combined; beyond it each option changes alone."""
MAX_IDLE_TURNS = 6
"""Maximum number of idle turns in a row that nobody wonders about."""
MAX_FALL = 2.0
"""Maximum fall of a promise, in points, while nobody else does anything."""
MAX_LISTED = 60
"""Maximum number of moves that are all tried for a sure win."""
FOLLOWED = 40
"""Number of answers and outcomes after another move that tell whether it avoids a loss."""
IDLE = {"rest", "pass", "stay", "sail", "leave"}
"""First words of answers that change nothing but whose turn it is."""
BUDGETS = {
    "simulations=400": "simulations=60",
    "rollouts=48": "rollouts=16",
    "rollouts=200": "rollouts=30",
    f",{LIMIT}": "",
}
"""Budgets of ``hard`` here, by those of the levels."""
KINDS = (
    "idle",
    "promise falls",
    "ended at a loss",
    "sure win not taken",
    "given away",
    "comes back",
)
CELL = re.compile(r"\b[a-z]\d+\b")


def variants(game: Game) -> list[dict[str, Any]]:
    """Return the options of each variant of a game that its options list."""
    choices: dict[str, Sequence[Any]] = {}
    for field in msgspec.structs.fields(game.options):
        is_annotated = hasattr(field.type, "__metadata__")
        base = get_args(field.type)[0] if is_annotated else field.type
        choices[field.name] = (False, True) if base is bool else get_args(base)
    listed = {name: values for name, values in choices.items() if len(values) > 1}
    if len(every := list(product(*listed.values()))) <= MAX_VARIANTS:
        return [dict(zip(listed, values, strict=True)) for values in every]
    return [{}] + [{name: value} for name, values in listed.items() for value in values[1:]]


class Watch:
    """Notes the oddities of one match while it is played."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._rules: Any = match.game.rules
        self._greedy = Greedy(match.game, Random(0)) if has_heuristic(match.game) else None
        self._mover: Seat | None = None
        self._turns: dict[Seat, list[list[str]]] = {seat: [] for seat in range(match.seats)}
        """Answers of each seat, by turn or by movement."""
        self._idle = Counter[Seat]()
        """Number of turns without anything done, the last ones of each seat."""
        self._left: dict[str, Seat] = {}
        """Seat that left a piece on each cell."""
        self._declined: dict[Seat, str] = {}
        """Last sure win that each seat did not take, in words."""
        self._promise: tuple[int, Seat, float] | None = None
        """Position after the last answer, who gave it, and the value that it promised."""

    def findings(self, seat: Seat, moves: Sequence[Move], move: Move) -> Iterator[str]:
        """Yield what is odd about a move that is about to be made."""
        text = self._match.game.write_move(move)
        awaited = self._match.awaited
        if len(moves) > 1 and isinstance(awaited, Decide) and not awaited.sealed:
            yield from self._promises(seat, moves, move)
            yield from self._ends(seat, moves, move)
        if seat != self._mover or " from " in text or text.split()[0] == "sail":
            self._turns[seat].append([])
        self._mover = seat
        turn = self._turns[seat][-1]
        turn.append(text)
        yield from self._idles(seat, turn, has_choice=len(moves) > 1)
        if " from " in turn[0]:
            yield from self._movement(seat, turn)

    def declined_wins(self) -> Iterator[str]:
        """Yield the last sure win that each seat declined, once the match is over, if it lost."""
        places = self._match.result.places
        yield from (text for seat, text in self._declined.items() if places[seat] > 1)

    def _promises(self, seat: Seat, moves: Sequence[Move], move: Move) -> Iterator[str]:
        if self._greedy is None:
            return
        values = self._greedy.move_values(seat, moves, self._match.state)
        now, best = len(self._match.lines), max(values.values())
        if (
            self._promise
            and self._promise[:2] == (now, seat)
            and self._promise[2] > best + MAX_FALL
        ):
            yield f"promise falls: {self._promise[2]:.1f} to {best:.1f}"
        self._promise = now + 1, seat, values[move]

    def _ends(self, seat: Seat, moves: Sequence[Move], move: Move) -> Iterator[str]:
        """Yield a match that is ended at a loss; note a sure win that is not taken."""
        place = self._place_after(seat, move)
        if place not in {1, None} and any(self._is_better(seat, one, place) for one in moves):
            yield "ended at a loss, with another move there"
        if place != 1 and len(moves) <= MAX_LISTED:
            wins = [one for one in moves if self._place_after(seat, one) == 1]
            if wins:
                taken = f"sure win not taken: {self._match.game.write_move(wins[0])}"
                self._declined[seat] = f"answer {len(self._match.lines)}: seat {seat}: {taken}"

    def _place_after(self, seat: Seat, move: Move) -> int | None:
        """Return the place of a seat if a move ends the match, or None if it goes on."""
        awaited = self._rules.awaited(self._rules.play(self._match.state, seat, move))
        return awaited.places[seat] if isinstance(awaited, Result) else None

    def _is_better(self, seat: Seat, move: Move, place: int) -> bool:
        """Return whether a match goes on for long after a move, or ends at a better place.

        All seats play on greedily: a match may end with a round whatever a seat does.
        """
        rules, luck = self._rules, Random(0)
        state = rules.play(self._match.state, seat, move)
        for _ in range(FOLLOWED):
            awaited = rules.awaited(state)
            if isinstance(awaited, Result):
                return awaited.places[seat] < place
            if isinstance(awaited, Chance):
                state = rules.resolve(state, rules.draw(state, luck))
            elif self._greedy is None:
                return True
            else:
                mover = awaited.seats[0]
                values = self._greedy.move_values(mover, rules.moves(state, mover), state)
                state = rules.play(state, mover, max(values, key=values.__getitem__))
        return True

    def _idles(self, seat: Seat, turn: list[str], *, has_choice: bool) -> Iterator[str]:
        if turn[-1].split()[0] not in IDLE:
            self._idle[seat] = 0
        elif turn[-1].split()[0] != "sail" and has_choice:
            self._idle[seat] += 1
            if self._idle[seat] % (1 + MAX_IDLE_TURNS) == 0:
                yield f"idle for {self._idle[seat]} turns"

    def _movement(self, seat: Seat, turn: list[str]) -> Iterator[str]:
        """Yield a movement that goes back, is split for nothing, or takes another's gift."""
        cells = [CELL.findall(text)[0] for text in turn if CELL.findall(text)]
        giver = self._left.pop(cells[0], seat) if len(turn) == 1 else seat
        is_own = turn[0].endswith(" marked")  # another piece, on the same cell
        if giver != seat and not is_own:
            yield f"piece given away: seat {giver} left it on {cells[0]}"
        if turn[-1] != "leave":
            return
        self._left[cells[-1]] = seat
        before = self._turns[seat][-2] if len(self._turns[seat]) > 1 else []
        ends = [CELL.findall(text)[0] for text in before if CELL.findall(text)]
        if before and before[-1] == "leave" and (ends[0], ends[-1]) == (cells[-1], cells[0]):
            yield f"comes back: {'-'.join(ends)}, {'-'.join(cells)}"


def watched(
    game: Game, bot: str, seats: int, seed: str, options: Mapping[str, Any]
) -> Iterator[str]:
    """Play a match of one bot in all seats, and yield its oddities."""
    match = game.match(seats=seats, seed=seed, **options)
    bots: list[Player] = [make_bot(bot, game, generator(seed, f"bot {n}")) for n in range(seats)]
    watch = Watch(match)
    while match.awaited.seats:
        seat = match.awaited.seats[0]
        decision = match.ask(seat)
        move = bots[seat].choose(decision)
        for finding in watch.findings(seat, decision.moves, move):
            yield f"answer {len(match.lines)}: seat {seat}: {game.write_move(move)}: {finding}"
        match.play(move, seat)
    yield from watch.declined_wins()


@errors_of("oddities")
def main(words: Sequence[str] | None = None) -> None:
    """Watch matches from the command line, print each finding and their numbers."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="name or path of the game")
    parser.add_argument("--matches", type=number_of, default=10, help="of each kind")
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    parser.add_argument("--level", action="append", help="all three unless given")
    parser.add_argument("--bot", help="a bot in place of the levels")
    parser.add_argument("--seats", type=number_of, action="append", help="all unless given")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", default="oddities")
    given = parser.parse_args(words)
    game = Catalog().game(given.game)
    fixed = read_pairs(given.option, "NAME=VALUE")
    kinds = [one | fixed for one in variants(game) if not one.keys() & fixed.keys()] or [fixed]
    levels: Sequence[Level] = ["hard"] if given.bot else given.level or get_args(Level)
    counts, played = Counter[tuple[str, str]](), Counter[str]()
    for number in range(given.first, given.first + given.matches):
        for level, seats, options in product(levels, given.seats or game.seats, kinds):
            if game.rules.setup_fault(seats, game.read_options(options)):
                continue
            bot = given.bot or level_bot(game, level, seats)
            for name, budget in BUDGETS.items():
                bot = bot.replace(name, budget)
            seed, kind = f"{given.seed}:{number}", " ".join(f"{k}={v}" for k, v in options.items())
            played[bot] += 1
            found = set[str]()
            for finding in watched(game, bot, seats, seed, options):
                print(f"{game.id} {seats} {bot} {seed} {kind}: {finding}", flush=True)
                found.add(next(what for what in KINDS if what in finding))
            counts.update((bot, what) for what in found)
    for (bot, what), count in sorted(counts.items()):
        print(f"{bot}: {what}: in {count} of {played[bot]} matches")


if __name__ == "__main__":
    main()
