"""The sentence that says what to do, of each decision and each half-made move of whole matches.

``PARLOUR_REGOLD=1 pytest tests`` writes the lists of sentences again.
"""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import parlour
from parlour import Move
from parlour.match.game import Match
from parlour.match.record import read
from parlour.table.move_list import MoveList, prompt
from parlour.table.selection import Selection
from parlour.words.framework import offered
from parlour.words.language import speaking
from tests.games.golden import FOLDER, REGOLD
from tests.table.seated import table_of
from tests.table.test_selection import Go

MAX_LETTERS = 78
"""Maximum number of letters of a sentence, which has one row of 80 columns."""

PLACES = re.compile(r"\b[a-h]\d{1,2}\b")
"""Names of cells and hexes, which the lists write as ``x1``."""

MATCHES = sorted(path for path in FOLDER.glob("*/*.jsonl") if not path.name.endswith(".seen.jsonl"))


def prompts(path: Path) -> Iterator[tuple[list[str], bool]]:
    """Yield the sentences of each decision of a kept match, and of moves that are half made.

    There is one in each language.

    Also yield whether there is something to choose: else the sentence tells what the move brings.
    """
    record, rng = read(path), Random(path.name)
    game = parlour.load(record.header.game)
    match = Match(game, record.header, dealing=False)
    for line in record.lines:
        for seat in match.awaited.seats[:1]:
            moves = MoveList(game, match.view(seat), match.moves(seat), match.offers(seat))
            yield in_each_language(moves), len(match.moves(seat)) > 1
            selection = Selection.among(game.move_notation, match.moves(seat))
            while selection.proposal is None and selection.live and rng.random() < 0.5:
                selection = selection.add([rng.choice(sorted(selection.live))])
                left = [choice.move for choice in selection.remaining]
                yield in_each_language(moves, left), len(left) > 1
        match.apply(line)


def in_each_language(moves: MoveList, left: Sequence[Move] | None = None) -> list[str]:
    """Return the sentence of a decision in each language, English first."""
    found = []
    for language in offered():
        with speaking(language):
            found.append(moves.prompt(left))
    return found


@pytest.mark.parametrize("game", ["giants", "maori", "rapa_nui"])
def test_the_sentences_of_whole_matches_are_as_they_were(game: str) -> None:
    paths = (path for path in MATCHES if path.parent.name == game)
    every = {tuple(said) for path in paths for said, is_open in prompts(path) if is_open}
    listed = sorted({re.sub(r"\d+", "2", PLACES.sub("x1", one)) for one, *_ in every})
    path = FOLDER / "prompts" / f"{game}.txt"
    if os.environ.get(REGOLD):
        path.parent.mkdir(exist_ok=True)
        path.write_text("\n".join([*listed, ""]), encoding="utf-8")

    assert path.read_text(encoding="utf-8").splitlines() == listed
    assert [one for one, *_ in every if one[-1:] != "."] == []
    assert [one for said in every for one in said if len(one) > MAX_LETTERS] == []
    assert [said for said in every if len(set(said)) < len(said)] == []


@pytest.mark.parametrize(
    ("game", "steps", "said"),
    [
        pytest.param("tic_tac_toe", (), "Place: choose the square.", id="one kind"),
        pytest.param("tic_tac_toe", ("square=b2",), "Place b2.", id="a whole move"),
        pytest.param("leduc", (), "Choose what to do: call or raise.", id="several kinds"),
    ],
)
def test_a_game_without_words_is_prompted_by_its_forms(
    game: str, steps: tuple[str, ...], said: str
) -> None:
    found = parlour.load(game)
    match = found.match(seed=1)
    if match.awaited.is_over or not match.awaited.seats:
        raise AssertionError(game)
    seat = match.awaited.seats[0]
    moves = MoveList(found, match.view(seat), match.moves(seat), ())
    selection = Selection.among(found.move_notation, match.moves(seat))
    for step in steps:
        selection = selection.add([step])

    assert moves.prompt([choice.move for choice in selection.remaining]) == said


def test_the_first_part_of_a_move_is_asked_for_first() -> None:
    game = replace(parlour.load("tic_tac_toe"), moves=Go)
    moves = [Go(target=1, origin=0), Go(target=2, origin=0), Go(target=0, origin=1)]

    assert prompt(game, None, moves) == "Go to: choose the origin."
    assert prompt(game, None, moves[:2]) == "Go to: choose the target."


def test_a_view_has_the_sentence_for_whoever_looks(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", names=("Anna", "Ben")) as table:
        assert table.chair(0).view().prompt == "Place: choose the square."
        assert table.chair(1).view().prompt == "Waiting for Anna"
        assert table.chair(None).view().prompt == "Waiting for Anna"
        table.chair(0).enter("resign")
        assert table.chair(0).view().prompt.startswith("Resign?")
        assert table.chair(0).prompt([{"square=b2"}]) == "Place b2."
        assert table.chair(1).view().prompt == "Waiting for Anna"


@pytest.mark.parametrize(
    "path", [one for one in MATCHES if one.stem != "front-2"], ids=lambda path: path.stem
)
def test_a_sentence_tells_nothing_that_the_seat_does_not_know(path: Path) -> None:
    """A world that the seat thinks possible has the same moves, and so the same sentence."""
    record, rng = read(path), Random(path.name)
    game = parlour.load(record.header.game)
    match = Match(game, record.header, dealing=False)
    for number, line in enumerate(record.lines):
        for seat in match.awaited.seats if number % 23 == 0 else ():
            world = game.rules.determinize(match.view(seat), rng)
            here = MoveList(game, match.view(seat), match.moves(seat), ())
            there = MoveList(game, game.rules.view(world, seat), game.rules.moves(world, seat), ())
            assert here.prompt() == there.prompt()
        match.apply(line)
