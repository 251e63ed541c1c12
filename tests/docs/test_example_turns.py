"""The example turn of each rules page is what the program draws and tells.

``PARLOUR_REGOLD=1 pytest tests`` draws it again from the records beside this test.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Any

import pytest

import parlour
from parlour import Space, Viewer
from parlour.match.game import Match
from parlour.match.record import parse
from parlour.match.replay import replayed
from parlour.words.language import ENGLISH, speaking
from tests.games.drawings import happenings
from tests.games.golden import REGOLD

ROOT = Path(__file__).parents[2]
RECORDS = Path(__file__).with_name("examples")
FENCE = re.compile(r"(?<=^```text\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
ANN = Viewer(("Ann", "Ben", "Cid"))
SPACE: Space[Any] = Space(80, 40)

TURNS = [
    pytest.param(
        "giants",
        ("island", "you", "others"),
        (
            "move moai2 from d9 screen",
            *("to e9 with blue+log", "to f8 with blue+green", "to f7 with blue+log"),
            *("to f6 with blue+log", "to f5 with blue+log", "to g5 with blue+log", "erect g5b"),
        ),
        ("you", "others"),
        id="giants",
    ),
    pytest.param(
        "maori",
        ("display", "board"),
        ("sail 1", "take a4", "lay a2"),
        ("board",),
        id="maori",
    ),
    pytest.param(
        "rapa_nui",
        ("display", "hand", "tribes", "stone"),
        (
            *("buy nothing", "lay moai", "offer fish", "offer mulberry"),
            *("offer fish face down", "add potato", "draw 3", "take fame", "take wood"),
        ),
        ("tribes", "stone"),
        id="rapa_nui",
    ),
]
"""A game, the panels before the turn, the moves of the turn, and the panels after it."""


def page_of(game: str, language: str) -> Path:
    name = "rules.md" if language == ENGLISH else f"rules.{language}.md"
    return ROOT / "plugins" / game / f"parlour_{game}" / name


def panels(match: Match, names: tuple[str, ...]) -> Iterator[str]:
    """Yield the lines of panels as seat 0 sees them, each under its title."""
    assert match.game.display.panels is not None
    drawn = {p.name: p for p in match.game.display.panels(match.view(0), ANN, SPACE)}
    for number, name in enumerate(names):
        yield from ("",) * (number > 0)
        yield drawn[name].title
        yield from drawn[name].body.plain.split("\n")


def told(match: Match, since: int) -> Iterator[str]:
    """Yield what seat 0 was told from an answer on, in sentences."""
    assert match.game.words.narrate is not None
    for sentence in match.game.words.narrate(happenings(match, 0)[since:], ANN):
        yield from wrap(sentence, 90)


def block(lines: Iterator[str]) -> str:
    return "".join(f"{line.rstrip()}\n" for line in lines)


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize(("game", "before", "moves", "after"), TURNS)
def test_an_example_turn_is_what_the_program_draws_and_tells(
    game: str,
    before: tuple[str, ...],
    moves: tuple[str, ...],
    after: tuple[str, ...],
    language: str,
) -> None:
    found = parlour.load(game)
    record = parse((RECORDS / f"{game}.jsonl").read_bytes(), game)
    match = replayed(found, record, game)
    answers = len(match.steps)
    with speaking(language):
        pictures = [block(panels(match, before))]
        for move in moves:
            match.play(move)
        pictures.append(block(iter((*told(match, answers), "", *panels(match, after)))))
        typed = [found.in_own_words(move) for move in moves]
    file = page_of(game, language)
    page = file.read_text("utf-8")
    if os.environ.get(REGOLD):
        fresh = iter(pictures)
        page = FENCE.sub(lambda _: next(fresh), page)
        file.write_text(page, "utf-8")

    assert FENCE.findall(page) == pictures
    assert [move for move in typed if f"`{move}`" not in page] == []
