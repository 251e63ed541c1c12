"""No page and no assistant can tell two matches apart that differ in what its seat may not know."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from parlour.match.match import Match
from parlour.match.record import Line, RecordFile
from parlour.players.time_control import TimeControl
from parlour.rules.errors import FlowError
from parlour.table.acts import Surface
from parlour.table.session import Session
from parlour.table.table import Table
from parlour.words.framework import phrase
from parlour_web.assistants.live_seat import LiveSeat
from parlour_web.messages import EnterRequest, PreviewRequest, ReviewRequest, SayRequest, packed
from parlour_web.tables.metadata import TableFile, TableMetadata
from parlour_web.tables.send_queue import SendQueue
from parlour_web.tables.table import LiveTable
from parlour_web.tables.threads import TableThreads
from parlour_web.talk.rooms import TalkRooms
from parlour_web.talk.said import path_of
from tests.apart import run_apart
from tests.broken_games import sealed_bid
from tests.testing.leaks import (
    SUBJECTS,
    Change,
    Subject,
    changes_of,
    has_opened,
    knows,
    opens,
    played,
)
from tests.testing.sealed_phases import Shape, game_of, shapes
from tests.testing.test_wrong_programs import Talking
from tests.web.served import unpacked

PREVIEWS = 3
"""Number of previews that each seat asks for at each position."""

SPECTATOR = -1
"""The number of the page of a spectator, beside those of the seats."""


class Streams:
    """One table with a page at each seat and one of a spectator, whose bytes are read.

    At each seat the tools of an assistant are called, too.
    """

    def __init__(self, match: Match, path: Path, threads: TableThreads) -> None:
        file = RecordFile(path)
        players = (None,) * match.seats
        session = Session(match, players, file, TimeControl(), resume_command=str, asks="none")
        table = Table(session, Surface.PAGE).__enter__()
        nothing = TableMetadata(host="", seats=("",) * match.seats, names=("",) * match.seats)
        self.match = match
        self.now = 0.0
        kept = TableFile(path, nothing)
        talk = TalkRooms(
            path_of(path.parent, path.stem), table.people, lambda: nothing.names, clock=lambda: 0.0
        )
        self.table = LiveTable(table, kept, threads, 0.0, talk=talk, clock=lambda: self.now)
        self.pages = {seat: SendQueue() for seat in range(match.seats)}
        self.assistants = {seat: LiveSeat(self.table, seat) for seat in self.pages}
        self.texts = {seat: list[bytes]() for seat in self.pages}

    async def open(self, *, spectator: bool) -> None:
        if spectator:
            self.pages[SPECTATOR] = SendQueue()
        for place, outlet in self.pages.items():
            await self.table.join(outlet, None if place == SPECTATOR else place, hears=True)

    async def apply(self, line: Line) -> None:
        """Let a line of a record happen: a move is typed at its seat."""
        if line.seat is not None and line.move is not None:
            position = len(self.match.events(line.seat))
            asked = EnterRequest(line.move, position)
            await self.table.ask(self.pages[line.seat], asked)
        else:
            self.match.apply(line)
            await self.table.show_all()

    async def probe(self, texts: list[str]) -> None:
        """Let each seat look back, say something, and ask for previews and reasons."""
        for seat in range(self.match.seats):
            page, position = self.pages[seat], len(self.match.events(seat))
            await self.table.say(page, SayRequest(f"I am seat {seat}"))
            await self.table.ask(page, ReviewRequest(max(position - 1, 0)))
            for text in texts:
                await self.table.ask(page, PreviewRequest(text))
                await self.table.ask(page, EnterRequest(f"why {text}", position))

    async def call(self, texts: list[str]) -> None:
        """Call the tools that read at each seat."""
        for seat, assistant in self.assistants.items():
            answers = await self.table.read(_told, assistant, texts)
            self.texts[seat] += answers

    def read(self, place: int) -> list[bytes]:
        """Return what a page and an assistant have read since the last call."""
        texts = self.texts.pop(place, [])
        self.texts[place] = []
        return [*self.pages[place].drain(), *texts]


class Comparison(Struct):
    """A match, another answer in place of one of its own, and how to compare."""

    subject: Subject
    match: Match
    change: Change
    folder: Path
    """A folder for the records."""
    rng: Random
    share: float = 1.0
    """Share of the positions with questions about previews and the past, 0 … 1."""
    most: int = 1000
    """Maximum number of lines after the change that are compared."""

    async def run(self) -> tuple[int, list[str]]:
        """Play two matches on; return how many bytes were compared, and where they differ."""
        threads = TableThreads()
        both = [self._streams(n, threads) for n in range(2)]
        try:
            return await self._compared(both)
        finally:
            for streams in both:
                await streams.table.close(phrase("bye.closed"))
            threads.close()

    async def _compared(self, both: list[Streams]) -> tuple[int, list[str]]:
        count, found = 0, list[str]()
        one, two = (streams.match for streams in both)
        watched = self.subject.game.rules.spectator_view(one.state) is not None
        for streams in both:
            await streams.open(spectator=watched)
        others = {*range(one.seats), *([SPECTATOR] if watched else [])}
        for number, lines in self._lines(one):
            try:
                for streams, line in zip(both, lines, strict=True):
                    await streams.apply(line)
            except FlowError:  # chance cannot go on in both worlds
                break
            if has_opened(one, self.change) or any(
                len(each.lines) != number + 1 for each in (one, two)
            ):
                break
            if self.rng.random() < self.share:
                await self._probe(both)
            for place in sorted(others - knows(self.match, self.change.number)):
                first, second = (streams.read(place) for streams in both)
                count += sum(map(len, first))
                if first != second:
                    found.append(f"{one!r}, page {place}: {_unlike(first, second)}")
        return count, found

    def _streams(self, number: int, threads: TableThreads) -> Streams:
        match = Match(self.match.game, self.match.header, dealing=False)
        for line in self.match.lines[: self.change.number]:
            match.apply(line)
        return Streams(match, self.folder / f"{number}.jsonl", threads)

    def _lines(self, one: Match) -> Iterator[tuple[int, tuple[Line, Line]]]:
        """Yield the lines from the changed one on, as both have them, until it is opened."""
        first, what = self.change.number, self.change.what
        for number, line in enumerate(self.match.lines[first : first + self.most], first):
            if line.over or (number > first and opens(self.subject, one, line, what)):
                return
            yield number, (line, self.change.line if number == first else line)

    async def _probe(self, both: list[Streams]) -> None:
        texts = sorted({line.move for line in self.match.lines if line.move})
        some = self.rng.sample(texts, min(PREVIEWS, len(texts)))
        for streams in both:
            await streams.probe(some)
            await streams.call(some)


def _told(assistant: LiveSeat, texts: list[str]) -> list[bytes]:
    """Return the answers of the tools that read, packed as messages are."""
    answers = [
        *(assistant.look(drawn=drawn) for drawn in (False, True)),
        *(call() for call in (assistant.moves, assistant.log, assistant.score)),
        *map(assistant.why_not, texts),
        repr((assistant.position(), assistant.shown, assistant.is_asked, assistant.is_over)),
    ]
    return [packed(answer.encode()) for answer in answers]


def _unlike(first: list[bytes], second: list[bytes]) -> str:
    """Return the first bytes that differ, with some before and behind them."""
    for pair in zip(first, second, strict=False):
        one, two = map(unpacked, pair)
        if one != two:
            pairs = enumerate(zip(one, two, strict=False))
            at = next((n for n, (a, b) in pairs if a != b), 0)
            around = slice(max(at - 60, 0), at + 60)
            return f"{one[around]!r} and {two[around]!r}"
    return f"{len(first)} and {len(second)} messages"


LONG = {"giants": (2, 0.2, 2), "rapa_nui": (2, 0.2, 3)}
"""Games with long matches: pairs, the share of positions that are probed, and lines."""
ALL = (4, 1.0, 1000)
HIDING = ("giants", "rapa_nui", "leduc", "which_hand", "sealed_bid")


def compared(
    subject: Subject, folder: Path, rng: Random, limits: tuple[int, float, int]
) -> tuple[int, list[str]]:
    """Compare pairs of matches; return how many bytes of pages, and where they differ."""
    count, found, pairs = 0, list[str](), 0
    wanted, share, most = limits
    while pairs < wanted:
        match = played(subject, subject.seats[pairs % len(subject.seats)], rng)
        changes = changes_of(match)
        for change in rng.sample(changes, min(2, len(changes))):
            pairs += 1
            place = folder / str(pairs)
            place.mkdir()
            pair = Comparison(subject, match, change, place, rng, share, most)
            some, differences = run_apart(pair.run())
            count, found = count + some, found + differences
    return count, found


@pytest.mark.parametrize("name", HIDING)
def test_no_page_tells_hidden_answers(name: str, tmp_path: Path) -> None:
    count, found = compared(SUBJECTS[name], tmp_path, Random(name), LONG.get(name, ALL))

    assert found == []
    assert count > 1000


@given(st.integers(), st.lists(st.integers(0, 500), min_size=1, max_size=8))
@settings(max_examples=8, deadline=None)
def test_whoever_comes_is_told_how_long_their_own_sight_has_been_the_same(
    seed: int, pauses: list[int]
) -> None:
    """A secret answer of somebody else changes no time that a page is told."""
    with TemporaryDirectory() as folder:
        run_apart(waits(Path(folder), Random(seed), pauses))


async def waits(folder: Path, rng: Random, pauses: list[int]) -> None:
    subject = SUBJECTS["sealed_bid"]
    whole = played(subject, 3, rng)
    threads = TableThreads()
    streams = Streams(Match(whole.game, whole.header, dealing=False), folder / "1.jsonl", threads)
    await streams.open(spectator=False)
    since = dict.fromkeys(range(3), (0, 0.0))
    for pause, line in zip(pauses, whole.lines, strict=False):
        streams.now += pause
        await streams.apply(line)
        for seat in range(3):
            told = len(streams.match.events(seat))
            since[seat] = since[seat] if since[seat][0] == told else (told, streams.now)
            page = SendQueue()
            await streams.table.join(page, seat)
            came = [json.loads(unpacked(one)) for one in page.drain()]
            streams.table.leave(page)
            (waited,) = [one["seconds"] for one in came if one["type"] == "waited"]
            assert waited == int(streams.now - since[seat][1])
    await streams.table.close(phrase("bye.closed"))
    threads.close()


@given(shapes(), st.integers())
@settings(max_examples=8, deadline=None)
def test_no_page_tells_two_sealed_answers_apart(shape: Shape, seed: int) -> None:
    subject = Subject(game_of(shape), (shape.seats,))
    with TemporaryDirectory() as folder:
        _, found = compared(subject, Path(folder), Random(seed), (4, 1.0, 1000))

    assert found == []


def test_a_leak_reaches_an_assistant_and_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Streams, "probe", _nothing)
    monkeypatch.setattr(SendQueue, "drain", lambda _: iter(()))
    leaky = Subject(replace(sealed_bid.GAME, rules=Talking()), (3,))
    _, found = compared(leaky, tmp_path, Random(1), ALL)

    assert found


async def _nothing(*_: object) -> None:
    pass


def test_a_leak_reaches_a_page_and_is_found(tmp_path: Path) -> None:
    leaky = Subject(replace(sealed_bid.GAME, rules=Talking()), (3,))
    _, found = compared(leaky, tmp_path, Random(1), ALL)

    assert found
