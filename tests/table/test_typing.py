"""What a person can type in a session, and what it leads to."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from parlour_sample.tic_tac_toe import Place

from parlour import Shortcuts, Words
from parlour.rules.answers import Move
from parlour.rules.words import Viewer
from parlour.table.reply import Reply, Show, Who
from parlour.table.session import Session
from tests.table.seated import TWO, let_bots_play, session_of


def moves_of(session: Session) -> list[str]:
    return [line.move for line in session.match.lines if line.move is not None]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("sail 1 take b1 lay a1", id="spaces"),
        pytest.param("sail 1, take b1, lay a1", id="commas"),
        pytest.param("sail 1;take b1 ; lay a1;", id="semicolons"),
        pytest.param("SAIL 1 Take B1  lay a1", id="capitals"),
        pytest.param("1, 1, lay a1", id="numbers"),
    ],
)
def test_a_turn_fits_in_one_line(tmp_path: Path, line: str) -> None:
    with session_of(tmp_path, "maori", seed="1") as session:
        session.enter(1, "place ship 1")

        assert session.enter(0, line) == Reply(moved=True)
        assert moves_of(session)[1:] == ["sail 1", "take b1", "lay a1"]
        assert session.turn().seat == 1


def test_a_line_stops_at_the_first_move_that_cannot_be_played(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        reply = session.enter(0, "place a1, place b2, place c3")

        assert moves_of(session) == ["place a1"]
        assert reply.moved
        assert reply.lines == (
            "Played: place a1.",
            "Not possible: it is not the turn of Player 1.",
            "Not played: place b2, place c3.",
        )


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("place a1 place zz", id="the second is no move"),
        pytest.param("place a1 plase b2", id="a slip of the pen"),
        pytest.param("place zz, place a1", id="the first is no move"),
        pytest.param(" , ;", id="marks alone"),
    ],
)
def test_a_slip_plays_nothing_of_a_line(tmp_path: Path, line: str) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        reply = session.enter(0, line)

        assert moves_of(session) == []
        assert not reply.moved
        assert reply.lines[0].startswith("No move reads ")


STRAY = [
    "hint 1 place a1",
    "log all",
    "undo place a1",
    "quit now",
    "score 1",
    "resign please",
    "help me",
    "pin 1234",
    "again 2",
]


@pytest.mark.parametrize("line", STRAY)
def test_a_command_takes_no_stray_words(tmp_path: Path, line: str) -> None:
    word, _, rest = line.partition(" ")
    with session_of(tmp_path, "tic_tac_toe") as session:
        reply = session.enter(0, line)

        assert reply == Reply((f"'{word}' stands alone: nothing was done about '{rest}'.",))


def test_look_takes_a_part_of_the_table_and_nothing_else(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        assert session.enter(0, "look table") == Reply(show=Show.TABLE, what="table")
        assert session.enter(0, "look full") == Reply(show=Show.TABLE, what="full")
        assert session.enter(0, "look") == Reply(show=Show.TABLE)
        assert session.enter(0, "look b6a").lines == (
            "'look' takes a part of the table (table), 'full' or nothing.",
        )


class Log(Move, frozen=True):
    form = "log {square}"
    square: int


def test_a_word_of_the_game_comes_before_a_command(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe", moves=Place | Log) as session:
        assert session.enter(0, "log 3").lines[0].startswith("Not possible: ")
        assert session.enter(0, "/log") == Reply(("Nothing has happened yet.",))


def asking(_view: object, _move: Move, viewer: Viewer) -> str:
    return f"{viewer.names[0]}, are you sure?"


ANSWERS = [
    pytest.param("yes", ["place a1"], (), id="yes"),
    pytest.param("Y", ["place a1"], (), id="y"),
    pytest.param("no", [], ("Not played: place a1.",), id="no"),
    pytest.param("log", [], ("Nothing has happened yet.",), id="a command keeps the question"),
]


@pytest.mark.parametrize(("answer", "played", "lines"), ANSWERS)
def test_a_dear_move_is_asked_once(
    tmp_path: Path, answer: str, played: list[str], lines: tuple[str, ...]
) -> None:
    with session_of(tmp_path, "tic_tac_toe", words=Words(ask_before=asking)) as session:
        asked = session.enter(0, "place a1")
        assert asked == Reply(question="Player 1, are you sure?")
        assert session.sight(0).question == "Player 1, are you sure?"

        reply = session.enter(0, answer)

        assert moves_of(session) == played
        assert reply.lines == lines
        assert bool(session.sight(0).question) == (answer == "log")


def test_another_move_in_place_of_an_answer_is_asked_anew(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe", words=Words(ask_before=asking)) as session:
        session.enter(0, "place a1")
        reply = session.enter(0, "place b2")

        assert reply.lines == ("Not played: place a1.",)
        assert reply.question
        session.enter(0, "yes")
        assert moves_of(session) == ["place b2"]


def test_a_move_that_is_not_legal_is_refused_and_not_asked(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe", words=Words(ask_before=asking)) as session:
        assert session.enter(1, "place a1").question == ""


def test_a_script_may_say_yes_to_everything(tmp_path: Path) -> None:
    with session_of(
        tmp_path, "tic_tac_toe", words=Words(ask_before=asking), says_yes=True
    ) as session:
        assert session.enter(0, "place a1") == Reply(moved=True)


def test_a_line_goes_on_after_the_question_is_answered(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe", words=Words(ask_before=asking)) as session:
        session.enter(0, "place a1, place b2")
        reply = session.enter(0, "yes")

        assert moves_of(session) == ["place a1"]
        assert reply.lines[-1] == "Not played: place b2."


def test_each_dear_move_of_a_line_is_asked(tmp_path: Path) -> None:
    with session_of(tmp_path, "maori", seed="1", words=Words(ask_before=asking)) as session:
        session.enter(1, "place ship 1")
        session.enter(1, "yes")
        session.enter(0, "sail 1 take b1")
        reply = session.enter(0, "yes")

        assert moves_of(session) == ["place ship 1", "sail 1"]
        assert reply == Reply(moved=True, question="Player 1, are you sure?")


def first_row(_view: object, moves: Sequence[Move]) -> Move | None:
    """Play the first move while more than six are left."""
    return moves[0] if len(moves) > 6 else None


ORDERS = {"fill up": first_row}


def test_a_standing_order_moves_until_it_ends(tmp_path: Path) -> None:
    people = ("human", "uniform")
    with session_of(
        tmp_path, "tic_tac_toe", people, shortcuts=Shortcuts(standing_orders=ORDERS)
    ) as session:
        reply = session.enter(0, "order fill")
        assert reply.lines == ("Standing order: fill up. Any line of yours cancels it.",)
        assert session.turn().who is Who.ORDER

        let_bots_play(session)

        assert session.turn().who is Who.PERSON
        assert session.sight(0).notes[-1] == "Your standing order has ended: fill up."
        assert session.sight(0).notes[0].startswith("By your standing order: place ")
        assert len(session.match.moves(0)) <= 6


def test_any_line_cancels_a_standing_order(tmp_path: Path) -> None:
    with session_of(
        tmp_path, "tic_tac_toe", shortcuts=Shortcuts(standing_orders=ORDERS)
    ) as session:
        session.enter(0, "order fill up")
        reply = session.enter(0, "log")

        assert reply.lines[0] == "The standing order is cancelled: fill up."
        assert session.turn().who is Who.PERSON


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        pytest.param(
            "orders", ("Standing orders, which move for you until they end:", "  order fill up"),
            id="list",
        ),
        pytest.param("order nothing", ("expected one of: fill up; got 'nothing'.",), id="unknown"),
    ],
)  # fmt: skip
def test_standing_orders_are_listed(tmp_path: Path, line: str, lines: tuple[str, ...]) -> None:
    with session_of(
        tmp_path, "tic_tac_toe", shortcuts=Shortcuts(standing_orders=ORDERS)
    ) as session:
        assert session.enter(0, line).lines == lines


def test_a_game_without_standing_orders_says_so(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        assert session.enter(0, "orders").lines == ("Tic-tac-toe has no standing orders.",)


def test_resigning_is_asked_and_a_stand_in_plays_on(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        assert session.enter(0, "resign").question.startswith("Resign?")
        assert session.turn().who is Who.PERSON
        assert session.enter(0, "yes").moved
        assert session.people == {1}
        let_bots_play(session)

        assert moves_of(session)[0].startswith("place ")
        assert "Player 1 resigns; a stand-in plays on." in session.sight(1).telling.log
        assert session.turn().seat == 1


def test_one_does_not_resign_by_no(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        session.enter(0, "resign")
        assert session.enter(0, "no") == Reply(("You play on.",))
        assert session.people == {0, 1}


@pytest.mark.parametrize(
    ("line", "grown"),
    [
        pytest.param("pl", ("place ",), id="the word of a move"),
        pytest.param("place a", ("place a1", "place a2", "place a3"), id="its part"),
        pytest.param("PLACE B", ("place b1", "place b2", "place b3"), id="capitals"),
        pytest.param("lo", ("look", "log"), id="a command"),
        pytest.param("look ", ("look table", "look full"), id="what look takes"),
        pytest.param("why place c", ("why place c1", "why place c2", "why place c3"), id="why"),
        pytest.param("rules 2", ("rules 2",), id="a rule"),
        pytest.param("xyz", (), id="nothing"),
    ],
)
def test_tab_completes_by_one_word(tmp_path: Path, line: str, grown: tuple[str, ...]) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        assert set(session.completions(0, line)) == set(grown)


def test_a_thought_is_dropped_if_the_match_has_gone_on(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe", ("human", "uniform")) as session:
        session.enter(0, "place a1")
        thought = session.think(session.turn())
        session.enter(0, "undo")
        assert session.make(thought) == Reply()
        session.enter(0, "place a1")

        assert session.make(thought) == Reply()
        assert moves_of(session).count("place a1") == 2
        assert session.turn().seat == 1


def test_names_of_people_stand_in_all_lines(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe", TWO, names=("Anna", "Ben")) as session:
        session.enter(0, "place a1")

        assert session.sight(1).telling.news == (("Anna: place a1",),)
        assert session.enter(1, "seat 3: log").lines == ("No person sits at seat 3.",)
