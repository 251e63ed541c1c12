"""Films and stills of the docs are what the program draws and prints.

``PARLOUR_REGOLD=1 pytest tests/docs/test_films.py`` draws them again.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from docs.films import Box, Shot, diagram, film, table, terminal
from parlour import Viewer
from tests.cli.commands import Run
from tests.games.golden import REGOLD

DOCS = Path(__file__).parents[2] / "docs"
FOLDER = DOCS / "_static" / "pictures"
MOST_BYTES = 200_000
"""Bytes of the pictures of a page."""
PROMPT = "You> "

TURN = ("sail 2", "take a4", "lay a1")
"""A turn of Maori."""


def expect_shown(name: str, drawn: str, page: str) -> None:
    """Expect that a page shows a picture, and that it is what the program draws."""
    path = FOLDER / f"{name}.svg"
    if os.environ.get(REGOLD):
        path.write_text(drawn, encoding="utf-8")

    assert path.read_text(encoding="utf-8") == drawn
    assert f"_static/pictures/{name}.svg)" in (DOCS / page).read_text("utf-8")


def test_a_turn_in_a_terminal_is_what_is_printed(run: Run) -> None:
    seats = ("--seed", "7", "--player", "human", "--player", "greedy")
    done = run("play", "maori", "--lines", *seats, typed="\n".join((*TURN, "quit")))
    printed = done.stdout.split(PROMPT)[: len(TURN) + 1]
    screens, shown = [], "$ parlour play maori\n"
    for text, typed in zip(printed, (*TURN, ""), strict=True):
        shown += re.sub(r"^New to Maori.*\n", "", text, flags=re.MULTILINE) + PROMPT
        screens += [(shown, ""), (shown, typed)] if typed else [(shown, "")]
        shown += f"{typed}\n"

    expect_shown("terminal", terminal(screens, "A turn of Maori in a terminal", 34), "learning.md")


def test_a_turn_at_the_table_is_what_the_page_draws() -> None:
    match = parlour.open(Path(__file__).with_name("examples") / "maori.jsonl")
    viewer = Viewer(("You", *("Ann", "Ben", "Cid")[: match.seats - 1]))
    draw = match.game.display.picture
    assert draw is not None
    shots = [(draw(match.view(0), viewer), "It is your turn.")]
    for move in ("sail 1", "take a4", "lay a2"):
        match.play(move)
        shots.append((draw(match.view(0), viewer), f"You: {move}"))

    drawn = table(shots, ("board", "display"), "A turn of Maori on a page")
    expect_shown("table", drawn, "browser.md")


LEAK = """            card if known >> seat & 1 else None
"""


def test_a_leak_is_what_the_workbench_prints(run: Run, tmp_path: Path) -> None:
    sound = (DOCS / "tutorial/step3/cuckoo.py").read_text("utf-8")
    assert LEAK in sound
    leaking = sound.replace(LEAK, "            card\n")
    (tmp_path / "cuckoo.py").write_text(leaking, encoding="utf-8")
    asked = ("dev", "./cuckoo.py", "--seats", "2", "--matches", "2", "--plain")
    state, _, rest = run(*asked, typed="end\n").stdout.partition("dev> ")
    laws = "\n".join(re.findall(r"^laws: .*(?:\(at |laws broken).*$", rest, re.MULTILINE))
    shown = f"$ parlour dev ./cuckoo.py\n{state}dev> "

    drawn = terminal([(shown, ""), (f"{shown}\n{laws}\ndev> ", "")], "dev finds a leak")
    expect_shown("leak", drawn, "tutorial.md")


def test_the_standings_are_what_a_tournament_prints(run: Run) -> None:
    bots = (f"search:simulations={number}" for number in (40, 10))
    asked = ["--game", "connect_four", "--bot", "uniform"]
    asked += [word for bot in bots for word in ("--bot", bot)]
    done = run(
        "tournament", "run", *asked, "--blocks", "4", "--seed", "7", "--file", "a.tournament"
    )
    report = run("tournament", "report", "a.tournament").stdout

    assert done.returncode == 0
    first = report.partition("\nPoints,")[0].strip()
    shown = f"$ parlour tournament report a.tournament\n{first}"
    drawn = terminal([(shown, "")], "The first screen of a report")
    expect_shown("report", drawn, "tournaments.md")


def test_an_analysis_is_what_is_printed(run: Run, tmp_path: Path) -> None:
    parlour.play("tic_tac_toe", ["uniform"], seats=2, seed=5).save(tmp_path / "match.jsonl")
    told = run("analyse", "match.jsonl", "--simulations", "200", "--seat", "2").stdout

    shown = f"$ parlour analyse match.jsonl\n{told.strip()}"
    drawn = terminal([(shown, "")], "The analysis of a match")
    expect_shown("analysis", drawn, "learning.md")


WAY = (
    Box(0, 0, "phase.moves", "which moves are legal"),
    Box(1, 0, "Player.choose", "a person or a bot chooses"),
    Box(2, 0, "phase.play", "the next state, and events"),
    Box(2, 1, "ChancePhase", "dice, cards, tiles"),
    Box(1, 1, "Match.events", "what each seat is told"),
    Box(0, 1, "Rules.view", "what each seat may know"),
)
ARROWS = (
    *((0, 1, "Decision"), (1, 2, "Move"), (2, 3, "Chance"), (3, 4, "Event")),
    *((4, 5, ""), (5, 0, "asked again")),
)


def test_the_way_of_a_move_is_drawn() -> None:
    names = [box.title.partition(".") for box in WAY]
    owners = {"phase": parlour.DecisionPhase, "Player": parlour.Player, "Match": parlour.Match}
    owners |= {"Rules": parlour.Rules, "ChancePhase": parlour.ChancePhase}

    assert all(hasattr(owners[owner], part or "draw") for owner, _, part in names)
    expect_shown("way", diagram(WAY, ARROWS, "The way of a move"), "python.md")


FRIEND = (
    Box(0, 0, "parlour serve", "on your machine"),
    Box(1, 0, "a link", "you send it to a friend"),
    Box(2, 0, "a browser", "the friend installs nothing"),
    Box(2, 1, "Sit down", "the friend gives a name"),
    Box(1, 1, "the table", "you see: your friend is here"),
    Box(0, 1, "your browser", "the match begins"),
)


def test_a_friend_who_joins_is_drawn() -> None:
    arrows = [(at, at + 1, "") for at in range(len(FRIEND) - 1)]

    expect_shown("friend", diagram(FRIEND, arrows, "A friend joins your table"), "friends.md")


# The pages stay light, and a film draws once what stays


def pictures(page: Path) -> Iterator[Path]:
    for name in re.findall(r"\((?:\.\./)?_static/pictures/([\w.]+)\)", page.read_text("utf-8")):
        yield FOLDER / name


PAGES = [page for page in sorted(DOCS.rglob("*.md")) if list(pictures(page))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_pictures_of_a_page_are_light(page: Path) -> None:
    assert sum(path.stat().st_size for path in pictures(page)) < MOST_BYTES


def test_what_stands_in_several_shots_is_drawn_once_and_a_still_moves_nothing() -> None:
    shots = [Shot(("<a/>", "<b/>", "<c/>"), 1.0), Shot(("<a/>", "<d/>", "<c/>"), 3.0)]
    moving = film(shots, 10, 10, "", "Two")

    assert moving.partition("</style>")[2] == (
        '<a/><g class="f f0"><b/></g><g class="f f1"><d/></g><c/></svg>\n'
    )
    assert "0%{visibility:visible}25%{visibility:hidden}" in moving
    assert ".f1{visibility:visible;" in moving
    assert "animation" not in film(shots[:1], 10, 10, "", "One")
