"""``parlour check``: how much it met, its limit of time, and the interrupt key."""

import re
from pathlib import Path

from parlour_testing.templates import written_file
from tests.cli.commands import Run

GAME = """
import os
import signal
from dataclasses import replace

import parlour
from parlour_sample import tic_tac_toe

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
    done = run("check", faulty(tmp_path, "while True: pass"), "--time-limit", "3")

    assert done.returncode == 1
    assert "returns: expected Rules.census to be done in 0.5 s" in done.stdout
    assert "(at faulty.py:14)" in done.stdout
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
