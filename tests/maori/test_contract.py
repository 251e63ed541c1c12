"""The laws over whole matches of Maori, and the weights of chance."""

import pytest

from parlour.match.record import Header
from parlour_maori.outcomes import TileDrawn
from parlour_maori.plugin import parlour_games
from parlour_maori.tiles import NUMBER, VOLCANO
from parlour_testing import check
from tests.games import golden
from tests.maori.positions import NOTATION, RULES, laying

(GAME,) = parlour_games()


@pytest.mark.parametrize(
    ("seats", "settings"),
    [
        (2, 6),
        (5, 3),
        *(pytest.param(*setting, marks=pytest.mark.matrix) for setting in ((3, 6), (4, 6))),
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


# Golden records


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("front-2", 2, {}),
        ("expert-atoll-3", 3, {"variant": "expert", "side": "atoll"}),
    ],
)
def test_a_golden_record_shows_every_seat_the_same_as_ever(
    name: str, seats: int, options: dict[str, object]
) -> None:
    header = Header(
        game=GAME.id,
        rules_version=GAME.rules_version,
        seats=seats,
        options=options,
        seed=name,
        players=("greedy",) * seats,
    )

    golden.check(GAME, name, header)
