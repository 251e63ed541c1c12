"""Games that tell a seat what it may not know, or forget what it was told."""

from collections.abc import Sequence
from dataclasses import replace as changed
from typing import Any

from msgspec.structs import replace

import parlour
from parlour import Chance, Event, Game, Move, Outcome, Refusal, Seat, Tell, Words
from parlour.rules.answers import Awaited
from tests.broken_games import hints, orders, sealed_bid
from tests.broken_games.broken.laws import add, breaks
from tests.broken_games.which_hand import (
    Coins,
    Deal,
    Dealing,
    Guess,
    Guessing,
    Hide,
    Opened,
    Rules,
    Seen,
)


@breaks("public-forms-hold", "seen-as-told", "stays-alike")
class LeakingView(Rules):
    """A view that shows the other's card."""

    def view(self, state: Coins, seat: Seat) -> Seen:
        return replace(super().view(state, seat), cards=state.cards)


FIRST: Seat = 0


@breaks("spectators")
class LeakingSpectatorView(Rules):
    """Spectators who see the first seat's card, and may tell the other."""

    def spectator_view(self, state: Coins) -> Seen:
        return self.view(state, FIRST)


@breaks("no-leak", words=Words(refusals={"other_holds": "the other holds {card}"}))
class LeakingRefusal(Rules):
    """A refusal that depends on the other's card."""

    def why_not(self, state: Coins, seat: Seat, move: Move) -> Refusal | None:
        refusal = super().why_not(state, seat, move)
        if refusal and len(state.cards) == 2:
            return Refusal.of(refusal.rule, "other_holds", card=state.cards[1 - seat])
        return refusal


@breaks("no-leak", words=Words(refusals={"not_now": "that is not possible now"}))
class LeakingValues(Rules):
    """A refusal of one sentence, with a value that depends on the other's card."""

    def why_not(self, state: Coins, seat: Seat, move: Move) -> Refusal | None:
        refusal = super().why_not(state, seat, move)
        if refusal and len(state.cards) == 2:
            return Refusal.of(refusal.rule, "not_now", other=state.cards[1 - seat])
        return refusal


@breaks("moves-alike", "no-leak", "stays-alike")
class LeakingMoves(Rules):
    """Legal moves that depend on where the other's coin is."""

    def moves(self, state: Coins, seat: Seat) -> Sequence[Move]:
        if isinstance(state.phases[-1], Guessing):
            return (Guess(state.coins[1 - seat]),)
        return super().moves(state, seat)


def at_war(rules: orders.Rules) -> Game[Any, Any, Any]:
    return changed(orders.GAME, rules=rules)


@breaks("moves-alike", "no-leak", "stays-alike", make=at_war)
class LeakingOrder(orders.Rules):
    """Once in a match, the last moves come in another order if the first army goes left.

    Laws that look at some states of a match seldom meet it.
    """

    def moves(self, state: orders.Map, seat: Seat) -> Sequence[Move]:
        moves = super().moves(state, seat)
        written = state.phases[-1].written if isinstance(state.phases[-1], orders.Ordering) else ()
        last = state.left == 1 and len(written) == len(state.armies) - 1
        return moves[::-1] if last and written[0] == orders.WAYS["left"] else moves


class Wink(Move, frozen=True):
    form = "wink"


@breaks("follows", "moves-alike", "no-leak", "stays-alike", "told-alike", moves=Hide | Guess | Wink)
class LeakingOffers(Rules):
    """An offer that stands only while the other has a coin in the right hand."""

    out_of_turn = True

    def offers(self, state: Coins, seat: Seat) -> Sequence[Move]:
        guessing = isinstance(state.phases[-1], Guessing)
        return (Wink(),) if guessing and state.coins[1 - seat] else ()

    def play_offer(self, state: Coins, seat: Seat, move: Wink, tell: Tell) -> Coins:
        return state


@breaks("no-leak", "public-forms-hold", "stays-alike")
class LeakingDraw(Rules):
    """A draw whose kind depends on the card that the other was dealt."""

    def awaited(self, state: Coins) -> Awaited:
        odd = len(state.cards) == 1 and isinstance(state.phases[-1], Dealing) and state.cards[0] % 2
        return Chance("odd") if odd else super().awaited(state)


class Hidden(Event, frozen=True):
    hand: int


@breaks("follows", "public-forms-hold", "remembered", "stays-alike", events=Opened | Hidden)
class LeakingEvent(Rules):
    """An event that tells everybody where a coin was hidden."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        if tell and isinstance(move, Hide):
            tell(Hidden(move.hand))
        return super().play(state, seat, move, tell)


class Received(Event, frozen=True):
    reveals = True
    seat: Seat
    card: int | None

    def seen_by(self, seat: Seat) -> "Received":
        return self if seat == self.seat else Received(self.seat, None)


@breaks("public-forms-hold", "seen-as-told", "stays-alike", events=Opened | Received)
class HollowReveal(Rules):
    """A view that shows a card to all, where only its owner is told of an event that reveals it."""

    def resolve(self, state: Coins, outcome: Outcome, tell: Tell = None) -> Coins:
        if tell and isinstance(outcome, Deal):
            tell(Received(outcome.seat, outcome.card))
        return super().resolve(state, outcome, tell)

    def view(self, state: Coins, seat: Seat) -> Seen:
        seen = super().view(state, seat)
        return Seen(seat, seen.phases, state.cards, seen.coins, seen.right)


class Flashed(Event, frozen=True):
    reveals = True
    card: int


@breaks("follows", "remembered", events=Opened | Flashed)
class ForgottenCard(Rules):
    """An event that shows each card to everybody, and a view that keeps it for its owner alone."""

    def resolve(self, state: Coins, outcome: Outcome, tell: Tell = None) -> Coins:
        if tell and isinstance(outcome, Deal):
            tell(Flashed(outcome.card))
        return super().resolve(state, outcome, tell)


@breaks("stays-alike", "told-alike")
class UndeclaredReveal(Rules):
    """A step that shows a coin, and does not say that it reveals something."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        return super().play(state, seat, move)


class OpenBid(parlour.OpenRules[sealed_bid.Auction]):
    """Sealed answers that the view of the others shows."""

    start = sealed_bid.Rules.start
    census = sealed_bid.Rules.census


add(
    "open_bid",
    changed(sealed_bid.GAME, rules=OpenBid(), view=parlour.OpenView[sealed_bid.Auction]),  # type: ignore[arg-type]  # broken
    "public-forms-hold",
    "seen-as-told",
)


class Overheard(Event, frozen=True):
    """A bid that all hear."""

    reveals = True
    coins: int


class LoudBid(sealed_bid.Rules):
    """Sealed answers that are told when they are given."""

    def play(
        self, state: sealed_bid.Auction, seat: Seat, move: Move, tell: Tell = None
    ) -> sealed_bid.Auction:
        if tell and isinstance(move, sealed_bid.Bid):
            tell(Overheard(move.coins))
        return super().play(state, seat, move, tell)


add(
    "loud_bid",
    changed(sealed_bid.GAME, rules=LoudBid(), events=sealed_bid.Bids | Overheard),
    "follows",
    "remembered",
)


@breaks("follows", "remembered", "stays-unlike", make=hints.variant)
class LastHintOnly(hints.Rules):
    """A view that holds the last hint, and forgets those before it."""

    def view(self, state: hints.Fan, seat: Seat) -> hints.Seen:
        seen = super().view(state, seat)
        kept = tuple(
            tuple(hint if (owner, slot) == state.last else None for slot, hint in enumerate(given))
            for owner, given in enumerate(seen.hints)
        )
        return replace(seen, hints=kept)
