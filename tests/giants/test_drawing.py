from typing import Any

import pytest
from rich.console import Console

from parlour import Look
from parlour_giants.events import Counted, Earned, Looked, QuarryOpened, Uncarved
from parlour_giants.options import Options
from parlour_giants.phases import GiantsState
from tests.giants.positions import (
    BLUE,
    GAME,
    GREEN,
    NOTATION,
    RED,
    RULES,
    play,
    position,
    transporting,
)
from tests.giants.test_worked_round import ROUND, after

NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve")


def drawn(state: GiantsState, seat: int = BLUE, *, memory: bool = False) -> str:
    assert GAME.draw is not None
    console = Console(width=100, no_color=True, force_terminal=False)
    with console.capture() as page:
        console.print(GAME.draw(RULES.view(state, seat), Look(NAMES, memory=memory)))
    return page.get()


def told(state: GiantsState, seat: int = BLUE, *, memory: bool = False) -> str:
    assert GAME.describe is not None
    return "\n".join(GAME.describe(RULES.view(state, seat), Look(NAMES, memory=memory)))


@pytest.mark.parametrize("parts", range(0, len(ROUND) + 1, 2))
def test_the_island_fits_a_hundred_columns(parts: int) -> None:
    assert max(map(len, drawn(after(parts)).splitlines())) <= 100


def test_what_stands_where_is_drawn_without_colour() -> None:
    page = drawn(after(13))

    for said in ("wood4", "Moai Q", "Head Q", "Villg", "Hut", "g*G", "g1r*=1", " 2^", "Hr"):
        assert said in page


@pytest.mark.parametrize("show", [drawn, told])
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


@pytest.mark.parametrize("show", [drawn, told])
def test_memory_shows_what_could_be_remembered(show: Any) -> None:
    """Rules 1.5: on demand."""
    state = position(erected={"a3a 2": "green"}, green={"markers": 4, "logs": 3})
    page = show(state, memory=True)

    assert "4 markers, 3 logs" in page
    assert "in the container: 5 workers, 4 markers" in page
    assert "base green" in page


@pytest.mark.parametrize("show", [drawn, told])
def test_a_look_that_was_paid_for_is_remembered(show: Any) -> None:
    """Rules 8.1: by the one who paid, and by nobody else."""
    state = position(erected={"a3a 2": "red"}, green={"halves": 1})
    state = play(state, "green: look a3a")

    assert "base red" in show(state, GREEN)
    assert "base red" not in show(state, BLUE)


@pytest.mark.parametrize("show", [drawn, told])
def test_bases_are_turned_up_at_the_end(show: Any) -> None:
    """Rules 7.2: everybody sees whose moai is whose."""
    state = transporting(
        erected={"a3a 2": "green"}, pieces=("moai1@d3 blue",), options=Options(round_limit=1)
    )
    assert "base face down" in show(state)
    over = play(state, "pass")

    assert RULES.awaited(over).final
    assert "base green" in show(over, RED)


@pytest.mark.parametrize("show", [drawn, told])
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


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (QuarryOpened((1, 2, 2)), "On the quarry stand moais of size 1, 2, 2."),
        (Uncarved((2,), removed=True), "Nobody carves moais of size 2; they leave the game."),
        (Earned(1, 1), "Bob earns 1 point."),
        (Looked(0, "a3a", None), "Ann looks at the base under the moai on a3a."),
        (Looked(0, "a3a", 1), "The base under the moai on a3a is green, of Bob."),
        (Counted(2, 1, 27, 6, 3),
         "Cid: 37 points (track 1, moais 27, headdresses 6, tablets 3)."),
    ],
)  # fmt: skip
def test_events_are_told(event: Any, sentence: str) -> None:
    assert GAME.tell is not None

    assert GAME.tell(event, Look(NAMES)) == sentence


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("place sorcerer c4 for logs", "takes 6 logs"),
        ("place sorcerer b2 for b2a", "reserves the ahu (moai 8, headdress 6)"),
        ("place sorcerer e2 for nothing", "village, no action"),
        ("place worker e2", "village"),
        ("place worker d5", ""),
        ("look a3a", "moai 8 for each size, headdress 7"),
    ],
)
def test_moves_are_explained(text: str, words: str) -> None:
    assert GAME.gloss is not None

    assert GAME.gloss(RULES.view(position(), BLUE), NOTATION.read(text)) == words
