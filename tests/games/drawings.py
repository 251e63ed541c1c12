"""Drawings of a game, read for tests: the lines of panels, their spots, and what is marked."""

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len
from rich.style import Style

from parlour import ChanceResolved, Event, Game, Happening, Panel, Played, Space, Viewer
from parlour.match.match import Match
from parlour.match.record import parse
from parlour.match.replay import open_replay, replay_steps
from parlour.rules.panels import SPOTS

FRAME = 2
"""Columns that a frame adds to a panel."""


def lines(panel: Panel) -> list[str]:
    """Return the lines of a panel without colours."""
    return panel.body.plain.split("\n")


def too_wide(game: Game, view: Any, viewer: Viewer, space: Space[Any]) -> list[str]:
    """Return the lines of a drawing that are wider than its space."""
    assert game.display.panels is not None
    return [
        f"{panel.name}: {line}"
        for panel in game.display.panels(view, viewer, space)
        for line in lines(panel)
        if cell_len(line) > space.width
    ]


def rows_needed(panels: list[Panel], width: int) -> int:
    """Return the rows that the needed panels take, with their titles, set side by side."""
    rows, tallest, used = 0, 0, 0
    for panel in panels:
        if panel.needed:
            if used and used + panel.width + FRAME > width:
                rows, tallest, used = rows + tallest, 0, 0
            used += panel.width + FRAME
            tallest = max(tallest, panel.height + 1)
    return rows + tallest


def spots(panel: Panel) -> dict[str, set[str]]:
    """Return the addresses of a panel, each with the texts that it lies on."""
    found: dict[str, set[str]] = {}
    for start, end, style in panel.body.spans:
        if isinstance(style, Style):
            for address in style.meta.get(SPOTS, ()):
                found.setdefault(address, set()).add(panel.body.plain[start:end].strip())
    return found


def styled(panel: Panel, wanted: str) -> list[str]:
    """Return the texts of a panel that have a style, without spaces at their ends."""
    texts = (
        panel.body.plain[start:end].strip()
        for start, end, style in panel.body.spans
        if wanted in str(style).split()
    )
    return [text for text in texts if text]


def those_who_look(match: Match) -> Sequence[int]:
    """Return the seat that is asked, or all of them at the end."""
    return match.awaited.seats[:1] or range(match.seats)


def happenings(match: Match, seat: int) -> list[Happening]:
    """Return every answer of a match as a seat was told it."""
    record = parse(match.record(), "match")
    again = open_replay(match.game, record, "match")
    before, heard, told = again.view(seat), len(again.events(seat)), []
    for _ in replay_steps(again, record, "match"):
        events, after = again.events(seat, heard), again.view(seat)
        told.append(Happening(before, events, after))
        before, heard = after, heard + len(events)
    return told


def told(game: Game, state: Any, *answers: str, seat: int = 0) -> list[Happening]:
    """Play answers of the awaited seats and of chance, and return them as ``seat`` is told them."""
    rules, happenings = game.rules, []
    for text in answers:
        before, events = rules.view(state, seat), list[Event]()
        if seats := rules.awaited(state).seats:
            move = game.read_move(text)
            assert move in rules.moves(state, seats[0])
            events.append(Played(seats[0], game.write_move(move)))
            state = rules.play(state, seats[0], move, events.append)
        else:
            events.append(ChanceResolved(text))
            state = rules.resolve(state, game.outcome_notation.read(text), events.append)
        seen = tuple(filter(None, (event.seen_by(seat) for event in events)))
        happenings.append(Happening(before, seen, rules.view(state, seat)))
    return happenings
