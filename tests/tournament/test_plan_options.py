"""Options of a plan that change how a match is played: processes that last, limits, increments."""

import shlex
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
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
from parlour_tournament.plan.settings import Agreement
from parlour_tournament.playing.match import AgreementTracker
from parlour_tournament.playing.store import Store
from parlour_tournament.report.report_text import conditions
from parlour_tournament.report.tables import remarks
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


@pytest.mark.parametrize(
    ("bots", "agree", "places", "answers"),
    [
        pytest.param(["winning", "losing"], {"wins": 3}, {(1, 2), (2, 1)}, 6, id="one resigns"),
        pytest.param(["level", "level-2"], {"ties": 2}, {(1, 1)}, 4, id="a draw"),
        pytest.param(["level", "level-2"], {"wins": 2}, None, 0, id="draws are played on"),
        pytest.param(["winning", "losing"], {"ties": 2}, None, 0, id="wins are played on"),
        pytest.param(["winning", "losing"], {}, None, 0, id="off"),
        pytest.param(["winning", "level"], {"wins": 2, "ties": 2}, None, 0, id="no agreement"),
        pytest.param(["losing", "uniform"], {"wins": 2}, None, 0, id="one does not say"),
        pytest.param(["losing", "boasting"], {"wins": 2}, None, 0, id="no number up to 1"),
    ],
)
def test_bots_that_agree_on_the_result_end_a_match(
    played: Make,
    bots: list[str],
    agree: dict[str, int],
    places: set[tuple[int, ...]] | None,
    answers: int,
) -> None:
    """After so many answers of each: two seats take turns, move by move, and chance moves not."""
    named = [{"bot": name.partition("-")[0], "name": name} for name in bots]
    store = played(games=["connect_four"], bots=named, blocks=1, agree=agree)
    results = list(store.results())

    assert all(one.adjudicated == (places is not None) for one in results)
    assert all(b'{"over"' in store.record(one.key) for one in results) == (places is None)
    if places is not None:
        assert {(one.scores, one.length) for one in results} == {((0, 0), answers)}
        assert {one.places for one in results} == places
        assert all(replay_match(store, one.key, LOADER).differs_at is None for one in results)
        assert "2 of 2 matches were broken off" in [
            remark.text for remark in remarks(analyse(store).contests[0])
        ]


@pytest.mark.parametrize(
    ("told", "found"),
    [
        pytest.param([1.0, 0.5, 0.0], (1, 2, 3), id="all places"),
        pytest.param([0.01, 0.76, 0.74], (3, 1, 1), id="two share the first place"),
        pytest.param([1.0, 0.3, 0.2], (), id="first is clear, the others are not"),
        pytest.param([0.9, 0.9, 0.9], (), id="all cannot win"),
    ],
)
def test_three_bots_agree_on_all_places(told: list[float], found: tuple[int, ...]) -> None:
    """A bot of three beats a half of the others for each; two that tie have (1 + ½) / 2."""
    tracker = AgreementTracker(
        Agreement(wins=2, ties=2), LOADER.game("maori").match(seats=3, seed=1)
    )
    rounds = [[tracker.after(seat, one) for seat, one in enumerate(told)] for _ in range(2)]

    assert rounds == [[(), (), ()], [(), (), found]]


def test_a_side_without_others_agrees_on_nothing() -> None:
    game = replace(LOADER.game("tic_tac_toe"), objective="shared")
    tracker = AgreementTracker(Agreement(wins=1, ties=1), game.match(seed=1))

    assert [tracker.after(seat, 0.0) for seat in (0, 1)] == [(), ()]


def test_a_bot_outside_says_what_it_expects(played: Make, tmp_path: Path) -> None:
    text, line = STARTER.read_text("utf-8"), '"type": "move",'
    assert line in text
    path = tmp_path / "sure.py"
    path.write_text(text.replace(line, f'{line} "expects": 1.0,'), "utf-8")
    bot = {"name": "sure", "bot": f"exec:{shlex.join([sys.executable, str(path)])}"}
    store = played(games=["connect_four"], bots=[bot, "losing"], blocks=1, agree={"wins": 1})

    assert [(one.length, one.adjudicated) for one in store.results()] == [(2, True)] * 2


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
        pytest.param({"agree": {"wins": -1}}, "agree.wins: ", id="agreement"),
        pytest.param({"agree": {"margin": 0.5}}, "agree.margin: ", id="margin"),
        pytest.param({"agree": {"moves": 3}}, "expected wins, ties or margin, got", id="no field"),
        pytest.param({"adjudicate": "coin"}, "expected tie or heuristic, got 'coin'", id="how"),
        pytest.param({"forfeits": "first"}, "expected last or played_on, got", id="forfeits"),
        pytest.param({"dealer": 3}, "dealer: expected 1 or 2, got 3", id="dealer"),
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
