"""Moves that are typed while it is the turn of others wait for the own turn."""

from pathlib import Path

import pytest

from parlour import Words
from parlour.table.acts import Face
from parlour.table.table import Table
from tests.table.seated import let_bots_play, match_of, table_of

BOT_FIRST = ("uniform", "human")


def moves_of(table: Table) -> list[str | None]:
    """Return the texts of the moves so far."""
    return [line.move for line in match_of(table).lines]


@pytest.mark.parametrize("face", [Face.TERMINAL, Face.PAGE])
def test_a_move_is_kept_and_played_at_the_turn(tmp_path: Path, face: Face) -> None:
    with table_of(tmp_path, "tic_tac_toe", BOT_FIRST, face=face) as table:
        me = table.chair(1)
        reply = me.enter("place b2")

        assert reply.lines == (
            "Kept for your turn: place b2. Another move replaces it; 'undo' drops it.",
        )
        assert me.view().ahead == "place b2"
        assert table.chair(None).view().ahead == ""
        assert moves_of(table) == []

        let_bots_play(table)

        assert moves_of(table)[1] == "place b2"
        assert me.view().ahead == ""
        assert len(me.view().news) == 2


def test_a_move_that_is_not_possible_any_more_is_told(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        table.chair(1).enter("place a1")
        table.chair(0).enter("place a1")
        let_bots_play(table)

        assert moves_of(table) == ["place a1"]
        assert table.turn().seat == 1
        assert table.chair(1).view().notes[0] == "You typed ahead: place a1."
        assert table.chair(1).view().notes[1].startswith("Not possible")


def test_another_move_replaces_it_and_undo_drops_it(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        me = table.chair(1)
        me.enter("place a1")
        me.enter("place b1")

        assert me.view().ahead == "place b1"
        assert me.enter("undo").lines == ("Not kept any more: place b1.",)
        assert me.view().ahead == ""
        assert me.enter("undo").lines == ("Cannot take that back: nothing has been played yet.",)


def test_a_number_is_not_kept(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        assert table.chair(1).enter("1").refused
        assert table.chair(1).view().ahead == ""


def test_an_assistant_waits_for_its_turn(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", face=Face.ASSISTANT) as table:
        assert table.chair(1).enter("place a1").refused
        assert table.chair(1).view().ahead == ""


def test_a_costly_move_that_was_typed_ahead_is_asked_for(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", words=asking()) as table:
        table.chair(1).enter("place b2")
        table.chair(0).enter("place a1")
        table.chair(0).enter("yes")
        let_bots_play(table)

        assert moves_of(table) == ["place a1"]
        assert table.chair(1).view().question == "Sure?"
        assert table.chair(1).enter("yes").moved
        assert moves_of(table) == ["place a1", "place b2"]


def asking() -> Words:
    """Return words of a game that asks before every move."""
    return Words(ask_before=lambda *_: "Sure?")
