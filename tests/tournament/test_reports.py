"""One report, shown by the terminal and by the page."""

import io
import re
import shlex
import sys
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from html import unescape
from importlib.metadata import version
from pathlib import Path

import pytest
from msgspec.structs import replace

from parlour_tournament.analysis.analysis import analyse
from parlour_tournament.analysis.report_model import ContestReport
from parlour_tournament.commands.printing import print_report
from parlour_tournament.plan import Entrant
from parlour_tournament.playing.store import Store
from parlour_tournament.playing.workers import play_batch
from parlour_tournament.report import tables
from parlour_tournament.report.report_html import report_as_html, served_report
from parlour_tournament.report.report_site import report_routes
from parlour_tournament.report.report_text import conditions, report_as_text, size
from parlour_tournament.schedules import schedule_of
from parlour_tournament.schedules.blocks import Block, planned_matches
from parlour_tournament.schedules.sequential import duel
from tests.tournament.conftest import LOADER, Make, cells, lines, run
from tests.web.served import served


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
        cooperative=False,
        reference="uniform",
        standings=(),
        pairs=(),
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


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_terminal_and_page_show_the_same_figures(played: Make, seed: str) -> None:
    store = played(games=["leduc"], blocks=3, seed=seed)
    report = analyse(store)
    page = report_as_html(store, report, "x").replace("\N{MINUS SIGN}", "-")
    shown_in_page = {unescape(text) for text in re.findall(r"<t[dh][^>]*>([^<]+)</t[dh]>", page)}
    (median,) = re.findall(r"median ([\d.]+)", lines(report))

    assert f"half of the matches are over after {median}." in page
    # Cells without a text stand in the terminal alone, where nothing can be drawn.
    assert {cell for cell in cells(report) if cell} <= shown_in_page
    assert all(line in unescape(page) for line in conditions(report))
    for bot in report.contests[0].standings:
        assert bot.elo is not None
        assert bot.result is not None
        shown = ["reference" if bot.reference else tables.elo(bot.elo), tables.ranks(bot)]
        shown += [tables.share(bot.result.value), tables.interval(bot.result)]
        assert set(shown) <= set(cells(report))


def test_contests_of_one_game_are_no_further_games(played: Make) -> None:
    store = played(games=["leduc"], blocks=1)
    report = analyse(store)
    twice = replace(report, contests=(*report.contests, *report.contests))

    assert size(report).endswith("in 1 game.")
    assert size(twice).endswith("in 2 contests of 1 game.")


def test_each_table_says_whether_its_intervals_hold_together(played: Make) -> None:
    store = played(games=["leduc"], blocks=1)
    report = analyse(store)
    page = report_as_html(store, report, "x")
    noted = [part for part in report_as_text(report) if not isinstance(part, str)]

    assert all(
        bool(one.note) == any(cell.figure for row in one.rows for cell in row) for one in noted
    )
    assert "Standings: intervals hold one by one, statements of order together" in lines(report)
    assert "Intervals hold one by one, statements of order together." in page


def test_the_same_bot_twice_differs_by_nothing_certain(played: Make) -> None:
    """Four blocks of Leduc: neither has a rating without an interval."""
    bots = [{"name": "old", "bot": "uniform"}, {"name": "new", "bot": "uniform"}]
    store = played(games=["leduc"], bots=bots, blocks=4, seed=7)
    (contest,) = analyse(store).contests
    references = [bot.name for bot in contest.standings if bot.reference]
    (other,) = (bot for bot in contest.standings if not bot.reference)

    assert references == [contest.reference]
    assert other.elo is not None
    assert other.elo.low < -50 < 50 < other.elo.high
    assert [(bot.rank_low, bot.rank_high) for bot in contest.standings] == [(1, 2), (1, 2)]
    assert "fixed" not in " ".join(cells(analyse(store)))


def test_results_that_do_not_repeat_are_marked_wherever_the_bot_stands(played: Make) -> None:
    store = played(games=["tic_tac_toe"], bots=["search:seconds=0.001", "uniform"], blocks=1)
    report = analyse(store)
    page = report_as_html(store, report, "x")
    names = [cell for cell in cells(report) if cell.startswith("search")]

    assert report.unrepeatable == {"search:seconds=0.001": "its budget is in seconds"}
    assert set(names) == {"search:s=0.001 *"}
    assert "search:seconds=0.001 *: its budget is in seconds" in lines(report)
    assert "search:seconds=0.001 *: its budget is in seconds" in page


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        pytest.param("uniform", "", id="no budget"),
        pytest.param("search:simulations=50", "", id="simulations"),
        pytest.param("ahead:rollouts=50", "", id="rollouts"),
        pytest.param("ahead", "its budget is in seconds", id="one second of rollouts unless told"),
        pytest.param("search", "its budget is in seconds", id="one second unless told"),
        pytest.param("regret", "its budget is in seconds", id="one second of learning unless told"),
        pytest.param("regret:rounds=9", "", id="rounds of learning"),
        pytest.param("search:seconds=0.5", "its budget is in seconds", id="seconds"),
        pytest.param(
            "search:simulations=50,seconds=2", "its budget is in seconds", id="whichever is first"
        ),
        pytest.param("exec:python3 bot.py", "it runs outside Parlour", id="outside"),
        pytest.param("search:simulations=50,seconds=0", "", id="no limit of seconds"),
    ],
)
def test_a_bot_says_why_its_results_do_not_repeat(spec: str, why: str) -> None:
    assert Entrant(spec, spec).why_not_repeatable == why


def test_a_page_allows_its_own_script_and_no_other(played: Make) -> None:
    store = played(games=["tic_tac_toe"], blocks=1)
    page = report_as_html(store, analyse(store), "x")
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', page)

    assert f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'")


def test_a_report_says_when_by_which_release_and_by_which_plan(played: Make) -> None:
    store = played(games=["tic_tac_toe"], blocks=1, clock={"move": 5})
    report = analyse(store)
    text = lines(report)

    assert "Plan: round-robin, seed small, 1 block of each group" in text
    assert "Clock: start 10 s, move 5 s, reserve 60 s." in text
    assert f"Reported by Parlour {version('parlour')}." in text
    assert re.search(r"Played from 20\d\d-\d\d-\d\dT\S+ to 20\d\d-", text)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        pytest.param({"restart": False}, "could remember what a block deals", id="one process"),
        pytest.param({"limit": 40}, "adjudicated after 40 moves and outcomes (tie)", id="limit"),
        pytest.param(
            {"schedule": "swiss", "rounds": 2}, "Plan: swiss, seed small, 2 rounds", id="swiss"
        ),
    ],
)
def test_a_report_says_by_which_options(make: Make, given: dict[str, object], text: str) -> None:
    assert text in lines(analyse(make(games=["tic_tac_toe"], blocks=1, **given)))


def test_matches_of_one_length_are_shown_by_one(played: Make) -> None:
    (contest,) = analyse(played(games=["tic_tac_toe"], blocks=1, limit=3)).contests

    assert [match.why for match in contest.worth_seeing] == ["the shortest"]


def test_a_report_marks_bots_that_never_met(played: Make) -> None:
    """A round of a Swiss tournament of four: two of the six pairs meet."""
    bots = [{"name": name, "bot": "uniform"} for name in "abcd"]
    store = played(games=["tic_tac_toe"], bots=bots, schedule="swiss", rounds=1)
    report = analyse(store)
    page = report_as_html(store, report, "x")

    # Both tables of pairs in the text; in the page the matrix too, from both sides.
    assert cells(report).count(tables.NEVER_MET) == 2 * 4
    assert page.count(tables.NEVER_MET) == 2 * 4 + 2 * 4
    assert store.tournament.plan.pairs_by_results


def test_a_game_with_one_result_for_all_is_reported_by_mean_points(
    make: Make, tmp_path: Path
) -> None:
    """Maori as if its seats won together: greedy makes more points in every deal."""
    given = make(games=["maori"], bots=["uniform", "greedy"], blocks=3).tournament
    together = replace(given, roster=replace(given.roster, sides=((0, 0),)))
    with Store.create_file(tmp_path / "together.tournament", together) as store:
        run(store)
        report = analyse(store)
        page = report_as_html(store, report, "x")
    (contest,) = report.contests
    best, worst = contest.standings

    assert (contest.cooperative, contest.reference, contest.by_seat) == (True, "", ())
    assert [bot.name for bot in contest.standings] == ["greedy", "uniform"]
    assert (best.elo, best.result) == (None, None)
    assert best.mean_points is not None
    assert worst.mean_points is not None
    assert best.mean_points.value == pytest.approx(best.points)
    assert best.mean_points.low > worst.mean_points.value
    assert [row.name for row in report.overall] == ["greedy", "uniform"]
    assert report.overall[0].score.value == 1.0
    assert f"{best.mean_points.value:.2f}" in cells(report)
    assert "mean points" in page


def test_all_games_of_a_test_are_pooled(played: Make) -> None:
    bots = ["search:simulations=8", "uniform"]
    store = played(games=["tic_tac_toe", "leduc"], bots=bots, schedule="test", blocks=10)
    report = analyse(store)
    tests = [contest.test for contest in report.contests if contest.test is not None]

    assert report.pooled is not None
    assert report.pooled.ratio == pytest.approx(sum(test.ratio for test in tests))
    assert report.pooled.blocks == sum(test.blocks for test in tests)
    assert "Test over all games of search:simulations=8 against uniform: " in lines(report)


def round_of_three(make: Make, last: Callable[[int], int]) -> Store:
    """Return 14 blocks in which a beats b and b beats c; ``last`` wins a block of a and c."""
    store = make(
        games=["tic_tac_toe"], bots=[{"name": n, "bot": "uniform"} for n in "abc"], blocks=14
    )
    plan, winners = store.tournament.plan, {(0, 1): 0, (1, 2): 1}
    for block in schedule_of(store.tournament, 0).blocks(lambda _: None):
        assert block is not None
        for match in play_batch(plan, list(planned_matches(plan, [block])), LOADER):
            pair = min(block.lineups[0]), max(block.lineups[0])
            best = winners[pair] if pair in winners else last(block.number)
            places = tuple(1 if who == best else 2 for who in match.result.lineup)
            store.add([replace(match, result=replace(match.result, places=places))])
    return store


def test_no_circle_is_said_if_one_of_the_three_beats_nobody(make: Make) -> None:
    """Of a and c each wins half: that contradicts the fit, and nobody is beaten by it."""
    (contest,) = analyse(round_of_three(make, lambda block: 2 * (block % 2))).contests

    assert contest.poorly_fitted
    assert contest.circles == ()


def test_a_circle_is_said_and_drawn_and_the_course_of_results_too(make: Make) -> None:
    """Each of three bots wins all of 14 blocks against the next."""
    store = round_of_three(make, lambda _: 2)
    report = analyse(store)
    contest = report.contests[0]
    page = report_as_html(store, report, "x")

    assert {frozenset(zip(one, (*one[1:], one[0]), strict=True)) for one in contest.circles} == {
        frozenset({("a", "b"), ("b", "c"), ("c", "a")})
    }
    assert "In a circle: " in lines(report)
    assert page.count('<svg class="circle"') == 1
    assert {name: steps[-1] for name, steps in contest.progress.items()} == dict.fromkeys(
        "abc", 0.5
    )
    assert len(set(map(len, contest.progress.values()))) == 1
    assert any(cell.endswith("!") for cell in cells(report) if "99.9 %" in cell)


def test_people_count_seats_from_one(played: Make) -> None:
    store = played(games=["tic_tac_toe"], blocks=1)
    report = analyse(store)
    page = report_as_html(store, report, "x")

    assert re.search(r"Results by seat: seat 1: .*, seat 2: ", lines(report))
    assert re.findall(r"<th>seat (\d)</th>", page) == ["1", "2"]


def test_a_forfeit_is_reported_by_the_name_of_the_bot(played: Make) -> None:
    store = played(games=["tic_tac_toe"], bots=["falling", "uniform"], blocks=1)

    why = r"falling forfeits \(died\): ZeroDivisionError: it fell \(at failing_bots\.py:\d+\)"
    assert re.search(rf"Match tic_tac_toe/2:0:0, {why}: falling, uniform", lines(analyse(store)))


def test_blocks_after_the_decision_of_a_test_change_nothing(played: Make) -> None:
    """The search wins every block, so that the bound of 9 to 1 is crossed at the eighth."""
    bots = ["search:simulations=200", "cheating"]
    test = {"null": 0.1, "alternative": 0.9, "false_alarms": 0.1, "misses": 0.1}
    store = played(games=["tic_tac_toe"], bots=bots, schedule="test", blocks=12, test=test)
    plan = store.tournament.plan
    later = Block(contest=0, number=11, meeting=11, lineups=duel(0, 1, 2))
    store.add(play_batch(plan, list(planned_matches(plan, [later])), LOADER))
    (found,) = analyse(store).contests

    assert found.test is not None
    assert (found.test.verdict, found.test.blocks) == ("alternative", 8)
    assert store.count() > 2 * 8
    assert found.blocks == 8


@pytest.mark.parametrize(
    ("schedule", "heads"),
    [
        pytest.param("round-robin", ["Bots", "Elo", "Games", "Pairs"], id="two bots"),
        pytest.param("test", ["Bots", "Elo", "LLR", "Games", "Pairs"], id="a test of two"),
    ],
)
def test_two_bots_have_a_block_to_paste(played: Make, schedule: str, heads: list[str]) -> None:
    bots = ["search:simulations=50", "uniform"]
    store = played(games=["tic_tac_toe"], schedule=schedule, bots=bots, blocks=30)
    report = analyse(store)
    contest = report.contests[0]
    pair = contest.pairs[0]
    block = list(tables.pasted(contest))

    assert [line.split("|")[0].strip() for line in block] == heads
    assert block[0].endswith("search:simulations=50 against uniform")
    assert f"likely better {tables.percent(pair.superiority)}" in block[1]
    assert block[-2].endswith(f"{pair.meetings}: W {pair.wins} L {pair.losses} D {pair.ties}")
    if contest.test is not None:
        assert f"{contest.test.ratio:+.2f} (-2.94 to +2.94) [+0, +34.9]" in block[2]
    assert all(line in lines(report) for line in block)
    assert "\n".join(block) in unescape(report_as_html(store, report, "x"))


def test_a_brief_report_has_a_line_for_each_bot(played: Make) -> None:
    report = analyse(played(games=["tic_tac_toe"], blocks=1))
    shown = [
        part for part in report_as_text(report, brief=True) if isinstance(part, tables.ReportTable)
    ]

    assert [table.title for table in shown] == ["Standings"]
    assert len(shown[0].rows) == len(report.bots)


class Terminal(io.StringIO):
    """A stream that calls itself a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_table_that_is_wider_than_the_screen_is_not_cut(
    played: Make, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    report = analyse(played(games=["leduc"], blocks=1))
    monkeypatch.setenv("COLUMNS", "30")
    print_report(report, plain=False)
    words = capsys.readouterr().out.split()

    assert {word for cell in cells(report) for word in cell.split()} <= set(words)


def test_sentences_are_folded_between_words_and_commands_stay_whole(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, terminal = make(), Terminal()
    run(store)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(sys, "stdout", terminal)
    print_report(analyse(store), plain=True)
    lines = terminal.getvalue().splitlines()

    first = lines.index(next(line for line in lines if line.startswith("Plan: ")))
    assert all(len(line) <= 40 for line in lines[first:])
    whole = "Plan: round-robin, seed small, 3 blocks of each group, a bot that forfeits is last."
    assert whole in " ".join(lines[first:])
    commands = [line for line in lines if line.startswith("  parlour tournament replay")]
    assert commands
    assert all(re.search(r":\d+:\d+$", line) for line in commands)


def test_each_match_of_a_served_report_opens_at_a_table(played: Make, tmp_path: Path) -> None:
    store = played(games=["leduc"], blocks=2, seed="a")
    with served(
        tmp_path / "tables", pages=lambda tables: report_routes([store.path], tables)
    ) as server:
        status, headers, page = server.http("GET", "/")
        addresses = set(re.findall(r'href="(/matches/[^"]*)"', page.decode()))
        opened = [server.http("GET", address) for address in addresses]
        tables = [server.http("GET", one[1]["location"])[0] for one in opened]
        missing = server.http("GET", "/matches/0/9999/0")
        with server.page(opened[0][1]["location"].removeprefix("/t/")) as sight:
            sight.next("view")

    results = [*store.results()]
    assert status == 200
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert addresses == {"/matches/{}/{}/{}".format(*one.key) for one in results}
    assert tables == [200] * len(results)
    assert (missing[0], b"has been played" in missing[2]) == (404, True)


def test_a_served_report_shows_nobody_what_bots_wrote(played: Make, tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "starters" / "python" / "bot.py").read_text("utf-8")
    path = tmp_path / "bot.py"
    path.write_text(text.replace("import sys\n", "import sys\nsys.stderr.write('a secret')\n", 1))
    bot = {"name": "telling", "bot": f"exec:{shlex.join([sys.executable, str(path)])}"}
    store = played(games=["leduc"], blocks=2, bots=[bot, "uniform"])
    LOADER.dismiss_bots()
    report = analyse(store)

    assert "a secret" in report_as_html(store, report, "Tournament")
    assert "a secret" not in served_report(store, report, "Tournament")
