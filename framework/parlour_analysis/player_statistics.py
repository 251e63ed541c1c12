"""Statistics of one person: how they have done in the matches that are saved."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import fmean
from typing import get_args

import msgspec
from msgspec import Struct

from parlour.match import BACK, Game, Header, RecordReader, game_of, open_record
from parlour.players import Level, level_bot
from parlour.rules import MisuseError, ParlourError, Result, Seat, open_file
from parlour.table import HUMAN, names_in
from parlour.table.opening.answer_times import AnswerTime, times_path
from parlour.words import say

PEOPLE = "people"
"""Name of the level of matches without bots."""
OTHER_LEVEL = "others"
"""Name of the level of bots that no level has, or of several levels."""


class FinishedMatch(Struct, frozen=True):
    """A finished match of one person."""

    game: str
    """The title of the game."""
    level: str
    """The level of the bots, ``people``, or ``others``."""
    opponents: tuple[str, ...]
    """The names of the other seats."""
    won: bool | None
    """Whether they won; None in games that are not played against others."""
    points: int
    moves: int
    """Number of the person's moves."""
    seconds: float | None
    """Seconds of play from beginning to end; None if the times are not known."""
    thinking: float | None
    """Mean seconds of the person's moves; None if the times are not known."""


class PlayerFigures(Struct, frozen=True):
    """Figures of one person in several matches."""

    about: str
    """The game, the level or the opponent."""
    matches: int
    won: int | None
    """Number of matches won; None in games that are not played against others."""
    mean_points: float
    best: int
    """The most points in a match."""
    moves: float
    """Mean number of own moves in a match."""
    minutes: float | None
    """Mean length of a match; None if no times are known."""
    seconds_a_move: float | None
    """Mean seconds of an own move; None if no times are known."""


class PlayerStatistics(Struct, frozen=True):
    """All figures of one person."""

    games: tuple[PlayerFigures, ...]
    levels: tuple[PlayerFigures, ...]
    """By game and level of the bots."""
    opponents: tuple[PlayerFigures, ...]
    """By game and opponent."""

    def tables(self) -> Iterator[tuple[Sequence[str], Sequence[Sequence[str]]]]:
        """Yield heads and rows of a table for each kind of figures."""
        kinds = {"game": self.games, "level": self.levels, "opponent": self.opponents}
        for head, rows in kinds.items():
            heads = [say(f"done.{one}") for one in (head, *HEADS)]
            yield heads, [_cells(one) for one in rows]


HEADS = ("matches", "won", "points", "best", "moves", "minutes", "pace")
"""Heads of the columns behind the first, by the ends of their codes."""


def player_statistics(
    paths: Iterable[Path], find: Callable[[str], Game], name: str = ""
) -> PlayerStatistics:
    """Return how somebody has done in the finished matches among records.

    Of the people at a table it is the one with this ``name``, or the only one.
    """
    every: list[FinishedMatch] = []
    for path in paths:
        with suppress(ParlourError, OSError), open_record(path) as record:
            every += _played(path, record, find, name)
    return PlayerStatistics(
        games=_grouped((one.game, one) for one in every),
        levels=_grouped((f"{one.game}, {say(f'done.of.{one.level}')}", one) for one in every),
        opponents=_grouped(
            (f"{one.game}, {other}", one) for one in every for other in set(one.opponents)
        ),
    )


def _played(
    path: Path, record: RecordReader, find: Callable[[str], Game], name: str
) -> Iterator[FinishedMatch]:
    """Yield the match of a record, if it is over and no lesson, and the person played in it."""
    header = record.header
    seat = None if header.lesson else _seat_of(header, name)
    if seat is None:
        return
    result: Result | None = None
    standing: list[tuple[int, bool]] = []
    """The line of each move of the seat that stands, and whether the person made it."""
    has_left = False
    for number, line in enumerate(record.lines, 2):
        result = line.over
        if line.seat == seat:
            standing.append((number, not has_left))
        elif line.undo == seat and standing:
            standing.pop()
        if line.forfeit is not None and line.forfeit.seat == seat:
            has_left = line.forfeit.cause != BACK
    if result is None:
        return
    own = [number for number, is_own in standing if is_own]
    taken = seconds_taken(path)
    thinking = [taken[number] for number in own if number in taken]
    title, level, is_contest = _setting(header, find)
    yield FinishedMatch(
        game=title,
        level=level,
        opponents=tuple(one for other, one in enumerate(names_in(header)) if other != seat),
        won=result.places[seat] == 1 and not has_left if is_contest else None,
        points=result.scores[seat],
        moves=len(own),
        seconds=sum(taken.values()) if taken else None,
        thinking=fmean(thinking) if thinking else None,
    )


def seconds_taken(record: Path) -> dict[int, float]:
    """Return the seconds that each answer took, by its line in the record.

    The header is line 1. Answers whose time is not known are left out; so is the time while
    nobody played.
    """
    seconds: dict[int, float] = {}
    try:
        with open_file(times_path(record)) as file:
            raw = file.read().splitlines()
    except (OSError, MisuseError):
        return seconds
    before: AnswerTime | None = None
    for line in raw:
        with suppress(msgspec.DecodeError):
            now = msgspec.json.decode(line, type=AnswerTime)
            if before is not None and now.line == before.line + 1:
                seconds[now.line] = max(now.at - before.at, 0.0)
            before = now
    return seconds


def _seat_of(header: Header, name: str) -> Seat | None:
    """Return the seat of the person; None if it is not known."""
    people = [seat for seat, player in enumerate(header.players) if player == HUMAN]
    if len(people) == 1:
        return people[0]
    named = [one.casefold() for one in header.names or ()]
    return named.index(name.casefold()) if name and name.casefold() in named else None


def _setting(header: Header, find: Callable[[str], Game]) -> tuple[str, str, bool]:
    """Return the title of the game, the level of the bots, and whether seats can win."""
    bots = {player for player in header.players if player != HUMAN}
    try:
        game = game_of(_Named(header), header.game, find)
    except ParlourError:
        return header.game, OTHER_LEVEL if bots else PEOPLE, True
    levels = {level_bot(game, one, header.seats): one for one in get_args(Level)}
    level = levels.get(next(iter(bots), ""), OTHER_LEVEL) if len(bots) == 1 else OTHER_LEVEL
    is_contest = game.objective not in {"shared", "single"}
    return game.title, level if bots else PEOPLE, is_contest


class _Named(Struct, frozen=True):
    header: Header


def _grouped(matches: Iterable[tuple[str, FinishedMatch]]) -> tuple[PlayerFigures, ...]:
    """Return the figures of each group, groups with most matches first."""
    groups: dict[str, list[FinishedMatch]] = {}
    for about, one in matches:
        groups.setdefault(about, []).append(one)
    found = [_figures(about, group) for about, group in groups.items()]
    return tuple(sorted(found, key=lambda one: (-one.matches, one.about)))


def _figures(about: str, group: Sequence[FinishedMatch]) -> PlayerFigures:
    points = [one.points for one in group]
    seconds = [one.seconds for one in group if one.seconds is not None]
    thinking = [one.thinking for one in group if one.thinking is not None]
    return PlayerFigures(
        about=about,
        matches=len(group),
        won=None if group[0].won is None else sum(bool(one.won) for one in group),
        mean_points=fmean(points),
        best=max(points),
        moves=fmean(one.moves for one in group),
        minutes=fmean(seconds) / 60 if seconds else None,
        seconds_a_move=fmean(thinking) if thinking else None,
    )


def _cells(one: PlayerFigures) -> tuple[str, ...]:
    """Return figures as the cells of a row."""
    won = "-" if one.won is None else f"{one.won} ({one.won / one.matches:.0%})"
    means = (one.moves, one.minutes, one.seconds_a_move)
    rest = ("-" if mean is None else f"{mean:.1f}" for mean in means)
    return (one.about, str(one.matches), won, f"{one.mean_points:.1f}", str(one.best), *rest)
