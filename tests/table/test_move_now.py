"""Move now: a person has a bot that thinks play the best that it has found so far."""

from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from pathlib import Path

import pytest

from parlour.table.acts import BotAnswer
from parlour.table.table import Table
from tests.table.seated import GAMES, match_of, table_of

PATIENCE = 15_000
"""Number of times that a person says it: a bot that starts to think afterwards has not heard it."""


def hurried(table: Table, thinking: Future[BotAnswer]) -> BotAnswer | None:
    """Say ``now`` until the bot has answered, or for five minutes."""
    for _ in range(PATIENCE):
        table.chair(min(table.people)).enter("now")
        with suppress(NotYet):
            return thinking.result(0.02)
    return None


@pytest.mark.parametrize(
    ("bot", "is_isolated"),
    [("search:seconds=3000", False), ("ahead:seconds=3000", False), ("ahead:seconds=3000", True)],
)
def test_a_bot_that_is_told_so_answers_long_before_its_time(
    tmp_path: Path, bot: str, is_isolated: bool
) -> None:
    sources = GAMES.sources if is_isolated else None
    table = table_of(tmp_path, "maori", ("human", bot), isolate=sources)
    with table, ThreadPoolExecutor(1) as threads:
        answer = hurried(table, threads.submit(table.ask_bot, table.turn()))

        assert answer is not None
        assert table.apply(answer).moved
        assert not match_of(table).forfeits


def test_where_no_bot_thinks_nothing_happens(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        assert table.chair(0).enter("now").lines == ("No bot is thinking.",)
        assert not match_of(table).lines
