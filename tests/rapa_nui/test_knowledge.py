"""The views of seats, and the worlds that fit them, against plain enumeration."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import msgspec
import pytest

from parlour import Event, Move, Outcome, Seat, Viewer
from parlour_rapa_nui.components import SORTS
from parlour_rapa_nui.moves import FACE_DOWN, OfferFaceDown
from parlour_rapa_nui.phases import Drawing, Laying, Over, State
from parlour_rapa_nui.state import Offered
from parlour_rapa_nui.view import worlds
from parlour_rapa_nui.words.view import describe_view
from tests.rapa_nui.positions import GAME, RULES, events_of, match, move, play, sorts, tribe

NAMES = ("Ann", "Ben", "Cid", "Dan")
ALL = "fish mulberry potato grain"
Step = tuple[str, str]
"""A change of a seat's offerings: ("gain", "fish"), ("up", "fish"), ("down", "fish")."""


def after(steps: tuple[Step, ...]) -> State:
    """Let seat 0 gain and sacrifice as ``steps`` say, by the rules."""
    state = match(tribe(offerings=""), tribe(), phases=(Drawing(0),))
    for what, sort in steps:
        state = _step(state, what, SORTS.index(sort))
    return state


def _step(state: State, what: str, sort: int) -> State:
    own, other = state.tribes
    if what == "gain":
        traced = tuple(n + (index == sort) for index, n in enumerate(own.traced))
        own = msgspec.structs.replace(own, traced=traced)
        return msgspec.structs.replace(state, tribes=(own, other))
    rich = msgspec.structs.replace(own, wood=99, hand=(0, 0, 0, 0, 0, 0, 1))
    bare = msgspec.structs.replace(other, traced=(0, 0, 0, 0), limits=(), hand=(0,) * 6 + (1,))
    if what == "down":
        ready = msgspec.structs.replace(
            state, tribes=(rich, bare), phases=(Drawing(0), Laying(0)), piles=(0, 0, 0, 0)
        )
        return play(ready, "lay moai", f"offer {SORTS[sort]} face down")
    builder = msgspec.structs.replace(bare, wood=99)
    ready = msgspec.structs.replace(
        state, tribes=(rich, builder), phases=(Drawing(1), Laying(1)), piles=(0, 0, 0, 0)
    )
    return play(ready, "lay moai", f"offer {SORTS[sort]}")


def enumerated(steps: tuple[Step, ...]) -> set[tuple[int, ...]]:
    """Return every way the cards face down may have been chosen, by playing each one through."""
    hidden = sum(what == "down" for what, _ in steps)
    return {guess for guess in product(range(len(SORTS)), repeat=hidden) if _possible(steps, guess)}


def _possible(steps: tuple[Step, ...], guess: tuple[int, ...]) -> bool:
    held = [0] * len(SORTS)
    down = iter(guess)
    for what, name in steps:
        sort = next(down) if what == "down" else SORTS.index(name)
        held[sort] += 1 if what == "gain" else -1
        if held[sort] < 0:
            return False
    return True


START = tuple(("gain", sort) for sort in SORTS)
HISTORIES = [
    pytest.param((*START, ("down", "fish")), 4, id="8.2 any of four sorts"),
    pytest.param((("gain", "fish"), ("down", "fish")), 1, id="8.2 only one sort held"),
    pytest.param((*START, ("down", "fish"), ("up", "grain")), 3, id="8.2 shown later: not grain"),
    pytest.param((*START, ("up", "grain"), ("down", "fish")), 3, id="8.2 shown before: not grain"),
    pytest.param(
        (*START, ("down", "fish"), ("gain", "grain"), ("up", "grain")),
        4,
        id="8.2 shown later, but gained in between",
    ),
    pytest.param((*START, ("down", "fish"), ("down", "grain")), 12, id="8.2 two different ones"),
    pytest.param(
        (*START, ("gain", "fish"), ("down", "fish"), ("down", "fish")), 13, id="8.2 two, one twice"
    ),
    pytest.param(
        (*START, ("down", "fish"), ("up", "grain"), ("gain", "grain"), ("down", "grain")),
        9,
        id="8.2 the second may be what the first was not",
    ),
    pytest.param(
        (*START, ("down", "fish"), ("gain", "fish"), ("down", "fish"), ("up", "potato")),
        7,
        id="8.2 the second may repeat the first only in fish",
    ),
    pytest.param(
        (
            *(*START, ("down", "fish"), ("down", "grain")),
            *(("gain", "grain"), ("gain", "grain"), ("up", "grain")),
        ),
        12,
        id="8.2 what is gained later was not there before",
    ),
    pytest.param(
        (*START, *START, ("down", "fish"), ("up", "fish"), ("down", "grain"), ("up", "grain")),
        None,
        id="8.2 a longer story",
    ),
]


@pytest.mark.parametrize(("steps", "number"), HISTORIES)
def test_worlds_are_those_that_fit(steps: tuple[Step, ...], number: int | None) -> None:
    state = after(steps)
    seen = RULES.view(state, 1)
    possible = enumerated(steps)
    rng = Random(1)
    drawn = Counter(_face_down(RULES.determinize(seen, rng)) for _ in range(200 * len(possible)))

    assert worlds(state.tribes[0].limits) == len(possible)
    assert number in (None, len(possible))
    assert set(drawn) == possible
    assert all(120 < times < 290 for times in drawn.values())


def _face_down(state: State) -> tuple[int | None, ...]:
    return tuple(card.sort for card in state.stone if card.face_down and card.seat == 0)


def sacrificing(down: str) -> State:
    """Let seat 0 build among three and put ``down`` on the stone unseen; then add grain."""
    tribes = [tribe("woodcutter", "moai fish fish", ALL, wood=7) for _ in range(3)]
    state = match(*tribes, phases=(Drawing(0), Laying(0)))
    return play(
        state, "lay moai", "offer fish", "offer fish", f"offer {down} face down", "add grain"
    )


@pytest.mark.parametrize(
    ("seat", "same"),
    [
        pytest.param(0, False, id="8.2 the owner knows"),
        pytest.param(1, True, id="8.2 the left neighbour cannot tell"),
        pytest.param(2, True, id="8.2 nor can the other"),
    ],
)
def test_who_can_tell(seat: int, same: bool) -> None:
    views = [msgspec.json.encode(RULES.view(sacrificing(down), seat)) for down in SORTS]

    assert (len(set(views)) == 1) is same


def sacrificed_twice(first: str, second: str) -> State:
    """Let seat 1 build after seat 0, and put ``second`` on the stone unseen."""
    state = msgspec.structs.replace(sacrificing(first), phases=(Drawing(1), Laying(1)))
    return play(
        state, "lay moai", "offer mulberry", "offer potato", f"offer {second} face down", "add fish"
    )


@pytest.mark.parametrize(
    ("seat", "number"),
    [
        pytest.param(0, 3, id="8.2 seat 0 knows its own: three ways"),
        pytest.param(1, 3, id="8.2 seat 1 knows its own: three ways"),
        pytest.param(2, 9, id="8.2 seat 2 knows neither: nine ways"),
    ],
)
def test_worlds_of_two_builders(seat: int, number: int) -> None:
    truth = sacrificed_twice("fish", "grain")
    seen = RULES.view(truth, seat)
    possible = {
        msgspec.json.encode(sacrificed_twice(first, second))
        for first in ("fish", "mulberry", "grain")
        for second in ("mulberry", "potato", "grain")
        if RULES.view(sacrificed_twice(first, second), seat) == seen
    }
    rng = Random(2)
    sampled = {msgspec.json.encode(RULES.determinize(seen, rng)) for _ in range(200)}

    assert sampled == possible
    assert len(possible) == number


def test_a_potato_shown_later_was_not_buried() -> None:
    """Rule 8.2: seat 0 could not have shown its only potato if it had put it face down."""
    with pytest.raises(AssertionError):
        sacrificed_twice("potato", "grain")


def described(state: State, seat: int, *, memory: bool = False) -> list[str]:
    return list(describe_view(RULES.view(state, seat), Viewer(NAMES, memory)))


def test_the_table_shows_the_number_of_offerings() -> None:
    """Rule 8.1: how many Ann holds, and not which."""
    lines = described(sacrificing("fish"), 1)

    assert "Ann: 1 woodcutter, 1 moai; 0 wood, 0 fame; 3 offerings; 2 cards in hand." in lines
    assert not any("Ann, in hand" in line for line in lines)
    assert (
        f"You hold: 0 fish offerings, {', '.join(f'1 {sort} offering' for sort in SORTS[1:])}."
        in lines
    )


def test_the_table_shows_the_top_of_the_stone() -> None:
    """Rule 8.2: the top card, and what lies under it only to who remembers."""
    top = "Stone: 4 cards, top: grain; added from its pile"
    known = (
        "2 fish, worth 3 each; 0 mulberry, worth 1 each; 0 potato, worth 1 each; "
        "1 grain, worth 2 each; 1 unknown"
    )

    assert f"{top}." in described(sacrificing("fish"), 1)
    assert f"{top}; {known}." in described(sacrificing("fish"), 1, memory=True)


def test_everything_is_open_at_the_end() -> None:
    """Rule 8.2: until the end, and no longer."""
    state = msgspec.structs.replace(sacrificing("potato"), phases=(Over((1, 0, 0), (1, 2, 2)),))

    assert RULES.view(state, 1).stone[2] == Offered(2, 0, face_down=True)
    assert RULES.determinize(RULES.view(state, 1), Random(1)) == state


def test_the_veil() -> None:
    """Rule 8.2: what the others are told of the move names no sort."""
    veils = {GAME.move_notation.write_public(move(f"offer {sort} face down")) for sort in SORTS}

    assert veils == {"offer a card face down"}


def test_own_offerings_after_a_sacrifice_face_down() -> None:
    """Rule 8.1: the owner counts what it has left."""
    assert RULES.view(sacrificing("potato"), 0).holdings == sorts("fish mulberry grain")


def test_a_sacrifice_face_up_cannot_be_taken_back() -> None:
    """Rule 8.1: it shows what was hidden."""
    tribes = [tribe("woodcutter", "moai fish fish", ALL, wood=7) for _ in range(2)]
    state = play(match(*tribes, phases=(Drawing(0), Laying(0))), "lay moai")

    assert [event.reveals for event in events_of(state, "offer fish")] == [True]


# The worlds a seat may be in, against whole matches played again with other cards face down


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
        for number, answer in zip(hidden, guess, strict=True):
            other[number] = (other[number][0], answer)
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
