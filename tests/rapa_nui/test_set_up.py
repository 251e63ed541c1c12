import tomllib
from collections import Counter
from contextlib import AbstractContextManager, nullcontext
from importlib.resources import files
from random import Random

import pytest

from parlour import Chance, read_components
from parlour.rules.errors import PluginError, SetupError
from parlour_rapa_nui.components import BOX, CARDS, SORTS, STACK, Components, sums
from parlour_rapa_nui.outcomes import Begins, TurnedUp
from parlour_rapa_nui.phases import Buying, Drawing, Laying, Refilling, StartPlayer, State, Turn
from tests.rapa_nui.positions import GAME, RULES, asked, cards, match, play, resolve, tribe

REFUSED = pytest.raises(SetupError)


def dealt(seats: int, begins: int = 0) -> State:
    """Set up with a stack drawn at random and a start player of one's choice."""
    state = RULES.begin(seats, None)
    rng = Random(5)
    while RULES.awaited(state) == Chance("card"):
        state = RULES.resolve(state, RULES.draw(state, rng))
    return resolve(state, f"seat {begins} begins")


@pytest.mark.parametrize(
    ("seats", "outcome"),
    [
        pytest.param(1, REFUSED, id="1.1 one cannot play alone"),
        pytest.param(2, nullcontext(), id="1.1 two can play"),
        pytest.param(4, nullcontext(), id="1.1 four can play, one of each colour"),
        pytest.param(5, REFUSED, id="1.1 there is no fifth colour"),
    ],
)
def test_how_many_can_play(seats: int, outcome: AbstractContextManager[object]) -> None:
    with outcome:
        GAME.check_setup(seats, GAME.read_options({}))


@pytest.mark.parametrize(
    ("seat", "hand"),
    [
        pytest.param(0, "mulberry potato grain", id="1.1 red lacks fish"),
        pytest.param(1, "fish potato grain", id="1.1 yellow lacks mulberry"),
        pytest.param(2, "fish mulberry grain", id="1.1 green lacks potato"),
        pytest.param(3, "fish mulberry potato", id="1.1 blue lacks grain"),
    ],
)
def test_start_cards_of_each_colour(seat: int, hand: str) -> None:
    """Rules 1.2, 1.5: a woodcutter lies, three hunters are in hand, and one of each offering."""
    assert RULES.begin(4, None).tribes[seat] == tribe(
        "woodcutter", hand, "fish mulberry potato grain"
    )


@pytest.mark.parametrize(
    ("seats", "box"),
    [
        pytest.param(4, "", id="1.3 four seats leave nothing in the box"),
        pytest.param(3, "woodcutter fish mulberry potato", id="1.3 three seats leave blue"),
        pytest.param(
            2,
            "woodcutter woodcutter fish fish mulberry mulberry potato grain",
            id="1.3 two seats leave green and blue",
        ),
    ],
)
def test_absent_colours(seats: int, box: str) -> None:
    assert RULES.begin(seats, None).box == cards(box)


@pytest.mark.parametrize("seats", GAME.seats)
def test_display_and_census(seats: int) -> None:
    """Rule 1.4: sixteen cards lie open in four columns, and the box is whole."""
    state = dealt(seats)

    assert [len(column) for column in state.columns] == [4, 4, 4, 4]
    assert sum(state.stack) == 34
    assert RULES.census(state) == {
        "tribes": seats,
        "stray phases": 0,
        **dict.fromkeys(SORTS, 8),
        "woodcutter": 16,
        "priest": 9,
        "moai": 9,
        **{f"{sort} offering": 25 for sort in SORTS},
    }


def test_the_front_is_the_card_laid_last() -> None:
    """Rule 1.4: each card turned up lies in front of the one before."""
    state = resolve(RULES.begin(2, None), "card fish", "card moai", "card priest", "card grain")

    assert [CARDS[card] for card in state.columns[0]] == ["fish", "moai", "priest", "grain"]
    assert state.columns[1] == ()


@pytest.mark.parametrize(
    ("state", "weights"),
    [
        pytest.param(
            RULES.begin(2, None),
            dict(zip(CARDS, (5, 5, 5, 5, 12, 9, 9), strict=True)),
            id="1.4 fifty cards to turn up",
        ),
        pytest.param(
            match(phases=(Refilling(0),), columns="///", stack="fish moai moai moai"),
            {"fish": 1, "moai": 3},
            id="1.4 what the stack still has",
        ),
    ],
)
def test_every_card_of_the_stack_is_as_likely_on_top(state: State, weights: dict[str, int]) -> None:
    rng = Random(6)
    each = 400
    drawn = Counter(RULES.draw(state, rng) for _ in range(each * sum(weights.values())))

    assert RULES.outcomes(state) == [
        (TurnedUp(CARDS.index(card)), number) for card, number in weights.items()
    ]
    for outcome, number in RULES.outcomes(state):
        assert drawn[outcome] == pytest.approx(each * number, rel=0.15)
    assert len(drawn) == len(weights)


def test_every_seat_is_as_likely_to_begin() -> None:
    """Rule 1.6: by lot."""
    state = match(tribe(), tribe(), tribe(), phases=(StartPlayer(),))
    rng = Random(7)
    drawn = Counter(RULES.draw(state, rng) for _ in range(1200))

    assert RULES.outcomes(state) == [(Begins(seat), 1) for seat in range(3)]
    assert all(340 < drawn[Begins(seat)] < 460 for seat in range(3))


@pytest.mark.parametrize(
    ("seats", "left"),
    [
        pytest.param(2, 23, id="1.5 two seats leave 23 of each sort"),
        pytest.param(4, 21, id="1.5 four seats leave 21 of each sort"),
    ],
)
def test_offerings_at_the_start(seats: int, left: int) -> None:
    assert RULES.begin(seats, None).piles == (left,) * 4


@pytest.mark.parametrize(
    ("seats", "begins", "wood"),
    [
        pytest.param(2, 0, (2, 3), id="1.6 two seats"),
        pytest.param(4, 0, (2, 3, 4, 5), id="1.6 four seats, the first begins"),
        pytest.param(4, 2, (4, 5, 2, 3), id="1.6 four seats, the third begins"),
        pytest.param(3, 2, (3, 4, 2), id="1.6 three seats, the last begins"),
    ],
)
def test_start_player_and_wood(seats: int, begins: int, wood: tuple[int, ...]) -> None:
    state = dealt(seats, begins)

    assert tuple(tribe.wood for tribe in state.tribes) == wood
    assert RULES.awaited(state).seats == (begins,)


def test_a_turn_has_its_steps_on_the_stack() -> None:
    """Rule 2.1: buying, laying, drawing; then the left neighbour."""
    hunter = tribe("fish fish fish fish fish")
    state = RULES.run_automatic(match(tribe(), hunter, tribe(), phases=(Turn(1),)))

    assert state.phases == (Turn(2), Drawing(1), Laying(1), Buying(1))


@pytest.mark.parametrize(
    ("active", "order"),
    [
        pytest.param(0, [1, 2, 3, 0], id="2.1 from the first seat"),
        pytest.param(2, [3, 0, 1, 2], id="2.1 past the last seat"),
    ],
)
def test_turns_go_round_clockwise(active: int, order: list[int]) -> None:
    state = match(
        *[tribe("woodcutter", "priest priest priest")] * 4,
        phases=(Turn((active + 1) % 4), Drawing(active), Laying(active)),
        columns="fish fish fish/" * 3 + "priest " * 10,
    )
    turns = []
    for _ in order:
        state = play(state, "lay priest", "draw 4")
        turns.append(asked(state))

    assert turns == order


def test_buying_is_not_asked_where_nothing_can_be_bought() -> None:
    """Rule 3.1: with 2 wood and no hunter lying there is nothing to decide."""
    assert dealt(2).phases == (Turn(1), Drawing(0), Laying(0))


# What is in the box


FILE = files("parlour_rapa_nui").joinpath("components.toml").read_text("utf-8")


def test_the_file_calls_published_what_the_rulebook_lists() -> None:
    """When the file is loaded, everything in it is added up to these totals."""
    totals = {"cards": 50, "hunters": 20, "offerings": 100, "start_cards": 16}

    assert tomllib.loads(FILE)["totals"] == totals | {"fame_tokens": 30, "wood_tokens": 36}
    assert STACK == (5, 5, 5, 5, 12, 9, 9)


def test_what_is_reconstructed_is_marked() -> None:
    assert "[reconstructed]" in FILE
    assert {next(iter(set(SORTS) - set(c.cards))) for c in BOX.reconstructed.colours} == set(SORTS)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("priest = 9", "priest = 8", "expected 50 cards, got 49"),
        ("each = 25", "each = 24", "expected 100 offerings, got 96"),
        ("moai = 9", "moia = 9", "kinds of card"),
        (
            '"woodcutter", "mulberry", "potato", "grain"',
            '"woodcutter", "fish", "potato", "grain"',
            "sorts lacking somewhere",
        ),
        ("start = [2, 3, 4, 5]", "start = [2, 3, 4]", "expected 4 seats with start wood, got 3"),
        ("columns = 4", 'columns = "many"', "Expected `int`"),
        ("20 = 4", "20 = 5", "expected 36 wood tokens, got 37"),
    ],
)
def test_a_file_that_does_not_add_up(old: str, new: str, reason: str) -> None:
    assert old in FILE
    with pytest.raises(PluginError, match=reason):
        read_components(FILE.replace(old, new).encode(), Components, sums)
