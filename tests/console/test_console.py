"""Every command that README, the documentation and the commands' help show is run.

Each page has a folder of its own, in which its commands run in the order in which they stand.
Files that a command names are put there, unless a command before wrote them. Where a person is
asked, they type ``quit``, or what a transcript says; its text must then be what is printed. Two
comments may stand above a block:

- ``<!-- file: NAME -->``: the block is the text of that file;
- ``<!-- not run: REASON -->``: its commands are left alone, since they take the network, other
  machines or very long.

``SHORT`` says what is typed besides, so that nothing takes long.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct

from parlour.cli.commands import LazyCommand
from parlour.hooks.lookup import COMMANDS

ROOT = Path(__file__).parents[2]
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    )
}
HELP = {
    f"{name} --help": [*map(str.strip, examples.splitlines())]
    for name, entry in COMMANDS.own().items()
    if entry.place
    if (examples := (LazyCommand(name, entry).loaded.epilog or "").partition("Examples:\n")[2])
}
BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>file|not run): (?P<about>[^\n]*) -->\n)?"
    r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)

SHORT = {
    "parlour tournament run": "--time 1s",
    "parlour league club": "--time 1s",
    "parlour league run": "--time 1s",
    "parlour check": "--matches 1",
    "parlour bench": "--seconds 0.1",
    "parlour tune": "--steps 1 --pairs 1 --blocks 1 --workers 1",
    "parlour train(?!.* --leaf)": "--matches 2 --batch 2 --blocks 1 --workers 1",
    "parlour train .*--leaf": "--seats 2 --matches 1 --workers 1",
}
"""What is typed behind a command that would take long."""

INSTALL = re.compile(
    r"python3 -m venv \.venv && \.venv/bin/pip install '\.\[play\]' && \.venv/bin/"
)
"""Installs this project, which the person who runs these tests has done; one test types it."""

NOT_HERE = (
    "dask://10.0.0.1",
    "parlour serve",
    "parlour site",
    "http.server",
    "league serve",
    "tournament serve",
    "league test",
    "--browser",
    "--revoke",
)
"""Commands that are left alone wherever they stand.

They take other machines, the network or a table that is served, go on until somebody stops them, or
until a bot in a sandbox has won.
"""

MATCH = "parlour play maori --player uniform --player uniform --seed 7 --record '{}'"
PYTHON = f"{ROOT}/starters/python/bot.py"
GIVEN = {
    "RECORD": MATCH,
    "mine.jsonl": MATCH,
    "match.jsonl": MATCH,
    "maori-2026-01-31-201500.jsonl": MATCH,
    "old/match.jsonl": MATCH,
    "tests/records": MATCH.replace("{}", "{}/one.jsonl"),
    "moves.txt": "printf '1\\n1\\n' > '{}'",
    "my_bot.py": f"cp '{PYTHON}' '{{}}'",
    "bot.py": f"cp '{PYTHON}' '{{}}'",
    "my_bot.js": f"cp '{ROOT}/starters/javascript/bot.js' '{{}}'",
    "./bot": f"printf '#!/bin/sh\\nexec python3 \"{PYTHON}\"\\n' > '{{}}' && chmod +x '{{}}'",
    "parlour resume": "printf '1\\nquit\\n' | parlour play maori --player human --player uniform",
    "parlour replay": "parlour play rapa_nui --player uniform --player uniform",
    "parlour matches --delete": (
        "for match in 1 2 3; do parlour play rapa_nui --player uniform --player uniform; done"
    ),
    "./my_game": "parlour new my_game --package",
    "./cuckoo.py": f"cp '{ROOT}'/docs/tutorial/step5/cuckoo.py .",
    "summer.tournament": (
        "parlour tournament run --game maori:2,side=atoll --game rapa_nui --blocks 1 "
        "--bot uniform --bot greedy --file '{}'"
    ),
    "spring.tournament": (
        "parlour tournament run --game rapa_nui --blocks 1 --bot uniform --bot greedy --file '{}'"
    ),
    "./tables": "mkdir -m 700 -p '{}'",
    "club": (
        f"mkdir -p '{{}}/mine' && cp '{PYTHON}' '{{}}/mine/bot.py' && "
        "printf 'command = \"python3 bot.py\"' > '{}/mine/bot.toml' && "
        "printf 'games = [\"maori\"]' > '{}/league.toml'"
    ),
}
"""Files, folders and kept matches that commands name, and what puts each at its place, ``{}``."""


NOTHING = "Matches played: 0 now, 0 in all."
"""What a tournament says whose second was over before its workers had begun."""
LONGEST = 64
"""Seconds that it is given at last, on a machine where its workers begin so late."""


class Line(Struct, frozen=True):
    """A command as it is shown."""

    command: str
    typed: str = "quit\n"
    """What is typed while it runs."""
    shown: str = ""
    """What it is shown to print."""


def files() -> dict[str, str]:
    """Return the text of every file that a page shows, by its name."""
    found = (block for page in PAGES.values() for block in BLOCK.finditer(page))
    return {block["about"]: block["text"] for block in found if block["mark"] == "file"}


def lines(page: str) -> Iterator[Line]:
    """Yield the commands of a page that are run."""
    for block in BLOCK.finditer(page):
        if block["kind"] != "console" or block["mark"] == "not run":
            continue
        prompt, _, transcript = block["text"].partition("$ ")
        if transcript and not prompt:
            command, _, shown = transcript.partition("\n")
            typed = re.findall(r"^[^>\n]+> (.*)$", shown, re.MULTILINE)
            yield Line(command, "".join(f"{line}\n" for line in typed), shown)
        else:
            commands = (INSTALL.sub("", line) for line in block["text"].splitlines())
            yield from (Line(command) for command in commands if command and is_here(command))


def is_here(command: str) -> bool:
    """Return whether a command needs nothing but this machine, and ends by itself."""
    return not any(word in command for word in NOT_HERE)


FILES = files()
ALL = {page: list(lines(text)) for page, text in PAGES.items()} | {
    command: [Line(example) for example in examples if is_here(example)]
    for command, examples in HELP.items()
}


class Desk:
    """A folder to type commands in, of somebody who has installed the project."""

    def __init__(self, folder: Path) -> None:
        self.here = folder / "here"
        commands = folder / "commands"
        self.here.mkdir()
        commands.mkdir()
        for name, words in (("parlour", "-m parlour"), ("python", ""), ("python3", "")):
            script = f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n'
            (commands / name).write_text(script, encoding="utf-8")
            (commands / name).chmod(0o755)
        kept = {name: text for name, text in os.environ.items() if not name.startswith("PARLOUR_")}
        self.environment = kept | {
            "HOME": str(folder),
            "PATH": f"{commands}{os.pathsep}{kept['PATH']}",
            "PYTHONIOENCODING": "utf-8",
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CONFIG_HOME": str(folder / "config"),
        }

    def run(self, command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command, cut short; a tournament is resumed until it has a match."""
        for start, more in SHORT.items():
            command = re.sub(rf"({start}\b[^|>#]*?)(?=\s*(?:[|>#]|$))", rf"\1 {more}", command)
        done = self.run_once(command, typed)
        seconds = 1
        while NOTHING in done.stdout and seconds < LONGEST:
            seconds *= 2
            done = self.run_once(command.replace("--time 1s", f"--time {seconds}s"), typed)
        return done

    def run_once(self, command: str, typed: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603  what our own pages show
            ["/bin/sh", "-c", command],
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=self.environment,
            cwd=self.here,
            timeout=300,
            check=False,
        )

    def put_what_is_named(self, command: str) -> None:
        """Put files in their places that a command reads, and that are not there."""
        for name in (*FILES, *GIVEN):
            path = self.here / name
            read = re.search(rf"(?<!--record )(?<!> )(?<![\w/.]){re.escape(name)}(?!\w)", command)
            if read is None or path.exists():
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            if name in FILES:
                self.put_what_is_named(FILES[name])
                path.write_text(FILES[name], encoding="utf-8")
            else:
                self.put_what_is_named(GIVEN[name])
                made = self.run(GIVEN[name].replace("{}", name))
                assert made.returncode == 0, f"{GIVEN[name]}: {made.stderr}"


@pytest.mark.matrix
@pytest.mark.parametrize("page", [page for page, shown in ALL.items() if shown])
def test_what_is_shown_can_be_typed(page: str, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    for line in ALL[page]:
        desk.put_what_is_named(line.command)
        done = desk.run(line.command, line.typed)

        assert done.returncode == 0, f"{line.command}: {done.stderr}"
        assert "parlour:" not in done.stderr, line.command
        asks = re.search(r"[Nn]eeds?: python -m pip install 'parlour\[", done.stdout)
        assert asks is None, f"{line.command}: asks for more to be installed"
        assert line.shown in done.stdout, line.command


# The first command of README works where the system's Python declines to install


MARKED = """
import sysconfig

path_of = sysconfig.get_path


def get_path(name, *words, **named):
    return {folder!r} if name == "stdlib" else path_of(name, *words, **named)


sysconfig.get_path = get_path
"""
"""Makes pip look for the mark of a system's Python in a folder."""


@pytest.fixture
def stock(tmp_path: Path) -> Desk:
    """Return a clone on a machine whose Python belongs to the system."""
    desk = Desk(tmp_path)
    hidden = shutil.ignore_patterns(".*", "__pycache__")
    shutil.copytree(ROOT, desk.here, ignore=hidden, dirs_exist_ok=True)
    mark = tmp_path / "mark"
    mark.mkdir()
    (mark / "EXTERNALLY-MANAGED").write_text("[externally-managed]\nError=Ask your system.\n")
    (mark / "sitecustomize.py").write_text(MARKED.format(folder=str(mark)), encoding="utf-8")
    python = Path(sys.base_prefix) / "bin" / "python3"
    script = f'#!/bin/sh\nPYTHONPATH="{mark}" exec "{python}" "$@"\n'
    for name in ("python", "python3"):
        (tmp_path / "commands" / name).write_text(script, encoding="utf-8")
    (tmp_path / "commands" / "parlour").unlink()
    return desk


@pytest.mark.matrix
def test_the_first_command_installs_and_plays_where_the_system_declines(stock: Desk) -> None:
    (command,) = re.findall(f"^{INSTALL.pattern}.*$", PAGES["README.md"], re.MULTILINE)

    declined = stock.run("python3 -m pip install .")
    assert "externally-managed-environment" in declined.stderr
    done = stock.run(command, "quit\n")

    assert done.returncode == 0, done.stderr
    assert "parlour resume" in done.stdout


def test_a_mark_stands_above_a_block_and_is_known() -> None:
    marks = {
        comment
        for page in PAGES.values()
        for comment in re.findall(r"^<!-- ((?:file|not run|needs)\b.*) -->$", page, re.MULTILINE)
    }
    read = {
        f"{block['mark']}: {block['about']}"
        for page in PAGES.values()
        for block in BLOCK.finditer(page)
        if block["mark"]
    }

    assert marks == read
