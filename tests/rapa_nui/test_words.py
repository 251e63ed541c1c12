import msgspec
import pytest

from parlour import Viewer
from parlour.rules.errors import UnfinishedLine
from parlour_rapa_nui import events
from parlour_rapa_nui.components import SORTS
from parlour_rapa_nui.events import RapaNuiEvent
from parlour_rapa_nui.phases import (
    Adding,
    AnyPhase,
    Burying,
    Buying,
    Drawing,
    Laying,
    Offering,
    OtherPile,
    Over,
    Refilling,
    StartPlayer,
    Yielding,
)
from parlour_rapa_nui.state import Offered
from parlour_rapa_nui.words.events import describe_event
from parlour_rapa_nui.words.moves import explain_move
from parlour_rapa_nui.words.shorthand import parse_shorthand
from parlour_rapa_nui.words.view import describe_view, headline
from tests.rapa_nui.positions import GAME, RULES, match, move, tribe

OPENED = (
    "The stone is opened: 2 fish, worth 2 each; 4 mulberry, worth 3 each; "
    "1 potato, worth 1 each; 4 grain, worth 3 each."
)
NAMES = Viewer(("Ann", "Ben", "Cid"))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.Started(1, (4, 2, 3)), "Ben begins. Wood: 4 for Ann, 2 for Ben, 3 for Cid."),
        (events.Refilled(2, (0, 6)), "Column 3 is laid, front first: moai, fish."),
        (events.Bought(0, 3, 2), "Ann buys a grain offering for 2 wood."),
        (events.Laid(0, 5, 1, 0), "Ann lays a priest."),
        (events.Laid(1, 0, 3, 2), "Ben lays 3 fish hunters for 2 wood."),
        (events.Laid(2, 6, 1, 7), "Cid builds a moai for 7 wood."),
        (events.Discarded(0), "Ann cannot build and discards a moai."),
        (events.Sacrificed(1, 2), "Ben sacrifices potato."),
        (events.Buried(0, 1), "Ann sacrifices mulberry face down."),
        (events.Buried(0, None), "Ann sacrifices a card face down."),
        (events.Added(0, 3), "Ann adds grain from its pile to the stone."),
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
def test_sentences(event: RapaNuiEvent, sentence: str) -> None:
    assert describe_event(event, NAMES) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.Started(0, (2, 3)), "You begin. Wood: 2 for you, 3 for Greedy."),
        (events.Laid(0, 6, 1, 7), "You build a moai for 7 wood."),
        (events.Scored(5, (1, 0)), "Priests are scored: 1 fame for you."),
    ],
    ids=str,
)
def test_sentences_for_the_one_who_plays(event: RapaNuiEvent, sentence: str) -> None:
    assert describe_event(event, Viewer(("You", "Greedy"))) == sentence


def test_every_event_has_a_sentence_here() -> None:
    (cases,) = [mark.args[1] for mark in test_sentences.pytestmark]  # type: ignore[attr-defined]  # set by pytest

    assert {type(event) for event, _ in cases} == set(RapaNuiEvent.__args__)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("buy fish", "costs 3 wood"),
        ("lay fish", "free"),
        ("lay fish 2", "costs 1 wood"),
        ("lay moai", "costs 7 wood"),
        ("offer grain", "you hold 1"),
        ("add grain", "20 left in its pile"),
        ("buy nothing", ""),
    ],
)
def test_what_a_move_would_do(text: str, words: str) -> None:
    own = tribe("fish fish", "fish fish moai", "grain", wood=9)
    state = match(own, tribe(), phases=(Laying(0),))

    assert explain_move(RULES.view(state, 0), move(text)) == words


@pytest.mark.parametrize(
    ("hand", "stack", "text", "words"),
    [
        pytest.param("", "fish " * 6, "draw 1", "fish, uncovers moai", id="6.2 not yet last"),
        pytest.param("", "fish " * 6, "draw 2", "grain, then four new cards", id="6.3 empty"),
        pytest.param("fish fish", "fish " * 6, "draw 1", "fish, scores moai", id="7.1 last"),
        pytest.param("fish fish", "fish " * 6, "draw 3", "priest, scores grain", id="7.1 both"),
        pytest.param(
            "fish fish",
            "fish " * 5,
            "draw 2",
            "grain, scores a new card",
            id="7.1 the new front",
        ),
        pytest.param("fish", "fish " * 4, "draw 2", "grain, ends the match", id="9.1 four"),
        pytest.param("fish", "fish fish", "draw 2", "grain, ends the match", id="9.1 two"),
    ],
)
def test_what_a_draw_would_do(hand: str, stack: str, text: str, words: str) -> None:
    columns = "moai fish/grain/grain priest/fish fish"
    state = match(tribe("", hand), tribe(), phases=(Drawing(0),), columns=columns, stack=stack)

    assert explain_move(RULES.view(state, 0), move(text)) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("take wood", "3 wood, you have 9", id="7.5 wood"),
        pytest.param("take fame", "3 fame, you have 4", id="7.5 fame"),
    ],
)
def test_what_a_choice_would_bring(text: str, words: str) -> None:
    state = match(tribe(wood=9, fame=4), tribe(), phases=(Yielding(0, 3),))

    assert explain_move(RULES.view(state, 0), move(text)) == words


OWN = "You hold: 0 fish offerings, 0 mulberry offerings, 0 potato offerings, 1 grain offering."
PILES = f"Left in piles: {', '.join(f'20 {sort} left at 5 wood each' for sort in SORTS)}."


def test_a_view_in_plain_lines() -> None:
    state = match(
        tribe("priest", "moai fish", "grain", wood=3, fame=1),
        tribe("fish", "fish fish fish", "fish"),
        phases=(Drawing(0),),
        columns="moai fish/grain/fish/fish",
        stack="fish",
    )

    assert list(describe_view(RULES.view(state, 0), NAMES)) == [
        "Ann to draw a card. The next column emptied ends the match.",
        "Column 1: fish; under it moai.",
        "Column 2: grain, the last one.",
        "Column 3: fish, the last one.",
        "Column 4: fish, the last one.",
        "Ann's hand: 1 fish, 1 moai.",
        OWN,
        PILES,
        "Ann: 1 priest; 3 wood, 1 fame; 1 offering; 2 cards in hand.",
        "Ben: 1 fish; 0 wood, 0 fame; 1 offering; 3 cards in hand.",
        "Stone: empty.",
    ]


@pytest.mark.parametrize(
    ("phase", "asked"),
    [
        (StartPlayer(), "The start player is drawn"),
        (Refilling(2), "Cards are turned up into column 3"),
        (Buying(1), "Ben to buy an offering, or nothing"),
        (Laying(1), "Ben to lay cards"),
        (Drawing(1), "Ben to draw 2 cards"),
        (Drawing(2), "Cid to draw a card"),
        (Offering(builder=1, seat=2), "Cid to sacrifice: Ben has built a moai"),
        (Burying(1), "Ben to sacrifice face down"),
        (Adding(1), "Ben to add a card from a pile to the stone"),
        (Yielding(1, 3), "Ben to take 3 wood or 3 fame for moais"),
        (OtherPile(0, 3, 2), "Ann to take 2 of other sorts, or none: no grain offering is left"),
        (Over((9, 7, 9), (1, 3, 1)), "Ann and Cid won with 9 points"),
        (Over((1, 0, 0), (1, 2, 2)), "Ann won with 1 point"),
    ],
    ids=str,
)
def test_what_is_asked_of_whom(phase: AnyPhase, asked: str) -> None:
    state = match(tribe(), tribe("", "fish"), tribe("", "fish fish"), phases=(phase,))

    assert headline(RULES.view(state, 0), NAMES) == asked


def seen(phase: AnyPhase, *, memory: bool) -> list[str]:
    """Return what Ann reads after Ben has put a card face down on the stone."""
    state = match(
        tribe("priest priest moai", "woodcutter woodcutter", "grain"),
        msgspec.structs.replace(
            tribe("fish fish", "moai fish fish", "fish mulberry"), limits=((1, 1, 0, 0),)
        ),
        phases=(phase,),
        stone=(Offered(0, 0), Offered(1, 1, face_down=True), Offered(3, None)),
    )
    return list(describe_view(RULES.view(state, 0), Viewer(("Ann", "Ben"), memory)))


TOP = "Stone: 3 cards, top: grain; added from its pile"
BEN = "2 fish, 1 moai"


def worth(*known: int) -> str:
    """Say what each sort is worth, by the number of its cards on the stone (0 or 1)."""
    each = zip(known, SORTS, strict=True)
    return "; ".join(f"{n} {sort}, worth {2 + n} each" for n, sort in each)


@pytest.mark.parametrize(
    ("phase", "memory", "lines"),
    [
        pytest.param(Drawing(0), False, [f"{TOP}."], id="8.2 what the table shows"),
        pytest.param(
            Drawing(0),
            True,
            [
                f"{TOP}; {worth(1, 0, 0, 1)}; 1 unknown.",
                f"Ben, in hand: {BEN}; offerings (1 face down): 1 fish, 1 mulberry.",
            ],
            id="8.3 what can be remembered",
        ),
        pytest.param(
            Over((4, 3), (1, 2)),
            False,
            [
                f"{TOP}; {worth(1, 1, 0, 1)}.",
                f"Ben, in hand: {BEN}; offerings: 1 fish.",
            ],
            id="8.2 everything at the end",
        ),
    ],
)
def test_what_is_read_of_hidden_things(phase: AnyPhase, memory: bool, lines: list[str]) -> None:
    ann = "Ann: 2 priests (alone the most), 1 moai; 0 wood, 0 fame; 1 offering; 2 cards in hand."
    ben = "Ben: 2 fish (alone the most); 0 wood, 0 fame; 1 offering; 3 cards in hand."

    assert seen(phase, memory=memory)[5:] == [
        "Ann's hand: 2 woodcutters.",
        *(OWN, PILES, ann, ben),
        *lines,
    ]


# Bare names of cards and sorts, by what is asked


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
