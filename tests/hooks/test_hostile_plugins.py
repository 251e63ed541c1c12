"""A plugin that misbehaves while it is loaded is named, and stops nobody else."""

import json
import signal
import subprocess
import sys
from contextlib import suppress
from threading import Thread

import pytest

from parlour.hooks.guard import load_guarded
from parlour.rules.errors import PluginError
from tests.cli.commands import Run
from tests.cli.strangers import GAME, Strangers

HOOK = """
import parlour

@parlour.hookimpl
def parlour_games():
"""
LIMIT = "1"
"""Seconds to load a plugin, a hundred times what a good one needs that is imported already."""
LATE = f"within {LIMIT} s, and was stopped"
OWN = "class Mine(BaseException): pass\n"
STUBBORN = """
import time
tries = 0
while tries < 2:
    try:
        while True:
            time.sleep(60)
    except BaseException as fault:
        tries, last = tries + 1, fault
raise last
"""
FAULTS = [
    pytest.param("raise KeyboardInterrupt", "KeyboardInterrupt (at ", id="KeyboardInterrupt"),
    pytest.param("raise GeneratorExit", "GeneratorExit (at ", id="GeneratorExit"),
    pytest.param("raise SystemExit('no')", "SystemExit: no (at ", id="SystemExit"),
    pytest.param(f"{OWN}raise Mine('a\\nb')", "Mine: a b (at ", id="a BaseException of its own"),
    pytest.param(f"{HOOK}    raise KeyboardInterrupt", "KeyboardInterrupt (at ", id="in a hook"),
    pytest.param(
        f"{OWN}{HOOK}    yield 1\n    raise Mine", "Mine (at ", id="in the middle of a hook"
    ),
    pytest.param("input('Name: ')", "EOFError: ", id="reads from the terminal"),
    pytest.param("while True: pass", LATE, id="endless"),
    pytest.param("import time; time.sleep(600)", LATE, id="sleeps"),
    pytest.param(f"{HOOK}    while True: yield 1", LATE, id="yields endlessly"),
    pytest.param(
        "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nraise ValueError",
        "ValueError (at ",
        id="ignores interrupts",
    ),
]


@pytest.mark.parametrize(("source", "reason"), FAULTS)
def test_whatever_a_plugin_does_it_is_named_and_others_play(
    run_among: Run, strangers: Strangers, source: str, reason: str
) -> None:
    strangers.install("evil", {"aaa": ""}, source)
    done = run_among("games", "--json", PARLOUR_LOAD_LIMIT=LIMIT)
    states = {one["plugin"]: one for one in json.loads(done.stdout)}

    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert states["aaa"]["state"] == "broken"
    assert reason in states["aaa"]["reason"]
    assert "\n" not in states["aaa"]["reason"]
    assert states["giants"]["state"] == states["maori"]["state"] == "good"


def test_a_mistyped_name_is_one_line_all_the_same(run_among: Run, strangers: Strangers) -> None:
    strangers.install("evil", {"aaa": ""}, "raise KeyboardInterrupt")
    strangers.install("worse", {"bbb": ""}, "while True: pass")
    done = run_among("rules", "giant", PARLOUR_LOAD_LIMIT=LIMIT)

    assert done.returncode == 2
    assert done.stderr.startswith("parlour: expected a game (")
    assert done.stderr.endswith("did you mean 'giants'?\n")
    assert done.stderr.count("\n") == 1


def test_a_plugin_that_is_asked_for_and_hangs_is_named(
    run_among: Run, strangers: Strangers
) -> None:
    strangers.install("evil", {"aaa": ""}, "while True: pass")
    done = run_among("rules", "aaa", PARLOUR_LOAD_LIMIT="0.3")

    assert (done.returncode, done.stderr) == (
        1, "parlour: plugin 'aaa' of 'evil 1.0': did not load within 0.3 s, and was stopped\n"
    )  # fmt: skip


PRINTING = [
    pytest.param("print('LOUD')", id="print"),
    pytest.param("import os; os.write(1, b'LOUD\\n')", id="the descriptor"),
    pytest.param("import sys; sys.__stdout__.write('LOUD')", id="the first stream"),
    pytest.param("import os; os.system('echo LOUD')", id="a command"),
    pytest.param(f"{HOOK}    print('LOUD')\n    return []", id="in a hook"),
    pytest.param("import sys; print('LOUD', file=sys.stderr); sys.stdout.close()", id="closes"),
    pytest.param(
        "import sys; sys.__stdout__.close(); print('LOUD', file=sys.stderr)", id="closes the first"
    ),
    pytest.param("import os; os.write(2, b'LOUD'); os.close(1)", id="closes the descriptor"),
    pytest.param("import sys; sys.stdout = None; print('LOUD', file=sys.stderr)", id="replaces"),
    pytest.param(
        "import sys; print('LOUD', file=sys.stderr); sys.stderr.close()", id="closes errors"
    ),
]


@pytest.mark.parametrize("source", PRINTING)
def test_what_a_plugin_prints_is_an_error_and_no_output(
    run_among: Run, strangers: Strangers, source: str
) -> None:
    strangers.install("loud", {"aaa": ""}, source)
    done = run_among("games", "--json", PYTHONUNBUFFERED="")

    assert done.returncode == 0
    assert [one["plugin"] for one in json.loads(done.stdout)][:2] == ["aaa", "giants"]
    assert "LOUD" in done.stderr


def test_what_a_plugin_prints_is_not_offered_by_completion(
    run_among: Run, strangers: Strangers
) -> None:
    strangers.install("loud", {"stones": ""}, "print('11')\n" + GAME.format(id="stones"))
    words = "parlour\nplay\nstones\n--seats\n"
    asked = {"_PARLOUR_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": "4"}

    assert run_among(**asked).stdout == "2\n"


def test_a_plugin_does_not_read_the_moves_that_are_piped_in(
    run_among: Run, strangers: Strangers
) -> None:
    strangers.install(
        "thief", {"stones": ""}, "import os; os.read(0, 99)" + GAME.format(id="stones")
    )
    done = run_among(
        "play",
        "stones",
        "--player",
        "human",
        "--player",
        "uniform",
        "--seed",
        "1",
        typed="nonsense\n",
    )

    assert "nonsense" in done.stdout + done.stderr


def test_with_debugging_plugins_are_named_before_they_are_loaded(
    run_among: Run, strangers: Strangers
) -> None:
    strangers.install("evil", {"aaa": ""}, "import os; os._exit(7)")
    done = run_among("games", PARLOUR_DEBUG="1")

    assert done.returncode == 7
    assert done.stderr.splitlines()[-1] == "parlour: loading plugin 'aaa' of 'evil 1.0'"


@pytest.mark.parametrize("text", ["soon", "0", "-1", "nan", "inf"])
def test_a_limit_is_a_positive_number(run: Run, text: str) -> None:
    done = run("games", PARLOUR_LOAD_LIMIT=text)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"parlour: PARLOUR_LOAD_LIMIT: expected a positive number of seconds, got '{text}'\n"
    )


KEYS = [
    pytest.param("say()\nwhile True: pass", 1, id="once"),
    pytest.param("import time; say(); time.sleep(600)", 1, id="asleep"),
    pytest.param(
        "while True:\n    try:\n        say()\n        while True: pass\n"
        "    except BaseException:\n        pass\n",
        2,
        id="twice where it is caught",
    ),
    pytest.param(
        "try:\n    say()\n    while True: pass\nexcept BaseException:\n    raise ValueError",
        1,
        id="as another error",
    ),
    pytest.param(
        f"try:\n    say()\n    while True: pass\nexcept BaseException: pass\n{HOOK}    return []",
        1,
        id="where it is caught and forgotten",
    ),
]


@pytest.mark.parametrize(("source", "presses"), KEYS)
def test_the_interrupt_key_names_what_was_loaded(
    home: dict[str, str], strangers: Strangers, source: str, presses: int
) -> None:
    say = "import os\ndef say(): os.write(2, b'ready\\n')\n"
    strangers.install("evil", {"aaa": ""}, say + source)
    with subprocess.Popen(  # our own command
        [sys.executable, "-m", "parlour", "games"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=home | {"PYTHONPATH": strangers.path},
    ) as process:
        assert process.stderr is not None
        for _ in range(presses):
            process.stderr.readline()
            process.send_signal(signal.SIGINT)
        said = process.stderr.read()
        process.wait(300)

    assert process.returncode == 130
    assert said.splitlines()[-1] == (
        "parlour: interrupted while loading plugin 'aaa' of 'evil 1.0'"
    )


def test_a_plugin_that_catches_the_end_of_its_time_is_stopped_again() -> None:
    with pytest.raises(PluginError, match=r"did not load within 0\.1 s"):
        load_guarded("plugin 'stubborn'", 0.1, lambda: exec(STUBBORN, {}))  # noqa: S102  our own text


def test_in_a_thread_a_plugin_is_guarded_without_a_clock() -> None:
    seen: list[str] = []

    def load() -> None:
        raise KeyboardInterrupt

    def guarded() -> None:
        with suppress(PluginError):
            load_guarded("plugin 'aaa'", 0.1, load)
        seen.append("contained")

    thread = Thread(target=guarded)
    thread.start()
    thread.join()

    assert seen == ["contained"]
