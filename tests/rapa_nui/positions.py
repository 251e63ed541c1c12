"""Positions for the tests, written in words."""

from typing import Any, cast

from parlour import Event, Game, NoOptions, Result, Seat, Viewer
from parlour.rules.words import describe_refusal
from parlour_rapa_nui.components import CARDS, SORTS, Tally
from parlour_rapa_nui.moves import RapaNuiMove
from parlour_rapa_nui.phases import AnyPhase, State
from parlour_rapa_nui.plugin import parlour_games
from parlour_rapa_nui.state import Offered, Tribe
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.positions import read_column, read_tally

GAME: Game[State, View, Any] = next(iter(parlour_games()))
RULES = GAME.rules
NAMES = Viewer(("Ann", "Ben", "Cid", "Dan"))


def cards(text: str) -> Tally:
    """Read a tally of cards: ``"fish fish moai"``."""
    return read_tally(text, CARDS)


def sorts(text: str) -> Tally:
    """Read a tally of offerings: ``"fish grain grain"``."""
    return read_tally(text, SORTS)


def tribe(
    lying: str = "", hand: str = "", offerings: str = "", *, wood: int = 0, fame: int = 0
) -> Tribe:
    """Build what stands before a seat that has sacrificed nothing face down."""
    return Tribe(cards(lying), cards(hand), wood, fame, sorts(offerings))


def match(
    *tribes: Tribe,
    phases: tuple[AnyPhase, ...],
    columns: str = "fish fish/grain grain/priest priest/moai moai",
    stack: str = "fish fish fish fish fish fish",
    piles: Tally = (20, 20, 20, 20),
    stone: tuple[Offered, ...] = (),
) -> State:
    """Build a position; what is not said is as harmless as can be."""
    return State(
        phases=phases,
        tribes=tribes,
        columns=tuple(map(read_column, columns.split("/"))),
        stack=cards(stack),
        piles=piles,
        stone=stone,
        box=RULES.start(len(tribes), NoOptions()).box,
    )


def on_stone(text: str) -> tuple[Offered, ...]:
    """Read the stone from the bottom to the top, as cards from piles."""
    return tuple(Offered(SORTS.index(sort), None) for sort in text.split())


def move(text: str) -> RapaNuiMove:
    """Read a move."""
    return cast("RapaNuiMove", GAME.read_move(text))


def asked(state: State) -> Seat:
    """Return the one seat that has to answer."""
    (seat,) = RULES.awaited(state).seats
    return seat


def ending(state: State) -> Result:
    """Return how a match that is over ended."""
    awaited = RULES.awaited(state)
    assert isinstance(awaited, Result)
    return awaited


def texts(state: State) -> list[str]:
    """Return the texts of all legal moves of the awaited seat."""
    seat = asked(state)
    return [GAME.move_notation.write(legal) for legal in RULES.moves(state, seat)]


def play(state: State, *moves: str) -> State:
    """Let the awaited seats make these moves; each must be legal."""
    for text in moves:
        seat = asked(state)
        assert text in texts(state)
        state = RULES.play(state, seat, move(text))
    return state


def resolve(state: State, *outcomes: str) -> State:
    """Let these cards be turned up; each must be possible."""
    for text in outcomes:
        outcome = GAME.outcome_notation.read(text)
        assert outcome in [possible for possible, _ in RULES.outcomes(state)]
        state = RULES.resolve(state, outcome)
    return state


def refusal(state: State, text: str) -> str:
    """Return why the awaited seat may not make a move, with the rule's number."""
    refused = RULES.why_not(state, asked(state), move(text))
    return describe_refusal(refused, NAMES, GAME.words.refusals) if refused else "legal"


def events_of(state: State, text: str) -> list[Event]:
    """Return the events that a move of the awaited seat brings about."""
    events: list[Event] = []
    RULES.play(state, asked(state), move(text), events.append)
    return events
