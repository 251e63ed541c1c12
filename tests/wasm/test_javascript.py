"""Programs in JavaScript: the assistants' own library, and a validator of schemas."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour_process.messages import protocol_schema
from parlour_testing.commands.schema import schema_of
from tests.adapters import clients
from tests.apart import run_apart
from tests.needs import program
from tests.web.served import Laid, served

pytestmark = pytest.mark.matrix

HERE = Path(__file__).parent
LIBRARIES = ("@modelcontextprotocol/sdk@1.32.2", "ajv@8.20.0")
GAMES = ("giants", "maori", "rapa_nui")


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the libraries."""
    folder = tmp_path_factory.mktemp("libraries")
    (folder / "package.json").write_text("{}")
    quiet = ("--silent", "--no-audit", "--no-fund", "--ignore-scripts")
    run(program("npm"), "install", *quiet, *LIBRARIES, at=folder)
    return folder


def run(*command: str, at: Path, given: str = "", **environment: str) -> str:
    """Run a program in a folder, and return what it prints."""
    done = subprocess.run(  # noqa: S603  our own commands
        command,
        cwd=at,
        input=given,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, f"{command[:3]}: {done.stderr[-3000:]}"
    return done.stdout


def in_javascript(folder: Path, laid: Laid, seat: int) -> tuple[str, int]:
    """Play a seat to the end in JavaScript; return the last text, and how many moves it made."""
    script = str(shutil.copy(HERE / "assistant.mjs", folder))
    address = f"{laid.served.base}/t/{laid.name}/mcp"
    key = laid.keys[seat]
    told = json.loads(run(program("node"), script, str(folder), address, at=folder, KEY=key))
    assert not told["refused"], told
    return told["text"], told["played"]


def in_python(_: Path, laid: Laid, seat: int) -> tuple[str, int]:
    """Play a seat to the end in Python; return the last text, and how many moves it made."""

    async def play() -> tuple[str, int]:
        played = 0
        async with clients.at_a_seat(laid, seat, "auto") as client:
            result = await client.call_tool("look", {})
            while not (position := result.structured_content["position"])["is_over"]:
                if position["question"]:
                    move = position["moves"][played % len(position["moves"])]
                    result = await client.call_tool("play", {"move": move})
                    played += 1
                else:
                    result = await client.call_tool("wait", {})
                assert not result.is_error, result
        return result.content[0].text, played

    return run_apart(play())


Plays = Callable[[Path, Laid, int], tuple[str, int]]


@pytest.mark.parametrize(
    "sides",
    [
        pytest.param((in_javascript, in_javascript), id="both in JavaScript"),
        pytest.param((in_javascript, in_python), id="one of each"),
    ],
)
def test_two_assistants_play_a_whole_match(
    libraries: Path, tmp_path: Path, sides: tuple[Plays, Plays]
) -> None:
    with served(tmp_path) as server, ThreadPoolExecutor() as threads:
        laid = server.lay("maori", "me", "friend")
        playing = [threads.submit(play, libraries, laid, seat) for seat, play in enumerate(sides)]
        told = [one.result() for one in playing]

    assert all("The match is over." in text for text, _ in told)
    assert all(played > 10 for _, played in told)


def test_a_validator_compiles_every_schema_as_it_is_by_default(libraries: Path) -> None:
    schemas: dict[str, Any] = {"protocol": protocol_schema()}
    for name in GAMES:
        schemas[f"records of {name}"] = schema_of(parlour.load(name))
        schemas[f"protocol of {name}"] = protocol_schema(parlour.load(name))
    script = str(shutil.copy(HERE / "compile.mjs", libraries))
    node = program("node")
    refused = json.loads(run(node, script, str(libraries), at=libraries, given=json.dumps(schemas)))

    assert refused == {}
