"""A workbench keeps its match in hand when the rules change, as far as they allow."""

from collections.abc import Callable
from pathlib import Path

import pytest

import parlour
from parlour.rules.errors import IllegalMove, MatchError, PluginError, SetupError
from parlour_testing.templates import written_file
from parlour_testing.workbench.desk import Workbench

pytestmark = pytest.mark.usefixtures("paths_forgotten")

Edit = Callable[[str, str], None]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    for name, text in written_file("liars", 3, 3, secrets=True):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "liars.py"


@pytest.fixture
def edit(file: Path) -> Edit:
    def edit(old: str, new: str) -> None:
        before = file.read_text("utf-8")
        assert old in before
        file.write_text(before.replace(old, new), encoding="utf-8")

    return edit


@pytest.fixture
def desk(file: Path) -> Workbench:
    return begun(file)


def begun(file: Path) -> Workbench:
    desk = Workbench(parlour.load(file).match(seed="7"))
    desk.play("bid 3")
    desk.play("bid 8")
    return desk


def test_the_answers_are_given_again_under_the_new_rules(
    desk: Workbench, file: Path, edit: Edit
) -> None:
    cards = desk.match.state.cards
    edit("MAX_RAISE = 5", "MAX_RAISE = 6")

    assert desk.reload(parlour.load(file)) == "5 answers replayed"
    assert desk.match.state.cards == cards
    assert len(desk.match.moves()) == 7


def test_an_answer_that_is_no_longer_possible_comes_back_when_it_is(
    desk: Workbench, file: Path, edit: Edit
) -> None:
    edit("MAX_RAISE = 5", "MAX_RAISE = 4")
    said = desk.reload(parlour.load(file))
    bid = desk.match.state.bid
    edit("MAX_RAISE = 4", "MAX_RAISE = 5")

    assert said == (
        "answer 5, 'bid 8', is no longer possible: "
        "illegal move 'bid 8': bid more than 3, and at most 7"
    )
    assert bid == 3
    assert desk.reload(parlour.load(file)) == "5 answers replayed"
    assert desk.match.state.bid == 8


def test_another_move_takes_the_place_of_those_that_were_not_possible(
    desk: Workbench, file: Path, edit: Edit
) -> None:
    edit("MAX_RAISE = 5", "MAX_RAISE = 4")
    desk.reload(parlour.load(file))
    desk.play("bid 5")
    edit("MAX_RAISE = 4", "MAX_RAISE = 5")

    assert desk.reload(parlour.load(file)) == "5 answers replayed"
    assert desk.match.state.bid == 5


def test_a_position_is_set_up_and_stays_when_the_game_is_loaded_again(
    desk: Workbench, file: Path, edit: Edit
) -> None:
    line = desk.match.position()
    desk.play("bid 9")
    desk.set_up(line)
    desk.play("bid 10")
    edit("MAX_RAISE = 5", "MAX_RAISE = 6")

    assert desk.reload(parlour.load(file)) == "1 answers replayed"
    assert desk.beginning() == line
    assert desk.match.state.bid == 10
    desk.go_back()
    assert (desk.match.state.bid, desk.match.moves()) == (8, desk.match.moves(2))
    edit("    bid: int", "    bid: str")
    with pytest.raises(
        SetupError, match=r"^liars: .*: expected text, got a whole number \(at bid\)$"
    ):
        desk.reload(parlour.load(file))
    assert desk.match.state.bid == 8


def test_rules_that_raise_are_named_by_their_line(desk: Workbench, file: Path, edit: Edit) -> None:
    edit("bid=move.number)", "bid=move.numbre)")

    said = desk.reload(parlour.load(file))

    assert said.startswith("answer 4, 'bid 3', is no longer possible: AttributeError: ")
    assert "liars.py:" in said


def test_a_game_that_cannot_be_loaded_leaves_the_match(
    desk: Workbench, file: Path, edit: Edit
) -> None:
    edit("MAX_RAISE = 5", "MAX_RAISE = = 5")
    with pytest.raises(PluginError, match=r"liars\.py:\d+"):
        desk.reload(parlour.load(file))
    bid = desk.match.state.bid
    edit("MAX_RAISE = = 5", "MAX_RAISE = 5")

    assert bid == 8
    assert desk.reload(parlour.load(file)) == "5 answers replayed"


def test_back_goes_back_before_a_move_and_not_before_the_deal(desk: Workbench) -> None:
    desk.go_back()
    desk.play("bid 4")

    assert desk.moves_made() == "1: bid 3; 2: bid 4"
    desk.go_back()
    desk.go_back()
    with pytest.raises(MatchError, match="there is no move to take back"):
        desk.go_back()


def test_random_moves_are_the_same_each_time_and_end_with_the_match(
    desk: Workbench, file: Path
) -> None:
    again = begun(file)
    for bench in (desk, again):
        bench.play_random(100)

    assert desk.match.is_over
    assert desk.match.lines == again.match.lines


def test_what_has_changed_in_the_state_is_marked(desk: Workbench) -> None:
    first = list(desk.state_lines())
    desk.play("bid 9")

    assert all(line.startswith("*") for line in first)
    assert [line for line in desk.state_lines() if line.startswith("*")] == [
        "* phases 0 seat: 0",
        "* bid: 9",
    ]


def test_an_illegal_move_changes_nothing(desk: Workbench) -> None:
    with pytest.raises(IllegalMove, match="bid more than 8"):
        desk.play("bid 8")

    assert desk.moves_made() == "1: bid 3; 2: bid 8"
