"""Games whose draws are not fair, or whose box is not whole."""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

import parlour
from parlour import DecisionPhase, Game, Move, Outcome, Over, Result, Seat, State, Tell, await_seat
from tests.broken_games.broken.laws import add, breaks
from tests.broken_games.which_hand import Coins, Deal, Rules


@breaks("fair-draws", "runs")
class LoadedDeck(Rules):
    """A draw that brings a card which is not in the deck."""

    def draw(self, state: Coins, rng: Random) -> Outcome:
        return Deal(len(state.cards), rng.randrange(9))


@breaks("runs", "fits-view", "spreads")
class EmptyDeck(Rules):
    """A deal without cards."""

    def start(self, seats: int, options: Any) -> Coins:
        return replace(super().start(seats, options), deck=0)


OWN_DRAW_DICE = Random("draw")


@breaks("fair-draws")
class OwnDraw(Rules):
    """Rules that draw with dice of their own."""

    def draw(self, state: Coins, rng: Random) -> Outcome:
        return super().draw(state, OWN_DRAW_DICE)


@breaks("fair-draws")
class WeightlessCard(Rules):
    """A card of weight 0 among those that can be drawn."""

    def outcomes(self, state: Coins) -> Sequence[tuple[Outcome, int]]:
        (first, _), *others = super().outcomes(state)
        return [(first, 0), *others]


@breaks("fair-draws")
class HalfWeights(Rules):
    """Cards whose weights are halves."""

    def outcomes(self, state: Coins) -> Sequence[tuple[Outcome, int]]:
        return [(card, weight / 2) for card, weight in super().outcomes(state)]  # type: ignore[misc]  # its fault


@breaks("fair-draws")
class DoubledCard(Rules):
    """A card that stands twice among those that can be drawn."""

    def outcomes(self, state: Coins) -> Sequence[tuple[Outcome, int]]:
        first, *others = super().outcomes(state)
        return [first, first, *others]


@breaks("box-whole", "follows")
class LostCard(Rules):
    """A card that is in the deck no longer, and with nobody else."""

    def resolve(self, state: Coins, outcome: Outcome, tell: Tell = None) -> Coins:
        after = super().resolve(state, outcome, tell)
        return replace(after, deck=after.deck & after.deck - 1)


@breaks("fair-draws")
class LowestFirst(Rules):
    """A draw that always takes the lowest card there is."""

    def draw(self, state: Coins, rng: Random) -> Outcome:
        return self.outcomes(state)[0][0]


@breaks("box-whole")
class NegativeCount(Rules):
    """A census that counts fewer than none."""

    def census(self, state: Coins) -> dict[str, int]:
        return {**super().census(state), "chips": -1}


OverspentChipsCount = Annotated[int, msgspec.Meta(ge=0)]


class Pay(Move, frozen=True):
    form = "pay {chips}"
    chips: int


class Purse(State, frozen=True):
    phases: tuple["Paying | Over", ...]
    purse: OverspentChipsCount = 2
    bank: OverspentChipsCount = 0


class Paying(DecisionPhase[Purse, Pay], frozen=True):
    def awaited(self, state: Purse) -> parlour.Decide:
        return await_seat(0)

    def moves(self, state: Purse, seat: Seat) -> Sequence[Pay]:
        return (Pay(1), Pay(3))

    def play(self, state: Purse, seat: Seat, move: Pay, tell: Tell) -> Purse:
        return Purse((Over.shared(0, 1),), state.purse - move.chips, state.bank + move.chips)


class OverspentChipsRules(parlour.OpenRules[Purse]):
    def start(self, seats: int, options: Any) -> Purse:
        return Purse((Paying(),))

    def census(self, state: Purse) -> dict[str, int]:
        return {"chips": state.purse + state.bank}


# A purse from which more is paid than it holds; the census adds it to the bank and hides that.
add(
    "overspent_chips",
    Game(
        id="purse",
        title="Purse",
        seats=range(1, 2),
        rules=OverspentChipsRules(),
        state=Purse,
        view=parlour.OpenView[Purse],
        moves=Pay,
    ),
    "survives",
)


@breaks("box-counted", "follows")
class DeckOfTheRest(Rules):
    """A census that counts what nobody holds as the deck, so that it misses no lost card."""

    def play(self, state: Coins, seat: Seat, move: Move, tell: Tell = None) -> Coins:
        return replace(super().play(state, seat, move, tell), deck=0)

    def census(self, state: Coins) -> dict[str, int]:
        rest = [card for card in range(4) if card not in state.cards]
        return {"cards": len(rest) + len(state.cards)}


@breaks("random-result")
class BiasedPlayout(Rules):
    """A random playout of its own that always guesses the right hand."""

    def random_result(self, state: Coins, rng: Random) -> Result:
        return Result((1, 0), (1, 2))
