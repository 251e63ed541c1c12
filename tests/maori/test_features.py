"""Features of a learned evaluation, worked out by hand as leads over an empty board."""

import pytest

from parlour.match.dealer import generator
from parlour.players.included import make_bot
from parlour.players.values import value_of
from parlour_maori.features import NAMES, figures, share_played
from parlour_maori.state import Board
from tests.maori.positions import GAME, board, position


@pytest.mark.parametrize(
    ("mine", "lead"),
    [
        pytest.param(board(), {}, id="two empty boards"),
        pytest.param(
            board("b1 left-p1, c1 right-p1"),
            {"palm points": 2, "covered cells": 2},
            id="7.2 a finished island",
        ),
        pytest.param(
            board("b1 left-p1-wreath, c1 right-p1-wreath"),
            {"palm points": 2, "wreaths": 1, "covered cells": 2},
            id="7.4 a whole wreath",
        ),
        pytest.param(
            board("b1 left-p2-wreath"),
            {"covered cells": 1, "open palms": 2, "open wreaths": 1, "open tiles": 1},
            id="7.4 half a wreath",
        ),
        pytest.param(
            board("b1 left-p1-hut"),
            {"covered cells": 1, "open palms": 2, "open huts": 1, "open tiles": 1},
            id="7.3 a hut doubles its palm",
        ),
        pytest.param(
            board("b1 left-p1, c1 horizontal-p1"),
            {"covered cells": 2, "open palms": 2, "open tiles": 2, "joined edges": 2},
            id="7.1 two tiles of an island to be finished",
        ),
        pytest.param(
            board("b1 left-p3, c1 water"),
            {"covered cells": 2, "blocked tiles": 1},
            id="7.1 an island that cannot be finished",
        ),
        pytest.param(
            board("b1 water-boat"),
            {"boats": 1, "most boats": 3, "covered cells": 1},
            id="7.5 the most boats, two of them printed",
        ),
        pytest.param(board(shells=6), {"shells": 1, "most shells": 6}, id="7.6 the most shells"),
        pytest.param(board(storage="single-p1"), {"stored tile": 1}, id="4.6 a stored tile"),
    ],
)
def test_a_feature_is_the_lead_over_the_mean_of_the_others(
    mine: Board, lead: dict[str, float]
) -> None:
    expected = [lead.get(name, 0) for name in NAMES]
    three = position(mine, board(), board())

    assert list(figures(position(mine, board()), 0)) == expected
    assert list(figures(position(mine, board()), 1)) == [-value for value in expected]
    assert list(figures(three, 0)) == expected


def test_the_stage_is_the_share_of_the_fullest_board() -> None:
    """The front has 16 cells."""
    assert share_played(position(board("b1 water, b2 water"), board("a1 water"))) == 2 / 16


def test_the_weights_that_are_shipped_fit_the_game() -> None:
    value = value_of(GAME, "learned")
    bot = make_bot("greedy:values=learned", GAME, generator("weights", "bot"))

    assert bot.name == "greedy"
    assert value(position(board("b1 left-p1, c1 right-p1")), 0) > value(position(), 0)
