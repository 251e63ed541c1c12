"""Small games that are made for a test: a sealed phase with any kinds of moves and any seats."""

from collections.abc import Sequence
from random import Random
from typing import Any, Optional, Union

import msgspec
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

import parlour
from parlour import (
    Event,
    Game,
    Move,
    Over,
    SealedPhase,
    Seat,
    State,
    Tell,
    masked,
    replaced,
    swapped,
    unmasked,
)

PUBLIC = (None, "", "choose", "choose {value}", "sell a card")
"""Public forms of a kind; ``""`` stands for the name of the kind itself."""


class Kind(Struct, frozen=True):
    """A kind of moves."""

    public: str | None = None
    is_covered: bool = False
    values: int = 2
    """Number of moves of this kind."""


class Shape(Struct, frozen=True):
    """What is special about a game."""

    kinds: tuple[Kind, ...]
    seats: int
    asked: tuple[Seat, ...] | None = None
    rounds: int = 1


KINDS = st.builds(Kind, st.sampled_from(PUBLIC), st.booleans(), st.integers(1, 3))


@st.composite
def shapes(draw: st.DrawFn) -> Shape:
    """Draw a shape that leaves each seat a choice, and at least two seats to choose."""
    kinds = st.lists(KINDS, min_size=1, max_size=3).filter(_leave_a_choice)
    seats = draw(st.integers(2, 4))
    some = st.sets(st.integers(0, seats - 1), min_size=2).map(sorted).map(tuple)
    asked = draw(st.none() | some)
    return Shape(tuple(draw(kinds)), seats, asked, draw(st.integers(1, 2)))


def _leave_a_choice(kinds: Sequence[Kind]) -> bool:
    return sum(kind.values for kind in kinds) > 1


class Nod(Move, frozen=True):
    """A move that each seat may make once, at any time."""

    form = "nod"


class Opened(Event, frozen=True):
    """All answers of a round."""

    reveals = True
    choices: tuple[str, ...]


class Choosing(SealedPhase[Any, Any], frozen=True):
    """All that are asked choose in secret."""

    rounds: int

    def moves(self, state: Any, seat: Seat) -> Sequence[Move]:
        every: Sequence[Move] = state.every()
        return every

    def opened(self, state: Any, answers: tuple[Any, ...], tell: Tell) -> Any:
        if tell:
            tell(Opened(tuple(map(repr, answers))))
        if self.rounds == 1:
            return swapped(state, Over.ranked([0] * len(answers)))
        again = replace(self, answers=(None,) * len(answers), rounds=self.rounds - 1)
        return swapped(state, again)


class Secrets(State, frozen=True):
    """The whole situation."""

    nods: tuple[bool, ...]


class Rules(parlour.Rules[Any, Any]):
    """Rules of a shape."""

    out_of_turn = True

    def __init__(self, begin: Any, seen: type[Any], state: type[Any]) -> None:
        self._begin = begin
        self._seen = seen
        self._state = state

    def start(self, seats: int, options: Any) -> Any:
        return self._state(phases=(self._begin,), nods=(False,) * seats)

    def view(self, state: Any, seat: Seat) -> Any:
        return self._seen(seat=seat, phases=masked(state.phases, seat), nods=state.nods)

    def spectator_view(self, state: Any) -> Any:
        return self.view(state, -1)

    def determinize(self, view: Any, rng: Random) -> Any:
        return unmasked(self._state(phases=view.phases, nods=view.nods), rng)

    def offers(self, state: Any, seat: Seat) -> Sequence[Move]:
        over = isinstance(state.phases[-1], Over)
        return () if over or state.nods[seat] else (Nod(),)

    def play_offer(self, state: Any, seat: Seat, move: Any, tell: Tell) -> Any:
        return replace(state, nods=replaced(state.nods, seat, True))  # noqa: FBT003  an entry

    def census(self, state: Any) -> dict[str, int]:
        return {}


def game_of(shape: Shape) -> Game[Any, Any, Any]:
    """Return a game of a shape, with classes that no other game has."""
    kinds = [_move_kind(number, kind) for number, kind in enumerate(shape.kinds)]
    moves = tuple(
        kind(value)
        for kind, about in zip(kinds, shape.kinds, strict=True)
        for value in range(about.values)
    )
    union: Any = Union[tuple(kinds)]  # noqa: UP007  made of a list
    answers = ("answers", tuple[Optional[union], ...])  # noqa: UP045  likewise
    phase = msgspec.defstruct(
        "Choices", [answers], bases=(Choosing,), frozen=True, kw_only=True, tag=True
    )
    phases = ("phases", tuple[Union[phase, Over], ...])  # type: ignore[valid-type]  # noqa: UP007
    nods = ("nods", tuple[bool, ...])
    state = msgspec.defstruct(
        "Situation",
        [phases],
        bases=(Secrets,),
        namespace={"every": lambda _: moves},
        frozen=True,
        kw_only=True,
    )
    seen = msgspec.defstruct("Seen", [("seat", Seat), phases, nods], frozen=True, kw_only=True)
    begin = phase(answers=(None,) * shape.seats, asked=shape.asked, rounds=shape.rounds)
    return Game(
        id="secrets",
        title="Secrets",
        seats=range(shape.seats, shape.seats + 1),
        rules=Rules(begin, seen, state),
        state=state,
        view=seen,
        moves=union | Nod,
        events=Opened,
    )


def _move_kind(number: int, kind: Kind) -> type[Any]:
    name = f"kind{number}"
    public = f"{name} in secret" if kind.public == "" else kind.public
    return msgspec.defstruct(
        name.title(),
        [("value", int)],
        bases=(Move,),
        namespace={
            "form": f"{name} {{value}}",
            "public_form": public,
            "covered_by_events": kind.is_covered,
        },
        frozen=True,
    )
