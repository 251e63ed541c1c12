"""Whole matches: the laws, and the better bot wins."""

from collections.abc import Sequence
from random import Random

import msgspec
import pytest

import parlour
from parlour import Move, Over, Seat
from parlour.match.dealer import generator
from parlour.match.match import Match
from parlour.match.record import Header
from parlour.players.included import make_bot
from parlour.players.play import play_match
from parlour_rapa_nui.components import MOAI
from parlour_rapa_nui.moves import Lay
from parlour_rapa_nui.phases import Buying, Drawing, Laying, State, Turn
from parlour_rapa_nui.state import Tribe
from parlour_search.tree.objective import HeuristicLead
from parlour_search.tree.rollouts import rollout_rounds
from parlour_testing import check
from tests.games import golden
from tests.rapa_nui.positions import GAME, RULES, match, on_stone, tribe


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_laws(seats: int) -> None:
    assert check(GAME, matches=4, seats=seats).breaches == ()


def played(players: tuple[str, ...], seed: str) -> tuple[int, ...]:
    """Return everybody's place in a match of bots."""
    header = Header(
        game=GAME.id,
        rules_version=GAME.rules_version,
        seats=len(players),
        seed=seed,
        players=players,
    )
    seated = [
        make_bot(name, GAME, generator(seed, f"bot {seat}")) for seat, name in enumerate(players)
    ]
    return play_match(Match(GAME, header), seated).places


@pytest.mark.parametrize("seats", GAME.seats)
def test_greedy_beats_uniform(seats: int) -> None:
    """One greedy among uniforms, in every seat in turn, wins most of the matches."""
    won = 0
    for number in range(12):
        players = ["uniform"] * seats
        players[number % seats] = "greedy"
        won += played(tuple(players), f"sanity:{number}")[number % seats] == 1

    assert won >= 9


def leads(state: State) -> list[float]:
    return [RULES.heuristic(state, seat) or 0.0 for seat in range(len(state.tribes))]


@pytest.mark.parametrize(
    ("ahead", "behind"),
    [
        pytest.param({"fame": 5}, {}, id="more fame"),
        pytest.param({"lying": "moai"}, {}, id="a moai more"),
        pytest.param({"wood": 9}, {}, id="more wood"),
        pytest.param({"lying": "priest"}, {}, id="a priest more"),
        pytest.param({"offerings": "grain"}, {"offerings": "fish"}, id="the better offering"),
    ],
)
def test_the_heuristic_says_who_is_ahead(
    ahead: dict[str, object], behind: dict[str, object]
) -> None:
    state = match(
        tribe(**ahead),  # type: ignore[arg-type]  # a table of keywords
        tribe(**behind),  # type: ignore[arg-type]  # likewise
        phases=(Laying(0),),
        stone=on_stone("grain grain potato"),
    )
    first, second = leads(state)

    assert first > 0 > second


def test_at_the_end_the_heuristic_is_the_score() -> None:
    state = msgspec.structs.replace(
        match(tribe(), tribe(), tribe(), phases=()), phases=(Over((9, 4, 7), (1, 3, 2)),)
    )

    assert leads(state) == [2, -5, -2]


class Valued:
    """Values that make all moves equal, and keep the last state."""

    last: State

    def __call__(self, state: parlour.State, seat: Seat) -> float:
        assert isinstance(state, State)
        self.last = state
        return 0.0

    def weigh_moves(
        self, state: parlour.State, seat: Seat, moves: Sequence[Move]
    ) -> list[float | None]:
        return [None] * len(moves)


@pytest.mark.parametrize("rounds", [1, 2, 3])
@pytest.mark.parametrize(
    ("home", "columns", "move"),
    [
        pytest.param(tribe(hand="fish grain priest"), "fish " * 12, Lay(0), id="nobody else"),
        pytest.param(
            tribe(hand="moai fish fish", wood=7), "fish " * 12, Lay(MOAI), id="others sacrifice"
        ),
        pytest.param(
            tribe("moai", "fish fish grain"), "moai " * 12, Lay(0), id="others draw, it yields"
        ),
        pytest.param(
            tribe(hand="fish fish grain", wood=1), "fish", Lay(0, 2), id="chance speaks in a turn"
        ),
    ],
)
def test_a_rollout_ends_as_a_later_turn_of_the_seat_begins(
    home: Tribe, columns: str, move: Lay, rounds: int
) -> None:
    """Of equal moves the first is made: the other seat lays one card a turn (4.1)."""
    other = tribe(hand="fish grain priest", offerings="fish fish fish fish")
    phases = Turn(1), Drawing(0), Laying(0)
    start = match(home, other, phases=phases, columns="/".join([columns] * 4), stack="fish " * 30)
    valued = Valued()
    lead = HeuristicLead(GAME, 2, valued)
    lead.start(start)
    rollout_rounds(RULES, Random(1), lead, 0, rounds)(RULES.play(start, 0, move), start, 0)

    assert isinstance(valued.last.phases[-1], Laying | Buying)
    assert RULES.turn_of(valued.last) == 0
    assert sum(valued.last.tribes[1].lying) == rounds


# Golden records


@pytest.mark.parametrize(("name", "seats"), [("two-seats", 2), ("four-seats", 4)])
def test_a_golden_record_shows_every_seat_the_same_as_ever(name: str, seats: int) -> None:
    header = Header(
        game=GAME.id,
        rules_version=GAME.rules_version,
        seats=seats,
        seed=name,
        players=("greedy",) * seats,
    )

    golden.check(GAME, name, header)
