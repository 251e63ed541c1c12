"""What a person can type in a table, and what it leads to."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from parlour import Decision, Seat, Shortcuts
from parlour.match.record import AWAY, BACK, Forfeit, Record
from parlour.match.replay import replayed
from parlour.players import Uniform
from parlour.rules.answers import Move
from parlour.rules.words import COMMAND_WORDS
from parlour.table.acts import Reply, Show, Turn, Who
from parlour.table.reader import BY_NAME, command_of
from parlour.table.table import Table
from parlour.words.language import speaking
from parlour_giants.plugin import GAME
from parlour_samples.tic_tac_toe import Board, Place, Rules
from tests.table.seated import TWO, let_bots_play, log_of, match_of, news_of, table_of


def moves_of(table: Table) -> list[str]:
    return [line.move for line in match_of(table).lines if line.move is not None]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("sail 1 take b1 lay a1", id="spaces"),
        pytest.param("sail 1, take b1, lay a1", id="commas"),
        pytest.param("sail 1;take b1 ; lay a1;", id="semicolons"),
        pytest.param("SAIL 1 Take B1  lay a1", id="capitals"),
        pytest.param("1, take b1, lay a1", id="a number first"),
    ],
)
def test_a_turn_fits_in_one_line(tmp_path: Path, line: str) -> None:
    with table_of(tmp_path, "maori", seed="1") as table:
        table.chair(1).enter("place ship 1")

        assert table.chair(0).enter(line) == Reply(moved=True)
        assert moves_of(table)[1:] == ["sail 1", "take b1", "lay a1"]
        assert table.turn().seat == 1


WRONG_LINES = [
    pytest.param("maori", "", "place ship 1,5", "'5'", id="a decimal comma"),
    pytest.param("maori", "", "place ship 3;4", "'4'", id="a semicolon between digits"),
    pytest.param("maori", "place ship 1", "1,5", "'5'", id="a number of no menu"),
    pytest.param("maori", "place ship 1", "1,,2", "empty", id="an empty part"),
    pytest.param("maori", "place ship 1", "sail 1, foo", "'foo'", id="a word of no move"),
    pytest.param("maori", "place ship 1", "sail 1, rest, foo", "", id="a word after others"),
    pytest.param("maori", "place ship 1", "sail 1 rest lay a1", "lay a1", id="a later turn"),
    pytest.param("maori", "place ship 1", "sail 1, take d9", "d9", id="a place of no tile"),
    pytest.param(
        "maori", "place ship 1", "sail 1, take b1, lay a1, foo", "'foo'", id="a word after a tile"
    ),
    pytest.param("rapa_nui", "", "lay mulberry, potato", "", id="half a move"),
    pytest.param("giants", "", "1,1", "'1'", id="two numbers"),
    pytest.param(
        "tic_tac_toe", "", "place a1, place b2, place c3", "place b2: ", id="another's turn"
    ),
]
"""A game, the line that comes before, the wrong line, and a text of the answer."""


@pytest.mark.parametrize(("game", "before", "line", "part"), WRONG_LINES)
def test_a_line_is_read_whole_or_nothing_of_it_is_played(
    tmp_path: Path, game: str, before: str, line: str, part: str
) -> None:
    people = ("human",) * (3 if game == "giants" else 2)
    with table_of(tmp_path, game, people) as table:
        table.chair(table.turn().seat).enter(before)
        chair = table.chair(table.turn().seat)
        played = moves_of(table)
        outcome = chair.predict(line)
        reply = chair.enter(line)

        assert moves_of(table) == played
        assert reply.refused
        assert part in reply.lines[0]
        assert outcome.is_refused
        assert outcome.plays == ()


@pytest.mark.parametrize(("line", "is_played"), [("r", False), ("res", False), ("rest", True)])
def test_less_than_a_word_plays_nothing(tmp_path: Path, line: str, is_played: bool) -> None:
    with table_of(tmp_path, "maori", asks="none") as table:
        table.chair(1).enter("place ship 1")
        table.chair(0).enter("sail 1")

        assert table.chair(0).enter(line).moved == is_played


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
    with table_of(tmp_path, "tic_tac_toe") as table:
        reply = table.chair(0).enter(line)

        assert moves_of(table) == []
        assert not reply.moved
        assert reply.lines[0].startswith(("No move reads ", "A part of the line is empty"))


STRAY = [
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
    with table_of(tmp_path, "tic_tac_toe") as table:
        reply = table.chair(0).enter(line)

        line = f"Type '{word}' alone, without '{rest}'."
        assert reply == Reply((line,), refused=True)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hilfe lege b2", "Tippe 'Hilfe' allein, ohne 'lege b2'."),
        ("seat 2: tipp", "Nur Spieler 2 darf 'Tipp' tippen, und nur an diesem Platz."),
    ],
)
def test_a_refusal_shows_words_as_they_are_typed(tmp_path: Path, line: str, answer: str) -> None:
    with table_of(tmp_path, "rapa_nui") as table, speaking("de"):
        assert table.chair(0).enter(line).lines == (answer,)


def test_look_takes_a_part_of_the_table_and_nothing_else(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        assert table.chair(0).enter("look board") == Reply(show=Show.TABLE, what="board")
        assert table.chair(0).enter("look") == Reply(show=Show.TABLE)
        assert table.chair(0).enter("look b6a").lines == (
            "'look' takes a part of the table (board) or nothing.",
        )


class Log(Move, frozen=True):
    form = "log {square}"
    square: int


def test_a_word_of_the_game_comes_before_a_command(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", moves=Place | Log) as table:
        assert table.chair(0).enter("log 3").lines[0].startswith("Not possible: ")
        assert table.chair(0).enter("/log") == Reply(("Nothing has happened yet.",))


class Dear(Rules):
    """Tic-tac-toe in which nothing makes a place good again."""

    def is_final(self, state: Board, seat: Seat, move: Move) -> bool:
        return True


SURE = "Nothing makes 'place a1' good again. Do it? The same again means yes."


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
    with table_of(tmp_path, "tic_tac_toe", rules=Dear()) as table:
        asked = table.chair(0).enter("place a1")
        assert asked == Reply(question=SURE)
        assert table.chair(0).view().question == SURE

        reply = table.chair(0).enter(answer)

        assert moves_of(table) == played
        assert reply.lines == lines
        assert bool(table.chair(0).view().question) == (answer == "log")


def test_another_move_in_place_of_an_answer_is_asked_anew(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", rules=Dear()) as table:
        table.chair(0).enter("place a1")
        reply = table.chair(0).enter("place b2")

        assert reply.lines == ("Not played: place a1.",)
        assert reply.question
        table.chair(0).enter("yes")
        assert moves_of(table) == ["place b2"]


def test_a_move_that_is_not_legal_is_refused_and_not_asked(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", rules=Dear()) as table:
        assert table.chair(1).enter("place a1").question == ""


def test_a_script_may_say_yes_to_everything(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", rules=Dear(), asks="none") as table:
        assert table.chair(0).enter("place a1") == Reply(moved=True)


def first_row(_view: object, moves: Sequence[Move]) -> Move | None:
    """Play the first move while more than six are left."""
    return moves[0] if len(moves) > 6 else None


ORDERS = {"fill up": first_row}


def test_a_standing_order_moves_until_it_ends(tmp_path: Path) -> None:
    people = ("human", "uniform")
    with table_of(
        tmp_path, "tic_tac_toe", people, shortcuts=Shortcuts(standing_orders=ORDERS)
    ) as table:
        reply = table.chair(0).enter("order fill")
        assert reply.lines == ("Standing order: fill up. Any line of yours cancels it.",)
        assert table.turn().who is Who.ORDER

        let_bots_play(table)

        assert table.turn().who is Who.PERSON
        assert table.chair(0).view().notes[-1] == "Your standing order has ended: fill up."
        assert table.chair(0).view().notes[0].startswith("By your standing order: place ")
        assert len(match_of(table).moves(0)) <= 6


def test_any_line_cancels_a_standing_order(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", shortcuts=Shortcuts(standing_orders=ORDERS)) as table:
        table.chair(0).enter("order fill up")
        reply = table.chair(0).enter("log")

        assert reply.lines[0] == "The standing order is cancelled: fill up."
        assert table.turn().who is Who.PERSON


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
    with table_of(tmp_path, "tic_tac_toe", shortcuts=Shortcuts(standing_orders=ORDERS)) as table:
        assert table.chair(0).enter(line).lines == lines


def test_a_game_without_standing_orders_says_so(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        assert table.chair(0).enter("orders").lines == ("Tic-tac-toe has no standing orders.",)


def test_resigning_is_asked_and_a_stand_in_plays_on(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        assert table.chair(0).enter("resign").question.startswith("Resign?")
        assert table.turn().who is Who.PERSON
        assert table.chair(0).enter("yes").moved
        assert table.people == {1}
        let_bots_play(table)

        assert moves_of(table)[0].startswith("place ")
        assert "Player 1 resigns; a stand-in plays on." in log_of(table.chair(1).view())
        assert table.turn().seat == 1


class Falling(Uniform):
    """A bot that cannot move."""

    def choose(self, decision: Decision) -> Move:
        raise ValueError("lost my glasses")


def play_first(table: Table, seat: Seat) -> None:
    """Enter the first legal move of a seat."""
    text = next(iter(table.chair(seat).moves.every.values())).text
    assert table.chair(seat).enter(text).moved


@pytest.mark.parametrize("kind", [Uniform, Falling], ids=["plays", "fails"])
def test_a_bot_sits_in_and_the_seat_stays_that_of_its_person(
    tmp_path: Path, kind: type[Uniform]
) -> None:
    with table_of(tmp_path, "tic_tac_toe", names=("Ann", "Ben")) as table:
        table.sit_in(Forfeit(0, AWAY, "a bot"), kind(table.game, Random(1)))
        assert table.turn().who is Who.BOT
        let_bots_play(table)
        play_first(table, 1)
        assert table.turn().who is Who.BOT
        table.sit_in(Forfeit(0, BACK, "back"))
        assert table.people == {0, 1}
        assert table.turn() == Turn(Who.PERSON, 0)
        play_first(table, 0)
        log = log_of(table.chair(1).view())
        match = match_of(table)

    assert log[0] == "Ann is away; a bot plays for Ann."
    assert "Ann is back, and plays again." in log
    assert match.forfeits == {}
    assert replayed(table.game, Record(match.header, tuple(match.lines)), "it").forfeits == {}


def test_one_does_not_resign_by_no(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        table.chair(0).enter("resign")
        assert table.chair(0).enter("no") == Reply(("You play on.",))
        assert table.people == {0, 1}


@pytest.mark.parametrize(
    ("line", "grown"),
    [
        pytest.param("pl", ("place ",), id="the word of a move"),
        pytest.param("place a", ("place a1", "place a2", "place a3"), id="its part"),
        pytest.param("PLACE B", ("place b1", "place b2", "place b3"), id="capitals"),
        pytest.param("lo", ("look", "log"), id="a command"),
        pytest.param("look ", ("look board",), id="what look takes"),
        pytest.param("why place c", ("why place c1", "why place c2", "why place c3"), id="why"),
        pytest.param("rules 2", ("rules 2",), id="a rule"),
        pytest.param("xyz", (), id="nothing"),
    ],
)
def test_tab_completes_by_one_word(tmp_path: Path, line: str, grown: tuple[str, ...]) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        assert set(table.chair(0).completions(line)) == set(grown)


def test_a_thought_is_dropped_if_the_match_has_gone_on(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", ("human", "uniform")) as table:
        table.chair(0).enter("place a1")
        thought = table.ask_bot(table.turn())
        table.chair(0).enter("undo")
        assert table.apply(thought) == Reply()
        table.chair(0).enter("place a1")

        assert table.apply(thought) == Reply()
        assert moves_of(table).count("place a1") == 2
        assert table.turn().seat == 1


def test_names_of_people_stand_in_all_lines(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", TWO, names=("Anna", "Ben")) as table:
        table.chair(0).enter("place a1")

        assert news_of(table.chair(1).view()) == ("Anna: place a1",)
        assert table.chair(1).enter("seat 3: log").lines == ("No person sits at seat 3.",)


def test_nobody_resigns_once_the_match_is_over(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        for seat, square in enumerate(("a1", "b1", "a2", "b2")):
            table.chair(seat % 2).enter(f"place {square}")
        table.chair(1).enter("resign")
        table.chair(0).enter("place a3")
        lines = tuple(match_of(table).lines)

        assert table.chair(1).enter("yes").lines == ("The match is over.",)
        assert tuple(match_of(table).lines) == lines
        assert table.people == {0, 1}


# The words that the laws keep from moves are the names of the commands


def test_the_words_that_moves_must_not_begin_with_are_those_of_the_commands() -> None:
    after_the_end = {"again", "rematch"}

    assert set(BY_NAME) - after_the_end == COMMAND_WORDS


def test_a_word_of_the_game_is_a_command_once_the_match_is_over() -> None:
    """Giants has a move ``again for AHU``."""
    command = command_of(GAME, "again", is_over=True)

    assert command is not None
    assert command.names[0] == "again"
    assert command_of(GAME, "again") is None
