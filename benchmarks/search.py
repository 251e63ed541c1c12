"""Simulations a second of search, beside OpenSpiel's bots where open_spiel can be imported.

    python benchmarks/search.py

Every bot looks at the same positions, 1,000 simulations a move with one random rollout
each. The bots take turns, so that a busy machine is busy for all of them; the median
counts. The tree is left behind before each move, as OpenSpiel's bots do. Matches of connect
four are played in several ways: at random, and with care by a module that ``mypyc`` compiles
(docs/howto/fast-rules.md).
"""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from itertools import repeat
from pathlib import Path
from runpy import run_path
from statistics import median
from time import process_time
from typing import Any

from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.match.playout import play_out
from parlour_samples import connect_four, leduc, stones
from parlour_search.search.bot import Search
from parlour_search.settings import SearchSettings

SIMULATIONS = 1000
"""Number of simulations of a move, and of matches between two looks at the clock."""
ROUNDS = 15
GAMES: dict[str, Game] = {
    game.id: game
    for plugin in (connect_four.parlour_games, leduc.parlour_games)
    for game in plugin()
}
MATCHES = "match"
"""What is measured beside the games: whole matches of connect four."""


def ours(game: Game) -> Callable[[], object]:
    """Return a call that searches the first decision of a game."""
    rules, rng = game.rules, generator("benchmark", "search")
    state = rules.begin(2, game.read_options({}))
    while not (seats := rules.awaited(state).seats):
        state = rules.resolve(state, rules.draw(state, rng))
    decision = Decision(seats[0], rules.view(state, seats[0]), rules.moves(state, seats[0]))
    settings = SearchSettings(simulations=SIMULATIONS)
    search = Search(game, rng, settings)

    def move() -> object:
        search.forget()
        return search.choose(decision)

    return move


def matches() -> Iterator[tuple[str, str, Callable[[], object]]]:
    """Yield ways to play connect four to its end: what they are, a name, and a call."""
    rules, rng = GAMES["connect_four"].rules, generator("benchmark", "matches")
    state = rules.begin(2, None)
    file = Path(stones.__file__)
    plain = run_path(str(file.with_name("stones.py")))["random_winner"]
    name = "Parlour, with care" if file.suffix == ".py" else "Parlour, compiled"
    yield MATCHES, name, partial(often, partial(rules.random_result, state, rng))
    yield MATCHES, "the same, not compiled", partial(often, partial(plain, 0, 0, rng))
    yield MATCHES, "Parlour, at random", partial(often, partial(play_out, rules, state, rng))


def often(play: Callable[[], object]) -> None:
    """Play ``SIMULATIONS`` matches."""
    for _ in repeat(None, SIMULATIONS):
        play()


def theirs() -> Iterator[tuple[str, str, Callable[[], object]]]:
    """Yield OpenSpiel's bots: the game, a name, and a call that searches its first decision."""
    try:
        np: Any = import_module("numpy")
        pyspiel: Any = import_module("pyspiel")
        ismcts: Any = import_module("open_spiel.python.algorithms.ismcts")
        mcts: Any = import_module("open_spiel.python.algorithms.mcts")
        side: Any = import_module("open_spiel_side")
    except ImportError:
        print("open_spiel cannot be imported: measuring Parlour alone")
        return
    random = np.random.RandomState
    python_rollout = mcts.RandomRolloutEvaluator(1, random(1))
    rollout = pyspiel.RandomRolloutEvaluator(1, 1)
    frame, hand = pyspiel.load_game("connect_four"), pyspiel.load_game("leduc_poker")
    start, dealt = frame.new_initial_state(), hand.new_initial_state()
    while dealt.is_chance_node():
        dealt.apply_action(dealt.legal_actions()[0])
    bots: list[tuple[str, str, Any, Any]] = [
        (
            "connect_four",
            "OpenSpiel MCTS, Python",
            mcts.MCTSBot(frame, 2.0, SIMULATIONS, python_rollout, random_state=random(2)),
            start,
        ),
        (
            "connect_four",
            "OpenSpiel MCTS, C++",
            pyspiel.MCTSBot(frame, rollout, 2.0, SIMULATIONS, 500, False, 2, False),  # noqa: FBT003  as it takes them
            start,
        ),
        (
            "leduc",
            "OpenSpiel ISMCTS, Python",
            ismcts.ISMCTSBot(
                game=hand,
                uct_c=2.0,
                max_simulations=SIMULATIONS,
                evaluator=python_rollout,
                random_state=random(2),
            ),
            dealt,
        ),
        (
            "leduc",
            "OpenSpiel ISMCTS, C++",
            pyspiel.ISMCTSBot(1, rollout, 2.0, SIMULATIONS),
            dealt,
        ),
    ]
    for game, name, player, state in bots:
        yield game, name, partial(player.step, state)
    uniform = [pyspiel.make_uniform_random_bot(seat, seat) for seat in range(2)]
    rng = generator("benchmark", "their matches")

    def match_of_bots() -> None:
        pyspiel.evaluate_bots(frame.new_initial_state(), uniform, rng.getrandbits(30))

    yield MATCHES, "OpenSpiel from Python", partial(often, partial(side.played, frame, rng))
    yield MATCHES, "OpenSpiel's bots, C++", partial(often, match_of_bots)


def main() -> None:
    """Measure all bots in turn and print simulations a second, with ratios."""
    calls = [(name, "Parlour search", ours(game)) for name, game in GAMES.items()]
    calls += [*matches(), *theirs()]
    times: list[list[float]] = [[] for _ in calls]
    for number in range(ROUNDS + 1):
        for (_, _, call), taken in zip(calls, times, strict=True):
            began = process_time()
            call()
            if number:
                taken.append(process_time() - began)
    rates = [SIMULATIONS / median(taken) for taken in times]
    ours_first = zip(calls[: len(GAMES) + 1], rates, strict=False)
    base = {game: rate for (game, _, _), rate in ours_first}
    for (game, name, _), rate in sorted(zip(calls, rates, strict=True), key=lambda row: row[0][:2]):
        print(f"{game:14}{name:28}{rate:>12,.0f}/s  Parlour is {base[game] / rate:.2f} times this")


if __name__ == "__main__":
    main()
