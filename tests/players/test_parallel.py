"""Search by several processes: what each has found is put together, and none is left behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from parlour_sample import tic_tac_toe

from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.players.included import make_bot, why_not_repeatable
from parlour.players.search.bot import Search
from parlour.players.search.budget import Settings
from parlour.players.search.thinker import SearchBudget, Thinker
from parlour.players.search.workers import SearchQuestion, make_worker
from parlour.players.tree.tallies import RootTally
from parlour.plugins.catalog import Catalog
from parlour.rules.errors import SetupError
from tests.games import CONNECT_FOUR, LEDUC, MAORI, TIC_TAC_TOE
from tests.players.decisions import decision_of, first_decision
from tests.processes import running

SCRIPT = """
from random import Random

from parlour.players.included import make_bot
from parlour_maori.plugin import parlour_games

print("once")
game = next(iter(parlour_games()))
bot = make_bot("search:simulations=40,workers=2", game, Random(1))
match = game.match(seats=2, seed=1)
bot.choose(match.ask(match.awaited.seats[0]))
print(bot.simulations)
"""
"""A program that is not guarded by its name, and that closes nothing."""

listed = pytest.mark.skipif(sys.platform != "linux", reason="processes are listed in /proc")


@pytest.fixture
def searching() -> Iterator[Callable[..., Search]]:
    """Make bots, which are closed at last."""
    bots: list[Search] = []

    def make(game: Game, **settings: Any) -> Search:
        bots.append(Search(game, Random(1), Settings(**settings)))
        return bots[-1]

    yield make
    for bot in bots:
        bot.close()


def test_another_process_finds_what_this_one_finds() -> None:
    """The question alone decides, and not the process that answers it."""
    _, decision = first_decision(CONNECT_FOUR)
    question = SearchQuestion(
        decision=decision, baseline=(), until=inf, with_results=True, simulations=100, seed=7
    )
    one, other = (make_worker(CONNECT_FOUR, "heuristic")(question) for _ in range(2))

    assert one.tally == other.tally
    assert one.tally.visits == 100
    assert sum(mean.count for mean in one.results.values()) == 100
    assert make_worker(CONNECT_FOUR, "heuristic")(
        SearchQuestion(decision=decision, baseline=(), until=-inf, with_results=True)
    ).tally == RootTally(0, ())


def follow(game: Game, state: Any, moves: int) -> tuple[Any, Decision]:
    """Return the state and the decision after the first of the legal moves, so many times."""
    rules = game.rules
    for _ in range(moves):
        seat = rules.awaited(state).seats[0]
        state = rules.play(state, seat, rules.moves(state, seat)[0])
    return state, decision_of(game, state)


@pytest.mark.parametrize(("fresh", "kept"), [(False, True), (True, False)])
def test_a_process_keeps_its_tree_until_it_is_told_to_forget(*, fresh: bool, kept: bool) -> None:
    state, decision = first_decision(CONNECT_FOUR)
    _, later = follow(CONNECT_FOUR, state, 2)
    question = SearchQuestion(
        decision=decision, baseline=(), until=inf, with_results=False, simulations=300
    )
    answer = make_worker(CONNECT_FOUR, "heuristic")
    answer(question)
    visits = answer(replace(question, decision=later, fresh=fresh)).tally.visits

    assert (visits > 300) is kept


@pytest.mark.parametrize(
    ("baseline", "kept"), [((3.0, 1.0), True), ((3.0, 2.0), False)], ids=["the last one", "another"]
)
def test_a_tree_is_kept_while_leads_are_measured_against_one_baseline(
    baseline: tuple[float, float], *, kept: bool
) -> None:
    state, decision = first_decision(MAORI)
    _, later = follow(MAORI, state, 1)
    thinker, budget = Thinker(MAORI, Random(1), "heuristic"), SearchBudget(300, inf, 0)
    thinker.search(decision, thinker.take_up(decision, (3.0, 1.0)), budget)
    objective = thinker.take_up(later, baseline)

    assert objective.baseline == baseline
    assert (thinker.search(later, objective, budget).visits > 300) is kept


def replies(bot: Search) -> list[Any]:
    """Return what a bot answers and knows at its first decisions against the first legal move."""
    rules = CONNECT_FOUR.rules
    state, seen = rules.begin(2, None), []
    for _ in range(3):
        move = bot.choose(decision_of(CONNECT_FOUR, state))
        seen.append((move, bot.simulations))
        state = rules.play(state, 0, move)
        state = rules.play(state, 1, rules.moves(state, 1)[0])
    prospects = bot.prospects(decision_of(CONNECT_FOUR, state))
    return [*seen, prospects, bot.simulations]


def test_two_processes_with_a_number_of_simulations_repeat(
    searching: Callable[..., Search],
) -> None:
    first, second = (replies(searching(CONNECT_FOUR, simulations=151, workers=2)) for _ in "ab")

    assert first == second
    assert first[0][1] == 151
    assert first[-1] == 151
    assert sum(prospect.share for prospect in first[-2]) == pytest.approx(1)
    assert why_not_repeatable("search:simulations=151,workers=2") == ""


@listed
def test_a_process_that_is_killed_costs_its_share_and_an_interrupt_nothing(
    searching: Callable[..., Search],
) -> None:
    _, decision = first_decision(CONNECT_FOUR)
    known = running.mine()
    bot, shares = searching(CONNECT_FOUR, simulations=60, workers=2), []
    one = Decision(0, decision.view, decision.moves[:1])
    bot.choose(one)
    assert set(running.mine()) <= set(known)  # those of other tests may end meanwhile
    for number in (None, signal.SIGINT, signal.SIGKILL):
        for process in set(running.mine()) - set(known):
            os.kill(process, number or 0)
        bot.forget()
        assert bot.choose(decision) in decision.moves
        shares.append(bot.simulations)

    assert shares == [60, 60, 30]


@listed
def test_no_process_is_left_when_the_bot_leaves_or_nobody_holds_it() -> None:
    _, decision = first_decision(CONNECT_FOUR)
    for leave in (Search.close, id):
        known = running.mine()
        bot = Search(CONNECT_FOUR, Random(1), Settings(simulations=3, workers=2))
        bot.choose(decision)
        (process,) = set(running.mine()) - set(known)
        leave(bot)
        del bot

        assert not running.runs(process)


def test_opinions_count_the_results_of_all(searching: Callable[..., Search]) -> None:
    """At Leduc a seat that folds has lost its ante, in all simulations."""
    state, _ = first_decision(LEDUC)
    rules = LEDUC.rules
    seat = rules.awaited(state).seats[0]
    state = rules.play(state, seat, LEDUC.move_notation.read("raise"))
    decision = decision_of(LEDUC, state)
    fold = LEDUC.move_notation.read("fold")
    (folded,) = (
        prospect
        for prospect in searching(LEDUC, simulations=300, workers=2).prospects(decision)
        if prospect.move == fold
    )

    assert folded.expected.endswith(f", in all {round(300 * folded.share)} simulations")
    assert folded.value == -1


@pytest.mark.usefixtures("paths_forgotten")
def test_a_game_at_a_path_is_searched_by_all(
    searching: Callable[..., Search], tmp_path: Path
) -> None:
    source = Path(tic_tac_toe.__file__).read_text("utf-8")
    source = source.replace('        rulebook=files("parlour_sample") / "tic_tac_toe.md",\n', "")
    (tmp_path / "local_parallel.py").write_text(source, "utf-8")
    game = Catalog(blocked=()).game(str(tmp_path / "local_parallel.py"))
    _, decision = first_decision(game)
    bot = searching(game, simulations=30, workers=2)
    bot.choose(decision)

    assert type(game.rules).__module__ == "local_parallel"
    assert bot.simulations == 30


def test_a_program_that_is_not_guarded_is_not_run_again(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(SCRIPT, "utf-8")
    done = subprocess.run(  # noqa: S603  this Python
        [sys.executable, program], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stderr, done.stdout) == (0, "", "once\n40\n")


@pytest.mark.parametrize(
    ("number", "expected"),
    [("0", "int >= 1"), ("65", "int <= 64"), ("two", "int")],
)
def test_a_number_of_workers_that_makes_no_sense_is_refused(number: str, expected: str) -> None:
    with pytest.raises(SetupError) as caught:
        make_bot(f"search:workers={number}", TIC_TAC_TOE, Random(1))

    reason = str(caught.value).partition(" (")[0]
    assert reason == f"search: workers: expected {expected}, got {number!r}"


def test_a_game_that_no_other_process_can_have_is_refused_when_the_bot_is_made() -> None:
    class Inside(type(TIC_TAC_TOE.rules)):  # type: ignore[misc]  # a class made at run time
        """Rules that only this function knows."""

    game = Game(
        id="inside",
        title="Inside",
        seats=TIC_TAC_TOE.seats,
        rules=Inside(),
        state=TIC_TAC_TOE.state,
        view=TIC_TAC_TOE.view,
        moves=TIC_TAC_TOE.moves,
    )
    make_bot("search", game, Random(1))
    with pytest.raises(SetupError, match=r"^search: inside cannot be carried to another process: "):
        make_bot("search:workers=2", game, Random(1))
