import pytest
from hypothesis import given, settings

from parlour import Chance, Over
from parlour.match.match import Match
from parlour_rapa_nui.events import Refilled
from parlour_rapa_nui.phases import Drawing, Refilling, State
from parlour_rapa_nui.phases.turn import Turn
from parlour_testing import matches
from tests.drawn import DRAWN
from tests.rapa_nui.positions import GAME, RULES, cards, match, play, refusal, resolve, texts, tribe

COLUMNS = "grain moai/woodcutter priest/fish moai grain/fish fish"


def drawing(hand: str, columns: str = COLUMNS, stack: str = "fish " * 9) -> State:
    own = tribe("woodcutter woodcutter", hand)
    return match(own, tribe(), phases=(Turn(1), Drawing(0)), columns=columns, stack=stack)


def test_filling_the_hand() -> None:
    """Rules 6.1, 6.2: card by card from the fronts, until there are three."""
    state = drawing("")
    assert texts(state) == ["draw 1", "draw 2", "draw 3", "draw 4"]

    state = play(state, "draw 3", "draw 3")
    assert state.tribes[0].hand == cards("grain moai")
    assert state.phases[-1] == Drawing(0)

    assert play(state, "draw 4").tribes[0].hand == cards("grain moai fish")


def test_worked_example_1() -> None:
    """Rule 7.1: Stefan draws a grain hunter, uncovers a moai, and moais are scored."""
    own = tribe("moai", "priest priest")
    state = match(own, tribe(), phases=(Turn(1), Drawing(0)), columns=COLUMNS)
    state = play(state, "draw 3")

    assert state.tribes[0].hand == cards("priest priest grain")
    assert texts(state) == ["take wood", "take fame"]


def test_worked_example_2() -> None:
    """Rules 6.3, 7.1: Patrick's second draw empties a column; its new front is scored."""
    state = drawing("fish", "grain moai/priest/fish fish/fish fish")
    state = play(state, "draw 1", "draw 2")
    assert state.tribes[0].hand == cards("fish moai priest")
    assert state.phases[-1] == Refilling(1)

    state = match(
        *state.tribes,
        phases=state.phases,
        columns="grain//fish fish/fish fish",
        stack="grain priest moai woodcutter fish fish fish fish",
    )
    state = resolve(state, "card grain", "card priest", "card moai", "card woodcutter")

    assert [tribe.wood for tribe in state.tribes] == [3, 0]


def test_a_column_is_refilled_before_the_next_draw() -> None:
    """Rule 6.3: an empty column is full again before anything else."""
    state = play(drawing("", "fish/grain grain/grain grain/grain grain"), "draw 1")
    assert RULES.awaited(state) == Chance("card")

    state = resolve(state, *["card fish"] * 4)

    assert len(state.columns[0]) == 4
    assert state.phases[-1] == Drawing(0)


def test_only_the_last_draw_scores() -> None:
    """Rule 7.1: woodcutters uncovered by the first draw bring nothing."""
    state = play(drawing("moai"), "draw 2", "draw 4")

    assert state.tribes[0].wood == 0
    assert state.tribes[0].hand == cards("moai priest fish")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param(
            "buy fish",
            "one offering a turn may be bought, before a card is laid (rule 3.1)",
            id="3.1 buying too late",
        ),
        pytest.param(
            "offer fish",
            "offerings are sacrificed face up only when somebody else has built a moai (rule 5.2)",
            id="5.2 no sacrifice round",
        ),
        pytest.param(
            "take wood",
            "only moais that are scored bring a choice of wood or fame (rule 7.5)",
            id="7.5 nothing is scored yet",
        ),
        pytest.param("decline", "there is nothing to decline now (rule 7.7)", id="7.7 nothing"),
    ],
)
def test_refusals(text: str, reason: str) -> None:
    assert refusal(drawing(""), text) == reason


@settings(DRAWN, max_examples=40)
@given(played=matches(GAME))
def test_a_match_has_nine_refills(played: Match) -> None:
    """Rule 9.1: after the four columns of the start, eight get four cards and the ninth two."""
    events = played.events(0)
    refills = [len(event.cards) for event in events if isinstance(event, Refilled)]
    whole = [4] * (4 + 8) + [2]

    assert refills == whole[: len(refills)]
    assert not played.is_over or refills == whole


@pytest.mark.parametrize("hand", ["fish fish", ""], ids=["the last draw", "the first of three"])
@pytest.mark.parametrize(
    ("stack", "front"),
    [
        pytest.param("fish fish moai woodcutter", 4, id="9.1 the last card is not scored"),
        pytest.param("fish woodcutter", 2, id="9.1 the ninth refill has two cards"),
    ],
)
def test_the_last_card_of_the_stack_ends_the_match(hand: str, stack: str, front: int) -> None:
    state = drawing(hand, "moai/fish fish/fish fish/fish fish", stack=stack)
    *most, last = [f"card {card}" for card in stack.split()]
    state = resolve(play(state, "draw 1"), *most)
    assert state.phases[-1] == Refilling(0)

    state = resolve(state, last)
    assert isinstance(state.phases[-1], Over)
    assert state.tribes[0].wood == 0
    assert [len(column) for column in state.columns] == [front, 2, 2, 2]
