"""People learn that a bot's budget was not spent, as the clock ended its thinking."""

from pathlib import Path

import pytest

from tests.table.seated import let_bots_play, table_of


@pytest.mark.parametrize(
    ("game", "bot", "is_cut"),
    [
        pytest.param("maori", "search:simulations=99999,seconds=0.000001", True, id="search"),
        pytest.param("maori", "ahead:rollouts=99999,seconds=0.000001", True, id="ahead"),
        pytest.param("maori", "search:simulations=3,seconds=9999", False, id="spent by search"),
        pytest.param("maori", "ahead:rollouts=16,seconds=9999", False, id="spent by ahead"),
        pytest.param("maori", "search:seconds=0.000001", False, id="the clock is the budget"),
    ],
)
def test_a_bot_without_the_time_for_its_budget_is_told_of_once(
    tmp_path: Path, game: str, bot: str, *, is_cut: bool
) -> None:
    with table_of(tmp_path, game, (bot, "human"), seed="3") as table:
        let_bots_play(table)

        assert [note[:15] for note in table.chair(1).view().notes] == ["Not enough time"] * is_cut
