import pytest

from parlour.rules.events import Event
from parlour_giants.components import BOX
from parlour_giants.events import RoundBegan
from parlour_giants.options import Options
from tests.giants.positions import GAME, RULES, material, points


def test_the_box_holds_what_is_printed() -> None:
    """Rules 1.1: the counts of the rulebook."""
    census = RULES.census(RULES.start(5, Options()))

    assert {
        "moai1": 17, "moai2": 12, "moai3": 6, "headdresses": 14, "halves": 30, "logs": 27,
    }.items() <= census.items()  # fmt: skip
    kinds = ("workers", "chiefs", "sorcerers", "bases", "markers")
    for colour in ("blue", "green", "red", "yellow", "purple"):
        assert [census[f"{colour} {kind}"] for kind in kinds] == [6, 1, 1, 7, 6]


def test_three_to_five_play() -> None:
    """Rules 1.1: no fewer and no more."""
    assert range(3, 6) == GAME.seats


@pytest.mark.parametrize(
    ("fast", "workers"),
    [
        pytest.param(False, 1, id="1.2 one worker to begin with"),
        pytest.param(True, 2, id="1.2 two in a fast start"),
    ],
)
def test_what_everybody_begins_with(fast: bool, workers: int) -> None:
    state = RULES.start(4, Options(fast_start=fast))

    assert [material(state, colour) for colour in ("blue", "yellow")] == [
        (1, 1, workers, 0, 2, 0)
    ] * 2
    assert points(state) == (0, 0, 0, 0)
    assert state.clans[0].stored_workers == BOX.colour.workers - workers


@pytest.mark.parametrize(
    ("seats", "bases"),
    [
        pytest.param(3, 7, id="1.4 seven bases for three"),
        pytest.param(4, 6, id="1.4 six for four"),
        pytest.param(5, 5, id="1.4 five for five"),
    ],
)
def test_bases(seats: int, bases: int) -> None:
    state = RULES.start(seats, Options())

    assert [clan.bases for clan in state.clans] == [bases] * seats


def test_the_first_seat_starts() -> None:
    """Rules 1.6: the first round, which begins with the dice."""
    heard: list[Event] = []
    RULES.begin(3, Options(), heard.append)

    assert heard == [RoundBegan(round=1, start=0)]
