from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console

from parlour import Viewer
from parlour_giants.options import Options
from parlour_giants.phases import Bidding, State
from tests.giants.positions import (
    BLUE,
    GAME,
    GREEN,
    RED,
    RULES,
    play,
    position,
    transporting,
)
from tests.giants.test_worked_round import ROUND, after

NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve")


def drawn(state: State, seat: int = BLUE, *, memory: bool = False) -> str:
    assert GAME.draw_text is not None
    console = Console(width=100, no_color=True, force_terminal=False)
    with console.capture() as page:
        console.print(GAME.draw_text(RULES.view(state, seat), Viewer(NAMES, memory=memory)))
    return page.get()


def plain(state: State, seat: int = BLUE, *, memory: bool = False) -> str:
    assert GAME.describe_view is not None
    return "\n".join(GAME.describe_view(RULES.view(state, seat), Viewer(NAMES, memory=memory)))


@pytest.mark.parametrize("parts", range(0, len(ROUND) + 1, 2))
def test_the_island_fits_a_hundred_columns(parts: int) -> None:
    assert max(map(len, drawn(after(parts)).splitlines())) <= 100


def test_what_stands_where_is_drawn_without_colour() -> None:
    page = drawn(after(13))

    for said in ("wood4", "Moai Q", "Head Q", "Villg", "Hut", "g*G", "g1r*=1", " 2^", "Hr"):
        assert said in page


@pytest.mark.parametrize("show", [drawn, plain])
def test_screens_container_and_bases_are_not_shown(show: Any) -> None:
    """Rules 1.5: a person sees what the table shows, and what is behind the own screen."""
    state = position(
        erected={"a3a 2": "green"}, blue={"markers": 5}, green={"markers": 4, "logs": 3}
    )
    page = show(state)

    assert "5 markers" in page
    assert "4 markers" not in page
    assert "3 logs, 7 bases" not in page
    assert "container" not in page
    assert "base face down" in page


@pytest.mark.parametrize("show", [drawn, plain])
def test_memory_shows_what_could_be_remembered(show: Any) -> None:
    """Rules 1.5: on demand."""
    state = position(erected={"a3a 2": "green"}, green={"markers": 4, "logs": 3})
    page = show(state, memory=True)

    assert "4 markers, 3 logs" in page
    assert "in the container: 5 workers, 4 markers" in page
    assert "base green" in page


@pytest.mark.parametrize("show", [drawn, plain])
def test_a_peek_that_was_paid_for_is_remembered(show: Any) -> None:
    """Rules 8.1: by the one who paid, and by nobody else."""
    state = position(erected={"a3a 2": "red"}, green={"halves": 1})
    state = play(state, "green: peek a3a")

    assert "base red" in show(state, GREEN)
    assert "base red" not in show(state, BLUE)


@pytest.mark.parametrize("show", [drawn, plain])
def test_bases_are_turned_up_at_the_end(show: Any) -> None:
    """Rules 7.2: everybody sees whose moai is whose."""
    state = transporting(
        erected={"a3a 2": "green"}, pieces=("moai1@d3 blue",), options=Options(round_limit=1)
    )
    assert "base face down" in show(state)
    over = play(state, "pass")

    assert RULES.awaited(over).is_over
    assert "base green" in show(over, RED)


@pytest.mark.parametrize("show", [drawn, plain])
@pytest.mark.parametrize(
    ("lines", "out"),
    [
        pytest.param((), set(), id="4.12 nobody yet"),
        pytest.param(("blue: pass", "green: rongo"), {"Ann"}, id="4.12 Blue shows the banner"),
        pytest.param(
            ("blue: pass", "green: pass", "red: place chief e2 for worker"), {"Ann", "Bob"},
            id="4.12 while a chief reads on",
        ),
        pytest.param(
            ("blue: pass", "green: pass", "red: pass", "blue: move moai1 from d9 screen"), set(),
            id="5.12 banners are taken down for the next phase",
        ),
        pytest.param(
            ("blue: pass", "green: pass", "red: pass", "blue: pass",
             "green: move moai1 from d9 screen"),
            {"Ann"}, id="5.12 while a piece is on the move",
        ),
    ],
)  # fmt: skip
def test_who_has_passed_is_shown(show: Any, lines: tuple[str, ...], out: set[str]) -> None:
    state = position(
        blue={"moais": (1,)},
        green={"moais": (1,)},
        red={"halves": 4, "moais": (1,)},
        options=Options(chief_actions="per_tablet"),
    )
    page = show(play(state, *lines), RED)

    assert {name for name in NAMES[:3] if f"{name} (" in page} == set(NAMES[:3])
    assert {line.split()[0] for line in page.splitlines() if "has passed" in line} == out


@pytest.mark.parametrize("show", [drawn, plain])
def test_one_of_a_kind_is_written_so(show: Any) -> None:
    state = position(
        phase=Bidding(answers=(None,) * 3, quarry=(3,)),
        blue={"moais": (1,), "halves": 1, "logs": 1, "markers": 1, "points": 1},
        green={"moais": (1, 2), "laid_markers": 2},
    )
    page = show(replace(state, supply=replace(state.supply, halves=1, headdresses=1)))

    for said in (
        "On the quarry: a moai of size 3.",
        "before the screen: 1 half, a moai of size 1\n",
        "before the screen: moais of size 1 and 2, 2 markers\n",
        "1 worker, sorcerer, chief, 1 marker, 1 log, 7 bases",
        "(blue, starts): 1 point\n",
        "17 moais of size 1, 12 of size 2, 6 of size 3; 1 headdress; 1 Rongo half.",
    ):
        assert said in page
