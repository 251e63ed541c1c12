"""Bots that fail in a tournament, and games that do."""

import io
import shlex
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.match.match import Match
from parlour.match.record import Forfeit, parse
from parlour.match.replay import replayed
from parlour.rules.errors import SetupError
from parlour_tournament.analysis.analysis import analyse
from parlour_tournament.plan.eligibility import check_eligibility
from parlour_tournament.plan.loader import Loader
from parlour_tournament.plan.plan import Contest, Entrant, LeftOut
from parlour_tournament.plan.plan_file import parse_plan
from parlour_tournament.playing import match as match_module
from parlour_tournament.playing.match import MAX_STDERR, is_proven, play_planned_match
from parlour_tournament.playing.results import aggregate
from parlour_tournament.playing.runner import Runner
from parlour_tournament.playing.store import Store
from parlour_tournament.playing.workers import LocalWorkers
from parlour_tournament.report.export import write_errors
from parlour_tournament.report.report_html import report_as_html
from parlour_tournament.schedules.blocks import Block, planned_match
from tests.tournament.conftest import LOADER, SMALL, Make, run


@pytest.mark.parametrize(
    ("bot", "kind", "reason"),
    [
        pytest.param("falling", "crashes", "ZeroDivisionError: it fell", id="a crash"),
        pytest.param(
            "cheating",
            "illegal_moves",
            "expected one of decision.moves",
            id="an illegal move",
        ),
    ],
)
def test_a_failure_is_counted_beside_the_rating_and_stops_nobody(
    make: Make, bot: str, kind: str, reason: str
) -> None:
    store = make(games=["tic_tac_toe"], bots=[bot, "uniform"], blocks=4)

    assert run(store)
    (contest,) = analyse(store).contests
    counted = {row.name: getattr(row, kind) for row in contest.standings}
    assert counted == {bot: 8, "uniform": 0}
    assert reason in contest.worth_seeing[0].why
    assert contest.blocks == 4


def test_time_losses_are_counted_apart(played: Make) -> None:
    store = played(
        games=["tic_tac_toe"],
        bots=["uniform", "rude"],
        blocks=2,
        clock={"start": 10, "move": 0, "reserve": 0},
    )
    (contest,) = analyse(store).contests

    assert {bot.name: bot.time_losses for bot in contest.standings} == {"uniform": 4, "rude": 4}
    assert {bot.crashes + bot.illegal_moves for bot in contest.standings} == {0}


def test_where_a_bot_went_wrong_is_kept_with_the_match(played: Make) -> None:
    store = played(games=["tic_tac_toe"], bots=["falling", "uniform"], blocks=1)
    text = io.StringIO()
    write_errors(store, text)

    assert [[one.seat for one in wrote] for _, wrote in store.errors()] == [[0], [1]]
    assert text.getvalue().startswith("== tic_tac_toe/2:0:0, seat 0, falling\nTraceback (most")
    assert text.getvalue().count("ZeroDivisionError: it fell\n") == 2
    found = analyse(store)
    assert found.contests[0].wrote == 2
    shown = report_as_html(store, found, "x")
    assert "<summary>Standard error of falling</summary><pre>Traceback" in shown


def test_what_a_bot_in_a_worker_prints_is_kept_with_its_seat(
    played: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", match_module.CAPTURE)
    store = played(games=["tic_tac_toe"], bots=["chatting", "uniform"], blocks=1)

    assert [[one.seat for one in wrote] for _, wrote in store.errors()] == [[0], [1]]
    assert store.errors_of((0, 0, 0))[0].text.splitlines()[:2] == ["let me think"] * 2


def test_the_end_of_standard_error_is_kept_whether_a_bot_fails_or_not(played: Make) -> None:
    script = (
        "import runpy, sys; sys.stderr.write(9000 * 'x' + 'the end\\n'); "
        "sys.argv[0] = 'starters/python/bot.py'; runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    bot = {
        "name": "talking",
        "bot": f"exec[cwd=.]:{shlex.quote(sys.executable)} -c {shlex.quote(script)}",
    }
    store = played(games=["leduc"], bots=[bot, "uniform"], blocks=1)
    (first,) = store.errors_of((0, 0, 0))

    assert (first.seat, first.text) == (0, "…" + (MAX_STDERR - 7) * "x" + "the end")
    assert store.errors_of((0, 9, 0)) == ()
    assert all(not result.forfeits for result in store.results())


def test_files_from_before_errors_were_kept_are_read_and_go_on(make: Make) -> None:
    store = make(games=["tic_tac_toe"], bots=["falling", "uniform"], blocks=2)
    with sqlite3.connect(store.path) as connection:
        connection.execute("DROP TABLE errors")
    connection.close()

    with Store.open_file(store.path) as again:
        assert list(again.errors()) == []
        run(again)
        assert len(list(again.errors())) == 4


def test_the_record_of_a_forfeited_match_replays(played: Make) -> None:
    store = played(games=["tic_tac_toe"], bots=["falling", "uniform"], blocks=1)
    game = LOADER.game("tic_tac_toe")

    for result in store.results():
        match = replayed(game, parse(store.record(result.key), "the record"), "the record")
        assert list(match.forfeits.values()) == list(result.forfeits)


def test_a_bot_that_fails_when_all_is_over_has_not_failed(played: Make) -> None:
    store = played(games=["tic_tac_toe"], bots=["rude", "uniform"], blocks=2)

    assert [result.forfeits for result in store.results()] == [()] * 4


def test_a_bot_that_declines_is_left_out_and_that_is_said(make: Make) -> None:
    store = make(bots=["uniform", "picky", "search:simulations=2"], blocks=1)

    assert store.tournament.roster.entrants == ((0, 2), (0, 1, 2))
    assert store.tournament.roster.left_out == (
        LeftOut(0, 1, "picky declines tic_tac_toe: it plays poker only"),
    )
    run(store)
    assert analyse(store).contests[0].left_out == {
        "picky": "picky declines tic_tac_toe: it plays poker only"
    }


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        pytest.param(
            {"bots": ["uniform", "nobody"]},
            "'nobody' plays none of the games: expected a bot",
            id="name",
        ),
        pytest.param(
            {"bots": ["uniform", "search:depth=3"]}, "there is no setting 'depth'", id="setting"
        ),
        pytest.param(
            {"bots": ["uniform", "exec:false"]}, "does not get ready for tic_tac_toe", id="start"
        ),
        pytest.param({"bots": ["uniform", "picky"]}, "'picky' plays none", id="declines all"),
    ],
)
def test_what_would_fail_in_every_match_is_refused_before(
    given: dict[str, Any], reason: str
) -> None:
    plan = parse_plan({"games": ["tic_tac_toe"]} | given, "the plan", LOADER)

    with pytest.raises(SetupError, match=reason):
        check_eligibility(plan, LOADER)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        pytest.param(
            {"schedule": "gauntlet", "bots": ["picky", "uniform", "rude"]},
            "the gauntlet's bot, picky, does not play it",
            id="a gauntlet without its bot",
        ),
        pytest.param(
            {"schedule": "test", "bots": ["picky", "uniform"]},
            "a test needs exactly two bots that play it, got 1",
            id="a test of one bot",
        ),
        pytest.param(
            {"bots": ["picky", "uniform"]},
            "expected 2 bots that play it, got 1",
            id="a round robin of one bot",
        ),
    ],
)
def test_a_contest_that_cannot_be_held_is_cancelled(
    played: Make, given: dict[str, Any], reason: str
) -> None:
    store = played(blocks=1, **given)

    assert store.tournament.roster.cancelled == {0: reason}
    assert analyse(store).cancelled == {"tic_tac_toe/2": reason}
    assert {result.contest for result in store.results()} == {1}


def test_a_game_that_fails_spoils_its_match_and_no_other(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make(games=["tic_tac_toe"], bots=["uniform", "rude"], blocks=3)
    made = iter(range(6))

    def failing(*given: Any, **named: Any) -> Any:
        if next(made) == 2:
            raise RuntimeError("the board broke")
        return Match(*given, **named)

    monkeypatch.setattr(match_module, "Match", failing)
    run(store)
    (contest,) = analyse(store).contests

    assert [fault.why for fault in contest.faults] == ["RuntimeError: the board broke"]
    assert (contest.blocks, contest.incomplete, contest.matches) == (2, 1, 6)


def test_think_time_is_measured_apart_from_results(played: Make) -> None:
    store = played(games=["tic_tac_toe"], blocks=1)
    found = aggregate(zip(store.results(), store.timings(), strict=True), 2)

    assert sum(sums.answers for sums in found.bots.values()) == sum(
        length * count for length, count in found.lengths.items()
    )
    assert all(sums.longest <= sums.seconds for sums in found.bots.values())


def test_a_plan_survives_its_file(make: Make) -> None:
    with Store.open_file(make(anchors=[2, 4]).path) as store:
        plan = store.tournament.plan

    assert plan == parse_plan(SMALL | {"anchors": [2, 4]}, "the plan", LOADER)
    assert plan.contests == (Contest("tic_tac_toe", 2), Contest("leduc", 2))
    assert plan.entrants[0] == Entrant("uniform", "uniform")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"places": (2, 1)}, id="places"),
        pytest.param({"scores": (7, -7)}, id="scores"),
        pytest.param({"deal": "another"}, id="deal"),
        pytest.param({"lineup": (1, 0)}, id="lineup"),
        pytest.param({"block": 9}, id="block"),
        pytest.param({"length": 1}, id="length"),
        pytest.param({"forfeits": (Forfeit(0, "died", ""),)}, id="forfeit"),
    ],
)
def test_a_match_of_another_machine_counts_if_its_record_replays_to_it(
    change: dict[str, Any],
) -> None:
    plan = parse_plan(
        {"games": ["leduc"], "bots": ["uniform", "falling"], "seed": "s"}, "the plan", LOADER
    )
    one = planned_match(plan, Block(0, 0, 0, ((0, 1), (1, 0))), 0)
    played = play_planned_match(plan, one, LOADER)
    claimed = replace(played, result=replace(played.result, **change))
    other = replace(one, deal="other")

    assert is_proven(plan, one, claimed, LOADER) is (not change or claimed == played)
    assert not is_proven(plan, other, played, LOADER)
    assert not is_proven(plan, one, replace(played, record=played.record[:-9]), LOADER)


# Bots that end the process they play in: tried once more, then forfeited by name


KILLER = """
import os
from pathlib import Path

import parlour
from parlour.players.uniform import Uniform

MARK = Path({mark!r})


class Killer(Uniform):
    asked = 0

    def choose(self, decision):
        self.asked += 1
        if self.asked == 2 and ({always} or not MARK.exists()):
            MARK.write_text("")
            os._exit(3)
        return super().choose(decision)


@parlour.hookimpl
def parlour_bots():
    yield parlour.Bot(name="killer", make=lambda game, rng, _: Killer(game, rng))
"""


def played(folder: Path, bots: list[object], *, always: bool) -> list[tuple[str, ...]]:
    """Play a block of each two bots with two workers; return who forfeited in each match."""
    plugin = folder / f"killer_{folder.name}.py"
    plugin.write_text(KILLER.format(mark=str(folder / "mark"), always=always), "utf-8")
    catalog = Catalog([plugin])
    given = {"games": ["tic_tac_toe"], "bots": bots, "blocks": 1, "seed": "s"}
    plan = parse_plan(given, "the plan", loader := Loader(catalog))
    workers = LocalWorkers(2, catalog.sources)
    names = [entrant.name for entrant in plan.entrants]
    with Store.create_file(folder / "t", check_eligibility(plan, loader)) as store:
        assert Runner(store).run(workers)
        workers.close()
        assert all(not result.fault for result in store.results())
        return [
            tuple(
                f"{names[result.lineup[one.seat]]} {one.cause}: {one.reason}"
                for one in result.forfeits
            )
            for result in store.results()
        ]


REASON = "killer died: it ended the process that played the match, twice"

TWINS = (REASON, REASON.replace("killer", "twin"))


@pytest.mark.parametrize(
    ("bots", "forfeits"),
    [
        pytest.param(["killer", "uniform"], [(REASON,)] * 2, id="one"),
        pytest.param(["killer", {"name": "twin", "bot": "killer"}], [TWINS] * 2, id="both"),
    ],
)
def test_a_bot_that_ends_its_process_forfeits_by_name(
    tmp_path: Path, bots: list[object], forfeits: list[tuple[str, ...]]
) -> None:
    found = played(tmp_path, bots, always=True)

    assert sorted(map(sorted, found)) == sorted(map(sorted, forfeits))


def test_a_process_that_died_once_costs_nobody_a_match(tmp_path: Path) -> None:
    assert played(tmp_path, ["killer", "uniform"], always=False) == [()] * 2
    assert (tmp_path / "mark").exists()
