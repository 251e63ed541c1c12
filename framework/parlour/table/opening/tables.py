"""The one way to a table: a new match, a saved one or a branch, with its bots and its record.

A branch is a separate match that begins at a position of another. Its record holds the answers
up to there, and its luck is new.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from os import urandom
from pathlib import Path
from typing import Annotated

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.catalog.lessons import lessons_of
from parlour.match import (
    Game,
    Header,
    Line,
    Match,
    Record,
    RecordFile,
    game_of,
    header_of,
    open_record,
    replayed,
)
from parlour.match.record import encode
from parlour.players import TimeControl, confined, is_included
from parlour.rules import MisuseError, PluginError, RecordError, sync_folder
from parlour.table.acts import Advice, Asks, Surface
from parlour.table.opening.answer_times import open_record_file, times_path
from parlour.table.opening.lessons import follow_lesson, lesson_of
from parlour.table.opening.saved_matches import has_saved, new_path, resume_command
from parlour.table.opening.trust import check_commands, remember
from parlour.table.seating import make_bots, names_for_seats
from parlour.table.session import Session
from parlour.table.table import Table
from parlour.words import say


def new_header(
    game: Game,
    players: Sequence[str],
    options: Struct,
    seed: str | None = None,
    names: Sequence[str] = (),
) -> Header:
    """Return the header of a new match; without a ``seed``, nobody can guess its luck.

    ``names`` are the people's names, in the order of their seats.

    Raises:
        SetupError: The game does not take these players, options or names.
    """
    game.check_setup(len(players), options)
    seed = urandom(8).hex() if seed is None else seed
    return header_of(game, players, options, seed, names_for_seats(players, names))


def record_match(match: Match, path: Path) -> RecordFile:
    """Write a match to a new record, let chance go on, and return the file, which grows with it.

    If that fails, there is no record.

    Raises:
        MisuseError: The file is there already, or cannot be written.
    """
    try:
        file = open_record_file(match.header, path)
    except RecordError as fault:
        raise MisuseError(str(fault)) from None
    try:
        remember(encode(match.header), match.header.players)
        with file.durable():
            for part in (match.header, *match.lines):
                file(encode(part))
            follow_lesson(match)
            match.resume(file)
        sync_folder(path.parent)
    except BaseException:
        file.close()
        path.unlink(missing_ok=True)
        times_path(path).unlink(missing_ok=True)
        raise
    return file


class Tables(Struct, frozen=True, kw_only=True):
    """Opens matches of a catalog's games, all with the same settings."""

    catalog: Catalog
    surface: Surface
    """The way people sit at them."""
    check_commands: Callable[[Path, bytes, Sequence[str]], None] = check_commands
    """Raises an error if commands that a file names may not be started."""
    isolates: Callable[[str], bool] = lambda spec: not is_included(spec)
    """Returns whether a bot runs in a separate process, with ``isolate``."""
    bot_seed: Annotated[
        str | None,
        Meta(
            description="Seed of the bots' own luck. Unless given, it is that of --seed if all "
            "bots are included in Parlour, and random otherwise."
        ),
    ] = None
    isolate: Annotated[
        bool, Meta(description="Run each bot of a plugin in a process of its own.")
    ] = False
    times: Annotated[
        TimeControl,
        Meta(
            description="How long bots may take, in seconds: start=10,move=60,reserve=60.",
            extra={"option": "--clock", "metavar": "TIMES"},
        ),
    ] = TimeControl()
    memory: Annotated[bool, Meta(description="Show also what a good memory would have kept.")] = (
        False
    )
    ask: Annotated[
        Asks,
        Meta(
            description="Ask before what cannot be taken back if it is much worse than the best "
            "plan (costly) or worse at all (all), or never."
        ),
    ] = "costly"
    advice: Annotated[
        Advice,
        Meta(
            description="What help everybody at the table gets: hints of a bot and plans in its "
            "order (all), the game's plans alone, or none."
        ),
    ] = "all"
    sandbox: Annotated[
        bool,
        Meta(
            description="Start bots that are commands without network, and away from your files; "
            "it needs bubblewrap."
        ),
    ] = False

    def create(
        self, game: Game, header: Header, path: Path | None = None, *, lines: tuple[Line, ...] = ()
    ) -> Table:
        """Begin a match, recorded at ``path`` or in the user's folder.

        It begins with some ``lines`` of another match, if there are any.

        Raises:
            SetupError: The game does not take the header's seats or options, or a bot declines it.
            MisuseError: The record cannot be written.
        """
        offer = "" if path or header.lesson or lines else self._offered_lesson(game)
        kept = self.sandboxed(header)
        begun = replayed(game, Record(kept, lines), "a branch") if lines else None
        table = self._begin(begun or Match(game, kept, dealing=False), path)
        if offer:
            table.note(offer)
        return table

    def branch(
        self,
        game: Game,
        record: Record,
        where: Path,
        path: Path | None = None,
        *,
        seed: str | None = None,
        players: Sequence[str] = (),
        names: Sequence[str] = (),
    ) -> Table:
        """Begin a match at the end of ``record``, read from ``where`` up to the wanted answer.

        ``players`` take the seats instead of the recorded ones, if there are any.

        Raises:
            MisuseError: There are more or fewer players than seats, the match is over there, or a
                command that the record names may not be started.
            RecordError: The record does not replay.
        """
        header = record.header
        if players and len(players) != header.seats:
            raise MisuseError(f"expected {header.seats} players, as in {where}, got {len(players)}")
        seated = tuple(players) or header.players
        called = names_for_seats(seated, names) if players or names else header.names or ()
        seed = urandom(8).hex() if seed is None else seed
        branched = replace(header, seed=seed, players=seated, names=called or UNSET, lesson=UNSET)
        match = replayed(game, replace(record, header=self.sandboxed(branched)), str(where))
        if match.is_over:
            raise MisuseError(f"expected an answer of {where} after which the match goes on")
        if not players:
            self.check_commands(where, encode(header), header.players)
        return self._begin(match, path)

    def open(self, path: Path, game: Game | None = None) -> Table:
        """Open a recorded match and lock its record, which grows on.

        ``game`` is the record's game, if it is known already. A last line that was cut short is
        left out.

        Raises:
            RecordError: The record does not replay, or is being played elsewhere.
            MisuseError: A command that it names may not be started.
            SetupError: A bot declines the game.
        """
        with open_record(path) as record:
            recorded = game or game_of(record, str(path), self.catalog.game_named)
            match = replayed(recorded, record, str(path))
        self.check_commands(path, encode(match.header), match.header.players)

        def opened() -> RecordFile:
            file = open_record_file(match.header, path, record.size, record.count)
            try:
                # Killed between the last answer and the end: without its end, it still replays.
                if match.is_over and len(match.lines) == record.count:
                    with suppress(RecordError):
                        file(encode(match.lines[-1]))
                follow_lesson(match)
                match.resume(file)
            except BaseException:
                file.close()
                raise
            return file

        return self._table(match, opened)

    def sandboxed(self, header: Header) -> Header:
        """Return a header whose commands run in a sandbox, if these tables have one."""
        if not self.sandbox:
            return header
        return replace(header, players=tuple(map(confined, header.players)))

    def _offered_lesson(self, game: Game) -> str:
        """Return a line that offers a lesson to somebody new to the games here."""
        if self.surface is not Surface.TERMINAL or has_saved(game.id):
            return ""
        with suppress(PluginError):  # a match needs no lesson: the check of the game names it
            for one in lessons_of(game).values():
                return say("lesson.offered", title=game.title, id=game.id, minutes=one.minutes)
        return ""

    def _begin(self, match: Match, path: Path | None) -> Table:
        return self._table(match, partial(record_match, match, path or new_path(match.game.id)))

    def _table(self, match: Match, open_file: Callable[[], RecordFile]) -> Table:
        """Return the table, the only place that knows how to make a session."""
        bots = make_bots(  # before there is a file: a bot may decline
            match.game,
            match.header,
            self.catalog.bots,
            steps=len(match.steps),
            bot_seed=self.bot_seed,
            isolate=self.catalog.sources if self.isolate else None,
            isolates=self.isolates,
        )
        session = Session(
            match,
            bots,
            open_file(),
            self.times,
            resume_command=partial(resume_command, game_path=self.catalog.path_of(match.game)),
            memory=self.memory,
            asks=self.ask,
            advice=self.advice,
            lesson=lesson_of(match),
        )
        return Table(session, self.surface)
