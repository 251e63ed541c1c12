import tomllib
from collections import Counter
from contextlib import AbstractContextManager, nullcontext
from importlib.resources import files
from random import Random
from typing import Any

import pytest

from parlour import Chance, read_components
from parlour.rules.errors import PluginError, SetupError
from parlour_maori.components import Components, sums
from parlour_maori.options import Options
from parlour_maori.outcomes import StarterDrawn, TileDrawn
from parlour_maori.phases import State
from parlour_maori.plugin import parlour_games
from parlour_maori.tiles import NUMBER, SORTS, VOLCANO
from tests.maori.positions import RULES, play, texts

(GAME,) = parlour_games()
OTHERS = [TileDrawn(sort) for sort in range(1, len(SORTS)) if sort != VOLCANO][:16]
"""Sixteen tiles that can be laid out."""
REFUSED = pytest.raises(SetupError)
FILE = files("parlour_maori").joinpath("components.toml").read_text("utf-8")


def set_up(seats: int = 3) -> State:
    """Let chance lay out the display."""
    rng = Random(1)
    state = RULES.begin(seats, Options())
    while RULES.awaited(state) == Chance("tile"):
        state = RULES.resolve(state, RULES.draw(state, rng))
    return state


@pytest.mark.parametrize(
    ("seats", "side", "outcome"),
    [
        pytest.param(1, "front", REFUSED, id="1.1 one cannot play alone"),
        pytest.param(2, "front", nullcontext(), id="1.1 two can play"),
        pytest.param(5, "front", nullcontext(), id="1.1 five can play"),
        pytest.param(6, "front", REFUSED, id="1.1 six are too many"),
        pytest.param(4, "atoll", nullcontext(), id="9.1 four can play on the atoll"),
        pytest.param(5, "atoll", REFUSED, id="9.1 five are too many for the atoll"),
    ],
)
def test_how_many_can_play(seats: int, side: Any, outcome: AbstractContextManager[object]) -> None:
    with outcome:
        GAME.check_setup(seats, Options(side=side))


ENDS = {"left", "right", "top", "bottom"}
MIDDLES = {"horizontal", "vertical"}


@pytest.mark.parametrize(
    ("shapes", "count"),
    [
        pytest.param({"single"}, 10, id="1.2 single islands"),
        pytest.param(ENDS, 54, id="1.2 end pieces"),
        pytest.param(MIDDLES, 14, id="1.2 middle pieces"),
        pytest.param({"water"}, 17, id="1.2 water pieces"),
        pytest.param({"volcano"}, 2, id="1.2 volcanoes"),
        pytest.param({"left"}, 14, id="1.2 left ends, reconstructed"),
        pytest.param({"right"}, 14, id="1.2 right ends, reconstructed"),
        pytest.param({"top"}, 13, id="1.2 top ends, reconstructed"),
        pytest.param({"bottom"}, 13, id="1.2 bottom ends, reconstructed"),
        pytest.param({"horizontal"}, 7, id="1.2 middles across, reconstructed"),
        pytest.param({"vertical"}, 7, id="1.2 upright middles, reconstructed"),
        pytest.param({sort.shape for sort in SORTS}, 97, id="1.2 all tiles"),
    ],
)
def test_the_tiles_add_up_to_the_published_totals(shapes: set[str], count: int) -> None:
    assert sum(sort.count for sort in SORTS if sort.shape in shapes) == count


def test_the_file_calls_published_only_what_the_rulebook_lists() -> None:
    """Rule 1.2: 97 tiles; no text of the rulebook says more of them than these five numbers."""
    parts = tomllib.loads(FILE)

    assert parts["totals"] == {"tiles": 97, "shells": 30, "boards": 5}
    assert parts["start"] == {"shells": 5, "slots": 16}
    assert parts["published"] == {"single": 10, "end": 54, "middle": 14, "water": 17, "volcano": 2}
    assert set(parts) == {"totals", "start", "published", "reconstructed"}


def test_every_sort_has_a_name_of_its_own() -> None:
    assert len(NUMBER) == len(SORTS)


def test_halves_of_wreaths_can_pair_on_both_axes() -> None:
    halves = Counter(edge for sort in SORTS for edge in (1, 2, 4, 8) if sort.wreath & edge)

    assert all(halves[edge] for edge in (1, 2, 4, 8))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("tiles = 97", "tiles = 96", "expected 96 tiles, got 97"),
        ("single = 10", "single = 9", "expected 9 tiles of shape 'single', got 10"),
        ("end = 54", "end = 55", "expected 55 end pieces, got 54"),
        ("vertical = 7", "vertical = 8", "expected 14 middle pieces, got 15"),
        ("bottom = 13", "botom = 13", "shapes of tile, got"),
        ("volcano = 2", "vulcano = 2", "unknown field `vulcano`"),
        ("rows = 4", "row = 4", "unknown field `row`"),
        ("seats = 5", 'seats = "many"', "Expected `int`"),
    ],
)
def test_a_components_file_that_does_not_add_up_is_refused(old: str, new: str, reason: str) -> None:
    assert old in FILE
    with pytest.raises(PluginError, match=reason):
        read_components(FILE.replace(old, new).encode(), Components, sums)


def test_the_display_is_laid_out() -> None:
    """Rule 1.3: sixteen tiles lie open, the others are the stack."""
    state = set_up()

    assert all(state.display)
    assert sum(state.stack) == 97 - 16


@pytest.mark.parametrize("drawn", [0, 7, 15], ids="1.4 volcanoes from tile {} on".format)
@pytest.mark.parametrize("volcanoes", [1, 2])
def test_volcanoes_are_put_aside_and_shuffled_back(drawn: int, volcanoes: int) -> None:
    aside = [TileDrawn(VOLCANO)] * volcanoes
    state = RULES.begin(3, Options())
    for outcome in (*OTHERS[:drawn], *aside, *OTHERS[drawn:]):
        state = RULES.resolve(state, outcome)

    assert state.display == tuple(tile.sort for tile in OTHERS)
    assert state.stack[VOLCANO] == 2


@pytest.mark.parametrize(
    ("seats", "supply"),
    [
        pytest.param(2, 20, id="1.5 five shells each, two seats"),
        pytest.param(5, 5, id="1.5 five shells each, five seats"),
    ],
)
def test_the_shells(seats: int, supply: int) -> None:
    state = set_up(seats)

    assert [board.shells for board in state.boards] == [5] * seats
    assert state.supply == supply


@pytest.mark.parametrize(
    ("starter", "first"),
    [
        pytest.param(0, 1, id="1.6 the left neighbour of the starter begins"),
        pytest.param(2, 0, id="1.6 the left neighbour of the last seat is the first"),
    ],
)
def test_the_ship_is_launched(starter: int, first: int) -> None:
    state = RULES.resolve(set_up(), StarterDrawn(starter))

    assert texts(state, starter) == {f"place ship {berth}" for berth in range(1, 17)}
    launched = play(state, "place ship 7")
    assert launched.ship == 6
    assert RULES.awaited(launched).seats == (first,)


def test_every_seat_is_as_likely_to_start() -> None:
    assert RULES.outcomes(set_up()) == [(StarterDrawn(seat), 1) for seat in range(3)]
