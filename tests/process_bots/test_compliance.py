"""parlour bot check passes what keeps the protocol, and names the step that does not."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.players.process.command import BotCommand, ProcessLimits
from parlour.players.process.compliance import STEPS, CheckSetup, check_bot
from parlour.players.time_control import TimeControl
from tests.games import TIC_TAC_TOE as GAME

SHELF = Path(__file__).parents[1] / "broken_bots"
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
    argv = (sys.executable, str(SHELF / f"{name}.py"))
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
