"""Hosts that are killed leave a record that resumes, and no process.

benchmarks/killing.py does it more often, and at random moments.
"""

import sys
from pathlib import Path

import pytest

from benchmarks.killing import SEATS, kill_host

TOURNAMENT = "a tournament of bots outside"
USUAL = ("a person and all bots", 0.3)
"""Kind of seats, and seconds, that are tried whenever the tests run."""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are read from /proc")


@pytest.mark.parametrize(
    ("kind", "seconds"),
    [
        pytest.param(kind, seconds, marks=() if (kind, seconds) == USUAL else pytest.mark.matrix)
        for kind in SEATS
        for seconds in (0.0, 0.3)
    ],
)
def test_a_killed_host_leaves_a_record_that_resumes_and_no_process(
    tmp_path: Path, kind: str, seconds: float
) -> None:
    kill = kill_host(tmp_path, kind, seconds)

    assert kill.hit
    assert kill.begun
    assert (kill.left, kill.faults) == ((), ())


@pytest.mark.parametrize(
    "seconds",
    [
        0.4,
        *(pytest.param(seconds, marks=pytest.mark.matrix) for seconds in (0.1, 0.7, 1.0, 1.3)),
    ],
)
def test_a_tournament_that_is_killed_at_its_start_leaves_no_process(
    tmp_path: Path, seconds: float
) -> None:
    kill = kill_host(tmp_path, TOURNAMENT, seconds, at_start=True)

    assert (kill.left, kill.faults) == ((), ())
