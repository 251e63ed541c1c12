"""The worlds a seat may be in, against whole matches played again with other cards face down."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

from parlour import Event, Move, Outcome, Seat
from parlour_rapa_nui.moves import FACE_DOWN, OfferFaceDown
from parlour_rapa_nui.phases import State
from tests.rapa_nui.positions import RULES

Answer = tuple[Seat | None, Move | Outcome]
"""The seat that answered, None for chance, and its answer."""

ANY_SORT = FACE_DOWN[-1]


@cache
def story(seats: int, seed: int) -> tuple[Answer, ...]:
    """Return a random match, up to where the last card of the stack would be turned up.

    Whoever can build a moai does, so that much goes face down.
    """
    rng = Random(seed)
    state = RULES.begin(seats, None)
    answers: list[Answer] = []
    while sum(state.stack) > 1:
        awaited = RULES.awaited(state)
        if not awaited.seats:
            outcome = RULES.draw(state, rng)
            answers.append((None, outcome))
            state = RULES.resolve(state, outcome)
            continue
        (seat,) = awaited.seats
        moves = RULES.moves(state, seat)
        chosen = moves[-1] if rng.random() < 0.5 else moves[int(rng.random() * len(moves))]
        answers.append((seat, chosen))
        state = RULES.play(state, seat, chosen)
    return tuple(answers)


def played_again(
    answers: tuple[Answer, ...], seat: Seat, seats: int
) -> tuple[State, list[Event | None]] | None:
    """Play a match again, with what ``seat`` was told; or None if a move is illegal."""
    state = RULES.begin(seats, None)
    events: list[Event] = []
    for mover, answer in answers:
        if isinstance(answer, Outcome):
            state = RULES.resolve(state, answer, events.append)
        elif mover is not None and answer in RULES.moves(state, mover):
            state = RULES.play(state, mover, answer, events.append)
        else:
            return None
    return state, [event.seen_by(seat) for event in events]


def others_face_down(answers: tuple[Answer, ...], seat: Seat) -> list[int]:
    """Return where in a match another seat than ``seat`` sacrifices face down."""
    return [
        number
        for number, (mover, answer) in enumerate(answers)
        if isinstance(answer, OfferFaceDown) and mover != seat
    ]


def other_courses(answers: tuple[Answer, ...], seat: Seat) -> Iterator[tuple[Answer, ...]]:
    """Yield the match with every other choice of what went face down, legal or not."""
    hidden = others_face_down(answers, seat)
    for guess in product(ANY_SORT, repeat=len(hidden)):
        other = list(answers)
        for number, move in zip(hidden, guess, strict=True):
            other[number] = (other[number][0], move)
        yield tuple(other)


@pytest.mark.parametrize(
    ("seats", "seed", "numbers"),
    [
        pytest.param(2, 49, (4, 13), id="8.2 two seats"),
        pytest.param(2, 54, (59, 16), id="8.2 two seats, three cards face down by one"),
        pytest.param(3, 11, (3, 27, 9), id="8.2 three seats"),
        pytest.param(3, 14, (22, 165, 30), id="8.2 three seats, five cards"),
        pytest.param(4, 43, (3, 11, 33, 33), id="8.2 four seats, two builders"),
        pytest.param(4, 31, (9, 36, 12, 12), id="8.2 four seats, three builders"),
    ],
)
def test_worlds_at_the_end_of_a_match(seats: int, seed: int, numbers: tuple[int, ...]) -> None:
    """Every other course that a seat could not tell from the truth is a world, and no other is."""
    answers = story(seats, seed)
    for seat, number in enumerate(numbers):
        state, events = played_again(answers, seat, seats) or pytest.fail("the truth is no world")
        seen = RULES.view(state, seat)
        worlds = [played_again(other, seat, seats) for other in other_courses(answers, seat)]
        fitting = {world for world, others in filter(None, worlds) if others == events}
        rng = Random(seed)

        assert {RULES.determinize(seen, rng) for _ in range(20 * number)} == fitting
        assert len(fitting) == number
        assert all(RULES.view(world, seat) == seen for world in fitting)
