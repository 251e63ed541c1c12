"""Each starter keeps the protocol and plays every game out of the box."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.players.process.command import findable_command
from parlour.players.process.compliance import CheckSetup, check_bot
from parlour.players.time_control import TimeControl
from parlour.plugins.catalog import Catalog
from tests.needs import lack
from tests.process_bots.matches import play

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
