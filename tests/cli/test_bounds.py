"""Files of any length and kind take little memory and stay whole; bad records get one line."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import parlour
from parlour.match.match import Match
from parlour.match.record import MAX_LINE_BYTES, Header, RecordFile, open_record, parse, read
from parlour.match.replay import replayed
from parlour.rules.errors import RecordError
from parlour_samples import tic_tac_toe
from tests.cli.commands import Run

GAME = next(iter(tic_tac_toe.parlour_games()))
HEADER = (
    '{"parlour":1,"game":"tic_tac_toe","rules_version":1,"seats":2,'
    '"options":{},"seed":"1","players":["human","human"]}\n'
)
MOVE = '{"seat":0,"move":"place a1"}\n'
BOM = "\ufeff"
MEBIBYTES = 160
"""Memory that a command may take; without a record it takes some 60."""


@pytest.fixture
def frugal(home: dict[str, str], tmp_path: Path) -> Run:
    """Return what runs a command that may take little memory."""

    def running(*arguments: str) -> subprocess.CompletedProcess[str]:
        size = MEBIBYTES * 1_048_576
        return subprocess.run(  # noqa: S603  our own command
            [sys.executable, "-m", "parlour", *arguments],
            capture_output=True,
            text=True,
            env=home,
            cwd=tmp_path,
            timeout=300,
            check=False,
            stdin=subprocess.DEVNULL,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (size, size)),
        )

    return running


COMMANDS = ("validate", "replay", "resume")
MANY = '{"undo":0}\n', 3_000_000, "nothing has been played yet"
LONG = "x" * 1_000, 200_000, "expected at most 1,048,576 bytes"
NULS = "\0" * 1_000, 200_000, "expected at most 1,048,576 bytes"


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is that of Linux")
@pytest.mark.parametrize(
    ("command", "content"),
    [
        pytest.param("validate", MANY, id="validate many lines"),
        pytest.param("replay", LONG, id="replay one long line"),
        pytest.param("resume", NULS, id="resume NULs"),
        *(
            pytest.param(command, content, marks=pytest.mark.matrix)
            for command, content in (
                *(("validate", LONG), ("validate", NULS), ("replay", MANY), ("replay", NULS)),
                *(("resume", MANY), ("resume", LONG)),
            )
        ),
    ],
)
def test_a_long_record_takes_little_memory(
    frugal: Run, tmp_path: Path, command: str, content: tuple[str, int, str]
) -> None:
    line, times, told = content
    with (tmp_path / "match.jsonl").open("w") as file:
        file.write(HEADER)
        file.writelines(line for _ in range(times))
    done = frugal(command, "match.jsonl")

    assert done.returncode == 1
    assert "match.jsonl" in done.stdout + done.stderr
    assert told in done.stdout + done.stderr
    assert "Memory" not in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("path", ["/dev/zero", "/dev/urandom", "pipe", "device"])
def test_what_never_ends_is_no_record(run: Run, tmp_path: Path, command: str, path: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    done = run(command, path)

    assert done.returncode == 1
    assert f"{path}: expected a file, got a folder, pipe or device" in done.stdout + done.stderr


@pytest.mark.parametrize("path", ["/dev/zero", "pipe", "long.toml"])
def test_what_never_ends_is_no_plan(run: Run, tmp_path: Path, path: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "long.toml").write_text("#" * 2_000_000)
    done = run("tournament", "run", path)

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert path in done.stderr
    assert "Traceback" not in done.stderr


def test_a_record_has_a_greatest_number_of_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.match.record.MAX_LINES", 3)
    (tmp_path / "match.jsonl").write_text(HEADER + MOVE * 3)

    with pytest.raises(RecordError, match=r"match\.jsonl: expected at most 3 lines"):
        read(tmp_path / "match.jsonl")


@pytest.mark.parametrize("size", [MAX_LINE_BYTES, MAX_LINE_BYTES + 1])
def test_a_line_has_a_greatest_length(size: int) -> None:
    """The line and its end count."""
    padded = HEADER[:-2] + " " * (size - len(HEADER)) + "}\n"
    raw = padded.encode()

    assert len(raw) == size
    if size > MAX_LINE_BYTES:
        with pytest.raises(RecordError, match="it, line 1: expected at most 1,048,576 bytes"):
            parse(raw, "it")
    else:
        assert parse(raw, "it").header.seats == 2


WRITES = """
import sys
from pathlib import Path
from parlour.rules.errors import ParlourError
from parlour.rules import write_whole
try:
    write_whole(Path("kept.json"), b"new" * 20_000)
except ParlourError as fault:
    sys.exit(str(fault))
"""
ROOM = 4_096
"""Bytes that a file may take in the test of a full disk."""


def test_a_file_that_finds_no_room_leaves_what_was_there(tmp_path: Path) -> None:
    """The system takes the first bytes, and no more."""
    (tmp_path / "kept.json").write_text("old")
    done = subprocess.run(  # noqa: S603  our own command
        # No byte code: some versions of Python would leave files of it cut short, for everybody.
        [sys.executable, "-B", "-c", WRITES],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=300,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM)),
    )

    assert done.stderr == "kept.json: cannot be written: File too large\n"
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"kept.json": "old"}


def test_a_mark_of_byte_order_is_read_over(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(BOM + HEADER + MOVE + MOVE[:5], encoding="utf-8")
    (tmp_path / "plan.toml").write_text(f"{BOM}games = []\n", encoding="utf-8")
    resumed = run("resume", "match.jsonl", typed="place b2\n")
    plan = run("tournament", "run", "plan.toml")

    assert resumed.returncode == 0
    assert path.read_text(encoding="utf-8").startswith(BOM + HEADER + MOVE + '{"seat":1,"move"')
    assert "expected at least one game" in plan.stderr


BOT = f"""
import sys
for line in sys.stdin:
    if '"hello"' in line:
        print({BOM!r} + '{{"type":"hello","protocol":1,"name":"bot"}}', flush=True)
    elif '"ready"' in line:
        print('{{"type":"ready"}}', flush=True)
    elif '"decide"' in line:
        print("rubbish", flush=True)
"""


def test_a_mark_of_byte_order_is_read_over_in_what_a_bot_says(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT, encoding="utf-8")
    spec = f"exec:{sys.executable} {tmp_path / 'bot.py'}"
    done = run("play", "tic_tac_toe", "--player", spec, "--player", "uniform", PYTHONUTF8="1")

    assert (
        "forfeited (garbled): expected a message, got 'rubbish' (JSON is malformed" in done.stdout
    )


def test_words_like_json_keep_their_letters(run: Run, tmp_path: Path) -> None:
    (tmp_path / "match.jsonl").write_text("rubbish\n")
    told = run("validate", "match.jsonl").stdout

    assert "JSON is malformed" in told
    assert "jSON" not in told


@pytest.mark.parametrize("vandal", ["cut", "cut to a line", "lengthened", "filled"])
@pytest.mark.parametrize("resumed", [False, True])
def test_a_record_that_is_spoilt_while_it_is_written_is_mended(
    tmp_path: Path, vandal: str, *, resumed: bool
) -> None:
    path = tmp_path / "match.jsonl"
    header = Header(game="tic_tac_toe", rules_version=1, seats=2, seed="1", players=("a", "b"))
    file = RecordFile(path)
    match = Match(GAME, header, file)
    match.play("place a1")
    if resumed:
        file.close()
        with open_record(path) as kept:
            match = replayed(GAME, kept, "it")
        file = RecordFile(path, keep=kept.size)
        match.resume(file)
    raw = path.read_bytes()
    spoilt = {
        "cut": b"",
        "cut to a line": raw[: raw.index(b"\n") + 1],
        "lengthened": raw + MOVE.encode(),
        "filled": raw + b"\0" * 100,
    }
    path.write_bytes(spoilt[vandal])
    match.play("place b2")
    match.play("place c3")
    file.close()

    assert path.read_bytes() == match.record()
    assert [line.move for line in read(path).lines] == ["place a1", "place b2", "place c3"]
    assert b"\0" not in path.read_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="open files are listed in /proc")
def test_lines_go_to_the_end_wherever_that_is(tmp_path: Path) -> None:
    """Even where the file is cut between the look at its size and the writing."""
    path = tmp_path / "match.jsonl"
    file = RecordFile(path)
    file(b"{}")
    (handle,) = (
        int(entry.name)
        for entry in Path("/proc/self/fd").iterdir()
        if entry.is_symlink() and entry.readlink() == path
    )
    os.truncate(path, 0)
    os.write(handle, b"end\n")
    file.close()

    assert path.read_bytes() == b"end\n"


def test_a_record_whose_players_agreed_ends_with_their_result(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "agreed.jsonl"
    agreed = '{"agreed":{"type":"Ended","scores":[0,0],"places":[2,1]}}\n'
    path.write_text(HEADER + MOVE + agreed, "utf-8")
    shown = run("replay", str(path))

    assert shown.returncode == 0
    assert "not over" not in shown.stdout
    assert "0 points" in shown.stdout


# Records that are malformed, truncated, foreign, newer or false get one line


BAD = [
    pytest.param("", "expected a record, got nothing", id="empty"),
    pytest.param(HEADER[:40], "got half a line", id="half a header"),
    pytest.param("\n", "line 1: expected a record's header", id="an empty line"),
    pytest.param("hello\n", "line 1: expected a record's header", id="a text"),
    pytest.param("[]\n", "line 1: expected a record's header", id="another JSON"),
    pytest.param('{"event":"start"}\n', "expected a record's header", id="foreign JSON lines"),
    pytest.param("\x00\x01\udcff\n", "expected a record's header", id="bytes"),
    pytest.param("[" * 5000 + "\n", "expected a record's header", id="deeply nested"),
    pytest.param(HEADER.replace(":1,", ":2,", 1), "newer parlour", id="a newer format"),
    pytest.param(HEADER.replace("tic_tac_toe", "tig"), "got 'tig'", id="a foreign game"),
    pytest.param(
        HEADER.replace("tic_tac_toe", "./evil.py"), "got './evil.py'", id="the path of a game"
    ),
    pytest.param(
        HEADER.replace('version":1', 'version":7'), "expected rules version", id="newer rules"
    ),
    pytest.param(HEADER.replace('seats":2', 'seats":3'), "players", id="too many seats"),
    pytest.param(HEADER.replace('seats":2', 'seats":-1'), "players", id="seats below nought"),
    pytest.param(HEADER.replace("{}", '{"a":1}'), "does not replay", id="a foreign option"),
    pytest.param(HEADER + "{}\n", "line 2: expected a move", id="an empty answer"),
    pytest.param(HEADER + MOVE + "rubbish\n", "line 3: expected a move", id="a broken line"),
    pytest.param(HEADER + MOVE[:9] + "\n", "line 2: expected a move", id="a cut line"),
    pytest.param(HEADER + MOVE * 2, "line 3: does not replay", id="an illegal move"),
    pytest.param(HEADER + MOVE.replace("a1", "z9"), "line 2: does not replay", id="no move"),
    pytest.param(HEADER + MOVE.replace("0", "9", 1), "expected a seat below 2", id="no seat"),
    pytest.param(HEADER + MOVE.replace("0", "-1", 1), "expected a seat below 2", id="seat -1"),
    pytest.param(HEADER + '{"undo":0}\n', "line 2: does not replay", id="undo of nothing"),
    pytest.param(HEADER + '{"outcome":"6"}\n', "line 2: does not replay", id="no chance here"),
    pytest.param(
        HEADER + '{"over":{"type":"Ended","scores":[1,0],"places":[1,2]}}\n',
        "line 2: does not replay",
        id="an end too early",
    ),
]


@pytest.mark.parametrize(("text", "line"), BAD)
def test_a_bad_record_gets_one_line(run: Run, tmp_path: Path, text: str, line: str) -> None:
    (tmp_path / "bad.jsonl").write_bytes(text.encode(errors="surrogateescape"))
    (tmp_path / "evil.py").write_text("print('imported')\n")
    before = (tmp_path / "bad.jsonl").read_bytes()
    done = run("resume", "bad.jsonl")

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("parlour: bad.jsonl")
    assert done.stderr.count("\n") == 1
    assert line in done.stderr
    assert (tmp_path / "bad.jsonl").read_bytes() == before


def test_validate_names_the_first_divergence_of_each(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "old" / "deep"
    kept.mkdir(parents=True)
    (kept / "good.jsonl").write_text(HEADER + MOVE)
    (kept / "torn.jsonl").write_text(HEADER + MOVE + MOVE[:9])
    (kept / "false.jsonl").write_text(HEADER + MOVE * 3)
    (kept / "notes.txt").write_text("not a record")
    done = run("validate", "old")

    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "FAILED  old/deep/false.jsonl: line 3: does not replay: illegal move 'place a1': "
        + done.stdout.splitlines()[0].rpartition("'place a1': ")[2],
        "ok      old/deep/good.jsonl: tic_tac_toe, 1 lines, not over",
        "ok      old/deep/torn.jsonl: tic_tac_toe, 1 lines, not over, last line cut short",
        "3 records, 1 failed",
    ]


def test_validate_is_content_with_good_records(run: Run, tmp_path: Path) -> None:
    (tmp_path / "good.jsonl").write_text(HEADER)
    done = run("validate", "good.jsonl")

    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "1 record, 0 failed")


def test_a_record_of_a_bot_that_is_gone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "old.jsonl").write_text(HEADER.replace('"human"]', '"deep thought"]'))
    done = run("resume", "old.jsonl")

    assert done.returncode == 2
    assert "got 'deep thought'" in done.stderr


def test_a_state_that_the_rules_fail_on_is_named_in_place_of_the_plugin(
    run: Run, tmp_path: Path
) -> None:
    maori = parlour.load("maori")
    begun = maori.match(state=maori.match(2, 1).position()).record().decode()
    far_off = begun.replace('"pawn":-1', '"pawn":10000000')
    (tmp_path / "bad.jsonl").write_text(far_off + '{"seat":1,"move":"place ship 1"}\n')
    done = run("resume", "bad.jsonl")

    assert done.returncode == 1
    said = "maori: the rules fail on the state that the match begins with: IndexError: "
    assert f"bad.jsonl: does not replay: {said}" in done.stderr
    assert "PARLOUR_BLOCK" not in done.stderr
