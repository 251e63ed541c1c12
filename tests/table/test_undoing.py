"""Undo among people: the record says who took back what, and nobody's move is taken unasked."""

from pathlib import Path

import pytest

from parlour.table.session import Session
from tests.table.seated import session_of


def lines_of(session: Session) -> list[object]:
    return [line.move if line.undo is None else line.undo for line in session.match.lines]


def test_one_takes_back_what_nobody_has_answered(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        session.enter(0, "place a1")
        assert session.sight(0).why_no_undo == ""
        assert session.enter(0, "why undo").lines == ("You can: type 'undo'.",)
        assert session.enter(0, "undo").moved
        assert lines_of(session) == ["place a1", 0]
        assert session.turn().seat == 0


def test_the_other_person_agrees(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        session.enter(0, "place a1")
        session.enter(1, "place b1")
        assert session.enter(0, "why undo").lines == ("You can, if Player 2 agrees: type 'undo'.",)

        reply = session.enter(0, "undo")

        assert reply.lines == ("Player 2 must agree first.",)
        assert session.turn().seat == 1
        assert session.sight(1).question == (
            "Player 1 asks to take back a move, and with it what you have done since. Agreed?"
        )
        assert session.enter(1, "yes").moved
        assert lines_of(session) == ["place a1", "place b1", 1, 0]
        assert session.turn().seat == 0
        assert session.sight(1).question == ""


def test_the_other_person_does_not_agree(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        session.enter(0, "place a1")
        session.enter(1, "place b1")
        session.enter(0, "undo")
        session.enter(1, "no")

        assert lines_of(session) == ["place a1", "place b1"]
        assert session.turn().seat == 0
        assert session.sight(0).notes == ("Player 2 did not agree to take that back.",)


def test_a_request_waits_for_yes_or_no(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        session.enter(0, "place a1")
        session.enter(1, "place b1")
        session.enter(0, "undo")
        reply = session.enter(1, "place c1")

        assert reply.lines[0].endswith("Agreed? Type yes or no.")
        assert lines_of(session) == ["place a1", "place b1"]
        assert session.enter(1, "log").lines[0] == "Player 1: place a1"
        assert session.sight(1).question


@pytest.mark.parametrize(
    ("seat", "reason"),
    [
        pytest.param(0, "nothing has been played yet", id="nothing"),
        pytest.param(1, "nothing has been played yet", id="nothing of the other's"),
    ],
)
def test_there_is_nothing_to_take_back(tmp_path: Path, seat: int, reason: str) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        assert session.sight(seat).why_no_undo == reason


def test_a_bot_is_not_asked(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe", ("human", "uniform")) as session:
        session.enter(0, "place a1")
        session.make(session.think(session.turn()))

        assert session.enter(0, "undo").lines == (
            "Cannot take that back: Uniform has moved since.",
        )


def test_chance_that_has_decided_since_is_the_reason(tmp_path: Path) -> None:
    with session_of(tmp_path, "leduc", seed="3") as session:
        session.enter(0, "call")
        session.enter(1, "call")

        assert session.enter(0, "undo").lines == (
            "Cannot take that back: chance has decided since.",
        )


def test_nobody_is_asked_about_a_move_before_chance_decided(tmp_path: Path) -> None:
    with session_of(tmp_path, "leduc", seed="3") as session:
        for _ in range(3):
            session.enter(session.turn().seat, "call")
        (line,) = session.enter(1, "undo").lines

    assert line == "Cannot take that back: chance has decided since."


def test_a_request_is_off_when_the_asker_resigns(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        session.enter(0, "place a1")
        session.enter(1, "place b1")
        session.enter(0, "undo")
        session.enter(0, "resign")
        session.enter(0, "yes")

        assert session.turn().is_automatic
        session.make(session.think(session.turn()))
        assert session.turn().seat == 1
        assert session.sight(1).question == ""
