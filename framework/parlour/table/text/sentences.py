"""Sentences: the events of a match and its result, as people read them."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from parlour.match import AWAY, BACK, SEALED, Game
from parlour.rules import (
    ChanceResolved,
    Event,
    Forfeited,
    Notation,
    NotationError,
    Played,
    Result,
    ScoreLine,
    Team,
    Undone,
    Viewer,
    one_line,
    points_of,
)
from parlour.table.account import points_words
from parlour.words import listed, say

RESIGNED = "resigned"
"""The cause of a forfeit by a person who gives up."""

MAX_REASON = 1000
"""Maximum number of letters of the reason of a forfeit that are shown."""


def sentence(game: Game, event: Event, viewer: Viewer) -> str | None:
    """Return an event as a sentence; None if the game leaves it out."""
    if isinstance(event, Played):
        if event.move == SEALED:
            return say("event.sealed", viewer, seat=event.seat)
        return f"{viewer.name(event.seat)}: {_worded(game, game.move_notation, event.move, viewer)}"
    if isinstance(event, ChanceResolved):
        describe = game.words.describe_outcome
        outcome = _worded(game, game.outcome_notation, event.outcome, viewer, describe)
        return say("event.chance", outcome=outcome)
    if isinstance(event, Undone | Forfeited):
        return _given_up(event, viewer)
    if game.words.describe_event is not None:
        return game.words.describe_event(event, viewer)
    return _named(event)


def _worded(
    game: Game,
    notation: Notation[Any],
    text: str,
    viewer: Viewer,
    describe: Callable[[Any, Viewer], str] | None = None,
) -> str:
    """Word an answer of a record, also one in a former form; a public form stays as it is."""
    with suppress(NotationError):
        answer = notation.read(text)
        if describe:
            return describe(answer, viewer)
        text = notation.write(answer)
    return game.in_own_words(text, viewer)


def _given_up(event: Undone | Forfeited, viewer: Viewer) -> str:
    if isinstance(event, Undone):
        return say("event.undone", viewer, seat=event.seat)
    code = {RESIGNED: "event.resigned", AWAY: "event.away", BACK: "event.back"}.get(
        event.cause, "event.forfeited"
    )
    return say(code, viewer, seat=event.seat, cause=one_line(event.cause, 20))


def covered_by_events(game: Game, event: Event) -> bool:
    """Return whether another event always repeats what this answer tells."""
    if isinstance(event, Played):
        kind = game.move_notation.kind(event.move)
    elif isinstance(event, ChanceResolved):
        kind = game.outcome_notation.kind(event.outcome)
    else:
        return False
    return kind is not None and kind.covered_by_events


def looked_up(game: Game, events: Sequence[Event]) -> list[Event]:
    """Return the events of one answer as a person may look them up while the match goes on.

    Where one of them tells less than before, the answer that they cover is left out.
    """
    later = [event.looked_up() for event in events]
    if later == list(events):
        return list(events)
    return [event for event in later if event and not covered_by_events(game, event)]


def result_lines(game: Game, result: Result, viewer: Viewer) -> list[str]:
    """Return the lines that tell the result of a match, the first place first."""
    if game.objective in {"shared", "single"}:
        return [_common_result(result, viewer)]
    if game.teams is not None:
        return _team_lines(game.teams(len(result.places)), result, viewer)
    order = sorted(range(len(result.places)), key=lambda seat: (result.places[seat], seat))
    firsts = [seat for seat in order if result.places[seat] == 1]
    if len(firsts) == 1:
        head = say("result.wins", viewer, seat=firsts[0])
    else:
        head = say("result.shared", seats=viewer.listed(firsts))
    rows = (
        f"  {result.places[seat]}. {viewer.name(seat)}: {points_words(result.scores[seat])}"
        for seat in order
    )
    ranks = set(zip(result.scores, result.places, strict=True))
    tie = (say("result.tie"),) if len(ranks) > len(set(result.scores)) else ()
    return [head, *rows, *tie]


def _common_result(result: Result, viewer: Viewer) -> str:
    """Return the sentence that tells a result that all seats have in common."""
    points = points_words(result.scores[0])
    if len(result.scores) == 1:
        return say("result.alone", viewer, seat=0, points=points)
    return say("result.common", points=points)


def _team_lines(teams: Sequence[Team], result: Result, viewer: Viewer) -> list[str]:
    """Return the lines that tell the result of a match of teams, the first team first."""
    order = sorted(teams, key=lambda team: result.places[team.seats[0]])
    firsts = [team.name for team in order if result.places[team.seats[0]] == 1]
    code = "result.teams" if len(firsts) > 1 else "result.team"
    head = say(code, teams=listed(firsts))
    rows = []
    for team in order:
        seat = team.seats[0]
        place = 1 + sum(result.places[other.seats[0]] < result.places[seat] for other in teams)
        names = viewer.listed(team.seats)
        rows.append(f"  {place}. {team.name} ({names}): {points_words(result.scores[seat])}")
    return [head, *rows]


def _named(event: Event) -> str:
    """Return an event by its own name and fields, for a game that has no words for it."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).capitalize()
    fields = msgspec.to_builtins(event)
    values = ", ".join(f"{name} {value}" for name, value in fields.items() if name != "type")
    return f"{words}: {values}" if values else words


def score_lines(
    sheet: Sequence[ScoreLine], viewer: Viewer, *, is_over: bool = False
) -> Iterator[str]:
    """Yield a score sheet as a table in plain text, a column for each seat."""
    head = say("score.points" if is_over else "score.now")
    labels = max(len(head), *(len(line.label) for line in sheet))
    widths = [max(len(name), 4) for name in viewer.names]
    heads = "  ".join(f"{name:>{n}}" for name, n in zip(viewer.names, widths, strict=True))
    yield f"{head:{labels}}  {heads}"
    for number, line in enumerate(sheet, 1):
        each = ("?" if points is None else str(points) for points in line.points)
        cells = points_of(sheet[:number]) if line.total else each
        row = "  ".join(f"{cell:>{n}}" for cell, n in zip(cells, widths, strict=True))
        yield f"{line.label:{labels}}  {row}"
