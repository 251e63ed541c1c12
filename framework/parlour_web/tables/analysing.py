"""Analyses of finished matches, each made by another program while the server goes on.

The program is ``parlour analyse``; where no program can be started, as in a browser, this one does
its work. It saves its findings beside the record, so that a match is
analysed once.
"""

import asyncio
import sys
from pathlib import Path

from msgspec import Struct

from parlour.match import Game
from parlour.match.record import read
from parlour.players.advice import AdviceBudget
from parlour.rules import MisuseError, ParlourError, one_line
from parlour.rules.picture import PicturePanel
from parlour.words import say
from parlour_analysis.judging import (
    JudgedDecision,
    MatchAnalysis,
    decisions_of,
    judge_match,
    keep_analysis,
    kept_analysis,
    seats_of_people,
)
from parlour_analysis.report import analysis_lines, draw_graph, losses_in_words
from parlour_web.tables.store import TableStore
from parlour_web.tables.table import LiveTable, Place

CAN_START_PROGRAMS = sys.platform != "emscripten"
"""Whether this system has programs beside this one."""
ANALYSIS_SECONDS = 300
"""Seconds until an analysis that has not finished is ended."""


class ShownLoss(Struct, frozen=True):
    """A move that was worse than another."""

    answer: int
    """Number of the move among the answers, counted from 1."""
    seat: int
    """The seat that made it."""
    at: int
    """The position before it, as the seat that looks counts."""
    sentence: str
    why: str
    """The moves expected after a better one; may be empty."""


class ShownAnalysis(Struct, frozen=True):
    """An analysis as a page shows it."""

    lines: tuple[str, ...]
    graph: tuple[PicturePanel, ...]
    losses: tuple[ShownLoss, ...]
    stops: dict[str, int]
    """The position before each answer, by the key of its place in the graph."""


class Analyst:
    """Has matches of a store analysed, one at a time."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._one_at_a_time = asyncio.Lock()

    async def analysis(self, name: str, place: Place, *, may_begin: bool = True) -> ShownAnalysis:
        """Return the analysis of a finished match, as it is shown at a place.

        Raises:
            ParlourError: The match is not over, or it cannot be analysed; or it is not analysed
                yet, and this person may not begin that.
        """
        table = await self._store.live(name)
        if not table.table.is_over:
            raise MisuseError(say("analysis.over"))
        path = self._store.record(name)
        async with self._one_at_a_time:
            analysis = await self._store.in_thread(_kept, path)
            if analysis is None and not may_begin:
                raise MisuseError(say("analysis.who"))
            if analysis is None:
                await self._make(name, path)
                analysis = await self._store.in_thread(_kept, path)
        if analysis is None:
            raise ParlourError(say("analysis.unkept"))
        return await table.read(_shown, table, analysis, 0 if place is None else place)

    async def _make(self, name: str, path: Path) -> None:
        """Have a match analysed, and the analysis saved.

        Raises:
            ParlourError: That fails, or takes too long.
        """
        seconds = self._store.settings.analysis
        if CAN_START_PROGRAMS:
            await _run(path, seconds)
        else:
            await self._store.think(_judge, self._store.game_of(name), path, seconds)


def _judge(game: Game, path: Path, seconds: float) -> None:
    """Analyse a match in this program."""
    record = read(path)
    seats = seats_of_people(record.header)
    made, match = decisions_of(game, record, path.name, seats)
    keep_analysis(path, judge_match(match, made, path.name, AdviceBudget(seconds=seconds)))


def _kept(path: Path) -> MatchAnalysis | None:
    return kept_analysis(path, read(path))


async def _run(path: Path, seconds: float) -> None:
    """Analyse a match in about this many seconds.

    Raises:
        ParlourError: That fails, or takes too long.
    """
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "parlour", "analyse", str(path), "--seconds", str(seconds)),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, errors = await asyncio.wait_for(program.communicate(), ANALYSIS_SECONDS)
    except TimeoutError:
        raise ParlourError(say("analysis.long", seconds=ANALYSIS_SECONDS)) from None
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()
    if program.returncode:
        why = one_line(errors.decode(errors="replace"))
        raise ParlourError(say("analysis.failed", why=why))


def _shown(table: LiveTable, analysis: MatchAnalysis, seat: int) -> ShownAnalysis:
    game = table.table.game
    viewer = table.table.viewer
    chair = table.chair(seat)
    answers = [decision.answer for decision in analysis.decisions]
    before = {answer: chair.position_of(answer - 1) for answer in answers}

    def seen(decision: JudgedDecision) -> object:
        return chair.after(decision.answer - 1, decision.seat).table.now.view

    return ShownAnalysis(
        lines=tuple(analysis_lines(game, analysis, viewer, seen)),
        graph=draw_graph(game, analysis, viewer).panels,
        losses=tuple(
            ShownLoss(loss.answer, loss.seat, before[loss.answer], loss.sentence, loss.why)
            for loss in losses_in_words(game, analysis, viewer, seen)
        ),
        stops={f"answer {answer}": position for answer, position in before.items()},
    )
