"""Games and matches that are copied, pickled, saved, and taken to other processes."""

import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from copy import copy, deepcopy
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import parlour
from tests.broken_games import knock
from tests.python.matches import GAMES, random_moves

MAORI, LEDUC = GAMES["maori"], GAMES["leduc"]
EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def pickled(thing: Any) -> Any:
    """Return what a pickle of ``thing`` holds."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301  our own bytes


COPYING: list[tuple[str, Callable[[Any], Any]]] = [
    ("copy", lambda match: match.copy()),
    ("copy.copy", copy),
    ("copy.deepcopy", deepcopy),
    ("pickle", pickled),
]
EVERY_WAY = pytest.mark.parametrize(
    "copied", [row[1] for row in COPYING], ids=[row[0] for row in COPYING]
)


def read_whole(match: parlour.Match) -> list[Any]:
    """Return all that a match tells: its record, and what each seat sees and heard."""
    seats = range(match.seats)
    return [
        match.record(),
        match.state,
        match.awaited,
        [(match.view(seat), match.events(seat), match.new_events(seat)) for seat in seats],
    ]


# Games


@EVERY_GAME
@pytest.mark.parametrize("used", [False, True], ids=["unused", "used"])
def test_a_game_pickles_and_its_copy_plays_alike(game: parlour.Game, used: bool) -> None:
    if used:
        random_moves(game.match(seed=1), 9)

    twin = pickled(game)

    assert twin.id == game.id
    assert read_whole(random_moves(twin.match(seed=2), 20)) == read_whole(
        random_moves(game.match(seed=2), 20)
    )


@pytest.fixture(scope="module")
def own_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of a game that is not installed."""
    path = tmp_path_factory.mktemp("own") / "knock_for_copies.py"
    source = Path(knock.__file__).read_text(encoding="utf-8")
    hook = "@parlour.hookimpl\ndef parlour_games():\n    yield GAME\n"
    path.write_text(f"{source}\n\n{hook}", encoding="utf-8")
    return path


def test_a_game_at_a_path_pickles_after_use(own_game: Path) -> None:
    game = parlour.load(own_game)
    match = game.match(seed=1)
    match.play("add 2")

    assert pickled(game).match(seed=1).state == game.match(seed=1).state
    assert read_whole(pickled(match)) == read_whole(match)


def place(match: parlour.Match) -> tuple[int, ...]:
    """Play on to the end; a worker calls it."""
    return random_moves(match, 1000).result.places


def test_matches_go_to_other_processes(own_game: Path) -> None:
    matches = [MAORI.match(seed=1), parlour.load(own_game).match(seed=1)]

    with ProcessPoolExecutor(
        1, get_context("spawn"), initializer=parlour.load, initargs=(own_game,)
    ) as pool:
        places = list(pool.map(place, matches))

    assert places == [place(match) for match in matches]


# Matches


@EVERY_GAME
@EVERY_WAY
def test_a_copy_tells_what_the_match_tells(
    game: parlour.Game, copied: Callable[[Any], Any]
) -> None:
    match = random_moves(game.match(seed=3), 15)

    assert read_whole(copied(match)) == read_whole(match)


@EVERY_GAME
@EVERY_WAY
def test_a_copy_goes_on_by_itself(game: parlour.Game, copied: Callable[[Any], Any]) -> None:
    match = random_moves(game.match(seed=3), 1)
    before = read_whole(match)

    twin = random_moves(copied(match), 15, seed=1)

    assert read_whole(match) == before
    assert twin.record() != match.record()


@EVERY_GAME
@EVERY_WAY
def test_a_copy_has_the_same_luck_to_come(game: parlour.Game, copied: Callable[[Any], Any]) -> None:
    match = random_moves(game.match(seed=3), 6)

    twin = random_moves(copied(match), 30, seed=1)

    assert read_whole(twin) == read_whole(random_moves(match, 30, seed=1))


@EVERY_WAY
def test_a_copy_takes_its_own_moves_back(copied: Callable[[Any], Any]) -> None:
    match = GAMES["tic_tac_toe"].match(seed=1)
    match.play("place a1")
    twin = copied(match)

    twin.undo()
    twin.play("place b2")

    assert [step.seat for step in match.steps] == [0]
    assert match.why_not("place a1", 1) == parlour.Refusal.of("3", "taken", square="a1")
    assert twin.why_not("place a1", 1) is None


@EVERY_WAY
def test_a_copy_is_heard_by_no_listener_of_the_match(copied: Callable[[Any], Any]) -> None:
    lines: list[bytes] = []
    match = parlour.Match(LEDUC, LEDUC.match(seed=1).header, lines.append)
    heard = list(lines)

    twin = copied(match)
    twin.play("call")
    assert lines == heard

    match.play("call")
    assert len(lines) == len(heard) + 1


# Records


@EVERY_GAME
@pytest.mark.parametrize("moves", [0, 12, 1000], ids=["begun", "under way", "long"])
def test_a_saved_match_opens_as_it_was(game: parlour.Game, moves: int, tmp_path: Path) -> None:
    match = random_moves(game.match(seed=4), moves)
    match.save(tmp_path / "match.jsonl")

    assert read_whole(parlour.open(tmp_path / "match.jsonl", game)) == read_whole(match)
    assert read_whole(parlour.open(str(tmp_path / "match.jsonl"), game)) == read_whole(match)
    assert read_whole(parlour.open(match.record(), game)) == read_whole(match)


@EVERY_GAME
def test_an_opened_match_goes_on_like_the_one_that_was_saved(
    game: parlour.Game, tmp_path: Path
) -> None:
    match = random_moves(game.match(seed=4), 8)
    match.save(tmp_path / "match.jsonl")

    opened = parlour.open(tmp_path / "match.jsonl", game)
    opened.resume()

    assert read_whole(random_moves(opened, 25, 1)) == read_whole(random_moves(match, 25, 1))


def test_a_match_goes_on_otherwise_from_an_earlier_position() -> None:
    match = random_moves(MAORI.match(seed=4), 12)
    number = len(match.lines) - 5

    other = match.at(number)
    other.resume()
    random_moves(other, 12, seed=9)

    assert other.lines[:number] == match.lines[:number]
    assert other.lines[number:] != match.lines[number:]


def test_a_record_is_written_over_only_if_that_is_asked_for(tmp_path: Path) -> None:
    match = MAORI.match(seed=4)
    match.save(tmp_path / "match.jsonl")

    with pytest.raises(parlour.RecordError, match=r"match\.jsonl: is there already"):
        match.save(tmp_path / "match.jsonl")
    assert (tmp_path / "match.jsonl").read_bytes() == match.record()
    MAORI.match(seed=5).save(tmp_path / "match.jsonl", overwrite=True)
    assert (tmp_path / "match.jsonl").read_bytes() == MAORI.match(seed=5).record()
