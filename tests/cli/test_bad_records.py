"""Records that are malformed, truncated, foreign, newer or false get one line."""

from pathlib import Path

import pytest

import parlour
from tests.cli.conftest import Run

HEADER = (
    '{"parlour":1,"game":"tic_tac_toe","rules_version":1,"seats":2,'
    '"options":{},"seed":"1","players":["human","human"]}\n'
)
MOVE = '{"seat":0,"move":"place a1"}\n'
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
    assert "bad.jsonl: the rules fail on the state that the record begins with: " in done.stderr
    assert "PARLOUR_BLOCK" not in done.stderr
