"""Search by several processes: what each has found is put together, and none is left behind."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import pytest
from parlour_sample import connect_four, leduc, tic_tac_toe

from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.players.included import make_bot, why_not_repeatable
from parlour.players.search.bot import Search
from parlour.players.search.budget import Settings
from parlour.players.search.opinions import RunningMean
from parlour.players.search.thinker import SearchBudget, Thinker
from parlour.players.search.worker import SearchQuestion, make_worker
from parlour.players.tree.node import Node
from parlour.players.tree.objective import WinShare
from parlour.players.tree.prior import PRIOR_VISITS, PriorNode
from parlour.players.tree.solver import SHUT, SolverNode
from parlour.players.tree.tallies import MoveTally, RootTally, merged, tally
from parlour.plugins.catalog import Catalog
from parlour.rules.errors import SetupError
from parlour_maori.plugin import parlour_games as maori
from tests.bots.piles import Choose
from tests.processes import running

PLUGINS: tuple[Callable[[], Iterable[Game]], ...] = (
    tic_tac_toe.parlour_games,
    connect_four.parlour_games,
    leduc.parlour_games,
    maori,
)
TIC_TAC_TOE, CONNECT_FOUR, LEDUC, MAORI = (next(iter(games())) for games in PLUGINS)
SHELF = {game.id: game for game in (CONNECT_FOUR, LEDUC, MAORI)}
LOW, MIXED, HIGH = Choose("low"), Choose("mixed"), Choose("even")
MOVES = (LOW, MIXED, HIGH)
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


def begun(game: Game) -> tuple[Any, Decision]:
    """Return the first state of a match that awaits a seat, and its decision."""
    rules, rng = game.rules, Random(2)
    state = rules.begin(2, game.read_options({}))
    while not (seats := rules.awaited(state).seats):
        state = rules.resolve(state, rules.draw(state, rng))
    return state, Decision(seats[0], rules.view(state, seats[0]), rules.moves(state, seats[0]))


def grown(game: Game, seed: int, simulations: int) -> tuple[Node, Thinker, Decision]:
    _, decision = begun(game)
    thinker = Thinker(game, Random(seed), "heuristic")
    objective = thinker.take_up(decision)
    return thinker.search(decision, objective, SearchBudget(simulations, inf, 0)), thinker, decision


def solver(*results: tuple[Choose, int, float]) -> SolverNode:
    """Return a node with so many simulations of each move, which all bring one reward."""
    node = SolverNode(0, [])
    for move, count, reward in results:
        index = node.expand(move)
        for _ in range(count):
            node.update(index, reward)
    return node


def tallied(*moves: MoveTally) -> RootTally:
    return RootTally(sum(move.count for move in moves), moves)


def statistics(root: Node) -> dict[Any, tuple[int, float]]:
    return {move: (root.counts[index], root.means[index]) for index, move in enumerate(root.moves)}


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_a_merged_root_has_the_simulations_of_all_its_parts(game: Game) -> None:
    (one, thinker, decision), (other, _, _) = grown(game, 1, 300), grown(game, 2, 500)
    assert thinker.objective is not None
    both = merged(one, decision.moves, [tally(other, decision.moves)], thinker.objective)
    first, second, found = statistics(one), statistics(other), statistics(both)

    assert first.keys() != second.keys() or first != second
    assert both.visits == 800
    assert type(both) is type(one)
    assert found.keys() == first.keys() | second.keys()
    for move, (count, mean) in found.items():
        (n, a), (m, b) = first.get(move, (0, 0.0)), second.get(move, (0, 0.0))
        assert count == n + m
        assert mean == pytest.approx((n * a + m * b) / (n + m))
    assert set(both.untried) == set(decision.moves) - found.keys()
    assert both.children[: len(one.children)] == one.children
    assert one.visits == 300


def test_priors_of_all_parts_are_averaged_and_residuals_added() -> None:
    (one, thinker, decision), (other, _, _) = grown(MAORI, 1, 200), grown(MAORI, 2, 300)
    assert isinstance(one, PriorNode)
    assert isinstance(other, PriorNode)
    assert thinker.objective is not None
    both = merged(one, decision.moves, [tally(other, decision.moves)], thinker.objective)

    assert isinstance(both, PriorNode)
    assert both.residual == pytest.approx(one.residual + other.residual)
    for move in decision.moves:
        mean = (one.values_by_move[move] + other.values_by_move[move]) / 2
        assert both.values_by_move[move] == pytest.approx(mean)
    objective, index = one.objective, 0
    gain = both.values_by_move[both.moves[index]] - objective.value_at_root(both.seat)
    count, residual = both.counts[index], (one.residual + other.residual) / 500
    prior = PRIOR_VISITS * (objective.reward_for(gain) + residual)
    value = (count * both.means[index] + prior) / (count + PRIOR_VISITS)
    assert both.merits()[index][0] == pytest.approx(value)


def test_a_part_without_priors_leaves_the_prior_as_it_is() -> None:
    one, thinker, decision = grown(MAORI, 1, 200)
    assert isinstance(one, PriorNode)
    assert thinker.objective is not None
    both = merged(
        one, decision.moves, [tallied(MoveTally(0, 200, 0.5, -inf, inf))], thinker.objective
    )

    assert isinstance(both, PriorNode)
    assert both.values_by_move == pytest.approx(dict(one.values_by_move))
    assert both.residual / both.visits == pytest.approx(one.residual / one.visits)


def test_points_of_minus_one_are_no_shut_move() -> None:
    """Folding at once costs a chip at Leduc: its mean is exactly -1."""
    one = Node(0, [])
    for move, reward in ((LOW, -1.0), (HIGH, -2.0)):
        one.update(one.expand(move), reward)
    both = merged(one, MOVES, [tally(one, MOVES)], WinShare())

    assert statistics(both) == {LOW: (2, -1.0), HIGH: (2, -2.0)}


@pytest.mark.parametrize(
    ("bounds", "best", "solved"),
    [
        pytest.param((0.0, 1.0), LOW, False, id="nothing proved: the most simulations count"),
        pytest.param((1.0, 1.0), HIGH, True, id="a win that the other process proved is taken"),
        pytest.param((0.5, 1.0), LOW, False, id="a draw at least decides nothing yet"),
    ],
)
def test_what_another_process_proved_counts(
    bounds: tuple[float, float], best: Choose, *, solved: bool
) -> None:
    own = solver((LOW, 60, 0.75), (HIGH, 10, 0.5))
    other = tallied(MoveTally(2, 3, 0.5, *bounds))
    both = merged(own, MOVES, [other], WinShare())

    assert both.moves[both.best()] == best
    assert both.bounds(1) == bounds
    assert both.solved is solved


def test_a_loss_that_another_process_proved_is_avoided() -> None:
    own = solver((LOW, 60, 0.75), (HIGH, 10, 0.5))
    other = tallied(MoveTally(0, 9, None, 0.0, 0.0), MoveTally(2, 1, 0.5, 0.0, 1.0))
    both = merged(own, MOVES, [other], WinShare())

    assert both.moves[both.best()] == HIGH
    assert statistics(both) == {LOW: (69, SHUT), HIGH: (11, 0.5)}


def test_means_of_results_are_put_together() -> None:
    results = [0.0, 1.0, 1.0, 0.5, 0.25, 1.0, 0.0]
    whole, first, second = RunningMean(), RunningMean(), RunningMean()
    for number, result in enumerate(results):
        whole.add(result)
        (first if number < 3 else second).add(result)
    first.include(second)
    first.include(RunningMean())

    assert (first.count, first.mean, first.error) == pytest.approx((7, whole.mean, whole.error))


def test_another_process_finds_what_this_one_finds() -> None:
    """The question alone decides, and not the process that answers it."""
    _, decision = begun(CONNECT_FOUR)
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


def replies(bot: Search) -> list[Any]:
    """Return what a bot answers and knows at its first decisions against the first legal move."""
    rules = CONNECT_FOUR.rules
    state, seen = rules.begin(2, None), []
    for _ in range(3):
        decision = Decision(0, rules.view(state, 0), rules.moves(state, 0))
        move = bot.choose(decision)
        seen.append((move, bot.simulations))
        state = rules.play(state, 0, move)
        state = rules.play(state, 1, rules.moves(state, 1)[0])
    prospects = bot.prospects(Decision(0, rules.view(state, 0), rules.moves(state, 0)))
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
    _, decision = begun(CONNECT_FOUR)
    known = running.mine()
    bot, shares = searching(CONNECT_FOUR, simulations=60, workers=2), []
    one = Decision(0, decision.view, decision.moves[:1])
    bot.choose(one)
    assert running.mine() == known
    for number in (None, signal.SIGINT, signal.SIGKILL):
        for process in set(running.mine()) - set(known):
            os.kill(process, number or 0)
        bot.forget()
        assert bot.choose(decision) in decision.moves
        shares.append(bot.simulations)

    assert shares == [60, 60, 30]


@listed
def test_no_process_is_left_when_the_bot_leaves(searching: Callable[..., Search]) -> None:
    _, decision = begun(CONNECT_FOUR)
    known = running.mine()
    bot = searching(CONNECT_FOUR, simulations=3, workers=3)
    bot.choose(decision)
    started = set(running.mine()) - set(known)
    bot.close()

    assert len(started) == 2
    assert not any(running.runs(process) for process in started)


@pytest.mark.usefixtures("paths_forgotten")
def test_a_game_at_a_path_is_searched_by_all(
    searching: Callable[..., Search], tmp_path: Path
) -> None:
    source = Path(tic_tac_toe.__file__).read_text("utf-8")
    source = source.replace('        rulebook=files("parlour_sample") / "tic_tac_toe.md",\n', "")
    (tmp_path / "local_parallel.py").write_text(source, "utf-8")
    game = Catalog(blocked=()).game(str(tmp_path / "local_parallel.py"))
    _, decision = begun(game)
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
