"""Options of a plan that change how a match is played: processes that last, limits, increments."""

import shlex
import sys
from collections import Counter
from pathlib import Path
from statistics import mean
from typing import Any

import msgspec
import pytest

import parlour
from parlour.match.record import parse
from parlour.match.replay import replayed
from parlour.players.time_control import Clock, TimeControl
from parlour.rules.errors import SetupError
from parlour_tournament.analysis.analysis import analyse
from parlour_tournament.plan.plan_file import parse_plan
from parlour_tournament.playing.store import Store
from parlour_tournament.report import tables
from parlour_tournament.report.report_text import conditions
from parlour_tournament.report.tables import Labels
from parlour_tournament.running import replay_match
from tests.tournament.conftest import LOADER, SMALL, Make, run

STARTER = Path(__file__).parents[2] / "starters" / "python" / "bot.py"


def telling(folder: Path, dies_in: int = 0) -> dict[str, str]:
    """Return a bot that writes its process and the number of its match, and may die in one."""
    text = STARTER.read_text("utf-8")
    line = 'elif kind == "match":\n'
    assert line in text
    more = (
        "            count = globals()['count'] = globals().get('count', 0) + 1\n"
        "            import os\n"
        "            sys.stderr.write(f'{os.getpid()} {count}\\n'); sys.stderr.flush()\n"
        f"            if count == {dies_in}: sys.exit(1)\n"
    )
    path = folder / "telling.py"
    path.write_text(text.replace(line, line + more), "utf-8")
    command = shlex.join([sys.executable, str(path)])
    return {"name": "telling", "bot": f"exec:{command}"}


def wrote(store: Store) -> list[list[str]]:
    """Return what the bot wrote in each match, split into words."""
    return [errors[0].text.split() for _, errors in store.errors()]


@pytest.mark.parametrize("restart", [True, False])
def test_a_bot_outside_starts_anew_or_plays_many_matches(
    played: Make, tmp_path: Path, *, restart: bool
) -> None:
    bots = [telling(tmp_path), "uniform"]
    store = played(games=["leduc"], bots=bots, blocks=2, restart=restart)
    LOADER.dismiss_bots()
    words = wrote(store)

    assert [result.forfeits for result in store.results()] == [()] * 4
    assert len({process for process, _ in words}) == (4 if restart else 1)
    assert sorted(int(count) for _, count in words) == ([1] * 4 if restart else [1, 2, 3, 4])


def test_both_ways_come_to_the_same(make: Make, tmp_path: Path) -> None:
    bots = [telling(tmp_path), "uniform"]
    given: dict[str, Any] = {"games": ["leduc"], "bots": bots, "blocks": 2, "bot_seed": "b"}
    one, many = make("one", **given), make("many", restart=False, **given)
    run(one)
    run(many)
    LOADER.dismiss_bots()

    assert list(one.results()) == list(many.results())


def test_a_process_that_fails_is_replaced(played: Make, tmp_path: Path) -> None:
    bots = [telling(tmp_path, dies_in=3), "uniform"]
    store = played(games=["leduc"], bots=bots, blocks=3, restart=False)
    LOADER.dismiss_bots()

    assert sorted(len(result.forfeits) for result in store.results()) == [0, 0, 0, 0, 1, 1]
    assert len({process for process, *_ in wrote(store)}) == 2


@pytest.mark.parametrize(
    ("given", "places"),
    [
        pytest.param({"limit": 60}, {(1, 1)}, id="a tie"),
        pytest.param(
            {"limit": 60, "adjudicate": "heuristic"}, {(1, 2), (2, 1)}, id="by the heuristic"
        ),
    ],
)
def test_a_match_is_broken_off_at_its_limit(
    played: Make, given: dict[str, Any], places: set[tuple[int, ...]]
) -> None:
    store = played(games=["maori"], bots=["uniform", "greedy"], blocks=2, **given)
    results = list(store.results())

    assert {(one.adjudicated, one.scores, 60 <= one.length < 80) for one in results} == {
        (True, (0, 0), True)
    }
    assert {one.places for one in results} <= places
    assert all(b'{"over"' not in store.record(one.key) for one in results)


def test_figures_that_bots_tell_stand_in_the_report_as_means(played: Make, tmp_path: Path) -> None:
    """The bot outside tells 2, 4, 6 … of its answers in each match; ``uniform`` tells nothing."""
    text = STARTER.read_text("utf-8")
    line = '"type": "move",'
    assert line in text
    path = tmp_path / "sure.py"
    path.write_text(text.replace(line, f'{line} "info": {{"depth": 2 * message["id"]}},'), "utf-8")
    outside = {"name": "sure", "bot": f"exec:{shlex.join([sys.executable, str(path)])}"}
    bots = [outside, "search:simulations=8", "uniform"]
    store = played(games=["tic_tac_toe"], bots=bots, blocks=1)
    LOADER.dismiss_bots()
    report = analyse(store)
    (contest,) = report.contests
    info = {bot.name: bot.info for bot in contest.standings}
    table = tables.told(contest, Labels(report))
    figures = [
        (2 * asked)
        for result, timing in zip(store.results(), store.timings(), strict=True)
        for seat, who in enumerate(result.lineup)
        if who == 0
        for asked in range(1, timing.thinking[seat].answers + 1)
    ]

    assert info["uniform"] == {}
    assert info["sure"] == {"depth": pytest.approx(mean(figures))}
    assert set(info["search:simulations=8"]) == {"simulations", "value"}
    assert table.heads == ("bot", "depth", "simulations", "value")
    assert {row[0]: row[1:] for row in table.texts()}["uniform"] == ("", "", "")


@pytest.mark.parametrize(
    "info",
    [
        pytest.param('{"depth": "deep"}', id="a text"),
        pytest.param('{"<b>": 1}', id="a name that is none"),
        pytest.param(str({f"n{number}": 1 for number in range(9)}).replace("'", '"'), id="nine"),
    ],
)
def test_figures_of_another_form_are_no_answer(make: Make, tmp_path: Path, info: str) -> None:
    path = tmp_path / "odd.py"
    text = STARTER.read_text("utf-8").replace('"type": "move",', f'"type": "move", "info": {info},')
    path.write_text(text, "utf-8")
    outside = {"name": "odd", "bot": f"exec:{shlex.join([sys.executable, str(path)])}"}
    store = make(games=["tic_tac_toe"], bots=[outside, "uniform"], blocks=1)
    run(store)
    LOADER.dismiss_bots()

    assert all(result.forfeits for result in store.results())


def test_a_new_tournament_has_a_limit_and_an_old_file_has_none(make: Make) -> None:
    plan = make().tournament.plan
    fields = msgspec.to_builtins(plan)
    old = msgspec.convert({name: fields[name] for name in fields if name != "limit"}, type(plan))

    assert (plan.limit, old.limit) == (10_000, 0)


def test_a_match_that_ends_before_its_limit_is_not_adjudicated(played: Make) -> None:
    store = played(games=["tic_tac_toe"], bots=["uniform", "rude"], blocks=2, limit=9)

    assert not any(one.adjudicated for one in store.results())


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        pytest.param({"limit": -1}, "limit: expected a number of moves and outcomes", id="limit"),
        pytest.param({"adjudicate": "coin"}, "expected tie or heuristic, got 'coin'", id="how"),
        pytest.param({"forfeits": "played_on"}, "expected last, or nothing, got", id="forfeits"),
        pytest.param({"dealer": 1}, "dealer: expected 2, or nothing, got 1", id="dealer"),
        pytest.param({"clock": {"increment": -1}}, "expected times of 0 s or more", id="increment"),
    ],
)
def test_a_wrong_option_is_refused(given: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        parse_plan(SMALL | given, "the plan", LOADER)


def test_a_bot_has_a_clock_of_its_own(played: Make, tmp_path: Path) -> None:
    """One of two equal bots has no time, and forfeits every match."""
    hurried = telling(tmp_path) | {"name": "hurried", "clock": {"move": 0.0, "reserve": 0.0}}
    bots = [telling(tmp_path), hurried]
    store = played(games=["tic_tac_toe"], bots=bots, blocks=1)
    report = analyse(store)
    late = {bot.name: bot.time_losses for bot in report.contests[0].standings}

    assert late == {"telling": 0, "hurried": 2}
    assert "Clock of hurried: start 10 s." in list(conditions(report))


def test_the_reserve_gains_the_increment_with_each_answer() -> None:
    times = iter([0.0, 3.0, 10.0, 10.5, 20.0, 26.0])
    clock = Clock(TimeControl(move=1, reserve=5, increment=2), lambda: next(times))
    left = []
    for _ in range(3):
        clock.start_move()
        clock.stop()
        left.append(clock.reserve)

    # 3 s use up 1 s and 2 s of 5; then 0.5 s use none of the reserve; 6 s use up 5 s of 7.
    assert left == [5.0, 7.0, 4.0]


@pytest.mark.parametrize(
    ("schedule", "pairs"),
    [pytest.param("round-robin", 3, id="round robin"), pytest.param("gauntlet", 2, id="gauntlet")],
)
def test_all_groups_play_shared_deals(make: Make, schedule: str, pairs: int) -> None:
    store = make(games=["leduc"], schedule=schedule, deals="shared")
    run(store, stop_after=1)
    with Store.open_file(store.path) as again:
        assert run(again)
        results = list(again.results())
        (contest,) = analyse(again).contests
        keys = [result.key for result in results]
        same = [replay_match(again, key, LOADER).differs_at for key in (keys[1], keys[-1])]

    assert {one.block: one.deal for one in results}.keys() == {0, 1, 2}
    assert len({one.deal for one in results}) == 3
    assert Counter(one.block for one in results) == dict.fromkeys(range(3), 2 * pairs)
    assert len({(one.deal, one.lineup) for one in results}) == len(results)
    assert (contest.blocks, contest.incomplete) == (3, 0)
    assert same == [None, None]


def test_deals_are_shared_where_groups_are_planned() -> None:
    with pytest.raises(SetupError, match="deals: expected own in a swiss, got shared"):
        parse_plan(SMALL | {"schedule": "swiss", "deals": "shared"}, "the plan", LOADER)


# Openings: matches of a block begin with the answers of a record that was broken off


LINE = parlour.load("leduc").match(seed=1).position()


def record(folder: Path, name: str, game: str, moves: int, **options: Any) -> str:
    """Write the record of a match that stops after some moves, the first legal ones."""
    match = parlour.load(game).match(seed=name, **options)
    for _ in range(moves):
        if not match.is_over:
            match.play(match.moves()[0])
    path = folder / f"{name}.jsonl"
    path.write_bytes(match.record())
    return str(path)


def test_blocks_begin_with_the_openings_in_turn(played: Make, tmp_path: Path) -> None:
    folder = tmp_path / "openings"
    folder.mkdir()
    two = [record(folder, name, "leduc", moves) for name, moves in (("a", 1), ("b", 2))]
    begun = [Path(path).read_bytes().splitlines()[1:] for path in two]
    other = record(tmp_path, "c", "tic_tac_toe", 2)
    store = played(blocks=3, openings=[str(folder), other])
    for result in store.results(1):
        lines = store.record(result.key).splitlines()
        meeting = result.opening
        assert meeting is not None

        assert lines[1 : 1 + len(begun[meeting])] == begun[meeting]
        assert replayed(LOADER.game("leduc"), parse(store.record(result.key), "it"), "it").is_over
    pairs: dict[tuple[int, ...], list[int | None]] = {}
    for result in store.results(1):
        pairs.setdefault(tuple(sorted(result.lineup)), []).append(result.opening)

    # Three pairs of three blocks of two matches: openings a, b and a again.
    assert pairs == {pair: [0, 0, 1, 1, 0, 0] for pair in ((0, 1), (0, 2), (1, 2))}
    assert {result.opening for result in store.results(0)} == {2}
    key = (1, 4, 1)
    assert replay_match(store, key, LOADER).differs_at is None


@pytest.mark.parametrize(
    ("game", "moves", "options", "reason"),
    [
        pytest.param("leduc", 1, {"state": LINE}, "first state, got a position", id="position"),
        pytest.param("leduc", 99, {}, "got one that is over", id="over"),
        pytest.param("tic_tac_toe", 0, {}, "got one without any answer", id="nothing"),
        pytest.param("connect_four", 2, {}, "expected the game, seats and options", id="other"),
        pytest.param("leduc", 1, {}, "tic_tac_toe/2: expected an opening", id="none for one"),
    ],
)
def test_what_is_no_opening_is_refused(
    tmp_path: Path, game: str, moves: int, options: dict[str, Any], reason: str
) -> None:
    path = record(tmp_path, "it", game, moves, **options)

    with pytest.raises(SetupError, match=reason):
        parse_plan(SMALL | {"openings": [path]}, "the plan", LOADER)
