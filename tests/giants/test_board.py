from pathlib import Path
from typing import Any

import pytest

from parlour.rules.errors import SetupError
from parlour_giants.board import board
from parlour_giants.options import Options
from tests.giants.positions import GAME, RULES, play, position, texts, transporting

BUNDLED = Path(__file__).parents[2] / "plugins/giants/parlour_giants/boards/island.toml"
ISLAND = board("island31")
BOARDS = pytest.mark.parametrize(
    ("name", "ahus"),
    [
        pytest.param("island31", 31, id="1.3 the default"),
        pytest.param("island", 38, id="1.3 the one of before"),
    ],
)
TEXT = BUNDLED.read_text("utf-8")


@BOARDS
def test_a_bundled_island(name: str, ahus: int) -> None:
    """Rules 1.3: what is known of the printed one is honoured."""
    on = board(name)
    pairs = {(ahu.value, ahu.crown) for ahu in on.ahus}

    assert 40 <= len(on.hexes) <= 60
    assert len(on.ahus) == ahus
    assert sum(on.forests.values()) == 27
    assert len(on.forests) == 7
    assert 4 in on.forests.values()
    assert {(8, 6), (5, 6), (3, 8)} <= pairs
    assert {value for value, _ in pairs} == set(range(2, 10))
    assert [value for value, _ in pairs].count(8) > 1


def test_the_default_lacks_seven_ahus_near_the_moai_quarry() -> None:
    """Rules 1.3: all else is as on the board of before."""
    before = board("island")
    kept = [(ahu.hex, ahu.value, ahu.crown) for ahu in ISLAND.ahus]
    lacking = [ahu for ahu in before.ahus if (ahu.hex, ahu.value, ahu.crown) not in kept]

    assert Options().board == "island31"
    assert [ahu.name for ahu in lacking] == ["c8a", "d10a", "d10b", "d10c", "e10a", "e10b", "f8b"]
    assert (ISLAND.grid, ISLAND.forests) == (before.grid, before.forests)
    assert ISLAND.village == before.village


@BOARDS
def test_the_quarries_lie_far_apart(name: str, ahus: int) -> None:  # noqa: ARG001  one table
    """Rules 1.3: so an ahu that is good for moais is poor for headdresses."""
    on = board(name)
    steps = on.grid.distances(on.moai_quarry)
    back = on.grid.distances(on.headdress_quarry)
    near = [ahu for ahu in on.ahus if steps[ahu.hex] <= 3]
    far = [ahu for ahu in on.ahus if steps[ahu.hex] >= 8]

    assert steps[on.headdress_quarry] >= 7
    assert max(ahu.value for ahu in near) < min(ahu.value for ahu in far)
    assert back[on.index["f6"]] <= 4
    assert back[on.index["f7"]] <= 7
    assert steps[on.index["f7"]] <= 3


def test_the_forests_lie_together() -> None:
    """Rules 1.3: one cluster of seven hexes."""
    reached = [next(iter(ISLAND.forests))]
    for here in reached:
        near = set(ISLAND.neighbours[here]) & set(ISLAND.forests)
        reached += sorted(near - set(reached))

    assert set(reached) == set(ISLAND.forests)


def test_every_second_row_lies_half_a_hex_further_east() -> None:
    """Rules 1.3: the neighbours of a hex in either kind of row."""
    near = {
        name: {ISLAND.hexes[n] for n in ISLAND.neighbours[ISLAND.index[name]]}
        for name in ("e4", "d4", "d10")
    }

    assert near == {
        "e4": {"d3", "d4", "e3", "e5", "f3", "f4"},
        "d4": {"c4", "c5", "d3", "d5", "e4", "e5"},
        "d10": {"d9", "e10"},
    }


def options_with(folder: Path, text: str) -> Options:
    """Write a board file, and return the options of a match that a person begins on it."""
    (folder / "mine.toml").write_text(text, "utf-8")
    options = GAME.read_options({"board": str(folder / "mine.toml")})
    assert isinstance(options, Options)
    return options


SPOILT: list[Any] = [
    pytest.param('h = "1-3"', 'h = "6-8"', "no way leads from a3 to h6", id="not connected"),
    pytest.param('b = "2-6"', 'b = "2 to 6"', "row b: expected a span", id="a span misread"),
    pytest.param('d = "1-10"', 'd = "1-11"', "row d: expected a span", id="a row too wide"),
    pytest.param('h = "1-3"', 'i = "1-3"', "expected rows a, b, c", id="a row left out"),
    pytest.param('village = "e2"', 'village = "z9"', "village: expected a hex", id="no such hex"),
    pytest.param('village = "e2"', 'village = "g2"', "hex g2 is more than one", id="two in one"),
    pytest.param("c4 = 6", "c4 = 7", "hold 27 logs, got 3 + 2 + 5 + 7", id="28 logs"),
    pytest.param("c4 = 6", "", "expected 7 forests, got 6", id="six forests"),
    pytest.param("a4 = [[7, 7]]", "d5 = [[7, 7]]", "on the coast, got 'd5'", id="an ahu inland"),
    pytest.param("a4 = [[7, 7]]", "a9 = [[7, 7]]", "ahu: expected a hex", id="an ahu at sea"),
    pytest.param("a4 = [[7, 7]]", "a4 = [[7, 12]]", "from 1 to 9, got", id="a value of two digits"),
    pytest.param("a4 = [[7, 7]]", "a4 = []", "expected 1 to 3 ahus, got 0", id="no ahu named"),
    pytest.param("a4 = [[7, 7]]", "a4 = [[7]]", "expected `array` of length 2", id="half a pair"),
    pytest.param(
        TEXT.partition("[ahus]")[2],
        "\na3 = [[8, 7]]\n",
        "at least 25 ahus, got 1",
        id="too few ahus",
    ),
    pytest.param("title =", "titel =", "unknown field `titel`", id="an unknown field"),
    pytest.param("[places]", "[places", "is no TOML", id="no TOML"),
]


@pytest.mark.parametrize(("old", "new", "reason"), SPOILT)
def test_a_spoilt_board_is_refused(tmp_path: Path, old: str, new: str, reason: str) -> None:
    text = TEXT.replace(old, new)
    fault = RULES.setup_fault(3, options_with(tmp_path, text))

    assert fault is not None
    assert fault.startswith("board 'mine.toml'")
    assert reason in fault
    assert "\n" not in fault


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        pytest.param(
            "atlantis", "'atlantis': expected a board (island, island31) or", id="no such board"
        ),
        pytest.param("missing.toml", "cannot be read: No such file", id="no such file"),
    ],
)
def test_a_board_that_is_not_there(name: str, reason: str) -> None:
    with pytest.raises(SetupError, match=r"giants: (board|expected)") as fault:
        GAME.check_setup(3, GAME.read_options({"board": name}))

    assert reason in str(fault.value)


def test_another_board_can_be_played(tmp_path: Path) -> None:
    """Rules 1.3: the option names a file."""
    text = TEXT.replace("c4 = 6\nc5 = 4", "c4 = 4\nc5 = 6")

    state = RULES.start(3, options_with(tmp_path, text))

    assert state.board.forests[state.board.index["c5"]] == 6


def test_a_hex_may_offer_several_things(tmp_path: Path) -> None:
    """Rules 4.4: on a board whose village lies beside two ahus, one of the three is chosen."""
    options = options_with(tmp_path, TEXT.replace('"e2"', '"h1"'))
    state = position(options=options)
    offered = {text for text in texts(state) if text.startswith("place sorcerer h1")}

    assert offered == {
        f"place sorcerer h1{gain}"
        for gain in (" for nothing", " for worker", " for h1a", " for h1b")
    }


def test_a_piece_may_be_erected_beside_its_quarry(tmp_path: Path) -> None:
    """Rules 5.4: a movement of no hex from before the screen, where a board has such an ahu."""
    moved = TEXT.replace('moai_quarry = "d9"', 'moai_quarry = "d10"')
    state = transporting(
        options=options_with(tmp_path, moved),
        camps={"d10": "blue"},
        blue={"moais": (3,), "markers": 0},
    )
    state = play(state, "blue: move moai3 from d10 screen; erect d10b")

    assert state.erected[0] == 1 << state.board.ahu_index["d10b"]
