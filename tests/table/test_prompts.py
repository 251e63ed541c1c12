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
from parlour.match.match import Match
from parlour.match.record import read
from parlour.rules.errors import Refusal
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.table.move_list import MoveList
from parlour.table.reader import LineOutcome, predict
from parlour.table.selection import Selection
from parlour.words.framework import offered
from parlour.words.language import speaking
from tests.games.golden import FOLDER, REGOLD
from tests.table.seated import match_of, table_of
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

    assert MoveList(game, None, moves, ()).prompt() == "Go to: choose the origin."
    assert MoveList(game, None, moves[:2], ()).prompt() == "Go to: choose the target."


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


# A line is read at every letter as Enter reads it: what may become a move never looks refused


LONG = ("giants/three-seats", "giants/five-seats-italian", "maori/front-2", "rapa_nui/two-seats")
STRIDE = 17
"""Number of answers between the positions that are looked at."""

DOCUMENTED = {
    "giants": (
        "bid 1 + chief", "bid 2 markers + 1 worker", "bid nothing", "worker e9", "chief e8",
        "sorcerer village", "worker e9 with 2 logs", "sorcerer b2a", "buy", "carve 2", "pass",
        "move moai 1 to e9 erect", "move moai 2 to f8", "move headdress to a3 crown",
        "move moai 2 d9 e9 with red+log mark", "mark moai 2", "all", "none",
    ),
    "maori": ("sail 2 take d4 lay b2", "sail 2, take a4, lay b2", "2 a4 b2", "place ship 12"),
    "rapa_nui": ("fish", "lay 2 fish", "buy grain", "draw 3", "offer potato face down"),
}  # fmt: skip
"""Lines that the pages and the help recommend."""


def decisions(path: str) -> Iterator[tuple[Match, Seat, MoveList]]:
    """Yield some decisions of a kept match."""
    record = read(FOLDER / f"{path}.jsonl")
    match = Match(parlour.load(record.header.game), record.header, dealing=False)
    for number, line in enumerate(record.lines):
        for seat in match.awaited.seats[:1] if number % STRIDE < 2 else ():
            offers = match.offers(seat)
            yield match, seat, MoveList(match.game, match.view(seat), match.moves(seat), offers)
        match.apply(line)


def said(match: Match, seat: Seat, moves: MoveList, text: str) -> LineOutcome:
    def describe(refusal: Refusal) -> str:
        return match.describe_refusal(refusal, Viewer.of_seats(match.seats))

    return predict(match, seat, moves, text, describe)


def refused(match: Match, seat: Seat, moves: MoveList, line: str) -> list[tuple[str, str]]:
    """Return what stands in a line, and what is said, whenever it reads as impossible."""
    every = (line[:letters] for letters in range(1, len(line) + 1))
    seen = ((text, said(match, seat, moves, text)) for text in every)
    return [(text, one.prompt) for text, one in seen if one.is_refused]


def chains(match: Match, seat: Seat, rng: Random) -> Iterator[Sequence[str]]:
    """Yield a legal move alone, and with one that is possible after it."""
    first = rng.choice(match.moves(seat))
    yield (match.game.write_move(first),)
    then = match.decision_after([first], seat)
    if then is not None and then.moves:
        yield tuple(map(match.game.write_move, (first, rng.choice(then.moves))))


@pytest.mark.parametrize("path", LONG)
def test_a_line_that_can_be_played_never_reads_as_impossible(path: str) -> None:
    rng, found, typed = Random(path), [], set[str]()
    for match, seat, moves in decisions(path):
        lines = [" ".join(texts) for texts in chains(match, seat, rng)]
        lines += [one for one in moves.examples if one not in typed]
        lines += [
            one
            for one in DOCUMENTED[match.game.id]
            if one not in typed and said(match, seat, moves, one).plays
        ]
        typed.update(lines)
        found += [one for line in lines for one in refused(match, seat, moves, line)]

    assert found == []
    assert typed & set(DOCUMENTED[path.partition("/")[0]])


@pytest.mark.parametrize("path", LONG)
def test_a_documented_line_that_cannot_be_played_says_why(path: str) -> None:
    for match, seat, moves in decisions(path):
        for line in DOCUMENTED[match.game.id]:
            seen = said(match, seat, moves, line)
            assert seen.plays or seen.prompt.startswith(("Not possible: ", "No move ", "Say "))


@pytest.mark.parametrize("path", LONG)
def test_what_is_said_of_a_line_is_what_enter_plays(path: str) -> None:
    for match, seat, moves in decisions(path):
        for text in list(moves.labels())[:5]:
            seen = said(match, seat, moves, text)
            assert tuple(map(match.game.write_move, seen.plays)) == (text,)
            assert seen.prompt.startswith(f"= {text}")


def test_what_two_moves_of_a_line_say_is_said_once() -> None:
    """The way to a tile names it, and so does the tile."""
    match = parlour.load("maori").match(seed=4)
    match.play("launch 11")
    seat = match.awaited.seats[0]
    moves = MoveList(match.game, match.view(seat), match.moves(seat), ())
    note = moves.note(match.game.read_move("sail 2"))

    assert note == "top end with 1 palm and half a wreath; to place 13, left of row 4"
    assert said(match, seat, moves, "sail 2, take a4").prompt == (
        "= sail 2, take a4: top end with 1 palm and half a wreath, free; to place 13, left of row 4"
    )


STRAY = [
    pytest.param("giants", (), "bid -1", id="a bid"),
    pytest.param("giants", (), "bid 1 + -1 worker", id="figures"),
    pytest.param("giants", (), "bid 1.5", id="a point"),
    pytest.param("maori", ("place ship 1",), "sail +1", id="a step"),
    pytest.param("maori", ("place ship 1",), "sail -1", id="back"),
    pytest.param("maori", (), "place ship 1_0", id="a low line"),
]


@pytest.mark.parametrize(("game", "before", "line"), STRAY)
def test_signs_and_stray_marks_are_refused(
    tmp_path: Path, game: str, before: tuple[str, ...], line: str
) -> None:
    with table_of(tmp_path, game, ("human",) * parlour.load(game).seats[0]) as table:
        match = match_of(table)
        for text in before:
            match.play(text)
        chair, lines = table.chair(match.awaited.seats[0]), tuple(match.lines)

        assert chair.predict(line).is_refused
        assert not chair.enter(line).moved
        assert tuple(match.lines) == lines


@pytest.mark.parametrize(
    ("line", "prompt"),
    [
        pytest.param("", "Place: choose the square.", id="nothing"),
        pytest.param("pl", "Place: choose the square.", id="a beginning"),
        pytest.param("place b2", "= place b2", id="a move"),
        pytest.param("5", "= place b2", id="its number"),
        pytest.param("place a1 ", "= place a1", id="a space behind it"),
        pytest.param("hin", "Place: choose the square.", id="the beginning of a command"),
        pytest.param("undo", "undo: take your last move back.", id="a command"),
        pytest.param("place z", "No move reads 'place z'.", id="no move"),
        pytest.param("xyz", "No move reads 'xyz'.", id="nonsense"),
    ],
)
def test_each_line_has_its_sentence(tmp_path: Path, line: str, prompt: str) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        assert table.chair(0).predict(line).prompt.startswith(prompt)
