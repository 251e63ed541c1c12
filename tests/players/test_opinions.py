"""Opinions of a search: an expected result is what matches bring, not what a search plays for."""

import pytest

from parlour import Decision, Game
from parlour.match.dealer import generator
from parlour.players.search.bot import Search
from parlour.players.search.budget import Settings
from parlour.rules.seats import Objective
from tests.broken_games.pots import Put, Rules, Valued, pots
from tests.games import TIC_TAC_TOE

LAST_MOVES: list[tuple[Objective, type[Rules], str, dict[int, float]]] = [
    ("places", Valued, "expected lead in points", {0: -2, 1: -1, 2: 0, 3: 1}),
    ("teams", Valued, "expected lead in points", {0: -2, 1: -1, 2: 0, 3: 1}),
    ("shared", Valued, "expected points", {0: 2, 1: 3, 2: 4, 3: 5}),
    ("places", Rules, "chance of winning", {0: 0, 1: 0, 2: 0.5, 3: 1}),
    ("points", Rules, "expected points", {0: -2, 1: -1, 2: 0, 3: 1}),
    ("shared", Rules, "expected points", {0: 2, 1: 3, 2: 4, 3: 5}),
]


@pytest.mark.parametrize(
    ("objective", "rules", "measure", "results"),
    [pytest.param(*row, id=f"{row[0]} by {row[1].__name__}") for row in LAST_MOVES],
)
def test_a_move_that_ends_the_match_is_worth_its_result(
    objective: Objective, rules: type[Rules], measure: str, results: dict[int, float]
) -> None:
    """The first seat has put in two coins; the second ends the match."""
    game = pots(objective, 2, rules(objective))
    match = game.match(seed=1)
    match.play("put 2")
    search = Search(game, generator("opinions", "last"), Settings(simulations=60))
    found = search.prospects(match.decision())

    assert search.measure == measure
    values = {str(game.write_move(one.move)): one.value for one in found}
    expected = {f"put {coins}": result for coins, result in results.items()}
    assert values == pytest.approx({move: expected[move] for move in values})
    assert len(values) >= 2
    assert (found[0].move, found[0].error) == (Put(3), 0)


def test_a_proved_move_comes_first_and_has_no_error() -> None:
    """Three in a row win at once; a proof needs one simulation."""
    match = played(TIC_TAC_TOE, ["place a1", "place a2", "place b1", "place b2"])
    search = Search(TIC_TAC_TOE, generator("opinions", "proof"), Settings(simulations=60))
    best = search.prospects(match)[0]

    assert best.move == TIC_TAC_TOE.read_move("place c1")
    assert (best.value, best.error, best.expected) == (1.0, 0.0, "chance of winning 100%, proved")


def played(game: Game, moves: list[str]) -> Decision:
    match = game.match(seed=1)
    for move in moves:
        match.play(move)
    return match.decision()
