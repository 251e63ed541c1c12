"""The work of a click on a page in calls of functions, which do not depend on the machine."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from parlour.rules import Rules, TurnPlan
from parlour.rules.picture import Picture
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.table.acts import Surface
from parlour.table.table import Table
from parlour_web.messages import EnterRequest, encode, sent
from parlour_web.tables.answering import answer, read_line
from parlour_web.tables.send_queue import NOTHING, Digests, ViewChanges
from tests.calls import calls_of, forget_results
from tests.table.seated import GAMES, table_of

OURS = ("/parlour",)
"""Part of the paths of all packages of the framework and of the games."""
MORE, LESS = 1.05, 0.85
"""Bounds of a count as shares of what was measured: a shorter path gets a new measure, too."""


class Clicks(NamedTuple):
    """Calls of our functions for a click at a table with a page for each seat."""

    opening: int
    """Number of answers before the click."""
    plain: int
    """Without plans."""
    judged: int
    """With plans that a bot puts in order, by simulations whose number is fixed."""


MEASURED = {
    "giants": Clicks(9, 18804, 21774),
    "maori": Clicks(4, 5207, 10434),
    "rapa_nui": Clicks(4, 5200, 34679),
}
"""Calls on Python 3.11, 3.12 and 3.13."""


def planless(rules: Rules[Any, Any]) -> Rules[Any, Any]:
    """Return rules without plans."""

    class Planless(type(rules)):  # type: ignore[misc]  # any game's
        def plans(self, view: Any) -> Sequence[TurnPlan]:
            return ()

    return Planless()


def show(table: Table, known: list[Digests]) -> None:
    """Send all pages what has changed since the views that they have."""
    for seat in range(len(known)):
        view = ViewChanges(table.chair(seat).view())
        view.since(known[seat])
        known[seat] = view.digests


def click(table: Table, known: list[Digests]) -> None:
    """Play the first legal move as a page does, and send what all pages see then."""
    chair = table.chair(table.turn().seat or 0)
    asked = EnterRequest(chair.moves.kinds[0].choices[0].text, chair.position)
    reply = answer(chair, asked, read_line(chair, asked))
    sent(reply)
    show(table, known)

    assert b'"refused":false' in encode(reply)


def counted(folder: Path, name: str, rules: Rules[Any, Any]) -> tuple[int, list[Seat]]:
    """Play the opening of a match, and click; return the calls, and the seats of drawn pages."""
    game, drawn = GAMES.game(name), list[Seat]()
    known = [NOTHING] * game.seats[0]

    def draw(view: Any, viewer: Viewer) -> Picture:
        assert game.display.picture
        drawn.append(view.seat)
        return game.display.picture(view, viewer)

    counting = replace(game.display, picture=draw)
    players = ["human"] * len(known)
    forget_results()
    with table_of(
        folder, name, players, surface=Surface.PAGE, display=counting, rules=rules
    ) as table:
        show(table, known)
        for _ in range(MEASURED[name].opening):
            click(table, known)
        drawn.clear()
        return calls_of(lambda: click(table, known), OURS), drawn


@pytest.mark.parametrize("judged", [False, True], ids=["without plans", "with judged plans"])
@pytest.mark.parametrize("name", MEASURED)
def test_a_click_draws_each_page_once_in_as_many_calls_as_were_measured(
    tmp_path: Path, name: str, *, judged: bool
) -> None:
    rules = GAMES.game(name).rules
    calls, drawn = counted(tmp_path, name, rules if judged else planless(rules))
    measured = MEASURED[name].judged if judged else MEASURED[name].plain

    assert sorted(drawn) == [*range(GAMES.game(name).seats[0])]
    assert LESS * measured < calls < MORE * measured
