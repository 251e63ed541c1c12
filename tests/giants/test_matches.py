"""Whole matches by bots, and what the heuristic prefers."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import asdict

from parlour import Chance, Result
from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.match.match import Match
from parlour.match.record import Header
from parlour.players.greedy import Greedy
from parlour.players.included import make_bot
from parlour.players.play import play_match
from parlour_giants.components import BOX
from parlour_giants.heuristic.state_values import expected_points, heuristic
from parlour_giants.options import Options
from parlour_giants.phases import State
from parlour_giants.phases.transport import Transporting
from parlour_testing import check
from tests.games import golden
from tests.giants.positions import BLUE, GAME, GREEN, NOTATION, RULES, play, position, transporting


def played(seats: int, options: Options, seed: str) -> tuple[Result, int]:
    """Play a random match to its end; return the end and the last round."""
    state, rng = RULES.begin(seats, options), Random(seed)
    while not (awaited := RULES.awaited(state)).is_over:
        if isinstance(awaited, Chance):
            state = RULES.resolve(state, RULES.draw(state, rng))
        else:
            moves = RULES.moves(state, awaited.seats[0])
            move = moves[int(rng.random() * len(moves))]
            state = RULES.play(state, awaited.seats[0], move)
    assert isinstance(awaited, Result)
    return awaited, state.round


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(Options(), id="7.1 somebody uses up all bases"),
        pytest.param(Options(leftover_moai="removed"), id="7.5 or the moais are used up"),
    ],
)
def test_random_play_ends_without_a_limit(options: Options) -> None:
    end, _ = played(5, options, "unlimited")

    assert len(end.scores) == 5


def test_a_greedy_bot_beats_random_play() -> None:
    header = Header(
        game=GAME.id,
        rules_version=GAME.rules_version,
        seats=3,
        options={"round_limit": 4, "fast_start": True},
        seed="greedy",
        players=("uniform", "greedy", "uniform"),
    )
    players = [
        make_bot(name, GAME, generator(header.seed, f"bot {seat}"))
        for seat, name in enumerate(header.players)
    ]
    end = play_match(Match(GAME, header), players)

    assert end.places[1] == 1


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(
            transporting(erected={"e1a 2": "blue"}), transporting(), id="a moai stands on its ahu"
        ),
        pytest.param(
            position(pieces=("moai1@b2 blue",), camps={"b2": "blue"}),
            position(pieces=("moai1@b2 blue",)),
            id="a figure waits beside an ahu",
        ),
        pytest.param(
            transporting(pieces=("moai3@d9 blue",)),
            transporting(pieces=("moai3@d9 green",)),
            id="a piece is one's own",
        ),
        pytest.param(
            position(green={"points": 9}),
            position(green={"points": 9}, red={"points": 1}),
            id="no fee is paid to the last",
        ),
        pytest.param(
            position(phase=Transporting(seat=GREEN, passed=0b1)),
            position(phase=Transporting(seat=GREEN)),
            id="5.12 nothing is left to move and the seat has passed",
        ),
    ],
)
def test_what_stands_better(better: State, worse: State) -> None:
    assert heuristic(better, 0) > heuristic(worse, 0)


def test_expected_points_are_of_the_own_pieces_and_not_of_the_rivals() -> None:
    """An erected moai counts in full for its owner, and takes nothing from the others."""
    before = expected_points(position())
    after = expected_points(position(erected={"a3a 2": "blue"}))

    gains = [now - then for now, then in zip(after, before, strict=True)]
    assert gains == [gains[0], 0, 0]
    assert gains[0] > 0


def chosen(state: State, seed: int) -> str:
    """Return what greedy does."""
    decision = Decision(BLUE, RULES.view(state, BLUE), RULES.moves(state, BLUE), seats=3)
    text: str = NOTATION.write(Greedy(GAME, Random(seed)).choose(decision))
    return text


@pytest.mark.parametrize("limit", [0, 1], ids=["a round follows", "the last round, and lost"])
@pytest.mark.parametrize("seed", range(5))
def test_a_piece_is_not_carried_where_it_brings_nothing(seed: int, limit: int) -> None:
    """The others have passed. Every ahu is out of reach, so that to carry and to pass are equal."""
    state = position(
        phase=Transporting(seat=BLUE, passed=0b110),
        options=Options(round_limit=limit),
        camps={"c8": "blue blue", "d8": "blue blue", "c7": "blue blue"},
        pieces=("moai1@d8 ~blue",),
        blue={"bases": 0, "markers": 0},
        green={"points": 30},
    )

    assert chosen(state, seed) == "pass"


def test_a_marked_piece_is_worth_as_much_in_hand_as_at_rest() -> None:
    """Else a seat would lift it again and again."""
    state = transporting(camps={"c8": "blue blue"}, pieces=("moai2@d8 blue",), blue={"bases": 0})
    lifted = play(state, "blue: move moai2 from d8 marked")

    assert heuristic(lifted, BLUE) == pytest.approx(heuristic(state, BLUE))


@pytest.mark.parametrize(("points", "sign"), [(0, 1), (100, -1)])
def test_a_last_base_counts_as_the_end_of_the_match(points: int, sign: int) -> None:
    """Five bases are the last ones of three seats; Green has nothing, or leads by far."""
    names = [ahu.name for ahu in position().board.ahus[: BOX.seats.bases[3]]]
    state = position(
        phase=Transporting(seat=GREEN),
        erected={f"{name} 1": "blue" for name in names},
        blue={"bases": 0},
        green={"points": points},
    )

    assert sign * heuristic(state, BLUE) > 50


# The laws, at every pace and with every option


SETTINGS: tuple[dict[str, Any], ...] = (
    {"edition": "italian"},
    {"edition": "italian", "leftover_moai": "supply", "chief_actions": "once"},
    {"leftover_moai": "removed"},
    {"chief_actions": "per_tablet", "fast_start": True},
    {"immediate_scoring": True},
    {"rulings": "first"},
    {"rulings": "third", "board": "island"},
    {"edition": "italian", "rulings": "second"},
)


@pytest.mark.parametrize(
    "seats",
    [pytest.param(seats, marks=[] if seats == 3 else [pytest.mark.matrix]) for seats in GAME.seats],
)
def test_the_laws_at_every_pace(seats: int) -> None:
    report = check(GAME, matches=5, seats=seats, greedy=0.4)

    assert report.breaches == ()
    assert (report.settings, report.by_greedy) == (4, 1)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        pytest.param(seats, given, marks=[] if (seats + turn) % 3 == 0 else [pytest.mark.matrix])
        for seats in GAME.seats
        for turn, given in enumerate(SETTINGS)
    ],
)
def test_the_laws_with_every_option(seats: int, options: dict[str, Any]) -> None:
    limited = {**options, "round_limit": 6}

    assert not check(GAME, matches=1, seats=seats, options=limited).breaches


def test_every_option_is_checked_somewhere() -> None:
    given = {name for options in (*SETTINGS, *GAME.checks.presets.values()) for name in options}

    assert given | {"board_digest", "board_file"} == set(asdict(Options()))
    assert RULES.setup_fault(3, Options()) is None


# Golden records


ITALIAN = {
    "leftover_moai": "removed",
    "chief_actions": "per_tablet",
    "immediate_scoring": True,
    "fast_start": True,
    "round_limit": 2,
}

EDITION = {"edition": "italian", "round_limit": 4}


@pytest.mark.parametrize(
    ("name", "seats", "bot", "options", "version"),
    [
        ("three-seats", 3, "greedy", {"round_limit": 4}, 3),
        ("five-seats-italian", 5, "uniform", ITALIAN, 3),
        ("four-seats-italian-edition", 4, "greedy", EDITION, 3),
        ("four-seats-former-italian-edition", 4, "greedy", EDITION, 2),
        ("three-seats-31-ahus", 3, "greedy", {"round_limit": 3}, 4),
        ("four-seats-at-random", 4, "uniform", {"round_limit": 4, "fast_start": True}, 4),
    ],
)
def test_a_golden_record_shows_every_seat_the_same_as_ever(
    name: str, seats: int, bot: str, options: dict[str, Any], version: int
) -> None:
    header = Header(
        game=GAME.id,
        rules_version=version,
        seats=seats,
        options=options,
        seed=name.replace("former-", ""),
        players=(bot,) * seats,
    )

    golden.check(GAME, name, header)
