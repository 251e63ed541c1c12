import pytest

from parlour.match.record import Header
from parlour_maori.plugin import parlour_games
from tests.games import golden

(GAME,) = parlour_games()


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
