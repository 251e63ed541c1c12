"""One report, shown by the terminal and by the page alike."""

import re
from math import inf

import pytest

from parlour.tournament.analysis.analysis import analyse
from parlour.tournament.analysis.intervals import Estimate
from parlour.tournament.analysis.ratings import Rating
from parlour.tournament.analysis.report_model import ContestReport, TournamentReport
from parlour.tournament.report import formats
from parlour.tournament.report.report_html import report_as_html
from parlour.tournament.report.report_text import TextTable, report_as_text
from parlour.tournament.run.workers import play_batch
from parlour.tournament.schedules.blocks import Block, fixtures
from parlour.tournament.schedules.two_bots import duel
from tests.tournament.conftest import LOADER, Make, run


def contest(lengths: dict[int, int]) -> ContestReport:
    return ContestReport(
        key="tic_tac_toe/2",
        game="tic_tac_toe",
        seats=2,
        options={},
        blocks=1,
        incomplete=0,
        matches=sum(lengths.values()),
        seconds=1.0,
        zero="uniform",
        standings=(),
        meetings=(),
        by_seat=(),
        lengths=lengths,
        faults=(),
        worth_seeing=(),
    )


@pytest.mark.parametrize(
    ("lengths", "median"),
    [
        pytest.param({10: 1, 20: 1}, 15, id="between the middle two"),
        pytest.param({7: 2, 8: 1}, 7, id="the middle one"),
        pytest.param({5: 1, 9: 3, 30: 1}, 9, id="of many"),
        pytest.param({4: 1, 7: 1}, 5.5, id="a half"),
    ],
)
def test_the_median_length_is_that_of_the_statisticians(
    lengths: dict[int, int], median: float
) -> None:
    assert contest(lengths).median_length == median


def lines(report: TournamentReport) -> str:
    return "\n".join(part for part in report_as_text(report) if isinstance(part, str))


def cells(report: TournamentReport) -> list[str]:
    tables = [part for part in report_as_text(report) if isinstance(part, TextTable)]
    return [cell for table in tables for row in table.rows for cell in row]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_terminal_and_page_show_the_same_figures(make: Make, seed: str) -> None:
    store = make(games=["leduc"], blocks=3, seed=seed)
    run(store)
    report = analyse(store, resamples=50)
    page = report_as_html(store, report, "x").replace("\N{MINUS SIGN}", "-")
    (median,) = re.findall(r"median ([\d.]+)", lines(report))

    assert f"half of the matches are over after {median}." in page
    for bot in report.contests[0].standings:
        shown = [formats.points(bot.rating.points), formats.interval(bot.rating)]
        shown += [formats.share(bot.result.value), formats.interval(bot.result)]
        assert set(shown) <= set(cells(report))
        assert all(f"<td>{text}</td>" in page for text in shown)


def test_people_count_seats_from_one(make: Make) -> None:
    store = make(games=["tic_tac_toe"], blocks=1)
    run(store)
    report = analyse(store, resamples=50)
    page = report_as_html(store, report, "x")

    assert re.search(r"Results by seat: seat 1: .*, seat 2: ", lines(report))
    assert re.findall(r"<th>seat (\d)</th>", page) == ["1", "2"]


def test_a_forfeit_is_reported_by_the_name_of_the_bot(make: Make) -> None:
    store = make(games=["tic_tac_toe"], bots=["falling", "uniform"], blocks=1)
    run(store)

    why = "falling forfeits (died): ZeroDivisionError: it fell: falling, uniform"
    assert f"Match tic_tac_toe/2:0:0, {why}" in lines(analyse(store, resamples=50))


def test_blocks_after_the_decision_of_a_test_change_nothing(make: Make) -> None:
    """The search wins every block, so that the bound of 9 to 1 is crossed at the eighth."""
    bots = ["search:simulations=200", "cheating"]
    test = {"null": 0.1, "alternative": 0.9, "false_alarms": 0.1, "misses": 0.1}
    store = make(games=["tic_tac_toe"], bots=bots, schedule="test", blocks=12, test=test)
    run(store)
    plan = store.tournament.plan
    later = Block(contest=0, number=11, meeting=11, lineups=duel(0, 1, 2))
    store.add(play_batch(plan, list(fixtures(plan, later)), LOADER))
    (found,) = analyse(store, resamples=50).contests

    assert found.test is not None
    assert (found.test.verdict, found.test.blocks) == ("alternative", 8)
    assert store.count() > 2 * 8
    assert found.blocks == 8


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        pytest.param(Rating(0, 0, 0), "fixed", id="the bot at 0"),
        pytest.param(Rating(12, -80.4, 120.6), "-80 to +121", id="points"),
        pytest.param(Rating(12, -inf, 120), "… to +120", id="no bound below"),
        pytest.param(Rating(12, -80, inf), "-80 to …", id="no bound above"),
        pytest.param(Estimate(0.5, 0.25, 1.0), "0.250 to 1.000", id="a result"),
    ],
)
def test_an_interval_is_written_with_its_ends(figure: Rating | Estimate, text: str) -> None:
    assert formats.interval(figure) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(2.5, "2.5 s"), (0.0123, "12.3 ms"), (4.5e-6, "4.5 µs"), (0.0, "0 µs")]
)
def test_a_time_is_written_in_its_unit(seconds: float, text: str) -> None:
    assert formats.duration(seconds) == text
