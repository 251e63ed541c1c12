"""Openings: matches of a block begin with the answers of a record that was broken off."""

from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.match.record import parse
from parlour.match.replay import replayed
from parlour.rules.errors import SetupError
from parlour.tournament.plan.plan_file import parse_plan
from parlour.tournament.running import replay_match
from tests.tournament.conftest import LOADER, SMALL, Make, run

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


def test_blocks_begin_with_the_openings_in_turn(make: Make, tmp_path: Path) -> None:
    folder = tmp_path / "openings"
    folder.mkdir()
    two = [record(folder, name, "leduc", moves) for name, moves in (("a", 1), ("b", 2))]
    begun = [Path(path).read_bytes().splitlines()[1:] for path in two]
    other = record(tmp_path, "c", "tic_tac_toe", 2)
    store = make(blocks=3, openings=[str(folder), other])
    run(store)
    for result in store.results(1):
        lines = store.record(result.key).splitlines()
        meeting = result.opening

        assert lines[1 : 1 + len(begun[meeting])] == begun[meeting]
        assert replayed(LOADER.game("leduc"), parse(store.record(result.key), "it"), "it").is_over
    pairs: dict[tuple[int, ...], list[int]] = {}
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
