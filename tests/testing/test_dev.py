"""``parlour dev``: a match of a game that is being written, its files watched, its laws checked."""

import os
import re
from pathlib import Path
from urllib.request import urlopen

import pytest

from parlour_testing.templates import written_file
from tests.cli.commands import Run
from tests.cli.terminals import match_in_terminal
from tests.table import flips

MAX_TRIES = 30_000
"""Maximum number of times that a page is asked for until it shows something."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    for name, text in written_file("liars", 2, 3, secrets=True):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "liars.py"


@pytest.mark.usefixtures("game")
def test_lines_play_a_match_and_the_laws_are_told_at_the_end(run: Run) -> None:
    lines = ["moves", "3", "1: bid 9", "back", "2: bid 4", "4", "2: 2", "9", "0: 1", "3: 1"]
    lines += ["link", "end"]
    arguments = ("dev", "./liars.py", "--seats", "2", "--matches", "2", "--plain")
    done = run(*arguments, typed="\n".join(lines))
    shown = done.stdout

    assert (done.returncode, done.stderr) == (0, "")
    assert "Seat 1: 1. bid 1, 2. bid 2, 3. bid 3, 4. bid 4, 5. bid 5\n" in shown
    assert "* phases: Turn\n" in shown
    assert re.search(r"- Chance: deal \d to Seat 1 +- Chance: deal a card to Seat 1", shown)
    assert re.search(r"^Seat 1 +Seat 2, 6 legal moves", shown, re.MULTILINE)
    assert "! illegal move 'bid 9': " in shown
    assert "! cannot read move '9': " in shown
    assert re.findall("! expected a seat from 1 to 2, got (.)", shown) == ["0", "3"]
    assert "parlour dev ./liars.py --seats=2 --seed=dev '--moves=1: bid 4; 2: bid 6'" in shown
    assert " wins.\n" in shown
    assert "laws: liars: every law kept in 2 matches of " in shown


def test_seats_are_named_and_count_from_1(run: Run, tmp_path: Path) -> None:
    hook = "\n\n@parlour.hookimpl\ndef parlour_games():\n    yield GAME\n"
    (tmp_path / "flips.py").write_text(Path(flips.__file__).read_text(encoding="utf-8") + hook)
    lines = ["bid 2", "moves", "flip 1", "2: flip 1", "flip seat 2", "flip 3", "link", "quit"]
    shown = run("dev", "./flips.py", "--seats=3", "--matches=1", "--plain", typed="\n".join(lines))

    assert "Seat 1: 1. flip Seat 2, 2. flip Seat 3, " in shown.stdout
    assert "! illegal move 'flip Seat 1': Seat 1 cannot be chosen here\n" in shown.stdout
    assert "! illegal move 'flip Seat 1': it is not the turn of Seat 2\n" in shown.stdout
    assert "- Seat 1: flip Seat 2" in shown.stdout
    assert "'--moves=1: bid 2; 1: flip 2; 2: flip 3'" in shown.stdout


def test_the_link_comes_to_the_position(run: Run, game: Path) -> None:
    arguments = ("dev", game.name, "--seats=2", "--moves=1: bid 2; 2: bid 4", "--matches=1")

    assert "* bid: 4\n" in run(*arguments, typed="quit\n", COLUMNS="100").stdout


@pytest.mark.usefixtures("game")
def test_a_line_leads_to_the_position_and_a_link_begins_there(run: Run) -> None:
    arguments = ("dev", "./liars.py", "--seats=2", "--matches=1", "--plain")
    shown = run(*arguments, typed="bid 3\nposition after three\nposition x:1:y\nquit").stdout
    line = re.search(r"(liars:1:\S+) after three\n", shown)
    assert line
    begun = ("dev", "./liars.py", "--matches=1", "--position", line[0].strip(), "--plain")
    again = run(*begun, typed=f"bid 5\nlink\nposition {line[0]}quit").stdout

    assert "! liars: expected a position 'liars:1:...', got 'x:1:y'\n" in shown
    assert f"./liars.py --position={line[1]} --seed=dev '--moves=2: bid 5'\n" in again
    assert re.findall(r"bid: (\d)\n", again) == ["3", "5", "3"]


@pytest.mark.usefixtures("game")
def test_a_word_before_a_colon_names_a_position_and_a_brace_begins_one(run: Run) -> None:
    arguments = ("dev", "./liars.py", "--seats=2", "--matches=1", "--plain")
    shown = run(*arguments, typed="position bid: 3\nposition {}\nquit").stdout

    assert re.search(r"liars:1:\S+ bid: 3\n", shown)
    assert "! liars: expected a state of this game: object missing required field" in shown


def test_a_position_that_cannot_be_written_leaves_the_prompt(run: Run, game: Path) -> None:
    text = game.read_text("utf-8").replace("    bid: int = 0", "    bid: object = set", 1)
    game.write_text(text, encoding="utf-8")
    arguments = ("dev", "./liars.py", "--seats=2", "--matches=1", "--plain")
    shown = run(*arguments, typed="position\nlink\nquit").stdout

    assert "! game 'liars' failed: TypeError: " in shown
    assert "--moves=" in shown


def test_a_page_shows_every_seat_and_follows_the_match(
    home: dict[str, str], tmp_path: Path, game: Path
) -> None:
    text = game.read_text("utf-8")
    arguments = ("dev", "./liars.py", "--seats=2", "--matches=2", "--plain", "--browser")
    with match_in_terminal(home, tmp_path, *arguments, BROWSER="true") as terminal:
        shown = terminal.wait("dev> ")
        address = re.search(r"shown at (http://127.0.0.1:\d+/)", shown)
        assert address
        _, page = got(address[1])
        terminal.wait("every law kept")
        terminal.type("bid 9")
        _, refused = until(f"{address[1]}now", 'role="status"')
        terminal.type("bid 3")
        terminal.wait("Seat 1: bid 3")
        version, after = until(f"{address[1]}now", "<li>Seat 1: bid 3</li>")
        unchanged = got(f"{address[1]}now?seen={version}")
        game.write_text(text.replace("MAX_RAISE = 5", "MAX_RAISE = <5"), encoding="utf-8")
        _, broken = until(f"{address[1]}now", "liars.py:")
        terminal.type("quit")

        assert terminal.code() == 0
    assert page.count("<article") == after.count("<article") == 2
    assert "<h2>Seat 2</h2>" in page
    assert '<article class="awaited">\n    <h2>Seat 1</h2>' in page
    assert "illegal move" in refused
    assert 'role="status"' not in after
    assert "every law kept" in after
    assert "<mark>bid: 3</mark>" in after
    assert "<pre>liars:1:" in after
    assert unchanged == ("", "")
    assert "invalid syntax" in broken


def got(address: str) -> tuple[str, str]:
    """Return the version and the text of a page of this machine."""
    with urlopen(address, timeout=300) as answer:  # noqa: S310  a page of the workbench
        return answer.headers.get("X-Version", ""), answer.read().decode()


def until(address: str, text: str) -> tuple[str, str]:
    """Return the version and the text of a page once it shows a text."""
    found = next((one for one in map(got, [address] * MAX_TRIES) if text in one[1]), None)
    assert found, f"expected '{text}' on the page"
    return found


def test_a_game_is_given_by_its_path(run: Run) -> None:
    done = run("dev", "maori")

    assert done.returncode == 2
    assert "expected the path of a game, such as ./game.py, got 'maori'" in done.stderr


def test_an_edit_loads_the_game_again_and_broken_laws_are_told(
    home: dict[str, str], tmp_path: Path, game: Path
) -> None:
    arguments = ("dev", "./liars.py", "--seats", "2", "--matches", "4", "--plain")
    with match_in_terminal(home, tmp_path, *arguments) as terminal:
        terminal.wait("every law kept")
        terminal.type("bid 3")
        terminal.wait("Seat 1: bid 3")
        text = game.read_text("utf-8").replace("if over or owner == seat", "if over or owner < 2")
        game.write_text(text, encoding="utf-8")
        shown = terminal.wait("Loaded again: 3 answers replayed")
        shown += terminal.wait("dev> ")
        broken = terminal.wait("laws broken")
        terminal.type("quit")

        assert terminal.code() == 0
    assert "* bid: 3" not in shown
    assert "laws: " in broken
    assert re.search(r"by the view \(at liars\.py:\d+\)", broken)


EDITS = (
    ("MAX_RAISE = 5", "MAX_RAISE = = 5", "invalid syntax (at liars.py:30)"),
    ('    form = "doubt"', ' form = "doubt"', "unindent does not match"),
    ("tuple(range(1, 2 * 4))", "tuple(rnage(1, 2 * 4))", "NameError: name"),
    ("import parlour\n", "import parluor\n", "ModuleNotFoundError: No module named"),
    ("MAX_RAISE = 5", "open('begun', 'w')\nwhile True: pass", ""),
    ("bid=move.number)", "bid=mvoe.number)", "is no longer possible: NameError"),
    ("most = min(", "most = 1 // 0 + min(", "ZeroDivisionError: integer division"),
    (
        "        if isinstance(move, Bid):",
        "        while isinstance(move, Bid):\n            continue",
        "Turn.play took the most of it",
    ),
    (
        "        over = isinstance(state",
        "        while True: pass\n        over = isinstance(state",
        "Rules.view took the most of it, for seat 0",
    ),
    ("bid {number}", "offer {number}", "is no longer possible: cannot read move"),
    ("MAX_RAISE = 5", "MAX_RAISE = 3", "4 answers replayed"),
    ("MAX_RAISE = 5", "MAX_RAISE = 2", "answer 3"),
    ("seats: int\n    cards", "seats: int\n    fuel: int\n    cards", "fuel"),
    ("    bid: int = 0", "    bid: int = 0\n    fuel: int = 7", "fuel: 7"),
    ("    bid: int = 0\n", "", "object has no attribute"),
    ("seats=range(2, 4)", "seats=range(3, 4)", "expected 3 seats, got 2"),
    (
        "    seats = zip(viewer.names, view.cards",
        '    raise KeyError("drawn")\n    seats = zip(viewer.names, view.cards',
        "KeyError: ",
    ),
    (
        "        return [*bids, Doubt()] if state.bid else bids",
        "        return None",
        "to return a tuple of moves, got None",
    ),
    ('title="Liars"', 'title="Liars", rules_version=2', "4 answers replayed"),
    ("if isinstance(move, Bid):", "if exit() or isinstance(move, Bid):", "SystemExit"),
    (
        "if isinstance(move, Bid):",
        "if __import__('os')._exit(1):",
        "the game has ended its process",
    ),
    ("    yield GAME\n", "    yield from ()\n", "its hook yields no Game"),
    ("for card in state.deck", "for card in ()", "but has no outcome to draw"),
    (
        "        if isinstance(move, Bid):",
        "        return self.play(state, seat, move, tell)\n        if 0:",
        "RecursionError",
    ),
    ('form = "doubt"', 'form = "call"', "4 answers replayed"),
)
"""Edits of the game that is written, and what is said of each."""


BEGUN = 1_800_000_000 * 10**9
"""A moment, in nanoseconds."""
HANDS = ((r"Seat 1 \[5\]", r"Seat 2 \[\?\]"), (r"Seat 1 \[\?\]", r"Seat 2 \[6\]"))
"""The hands that each seat sees."""


def test_the_workbench_outlives_every_edit(
    home: dict[str, str], tmp_path: Path, game: Path
) -> None:
    """It begins with a file that is broken, and the match comes back with the last repair."""
    whole = game.read_text("utf-8")
    game.write_text("", encoding="utf-8")
    arguments = ("dev", "./liars.py", "--seats=2", "--moves=bid 3; bid 4", "--matches=1")
    settings = ("--plain", "--browser", "--processor-time=1")
    begun = tmp_path / "begun"
    with match_in_terminal(home, tmp_path, *arguments, *settings, BROWSER="true") as terminal:
        shown = terminal.wait("dev> ")
        address = re.search(r"shown at (http://127.0.0.1:\d+/)", shown)
        assert address
        assert "has no hook" in shown
        game.write_text(whole, encoding="utf-8")
        terminal.wait("* bid: 4")
        for number, (old, new, said) in enumerate(EDITS):
            assert old in whole
            game.write_text(whole.replace(old, new, 1), encoding="utf-8")
            # All in one second: Python would take what it compiled of a file of equal length.
            os.utime(game, ns=(BEGUN, BEGUN + number))
            if said:
                terminal.wait(said)
                until(f"{address[1]}now", said)
            else:
                assert any(begun.exists() for _ in map(got, [address[1]] * MAX_TRIES))
        terminal.type("doubt")
        game.write_text(whole, encoding="utf-8")
        terminal.wait("4 answers replayed")
        shown = terminal.wait("dev> ")
        page = until(f"{address[1]}now", "4 answers replayed")[1]
        terminal.type("doubt")
        terminal.wait("Seat 2 wins")
        terminal.type("quit")

        assert terminal.code() == 0
    columns = page.split("<article")[1:]
    for row in zip(*HANDS, strict=True):
        assert re.search(".*".join(row), shown)
    for hands, column in zip(HANDS, columns, strict=True):
        assert all(re.search(hand, column) for hand in hands)
    assert "6]" not in columns[0]
    assert "5]" not in columns[1]
