"""A child answers one question after the other, says what went wrong, and ends with its host."""

import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from os import kill
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import pytest

from parlour.processes.child import Child
from parlour.processes.messages import pickled
from parlour.rules.errors import FlowError, SetupError
from tests.processes import running, tasks

listed = pytest.mark.skipif(sys.platform != "linux", reason="processes are listed in /proc")

ROOT = Path(__file__).parents[2]
HOST = """
import sys
from parlour.processes.child import Child
from parlour.processes.messages import pickled
from tests.processes import tasks

child = Child(pickled((tasks.endless, (sys.argv[1],)), "it"))
child.ask(pickled(1, "it"))
child.answer()
"""
"""A program whose child never answers."""


@pytest.fixture
def begin() -> Iterator[Callable[..., Child]]:
    children: list[Child] = []

    def started(task: Callable[..., object], *arguments: object) -> Child:
        children.append(Child(pickled((task, arguments), "it")))
        return children[-1]

    yield started
    for child in children:
        child.end()


def asked(child: Child, question: object) -> Any:
    assert child.ask(pickled(question, "it"))
    return child.answer()


def until_there(place: Path) -> None:
    pause = Event()
    assert any(place.exists() or pause.wait(0.05) for _ in range(1000))


def test_answers_come_in_order_whatever_else_is_printed(begin: Callable[..., Child]) -> None:
    child = begin(tasks.noisy)

    assert [asked(child, question) for question in (1, "two", [3])] == [1, "two", [3]]


def test_an_error_is_one_line_and_the_next_question_is_answered(
    begin: Callable[..., Child],
) -> None:
    child = begin(tasks.picky)

    with pytest.raises(FlowError, match=r"^in another process: ZeroDivisionError: [^\n]*$"):
        asked(child, 0)
    assert asked(child, 4) == 3


def test_a_task_that_cannot_begin_says_why(begin: Callable[..., Child]) -> None:
    child = begin(tasks.broken)

    with pytest.raises(SetupError, match=r"^a process could not start: ValueError: no such box$"):
        asked(child, 1)
    assert not child.ask(pickled(1, "it"))


def test_a_process_that_dies_gives_no_answer(begin: Callable[..., Child]) -> None:
    child = begin(tasks.mortal)

    assert asked(child, 1) is None
    assert child.has_ended
    assert not child.ask(pickled(2, "it"))


def test_who_is_late_is_not_waited_for_nor_asked_again(
    begin: Callable[..., Child], tmp_path: Path
) -> None:
    child = begin(tasks.endless, str(tmp_path / "thinks"))
    assert child.ask(pickled(1, "it"))
    until_there(tmp_path / "thinks")

    assert child.answer(monotonic()) is None
    assert not child.ask(pickled(2, "it"))


@listed
def test_a_child_ends_in_the_middle_of_a_thought_when_its_host_is_killed(tmp_path: Path) -> None:
    host = subprocess.Popen([sys.executable, "-c", HOST, str(tmp_path / "thinks")], cwd=ROOT)  # noqa: S603  this Python
    until_there(tmp_path / "thinks")
    (child,) = running.answering(host.pid)
    kill(host.pid, signal.SIGKILL)
    host.wait()

    assert running.ends(child)


@pytest.mark.parametrize(
    ("thing", "reason"),
    [
        pytest.param(lambda: None, "<lambda>", id="a lambda"),
        pytest.param(
            type("Hidden", (), {"__module__": "__main__"}),
            "'Hidden' is defined in the program that was started; "
            "expected a module that it imports",
            id="a class of the program itself",
        ),
        pytest.param(sys.stdout, "cannot pickle", id="an open file"),
    ],
)
def test_what_no_other_process_can_have_is_refused_in_one_line(thing: object, reason: str) -> None:
    with pytest.raises(SetupError) as caught:
        pickled((1, thing), "the box")

    assert str(caught.value).startswith("the box cannot be carried to another process: ")
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_another_process_can_have_is_carried_whole() -> None:
    assert pickle.loads(pickled((1, tasks.echo), "it")) == (1, tasks.echo)  # noqa: S301  written here
