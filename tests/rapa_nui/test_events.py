"""The events of each move, as every seat is told them."""

import pytest

from parlour import Event
from parlour_rapa_nui.components import CARDS, SORTS, WOODCUTTER
from parlour_rapa_nui.events import (
    Added,
    Bought,
    Counted,
    Declined,
    Discarded,
    Drawn,
    Laid,
    Opened,
    Received,
    Refilled,
    Sacrificed,
    Scored,
    Started,
    Yielded,
)
from parlour_rapa_nui.phases import (
    Adding,
    AnyPhase,
    Buying,
    Drawing,
    Laying,
    Offering,
    OtherPile,
    State,
    Yielding,
)
from parlour_rapa_nui.phases.turn import StartPlayer, Turn
from tests.rapa_nui.positions import (
    GAME,
    RULES,
    events_of,
    match,
    move,
    on_stone,
    play,
    resolve,
    tribe,
)

FISH, MULBERRY, POTATO, GRAIN = range(len(SORTS))
PRIEST, MOAI = (CARDS.index(card) for card in ("priest", "moai"))
ANN = tribe("woodcutter woodcutter fish", "fish fish moai", "fish", wood=8)
BEN = tribe("woodcutter fish fish", "moai moai moai", "grain")
COLUMNS = "woodcutter fish/priest fish/moai fish/fish fish"


TELLING = (Bought, Laid, Discarded, Sacrificed, Added, Drawn, Yielded, Received, Declined)
"""Events that tell a move again, in more words."""


def at(*phases: AnyPhase, columns: str = COLUMNS, piles: tuple[int, ...] = (9, 9, 9, 9)) -> State:
    return match(ANN, BEN, phases=(Turn(1), *phases), columns=columns, piles=piles)


def drawing(columns: str, piles: tuple[int, ...] = (9, 9, 9, 9)) -> State:
    """Let Ann lack one card."""
    state = play(at(Drawing(0), Laying(0)), "lay fish")
    return match(*state.tribes, phases=state.phases, columns=columns, piles=piles)


@pytest.mark.parametrize(
    ("state", "text", "events"),
    [
        pytest.param(at(Buying(0)), "buy fish", [Bought(0, FISH, 4)], id="3.2 the price"),
        pytest.param(at(Buying(0)), "buy nothing", [], id="3.1 nothing bought"),
        pytest.param(at(Laying(0)), "lay fish 2", [Laid(0, FISH, 2, 1)], id="4.4 two hunters"),
        pytest.param(at(Laying(0)), "lay moai", [Laid(0, MOAI, 1, 7)], id="4.3 a moai"),
        pytest.param(at(Laying(1)), "discard moai", [Discarded(1)], id="4.5 a moai to the box"),
        pytest.param(
            at(Offering(0, 1)), "offer grain", [Sacrificed(1, GRAIN)], id="5.2 an offering face up"
        ),
        pytest.param(at(Adding(0)), "add potato", [Added(0, POTATO)], id="5.4 one from a pile"),
        pytest.param(
            drawing(COLUMNS),
            "draw 1",
            [Drawn(0, 0, FISH), Scored(WOODCUTTER, (3, 1))],
            id="7.3 woodcutters",
        ),
        pytest.param(
            drawing(COLUMNS),
            "draw 2",
            [Drawn(0, 1, FISH), Scored(PRIEST, (0, 0))],
            id="7.4 priests",
        ),
        pytest.param(
            drawing(COLUMNS), "draw 3", [Drawn(0, 2, FISH), Scored(MOAI, (0, 0))], id="7.5 moais"
        ),
        pytest.param(
            drawing(COLUMNS),
            "draw 4",
            [Drawn(0, 3, FISH), Scored(FISH, (1, 1)), Received(0, FISH, 1), Received(1, FISH, 1)],
            id="7.6 hunters, the active seat first",
        ),
        pytest.param(
            drawing(COLUMNS, (1, 9, 0, 0)),
            "draw 4",
            [Drawn(0, 3, FISH), Scored(FISH, (1, 1)), Received(0, FISH, 1)],
            id="7.6 hunters, the last of a pile",
        ),
        pytest.param(
            play(drawing(COLUMNS, (1, 9, 0, 0)), "draw 4"),
            "take mulberry instead",
            [Received(1, MULBERRY, 1)],
            id="7.7 another sort, and the scoring is not told again",
        ),
        pytest.param(
            at(OtherPile(1, FISH, 2), piles=(0, 9, 9, 9)), "decline", [Declined(1)], id="7.7 none"
        ),
        pytest.param(at(Yielding(0, 3)), "take fame", [Yielded(0, 3, fame=True)], id="7.5 fame"),
        pytest.param(at(Yielding(1, 2)), "take wood", [Yielded(1, 2, fame=False)], id="7.5 wood"),
        pytest.param(
            drawing("priest/fish fish/fish fish/fish fish"),
            "draw 1",
            [Drawn(0, 0, PRIEST)],
            id="7.1 nothing is scored before the column is full again",
        ),
    ],
)
def test_what_a_move_tells(state: State, text: str, events: list[Event]) -> None:
    happened = events_of(state, text)

    assert move(text).covered_by_events is any(type(event) in TELLING for event in happened)
    assert happened == events
    assert [event.seen_by(seat) for event in happened for seat in (0, 1)] == [
        event for event in events for _ in (0, 1)
    ]


def befell(state: State, *outcomes: str) -> list[Event]:
    """Return the events of the last of these outcomes."""
    *before, last = outcomes
    events: list[Event] = []
    RULES.resolve(resolve(state, *before), GAME.outcome_notation.read(last), events.append)
    return events


REFILLING = play(drawing("priest/fish fish/fish fish/fish fish"), "draw 1")
LAST = match(
    tribe("moai fish", "priest", "fish fish", wood=11, fame=3),
    tribe("woodcutter", "moai moai", "grain potato", fame=1),
    phases=(Turn(1), Drawing(0)),
    columns="fish/fish fish/fish fish/fish fish",
    stack="priest moai",
    stone=on_stone("fish fish grain"),
)


@pytest.mark.parametrize(
    ("state", "outcomes", "events"),
    [
        pytest.param(
            match(tribe(), tribe(), tribe(), phases=(StartPlayer(),)),
            ["seat 1 begins"],
            [Started(1, (4, 2, 3))],
            id="1.6 the start player and the wood",
        ),
        pytest.param(REFILLING, ["card fish"], [], id="6.3 a column that is not yet full"),
        pytest.param(
            match(
                *REFILLING.tribes,
                phases=REFILLING.phases,
                columns="/fish/fish/fish",
                stack="fish moai priest woodcutter woodcutter",
            ),
            ["card fish", "card moai", "card priest", "card woodcutter"],
            [Refilled(0, (FISH, MOAI, PRIEST, WOODCUTTER)), Scored(WOODCUTTER, (3, 1))],
            id="6.3 a column that is full, and then the scoring",
        ),
        pytest.param(
            play(LAST, "draw 1"),
            ["card priest", "card moai"],
            [
                Refilled(0, (PRIEST, MOAI)),
                Opened((2, 0, 0, 1), (3, 1, 1, 2)),
                Counted(0, 3, 4, 2, 6),
                Counted(1, 1, 0, 0, 3),
            ],
            id="9.1 the end instead of a scoring",
        ),
    ],
)
def test_what_chance_tells(state: State, outcomes: list[str], events: list[Event]) -> None:
    assert befell(state, *outcomes) == events
