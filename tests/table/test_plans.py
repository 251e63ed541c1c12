"""Plans at the table: they are listed, explained, played by one line, and not lost unasked."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from parlour.match.decision import Decision
from parlour.players.included import compared
from parlour.rules.answers import TurnPlan
from parlour.rules.rules import OpenView
from parlour.table.table import Table
from parlour_samples.tic_tac_toe import PLACES, Board, Rules
from tests.table.seated import match_of, table_of

OPENING = ("a1", "b1", "a2", "b2")
"""After these the first seat can complete a1, a2, a3, and the second b1, b2, b3."""


class Hasty(Rules):
    """Tic-tac-toe that proposes two places in one go."""

    def plans(self, view: OpenView[Board]) -> Sequence[TurnPlan]:
        if view.state.marks != (0, 0):
            return super().plans(view)
        moves = (PLACES[0], PLACES[8])
        return [TurnPlan(moves, "both corners")]


def opened(table: Table) -> Table:
    for square in OPENING:
        match_of(table).play(f"place {square}")
    return table


@pytest.mark.parametrize("line", ["plan 1", "p1", "P1", " plan  1 "])
def test_one_line_plays_a_plan(tmp_path: Path, line: str) -> None:
    with opened(table_of(tmp_path, "tic_tac_toe")) as table:
        assert table.chair(0).enter(line).moved
        assert match_of(table).result.scores == (1, -1)


@pytest.mark.parametrize(
    "line", ["plan 2", "p2", "plan 0", "plan x", pytest.param(f"plan {'9' * 5000}", id="digits")]
)
def test_a_plan_that_is_not_there_is_refused_in_words(tmp_path: Path, line: str) -> None:
    with opened(table_of(tmp_path, "tic_tac_toe")) as table:
        reply = table.chair(0).enter(line)
        assert reply.lines[0].startswith("There is no plan ")
        assert not reply.moved


@pytest.mark.parametrize("line", ["plan 1", "p1"])
@pytest.mark.parametrize("seat", [0, 1], ids=["to move", "waiting"])
def test_where_no_plan_is_its_number_says_so_at_each_letter(
    tmp_path: Path, line: str, seat: int
) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        chair = table.chair(seat)
        assert chair.predict(line).prompt == "The game proposes no plan here."
        assert chair.enter(line).lines == ("The game proposes no plan here.",)


def test_the_view_lists_the_plans_with_their_lines_and_places(tmp_path: Path) -> None:
    with opened(table_of(tmp_path, "tic_tac_toe")) as table:
        (plan,) = table.chair(0).view().plans
        assert (plan.line, plan.text) == ("plan 1", "win by a3")
        assert plan.places == ("square=a3",)
        assert table.chair(1).view().plans == ()


def test_plans_are_the_hint_and_a_number_asks_for_one(tmp_path: Path) -> None:
    with opened(table_of(tmp_path, "tic_tac_toe")) as table:
        listed = "  1. win by a3"
        assert listed in table.chair(0).enter("hint").lines
        assert listed in table.chair(0).enter("plan").lines
        for line in ("hint 1", "plans 1"):
            assert table.chair(0).enter(line).lines[1] == "'plan 1' plays: place a3."


def test_a_plan_that_cannot_be_played_whole_is_not_played(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", rules=Hasty()) as table:
        assert table.chair(0).enter("p1").lines[-1] == "Nothing of the line is played."
        assert match_of(table).awaited.seats == (0,)


@pytest.mark.parametrize(("game", "seats"), [("maori", 2), ("rapa_nui", 2), ("giants", 3)])
def test_plans_stand_in_the_order_of_a_bot(tmp_path: Path, game: str, seats: int) -> None:
    with table_of(tmp_path, game, ("human",) * seats, seed="4") as table:
        table.chair(table.turn().seat).enter("place ship 11")
        seat = table.turn().seat
        chair = table.chair(seat)
        plans = chair.moves.plans
        match = match_of(table)
        decision = Decision(seat, match.view(seat), match.moves(seat), seats=seats)
        proposed = match.game.rules.plans(decision.view)
        worth = compared(match.game, decision, [plan.moves for plan in proposed]) or ()
        order = sorted(zip(worth, proposed, strict=True), key=lambda one: -one[0])

        assert plans == tuple(plan for _, plan in order)
        assert len(plans) > 1
        assert chair.enter("plan").lines[0].startswith("Plans, the best first;")


def test_plans_that_no_bot_has_judged_are_not_called_the_best_first(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", rules=Hasty()) as table:
        assert table.chair(0).enter("plan").lines[0].startswith("Plans; ")
