"""While others think: typed moves wait, and a bot is told to move now or is cut short."""

from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour import Move, Seat
from parlour.table.acts import BotAnswer, Surface
from parlour.table.table import Table
from parlour_samples.tic_tac_toe import Board, Rules
from tests.table.seated import GAMES, let_bots_play, match_of, table_of

BOT_FIRST = ("uniform", "human")


def moves_of(table: Table) -> list[str | None]:
    """Return the texts of the moves so far."""
    return [line.move for line in match_of(table).lines]


@pytest.mark.parametrize("surface", [Surface.TERMINAL, Surface.PAGE])
def test_a_move_is_kept_and_played_at_the_turn(tmp_path: Path, surface: Surface) -> None:
    with table_of(tmp_path, "tic_tac_toe", BOT_FIRST, surface=surface) as table:
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


WORDS = st.sampled_from(["place", "pl", "place b2", "pin PATH", "quit", "q", "/look", "1"])
LINES = st.builds(
    "{}{}".format, st.sampled_from(["", "/", "//", "\u202e", "\u200b"]), WORDS | st.text(max_size=9)
)


@settings(deadline=None)
@given(st.lists(LINES, min_size=1, max_size=4))
def test_what_is_kept_is_the_last_line_that_begins_like_a_move(lines: list[str]) -> None:
    with (
        TemporaryDirectory() as folder,
        table_of(Path(folder), "tic_tac_toe", surface=Surface.PAGE) as table,
    ):
        me = table.chair(1)
        for line in lines:
            before = me.view().ahead
            reply = me.enter(line)
            kept = me.view().ahead

            assert not kept or "place".startswith(kept.split()[0].casefold())
            assert kept == before or f"Kept for your turn: {kept}." in reply.lines[0]


def test_an_assistant_waits_for_its_turn(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", surface=Surface.ASSISTANT) as table:
        assert table.chair(1).enter("place a1").refused
        assert table.chair(1).view().ahead == ""


def test_a_costly_move_that_was_typed_ahead_is_asked_for(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", rules=Dear()) as table:
        table.chair(1).enter("place b2")
        table.chair(0).enter("place a1")
        table.chair(0).enter("yes")
        let_bots_play(table)

        assert moves_of(table) == ["place a1"]
        assert (
            table.chair(1).view().question
            == "Nothing makes 'place b2' good again. Do it? The same again means yes."
        )
        assert table.chair(1).enter("yes").moved
        assert moves_of(table) == ["place a1", "place b2"]


class Dear(Rules):
    """Tic-tac-toe in which nothing makes a place good again."""

    def is_final(self, state: Board, seat: Seat, move: Move) -> bool:
        return True


# Move now: a person has a bot that thinks play the best that it has found so far


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


# People learn that a bot's budget was not spent, as the clock ended its thinking


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
