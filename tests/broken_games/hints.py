"""A sound game of cards that only the other sees, and hints that must be kept in mind."""

from collections.abc import Sequence
from dataclasses import replace as changed
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

import parlour
from parlour import (
    ChancePhase,
    Event,
    Game,
    Move,
    Outcome,
    Over,
    Seat,
    SeatPhase,
    State,
    Tell,
    replaced,
)

COLOURS, HAND, TURNS = range(4), 3, 6


class Deal(Outcome, frozen=True):
    form = "deal {colour} to {seat}"
    public_form = "deal to {seat}"
    seat: Seat
    colour: int

    def shown_to(self, seat: Seat) -> bool:
        return seat != self.seat


class Hint(Move, frozen=True):
    form = "clue {slot} {colour}"
    slot: int
    colour: int


class Lay(Move, frozen=True):
    form = "lay {slot}"
    slot: int


class Hinted(Event, frozen=True):
    reveals = True
    slot: int


class Laid(Event, frozen=True):
    reveals = True
    colour: int


class Fan(State, frozen=True):
    phases: tuple["Dealing | Turn | Over", ...]
    deck: tuple[int, ...] = (3,) * len(COLOURS)
    hands: tuple[tuple[int, ...], ...] = ((), ())
    hints: tuple[tuple[int | None, ...], ...] = ((), ())
    laid: tuple[int, ...] = (0,) * len(COLOURS)
    last: tuple[Seat, int] | None = None


class Dealing(ChancePhase[Fan, Deal], frozen=True):
    seat: Seat

    def outcomes(self, state: Fan) -> Sequence[tuple[Deal, int]]:
        return [(Deal(self.seat, colour), n) for colour, n in enumerate(state.deck) if n]

    def resolve(self, state: Fan, outcome: Deal, tell: Tell) -> Fan:
        seat, colour = outcome.seat, outcome.colour
        hands = replaced(state.hands, seat, (*state.hands[seat], colour))
        hints = replaced(state.hints, seat, (*state.hints[seat], None))
        dealt = sum(map(len, hands))
        after = Dealing(dealt % 2) if dealt < 2 * HAND else Turn(0, TURNS)
        deck = replaced(state.deck, colour, state.deck[colour] - 1)
        return replace(state, phases=(after,), deck=deck, hands=hands, hints=hints)


class Turn(SeatPhase[Fan, Hint | Lay], frozen=True):
    left: int

    def moves(self, state: Fan, seat: Seat) -> Sequence[Hint | Lay]:
        others = enumerate(state.hands[1 - seat])
        return (
            *(Hint(slot, colour) for slot, colour in others),
            *map(Lay, range(len(state.hands[seat]))),
        )

    def play(self, state: Fan, seat: Seat, move: Hint | Lay, tell: Tell) -> Fan:
        after = Turn(1 - seat, self.left - 1) if self.left > 1 else Over.shared(state.laid[0], 2)
        state = replace(state, phases=(after,))
        if isinstance(move, Hint):
            if tell:
                tell(Hinted(move.slot))
            hints = replaced(state.hints[1 - seat], move.slot, move.colour)
            hints_of_all = replaced(state.hints, 1 - seat, hints)
            return replace(state, hints=hints_of_all, last=(1 - seat, move.slot))
        hand, hints = state.hands[seat], state.hints[seat]
        colour, slot = hand[move.slot], move.slot
        if tell:
            tell(Laid(colour))
        return replace(
            state,
            hands=replaced(state.hands, seat, hand[:slot] + hand[slot + 1 :]),
            hints=replaced(state.hints, seat, hints[:slot] + hints[slot + 1 :]),
            laid=replaced(state.laid, colour, state.laid[colour] + 1),
            last=None,
        )


class Seen(Struct, frozen=True):
    seat: Seat
    phases: tuple[Dealing | Turn | Over, ...]
    other: tuple[int, ...]
    hints: tuple[tuple[int | None, ...], ...]
    laid: tuple[int, ...]
    last: tuple[Seat, int] | None


class Rules(parlour.Rules[Fan, Seen]):
    def start(self, seats: int, options: Any) -> Fan:
        return Fan((Dealing(0),))

    def view(self, state: Fan, seat: Seat) -> Seen:
        other = state.hands[1 - seat]
        return Seen(seat, state.phases, other, state.hints, state.laid, state.last)

    def determinize(self, view: Seen, rng: Random) -> Fan:
        return self.dealt(view, view.hints[view.seat], rng)

    def dealt(self, view: Seen, hints: tuple[int | None, ...], rng: Random) -> Fan:
        """Deal the seat's own cards; those of ``hints`` are known."""
        deck = [3 - view.laid[c] - view.other.count(c) - hints.count(c) for c in COLOURS]
        hand = []
        for hint in hints:
            colour = rng.choices(COLOURS, [max(0, n) for n in deck])[0] if hint is None else hint
            deck[colour] -= hint is None
            hand.append(colour)
        pair = (tuple(hand), view.other)
        hands = pair if view.seat == 0 else pair[::-1]
        return Fan(view.phases, tuple(deck), hands, view.hints, view.laid, view.last)

    def census(self, state: Fan) -> dict[str, int]:
        return {
            f"cards of colour {colour}": state.deck[colour]
            + state.laid[colour]
            + sum(hand.count(colour) for hand in state.hands)
            for colour in COLOURS
        }


GAME = Game(
    id="hints",
    title="Hints",
    seats=range(2, 3),
    rules=Rules(),
    state=Fan,
    view=Seen,
    moves=Hint | Lay,
    outcomes=Deal,
    events=Hinted | Laid,
)


def variant(rules: Rules) -> Game:
    """Return the game with other rules."""
    return changed(GAME, rules=rules)
