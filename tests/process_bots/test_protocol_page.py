"""docs/protocol.md says what the code does."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from parlour import Game
from parlour.match.dealer import generator
from parlour.match.game import Match
from parlour.match.record import Header
from parlour.players.play import play_match
from parlour.players.process.command import BotCommand, ProcessLimits, findable_command
from parlour.players.process.compliance import STEPS, CheckSetup, check_bot
from parlour.players.process.messages import VERSION, FromBot, ToBot, protocol_schema
from parlour.players.process.player import ProcessPlayer
from parlour.players.referee import seat_bots
from parlour.players.time_control import TimeControl
from parlour.players.uniform import Uniform
from parlour.plugins.catalog import Catalog
from parlour.rules.errors import ForfeitCause
from tests.broken_games import which_hand
from tests.games import LEDUC
from tests.games import TIC_TAC_TOE as GAME
from tests.needs import lack
from tests.process_bots.matches import play

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
TRANSCRIPT = re.search(r"## A match\n.*?```text\n(.*?\n)```", PAGE, re.DOTALL)
RECITING = Path(__file__).with_name("reciting.py")


def table_of(heading: str) -> list[str]:
    """Return the first cells of the tables in a chapter of the page."""
    chapter = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \|", chapter, re.MULTILINE)


def test_the_transcript_is_what_host_and_bot_say(tmp_path: Path) -> None:
    assert TRANSCRIPT is not None
    script = tmp_path / "transcript"
    script.write_text(TRANSCRIPT[1], encoding="utf-8")
    command = BotCommand(
        (sys.executable, str(RECITING), str(script)), limits=ProcessLimits(quit=10)
    )
    header = Header(game="leduc", rules_version=1, seats=2, seed="3", players=("a", "b"))
    match = Match(LEDUC, header)
    makers = (
        lambda: ProcessPlayer(LEDUC, generator("3", "bot 0"), command),
        lambda: Uniform(LEDUC, generator("3", "bot 1")),
    )
    with seat_bots(match, makers, TimeControl(start=20, move=10, reserve=60)) as players:
        play_match(match, [player for player in players if player])

    assert match.forfeits == {}
    assert script.with_suffix(".done").exists()


@pytest.mark.parametrize(
    ("heading", "kinds"), [("What the host says", ToBot), ("What the bot says", FromBot)]
)
def test_every_message_is_described(heading: str, kinds: object) -> None:
    tags = {getattr(kind, "__origin__", kind).__struct_config__.tag for kind in get_args(kinds)}

    assert set(table_of(heading)) == tags


def test_every_ending_is_described() -> None:
    assert table_of("Endings") == [str(cause) for cause in ForfeitCause]


def test_every_time_has_its_default_described() -> None:
    described = re.findall(r"^\| `(\w+)` \| (\d+) s \|", PAGE, re.MULTILINE)

    assert {name: float(s) for name, s in described} == msgspec.structs.asdict(TimeControl())


def test_every_step_is_described() -> None:
    chapter = PAGE.split("## Checking a bot\n")[1]

    assert re.findall(r"^\d+\. (.+)$", chapter, re.MULTILINE) == [title for title, _ in STEPS]


@pytest.mark.parametrize(
    "limit", [f"{ProcessLimits().line:,} bytes", f"{ProcessLimits().memory} MiB"]
)
def test_every_limit_is_described(limit: str) -> None:
    assert limit in PAGE


def test_the_version_is_described() -> None:
    assert f"This page is version {VERSION}." in " ".join(PAGE.split())


@pytest.mark.parametrize("game", [None, LEDUC, which_hand.GAME], ids=["any", "leduc", "which_hand"])
def test_every_reference_of_the_schema_leads_somewhere(game: Game | None) -> None:
    schema = protocol_schema(game)
    references = set(re.findall(r'"#/\$defs/([^"]+)"', json.dumps(schema)))

    assert references == set(schema["$defs"])
    assert {"question", "matchover", "movechoice", "BotMove"} <= references


# parlour bot check passes what keeps the protocol, and names the step that does not


BREAKING = str(Path(__file__).with_name("breaking.py"))
STEP_OF = {title: number for number, (title, _) in enumerate(STEPS, 1)}

FAILS = [
    ("silent", TimeControl(start=0.2), "starts within its time"),
    ("dying_at_start", TimeControl(), "starts within its time"),
    ("from_the_future", TimeControl(), "starts within its time"),
    ("declining", TimeControl(), "says hello"),
    ("slow", TimeControl(move=0.1, reserve=0), "answers with a legal move"),
    ("garbage", TimeControl(), "answers with a legal move"),
    ("no_such_move", TimeControl(), "answers with a legal move"),
    ("answering_twice", TimeControl(), "answers with a legal move"),
    ("dying_in_mid_match", TimeControl(), "answers when told to stop"),
    ("answering_when_stopped", TimeControl(), "answers when told to stop"),
    ("strict", TimeControl(), "ignores what it does not know"),
    ("ignoring_quit", TimeControl(), "quits within its time"),
    ("forking_children", TimeControl(), "leaves no process"),
    ("illegal_move", TimeControl(), "plays a match against itself"),
]


def put_to(name: str, times: TimeControl) -> list[tuple[int, str, bool]]:
    argv = (sys.executable, BREAKING, name)
    # Others may take their time to quit, on a busy machine more than a second.
    limits = ProcessLimits(quit=1 if name == "ignoring_quit" else 30, kill=0.1)
    command = BotCommand(argv, limits=limits, environment=("PYTHONPATH",))
    return [
        (step.number, step.fault, step.skipped)
        for step in check_bot(command, CheckSetup(GAME, 2, {}, times))
    ]


@pytest.mark.parametrize(("name", "times", "title"), FAILS, ids=[name for name, *_ in FAILS])
def test_the_step_that_fails_is_named_and_none_follows(
    running: Callable[[], list[int]], name: str, times: TimeControl, title: str
) -> None:
    steps = put_to(name, times)
    failed = STEP_OF[title]

    assert [number for number, fault, _ in steps if fault] == [failed]
    assert [number for number, _, skipped in steps if skipped] == list(
        range(failed + 1, len(STEPS) + 1)
    )
    assert running() == []


def test_a_bot_that_only_shouts_passes(running: Callable[[], list[int]]) -> None:
    steps = put_to("shouting", TimeControl())

    assert steps == [(number, "", False) for number in range(1, len(STEPS) + 1)]
    assert running() == []


# Each starter keeps the protocol and plays every game out of the box


STARTERS = Path(__file__).parents[2] / "starters"
GAMES: dict[str, dict[str, int]] = {
    "connect_four": {},
    "giants": {"round_limit": 2},
    "leduc": {},
    "maori": {},
    "rapa_nui": {},
    "tic_tac_toe": {},
}
"""Every game out of the box and of the sample plugin, with options that make it short."""
LEISURE = TimeControl(start=30, move=30, reserve=30)


@pytest.fixture(scope="session")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return what starts each starter, if this machine has the tools."""
    made = {"python": f"'{sys.executable}' '{STARTERS / 'python' / 'bot.py'}'"}
    if shutil.which("node"):
        made["javascript"] = f"node '{STARTERS / 'javascript' / 'bot.js'}'"
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler:
        program = tmp_path_factory.mktemp("c") / "bot"
        source = STARTERS / "c" / "bot.c"
        strict = ("-std=c99", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror")
        command = [compiler, *strict, "-o", str(program), str(source)]
        subprocess.run(command, check=True)  # noqa: S603  our own command
        made["c"] = f"'{program}'"
    return made


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_a_starter_plays(
    running: Callable[[], list[int]], commands: dict[str, str], language: str, game: str
) -> None:
    if language not in commands:
        lack(f"what a bot in {language} takes")
    found = Catalog().game(game)
    setup = CheckSetup(found, found.seats[0], GAMES[game], LEISURE)
    steps = list(check_bot(findable_command(f"exec:{commands[language]}"), setup))

    assert [step.fault for step in steps if step.fault] == []
    assert running() == []


@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_a_starter_plays_in_a_sandbox(commands: dict[str, str], language: str) -> None:
    if language not in commands:
        lack(f"what a bot in {language} takes")
    match, _ = play(f"exec[sandbox=yes]:{commands[language]}")

    assert match.forfeits == {}
