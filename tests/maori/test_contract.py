"""The laws over whole matches of Maori, and the weights of chance."""

import pytest

from parlour.testing import check
from parlour_maori.outcomes import TileDrawn
from parlour_maori.plugin import parlour_games
from parlour_maori.tiles import NUMBER, VOLCANO
from tests.maori.positions import NOTATION, RULES, laying

(GAME,) = parlour_games()


@pytest.mark.parametrize(
    ("seats", "settings"),
    [
        pytest.param(2, 6, marks=pytest.mark.matrix),
        (3, 6),
        pytest.param(4, 6, marks=pytest.mark.matrix),
        (5, 3),
    ],
)
def test_the_laws_hold_in_every_setting(seats: int, settings: int) -> None:
    """Three variants, each with two to five seats on the front and two to four on the atoll."""
    report = check(GAME, matches=settings, seats=seats, greedy=0.34)

    assert not report.breaches, "\n".join(map(str, report.breaches))
    assert report.settings == settings
    assert report.by_greedy


def test_every_tile_left_is_as_likely_as_the_next() -> None:
    """Rule 4.5: whichever tile of the stack it is."""
    state = RULES.play(laying("water"), 0, NOTATION.read("lay a1"))

    outcomes = dict(RULES.outcomes(state))

    assert outcomes == {TileDrawn(sort): left for sort, left in enumerate(state.stack) if left}
    assert outcomes[TileDrawn(NUMBER["water"])] == 6
    assert outcomes[TileDrawn(VOLCANO)] == 2
