"""A record as one seat may have it, handed over or replayed while the match goes on."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.commands import Run
from tests.cli.test_hostile_text import BROKEN, obeyed

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = [
    pytest.param(GOLDEN / "giants" / "three-seats.jsonl", 2, id="giants"),
    pytest.param(GOLDEN / "maori" / "front-2.jsonl", 0, id="maori"),
    pytest.param(GOLDEN / "rapa_nui" / "two-seats.jsonl", 1, id="rapa_nui"),
]
TWO = ("--player", "human", "--player", "human", "--seed", "3")


@pytest.mark.parametrize(
    "options",
    [(), ("--step", "--plain"), ("--json",)],
    ids=["at once", "step by step", "for programs"],
)
@pytest.mark.parametrize(("path", "seat"), RECORDS)
def test_it_is_shown_as_the_whole_record_is_to_its_seat(
    run: Run, path: Path, seat: int, options: tuple[str, ...]
) -> None:
    wrote = run("export", str(path), "--seat", str(seat + 1), "--to", "seat.jsonl")
    whole = run("replay", str(path), "--seat", str(seat + 1), *options)
    mine = run("replay", "seat.jsonl", *options)

    assert (wrote.returncode, wrote.stdout, wrote.stderr) == (0, "", "")
    assert (mine.returncode, mine.stdout) == (0, whole.stdout)


def test_a_match_under_way_is_handed_over_without_its_secrets(run: Run, tmp_path: Path) -> None:
    run("play", "leduc", *TWO, "--record", "m.jsonl", typed="call\nraise\n")
    whole = (tmp_path / "m.jsonl").read_text(encoding="utf-8").splitlines()
    hands = [json.loads(line)["outcome"] for line in whole if "deal" in line]
    given = run("export", "m.jsonl", "--seat", "2").stdout
    (tmp_path / "seat.jsonl").write_text(given)
    checked = run("validate", "seat.jsonl")

    assert len(hands) == 2
    assert hands[0] not in given
    assert hands[1] in given
    assert '"seed"' not in given
    assert checked.stdout.splitlines() == [
        "ok      seat.jsonl: leduc as seat 2 met it, 4 lines, not over",
        "1 record, 0 failed",
    ]


def test_a_name_and_a_number_from_one_name_the_same_seat_as_at_the_table(run: Run) -> None:
    names = ("--name", "Anna", "--name", "Ben")
    cards = run("play", "leduc", *TWO, *names, "--record", "m.jsonl", typed="log\n").stdout
    exported = [run("export", "m.jsonl", "--seat", seat).stdout for seat in ("1", "Anna", "anna")]
    replayed = [run("replay", "m.jsonl", "--seat", seat).stdout for seat in ("1", "Anna")]
    (dealt,) = re.findall(r"Chance: deal \w+ to Anna", cards)

    assert exported == [exported[0]] * 3
    assert replayed == [replayed[0]] * 2
    assert dealt in replayed[0]
    assert run("export", "m.jsonl", "--seat", "2").stdout != exported[0]


@pytest.mark.parametrize(
    ("command", "code", "told"),
    [
        pytest.param(("resume", "seat.jsonl"), 1, "what one seat may know of a match", id="resume"),
        pytest.param(
            ("export", "seat.jsonl", "--seat", "1"), 1, "expected a whole record", id="export"
        ),
        pytest.param(
            ("replay", "seat.jsonl", "--seat", "1"),
            2,
            "expected seat 2, Player 2, whose record it is; got '1'",
            id="another seat",
        ),
        pytest.param(
            ("export", "m.jsonl", "--seat", "0"),
            2,
            "expected a seat (Player 1, Player 2, or a number from 1 to 2), got '0'",
            id="seat",
        ),
        pytest.param(
            ("export", "m.jsonl", "--seat", "1", "--to", "seat.jsonl"),
            2,
            "seat.jsonl: is there already",
            id="a file that is there",
        ),
    ],
)
def test_what_cannot_be_done_with_it(
    run: Run, command: tuple[str, ...], code: int, told: str
) -> None:
    run("play", "leduc", *TWO, "--record", "m.jsonl", typed="call\n")
    run("export", "m.jsonl", "--seat", "2", "--to", "seat.jsonl")
    done = run(*command)

    assert (done.returncode, done.stdout) == (code, "")
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def damaged(text: str, line: int, **changed: object) -> str:
    lines = text.splitlines()
    lines[line] = json.dumps(json.loads(lines[line]) | changed)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("line", "changed", "told"),
    [
        pytest.param(0, {"game": "./evil.py"}, "expected the name of a game", id="path"),
        pytest.param(0, {"rules_version": 9}, "expected rules version 1", id="rules"),
        pytest.param(0, {"seat": 7}, "expected a seat from 0 to 1, got 7", id="seat"),
        pytest.param(0, {"seats": 9}, "expected 9 players, got 2", id="players"),
        pytest.param(0, {"options": {"a": 1}}, "there is no option 'a'", id="option"),
        pytest.param(0, {"seed": "1"}, "unknown field seed", id="seed"),
        pytest.param(1, {"view": None}, "line 2: expected a view, got none", id="no view"),
        pytest.param(1, {"view": {"x": 1}}, "line 2: expected what a seat was told", id="view"),
        pytest.param(2, {"told": [{"type": "No"}]}, "line 3: expected what a seat", id="event"),
        pytest.param(2, {BROKEN: 1}, "line 3: expected what a seat was told", id="field"),
    ],
)
def test_a_damaged_one_is_told_in_a_line(
    run: Run, tmp_path: Path, line: int, changed: dict[str, object], told: str
) -> None:
    run("play", "leduc", *TWO, "--record", "m.jsonl", typed="call\n")
    given = run("export", "m.jsonl", "--seat", "2").stdout
    (tmp_path / "seat.jsonl").write_text(damaged(given, line, **changed))
    for command in ("validate", "replay"):
        done = run(command, "seat.jsonl")

        assert done.returncode == 1
        assert told in done.stdout + done.stderr
        assert obeyed(done.stdout + done.stderr) == []
        assert "Traceback" not in done.stderr


# A match under way is replayed as its seat may look it up; a finished one is told whole


TESTS = Path(__file__).parents[1]
UNDER_WAY = TESTS / "docs" / "examples" / "rapa_nui.jsonl"
FINISHED = TESTS / "golden" / "rapa_nui" / "two-seats.jsonl"
COVERED = "sacrifices a card face up."


@pytest.mark.parametrize("of_seat", [False, True], ids=["the record", "the record of a seat"])
@pytest.mark.parametrize(
    ("path", "options", "covered"),
    [
        pytest.param(UNDER_WAY, (), True, id="under way"),
        pytest.param(UNDER_WAY, ("--memory",), False, id="with memory"),
        pytest.param(FINISHED, (), False, id="over"),
    ],
)
def test_covered_cards_are_named_only_to_memory_and_at_the_end(
    run: Run,
    tmp_path: Path,
    path: Path,
    options: tuple[str, ...],
    *,
    covered: bool,
    of_seat: bool,
) -> None:
    shutil.copy(path, tmp_path / "match.jsonl")
    if of_seat:
        run("export", "match.jsonl", "--seat", "1", "--to", "seat.jsonl")
        shown = run("replay", "seat.jsonl", "--plain", *options)
    else:
        shown = run("replay", "match.jsonl", "--seat", "1", "--plain", *options)

    assert shown.returncode == 0
    assert (COVERED in shown.stdout) is covered
    assert ("sacrifices mulberry." in shown.stdout or ": offer mulberry" in shown.stdout) is not (
        covered
    )
