"""Analyses of finished matches, each made by a program of its own beside the server.

The program is ``parlour analyse``, which keeps its findings beside the record, so that an analysis
is made once, and the server goes on serving meanwhile.
"""

import asyncio
import sys
from pathlib import Path

import msgspec
from msgspec import Struct

from parlour.analysis.graph import draw_graph
from parlour.analysis.judging import MatchAnalysis, cached_analysis_path
from parlour.analysis.report import analysis_lines, losses_in_words
from parlour.match.game import Match
from parlour.rules.errors import MisuseError, ParlourError
from parlour.rules.one_line import one_line
from parlour.web.messages import ShownPicture
from parlour.web.shown.pictures import shown_picture
from parlour.web.tables.hall import Hall
from parlour.web.tables.table import LiveTable, Place

LONGEST = 300
"""Seconds after which its program is ended."""


class ShownLoss(Struct, frozen=True):
    """A move that lost something."""

    at: int
    """The position before it, as the seat counts that looks."""
    sentence: str
    why: str
    """The moves expected after a better one; may be empty."""


class ShownAnalysis(Struct, frozen=True):
    """An analysis as a page shows it."""

    lines: tuple[str, ...]
    graph: ShownPicture
    losses: tuple[ShownLoss, ...]
    stops: dict[str, int]
    """The position before each answer, by the key of its place in the graph."""


class Analyst:
    """Has matches of a hall analysed, one at a time."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._one_at_a_time = asyncio.Lock()

    async def analysis(self, name: str, place: Place) -> ShownAnalysis:
        """Return the analysis of a finished match, as it is shown at a place.

        Raises:
            ParlourError: The match is not over, or it cannot be analysed.
        """
        table = await self._hall.live(name)
        match = table.session.match
        if not match.is_over:
            raise MisuseError("a match is analysed once it is over: an analysis tells secrets")
        path = self._hall.record(name)
        async with self._one_at_a_time:
            analysis = await self._hall.in_thread(_read, path, match)
            if analysis is None:
                await _run(path, self._hall.settings.analysis)
                analysis = await self._hall.in_thread(_read, path, match)
        if analysis is None:
            raise ParlourError("the analysis cannot be kept beside the record")
        return await table.read(_shown, table, analysis, 0 if place is None else place)


def _read(path: Path, match: Match) -> MatchAnalysis | None:
    """Return what has been kept of an analysis; None if it is none of this match."""
    try:
        kept = msgspec.json.decode(cached_analysis_path(path).read_bytes(), type=MatchAnalysis)
    except (OSError, msgspec.DecodeError):
        return None
    answers = range(1, len(match.lines) + 1)
    fits = all(one.answer in answers for one in kept.decisions) and kept.result == match.awaited
    return kept if fits and kept.game == match.game.id else None


async def _run(path: Path, seconds: float) -> None:
    """Analyse a match in so many seconds.

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
        _, errors = await asyncio.wait_for(program.communicate(), LONGEST)
    except TimeoutError:
        raise ParlourError(f"the analysis took more than {LONGEST} seconds") from None
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()
    if program.returncode:
        raise ParlourError(f"no analysis: {one_line(errors.decode(errors='replace'))}")


def _shown(table: LiveTable, analysis: MatchAnalysis, seat: int) -> ShownAnalysis:
    game, names = table.session.game, table.session.viewer.names
    stops = table.history.stops
    before = {one.answer: stops[one.answer - 1].told[seat] for one in analysis.decisions}
    return ShownAnalysis(
        lines=tuple(analysis_lines(game, analysis, names)),
        graph=shown_picture(draw_graph(analysis, names)),
        losses=tuple(
            ShownLoss(before[loss.answer], loss.sentence, loss.why)
            for loss in losses_in_words(analysis, names)
        ),
        stops={f"answer {answer}": position for answer, position in before.items()},
    )
