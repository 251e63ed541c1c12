"""``parlour analyse``."""

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated

import msgspec
import typer

from parlour.cli.arguments import (
    AsJson,
    GamePath,
    Language,
    RecordPath,
    catalog_given,
    game_in,
    settings_given,
)
from parlour.cli.output import need, show_progress
from parlour.match import Match, picture_of
from parlour.match.record import read
from parlour.players.advice import AdviceBudget
from parlour.rules import MisuseError, Viewer
from parlour.table import names_in
from parlour.words import say
from parlour_analysis.commands.arguments import seat_given
from parlour_analysis.judging import (
    MadeMove,
    MatchAnalysis,
    decisions_of,
    judge_match,
    keep_analysis,
    seats_of_people,
)
from parlour_analysis.report import (
    MAX_LOSSES_PICTURED,
    Seen,
    analysis_lines,
    analysis_page,
    graph_lines,
)


def analyse(
    record: RecordPath,
    seconds: Annotated[
        float, typer.Option(metavar="N", help="Seconds for the whole match.", min=0.1, max=86_400)
    ] = 60.0,
    simulations: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Simulations for each look at a decision, in place of seconds; the analysis then "
            "repeats.",
            min=2,
        ),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT",
            help="A seat to judge, by its name or its number from 1; the people's unless given. "
            "It can be given several times.",
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="PATH", help="Write it as one page, a new file."),
    ] = None,
    as_json: AsJson = False,
    game: GamePath = None,
    language: Language = None,
) -> None:
    """Judge the moves of a finished match.

    It says what each decision was worth and which moves lost most. A bot that looks
    ahead gives its opinion on the decisions of the people, each with an equal share of the
    time, from what its seat knew. If the game proposes plans, a turn is one decision. The
    bot is no better than it is at the game: a loss is an opinion with the error that is
    printed beside it.

    The analysis is saved beside the record, in RECORD.analysis.json.

    Examples:
      parlour analyse mine.jsonl --seconds 5
      parlour analyse mine.jsonl --simulations 2 --seat 2
      parlour analyse mine.jsonl --simulations 20 --html mine.html
    """
    settings = settings_given(plain=None, language=language)
    _check_page(html)
    whole = read(record)
    budget = AdviceBudget(seconds=0.0 if simulations else seconds, simulations=simulations or 0)
    on_progress = partial(show_progress, what="decisions")
    names = names_in(whole.header)
    seats = [seat_given(text, names) for text in seat or ()] or seats_of_people(whole.header)
    with game_in(whole, record, catalog_given(game)) as found:
        made, match = decisions_of(found, whole, str(record), seats)
        analysis = judge_match(match, made, str(record), budget, on_progress)
        if as_json:
            print(msgspec.json.encode(analysis).decode())
        else:
            for line in analysis_lines(found, analysis, Viewer(names), seen_in(made)):
                print(line)
            if analysis.decisions and sys.stdout.isatty() and settings.screen != "plain":
                width = get_terminal_size().columns
                print("", *graph_lines(analysis, Viewer(names), width), sep="\n")
        with suppress(MisuseError):  # the folder of a record may be write-protected
            keep_analysis(record, analysis)
        if html is not None:
            _write_page(html, match, made, analysis)
            print(f"\n{say('analysis.written', path=html)}", file=sys.stderr if as_json else None)


def _check_page(path: Path | None) -> None:
    """Check that a page can be made, before the time is spent.

    Raises:
        MisuseError: The file is there already, or a library is missing.
    """
    if path is None:
        return
    need(["jinja2"], "pages")
    if path.exists():
        raise MisuseError(f"expected a new file, but there is {path} already")


def seen_in(made: Sequence[MadeMove]) -> Seen:
    """Return what tells the view at each of some decisions."""
    views = {one.answer: one.decision.view for one in made}
    return lambda decision: views.get(decision.answer)


def _write_page(
    path: Path, match: Match, made: Sequence[MadeMove], analysis: MatchAnalysis
) -> None:
    """Write the page, with the table before the worst moves as their seats saw it."""
    wanted = {one.answer for one in analysis.losses[:MAX_LOSSES_PICTURED]}
    viewer = Viewer(names_in(match.header))
    tables = {
        one.answer: picture_of(match.game.display, one.decision.view, viewer, match.game.title)
        for one in made
        if one.answer in wanted
    }
    page = analysis_page(match.game, match.header, analysis, viewer, tables, seen=seen_in(made))
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as fault:
        raise MisuseError(f"cannot write {path}: {fault.strerror}") from None
