"""Undo among people: the record says who took back what, and nobody's move is taken unasked."""

from pathlib import Path
from random import Random

import pytest

from parlour.match.record import AWAY, Forfeit
from parlour.players import Uniform
from parlour.table.table import Table
from tests.broken_games import which_hand
from tests.table.seated import let_bots_play, match_of, table_of


def lines_of(table: Table) -> list[object]:
    return [line.move if line.undo is None else line.undo for line in match_of(table).lines]


def ask_back(table: Table) -> None:
    """Play a move of each seat, and let the first ask for its own back."""
    table.chair(0).enter("place a1")
    table.chair(1).enter("place b1")
    table.chair(0).enter("undo")


def test_one_takes_back_what_nobody_has_answered(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        table.chair(0).enter("place a1")
        assert table.chair(0).view().why_no_undo == ""
        assert table.chair(0).enter("why undo").lines == ("You can: type 'undo'.",)
        assert table.chair(0).enter("undo").moved
        assert lines_of(table) == ["place a1", 0]
        assert table.turn().seat == 0


def test_the_other_person_agrees(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        table.chair(0).enter("place a1")
        table.chair(1).enter("place b1")
        assert table.chair(0).enter("why undo").lines == (
            "You can, if Player 2 agrees: type 'undo'.",
        )

        reply = table.chair(0).enter("undo")

        assert reply.lines == ("Player 2 must agree first.",)
        assert table.turn().seat == 1
        assert table.chair(1).view().question == (
            "Player 1 asks to take back a move, and with it what you have done since. Agreed?"
        )
        assert table.chair(1).enter("yes").moved
        assert lines_of(table) == ["place a1", "place b1", 1, 0]
        assert table.turn().seat == 0
        assert table.chair(1).view().question == ""


def test_nobody_is_asked_whose_bot_has_moved_for_them(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        ask_back(table)
        bot = Uniform(table.game, Random(1))
        table.sit_in(Forfeit(1, AWAY, "uniform"), bot)
        assert table.chair(1).view().question == ""
        assert table.chair(0).enter("undo").moved
        table.chair(0).enter("place c3")
        let_bots_play(table)
        assert table.people == {0, 1}
        assert table.chair(0).enter("undo").moved

    assert [one for one in lines_of(table) if isinstance(one, int)] == [1, 0, 1, 0]


def test_the_other_person_does_not_agree(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        ask_back(table)
        table.chair(1).enter("no")

        assert lines_of(table) == ["place a1", "place b1"]
        assert table.turn().seat == 0
        assert table.chair(0).view().notes == ("Player 2 did not agree to take that back.",)


def test_what_is_taken_back_leaves_no_question_and_no_note(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        ask_back(table)
        table.chair(1).enter("no")
        table.chair(0).enter("undo")
        table.chair(0).enter("resign")
        assert table.chair(0).view().question
        table.chair(1).enter("yes")

        seen = table.chair(0).view()
        assert (seen.question, seen.notes) == ("", ())


def test_a_request_waits_for_yes_or_no(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        ask_back(table)
        reply = table.chair(1).enter("place c1")

        assert reply.lines[0].endswith("Agreed? Type yes or no.")
        assert lines_of(table) == ["place a1", "place b1"]
        assert table.chair(1).enter("log").lines[0] == "   1  Player 1: place a1"
        assert table.chair(1).view().question


@pytest.mark.parametrize(
    ("seat", "reason"),
    [
        pytest.param(0, "nothing has been played yet", id="nothing"),
        pytest.param(1, "nothing has been played yet", id="nothing of the other's"),
    ],
)
def test_there_is_nothing_to_take_back(tmp_path: Path, seat: int, reason: str) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        assert table.chair(seat).view().why_no_undo == reason


def test_what_a_bot_answered_is_taken_back_if_nothing_is_hidden(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", ("human", "uniform")) as table:
        table.chair(0).enter("place a1")
        let_bots_play(table)
        answer = match_of(table).lines[-1].move
        table.chair(0).enter(next(iter(table.chair(0).moves.labels())))
        let_bots_play(table)

        assert table.chair(0).view().why_no_undo == ""
        assert table.chair(0).enter("undo").moved
        assert lines_of(table)[-2:] == [1, 0]
        assert table.turn().seat == 0
        assert [lines_of(table)[place] for place in (0, 1)] == ["place a1", answer]
        assert table.chair(0).enter("undo").moved
        assert lines_of(table)[-2:] == [1, 0]
        assert match_of(table).steps == []


def test_what_a_bot_answered_stays_if_something_is_hidden(tmp_path: Path) -> None:
    with table_of(tmp_path, "leduc", ("human", "uniform"), seed="1") as table:
        table.chair(0).enter("raise")
        let_bots_play(table)

        assert match_of(table).steps[-1].seat == 1
        assert table.chair(0).enter("undo").lines == (
            "Cannot take that back: Uniform has moved since.",
        )


def test_chance_that_has_decided_since_is_the_reason(tmp_path: Path) -> None:
    with table_of(tmp_path, "leduc", seed="3") as table:
        table.chair(0).enter("call")
        table.chair(1).enter("call")

        assert table.chair(0).enter("undo").lines == (
            "Cannot take that back: chance has decided since.",
        )


def test_nobody_is_asked_about_a_move_before_chance_decided(tmp_path: Path) -> None:
    with table_of(tmp_path, "leduc", seed="3") as table:
        for _ in range(3):
            table.chair(table.turn().seat).enter("call")
        (line,) = table.chair(1).enter("undo").lines

    assert line == "Cannot take that back: chance has decided since."


def test_a_request_is_off_when_the_asker_resigns(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        ask_back(table)
        table.chair(0).enter("resign")
        table.chair(0).enter("yes")

        assert table.turn().is_automatic
        table.apply(table.ask_bot(table.turn()))
        assert table.turn().seat == 1
        assert table.chair(1).view().question == ""


def test_nobody_is_asked_to_take_back_a_move_that_told_something(tmp_path: Path) -> None:
    with table_of(tmp_path, which_hand.GAME) as table:
        for seat, line in enumerate(("hide left", "hide right", "guess left")):
            table.chair(seat % 2).enter(line)
        match = match_of(table)
        state, lines = match.state, tuple(match.lines)

        (line,) = table.chair(1).enter("undo").lines
        table.chair(0).enter("yes")

        assert line == "Cannot take that back: something was learnt by that move."
        assert match.state is state
        assert tuple(match.lines) == lines


def test_nobody_takes_a_move_back_once_the_match_is_over(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        for seat, square in enumerate(("a1", "b1", "a2", "b2", "a3")):
            table.chair(seat % 2).enter(f"place {square}")

        assert [table.chair(seat).view().why_no_undo for seat in (0, 1)] == [
            "the match is over"
        ] * 2
        assert [table.chair(seat).enter("undo").lines for seat in (0, 1)] == [
            ("Cannot take that back: the match is over.",)
        ] * 2
