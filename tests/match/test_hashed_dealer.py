"""The dealer that draws from a hash: a header names it, and its draws never change."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable

import pytest

import parlour
from parlour.match.dealer import HASHED, MERSENNE, Dealer, HashedRandom, generator
from parlour.match.game import Match
from parlour.match.record import header_of, parse
from parlour.match.replay import replayed
from parlour.rules.errors import SetupError

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
