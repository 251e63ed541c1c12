"""A match played from Python, as type checkers see it; run as a test, it plays."""

from collections.abc import Sequence
from random import Random
from typing import assert_type

import parlour
from tests.typing.heap import GAME, Heap, Take, View


def test_a_typed_game_is_typed_through_and_through() -> None:
    match = GAME.match(seats=2, seed=7, stones=12)
    assert_type(match, parlour.Match[Heap, View, Take])

    rng = Random(1)
    while not match.is_over:
        moves = assert_type(match.moves(), Sequence[Take])
        match.play(rng.choice(moves))

    assert_type(match.state, Heap)
    assert_type(match.state.stones, int)
    assert_type(match.view(0), View)
    assert_type(match.offers(0), Sequence[Take])
    assert_type(match.events(0), tuple[parlour.Event, ...])
    assert_type(match.decision(0), parlour.Decision[View, Take])
    assert_type(match.text(0), str)
    assert_type(match.game, parlour.Game[Heap, View, Take])
    assert_type(match.copy(), parlour.Match[Heap, View, Take])
    assert_type(match.at(0), parlour.Match[Heap, View, Take])
    assert_type(match.seed, str)
    assert_type(match.result, parlour.Result)
    assert_type(match.result.places, tuple[int, ...])
    assert match.state.stones == 0


def test_who_is_awaited_is_one_of_three() -> None:
    match = GAME.match(seed=7)

    if isinstance(match.awaited, parlour.Decide):
        assert_type(match.awaited.seats, tuple[int, ...])
    elif isinstance(match.awaited, parlour.Chance):
        assert_type(match.awaited.kind, str)
    else:
        assert_type(match.awaited, parlour.Result)
    assert_type(match.why_not("take 9"), parlour.Refusal | None)


def test_a_game_found_by_its_name_has_honest_base_types() -> None:
    game = parlour.load("maori")
    match = game.match(seed=7)

    assert_type(match, parlour.Match[parlour.State, object, parlour.Move])
    assert_type(match.state, parlour.State)
    assert_type(match.view(0), object)
    assert_type(match.moves(), Sequence[parlour.Move])
    match.play(match.moves()[0])


def test_a_match_by_players_has_the_types_of_its_game() -> None:
    assert_type(parlour.play(GAME, ["uniform"], seats=2, seed=1), parlour.Match[Heap, View, Take])
    assert_type(
        parlour.play("maori", ["uniform", "uniform"], seed=1),
        parlour.Match[parlour.State, object, parlour.Move],
    )
