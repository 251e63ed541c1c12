"""A person's own board travels in the record; a record never reads the file that it names."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import parlour
from parlour.match.dealer import generator
from parlour.match.match import Match
from parlour.match.record import Header, parse
from parlour.match.replay import open_replay, replayed
from parlour.players.play import play_match
from parlour.players.uniform import Uniform
from parlour.rules.errors import ParlourError, RecordError, SetupError
from parlour_giants.board import MAX_BYTES, digest
from parlour_giants.options import Options
from tests.giants.positions import GAME

ISLAND = Path(__file__).parents[2] / "plugins/giants/parlour_giants/boards/island31.toml"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a person's own board: two forests have changed places."""
    path = tmp_path / "mine.toml"
    text = ISLAND.read_text("utf-8").replace("c4 = 6\nc5 = 4", "c4 = 4\nc5 = 6")
    path.write_text(text, "utf-8")
    return path


def recorded(board: str = "island31") -> bytes:
    """Play a match at random and return its record."""
    lines: list[bytes] = []
    match = GAME.match(3, seed="own", round_limit=1, board=board)
    again = Match(GAME, match.header, lines.append)
    play_match(again, [Uniform(GAME, generator("7", "bot", seat)) for seat in range(3)])
    return b"".join(line + b"\n" for line in lines)


def edited(raw: bytes, **options: object) -> bytes:
    """Change options in the first line of a record."""
    head, _, rest = raw.partition(b"\n")
    header: dict[str, Any] = json.loads(head)
    header["options"].update(options)
    return json.dumps(header).encode() + b"\n" + rest


def test_a_record_holds_the_board_and_its_digest(mine: Path) -> None:
    """Rules 1.3: and of the path only the name of the file."""
    options = parse(recorded(board=str(mine)), "it").header.options

    assert options["board"] == "mine.toml"
    assert options["board_file"] == mine.read_text("utf-8")
    assert options["board_digest"] == digest(mine.read_text("utf-8"))


@pytest.mark.parametrize("then", ["deleted", "edited", "spoilt"])
def test_a_record_replays_whatever_became_of_the_file(mine: Path, then: str) -> None:
    """Rules 1.3: the board in the record is played."""
    record = parse(recorded(board=str(mine)), "it")
    if then == "deleted":
        mine.unlink()
    else:
        text = mine.read_text("utf-8").replace("c4 = 4\nc5 = 6", "c4 = 5\nc5 = 5")
        mine.write_text(text if then == "edited" else "spoilt")
    match = replayed(GAME, record, "it")

    assert match.is_over
    assert match.state.board.forests[match.state.board.index["c4"]] == 4


def test_an_edited_board_is_named_as_the_cause(mine: Path) -> None:
    """Rules 1.3: before any move is played again."""
    text = mine.read_text("utf-8").replace("c4 = 4\nc5 = 6", "c4 = 5\nc5 = 5")
    record = parse(edited(recorded(board=str(mine)), board_file=text), "it")

    with pytest.raises(RecordError, match=r"'mine\.toml' has been edited since the match began"):
        open_replay(GAME, record, "it")


@pytest.mark.parametrize("name", ["mine.toml", "/etc/hostname.toml", "{path}"])
def test_a_record_that_names_a_file_does_not_read_it(mine: Path, name: str) -> None:
    """Rules 1.3: names out of a record are no paths."""
    named = name.replace("{path}", str(mine))
    record = parse(edited(recorded(), board=named), "it")

    with pytest.raises(RecordError, match="expected the board itself, got only the name"):
        open_replay(GAME, record, "it")


def test_options_as_a_record_has_them_read_no_file(mine: Path) -> None:
    assert GAME.recorded_options(4, {"board": str(mine)}) == Options(board=str(mine))


def test_a_match_in_python_reads_the_file_once(mine: Path) -> None:
    """Rules 1.3: a copy of the match, and a view of it, hold the board."""
    match = GAME.match(3, seed=1, board=str(mine))
    mine.unlink()
    header = msgspec.json.decode(msgspec.json.encode(match.header), type=Header)

    assert Match(GAME, header).state == match.state
    assert match.copy().state == match.state
    assert match.view(0).options.island == match.state.options.board_file


def test_line_ends_of_another_system_make_the_same_board(mine: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_bytes(mine.read_bytes().replace(b"\n", b"\r\n"))
    given = [GAME.read_options({"board": str(path)}) for path in (mine, other)]

    assert len({getattr(options, "board_digest") for options in given}) == 1  # noqa: B009  the base type has none


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        pytest.param(b"\xff\xfe", "cannot be read: is no text", id="1.3 no text"),
        pytest.param(b"#" * (MAX_BYTES + 1), "expected at most 100,000 bytes", id="1.3 too long"),
    ],
)
def test_a_file_that_is_no_board(tmp_path: Path, raw: bytes, reason: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(raw)

    with pytest.raises(SetupError, match=reason):
        GAME.read_options({"board": str(path)})


def test_the_front_door_opens_a_record_with_its_board(mine: Path, tmp_path: Path) -> None:
    record = tmp_path / "own.jsonl"
    record.write_bytes(recorded(board=str(mine)))
    mine.unlink()

    assert parlour.open(record, GAME).is_over
    record.write_bytes(edited(record.read_bytes(), board_digest="0" * 64))
    with pytest.raises(ParlourError, match="has been edited"):
        parlour.open(record, GAME)
