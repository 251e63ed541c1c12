"""Sushi Go, for two to five: choose a card of your hand in secret, and pass the hand on."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Annotated, ClassVar

from msgspec import Struct
from msgspec.structs import replace

import parlour
from parlour import (
    ChancePhase,
    Display,
    Event,
    Game,
    Move,
    Outcome,
    Over,
    ScoreLine,
    SealedPhase,
    Seat,
    Spelling,
    Tell,
    Viewer,
    Words,
    masked,
    replaced,
    swapped,
    unmasked,
)
from parlour.kit.cards import Counts, adjusted, combined, counted, difference, held, listed, removed
from parlour.kit.table import Piece, TablePanel, row

BOX = {
    "tempura": 14,
    "sashimi": 14,
    "dumpling": 14,
    "maki1": 6,
    "maki2": 12,
    "maki3": 8,
    "egg": 5,
    "salmon": 10,
    "squid": 5,
    "wasabi": 6,
    "chopsticks": 4,
    "pudding": 10,
}
KINDS = tuple(BOX)
ALL: Counts = tuple(BOX.values())
NONE: Counts = (0,) * len(KINDS)
TEMPURA, SASHIMI, DUMPLING = range(3)
MAKI = {KINDS.index(f"maki{rolls}"): rolls for rolls in (1, 2, 3)}
NIGIRI = {KINDS.index(name): points for name, points in (("egg", 1), ("salmon", 2), ("squid", 3))}
WASABI, CHOPSTICKS, PUDDING = map(KINDS.index, ("wasabi", "chopsticks", "pudding"))
DUMPLINGS = (0, 1, 3, 6, 10, 15)
ROUNDS = 3

Card = Annotated[int, Spelling(KINDS.__getitem__, KINDS.index)]


class Take(Move, frozen=True):
    """Take a card of the hand."""

    form = "take {card}"
    card: Card


class TakeTwo(Move, frozen=True):
    """Take two cards, and put the chopsticks back."""

    form = "take {card} and {second}"
    card: Card
    second: Card


class Deal(Outcome, frozen=True):
    """A card for the hand of one seat, which alone sees it."""

    form = "deal {card} to {seat}"
    public_form = "deal a card to {seat}"
    seat: Seat
    card: Card

    def shown_to(self, seat: Seat) -> bool:
        """Show it to whom it is dealt."""
        return seat == self.seat


class Taken(Event, frozen=True):
    """The cards that a seat has taken."""

    reveals = True
    seat: Seat
    cards: tuple[int, ...]


class Table(parlour.State, frozen=True):
    """All cards; of a view, hands that the seat has not seen are None."""

    phases: tuple["Dealing | Choosing | Over", ...]
    sizes: tuple[int, ...]
    hands: tuple[Counts | None, ...]
    """The hand that each seat holds now."""
    laid: tuple[tuple[int, ...], ...]
    """The cards before each seat, in the order of taking."""
    puddings: tuple[int, ...]
    scores: tuple[int, ...]
    deck: Counts
    """The cards left in the deck; nothing in a view."""
    gone: Counts = NONE
    round: int = 1
    turn: int = 0
    """Number of times that the hands were passed on in this round."""

    def hand(self, seat: Seat) -> Counts:
        """Return the hand of a seat; nothing if it is not known."""
        return self.hands[seat] or NONE


class Dealing(ChancePhase[Table, Deal], frozen=True):
    """A hand is dealt card by card."""

    kind: ClassVar[str] = "card"
    seat: Seat

    def outcomes(self, state: Table) -> Sequence[tuple[Deal, int]]:
        """Return the cards of the deck."""
        return [(Deal(self.seat, card), state.deck[card]) for card in held(state.deck)]

    def resolve(self, state: Table, outcome: Deal, tell: Tell) -> Table:
        """Deal on until all hands are full."""
        seats = len(state.hands)
        hand = adjusted(state.hand(self.seat), outcome.card)
        state = replace(
            state,
            hands=replaced(state.hands, self.seat, hand),
            sizes=replaced(state.sizes, self.seat, sum(hand)),
            deck=removed(state.deck, outcome.card),
        )
        if sum(hand) < 12 - seats:
            return state
        if self.seat + 1 < seats:
            return swapped(state, Dealing(self.seat + 1))
        return swapped(state, Choosing(answers=(None,) * seats))


class Choosing(SealedPhase[Table, Take | TakeTwo], frozen=True, kw_only=True):
    """All choose a card in secret."""

    rule: ClassVar[str] = "2"
    answers: tuple[Take | TakeTwo | None, ...]

    def moves(self, state: Table, seat: Seat) -> Sequence[Take | TakeTwo]:
        """Take one card, or two with chopsticks."""
        hand = state.hand(seat)
        ones = [Take(card) for card in held(hand)]
        if CHOPSTICKS not in state.laid[seat]:
            return ones
        pairs = ((card, second) for card in held(hand) for second in held(removed(hand, card)))
        return [*ones, *(TakeTwo(*pair) for pair in pairs)]

    def opened(self, state: Table, answers: tuple[Take | TakeTwo, ...], tell: Tell) -> Table:
        """Lay the cards, pass the hands on, and count after the last card."""
        seats = range(len(answers))
        hands = list(map(state.hand, seats))
        laid = list(state.laid)
        for seat, move in enumerate(answers):
            cards = (move.card, move.second) if isinstance(move, TakeTwo) else (move.card,)
            hands[seat] = difference(hands[seat], counted(cards, len(KINDS)))
            if len(cards) == 2:
                hands[seat] = adjusted(hands[seat], CHOPSTICKS)
                at = laid[seat].index(CHOPSTICKS)
                laid[seat] = laid[seat][:at] + laid[seat][at + 1 :]
            laid[seat] += cards
            if tell:
                tell(Taken(seat, cards))
        passed = tuple(hands[seat - 1] for seat in seats)
        state = replace(
            state,
            hands=passed,
            sizes=tuple(map(sum, passed)),
            laid=tuple(laid),
            turn=state.turn + 1,
        )
        if any(state.sizes):
            return swapped(state, Choosing(answers=(None,) * len(seats)))
        return counted_up(state)


def counted_up(state: Table) -> Table:
    """Count a round, and begin the next or end the match."""
    seats = len(state.laid)
    makis = [sum(MAKI.get(card, 0) for card in cards) for cards in state.laid]
    prizes = shares(makis, 6, 3) if any(makis) else [0] * seats
    scores = tuple(
        score + prize + points_of(cards)
        for score, prize, cards in zip(state.scores, prizes, state.laid, strict=True)
    )
    puddings = tuple(
        had + cards.count(PUDDING) for had, cards in zip(state.puddings, state.laid, strict=True)
    )
    cards = [card for some in state.laid for card in some if card != PUDDING]
    state = replace(
        state,
        scores=scores,
        puddings=puddings,
        laid=((),) * seats,
        gone=combined(state.gone, counted(cards, len(KINDS))),
        round=state.round + 1,
        turn=0,
    )
    if state.round <= ROUNDS:
        return swapped(state, Dealing(0))
    fewest = shares([-count for count in puddings], 6, 0) if seats > 2 else [0] * seats
    final = zip(scores, shares(puddings, 6, 0), fewest, strict=True)
    return swapped(state, Over.ranked([own + most - few for own, most, few in final], puddings))


def points_of(cards: Sequence[int]) -> int:
    """Return the points of the cards before a seat, without maki and puddings."""
    points = 5 * (cards.count(TEMPURA) // 2) + 10 * (cards.count(SASHIMI) // 3)
    points += DUMPLINGS[min(cards.count(DUMPLING), len(DUMPLINGS) - 1)]
    wasabi = 0
    for card in cards:
        wasabi += card == WASABI
        if card in NIGIRI:
            points += NIGIRI[card] * (3 if wasabi else 1)
            wasabi -= wasabi > 0
    return points


def shares(counts: Sequence[int], first: int, second: int) -> list[int]:
    """Return the prize of each seat: those with the most share it, and the rest is lost."""
    best = max(counts)
    winners = counts.count(best)
    others = [count for count in counts if count < best]
    if winners > 1 or not others or not max(others):
        return [first // winners if count == best else 0 for count in counts]
    seconds = counts.count(max(others))
    prizes = {best: first, max(others): second // seconds}
    return [prizes.get(count, 0) for count in counts]


class Seen(Struct, frozen=True):
    """The table as a seat may know it."""

    seat: Seat
    table: Table


class Rules(parlour.Rules[Table, Seen]):
    """Rules of Sushi Go."""

    def start(self, seats: int, options: Struct) -> Table:
        """Begin to deal."""
        zeros = (0,) * seats
        return Table((Dealing(0),), zeros, (NONE,) * seats, ((),) * seats, zeros, zeros, ALL)

    def view(self, state: Table, seat: Seat) -> Seen:
        """Show the hands that the seat has held in this round."""
        seats = len(state.hands)
        hands = tuple(
            hand if seat >= 0 and (seat - holder + state.turn) % seats <= state.turn else None
            for holder, hand in enumerate(state.hands)
        )
        phases = masked(state.phases, seat)
        return Seen(seat, replace(state, hands=hands, deck=NONE, phases=phases))

    def spectator_view(self, state: Table) -> Seen:
        """Show no hand."""
        return self.view(state, -1)

    def determinize(self, view: Seen, rng: Random) -> Table:
        """Deal the cards that the seat has not seen."""
        table = view.table
        known = [hand for hand in table.hands if hand is not None]
        laid = counted([card for cards in table.laid for card in cards], len(KINDS))
        puddings = adjusted(NONE, PUDDING, sum(table.puddings))
        unseen = listed(difference(ALL, laid, puddings, table.gone, *known))
        rng.shuffle(unseen)
        hands = list(table.hands)
        for seat, hand in enumerate(hands):
            if hand is None:
                cards = unseen[: table.sizes[seat]]
                hands[seat] = counted(cards, len(KINDS))
                unseen = unseen[len(cards) :]
        deck = counted(unseen, len(KINDS))
        return unmasked(replace(table, hands=tuple(hands), deck=deck), rng)

    def census(self, state: Table) -> dict[str, int]:
        """Count each kind of card."""
        laid = counted([card for cards in state.laid for card in cards], len(KINDS))
        hands = map(state.hand, range(len(state.hands)))
        puddings = adjusted(NONE, PUDDING, sum(state.puddings))
        return dict(
            zip(KINDS, combined(state.deck, laid, puddings, state.gone, *hands), strict=True)
        )


def names_of(cards: Iterable[int]) -> str:
    """Return the names of cards."""
    return ", ".join(KINDS[card] for card in cards) or "nothing"


def lay_table(view: Seen, viewer: Viewer) -> Sequence[TablePanel]:
    """Lay the cards before each seat, and the hand of the one who looks."""
    table = view.table
    rows = []
    for seat, name in enumerate(viewer.names):
        puddings = Piece(shape="chip", name="puddings", number=table.puddings[seat])
        cards = [Piece(shape="card", name=KINDS[card]) for card in table.laid[seat]]
        rows.append(row(name, *cards, puddings, seat=seat))
    panels = [TablePanel(name="table", title="Table", rows=rows)]
    if view.seat >= 0:
        names = [KINDS[card] for card in listed(table.hand(view.seat))]
        hand = [
            Piece(shape="card", name=name, at=(f"card={name}", f"second={name}")) for name in names
        ]
        panels.append(TablePanel(name="hand", title="Hand", rows=[row("Hand", *hand)]))
    return panels


def count_points(view: Seen, _viewer: Viewer) -> Sequence[ScoreLine]:
    """Return the points of each seat so far."""
    return (ScoreLine("points", view.table.scores, total=True),)


def describe_event(event: Event, viewer: Viewer) -> str | None:
    """Say what was taken."""
    if not isinstance(event, Taken):
        return None
    return f"{viewer.does(event.seat, 'takes')} {names_of(event.cards)}"


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    """Bring Sushi Go."""
    yield Game(
        id="sushi",
        title="Sushi Go",
        summary="Take a card and pass the hand on, for two to five",
        seats=range(2, 6),
        rules=Rules(),
        state=Table,
        view=Seen,
        moves=Take | TakeTwo,
        outcomes=Deal,
        events=Taken,
        display=Display(table=lay_table, score_sheet=count_points),
        words=Words(describe_event=describe_event),
    )
