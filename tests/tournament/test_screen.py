"""The screen while a tournament runs."""

import io
from math import inf

import pytest
from rich.console import Console
from rich.live import Live

from parlour.match.record import Forfeit
from parlour_tournament.commands.progress import (
    drawing,
    from_time_to_time,
    lines_of_tests,
    print_lines,
    progress_line,
)
from parlour_tournament.playing.progress import LiveTally
from parlour_tournament.playing.results import MatchResult
from parlour_tournament.playing.runner import ContestProgress, Runner, StopRequest
from tests.tournament.conftest import InThisProcess, Make, run


def screen(runner: Runner, request: StopRequest) -> str:
    """Return all that was drawn while it ran."""
    drawn = io.StringIO()
    console = Console(file=drawn, force_terminal=True, width=80, highlight=False, markup=False)
    with Live(console=console, auto_refresh=False) as live:
        runner.run(InThisProcess(), lambda runner: live.update(drawing(runner, request)), request)
    return drawn.getvalue()


def test_bar_standings_and_what_is_left_are_drawn(make: Make) -> None:
    drawn = screen(Runner(make()), StopRequest())

    assert "mean result so far" in drawn
    assert "leduc/2" in drawn
    assert "search:simulations=8" in drawn
    assert "━" in drawn
    assert "36 of 36 matches, about 0 s left" in drawn


def test_what_failed_is_counted_and_a_broken_match_is_no_result() -> None:
    live, forfeit = LiveTally(), Forfeit(1, "time", "no answer")
    live.add(MatchResult(0, 0, 0, "deal", (0, 1), (), (), 9, fault="the board broke"))
    assert (live.failures, live.mean(0)) == (1, None)
    live.add(MatchResult(0, 0, 1, "deal", (0, 1), (1, -1), (1, 2), 9, (forfeit,)))

    assert (live.matches, live.failures, live.mean(0)) == (2, 2, 1.0)


def test_a_second_ctrl_c_is_explained_after_the_first(make: Make) -> None:
    drawn = io.StringIO()
    Console(file=drawn, width=80).print(drawing(Runner(make()), StopRequest(finish=True)))

    assert "Ctrl-C again stops at once" in drawn.getvalue()


@pytest.mark.parametrize(
    ("given", "line"),
    [
        pytest.param({}, "1 of 36 matches, about", id="a number that is known"),
        pytest.param(
            {"schedule": "test", "bots": ["uniform", "greedy"], "games": ["maori"], "blocks": 500},
            "1 of up to 1,000 matches, about",
            id="a test may stop before",
        ),
    ],
)
def test_progress_is_a_line(make: Make, given: dict[str, object], line: str) -> None:
    store = make(**given)
    run(store, stop_after=1)
    runner = Runner(store)
    for contest in runner.contests.values():
        contest.mean = 1.0

    assert line.replace("1 of", f"{runner.played} of", 1) in progress_line(runner)


@pytest.mark.parametrize(
    ("mean", "text"),
    [
        pytest.param(0.5, "about 9 s left", id="seconds"),
        pytest.param(10.0, "about 3 min 00 s left", id="minutes"),
        pytest.param(1000.0, "about 5 h 00 min left", id="hours"),
    ],
)
def test_time_left_is_that_of_all_workers_together(make: Make, mean: float, text: str) -> None:
    """36 matches, by two workers."""
    runner = Runner(make())
    runner.run(InThisProcess(), request=StopRequest(finish=True))
    for contest in runner.contests.values():
        contest.mean = mean

    assert text in progress_line(runner)


def test_where_nothing_can_be_redrawn_a_line_comes_now_and_then(
    make: Make, capsys: pytest.CaptureFixture[str]
) -> None:
    runner = Runner(make())
    later, at_once = (from_time_to_time(print_lines, 60.0, due) for due in (inf, 0.0))
    later(runner)
    assert capsys.readouterr().err == ""

    at_once(runner)
    at_once(runner)
    assert capsys.readouterr().err == "0 of 36 matches\n"


@pytest.mark.parametrize(
    ("seconds", "matches"),
    [
        pytest.param(0.0, 1, id="not known yet"),
        pytest.param(30.0, 1, id="long matches go out one by one"),
        pytest.param(0.01, 10, id="short ones together"),
        pytest.param(1e-6, 256, id="256 at most"),
    ],
)
def test_short_matches_go_out_together(make: Make, seconds: float, matches: int) -> None:
    contest: ContestProgress = Runner(make()).contests[0]
    contest.mean = seconds

    assert contest.batch_size() == matches


def test_the_first_match_of_several_which_warms_its_process_up_says_nothing(make: Make) -> None:
    contest: ContestProgress = Runner(make()).contests[0]
    contest.add_time(1.0)
    contest.add_time(0.01)

    assert contest.batch_size() == 10


def test_the_ratio_of_a_test_stands_between_its_bounds(make: Make) -> None:
    """One win of a block at 0.55 to ½ is ln 1.1; the bounds are ln 19."""
    bots = ["search:simulations=50", "falling"]
    store = make(games=["tic_tac_toe"], bots=bots, schedule="test", blocks=2)
    drawn = screen(Runner(store), StopRequest())
    (line,) = lines_of_tests(Runner(store))

    assert line == (
        "test, tic_tac_toe/2: +0.19 after 2 blocks, no better at -2.94, better at +2.94"
    )
    assert "+0.19 after 2 blocks" in drawn


def test_several_tests_have_one_over_all_games(played: Make) -> None:
    bots = ["search:simulations=8", "uniform"]
    store = played(games=["tic_tac_toe", "leduc"], bots=bots, schedule="test", blocks=1)
    found = lines_of_tests(Runner(store))

    assert [line.partition(":")[0] for line in found] == [
        "test, tic_tac_toe/2",
        "test, leduc/2",
        "test, all games",
    ]
    assert "after 2 blocks" in found[-1]


def test_a_bot_that_does_not_repeat_is_marked_while_it_plays(make: Make) -> None:
    bots = ["search:seconds=0.001", "uniform"]
    drawn = screen(Runner(make(games=["tic_tac_toe"], bots=bots, blocks=1)), StopRequest())

    assert "search:seconds=0.001 *" in drawn
    assert "uniform *" not in drawn
