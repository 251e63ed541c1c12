"""The values of placements that are found by differences are those found by playing them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from parlour import BotHints, Decide, Move, Seat, ValueFeatures
from parlour.match.dealer import generator
from parlour.match.game import header_of
from parlour.match.match import Match
from parlour.players.greedy import Greedy, GreedySettings
from parlour.players.play import play_match
from parlour.players.values import LearnedValue
from parlour_giants.options import Options
from parlour_giants.phases import Placing, State
from parlour_giants.rules import Rules
from parlour_giants.scoring import score, totals
from parlour_search.search.bot import Search
from parlour_search.settings import SearchSettings
from tests.giants.positions import BLUE, GAME, NOTATION, RULES, position


class Plain(Rules):
    """The rules without values of their own for moves."""

    def weigh_moves(
        self, state: State, seat: Seat, moves: Sequence[Move]
    ) -> Sequence[float | None]:
        return (None,) * len(moves)


def compared(state: State, seat: Seat) -> tuple[list[str], int]:
    """Return the moves valued otherwise than after playing them, and the number of valued ones."""
    moves = RULES.moves(state, seat)
    weighed = zip(moves, RULES.weigh_moves(state, seat, moves), strict=True)
    valued = [(move, worth) for move, worth in weighed if worth is not None]
    wrong = [
        f"{NOTATION.write(move)}: {worth}"
        for move, worth in valued
        if worth != RULES.heuristic(RULES.play(state, seat, move), seat)
    ]
    return wrong, len(valued)


def match_of(seats: int, options: dict[str, Any]) -> Match:
    limited = GAME.read_options({**options, "round_limit": 2})
    return Match(GAME, header_of(GAME, ("greedy",) * seats, limited, "weighing"))


def greedy(seat: Seat, *, errors: float = 0.0, plain: bool = False) -> Greedy:
    game = replace(GAME, rules=Plain()) if plain else GAME
    return Greedy(game, generator("weighing", f"bot {seat}"), GreedySettings(errors=errors))


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        pytest.param(3, {"fast_start": True}, id="German, three seats"),
        pytest.param(4, {"edition": "italian"}, id="9.4 and 9.5 Italian, four seats"),
        pytest.param(4, {"edition": "italian", "rulings": "second"}, id="9.6 the former reading"),
        pytest.param(5, {"rulings": "first"}, id="7.7 first rulings, five seats"),
        pytest.param(3, {"immediate_scoring": True}, id="7.3 moais on the track"),
    ],
)
def test_values_agree_all_along_a_match(seats: int, options: dict[str, Any]) -> None:
    match, wrong, valued = match_of(seats, options), [], 0
    bots = [greedy(seat, errors=0.5) for seat in range(seats)]
    while isinstance(match.awaited, Decide):
        seat = match.awaited.seats[0]
        if isinstance(match.state.phases[-1], Placing):
            differing, number = compared(match.state, seat)
            wrong += differing
            valued += number
        counted = tuple(score(match.state, other).total for other in range(seats))
        assert totals(match.state) == counted, "7.2"
        match.play(bots[seat].choose(match.ask(seat)), seat)

    assert not wrong
    assert valued > 1000
    assert max(counted) > 0


def test_greedy_plays_the_same_match_without_them() -> None:
    matches = [match_of(3, {}) for _ in range(2)]
    for match, plain in zip(matches, (False, True), strict=True):
        play_match(match, [greedy(seat, plain=plain) for seat in range(3)])

    assert matches[0].lines == matches[1].lines


def seat_and_round(state: State, seat: Seat) -> tuple[float, ...]:
    """Return features that no placement changes."""
    return (float(seat), float(state.round))


def test_learned_values_weigh_what_a_placement_changes() -> None:
    """The heuristic counts half at the start, and features add 3 a seat and 5 a round."""
    features = ValueFeatures(names=("seat", "round"), of=seat_and_round)
    weights = (0.5, 0.0, 3.0, 5.0)
    state = position()
    bot = Greedy(
        GAME,
        generator("weighing", "bot"),
        value=LearnedValue(replace(GAME, bots=BotHints(features=features)), weights, weights),
    )
    moves = RULES.moves(state, BLUE)
    by_heuristic = Greedy(GAME, generator("weighing", "bot")).move_values(BLUE, moves, state)

    assert bot.move_values(BLUE, moves, state) == pytest.approx(
        {move: 0.5 * value + 3 * BLUE + 5 * state.round for move, value in by_heuristic.items()}
    )


def test_search_plays_the_same_without_them() -> None:
    match, chosen = match_of(3, {}), []
    while not isinstance(match.state.phases[-1], Placing):
        match.play(match.ask(match.awaited.seats[0]).moves[0], match.awaited.seats[0])
    for game in (GAME, replace(GAME, rules=Plain())):
        bot = Search(game, generator("weighing", "search"), SearchSettings(simulations=40))
        chosen.append([bot.choose(match.ask(match.awaited.seats[0])) for _ in range(2)])

    assert chosen[0] == chosen[1]


LAST_BASE = {"bases": 1, "moais": (2,)}
TABLET = {"bases": 3, "halves": 3, "moais": (1,), "headdresses": 1}


@pytest.mark.parametrize(
    ("move", "given"),
    [
        pytest.param("place worker e9", {}, id="4.2 a figure without logs"),
        pytest.param("place worker d9", {"pieces": ("moai3@d9",)}, id="4.2 where a piece is"),
        pytest.param("place worker e9 +2", {"blue": {"logs": 3}}, id="4.3 a figure with logs"),
        pytest.param("place sorcerer e2 for worker", {}, id="4.5 a worker"),
        pytest.param("place sorcerer g2 for marker", {}, id="4.6 a marker"),
        pytest.param(
            "place sorcerer g2 for marker",
            {"blue": {"moais": (3,), "markers": 0}},
            id="4.6 the only marker",
        ),
        pytest.param("place sorcerer c4 for logs", {}, id="4.7 logs"),
        pytest.param("place sorcerer e9 for e9a", {"blue": {"moais": (3,)}}, id="4.8 an ahu"),
        pytest.param("place sorcerer e9 for e9a", {"blue": LAST_BASE}, id="4.8 for the last base"),
        pytest.param(
            "place sorcerer f2 for headdress",
            {"erected": {"e1a 2": "blue"}, "camps": {"e2": "green"}, "blue": {"markers": 0}},
            id="4.9 a headdress",
        ),
        pytest.param(
            "place chief e9 for e9a",
            {"blue": TABLET, "erected": {"d1a 2": "blue"}},
            id="4.10 a chief breaks a tablet",
        ),
        pytest.param("place chief e9 for nothing", {"blue": TABLET}, id="4.10 a chief does not"),
        pytest.param("buy half a tablet", {"blue": TABLET}, id="4.11 half a tablet"),
        pytest.param(
            "buy half a tablet",
            {"blue": {"moais": (3,), "markers": 1}},
            id="4.11 for the last marker",
        ),
        pytest.param("pass", {}, id="4.12 to pass"),
        pytest.param(
            "place sorcerer e9 for nothing",
            {"options": Options(edition="italian", rulings="second"), "blue": {"moais": (1,)}},
            id="9.6 no worker beside an ahu",
        ),
    ],
)
def test_values_agree_for_each_gain(move: str, given: dict[str, Any]) -> None:
    state = position(**given)
    (worth,) = RULES.weigh_moves(state, 0, [NOTATION.read(move)])

    assert worth == RULES.heuristic(RULES.play(state, 0, NOTATION.read(move)), 0)


@pytest.mark.parametrize(
    ("move", "given"),
    [
        pytest.param(
            "place worker e9",
            {
                "phase": Placing(seat=0, passed=0b110),
                "blue": {"sorcerer": False, "chief": False},
            },
            id="4.13 the last placement ends the phase",
        ),
        pytest.param("pass", {"phase": Placing(seat=0, passed=0b110)}, id="4.12 all have passed"),
        pytest.param(
            "place chief e9 for e9a",
            {"options": Options(edition="italian"), "blue": {"halves": 4}},
            id="9.4 a chief may act again",
        ),
    ],
)
def test_a_move_with_consequences_is_left_to_be_played(move: str, given: dict[str, Any]) -> None:
    assert RULES.weigh_moves(position(**given), 0, [NOTATION.read(move)]) == [None]
