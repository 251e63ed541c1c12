"""The work of a click on a page in calls of functions, which do not depend on the machine."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parlour.rules import OpenView, TurnPlan
from parlour.rules.picture import Picture
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.table.acts import Surface
from parlour.table.table import Table
from parlour_maori.phases import State
from parlour_maori.rules import Rules
from parlour_web.messages import EnterRequest, encode, sent
from parlour_web.tables.answering import answer, read_line
from parlour_web.tables.send_queue import NOTHING, Digests, ViewChanges
from tests.calls import calls_of
from tests.table.seated import GAMES, table_of

MAX_CALLS = 6_000
"""Maximum number of calls of a click at a table with two pages."""
MAX_CALLS_WITH_PLANS = 18_500
"""The same if a bot puts the plans in order, by simulations whose number is fixed."""
OPENING = ((1, "place ship 1"), (0, "sail 1 take b1 lay a1"), (1, "sail 1"))
"""Moves before the click, each with its seat."""


class Planless(Rules):
    """Maori without plans, which a bot judges."""

    def plans(self, view: OpenView[State]) -> Sequence[TurnPlan]:
        return ()


def show(table: Table, known: list[Digests]) -> None:
    """Send both pages what has changed since the views that they have."""
    for seat in (0, 1):
        view = ViewChanges(table.chair(seat).view())
        view.since(known[seat])
        known[seat] = view.digests


def click(table: Table, known: list[Digests]) -> None:
    """Play the first legal move as a page does, and send what both pages see then."""
    chair = table.chair(1)
    asked = EnterRequest(chair.moves.kinds[0].choices[0].text, chair.position)
    reply = answer(chair, asked, read_line(chair, asked))
    sent(reply)
    show(table, known)

    assert b'"refused":false' in encode(reply)


@pytest.mark.parametrize(
    ("rules", "most"),
    [
        pytest.param(Planless(), MAX_CALLS, id="without plans"),
        pytest.param(Rules(), MAX_CALLS_WITH_PLANS, id="with plans that a bot judges"),
    ],
)
def test_a_click_draws_each_page_once_in_a_bounded_number_of_calls(
    tmp_path: Path, rules: Rules, most: int
) -> None:
    display, drawn = GAMES.game("maori").display, list[Seat]()
    known = [NOTHING, NOTHING]

    def draw(view: Any, viewer: Viewer) -> Picture:
        assert display.picture
        drawn.append(view.seat)
        return display.picture(view, viewer)

    counting = replace(display, picture=draw)
    with table_of(tmp_path, "maori", surface=Surface.PAGE, display=counting, rules=rules) as table:
        for seat, line in OPENING:
            assert not table.chair(seat).enter(line).refused
            show(table, known)
        drawn.clear()
        calls = calls_of(lambda: click(table, known))

    assert sorted(drawn) == [0, 1]
    assert 3_000 < calls < most
