"""The dealer: draws depend on the seed, the kind and how many came before, and on nothing else."""

from importlib import import_module

import pytest
from parlour_sample.leduc import Call, Deal, Hand, Raise, Rules, Turn

from parlour import Chance, Move
from parlour.match.dealer import Dealer, generator

RULES = Rules()


def drawn(seed: str, opening: Move) -> list[int]:
    """Return the cards of a hand that begins with ``opening`` and goes on with calls."""
    dealer, state, cards = Dealer(seed), RULES.begin(2, None), []
    moves = iter([opening])
    while not (awaited := RULES.awaited(state)).is_over:
        if isinstance(awaited, Chance):
            outcome = dealer.draw(RULES, state, awaited.kind)
            dealer.count(awaited.kind)
            assert isinstance(outcome, Deal | Turn)
            cards.append(outcome.card)
            state = RULES.resolve(state, outcome)
        else:
            state = RULES.play(state, awaited.seats[0], next(moves, Call()))
    return cards


@pytest.mark.parametrize("seed", [f"seed {number}" for number in range(8)])
def test_what_is_drawn_does_not_depend_on_what_is_played(seed: str) -> None:
    assert drawn(seed, Call()) == drawn(seed, Raise())


def test_seeds_matter() -> None:
    assert len({tuple(drawn(f"seed {number}", Call())) for number in range(40)}) > 10


def test_kinds_and_ordinals_have_generators_of_their_own() -> None:
    keys = [("a", "die", 0), ("a", "die", 1), ("a", "tile", 0), ("b", "die", 0)]

    assert len({generator(*key).random() for key in keys}) == len(keys)


def test_a_generator_is_the_same_for_years() -> None:
    # These figures stand in old records; a change would deal other cards to resumed matches.
    assert [generator("7f3a", "tile", n).randrange(97) for n in range(4)] == [94, 47, 18, 68]


def test_every_outcome_is_drawn_as_often_as_its_weight_says() -> None:
    state: Hand = RULES.resolve(RULES.begin(2, None), Deal(0, 2))
    weights = {outcome.card: weight for outcome, weight in state.phases[-1].outcomes(state)}
    rng = generator("often", "card")
    counts = dict.fromkeys(weights, 0)
    for _ in range(5_000):
        outcome = RULES.draw(state, rng)
        assert isinstance(outcome, Deal)
        counts[outcome.card] += 1

    assert weights == {0: 2, 1: 2, 2: 1}
    assert {card: round(count / 1_000) for card, count in counts.items()} == weights


def test_the_general_draw_takes_the_weights() -> None:
    coins = import_module("tests.broken_games.which_hand")
    state = coins.GAME.rules.begin(2, None)
    rng = generator("general", "chance")
    cards = [coins.GAME.rules.draw(state, rng).card for _ in range(4_000)]

    assert {round(cards.count(card) / 1_000) for card in range(4)} == {1}
