"""Plans: the cards and offerings bought, laid and drawn in a turn, and the scoring at its end."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

from parlour import Event, Move, Rules, Seat, TurnPlan, Viewer
from parlour_rapa_nui import view as views
from parlour_rapa_nui.components import CARDS, SORTS, WOODCUTTER
from parlour_rapa_nui.events import Scored
from parlour_rapa_nui.heuristic import lead
from parlour_rapa_nui.moves import Buy, Discard, Draw, Lay, RapaNuiMove
from parlour_rapa_nui.phases import Buying, Drawing, Laying, Offering, Refilling, State
from parlour_rapa_nui.scoring import yields_now
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.events import UNITS
from parlour_rapa_nui.words.moves import explain_move
from parlour_rapa_nui.words.names import counted, say

Moves: TypeAlias = tuple[Move, ...]

MAX_LAID, MAX_PLANS = 6, 5
"""Maximum number of purchases with cards that draws are tried for, and of plans."""


class _Turn(NamedTuple):
    """The part of a turn that can be foreseen."""

    moves: Moves
    after: State
    worth: float
    """The lead of the seat then, as bots see it."""


def plans(view: View, rules: Rules[State, View]) -> list[TurnPlan]:
    """Return the plans of the seat of a view, the best first."""
    # Cards that lie face down matter for the order of the plans alone.
    state, seat = rules.determinize(view, Random(0)), view.seat  # noqa: S311  no secret
    if not isinstance(view.phases[-1], Buying | Laying | Drawing):
        return _answers(rules, state, seat)
    laid = [
        _Turn(moves, after, lead(after, seat)) for moves, after in _laid(rules, state, seat, ())
    ]
    turns = [
        turn
        for one in _best(laid, MAX_LAID)
        for turn in _best(list(_drawn(rules, one, seat)), 1 if one.moves else MAX_PLANS)
    ]
    return [TurnPlan(turn.moves, _text(turn.moves)) for turn in _best(turns, MAX_PLANS)]


def _answers(rules: Rules[State, View], state: State, seat: Seat) -> list[TurnPlan]:
    """Return the best answers to a question within a turn, such as what to offer."""
    moves = rules.moves(state, seat)
    states = ((move, rules.play(state, seat, move)) for move in moves if len(moves) > 1)
    turns = [_Turn((move,), after, lead(after, seat)) for move, after in states]
    return [TurnPlan(turn.moves) for turn in _best(turns, MAX_PLANS)]


def _best(turns: list[_Turn], number: int) -> list[_Turn]:
    return sorted(turns, key=lambda turn: -turn.worth)[:number]


def _laid(
    rules: Rules[State, View], state: State, seat: Seat, moves: Moves
) -> Iterator[tuple[Moves, State]]:
    """Yield each purchase with each card, and the state after them."""
    phase = state.phases[-1]
    if not isinstance(phase, Buying | Laying) or phase.seat != seat:
        yield moves, state
        return
    for move in phase.moves(state, seat):
        yield from _laid(rules, rules.play(state, seat, move), seat, (*moves, move))


def _drawn(rules: Rules[State, View], turn: _Turn, seat: Seat) -> Iterator[_Turn]:
    """Yield each way to draw until the hand is full, or a column is empty."""
    moves, state, _ = turn
    phase = state.phases[-1]
    if not isinstance(phase, Drawing) or phase.seat != seat:
        yield turn
        return
    for move in phase.moves(state, seat):
        events: list[Event] = []
        after = rules.play(state, seat, move, events.append)
        scored = any(isinstance(event, Scored) for event in events)
        drawn = _Turn((*moves, move), after, lead(after, seat))
        if scored or isinstance(after.phases[-1], Refilling):
            yield drawn
        else:
            yield from _drawn(rules, drawn, seat)


def explain_line(
    view: View, moves: Sequence[RapaNuiMove], _after: View, viewer: Viewer
) -> Iterator[str]:
    """Say the wood that a line costs, the cards that it scores, and what comes next."""
    rules: Rules[State, View] = Rules()
    seat = view.seat
    state = views.determinize(view, Random(0))  # noqa: S311  no secret
    before = state
    events: list[Event] = []
    for move in moves:
        state = rules.play(state, seat, move, events.append)
    scored = next((event for event in events if isinstance(event, Scored)), None)
    if len(moves) == 1 and scored is None and not isinstance(moves[0], Buy | Lay):
        yield explain_move(view, moves[0])
    laid = next((move.card for move in moves if isinstance(move, Lay)), None)
    card, amounts = (scored.card, scored.amounts) if scored else (None, ())
    paid = before.tribes[seat].wood - state.tribes[seat].wood
    paid += amounts[seat] if card == WOODCUTTER else 0
    yield say("plan.costs", price=paid) if paid > 0 else ""
    yield "" if card is None else _scored("plan.scored", card, amounts[seat])
    yield _later(state, seat, laid) if laid != card else ""
    yield _left_open(state)
    for other, amount in enumerate(amounts):
        if other != seat and amount and card is not None:
            yield say("plan.gains", viewer, seat=other, what=_yield(card, amount))


def _later(after: State, seat: Seat, laid: int | None) -> str:
    """Say what the card laid brings the seat whenever its kind is scored."""
    amount = 0 if laid is None else yields_now(after, laid)[seat]
    return _scored("plan.later", laid or 0, amount) if amount else ""


def _scored(code: str, card: int, amount: int) -> str:
    return say(code, card=CARDS[card], what=_yield(card, amount))


def _left_open(after: State) -> str:
    """Say the steps before the turn goes on."""
    if isinstance(after.phases[-1], Offering):
        return say("plan.sacrifice")
    return say("plan.new_cards") if isinstance(after.phases[-1], Refilling) else ""


def _yield(card: int, amount: int) -> str:
    """Say what so much of a scored card's yield is."""
    if not amount:
        return say("nothing")
    if card < len(SORTS):
        return say("yield.offerings", sort=SORTS[card], number=amount)
    return say(UNITS[card], number=amount)


def _text(moves: Moves) -> str:
    """Say the things bought, laid and drawn: ``buy fish, lay 2 potato, draw 1 and 3``."""
    words = []
    for move in moves:
        if isinstance(move, Buy):
            words.append(say("plan.buy", sort=SORTS[move.sort]))
        elif isinstance(move, Lay):
            words.append(say("plan.lay", cards=counted(move.card, move.number)))
        elif isinstance(move, Discard):
            words.append(say("plan.discard"))
    columns = [str(move.column + 1) for move in moves if isinstance(move, Draw)]
    if columns:
        words.append(say("plan.draw", columns=", ".join(columns)))
    return ", ".join(words)
