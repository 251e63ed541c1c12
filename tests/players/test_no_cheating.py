"""No reference that a bot is given leads to what it may not know: all of them are followed."""

from collections.abc import Callable, Iterator, Sequence
from math import inf
from random import Random
from typing import Any

import pytest
from msgspec import Struct

import parlour
from parlour import DecisionPhase, Game, Move, Over, Seat, State, Tell, await_seat
from parlour.match.dealer import HASHED, Dealer, generator
from parlour.match.decision import Decision
from parlour.match.game import header_of
from parlour.match.match import Match
from parlour.players.advice import Prospect
from parlour.players.base import Player, SeatInfo
from parlour.players.included import BOTS, make_bot
from parlour.players.time_control import Clock, TimeControl
from parlour.words.framework import SENTENCES
from parlour_giants.plugin import GAME as GIANTS
from parlour_giants.words.names import say as giants_says
from parlour_search.hints import result_in_words
from tests.broken_games import sealed_bid, which_hand
from tests.players.reachable import reachable
from tests.players.refereed import refereed

HIDDEN = "the true secret, which no seat may know"
SEED = "the seed of the match, which nobody may know"


@pytest.fixture(scope="module", autouse=True)
def _empty_caches() -> None:
    """Forget what other tests have worked out: many values to follow, and none was handed here."""
    for thing in list(reachable(GIANTS)):
        if hasattr(type(thing), "cache_clear") and thing.cache_parameters()["maxsize"]:
            thing.cache_clear()


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
        return list(map(Wait, range(3)))

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


class Spy(Player):
    """Keeps all that it is handed, calls ``look`` with it at every decision, and plays on."""

    name = "spy"

    def __init__(self, game: Game, rng: Random, look: Callable[..., None]) -> None:
        self._held: list[Any] = [game, rng]
        self._look = look

    def begin(self, seat_info: SeatInfo) -> None:
        self._held.append(seat_info)

    def choose(self, decision: Decision) -> Move:
        self._held.append(decision)
        self._look(decision.seat, self._held)
        moves = decision.moves
        return moves[int(self._held[1].random() * len(moves))]


def table_of(game: Game, seats: int, **options: Any) -> Match:
    """Return a match whose generators, those of tournaments, hold the seed."""
    given, players = game.read_options(options), ("spy",) * seats
    return Match(game, header_of(game, players, given, "".join(list(SEED)), dealer=HASHED))


def spied(match: Match, look: Callable[..., None]) -> None:
    """Play a match of spies under a referee."""
    makers = [
        lambda seat=seat: Spy(match.game, generator("other", f"bot {seat}"), look)
        for seat in range(match.seats)
    ]
    refereed(match, makers)


def forbidden(match: Match, seat: Seat) -> Iterator[tuple[str, Callable[[Any], bool]]]:
    """Yield what ``seat`` may not reach: its name, and what recognises it."""
    things = [match, match.dealer, match.header, match.header.options, match.steps, match.lines]
    kept = {id(thing) for thing in (*things, match.state, *(step.before for step in match.steps))}
    written = {line.move or line.outcome or "" for line in match.lines} - {""}
    told = {getattr(event, "move", getattr(event, "outcome", "")) for event in match.events(seat)}
    secrets = written - told
    yield "a part of the match", lambda thing: id(thing) in kept
    yield "a dealer or a clock", lambda thing: isinstance(thing, Dealer | Clock | Match)
    yield "the seed", lambda thing: type(thing) is str and SEED in thing
    yield "the seed as bytes", lambda thing: type(thing) is bytes and SEED.encode() in thing
    yield "a secret answer", lambda thing: type(thing) is str and thing in secrets
    raw = [text.encode() for text in secrets]
    yield "a line", lambda thing: type(thing) is bytes and any(text in thing for text in raw)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        pytest.param(GIANTS, 3, {"round_limit": 1}, id="Giants, sealed bids"),
        pytest.param(sealed_bid.GAME, 3, {"coins": 6}, id="sealed bids"),
        pytest.param(which_hand.GAME, 2, {}, id="veiled moves and a hidden deal"),
        pytest.param(GAME, 2, {}, id="a hidden constant"),
    ],
)
def test_nothing_that_a_bot_is_handed_leads_to_what_it_may_not_know(
    game: Game, seats: int, options: dict[str, object]
) -> None:
    match, looks = table_of(game, seats, **options), list[bool]()

    def look(seat: Seat, held: list[Any]) -> None:
        # Later decisions of a phase that is not sealed add nothing that the first do not show.
        if match.awaited.sealed or len(looks) < 4:
            looks.append(match.awaited.sealed)
            found = list(reachable(held))
            for what, is_it in forbidden(match, seat):
                assert not [thing for thing in found if is_it(thing)], what

    spied(match, look)

    assert len(looks) >= 3
    assert match.forfeits == {}


def test_texts_that_are_written_are_remembered_nowhere() -> None:
    """Neither answers, nor moves that were refused, nor lists and sentences that others got."""
    match = table_of(sealed_bid.GAME, 3)
    match.play("bid 2", 0)
    match.why_not("bid 999", 1)
    SENTENCES.say("hint.would", move="bid 3", expected="51%")
    expected = result_in_words(Prospect(sealed_bid.Bid(3), 1.0, "lead", 2.0, 0.0, (), 0.51, 0.0, 9))
    giants_says("plan.bid", things="4 coins")
    [match.game.write_move(move) for move in match.moves(1)]

    texts = {
        thing for thing in reachable(match.game, GIANTS, match.decision(2)) if type(thing) is str
    }

    assert not texts & {
        *expected.split(", "),
        "bid 4 coins",
        *(f"bid {coins}" for coins in (*range(7), 999)),
    }


@pytest.mark.parametrize(
    "leak",
    [
        pytest.param(lambda match: [match.state], id="state"),
        pytest.param(lambda match: {"a": (match.steps[0].before,)}, id="earlier state"),
        pytest.param(lambda match: lambda: match, id="closure"),
        pytest.param(lambda match: match.play, id="method"),
        pytest.param(lambda match: match.header.options, id="the record's options"),
        pytest.param(lambda match: (SEED + match.header.game)[:-4], id="seed"),
        pytest.param(lambda match: match.lines[0].move, id="sealed text"),
        pytest.param(lambda _: Clock(TimeControl()), id="the referee's clock"),
    ],
)
def test_what_is_handed_over_is_found(leak: Callable[[Match], Any]) -> None:
    match = table_of(sealed_bid.GAME, 3)
    match.play("bid 2", 0)

    found = list(reachable(leak(match)))

    assert [what for what, is_it in forbidden(match, 1) if any(map(is_it, found))]


@pytest.mark.parametrize(
    "spec",
    ["uniform", "greedy", "ahead:rollouts=40", "search:simulations=40", "regret:rounds=3"],
)
def test_nothing_that_an_included_bot_holds_leads_to_the_true_state(spec: str) -> None:
    match = table_of(GAME, 2)
    players = [make_bot(spec, GAME, generator("vault", f"bot {seat}")) for seat in range(2)]
    for _ in range(3):
        seat = match.awaited.seats[0]
        decision = match.decision(seat)
        move = players[seat].choose(decision)
        found = list(reachable(decision, players[seat]))

        for what, is_it in forbidden(match, seat):
            assert not [thing for thing in found if is_it(thing)], what
        assert not [held for held in found if type(held) is Secret and held.words == HIDDEN]
        match.play(move, seat)


class ClockStopper(Spy):
    """Gives itself all the time there is."""

    def choose(self, decision: Decision) -> Move:
        self._held[2].clock.hard = inf
        return super().choose(decision)


class ClockSetter(Spy):
    """Sets what it can of its clock."""

    def choose(self, decision: Decision) -> Move:
        self._held[2].clock.set(inf, inf, inf)
        return super().choose(decision)


class Liar(Spy):
    """Writes into the options that it is told."""

    def begin(self, seat_info: SeatInfo) -> None:
        super().begin(seat_info)
        seat_info.options["coins"] = "HACKED"


class ListEmptier(Spy):
    """Removes moves from the list that it is given."""

    def choose(self, decision: Decision) -> Move:
        decision.moves.clear()  # type: ignore[attr-defined]  # that is the attack
        return super().choose(decision)


@pytest.mark.parametrize(
    ("kind", "times", "cause"),
    [
        pytest.param(
            ClockStopper, TimeControl(move=0, reserve=0), "time", id="assigns to its clock"
        ),
        pytest.param(ClockSetter, TimeControl(move=0, reserve=0), "time", id="sets its clock"),
        pytest.param(ListEmptier, TimeControl(), "died", id="changes the list of moves"),
    ],
)
def test_a_bot_that_changes_what_it_is_handed_gains_nothing(
    kind: type[Spy], times: TimeControl, cause: str
) -> None:
    match = table_of(GAME, 2)
    makers = [lambda: kind(GAME, generator("a", "b"), lambda *_: None)] * 2
    refereed(match, makers, times)

    assert match.forfeits[0].cause == cause


def test_a_bot_cannot_change_the_options_of_others() -> None:
    match = table_of(sealed_bid.GAME, 2)
    told: list[object] = []

    def look(_: Seat, held: list[Any]) -> None:
        told.append(held[2].options)

    makers = [lambda kind=kind: kind(match.game, generator("a", "b"), look) for kind in (Liar, Spy)]
    refereed(match, makers)

    assert told == [{"coins": "HACKED"}, {"coins": 3}]
    assert match.header.options == {"coins": 3}


def test_every_included_bot_is_tried() -> None:
    assert set(BOTS) == {"ahead", "greedy", "regret", "search", "uniform"}
