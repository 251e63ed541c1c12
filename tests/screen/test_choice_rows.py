"""The rows of a choice on a small screen: a law over positions, sizes and languages."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from parlour.match.match import Match
from parlour.rules.words import Viewer
from parlour.table import MoveList
from parlour.table.text.plans import shown_plans
from parlour.words.language import speaking
from parlour_screen.move_text import PARTS, MoveRows, fitted
from tests.table.seated import GAMES

SEATS = {"giants": 3, "maori": 2, "rapa_nui": 2}
SIZES = [(80, 2), (80, 3), (40, 1), (40, 2), (40, 4), (78, 8)]
"""Columns and rows of a choice."""
SAME = 20
"""Number of letters that no two rows begin with."""
PRICE = re.compile(r"\d+")
NEXT_CELL = re.compile(r"\s{2,}\d+ ")


def choices(game: str, seed: int, answers: int) -> Iterator[MoveList]:
    """Yield the moves of some decisions of a random match."""
    match: Match = GAMES.game(game).match(SEATS[game], seed)
    rng = Random(seed)
    viewer = Viewer.of_seats(match.seats)
    while len(match.lines) < answers and not match.is_over:
        seat = match.awaited.seats[0]
        moves = match.moves(seat)
        yield MoveList(match.game, match.view(seat), moves, (), viewer, seat=seat)
        match.play(rng.choice(moves), seat)


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("game", sorted(SEATS))
def test_no_two_rows_begin_with_the_same_letters_and_a_move_is_there(
    game: str, language: str
) -> None:
    with speaking(language):
        for moves in list(choices(game, 3, 60))[::5]:
            every = tuple(moves.every.values())
            rows = MoveRows(every, plans=shown_plans(moves))
            for width, height in SIZES:
                lines = [line.plain for line in rows.lines(width, height)]
                assert len({line[:SAME] for line in lines}) == len(lines)
                assert any(one.label in line for one in every for line in lines)
                assert [line for line in lines if cuts_a_price(line, moves)] == []


def cuts_a_price(line: str, moves: MoveList) -> bool:
    """Return whether a part of what a row explains is told without all of its numbers."""
    told = [(f"{one.number:>3} {one.label}  ", one.note) for one in moves.every.values()]
    for plan in shown_plans(moves):
        head, _, facts = plan.text.partition(": ")
        number = plan.line.removeprefix("plan ")
        told += [(f"p{number} {head}: ", facts)] if facts else []
    for begun, note in told:
        if begun not in line:
            continue
        shown = NEXT_CELL.split(line.partition(begun)[2])[0]
        whole = [PRICE.findall(part) for part in PARTS.split(note)]
        if not all(PRICE.findall(part) in [[], *whole] for part in PARTS.split(shown)):
            return True
    return False


PRICES = [
    pytest.param("buy fish: costs 3 wood; then new cards come", 30, id="a price first"),
    pytest.param("water with a boat, rotated 180°: 0 points; costs 2 shells", 44, id="a plan"),
    pytest.param("fish: then new cards come; costs 3 wood", 20, id="a price last"),
]


@pytest.mark.parametrize(("text", "width"), PRICES)
def test_a_price_is_not_cut(text: str, width: int) -> None:
    facts = text.partition(": ")[2]

    assert PRICE.findall(facts) == PRICE.findall(fitted(text, width)[:width].partition(": ")[2])
