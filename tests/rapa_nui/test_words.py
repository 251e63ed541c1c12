import pytest

from parlour import Event, Look
from parlour_rapa_nui import events
from parlour_rapa_nui.events import Event as AnyEvent
from parlour_rapa_nui.glosses import gloss
from parlour_rapa_nui.phases import Drawing, Laying, Yielding
from parlour_rapa_nui.words import describe, question, tell
from tests.rapa_nui.positions import RULES, match, move, tribe

OPENED = (
    "The stone is opened: 2 fish, worth 2 each; 4 mulberry, worth 3 each; "
    "1 potato, worth 1 each; 4 grain, worth 3 each."
)
LOOK = Look(("Ann", "Ben", "Cid"))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.Started(1, (4, 2, 3)), "Ben begins. Wood: 4 for Ann, 2 for Ben, 3 for Cid."),
        (events.Refilled(2, (0, 6)), "Column 3 is laid, front first: moai, fish."),
        (events.Bought(0, 3, 2), "Ann buys a grain offering for 2 wood."),
        (events.Laid(0, 5, 1, 0), "Ann lays a priest."),
        (events.Laid(1, 0, 3, 2), "Ben lays 3 fish hunters for 2 wood."),
        (events.Laid(2, 6, 1, 7), "Cid builds a moai for 7 wood."),
        (events.Discarded(0), "Ann cannot build and puts a moai into the box."),
        (events.Sacrificed(1, 2), "Ben sacrifices potato."),
        (events.Buried(0, 1), "Ann sacrifices mulberry face down."),
        (events.Buried(0, None), "Ann sacrifices a card face down."),
        (events.Added(0, 3), "Ann adds grain from the pile to the stone."),
        (events.Drawn(0, 1, 4), "Ann draws a woodcutter from column 2."),
        (
            events.Scored(4, (3, 1, 1)),
            "Woodcutters are scored: 3 wood for Ann, 1 for Ben, 1 for Cid.",
        ),
        (events.Scored(5, (0, 1, 0)), "Priests are scored: 1 fame for Ben."),
        (
            events.Scored(6, (0, 1, 3)),
            "Moais are scored: 1 wood or fame for Ben, 3 for Cid.",
        ),
        (
            events.Scored(2, (2, 0, 1)),
            "Potato hunters are scored: 2 offerings for Ann, 1 for Cid.",
        ),
        (events.Scored(2, (0, 0, 1)), "Potato hunters are scored: 1 offering for Cid."),
        (events.Scored(0, (0, 0, 0)), "Fish hunters are scored and bring nobody anything."),
        (events.Yielded(1, 3, fame=True), "Ben takes 3 fame."),
        (events.Received(1, 0, 1), "Ben takes a fish offering."),
        (events.Received(1, 0, 2), "Ben takes 2 fish offerings."),
        (events.Declined(1), "Ben takes no other offering."),
        (events.Opened((0,) * 4, (0,) * 4), "The stone is empty: offerings are worth nothing."),
        (events.Opened((2, 4, 1, 4), (2, 3, 1, 3)), OPENED),
        (
            events.Counted(2, 3, 8, 1, 16),
            "Cid: 3 fame + 8 for moais + 1 for wood + 16 for offerings = 28.",
        ),
    ],
    ids=str,
)
def test_sentences(event: Event, sentence: str) -> None:
    assert tell(event, LOOK) == sentence


def test_every_event_has_a_sentence_here() -> None:
    (cases,) = [mark.args[1] for mark in test_sentences.pytestmark]  # type: ignore[attr-defined]  # set by pytest

    assert {type(event) for event, _ in cases} == set(AnyEvent.__args__)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("buy fish", "for 3 wood"),
        ("lay fish", "free"),
        ("lay fish 2", "for 1 wood"),
        ("lay moai", "for 7 wood"),
        ("offer grain", "you hold 1"),
        ("add grain", "20 in the pile"),
        ("no offering", ""),
    ],
)
def test_what_a_move_would_do(text: str, words: str) -> None:
    own = tribe("fish fish", "fish fish moai", "grain", wood=9)
    state = match(own, tribe(), phases=(Laying(0),))

    assert gloss(RULES.view(state, 0), move(text)) == words


@pytest.mark.parametrize(
    ("hand", "stack", "text", "words"),
    [
        pytest.param("", "fish " * 6, "draw 1", "takes fish, uncovers moai", id="6.2 not yet last"),
        pytest.param("", "fish " * 6, "draw 2", "takes grain, then four new cards", id="6.3 empty"),
        pytest.param("fish fish", "fish " * 6, "draw 1", "takes fish, scores moais", id="7.1 last"),
        pytest.param(
            "fish fish", "fish " * 6, "draw 3", "takes priest, scores grain hunters", id="7.1 both"
        ),
        pytest.param(
            "fish fish",
            "fish " * 5,
            "draw 2",
            "takes grain, scores the last of four new cards",
            id="7.1 the new front",
        ),
        pytest.param("fish", "fish " * 4, "draw 2", "takes grain, ends the match", id="9.1 four"),
        pytest.param("fish", "fish fish", "draw 2", "takes grain, ends the match", id="9.1 two"),
    ],
)
def test_what_a_draw_would_do(hand: str, stack: str, text: str, words: str) -> None:
    columns = "moai fish/grain/grain priest/fish fish"
    state = match(tribe("", hand), tribe(), phases=(Drawing(0),), columns=columns, stack=stack)

    assert gloss(RULES.view(state, 0), move(text)) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("take wood", "3 wood, you have 9", id="7.5 wood"),
        pytest.param("take fame", "3 fame, you have 4", id="7.5 fame"),
    ],
)
def test_what_a_choice_would_bring(text: str, words: str) -> None:
    state = match(tribe(wood=9, fame=4), tribe(), phases=(Yielding(0, 3),))

    assert gloss(RULES.view(state, 0), move(text)) == words


def test_a_view_in_plain_lines() -> None:
    state = match(
        tribe("priest", "moai fish", "grain", wood=3, fame=1),
        tribe("fish", "fish fish fish", "fish"),
        phases=(Drawing(0),),
        columns="moai fish/grain/fish/fish",
        stack="fish",
    )

    assert list(describe(RULES.view(state, 0), LOOK)) == [
        "Ann draws.",
        "Left in the stack: 1.",
        "Column 1: fish; under it moai.",
        "Column 2: grain.",
        "Column 3: fish.",
        "Column 4: fish.",
        "Piles: 20 fish, 20 mulberry, 20 potato, 20 grain.",
        "Stone: empty.",
        "Ann: lying 1 priest; 3 wood, 1 fame, offerings: 1.",
        "Your hand: 1 fish, 1 moai. Your offerings: 1 grain.",
        "Ben: lying 1 fish; 0 wood, 0 fame, offerings: 1.",
    ]


def test_the_question_of_a_choice() -> None:
    assert question(Yielding(1, 3), LOOK.names) == "Ben takes 3 wood or 3 fame for moais"
