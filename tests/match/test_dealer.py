"""The dealer: draws depend on the seed, the kind and how many came before, and on nothing else."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable
from importlib import import_module

import pytest

import parlour
from parlour import Chance, Move
from parlour.match.dealer import HASHED, MERSENNE, Dealer, HashedRandom, generator
from parlour.match.game import header_of
from parlour.match.match import Match
from parlour.match.record import parse
from parlour.match.replay import replayed
from parlour.rules.errors import SetupError
from parlour_samples.leduc import Call, Deal, Hand, Raise, Rules, Turn

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


# The dealer that draws from a hash: a header names it, and its draws never change


LEDUC = parlour.load("leduc")


def dealt(dealer: int | None, seed: str = "7") -> Match:
    """Return a match of Leduc of calls only, with its record."""
    header = header_of(LEDUC, ("a", "b"), LEDUC.read_options({}), seed, dealer=dealer)
    match = Match(LEDUC, header)
    while not match.is_over:
        match.play("call")
    return match


def outcomes(match: Match) -> list[str | None]:
    return [line.outcome for line in match.lines if line.outcome]


def test_its_draws_are_the_same_for_years() -> None:
    # These figures stand in records and files of tournaments.
    assert [generator("7f3a", "tile", n, HASHED).randrange(97) for n in range(6)] == [
        54,
        39,
        6,
        72,
        63,
        14,
    ]
    rng = HashedRandom("parlour")
    assert [rng.getrandbits(600) % 1000, rng.getrandbits(0), rng.randrange(10)] == [284, 0, 4]
    assert rng.random() == 0.6387737326351528


def test_every_way_of_drawing_is_fair() -> None:
    rng = HashedRandom("fair")
    dice = Counter(rng.randrange(6) for _ in range(12_000))
    halves = Counter(rng.random() < 0.5 for _ in range(12_000))
    decks = Counter(tuple(rng.sample(range(3), 3)) for _ in range(12_000))

    assert {round(count / 1000) for count in dice.values()} == {2}
    assert {round(count / 1000) for count in halves.values()} == {6}
    assert {round(count / 1000) for count in decks.values()} == {2}
    assert (len(dice), len(decks)) == (6, 6)
    assert 0.99 < sum(rng.gauss(0, 1) ** 2 for _ in range(12_000)) / 12_000 < 1.05


def pickled(rng: HashedRandom) -> HashedRandom:
    again = pickle.loads(pickle.dumps(rng))  # noqa: S301  our own bytes
    assert isinstance(again, HashedRandom)
    return again


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_draws_what_it_would_have_drawn(
    copied: Callable[[HashedRandom], HashedRandom],
) -> None:
    rng = HashedRandom("copied")
    rng.random()
    rng.gauss(0, 1)
    twin = copied(rng)

    assert [twin.gauss(0, 1), *(twin.random() for _ in range(20))] == [
        rng.gauss(0, 1),
        *(rng.random() for _ in range(20)),
    ]


def test_numbers_of_no_bits_and_of_less_are_as_in_python() -> None:
    assert HashedRandom("x").getrandbits(0) == 0
    with pytest.raises(ValueError, match="must be non-negative"):
        HashedRandom("x").getrandbits(-1)


def test_a_header_that_names_no_dealer_has_the_first() -> None:
    assert b"dealer" not in dealt(None).record()
    assert outcomes(dealt(None)) == outcomes(dealt(MERSENNE))
    assert len({tuple(outcomes(dealt(n, str(seed)))) for n in (1, 2) for seed in range(9)}) > 6


def test_a_match_goes_on_with_the_dealer_that_its_header_names() -> None:
    whole = dealt(HASHED)
    record = parse(whole.record(), "the record")
    assert record.header.dealer == HASHED
    for length in range(len(record.lines)):
        start = b"".join(whole.record().splitlines(keepends=True)[: 1 + length])
        match = replayed(LEDUC, parse(start, "the record"), "the record")
        match.resume()
        while not match.is_over:
            match.play("call")
        assert outcomes(match) == outcomes(whole)


def test_there_is_no_third_dealer() -> None:
    with pytest.raises(SetupError, match="expected dealer 1 or 2, got 3"):
        Dealer("7", 3)
