"""Tuning: settings move to where a bot wins, equal seeds give equal settings, files are checked."""

import re
from collections.abc import Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from parlour.rules.errors import MisuseError, ParlourError, SetupError
from parlour_process.command import typed_settings, with_settings
from parlour_tournament.plan.plan import Plan
from parlour_tournament.playing.results import PlayedMatch
from parlour_tournament.playing.store import Store
from parlour_tournament.schedules.blocks import PlannedMatch
from parlour_training.tuning import (
    STRIDE,
    Range,
    Tuning,
    TuningSettings,
    read_range,
)
from tests.cli.in_process import run_in_process
from tests.tournament.conftest import LOADER, InThisProcess

NAMES = st.text("abcdef_", min_size=1, max_size=4)
VALUES = st.dictionaries(NAMES, st.integers().map(str), max_size=4)
SIMULATIONS = read_range("simulations=1:60")


def settings(**other: Any) -> TuningSettings:
    usual = TuningSettings("tic_tac_toe", "search:simulations=8", (SIMULATIONS,), 8, 4, "seed")
    return replace(usual, **other)


def tuned(path: Path, **other: Any) -> Tuning:
    tuning = Tuning(settings(**other), path, LOADER)
    tuning.run(InThisProcess(), lambda _: None)
    return tuning


@given(st.sampled_from(["search", "exec"]), VALUES, VALUES)
def test_other_settings_replace_those_of_their_names(
    kind: str, typed: dict[str, str], values: dict[str, str]
) -> None:
    text = ",".join(f"{name}={value}" for name, value in typed.items())
    spec = f"exec[{text}]:./bot --deep x=1,y=2" if kind == "exec" else f"search:{text}"
    found = with_settings(spec, values)

    assert typed_settings(found) == {**typed, **values}
    assert found.endswith("]:./bot --deep x=1,y=2") == (kind == "exec")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("depth=1:9", Range("depth", 1.0, 9.0, whole=True), id="whole numbers"),
        pytest.param("c=0.5:2", Range("c", 0.5, 2.0, whole=False), id="fractions"),
        pytest.param("c=-1:1e-2", Range("c", -1.0, 0.01, whole=False), id="signs and exponents"),
    ],
)
def test_a_range_has_two_bounds(text: str, found: Range) -> None:
    assert read_range(text) == found


@pytest.mark.parametrize(
    "text", ["depth", "depth=5", "depth=9:1", "depth=1:1", "depth=1:x", "=1:2", "depth=1.2.3:4"]
)
def test_what_is_no_range_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(MisuseError, match=r"expected --set like exploration=0\.5:2\.0"):
        read_range(text)


@given(st.floats(0, 1))
def test_a_place_in_a_range_is_typed_and_read_again(share: float) -> None:
    fraction = Range("c", -2.0, 3.0, whole=False)

    assert fraction.share(fraction.value(share)) == pytest.approx(share, abs=1e-5)
    assert abs(SIMULATIONS.share(SIMULATIONS.value(share)) - share) <= 0.5 / 59


def test_settings_move_to_where_the_bot_wins(tmp_path: Path) -> None:
    """A search of tic-tac-toe by one simulation loses to any by some."""
    tuning = tuned(tmp_path / "t.json", steps=12)

    assert tuning.start == "search:simulations=8"
    assert int(typed_settings(tuning.bot)["simulations"]) > 16


def test_the_result_is_the_mean_of_the_second_half_of_the_steps(tmp_path: Path) -> None:
    places = list[float]()
    tuning = Tuning(settings(steps=6), tmp_path / "t.json", LOADER)
    tuning.run(InThisProcess(), lambda now: places.append(now.now.shares[0]))

    assert tuning.bot == f"search:simulations={SIMULATIONS.value(sum(places[3:]) / 3)}"


def test_one_step_moves_a_setting_by_a_stride_at_most(tmp_path: Path) -> None:
    tuning = tuned(tmp_path / "t.json", steps=1)
    (before,) = (SIMULATIONS.share("8"),)
    (after,) = tuning.now.shares

    assert 0 < abs(after - before) <= STRIDE


def test_a_tuning_goes_on_from_its_file_as_if_it_had_not_stopped(tmp_path: Path) -> None:
    whole = tuned(tmp_path / "whole.json", steps=4)
    path = tmp_path / "parts.json"

    class Stopped(Exception):
        pass

    def stop(tuning: Tuning) -> None:
        if tuning.now.step == 2:
            raise Stopped

    with pytest.raises(Stopped):
        Tuning(settings(steps=4), path, LOADER).run(InThisProcess(), stop)
    rest = tuned(path, steps=4)

    assert rest.resumed
    assert (rest.now, rest.bot) == (whole.now, whole.bot)


def test_each_block_of_a_tuning_has_a_deal_of_its_own(tmp_path: Path) -> None:
    deals = list[str]()

    class Noting(InThisProcess):
        def submit(self, plan: Plan, batch: Sequence[PlannedMatch]) -> "Future[list[PlayedMatch]]":
            (deal,) = {planned.deal for planned in batch}
            deals.append(deal)
            return super().submit(plan, batch)

    Tuning(settings(), tmp_path / "t.json", LOADER).run(Noting(), lambda _: None)

    assert len(set(deals)) == len(deals) == 8 * 4


@pytest.mark.parametrize(
    ("given_settings", "said"),
    [
        pytest.param({"bot": "search:simulations=99"}, "expected a start of 1 to 60", id="outside"),
        pytest.param({"bot": "search:simulations=x"}, "expected a start of 1 to 60", id="a word"),
        pytest.param(
            {"ranges": (read_range("depth=1:2"),)}, "there is no setting 'depth'", id="unknown"
        ),
        pytest.param({"game": "nothing"}, "nothing", id="no game"),
    ],
)
def test_a_tuning_that_cannot_be_is_refused(
    tmp_path: Path, given_settings: dict[str, Any], said: str
) -> None:
    with pytest.raises(ParlourError, match=said):
        Tuning(settings(**given_settings), tmp_path / "t.json", LOADER)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        pytest.param(b"{}", "no checkpoint of a tuning", id="something else"),
        pytest.param(None, "holds another tuning", id="another tuning"),
    ],
)
def test_a_file_of_something_else_is_kept(tmp_path: Path, raw: bytes | None, said: str) -> None:
    path = tmp_path / "t.json"
    if raw is None:
        tuned(path, steps=1)
    else:
        path.write_bytes(raw)
    kept = path.read_bytes()
    with pytest.raises(SetupError, match=said):
        Tuning(settings(seed="other"), path, LOADER)

    assert path.read_bytes() == kept


@pytest.mark.usefixtures("one_worker")
def test_the_command_tunes_and_tests_on_deals_that_it_has_not_seen(
    home: dict[str, str], tmp_path: Path
) -> None:
    typed = ("search:simulations=2", "--set", "simulations=1:40", "--game", "tic_tac_toe")
    more = ("--steps", "4", "--pairs", "2", "--blocks", "4", "--seed", "one")
    done = run_in_process("tune", *typed, *more, environment=home, folder=tmp_path)
    again = run_in_process("tune", *typed, *more, environment=home, folder=tmp_path)
    with Store.open_file(tmp_path / "parlour.tuning.test.tournament") as store:
        seed = store.tournament.plan.seed

    assert done.returncode == again.returncode == 0, done.stderr
    assert re.search(r"^step 4 of 4: search:simulations=\d+$", done.stdout, re.MULTILINE)
    assert "Test of tuned against start" in done.stdout
    assert "continued after step 4" in again.stdout
    assert seed == "one:test"


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        pytest.param(("greedy", "--game", "maori"), 2, "--set", id="no setting"),
        pytest.param(("greedy", "--game", "maori", "--set", "errors"), 2, "--set like", id="range"),
        pytest.param(
            ("greedy", "--game", "maori", "--set", "errors=0:1", "--to", "."),
            2,
            "got a folder",
            id="folder",
        ),
    ],
)
def test_misuse_of_the_command_is_said_in_a_line(
    home: dict[str, str], tmp_path: Path, typed: tuple[str, ...], code: int, said: str
) -> None:
    done = run_in_process("tune", *typed, environment=home, folder=tmp_path)

    assert (done.returncode, done.stderr.count("\n")) == (code, 1)
    assert said in done.stderr
