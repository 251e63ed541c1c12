"""No reference that a bot is given leads to the true state: all of them are followed."""

import gc
from collections.abc import Iterator, Sequence
from random import Random
from types import FunctionType, ModuleType
from typing import Any

import msgspec
import pytest
from msgspec import Struct

import parlour
from parlour import DecisionPhase, Game, Move, Over, Seat, State, Tell, await_seat
from parlour.match.dealer import generator
from parlour.match.match import Match
from parlour.match.record import Header
from parlour.players.base import Player
from parlour.players.included import BOTS, make_bot

HIDDEN = "the true secret, which no seat may know"


class Wait(Move, frozen=True):
    form = "wait {rounds}"
    rounds: int


class Secret(Struct, frozen=True):
    """Something that every state of the match holds."""

    words: str


class Vault(State, frozen=True):
    phases: tuple["Waiting | Over", ...]
    secret: Secret
    waited: tuple[int, int]


class Waiting(DecisionPhase[Vault, Wait], frozen=True):
    seat: Seat

    def awaited(self, state: Vault) -> parlour.Decide:
        return await_seat(self.seat)

    def moves(self, state: Vault, seat: Seat) -> Sequence[Wait]:
        return tuple(map(Wait, range(3)))

    def play(self, state: Vault, seat: Seat, move: Wait, tell: Tell) -> Vault:
        waited = list(state.waited)
        waited[seat] += move.rounds
        after = Over.ranked(waited) if max(waited) > 5 else Waiting(1 - seat)
        return Vault((after,), state.secret, (waited[0], waited[1]))


class Seen(Struct, frozen=True):
    phases: tuple[Waiting | Over, ...]
    waited: tuple[int, int]


class Rules(parlour.Rules[Vault, Seen]):
    def start(self, seats: int, options: Any) -> Vault:
        # Made anew, so that it is no constant of this module.
        return Vault((Waiting(0),), Secret("".join(list(HIDDEN))), (0, 0))

    def view(self, state: Vault, seat: Seat) -> Seen:
        return Seen(state.phases, state.waited)

    def determinize(self, view: Seen, rng: Random) -> Vault:
        return Vault(view.phases, Secret(f"a guess {rng.random()}"), view.waited)

    def heuristic(self, state: Vault, seat: Seat) -> float:
        return float(state.waited[seat])

    def census(self, state: Vault) -> dict[str, int]:
        return {}


GAME = Game(
    id="vault", title="Vault", seats=range(2, 3), rules=Rules(), state=Vault, view=Seen, moves=Wait
)


def reachable(*handed: Any) -> Iterator[Any]:
    """Yield all that can be reached, but for modules and what they hold for everybody.

    Structs are not tracked by the collector, so their fields are read as well.
    """
    met: set[int] = set()
    waiting = list(handed)
    while waiting:
        thing = waiting.pop()
        if id(thing) in met or isinstance(thing, ModuleType):
            continue
        met.add(id(thing))
        yield thing
        waiting += _held(thing)


def _held(thing: Any) -> list[Any]:
    if isinstance(thing, FunctionType):
        # Its globals are its module's; what it has of its own is in its closure.
        return [*(thing.__closure__ or ()), *(thing.__defaults__ or ())]
    held = gc.get_referents(thing)
    if isinstance(thing, Struct):
        held += [getattr(thing, name) for name in thing.__struct_fields__]
    return held


def seated(spec: str) -> tuple[Match, list[Player]]:
    header = Header(
        game="vault", rules_version=1, seats=2, options={}, seed="vault", players=(spec, spec)
    )
    players = [make_bot(spec, GAME, generator("vault", f"bot {seat}")) for seat in range(2)]
    return Match(GAME, header), players


@pytest.mark.parametrize("spec", ["uniform", "greedy", "search:simulations=40"])
def test_nothing_that_a_bot_is_handed_leads_to_the_true_state(spec: str) -> None:
    match, players = seated(spec)
    states = []
    for _ in range(3):
        states.append(match.state)
        seat = match.awaited.seats[0]
        decision = match.decision(seat)
        move = players[seat].choose(decision)
        found = list(reachable(decision, players[seat]))

        assert not {id(state) for state in states} & set(map(id, found))
        assert HIDDEN not in [text for text in found if type(text) is str]
        assert not [held for held in found if type(held) is Secret and held.words == HIDDEN]
        assert msgspec.json.encode(HIDDEN) not in [b for b in found if type(b) is bytes]
        match.play(move, seat)


@pytest.mark.parametrize("hide", [lambda state: [state], lambda state: {"a": (state,)}])
def test_a_state_that_is_handed_over_is_found(hide: Any) -> None:
    match, _ = seated("uniform")

    assert id(match.state) in set(map(id, reachable(hide(match.state))))
    assert id(match.state) in set(map(id, reachable(lambda: match)))
    assert HIDDEN in [thing for thing in reachable(match) if type(thing) is str]


def test_every_included_bot_is_tried() -> None:
    assert set(BOTS) == {"greedy", "search", "uniform"}
