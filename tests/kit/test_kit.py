"""The kit: counts of cards, exact dealing, tricks, dice, tracks, markets."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest

from parlour.kit import cards, markets
from parlour.kit.dealing import ANY, Hand, deal, ways
from parlour.kit.dice import Dice
from parlour.kit.tracks import Track
from parlour.kit.tricks import Pack, cards_of, drawn

# Cards as counts


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param(cards.counted((2, 0, 2), 4), (1, 0, 2, 0), id="counted"),
        pytest.param(cards.adjusted((1, 0), 1), (1, 1), id="one more"),
        pytest.param(cards.removed((1, 2), 1), (1, 1), id="removed"),
        pytest.param(cards.adjusted((1, 2), 1, -2), (1, 0), id="adjusted"),
        pytest.param(cards.combined((1, 0), (2, 3), (0, 1)), (3, 4), id="combined"),
        pytest.param(cards.difference((3, 2), (1, 0), (1, 2)), (1, 0), id="difference"),
        pytest.param(cards.held((2, 0, 1)), [0, 2], id="kinds held, which can be read twice"),
        pytest.param(tuple(cards.listed((2, 0, 1))), (0, 0, 2), id="cards listed"),
        pytest.param(cards.without((0, 0, 2), 0), (0, 2), id="listed cards without one"),
    ],
)
def test_cards_are_counted(found: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert found == expected


def test_a_card_is_drawn_as_often_as_there_are_of_its_kind() -> None:
    assert chances(lambda rng: cards.drawn((1, 0, 2), rng)) == {
        0: Fraction(1, 3),
        2: Fraction(2, 3),
    }


def test_no_card_can_be_drawn_from_nothing() -> None:
    with pytest.raises(ValueError, match="expected a card to draw, got none"):
        cards.drawn((0, 0), Random(1))


# Dealing


class Enumerated(Random):
    """A generator that answers each question by the next of given answers."""

    def __init__(self, answers: list[int]) -> None:
        super().__init__(0)
        self.answers = answers
        self.asked: list[int] = []
        """Number of possible answers of each question so far."""

    def _randbelow(self, n: int) -> int:
        self.asked.append(n)
        place = len(self.asked) - 1
        if place == len(self.answers):
            self.answers.append(0)
        return self.answers[place]

    def random(self) -> float:
        """Return the middle of one of twelve equal parts of 0 … 1."""
        return (self._randbelow(12) + 0.5) / 12


def runs(draw: Callable[[Random], object]) -> Iterator[tuple[object, Fraction]]:
    """Yield the result of every course of random answers, with its probability."""
    answers: list[int] = []
    while True:
        rng = Enumerated(answers)
        found, chance = draw(rng), Fraction(1)
        for possible in rng.asked:
            chance /= possible
        yield found, chance
        while answers and answers[-1] + 1 == rng.asked[len(answers) - 1]:
            answers.pop()
        if not answers:
            return
        answers[-1] += 1


def chances(draw: Callable[[Random], object]) -> dict[object, Fraction]:
    """Return the exact probability of each result."""
    found: Counter[object] = Counter()
    for result, chance in runs(draw):
        found[result] += chance  # type: ignore[assignment]  # a sum of fractions
    return dict(found)  # type: ignore[arg-type]


def possible_deals(counts: tuple[int, ...], hands: list[Hand]) -> dict[object, Fraction]:
    """Return every deal with its probability, by laying out the cards in every order."""
    pack = [kind for kind, number in enumerate(counts) for _ in range(number)]
    found: Counter[object] = Counter()
    for order in permutations(pack, sum(hand.size for hand in hands)):
        laid = iter(order)
        dealt = [tuple(next(laid) for _ in range(hand.size)) for hand in hands]
        fits = zip(hands, dealt, strict=True)
        if all(hand.kinds >> kind & 1 for hand, kinds in fits for kind in kinds):
            found[tuple(dealt)] += 1
    return {deal: Fraction(number, found.total()) for deal, number in found.items()}


DEALS = [
    pytest.param((2, 1, 2), [Hand(1, 0b011), Hand(2)], id="one hand is bound, the other free"),
    pytest.param((1, 1, 1, 1), [Hand(1, 0b0011), Hand(1, 0b0110)], id="hands that overlap"),
    pytest.param((3, 1), [Hand(1, 0b01), Hand(1), Hand(1, 0b10)], id="only one deal"),
    pytest.param((1, 2, 1), [Hand(1, 0b011), Hand(1, 0b011)], id="two hands alike"),
    pytest.param((0, 2, 2), [Hand(2, 0b110)], id="cards left over"),
]


@pytest.mark.parametrize(("counts", "hands"), DEALS)
def test_every_possible_deal_is_as_likely_as_the_next(
    counts: tuple[int, ...], hands: list[Hand]
) -> None:
    found = chances(lambda rng: tuple(map(tuple, deal(counts, hands, rng))))

    assert found == possible_deals(counts, hands)


def test_ways_are_counted_with_cards_of_a_kind_told_apart() -> None:
    """Three of four cards for the first hand, one of the two of kind 0 among them or both."""
    assert ways((2, 2), [Hand(3)]) == 4
    assert ways((2, 2), [Hand(1, 0b01), Hand(2, ANY)]) == 2 * 3


def test_cards_that_cannot_be_dealt_are_refused() -> None:
    with pytest.raises(ValueError, match="expected hands that the cards can fill, got none"):
        deal((1, 1), [Hand(2, 0b01)], Random(1))


# Tricks

PACK = Pack(suits=4, ranks=13)
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


def card(suit: int, rank: int) -> int:
    return suit * 13 + rank


def test_cards_are_numbered_suit_by_suit_from_the_lowest_rank() -> None:
    assert [(PACK.suit(number), PACK.rank(number)) for number in (0, 12, 14)] == [
        (CLUBS, 0),
        (CLUBS, 12),
        (DIAMONDS, 1),
    ]


@pytest.mark.parametrize(
    ("trick", "trump", "place"),
    [
        pytest.param([card(HEARTS, 3), card(HEARTS, 9)], None, 1, id="the highest of the suit"),
        pytest.param([card(HEARTS, 3), card(CLUBS, 12)], None, 0, id="another suit never wins"),
        pytest.param([card(HEARTS, 12), card(SPADES, 0)], SPADES, 1, id="a trump wins"),
        pytest.param(
            [card(HEARTS, 12), card(SPADES, 0), card(SPADES, 5), card(HEARTS, 1)],
            SPADES,
            2,
            id="the highest trump wins",
        ),
        pytest.param([card(SPADES, 1), card(SPADES, 0)], SPADES, 0, id="trumps led"),
    ],
)
def test_who_wins_a_trick(trick: list[int], trump: int | None, place: int) -> None:
    assert PACK.winner(trick, trump) == place


@pytest.mark.parametrize(
    ("led", "legal"),
    [
        pytest.param(None, (1, 14, 15), id="anything is led"),
        pytest.param(card(DIAMONDS, 9), (14, 15), id="suit is followed"),
        pytest.param(card(SPADES, 9), (1, 14, 15), id="none of the suit: anything"),
    ],
)
def test_suit_must_be_followed(led: int | None, legal: tuple[int, ...]) -> None:
    hand = 1 << 1 | 1 << 14 | 1 << 15

    assert cards_of(PACK.legal(hand, led)) == legal


class Scripted(Random):
    """A generator that returns given numbers."""

    def __init__(self, numbers: list[float]) -> None:
        super().__init__(0)
        self.numbers = iter(numbers)

    def random(self) -> float:
        return next(self.numbers)


@pytest.mark.parametrize(
    ("tries", "card"),
    [
        pytest.param([0], 0, id="the lowest"),
        pytest.param([2], 2, id="another of an equal share"),
        pytest.param([4], 4, id="the highest"),
        pytest.param([1, 3, 2], 2, id="numbers that are not in the set are drawn again"),
    ],
)
def test_each_card_of_a_set_has_an_equal_share_of_the_draws(tries: list[int], card: int) -> None:
    assert drawn(0b10101, Scripted([(number + 0.5) / 5 for number in tries])) == card


def test_no_card_can_be_drawn_from_an_empty_set() -> None:
    with pytest.raises(ValueError, match="expected a card to draw, got none"):
        drawn(0, Random(1))


# Dice


@pytest.mark.parametrize(
    ("dice", "ways"),
    [
        pytest.param(Dice((1, 2, 3)), {(1,): 1, (2,): 1, (3,): 1}, id="one die"),
        pytest.param(
            Dice((1, 2, 3), 2),
            {(1, 1): 1, (1, 2): 2, (1, 3): 2, (2, 2): 1, (2, 3): 2, (3, 3): 1},
            id="the order of dice does not count",
        ),
        pytest.param(
            Dice((0, 0, 0, 5), 2),
            {(0, 0): 9, (0, 5): 6, (5, 5): 1},
            id="a face that is there thrice",
        ),
    ],
)
def test_rolls_of_dice(dice: Dice, ways: dict[tuple[int, ...], int]) -> None:
    total = sum(ways.values())

    assert dice.rolls() == tuple(sorted(ways.items()))
    assert chances(dice.roll) == {roll: Fraction(n, total) for roll, n in ways.items()}


# Tracks


@pytest.mark.parametrize(
    ("track", "space", "steps", "expected"),
    [
        pytest.param(Track(9), 3, 4, 7, id="on"),
        pytest.param(Track(9), 7, 3, 8, id="no further than the end of a row"),
        pytest.param(Track(9), 2, -3, 0, id="no further back than its beginning"),
        pytest.param(Track(9, ring=True), 7, 3, 1, id="round a ring"),
        pytest.param(Track(9, ring=True), 1, -3, 7, id="back round a ring"),
    ],
)
def test_a_marker_moves_on_a_track(track: Track, space: int, steps: int, expected: int) -> None:
    assert track.moved(space, steps) == expected


@pytest.mark.parametrize(
    ("track", "space", "other", "steps"),
    [
        pytest.param(Track(9), 3, 7, 4, id="on in a row"),
        pytest.param(Track(9), 7, 3, -4, id="back in a row"),
        pytest.param(Track(9, ring=True), 3, 7, 4, id="on in a ring"),
        pytest.param(Track(9, ring=True), 7, 3, 5, id="past the first space of a ring"),
        pytest.param(Track(9, ring=True), 3, 3, 9, id="the whole way round"),
    ],
)
def test_steps_from_a_space_to_another(track: Track, space: int, other: int, steps: int) -> None:
    assert track.ahead(space, other) == steps


# Markets


def test_a_card_is_taken_from_the_front_of_a_row() -> None:
    assert markets.taken(((3, 1), (2, 4, 0)), 1) == (0, ((3, 1), (2, 4)))


def test_a_card_is_laid_in_front_of_a_row() -> None:
    assert markets.laid(((3, 1), (2,)), 1, 5) == ((3, 1), (2, 5))


def test_the_cards_that_lie_open_are_counted() -> None:
    assert markets.shown(((3, 1), (), (1,)), 5) == (0, 2, 0, 1, 0)
