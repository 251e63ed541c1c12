"""Whole matches: the laws, and the better bot wins."""

import msgspec
import pytest

from parlour import Over
from parlour.match.dealer import generator
from parlour.match.game import Match
from parlour.match.record import Header
from parlour.players.included import make_bot
from parlour.players.play import play_match
from parlour.testing import check
from parlour_rapa_nui.phases import Laying, State
from tests.rapa_nui.positions import GAME, RULES, match, on_stone, tribe


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_laws(seats: int) -> None:
    assert check(GAME, matches=8, seats=seats).breaches == ()


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
