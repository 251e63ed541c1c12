"""A record opened and stepped through, as type checkers see it."""

from pathlib import Path
from typing import assert_type

import pytest

import parlour
from tests.typing.heap import GAME, Heap, Take, Taken, View


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
