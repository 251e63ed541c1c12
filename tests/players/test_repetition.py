"""No bot goes round endlessly, whatever a heuristic promises."""

from dataclasses import replace as replaced
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.match.game_parts import BotHints
from parlour.match.match import Match
from parlour.players.greedy import Greedy
from parlour.players.included import make_bot
from parlour.players.play import play_match
from parlour.players.repetition import RepetitionLimit
from parlour.rules.answers import Move
from parlour.rules.events import ChanceResolved, Event, Played
from parlour_maori.moves import REST, Remove
from parlour_maori.plugin import GAME as MAORI
from tests.broken_games import to_and_fro
from tests.broken_games.to_and_fro import Path, Step, Stop, Walking
from tests.players.branches import Spot, Tree, tree_game

STEP, STOP = Step(), Stop()
IDLE = replaced(to_and_fro.GAME, bots=BotHints(idle=frozenset({STOP})))
OWN, OTHER, LUCK = Played(0, "step"), Played(1, "step"), ChanceResolved("roll 1")
OTHER_STOPS = Played(1, "stop")


class Restless(to_and_fro.Rules):
    """The heuristic prefers states with the seat still walking."""

    def heuristic(self, state: Path, seat: int) -> float:
        phase = state.phases[-1]
        return float(isinstance(phase, Walking) and phase.seat == seat)


@pytest.mark.parametrize("name", ["ahead:rollouts=20", "greedy", "search:simulations=20"])
def test_a_match_of_the_restless_ends(name: str) -> None:
    game = replaced(to_and_fro.GAME, rules=Restless())
    match = game.match(2, "s")
    play_match(match, [make_bot(name, game, generator("s", f"bot {seat}")) for seat in range(2)])

    assert len(match.steps) <= 10


@pytest.mark.parametrize("name", ["ahead:rollouts=20", "greedy", "search:simulations=20"])
def test_a_way_back_is_gone_four_times(name: str) -> None:
    """By the heuristic it is best; three ways are there, so that a bot still chooses."""
    tree: Tree = {
        "start": Spot(("start", "out", "end"), worth=(1, 0)),
        "out": Spot(("end",), seat=1),
        "end": Spot(worth=(0, 0)),
    }
    game = tree_game(tree)
    match, bot = game.match(2, "s"), make_bot(name, game, Random(1))
    for _ in range(5):
        match.play(bot.choose(match.ask(0)), 0)

    assert [line.move for line in match.lines][:4] == ["go start"] * 4
    assert match.lines[4].move != "go start"


def made_four_times() -> RepetitionLimit:
    limit = RepetitionLimit(to_and_fro.GAME)
    for _ in range(4):
        limit.choose(Decision(0, None, (STEP,), events=(OWN,)), lambda asked: asked.moves[0])
    return limit


def offered(limit: RepetitionLimit, decision: Decision) -> tuple[Move, ...]:
    """Return the moves that a bot has left to choose among."""
    left: list[Move] = []

    def pick(asked: Decision) -> Move:
        left.extend(asked.moves)
        return asked.moves[0]

    chosen = limit.choose(decision, pick)
    return tuple(left) or (chosen,)


@pytest.mark.parametrize(
    ("events", "left"),
    [
        pytest.param((OWN,), (STOP,), id="made so often alone"),
        pytest.param((OWN, OTHER), (STEP, STOP), id="another moved since"),
        pytest.param((OWN, LUCK), (STEP, STOP), id="chance has spoken since"),
        pytest.param((), (STEP, STOP), id="asked about a match of its own"),
    ],
)
def test_what_is_left_after_many_of_the_same(
    events: tuple[Event, ...], left: tuple[Step | Stop, ...]
) -> None:
    limit = made_four_times()

    assert offered(limit, Decision(0, None, (STEP, STOP), events=events)) == left


def test_where_all_have_been_made_too_often_all_are_left() -> None:
    limit = made_four_times()

    assert offered(limit, Decision(0, None, (STEP,), events=(OWN,))) == (STEP,)


def test_others_who_go_round_as_well_do_not_help_endlessly() -> None:
    limit = RepetitionLimit(to_and_fro.GAME)
    decision = Decision(0, None, (STEP, STOP), events=(OWN, OTHER))
    made = [limit.choose(decision, lambda asked: asked.moves[0]) for _ in range(41)]

    assert made == [STEP] * 40 + [STOP]


ASKED: Decision[Any, Move] = IDLE.match(2, "s").ask(0)


def test_a_run_of_idle_turns_ends_though_others_go_on() -> None:
    limit = RepetitionLimit(IDLE)
    decision = replace(ASKED, moves=(STOP, STEP), events=(OWN, OTHER, LUCK))
    made = [limit.choose(decision, lambda asked: asked.moves[0]) for _ in range(11)]

    assert made == [*[STOP] * 4, STEP, *[STOP] * 4, STEP, STOP]
    assert offered(limit, replace(ASKED, moves=(STOP,), events=(OWN, OTHER))) == (STOP,)


@pytest.mark.parametrize(
    ("events", "left"),
    [
        pytest.param((OWN, OTHER_STOPS), (STOP, STEP), id="the other did nothing"),
        pytest.param((OWN, OTHER_STOPS, OTHER), (STOP, STEP), id="nothing but a move before it"),
        pytest.param((OWN, OTHER_STOPS, Played(2, "step")), (STEP,), id="a third goes on"),
        pytest.param((OWN,), (STEP,), id="the seat is asked again at once"),
    ],
)
def test_a_run_of_idle_turns_goes_on_if_all_are_idle(
    events: tuple[Event, ...], left: tuple[Move, ...]
) -> None:
    """Maori's rule 6.3 ends such a match, if nobody takes a tile off only since it must move."""
    limit = RepetitionLimit(IDLE)
    for _ in range(4):
        asked = replace(ASKED, moves=(STOP, STEP), events=(OWN, OTHER))
        limit.choose(asked, lambda asked: asked.moves[0])

    assert offered(limit, replace(ASKED, moves=(STOP, STEP), events=events)) == left


def test_a_decision_without_an_idle_move_breaks_no_run() -> None:
    limit = RepetitionLimit(IDLE)
    for moves in [(STOP, STEP), (STEP,)] * 4:
        decision = replace(ASKED, moves=moves, events=(OWN, OTHER))
        limit.choose(decision, lambda asked: asked.moves[0])

    assert offered(limit, replace(ASKED, moves=(STOP, STEP), events=(OWN, OTHER))) == (STEP,)


class InRounds(to_and_fro.Rules):
    """A match is one round."""

    def round_key(self, state: Path) -> int:
        return 0


@pytest.mark.parametrize(
    ("moves", "events", "has_waited"),
    [
        pytest.param((STOP, STEP), (OWN, OTHER), True, id="by choice"),
        pytest.param((STOP,), (OWN, OTHER), False, id="there is no other move"),
        pytest.param((STEP, STOP), (OWN, OTHER), False, id="it went on"),
    ],
)
@pytest.mark.parametrize("rules", [to_and_fro.Rules(), InRounds()])
def test_who_is_idle_by_choice_waits_until_the_round_ends(
    rules: to_and_fro.Rules, moves: tuple[Move, ...], events: tuple[Event, ...], has_waited: bool
) -> None:
    limit = RepetitionLimit(replaced(IDLE, rules=rules))
    limit.choose(replace(ASKED, moves=moves, events=events), lambda asked: asked.moves[0])

    assert limit.has_waited == (has_waited and isinstance(rules, InRounds))

    limit.choose(replace(ASKED, moves=(STEP,), events=(OWN, LUCK)), lambda asked: asked.moves[0])

    assert not limit.has_waited


def rest_ends(match: Match) -> bool:
    after = MAORI.rules.play(match.state, match.awaited.seats[0], REST)
    return MAORI.rules.awaited(after).is_over


def rested_four_times() -> RepetitionLimit:
    limit = RepetitionLimit(MAORI)
    for _ in range(4):
        decision = Decision(0, None, (REST, STEP), events=(OWN, OTHER))
        limit.choose(decision, lambda asked: asked.moves[0])
    return limit


def test_an_idle_move_that_ends_the_match_is_always_there() -> None:
    match, rng, refused = MAORI.match(2, "an end"), Random(4), 0
    while not match.is_over:
        decision = match.decision()
        if REST in decision.moves and len(decision.moves) > 1:
            ends = rest_ends(match)
            assert (REST in offered(rested_four_times(), decision)) == ends
            refused += not ends
            if ends:
                break
        match.play(rng.choice(decision.moves))

    assert refused > 10
    assert not match.is_over


def test_greedy_rests_four_times_running_in_maori_and_no_fifth_time() -> None:
    """In a position where it would rather rest than remove one of its tiles."""
    match, rng = MAORI.match(2, "idle 0", variant="expert"), Random(1)
    bot = Greedy(MAORI, Random(1))
    while True:
        seat = match.awaited.seats[0]
        decision = match.ask(seat)
        values = bot.mean_values(seat, decision.moves, decision.view)
        worse = [m for m in values if values[m] < values.get(REST, 0.0) and isinstance(m, Remove)]
        if worse and not rest_ends(match):
            break
        match.play(rng.choice(decision.moves), seat)
    asked = replace(decision, moves=(REST, worse[0]), events=(OWN, OTHER))

    assert [bot.choose(asked) for _ in range(6)] == [*[REST] * 4, worse[0], REST]
