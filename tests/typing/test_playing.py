"""A match, a record and bots from Python, as type checkers see them; run as tests, they play."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import assert_type

import pytest
from msgspec import Struct

import parlour
from tests.typing.heap import GAME, Heap, Take, Taken, View


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


# A record opened and stepped through, as type checkers see it


def test_a_record_opened_with_its_game_has_its_types(tmp_path: Path) -> None:
    path = tmp_path / "heap.jsonl"
    parlour.play(GAME, ["uniform", "uniform"], seed=1).save(path)

    match = parlour.open(path, GAME)

    assert_type(match, parlour.Match[Heap, View, Take])
    for number in range(len(match.lines) + 1):
        past = match.at(number)
        assert_type(past.state, Heap)
        assert_type(past.view(1).stones, int)
    assert_type(match.lines[0].move, str | None)
    taken = [event.stones for event in match.events(0) if isinstance(event, Taken)]
    assert_type(taken, list[int])
    assert sum(taken) == 9


def test_a_record_opened_by_itself_has_honest_base_types() -> None:
    record = parlour.load("maori").match(seed=1).record()

    match = parlour.open(record)

    assert_type(match, parlour.Match[parlour.State, object, parlour.Move])
    assert_type(match.header.players, tuple[str, ...])


def test_an_error_is_typed() -> None:
    match = GAME.match(seed=1)

    with pytest.raises(parlour.IllegalMove) as caught:
        match.play("take 3", seat=1)

    error = caught.value
    assert_type(error.refusal, parlour.Refusal)
    assert_type(error.record, bytes | None)
    assert str(error) == "illegal move 'take 3': it is not the turn of seat 1 (rule 1)"


# Bots as their authors type them: one for a single game, one for every game


class Modulo(parlour.Player[View, Take]):
    """Plays one game, and knows its views and moves."""

    name = "modulo"

    def choose(self, decision: parlour.Decision[View, Take]) -> Take:
        assert_type(decision.view, View)
        assert_type(decision.moves, Sequence[Take])
        assert_type(decision.offers, Sequence[Take])
        assert_type(decision.events, tuple[parlour.Event, ...])
        wanted = decision.view.stones % 4
        return next((move for move in decision.moves if move.stones == wanted), decision.moves[0])


class First(parlour.Player):
    """Plays every game, and knows of views and moves only that they are there."""

    name = "first"

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, decision: parlour.Decision) -> parlour.Move:
        assert_type(decision.view, object)
        assert_type(decision.moves, Sequence[parlour.Move])
        return self.rng.choice(decision.moves)

    def consider_offers(self, decision: parlour.Decision) -> parlour.Move | None:
        return None

    def end(self, result: parlour.Result, events: tuple[parlour.Event, ...]) -> None:
        assert_type(result.places, tuple[int, ...])


class Settings(Struct, frozen=True):
    depth: int = 1


def make(game: parlour.Game, rng: Random, settings: Settings) -> parlour.Player:
    return Modulo() if game.id == "heap" and settings.depth else First(rng)


BOT = parlour.Bot(name="first", make=make, settings=Settings)


def test_bots_of_both_kinds_play() -> None:
    match = parlour.play(GAME, [First(Random(1)), Modulo()], seed=1, stones=10)

    assert_type(match, parlour.Match[Heap, View, Take])
    assert match.result.places == (2, 1)
    assert_type(BOT.make(GAME, Random(1), Settings()), parlour.Player)


def test_a_bot_is_asked_by_hand() -> None:
    match = GAME.match(seed=1, stones=7)

    assert Modulo().choose(match.decision()) == Take(3)
