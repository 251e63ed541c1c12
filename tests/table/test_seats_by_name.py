"""A move that names a seat is shown by the seat's name, and read by name or by number from 1."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.table.table import Table
from parlour.words.language import speaking
from parlour_web.messages import moves_message
from tests.table.flips import GAME, Flip
from tests.table.seated import log_of, match_of, table_of

NAMES = ("Ann", "Bob", "Uniform 3")


def begun(path: Path, names: tuple[str, ...] = NAMES) -> Table:
    table = table_of(path, GAME, ("human",) * len(names), names=names)
    table.chair(0).enter("bid 3")
    return table


def labels(table: Table, seat: int = 0) -> list[str]:
    return [one.label for one in table.chair(seat).moves.every.values()]


def test_the_list_of_moves_names_seats(tmp_path: Path) -> None:
    with begun(tmp_path) as table:
        assert labels(table)[:2] == ["flip Bob", "flip Uniform 3"]
        assert labels(table)[-1] == "give Uniform 3 2 cards"


@pytest.mark.parametrize(
    ("line", "recorded"),
    [
        pytest.param("flip Bob", "flip 1", id="a name"),
        pytest.param("flip bob", "flip 1", id="small letters"),
        pytest.param("flip b", "flip 1", id="the beginning of a name"),
        pytest.param("flip 2", "flip 1", id="a number, counted from 1"),
        pytest.param("flip uniform 3", "flip 2", id="a name of two words"),
        pytest.param("flip 3", "flip 2", id="the number of the last seat"),
        pytest.param("give Uniform 3 2 cards", "give 2 2 cards", id="a name inside a move"),
        pytest.param("2", "flip 2", id="the move's number in the list"),
    ],
)
def test_a_line_names_a_seat_as_people_do(tmp_path: Path, line: str, recorded: str) -> None:
    with begun(tmp_path) as table:
        assert table.chair(0).predict(line).plays == (GAME.read_move(recorded),)
        assert table.chair(0).enter(line).moved
        assert match_of(table).lines[-1].move == recorded


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("flip 0", id="people count from 1"),
        pytest.param("flip 1", id="the own seat"),
        pytest.param("flip Ann", id="the own name"),
        pytest.param("flip Dora", id="nobody"),
        pytest.param(f"flip {'9' * 900}", id="a number beyond every table"),
    ],
)
def test_a_seat_that_cannot_be_named_plays_nothing(tmp_path: Path, line: str) -> None:
    with begun(tmp_path) as table:
        assert table.chair(0).predict(line).plays == ()
        assert not table.chair(0).enter(line).moved


def test_several_moves_in_a_line_name_seats(tmp_path: Path) -> None:
    with begun(tmp_path) as table:
        assert table.chair(0).predict("flip Bob").prompt == "= flip Bob"
        assert table.chair(0).enter("flip Bob flip 3").lines[0] == (
            "Not possible: flip Uniform 3: it is not the turn of Ann."
        )


def test_what_is_told_names_seats(tmp_path: Path) -> None:
    with begun(tmp_path) as table:
        table.chair(0).enter("flip Bob")

        assert log_of(table.chair(2).view())[-1] == "Ann: flip Bob"
        assert table.chair(1).enter("why flip Bob").lines[0].startswith("'flip Bob' is not")


def test_a_move_typed_ahead_names_seats(tmp_path: Path) -> None:
    with begun(tmp_path) as table:
        assert table.chair(1).enter("flip Ann").lines[0].startswith("Kept for your turn: flip Ann.")
        assert table.chair(1).view().ahead == "flip Ann"
        table.chair(0).enter("flip Bob")
        table.apply(table.ask_bot(table.turn()))

        assert match_of(table).lines[-1].move == "flip 0"


def test_a_half_made_move_names_seats(tmp_path: Path) -> None:
    with begun(tmp_path) as table:
        chair = table.chair(0)

        assert chair.prompt([["target=1"], ["form=give TARGET[ CARDS cards]"]]) == (
            "Give Bob: choose the cards."
        )


@pytest.mark.parametrize(
    ("language", "label", "alone"),
    [
        pytest.param("en", "flip Bob", "flip you", id="English"),
        pytest.param("de", "flip Bob", "flip du", id="German"),
        pytest.param("it", "flip Bob", "flip tu", id="Italian"),
    ],
)
def test_the_reader_is_called_as_the_language_does(
    tmp_path: Path, language: str, label: str, alone: str
) -> None:
    with (
        speaking(language),
        table_of(tmp_path, GAME, ("human", "uniform"), names=("", "Bob")) as table,
    ):
        table.chair(0).enter("bid 3")

        assert labels(table)[0] == label
        match_of(table).play(Flip(1), 0)
        assert GAME.in_own_words(Flip(0), table.chair(0).viewer) == alone


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        pytest.param(("Ann", "3", "Cy"), ["flip 2", "flip Cy"], id="a name that is a number"),
        pytest.param(("Ann", "cy", "Cy"), ["flip 2", "flip 3"], id="two of one name"),
        pytest.param(("Ann", "Flip", "Cy"), ["flip Flip", "flip Cy"], id="a name that is a verb"),
    ],
)
def test_a_name_that_is_not_clear_stands_as_a_number(
    tmp_path: Path, names: tuple[str, ...], shown: list[str]
) -> None:
    with begun(tmp_path, names) as table:
        assert labels(table)[:2] == shown
        for line, recorded in zip(shown, ("flip 1", "flip 2"), strict=True):
            assert table.chair(0).predict(line).plays == (GAME.read_move(recorded),)


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        pytest.param("en", "flip 1", "Not possible: Ann cannot be chosen here."),
        pytest.param("de", "flip 1", "Nicht möglich: Ann ist hier nicht wählbar."),
        pytest.param("it", "flip 1", "Non è possibile: Ann qui non si può scegliere."),
        pytest.param("en", "bid 2", "You cannot bid now: first the flipping."),
        pytest.param("de", "bid 2", "„bid“ geht jetzt nicht: zuerst flipping."),
        pytest.param("it", "bid 2", "«bid» adesso non si può: prima flipping."),
    ],
)
def test_a_refusal_that_the_game_does_not_explain_names_seats_and_phases(
    tmp_path: Path, language: str, line: str, said: str
) -> None:
    with begun(tmp_path) as table, speaking(language):
        assert table.chair(0).predict(line).prompt == said
        assert table.chair(0).enter(line).lines == (said,)


def test_a_phase_has_a_title_for_people(tmp_path: Path) -> None:
    with table_of(tmp_path, GAME) as table:
        assert table.chair(0).enter("flip 2").lines == (
            "You cannot flip now: first the opening bids.",
        )


def test_a_page_gets_the_names_in_moves_and_the_fields_that_are_seats(tmp_path: Path) -> None:
    with table_of(tmp_path, GAME, names=("Ann", "Bob")) as table:
        bids = moves_message(table.chair(0).moves)
    with begun(tmp_path) as table:
        message = moves_message(table.chair(0).moves)

    assert [(move.text, move.label) for move in message.moves[:2]] == [
        ("flip 2", "flip Bob"),
        ("flip 3", "flip Uniform 3"),
    ]
    assert "target=1" in message.moves[0].at
    assert message.seats == ("target",)
    assert {move.label for move in bids.moves} == {""}


def test_a_name_that_is_a_word_of_the_language_stays_a_name(tmp_path: Path) -> None:
    with begun(tmp_path, ("Regeln", "Bob", "Cy")) as table, speaking("de"):
        assert table.chair(0).enter("why flip regeln").lines == (
            "'flip Regeln' ist nicht möglich: Regeln ist hier nicht wählbar.",
        )
    with begun(tmp_path, ("Ann", "Rules", "Cy")) as table, speaking("de"):
        assert table.chair(0).moves.shown("flip rules") == "flip rules"


NAME = st.text("abBé2 ,;", min_size=1, max_size=6).map(str.strip).filter(bool)


@given(st.lists(NAME, min_size=2, max_size=4), st.sampled_from(["en", "de", "it"]))
@settings(max_examples=60, deadline=None)
def test_each_move_is_read_as_it_is_shown_for_any_names(names: list[str], language: str) -> None:
    with (
        TemporaryDirectory() as folder,
        speaking(language),
        begun(Path(folder), tuple(names)) as table,
    ):
        chair = table.chair(0)
        for one in chair.moves.every.values():
            assert chair.predict(one.label).plays == (one.move,)
            assert chair.predict(one.text).plays == (one.move,)
