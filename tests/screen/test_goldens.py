"""The screens of decisive moments, as text, and with their colours as a terminal reads them.

``PARLOUR_REGOLD=1 pytest tests`` draws them again. ``cat`` shows those with colours.
"""

import os
import re
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from rich.style import Style

import parlour
from parlour.match.match import Match
from parlour.match.record import RecordFile, read
from parlour.players.uniform import Uniform
from parlour.table.table import Table
from tests.games.golden import FOLDER, REGOLD
from tests.screen.screens import Driver, play, seated

SCREENS = FOLDER / "screens"
COLOUR = re.compile(r"[\[;](3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")
SIZES = ((80, 24), (100, 45), (160, 50))


class Snapshot(NamedTuple):
    """A moment of a recorded match."""

    game: str
    record: str
    """The name of its golden record."""
    lines: int
    """The number of lines of the record before it."""
    typed: str = ""
    """What the person has typed so far."""


MOMENTS = {
    "maori-first": Snapshot("maori", "front-2", 17),
    "maori-crowded": Snapshot("maori", "front-2", 128),
    "maori-preview": Snapshot("maori", "front-2", 17, "sail 2"),
    "maori-three": Snapshot("maori", "expert-atoll-3", 270),
    "rapa-nui-first": Snapshot("rapa_nui", "two-seats", 1),
    "rapa-nui-crowded": Snapshot("rapa_nui", "two-seats", 180),
    "rapa-nui-four": Snapshot("rapa_nui", "four-seats", 190),
    "giants-first": Snapshot("giants", "three-seats-31-ahus", 1),
    "giants-placing": Snapshot("giants", "three-seats-31-ahus", 40),
    "giants-crowded": Snapshot("giants", "three-seats-31-ahus", 100),
}


def table_at(moment: Snapshot, path: Path) -> Table:
    """Return a table after so many lines, or as soon after as a person is asked."""
    game = parlour.load(moment.game)
    record = read(FOLDER / game.id / f"{moment.record}.jsonl")
    past = Match(game, record.header, dealing=False)
    for number, line in enumerate(record.lines):
        if number >= moment.lines and past.awaited.seats:
            break
        past.apply(line)
    seat = past.awaited.seats[0]
    names = tuple("human" if one == seat else "greedy" for one in range(past.seats))
    past.header = parlour.match.header_of(
        game, names, game.read_options(record.header.options), record.header.seed
    )
    bots = [None if one == seat else Uniform(game, Random(1)) for one in range(past.seats)]
    file = RecordFile(path)
    past.resume(file)
    return seated(past, file, bots)


def ansi(line: list[tuple[str, Style]]) -> str:
    """Return a line with codes for its colours and its other marks."""
    return "".join(
        f"\x1b[{codes(style)}m{text}\x1b[0m" if codes(style) else text for text, style in line
    )


def codes(style: Style) -> str:
    """Return the numbers of a style as a terminal reads them; default colours have no number."""
    marks = ((style.bold, "1"), (style.dim, "2"), (style.underline, "4"), (style.reverse, "7"))
    found = [code for is_on, code in marks if is_on]
    for color, is_front in ((style.color, True), (style.bgcolor, False)):
        if color is not None and not color.is_default:
            found += color.get_ansi_codes(foreground=is_front)
    return ";".join(found)


def screen_at(moment: Snapshot, path: Path, size: tuple[int, int]) -> tuple[str, str]:
    """Return the screen of a moment as text, and with its colours."""
    seen: list[tuple[str, str]] = []

    async def script(person: Driver) -> None:
        await person.write(moment.typed)
        styled = "\n".join(ansi(line).rstrip() for line in person.styled)
        seen.append((person.text + "\n", styled + "\n"))

    play(table_at(moment, path), script, size)
    return seen[0]


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("name", MOMENTS)
def test_a_screen_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, size: tuple[int, int]
) -> None:
    text, coloured = screen_at(MOMENTS[name], tmp_path / "coloured.jsonl", size)
    monkeypatch.setenv("NO_COLOR", "1")
    plain_text, plain = screen_at(MOMENTS[name], tmp_path / "plain.jsonl", size)

    compare(SCREENS / f"{name}-{size[0]}x{size[1]}.txt", text)
    compare(SCREENS / f"{name}-{size[0]}x{size[1]}.ansi", coloured)
    assert plain_text == text
    assert COLOUR.search(coloured) is not None
    assert COLOUR.search(plain) is None


def compare(path: Path, shown: str) -> None:
    """Compare a screen with its golden file."""
    if os.environ.get(REGOLD):
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == shown


def test_a_title_longer_than_its_drawing_is_whole(tmp_path: Path) -> None:
    """Beside the display and the hand there is room; an empty stone is drawn in five columns."""
    text, _ = screen_at(MOMENTS["rapa-nui-first"], tmp_path / "match.jsonl", (120, 40))

    assert "─ Stone " in text
    assert "empty" in text


@pytest.mark.parametrize(("lines", "moves"), [(53, 2), (118, 1)])
def test_few_moves_have_a_title_too(tmp_path: Path, lines: int, moves: int) -> None:
    moment = Snapshot("rapa_nui", "two-seats", lines)
    rows = screen_at(moment, tmp_path / "match.jsonl", (120, 40))[0].split("\n")
    rows = [row for row in rows if not re.match(r"p\d |   \S", row)]  # plans stand above the moves
    title = next(at for at, row in enumerate(rows) if row.startswith("─ You may ─"))

    assert [row.split()[0] for row in rows[title + 1 : title + 2 + moves]] == [
        *map(str, range(1, 1 + moves)),
        "You>",
    ]
