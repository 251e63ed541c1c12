"""Names of panels that are cut: none of them reads as another word that one types."""

import re
from random import Random

import pytest

import parlour
from parlour.match import Game
from parlour.rules import Space, Viewer
from parlour.table.view import TableDrawing
from parlour.words import offered, speaking
from parlour_screen.pages import panel_pages, tab_line

LEAST = 4
"""Minimum number of letters of a name that a person takes for a word."""
GAMES = {name: parlour.load(name) for name in ("giants", "maori", "rapa_nui")}


def typed_words(game: Game) -> set[str]:
    """Return the first word of each move that is possible in a random match."""
    match = game.match(seed="words")
    rng = Random(1)
    words: set[str] = set()
    while not match.is_over and len(match.lines) < 400:
        seat = match.awaited.seats[0]
        moves = match.moves(seat)
        words |= {game.in_own_words(move).split()[0].casefold() for move in moves}
        match.play(rng.choice(moves), seat)
    return words


def cut_names(game: Game, width: int) -> set[str]:
    """Return the names of pages that a line of ``width`` columns cuts."""
    match = game.match(seed="words")
    table = TableDrawing(game, match.view(0), Viewer(match.header.players))
    tabs = panel_pages(table.panels(Space(width, 24)))
    names = re.split(r" ?F?\d+ ", tab_line(tabs, "help", width, game.in_own_words).plain)
    titles = " ".join(title for _, title in tabs).split()
    return {name.casefold() for name in names if name and name.split()[-1] not in titles}


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("language", [*offered()])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_name_that_is_cut_reads_as_no_word_of_a_move(
    game: Game, language: str, width: int
) -> None:
    """In German a cut 'Legende' read 'Legen', which is to lay."""
    with speaking(language):
        typed = {word for word in typed_words(game) if len(word) >= LEAST}
        cut = {name for name in cut_names(game, width) if len(name) >= LEAST}

    assert not [(name, word) for name in cut for word in typed if name.startswith(word)]
