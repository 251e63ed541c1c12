"""docs/protocol.md says what the code does."""

import json
import re
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from parlour import Game
from parlour.match.dealer import generator
from parlour.match.game import Match
from parlour.match.record import Header
from parlour.players.play import play_match
from parlour.players.process.command import BotCommand, ProcessLimits
from parlour.players.process.compliance import STEPS
from parlour.players.process.messages import VERSION, FromBot, ToBot, protocol_schema
from parlour.players.process.player import ProcessPlayer
from parlour.players.referee import seat_bots
from parlour.players.time_control import TimeControl
from parlour.players.uniform import Uniform
from parlour.rules.errors import ForfeitCause
from tests.broken_games import which_hand
from tests.games import LEDUC

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
