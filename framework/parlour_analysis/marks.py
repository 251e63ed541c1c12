"""The mistakes of a match, as marks for whoever looks back at it."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from parlour.match import Match, MatchHistory, Record
from parlour.players.advice import AdviceBudget
from parlour.rules import MisuseError, Viewer
from parlour.table import Mark
from parlour_analysis.judging import (
    JudgedDecision,
    decisions_of,
    judge_match,
    keep_analysis,
    kept_analysis,
    seats_of_people,
)
from parlour_analysis.report import losses_in_words
from parlour_search.plan_order import simulations_of_best

SECONDS = 30.0
"""Maximum number of seconds that an analysis takes while somebody waits for the marks."""
SHARE = 8
"""Budget for each look at a decision, in moves of the game's best bot."""


def mistakes(match: Match, path: Path, viewer: Viewer) -> Iterator[Mark]:
    """Yield what was lost, by the analysis beside the record at ``path`` or by a new one.

    Raises:
        SetupError: No bot can look ahead in the game.
    """
    record = Record(match.header, tuple(match.lines))
    analysis = kept_analysis(path, record)
    if analysis is None:
        seats = seats_of_people(match.header)
        made, again = decisions_of(match.game, record, str(path), seats)
        budget = AdviceBudget(SECONDS, SHARE * simulations_of_best(match.game))
        analysis = judge_match(again, made, str(path), budget)
        with suppress(MisuseError):  # the folder of a record may be write-protected
            keep_analysis(path, analysis)
    history = MatchHistory(match)

    def seen(one: JudgedDecision) -> object:
        return history.view(one.seat, one.answer - 1)

    for loss in losses_in_words(match.game, analysis, viewer, seen, most=len(analysis.losses)):
        yield Mark(loss.answer, loss.seat, tuple(filter(None, (loss.sentence, loss.why))))
