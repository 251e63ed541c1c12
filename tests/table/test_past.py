"""The past from a chair: one sees what one's own seat saw, and no more is told of it."""

from pathlib import Path

import pytest

from parlour.rules.errors import MisuseError
from parlour.table.acts import Fork, Show
from tests.broken_games import which_hand
from tests.table.seated import table_of


def test_before_the_end_one_looks_back_as_ones_own_seat(tmp_path: Path) -> None:
    with table_of(tmp_path, which_hand.GAME) as table:
        table.chair(0).enter("hide left")
        reply = table.chair(1).enter("look back")
        seen = table.chair(1).after(int(reply.what))

        assert reply.show is Show.PAST
        assert seen.seat == 1
        with pytest.raises(MisuseError, match="your own seat"):
            table.chair(1).after(1, 0)
        with pytest.raises(MisuseError, match="would show secrets"):
            table.chair(1).fork(Fork(0))


@pytest.mark.parametrize("hand", ["left", "right"])
def test_a_hidden_move_of_another_is_neither_told_nor_analysed(tmp_path: Path, hand: str) -> None:
    with table_of(tmp_path, which_hand.GAME) as table:
        table.chair(0).enter(f"hide {hand}")
        chair = table.chair(1)
        number = len(chair.movers)
        told = (chair.enter(f"analyse {number}").lines, chair.enter("log").lines[-1])

        assert told == (
            ("Not possible: you see only your own seat now, and others once the match is over.",),
            f"{number:>4}  Player 1: hide",
        )


def test_ones_own_move_is_analysed_by_what_one_knew(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        for seat, move in enumerate(("place b2", "place b1", "place a1")):
            table.chair(seat % 2).enter(move)
        lines = table.chair(1).enter("analyse").lines

        assert lines[0].startswith("Player 2 played 'place b1': chance of winning ")
        assert table.chair(1).enter("analyse 9").lines == (
            "Nobody chose answer 9. Type 'analyse' and the number of a move, as 'log' shows it.",
        )
