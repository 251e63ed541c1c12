"""The sentences a player of Rapa Nui reads: events, moves, refusals, and a view in plain lines."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import asdict

from parlour import Over, Seat, Viewer, Wording
from parlour.rules.words import worded
from parlour_rapa_nui import events, moves
from parlour_rapa_nui.components import BOX, CARDS, MOAI, PRIEST, SORTS, WOODCUTTER
from parlour_rapa_nui.phases import (
    Adding,
    AnyPhase,
    Burying,
    Buying,
    Drawing,
    Laying,
    Offering,
    OtherPile,
    Refilling,
    StartPlayer,
    Yielding,
    buying,
    laying,
)
from parlour_rapa_nui.scoring import sacrificed, values
from parlour_rapa_nui.state import Offered, holdings
from parlour_rapa_nui.tally import Tally
from parlour_rapa_nui.view import View


def card_name(card: int, number: int = 1) -> str:
    """Name cards of a kind: ``a moai``, ``2 fish hunters``."""
    several = cards_name(card)
    return f"a {several[:-1]}" if number == 1 else f"{number} {several}"


def cards_name(card: int) -> str:
    """Name a kind of card, as many: ``fish hunters``."""
    return f"{CARDS[card]} hunters" if card < len(SORTS) else f"{CARDS[card]}s"


def counted(card: int, number: int) -> str:
    """Count cards of a kind, or offerings of a sort: ``2 fish``, ``2 moais``."""
    several = number > 1 and card >= len(SORTS)
    return f"{number} {CARDS[card]}{'s' if several else ''}"


def listed(tally: Tally) -> str:
    """List what a tally of cards or of offerings has: ``2 fish, 1 moai``."""
    return ", ".join(counted(card, n) for card, n in enumerate(tally) if n) or "nothing"


def stone_card(card: Offered, viewer: Viewer) -> str:
    """Say what a card on the stone is, and whose: ``grain face down from Ann``."""
    sort = "a card" if card.sort is None else SORTS[card.sort]
    down = " face down" if card.face_down else ""
    return f"{sort}{down} from {'a pile' if card.seat is None else viewer.inside(card.seat)}"


# Events


def describe_event(event: events.RapaNuiEvent, viewer: Viewer) -> str:
    """Tell an event in a sentence."""
    return _EVENTS[type(event)](event, viewer)


def _started(event: events.Started, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'begins')}. Wood: {_shared_out(event.wood, '', viewer)}."


def _refilled(event: events.Refilled, _viewer: Viewer) -> str:
    cards = ", ".join(CARDS[card] for card in reversed(event.cards))
    return f"Column {event.column + 1} is laid, front first: {cards}."


def _bought(event: events.Bought, viewer: Viewer) -> str:
    return (
        f"{viewer.does(event.seat, 'buys')} a {SORTS[event.sort]} offering for {event.price} wood."
    )


def _laid(event: events.Laid, viewer: Viewer) -> str:
    verb = "builds" if event.card == MOAI else "lays"
    cost = f" for {event.price} wood" if event.price else ""
    return f"{viewer.does(event.seat, verb)} {card_name(event.card, event.number)}{cost}."


def _discarded(event: events.Discarded, viewer: Viewer) -> str:
    return f"{viewer.name(event.seat)} cannot build: a moai goes into the box."


def _sacrificed(event: events.Sacrificed, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'sacrifices')} {SORTS[event.sort]}."


def _buried(event: events.Buried, viewer: Viewer) -> str:
    what = "a card" if event.sort is None else SORTS[event.sort]
    return f"{viewer.does(event.seat, 'sacrifices')} {what} face down."


def _added(event: events.Added, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'adds')} {SORTS[event.sort]} from the pile to the stone."


def _drawn(event: events.Drawn, viewer: Viewer) -> str:
    return (
        f"{viewer.does(event.seat, 'draws')} a {CARDS[event.card]} from column {event.column + 1}."
    )


def _scored(event: events.Scored, viewer: Viewer) -> str:
    kind = cards_name(event.card).capitalize()
    if not any(event.amounts):
        return f"{kind} are scored and bring nobody anything."
    first = next(filter(None, event.amounts))
    what = {WOODCUTTER: "wood", PRIEST: "fame", MOAI: "wood or fame"}
    unit = what.get(event.card, "offering" if first == 1 else "offerings")
    return f"{kind} are scored: {_shared_out(event.amounts, f' {unit}', viewer)}."


def _shared_out(amounts: Tally, unit: str, viewer: Viewer) -> str:
    """Say who gets how many, the unit with the first: ``3 wood for Ann, 1 for Ben``."""
    given = [(number, viewer.inside(seat)) for seat, number in enumerate(amounts) if number]
    return ", ".join(
        f"{number}{'' if later else unit} for {name}" for later, (number, name) in enumerate(given)
    )


def _yielded(event: events.Yielded, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'takes')} {event.amount} {'fame' if event.fame else 'wood'}."


def _received(event: events.Received, viewer: Viewer) -> str:
    sort = SORTS[event.sort]
    what = f"a {sort} offering" if event.number == 1 else f"{event.number} {sort} offerings"
    return f"{viewer.does(event.seat, 'takes')} {what}."


def _declined(event: events.Declined, viewer: Viewer) -> str:
    return f"{viewer.does(event.seat, 'takes')} no other offering."


def _opened(event: events.Opened, _viewer: Viewer) -> str:
    if not any(event.sacrificed):
        return "The stone is empty: offerings are worth nothing."
    each = (
        f"{count} {name}, worth {value} each"
        for name, count, value in zip(SORTS, event.sacrificed, event.values, strict=True)
    )
    return f"The stone is opened: {'; '.join(each)}."


def _counted(event: events.Counted, viewer: Viewer) -> str:
    total = event.fame + event.moais + event.wood + event.offerings
    return (
        f"{viewer.name(event.seat)}: {event.fame} fame + {event.moais} for moais"
        f" + {event.wood} for wood + {event.offerings} for offerings = {total}."
    )


_EVENTS: Mapping[type[events.RapaNuiEvent], Callable[[Any, Viewer], str]] = {
    events.Started: _started,
    events.Refilled: _refilled,
    events.Bought: _bought,
    events.Laid: _laid,
    events.Discarded: _discarded,
    events.Sacrificed: _sacrificed,
    events.Buried: _buried,
    events.Added: _added,
    events.Drawn: _drawn,
    events.Scored: _scored,
    events.Yielded: _yielded,
    events.Received: _received,
    events.Declined: _declined,
    events.Opened: _opened,
    events.Counted: _counted,
}


# Moves


def explain_move(view: View, move: moves.RapaNuiMove) -> str:
    """Say in a few words what a legal move would do; nothing where the move says it itself."""
    explain = _MOVES.get(type(move))
    return explain(view, move) if explain else ""


def _buy(view: View, move: moves.Buy) -> str:
    return f"for {buying.price(view.tribes[view.seat], move.sort)} wood"


def _lay(_view: View, move: moves.Lay) -> str:
    cost = laying.price(move.card, move.number)
    return f"for {cost} wood" if cost else "free"


def _offer(view: View, move: moves.Offer | moves.OfferFaceDown) -> str:
    return f"you hold {view.holdings[move.sort]}"


def _from_pile(view: View, move: moves.Add | moves.TakeInstead) -> str:
    return f"{view.piles[move.sort]} in the pile"


def _draw(view: View, move: moves.Draw) -> str:
    """Say what a draw takes, and what it uncovers: the last one scores that (rule 7.1)."""
    column = view.columns[move.column]
    front, under = CARDS[column[-1]], column[-2:-1]
    last = sum(view.tribes[view.seat].hand) == BOX.display.hand - 1
    if under:
        then = f"scores {cards_name(*under)}" if last else f"uncovers {CARDS[under[0]]}"
    elif sum(view.stack) <= BOX.display.length:
        then = "ends the match"
    else:
        then = "scores the last of four new cards" if last else "then four new cards"
    return f"takes {front}, {then}"


def _take_wood(view: View, _move: moves.TakeWood) -> str:
    return f"{_yield(view)} wood, you have {view.tribes[view.seat].wood}"


def _take_fame(view: View, _move: moves.TakeFame) -> str:
    return f"{_yield(view)} fame, you have {view.tribes[view.seat].fame}"


def _yield(view: View) -> int:
    phase = view.phases[-1]
    return phase.amount if isinstance(phase, Yielding) else 0


_MOVES: Mapping[type[moves.RapaNuiMove], Callable[[View, Any], str]] = {
    moves.Buy: _buy,
    moves.Lay: _lay,
    moves.Offer: _offer,
    moves.OfferFaceDown: _offer,
    moves.Add: _from_pile,
    moves.TakeInstead: _from_pile,
    moves.Draw: _draw,
    moves.TakeWood: _take_wood,
    moves.TakeFame: _take_fame,
}


# Refusals


def _not_in_hand(card: str, held: int) -> str:
    return f"you have {f'{held} {card}' if held else f'no {card}'} in hand"


REFUSALS: Mapping[str, Wording] = {
    "one_offering": "one offering a turn may be bought, before a card is laid",
    "buying_is_over": "buying comes once, before a card is laid",
    "too_dear": "a {sort} offering costs you {price} wood, and you have {wood}",
    "sold_out": "no {sort} offerings are left to buy",
    "one_kind": "cards are laid once a turn, all of one kind, after any buying and before drawing",
    "only_hunters": "only hunters can be laid several at once, and a {card} is none",
    "not_in_hand": _not_in_hand,
    "moai_too_dear": "laying a moai costs {price} wood, and you have {wood}",
    "one_to_three": "one, two or three hunters of a sort can be laid at once",
    "hunters_too_dear": "laying {number} hunters at once costs {price} wood, and you have {wood}",
    "must_discard": "a moai costs {price} wood and you have {wood}: discard one of three",
    "can_build": "you have {wood} wood, enough to build a moai",
    "no_discard": (
        "a moai goes to the box only in place of laying, "
        "with three moais in hand and less than {wood} wood"
    ),
    "no_moai_of_others": (
        "offerings are sacrificed face up only when somebody else has built a moai"
    ),
    "no_moai_of_own": ("only the builder of a moai sacrifices face down, after everybody else"),
    "builder_face_down": "the builder of a moai sacrifices face down",
    "not_held": "you hold no {sort} offering",
    "no_adding": ("only the builder of a moai adds from a pile, last of all in a sacrifice round"),
    "pile_empty": "the pile of {sort} offerings is empty",
    "no_drawing": "cards are drawn after laying, until the hand has three",
    "no_such_column": "there are {columns} columns to draw from",
    "no_moais_scored": "only moais that are scored bring a choice of wood or fame",
    "pile_not_empty": "another sort is taken only where the pile of the scored sort has run out",
    "nothing_to_decline": "there is nothing to decline now",
}
"""Why a move is refused, by the code of the refusal, in the order of the rules."""


# Phases


def question(phase: AnyPhase, viewer: Viewer) -> str:
    """Say who has to do what."""
    match phase:
        case Over():
            return _won(phase, viewer)
        case Offering(builder, seat):
            built = viewer.does(builder, "has", "have")
            return f"{built} built a moai: {viewer.inside(seat)} to sacrifice"
        case _:
            wording = _PHASES.get(type(phase))
            return worded(wording, asdict(phase), viewer) if wording else ""


def _refilling(column: int) -> str:
    return f"cards are turned up into column {column + 1}"


def _other_pile(seat: str, sort: int, missing: int) -> str:
    return f"no {SORTS[sort]} offering is left: {seat} may take {missing} of other sorts"


def _won(end: Over, viewer: Viewer) -> str:
    best = [viewer.name(seat) for seat, place in enumerate(end.places) if place == 1]
    points = end.scores[end.places.index(1)]
    return f"{' and '.join(best)} won with {points} {'point' if points == 1 else 'points'}"


_PHASES: Mapping[type[AnyPhase], Wording] = {
    StartPlayer: "the start player is drawn",
    Refilling: _refilling,
    Buying: "{seat} may buy an offering",
    Laying: "{seat} to lay cards",
    Drawing: "{seat} to draw",
    Burying: "{seat} to sacrifice face down",
    Adding: "{seat} to add a card from a pile to the stone",
    Yielding: "{seat} to take {amount} wood or {amount} fame for moais",
    OtherPile: _other_pile,
}


# A view in plain lines


def describe_view(view: View, viewer: Viewer) -> Iterator[str]:
    """Tell a view in plain lines."""
    yield f"{headline(view, viewer)}."
    yield f"Left in the stack: {sum(view.stack)}."
    for number, column in enumerate(view.columns, 1):
        front, *under = [CARDS[card] for card in reversed(column)] or ["empty"]
        yield f"Column {number}: {front}" + (f"; under it {', '.join(under)}." if under else ".")
    yield f"Piles: {listed(view.piles)}."
    yield from _stone_lines(view, viewer)
    for seat, tribe in enumerate(view.tribes):
        yield (
            f"{viewer.name(seat)}: lying {listed(tribe.lying)}; {tribe.wood} wood, "
            f"{tribe.fame} fame, offerings: {tribe.offerings}."
        )
        if seat == view.seat:
            held = listed(view.holdings)
            yield f"Your hand: {listed(tribe.hand)}. Your offerings: {held}."
        elif viewer.memory or over(view):
            hand = listed(tribe.hand)
            verb = "Shown by" if over(view) else "Remembered of"
            yield f"{verb} {viewer.inside(seat)}: hand {hand}; {remembered(view, seat)}."


def headline(view: View, viewer: Viewer) -> str:
    """Say what is happening, as a sentence begins."""
    asked = question(view.phases[-1], viewer)
    return asked[:1].upper() + asked[1:]


def _stone_lines(view: View, viewer: Viewer) -> Iterator[str]:
    if not view.stone:
        yield "Stone: empty."
        return
    yield f"Stone: {len(view.stone)} cards, on top {stone_card(view.stone[-1], viewer)}."
    if viewer.memory or over(view):
        known = sacrificed(view.stone)
        unknown = len(view.stone) - sum(known)
        more = f", {unknown} unknown" if unknown else ""
        yield f"On the stone: {listed(known)}{more}."
        worth = "Worth, as far as is known" if unknown else "Worth"
        yield f"{worth}: {listed(values(known))}."


def over(view: View) -> bool:
    """Tell whether everything lies open."""
    return isinstance(view.phases[-1], Over)


def remembered(view: View, seat: Seat) -> str:
    """Say what can be remembered of another seat's offerings."""
    down = len(view.tribes[seat].limits)
    less = f" less {down} face down" if down and not over(view) else ""
    return f"offerings {listed(tracked(view, seat))}{less}"


def tracked(view: View, seat: Seat) -> Tally:
    """Return a seat's offerings as others can trace them; at the end, as they are."""
    tribe = view.tribes[seat]
    return holdings(tribe, view.stone, seat) if over(view) else tribe.traced
