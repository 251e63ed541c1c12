"""``parlour check``: how much it met, its limit of time, and the interrupt key."""

import re
import sys
from pathlib import Path
from threading import Thread

import pytest

from parlour_testing.checking import check
from parlour_testing.second_process import compare_processes
from parlour_testing.templates import written_file
from tests.broken_games import which_hand
from tests.cli.commands import Run
from tests.cli.strangers import Strangers

GAME = """
import os
import signal
from dataclasses import replace

import parlour
from parlour_samples import tic_tac_toe

(GAME,) = tic_tac_toe.parlour_games()


class Rules(tic_tac_toe.Rules):
    def census(self, state):
        {fault}
        return super().census(state)


@parlour.hookimpl
def parlour_games():
    yield replace(GAME, id="faulty", rules=Rules())
"""


def faulty(folder: Path, fault: str) -> str:
    """Write a game that does something wrong when its components are counted."""
    path = folder / "faulty.py"
    path.write_text(GAME.format(fault=fault), encoding="utf-8")
    return str(path)


def test_a_check_says_how_much_of_the_game_it_met(run: Run) -> None:
    done = run("check", "maori", "--matches", "1", "--greedy", "0", "--seats", "2", "--counts")

    assert re.search(r"^met: \d+ of 11 moves, 2 of 2 outcomes, ", done.stdout, re.MULTILINE)
    assert "never met, end: a full board (6.1)" in done.stdout
    assert re.search(r"^end +rests \(6.3\) +1 +0$", done.stdout, re.MULTILINE)


def test_a_call_that_does_not_return_is_named_with_its_line(run: Run, tmp_path: Path) -> None:
    done = run("check", faulty(tmp_path, "while True: pass"), "--processor-time", "3")

    assert done.returncode == 1
    said = (
        "returns: expected the law box-whole at one state to take at most 0.5 s of processor time; "
    )
    assert f"{said}Rules.census took the most of it (at faulty.py:14)" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


def test_the_interrupt_key_says_where_the_check_was(run_alone: Run, tmp_path: Path) -> None:
    path = faulty(tmp_path, "os.kill(os.getpid(), signal.SIGINT)")
    done = run_alone("check", path, "--matches", "7")

    assert done.returncode == 130
    assert "faulty: every law kept in 0 matches" in done.stdout
    assert done.stderr == (
        "parlour: interrupted in match 1 of 7 (seed check:0, 2 seats), step 0, law box-whole\n"
    )


def test_moves_in_the_order_of_hashes_are_found_in_a_second_process(
    run_alone: Run, tmp_path: Path
) -> None:
    moves = "[*bids, Doubt()] if state.bid else bids"
    by_hash = (
        "\n\ndef by_hash(moves):\n    return sorted(moves, key=lambda move: hash(str(move)))\n"
    )
    for name, text in written_file("liars", 2, 2, secrets=True):
        shuffled = text.replace(f"return {moves}", f"return by_hash({moves})") + by_hash
        (tmp_path / name).write_text(shuffled, encoding="utf-8")

    done = run_alone("check", "./liars.py", "--matches", "1", PYTHONHASHSEED="0")

    assert done.returncode == 1
    assert re.match(r"same-elsewhere: expected 'bid \d' in a second process too, got", done.stdout)
    assert done.stdout.splitlines()[1].startswith("liars: 1 law broken")


def test_a_frozen_program_has_no_python_for_a_second_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No law is broken there, since the game is not at fault."""
    breach = compare_processes(which_hand.GAME, "no such game", "check")
    monkeypatch.setattr(sys, "frozen", True, raising=False)

    assert breach is not None
    assert compare_processes(which_hand.GAME, "no such game", "check") is None


LAW = """
import parlour
from parlour_testing import Law, law_of

@law_of(cost="each")
def centre_is_kept(moment):
    "Nobody takes the centre first."
    moves = " ".join(map(moment.game.write_move, moment.legal(1)))
    if moment.game.id == "tic_tac_toe" and moment.step == 1 and "b2" not in moves:
        yield "seat 0 took the centre first"

@parlour.hookimpl
def parlour_laws():
    yield centre_is_kept
"""


def entry(name: str, distribution: str) -> str:
    """Return the entry point of a law."""
    return f"[parlour.laws]\n{name} = stranger_{distribution.replace('-', '_')}\n"


def test_a_law_of_a_stranger_catches_a_game(run_among: Run, strangers: Strangers) -> None:
    strangers.install("strict-laws", entry("centre-is-kept", "strict-laws"), LAW)
    done = run_among("check", "tic_tac_toe", "--matches", "20", "--counts")

    assert done.returncode == 1
    broken = "strict-laws:centre-is-kept: seat 0 took the centre first (seed check:"
    assert done.stdout.startswith(broken)
    assert "tic_tac_toe: 1 law broken in 20 matches" in done.stdout
    assert "\nstrict-laws:centre-is-kept: compared at " in done.stdout
    assert run_among("check", "maori", "--matches", "1").returncode == 0


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        pytest.param("raise ValueError('no')", "ValueError: no", id="raises"),
        pytest.param(
            LAW.replace("yield centre_is_kept", "yield 'a law'"),
            "expected parlour_laws to yield a Law, got 'a law'",
            id="yields something else",
        ),
        pytest.param(
            LAW.replace('"each"', '"cheap"'),
            "law 'centre-is-kept': expected a cost (unput, each, sampled, expensive), got 'cheap'",
            id="has no known cost",
        ),
        pytest.param(
            LAW.replace("centre_is_kept", "no_leak"),
            "law 'no-leak' is already brought by plugin 'parlour'",
            id="takes a name",
        ),
        pytest.param(
            LAW.replace("def parlour_laws", "def parlour_law"), "expected a hook (", id="misspelt"
        ),
    ],
)
def test_a_broken_plugin_of_laws_is_named_and_stops_no_other(
    run_among: Run, strangers: Strangers, source: str, reason: str
) -> None:
    strangers.install("bad-laws", entry("bad", "bad-laws"), source)
    strangers.install("strict-laws", entry("centre-is-kept", "strict-laws"), LAW)
    done = run_among("check", "tic_tac_toe", "--matches", "20")
    told = [line for line in done.stderr.splitlines() if "plugin" in line]

    assert [line.partition(": ")[2].partition(": ")[0] for line in told] == [
        "plugin 'bad' of 'bad-laws 1.0'"
    ]
    assert reason in told[0]
    assert done.stdout.startswith("strict-laws:centre-is-kept: ")
    assert run_among("check", "maori", "--matches", "1").returncode == 0


BOTS = """
import parlour
from parlour.players.uniform import Uniform
from parlour.players.base import Bot
from tests.broken_games.which_hand import variant

@parlour.hookimpl
def parlour_bots():
    yield Bot(name="thinker", make=lambda game, rng, settings: Uniform(game, rng))

@parlour.hookimpl
def parlour_games():
    yield variant(id="levels", bots=parlour.BotHints({hint}))
"""


@pytest.mark.parametrize(
    ("hint", "breach"),
    [
        pytest.param("best='thinker'", "", id="brought"),
        pytest.param("medium={2: 'greedy', 3: 'thinker'}", "", id="brought for three"),
        pytest.param("best='thinkr'", "BotHints.best: expected a bot (ahead, greedy, ", id="best"),
        pytest.param("medium='thinkr'", "BotHints.medium: expected a bot (ahead, ", id="medium"),
        pytest.param(
            "easy={2: 'greedy', 3: 'thinkr'}", "BotHints.easy: expected a bot (ahead, ", id="easy"
        ),
        pytest.param("best='thinker:depth=2'", "BotHints.best: thinker: ", id="setting"),
    ],
)
def test_a_bot_of_a_level_that_nobody_brings_breaks_a_law(
    run: Run, tmp_path: Path, hint: str, breach: str
) -> None:
    (tmp_path / "levels.py").write_text(BOTS.format(hint=hint), encoding="utf-8")
    done = run("check", "./levels.py", "--matches", "1")
    told = [line for line in done.stdout.splitlines() if line.startswith("bots-known: ")]

    assert len(told) == bool(breach)
    assert breach in "".join(told)
    assert done.returncode == 1 or not breach


def test_a_game_is_checked_without_a_limit_where_no_thread_can_be_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(Thread, "start", refuse)
    report = check(which_hand.GAME, matches=2)

    assert (report.matches, report.breaches) == (2, ())
