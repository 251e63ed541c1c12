"""What bots do that nobody at the table would believe, found by watching matches.

    python -m benchmarks.oddities maori --matches 20
    python -m benchmarks.oddities giants --level medium --seats 3 --option round_limit=6

Every variant, level and number of seats has so many matches, in turns; options without a list of
values keep their default. ``hard`` has a budget in simulations, so that a seed repeats. Each
finding is a line: the match, the answer in its record, the seat and what it did. An option may
change nothing in a match: then it is the same match again, and counts once. ``--first 20`` goes on
where 20 matches of each kind have been watched.
"""

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from random import Random
from typing import Any, NamedTuple, get_args

import msgspec

from benchmarks.strength import errors_of, number_of
from parlour import Game, Match, Move, Player, Seat, State
from parlour.catalog.catalog import Catalog
from parlour.match.dealer import generator
from parlour.match.record import Line
from parlour.players.greedy import Greedy
from parlour.players.included import LIMIT, Level, level_bot, make_bot
from parlour.players.values import has_heuristic
from parlour.rules.answers import Chance, Decide, Result
from parlour.rules.options import choices, read_pairs, settings_of

MAX_VARIANTS = 12
"""Maximum number of variants that are all combined; beyond it each option changes alone."""
MAX_IDLE_TURNS = 6
"""Maximum number of idle turns in a row that nobody wonders about."""
MAX_FALL = 2.0
"""Maximum fall of a promise, in points, while nobody else does anything."""
PLACE = 25.0
"""Minimum fall that is one of places: a heuristic may count them shortly before the end."""
MAX_LISTED = 60
"""Maximum number of moves that are all tried for a sure win."""
FOLLOWED = 40
"""Number of answers and outcomes after another move that tell whether it avoids a loss."""
IDLE = {"rest", "pass", "stay", "sail", "leave"}
"""First words of answers that change nothing but whose turn it is."""
BUDGETS = {
    "simulations=160": "simulations=40",
    "rollouts=48": "rollouts=16",
    "rollouts=200": "rollouts=30",
    "rollouts=100": "rollouts=30",
    f",{LIMIT}": "",
}
"""Budgets of ``hard`` here, by those of the levels."""
KINDS = (
    "idle",
    "promise falls",
    "another promised more",
    "ended at a loss",
    "sure win not taken",
    "given away",
    "comes back",
)
SCREEN = "screen"
"""Place of a piece that its seat has not moved."""
CELL = re.compile(r"\b[a-z]\d+\b")


def variants(game: Game, fixed: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the options of each variant of a game that its options list, beside ``fixed`` ones."""
    types = {field.encode_name: field.type for field in msgspec.structs.fields(game.options)}
    values = {
        name: choices(types[name]) for name in (one.name for one in settings_of(game.options))
    }
    free = {name: some for name, some in values.items() if some and name not in fixed}
    every = [dict(zip(free, some, strict=True)) for some in product(*free.values())]
    if len(every) > MAX_VARIANTS:
        every = [{}, *({name: value} for name, some in free.items() for value in some)]
    different: dict[object, Mapping[str, Any]] = {}
    for one in every:  # a value may be the default
        different.setdefault(game.read_options({**one, **fixed}), {**one, **fixed})
    return list(different.values())


class Points:
    """Values by a game's heuristic, without what a win is worth beyond its lead."""

    def __init__(self, game: Game) -> None:
        self._heuristic = game.rules.heuristic
        self.weigh_moves = game.rules.weigh_moves

    def __call__(self, state: State, seat: Seat) -> float:
        """Return the value of a state for a seat."""
        return self._heuristic(state, seat) or 0.0


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
        self._left: dict[tuple[str, str], list[Seat]] = defaultdict(list)
        """Seats that left a piece of each kind on each cell, or before their screens."""
        self._declined: dict[Seat, str] = {}
        """Last sure win that each seat did not take, in words."""
        self._foreseen = self._greedy and Greedy(match.game, Random(0), value=Points(match.game))
        self._promise: tuple[int, Seat, float, float] | None = None
        """Position after the last answer, who gave it, the points that it promised, and the best of
        the other moves."""

    def findings(self, seat: Seat, moves: Sequence[Move], move: Move) -> Iterator[str]:
        """Yield what is odd about a move that is about to be made."""
        text = self._match.game.write_move(move)
        awaited = self._match.awaited
        if len(moves) > 1 and isinstance(awaited, Decide) and not awaited.sealed:
            yield from self._falls(seat, moves, move)
            yield from self._ends(seat, moves, move)
        if seat != self._mover or " from " in text or text.split()[0] == "sail":
            self._turns[seat].append([])
        self._mover = seat
        turn = self._turns[seat][-1]
        turn.append(text)
        yield from self._idles(seat, turn, has_choice=len(moves) > 1)
        match text.split():
            case ["carve", size]:
                self._left[f"moai{size}", SCREEN].append(seat)
            case ["mark", kind]:
                self._takes_on(seat, kind, SCREEN)
        if " from " in turn[0]:
            yield from self._movement(seat, turn)

    def declined_wins(self) -> Iterator[str]:
        """Yield the last sure win that each seat declined, once the match is over, if it lost."""
        places = self._match.result.places
        yield from (text for seat, text in self._declined.items() if places[seat] > 1)

    def _falls(self, seat: Seat, moves: Sequence[Move], move: Move) -> Iterator[str]:
        """Yield what the seat's last answer promised, if now no move promises nearly as much."""
        if self._foreseen is None:
            return
        values = self._foreseen.move_values(seat, moves, self._match.state)
        now, best = len(self._match.lines), max(values.values())
        if self._promise and self._promise[:2] == (now, seat):
            before, other = self._promise[2:]
            if MAX_FALL < before - best < PLACE:
                than = f", another promised more, {other:.1f}" if other - best > MAX_FALL else ""
                yield f"promise falls: {before:.1f} to {best:.1f}{than}"
        promised = values.pop(move)
        self._promise = now + 1, seat, promised, max(values.values())

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

    def _takes_on(self, seat: Seat, kind: str, place: str) -> None:
        """Forget that a seat left a piece."""
        if seat in self._left[kind, place]:
            self._left[kind, place].remove(seat)

    def _taken(self, seat: Seat, text: str) -> Iterator[str]:
        """Yield who gave a piece away that is taken up; a seat's own is no gift."""
        _, kind, _, cell, claim, *_ = text.split()
        if claim != "abandoned":
            self._takes_on(seat, kind, SCREEN if claim == "screen" else cell)
            return
        for place, did in (cell, f"left it on {cell}"), (SCREEN, "carved it and did not move it"):
            if givers := self._left[kind, place]:
                giver = givers.pop(0)
                if giver != seat:
                    yield f"piece given away: seat {giver} {did}"
                return

    def _movement(self, seat: Seat, turn: list[str]) -> Iterator[str]:
        """Yield a movement that goes back, is split for nothing, or takes another's gift."""
        cells = [CELL.findall(text)[0] for text in turn if CELL.findall(text)]
        if len(turn) == 1:
            yield from self._taken(seat, turn[0])
        if turn[-1] != "leave":
            return
        self._left[turn[0].split()[1], cells[-1]].append(seat)
        before = self._turns[seat][-2] if len(self._turns[seat]) > 1 else []
        ends = [CELL.findall(text)[0] for text in before if CELL.findall(text)]
        if before and before[-1] == "leave" and (ends[0], ends[-1]) == (cells[-1], cells[0]):
            yield f"comes back: {'-'.join(ends)}, {'-'.join(cells)}"


class Watched(NamedTuple):
    """A match that was watched."""

    lines: tuple[Line, ...]
    """Its record."""
    findings: list[str]


def watched(game: Game, bot: str, seats: int, seed: str, options: Mapping[str, Any]) -> Watched:
    """Play a match of one bot in all seats, and return its oddities."""
    match = game.match(seats=seats, seed=seed, **options)
    bots: list[Player] = [make_bot(bot, game, generator(seed, f"bot {n}")) for n in range(seats)]
    watch, findings = Watch(match), list[str]()
    while match.awaited.seats:
        seat = match.awaited.seats[0]
        decision = match.ask(seat)
        move = bots[seat].choose(decision)
        made = f"answer {len(match.lines)}: seat {seat}: {game.write_move(move)}"
        findings += [f"{made}: {one}" for one in watch.findings(seat, decision.moves, move)]
        match.play(move, seat)
    return Watched(tuple(match.lines), findings + list(watch.declined_wins()))


def matches(
    game: Game, given: argparse.Namespace, number: int
) -> Iterator[tuple[str, int, Mapping[str, Any], list[str]]]:
    """Yield the bot, the seats, the options and the oddities of each different match of a seed."""
    levels: Sequence[Level] = ["hard"] if given.bot else given.level or get_args(Level)
    listed = variants(game, read_pairs(given.option, "NAME=VALUE"))
    met = set[tuple[object, ...]]()
    for level, seats, options in product(levels, given.seats or game.seats, listed):
        if game.rules.setup_fault(seats, game.read_options(options)):
            continue
        bot = given.bot or level_bot(game, level, seats)
        for name, budget in BUDGETS.items():
            bot = bot.replace(name, budget)
        lines, findings = watched(game, bot, seats, f"{given.seed}:{number}", options)
        if (bot, seats, lines) not in met:
            met.add((bot, seats, lines))
            yield bot, seats, options, findings


@errors_of("oddities")
def main(words: Sequence[str] | None = None) -> None:
    """Watch matches from the command line, print each finding and their numbers."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", help="name or path of the game")
    parser.add_argument("--matches", type=number_of, default=10, help="of each kind")
    parser.add_argument("--first", type=partial(number_of, least=0), default=0, metavar="N")
    parser.add_argument(
        "--level", action="append", choices=get_args(Level), help="all three unless given"
    )
    parser.add_argument("--bot", help="a bot in place of the levels")
    parser.add_argument("--seats", type=number_of, action="append", help="all unless given")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", default="oddities")
    given = parser.parse_args(words)
    game = Catalog().game(given.game)
    counts, played = Counter[tuple[str, str]](), Counter[str]()
    for number in range(given.first, given.first + given.matches):
        for bot, seats, options, findings in matches(game, given, number):
            kind = " ".join(f"{name}={value}" for name, value in options.items())
            for one in findings:
                print(f"{game.id} {seats} {bot} {given.seed}:{number} {kind}: {one}", flush=True)
            played[bot] += 1
            counts.update((bot, what) for what in KINDS if any(what in one for one in findings))
    for bot, number in sorted(played.items()):
        print(f"{bot}: {number} different matches")
        for what in KINDS:
            if count := counts[bot, what]:
                print(f"{bot}: {what}: in {count} of {number} matches")


if __name__ == "__main__":
    main()
