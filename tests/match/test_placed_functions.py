"""Functions that a game gives by their place are imported when somebody looks, and not before."""

import pickle
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from parlour import Display, Space, Viewer
from parlour.kit.table import Piece, TablePanel, row
from parlour.rules.errors import PluginError
from tests.broken_games import which_hand

SOURCE = "def status(view, viewer):\n    return f'{viewer.names[0]} looks'\n"
"""A module with a function of ``Display``."""

VIEWER = Viewer(("Ann", "Ben"))


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """Return the place of a function whose module has not been imported."""
    (tmp_path / "placed_status.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "placed_status", raising=False)
    return "placed_status:status"


def copied(display: Display[object]) -> Display[object]:
    return pickle.loads(pickle.dumps(display))  # type: ignore[no-any-return]  # noqa: S301  ours


def same(display: Display[object]) -> Display[object]:
    return display


@pytest.mark.parametrize("taken", [same, copied], ids=["itself", "pickled"])
def test_a_function_is_imported_when_it_is_called(
    place: str, taken: Callable[[Display[object]], Display[object]]
) -> None:
    display = taken(which_hand.variant(id="placed", display=Display(status=place)).display)
    before = "placed_status" in sys.modules

    assert display == Display(status=place)
    assert display.status is not None
    assert not before
    assert "placed_status" not in sys.modules
    assert display.status(None, VIEWER) == "Ann looks"


def test_a_function_that_has_been_looked_up_is_kept(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    display: Display[object] = Display(status=place)
    assert display.status is not None
    display.status(None, VIEWER)
    monkeypatch.delattr(sys.modules["placed_status"], "status")

    assert display.status(None, VIEWER) == "Ann looks"
    assert copied(display) == display


@pytest.mark.parametrize(
    ("place", "problem"),
    [
        pytest.param("no_package:name", "there is no module 'no_package'", id="module"),
        pytest.param(
            "parlour.kit:nothing", "'parlour.kit' has no function 'nothing'", id="function"
        ),
        pytest.param(
            "parlour.match.game_parts:Displai",
            "has no function 'Displai'; did you mean 'Display'?",
            id="misspelt",
        ),
        pytest.param(
            "parlour.rules:MAX_SEATS", "'parlour.rules' has no function 'MAX_SEATS'", id="number"
        ),
    ],
)
def test_a_place_where_there_is_no_function_is_said(place: str, problem: str) -> None:
    display: Display[object] = Display(status=place)
    assert display.status is not None
    with pytest.raises(PluginError, match=f"expected the function '{place}', but.*") as caught:
        display.status(None, VIEWER)

    assert problem in str(caught.value)


LOOK = """
import sys, parlour
for name in ("giants", "maori", "rapa_nui"):
    match = parlour.load(name).match(seed=1)
    print([module for module in sys.modules if module.startswith(f"parlour_{name}.")
           and module.endswith("panels")], end=" ")
    match.picture(0)
    print(f"parlour_{name}.picture" in sys.modules)
"""


def test_the_included_games_draw_nothing_before_somebody_looks() -> None:
    done = subprocess.run(  # noqa: S603  our own words
        [sys.executable, "-c", LOOK], capture_output=True, text=True, check=False
    )

    assert done.stdout.splitlines() == ["[] True"] * 3, done.stderr


# Drawings made of a table


def lay_one(_view: object, viewer: Viewer) -> Sequence[TablePanel]:
    """Lay one card."""
    return [TablePanel(name="one", title="One", rows=[row(viewer.name(0), CARD)])]


def lay_two(_view: object, _viewer: Viewer) -> Sequence[TablePanel]:
    """Lay two cards."""
    return [TablePanel(name="two", title="Two", rows=[row("", CARD, CARD)])]


CARD = Piece(shape="card", name="7")


def drawings(display: Display[object]) -> tuple[str, list[str], list[str]]:
    """Return the text of a table, its lines, and the labels in its picture."""
    assert display.panels is not None
    assert display.describe is not None
    assert display.picture is not None
    (panel,) = display.panels(None, VIEWER, Space())
    (shown,) = display.picture(None, VIEWER).panels
    lines = list(display.describe(None, VIEWER))
    return panel.body.plain, lines, [spot.label for spot in shown.spots]


@pytest.mark.parametrize("taken", [same, copied], ids=["itself", "pickled"])
def test_drawings_that_a_game_does_not_give_are_made_of_its_table(
    taken: Callable[[Display[object]], Display[object]],
) -> None:
    display = taken(Display(table=f"{__name__}:lay_one"))

    assert drawings(display) == ("Ann [7]", ["Ann: 7."], ["7"])
    assert display == Display(table=f"{__name__}:lay_one")


def test_another_table_makes_other_drawings() -> None:
    display = replace(Display(table=lay_one), table=lay_two)

    assert drawings(display) == ("[7] [7]", ["Two: 7, 7."], ["7", "7"])


def test_a_drawing_that_a_game_gives_is_kept() -> None:
    def describe(_view: object, _viewer: Viewer) -> list[str]:
        return ["It is dark."]

    assert drawings(Display(table=lay_one, describe=describe))[1] == ["It is dark."]
    bare: Display[object] = Display()
    assert (bare.panels, bare.picture, bare.describe) == (None, None, None)
