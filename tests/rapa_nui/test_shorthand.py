"""Bare names of cards and sorts, by what is asked."""

import pytest

from parlour.rules.errors import UnfinishedLine
from parlour_rapa_nui.phases import (
    Adding,
    AnyPhase,
    Burying,
    Buying,
    Drawing,
    Laying,
    Offering,
    OtherPile,
    Yielding,
)
from parlour_rapa_nui.words.shorthand import parse_shorthand
from tests.rapa_nui.positions import GAME, RULES, match, tribe


@pytest.mark.parametrize(
    ("phase", "line", "move"),
    [
        pytest.param(Buying(0), "grain", "", id="3.1 nothing is bought by a name alone"),
        pytest.param(Buying(0), "buy n", "buy nothing", id="3.1 none"),
        pytest.param(Buying(0), "buy g", "buy grain", id="3.1 a beginning"),
        pytest.param(Laying(0), "moai", "lay moai", id="4.1 a card"),
        pytest.param(Laying(0), "2 fish", "lay fish 2", id="4.4 the number first"),
        pytest.param(Laying(0), "lay 2 fish", "lay fish 2", id="4.4 behind the verb"),
        pytest.param(Laying(0), "fish 3", "lay fish 3", id="4.4 or last"),
        pytest.param(Offering(1, 0), "potato", "offer potato", id="5.2 face up"),
        pytest.param(Burying(0), "potato", "offer potato face down", id="5.3 face down"),
        pytest.param(Adding(0), "fish", "add fish", id="5.4 from a pile"),
        pytest.param(Yielding(0, 2), "fame", "take fame", id="7.5 fame"),
        pytest.param(OtherPile(0, 3, 1), "fish", "take fish instead", id="7.7 another sort"),
        pytest.param(Buying(0), "2 fish", "", id="3.1 one a turn"),
        pytest.param(Laying(0), "fish grain", "", id="4.1 one kind"),
        pytest.param(Drawing(0), "fish", "", id="6.2 draws name a column"),
    ],
)
def test_a_bare_name_is_read_as_the_move_that_is_asked(
    phase: AnyPhase, line: str, move: str
) -> None:
    view = RULES.view(match(tribe(), tribe(), phases=(phase,)), 0)

    assert parse_shorthand(view, line) == ((move,) if move else ())
    if move:
        assert GAME.write_move(GAME.read_move(move)) == move


@pytest.mark.parametrize(
    ("line", "names"),
    [
        pytest.param("m", "mulberry or moai", id="a moai or a mulberry hunter"),
        pytest.param("2", "fish, mulberry, ", id="no card yet"),
    ],
)
def test_the_beginning_of_several_names_asks_which(line: str, names: str) -> None:
    view = RULES.view(match(tribe(), tribe(), phases=(Laying(0),)), 0)

    with pytest.raises(UnfinishedLine) as caught:
        parse_shorthand(view, line)
    assert caught.value.question.startswith(f"Say which: {names}")
