"""The example games keep all laws, and play by their rules."""

from dataclasses import replace as changed
from importlib import import_module
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from parlour_court.moves import COURTIERS, HEALER, POISONER, STEWARD, THIEF, Draw
from parlour_court.phases import Acting, Court, Rounds
from parlour_court.plugin import ALL as COURT
from parlour_lanterns.moves import ALL as LANTERNS
from parlour_lanterns.moves import EVERY
from parlour_lanterns.moves import NAMES as CARDS
from parlour_lanterns.moves import Draw as Light
from parlour_lanterns.phases import Garden
from parlour_lanterns.phases import Turn as LanternTurn
from parlour_promises.moves import NAMES, PACK
from parlour_promises.phases import Playing, Promising, Table

from parlour import Chance, Game, Move, Over, Refusal, Result, State
from parlour.kit.cards import counted, difference, listed
from parlour.players.greedy import Greedy
from parlour.players.play import play_match
from parlour_testing import check


def game_of(name: str) -> Game:
    return next(iter(import_module(f"parlour_{name}.plugin").parlour_games()))


PROMISES, LIGHTS, COURTS = game_of("promises"), game_of("lanterns"), game_of("court")


@pytest.mark.parametrize("game", [PROMISES, LIGHTS, COURTS], ids=lambda game: game.id)
def test_an_example_keeps_every_law(game: Game) -> None:
    assert check(game, matches=3).breaches == ()


# Court: claims, and the answers to them


def innermost(state: State) -> Any:
    return state.phases[-1]


def court(*hands: tuple[int, ...], coins: tuple[int, ...] = (2, 2, 2)) -> Court:
    """Return a state that awaits seat 0."""
    held = tuple(counted(hand, len(COURTIERS)) for hand in hands)
    deck = difference(COURT, *held)
    return Court((Rounds(0), Acting(0)), deck, held, (0,) * len(COURTIERS), coins)


def played(game: Game, state: Court, *texts: str) -> Court:
    """Return the state after moves, each by the seat awaited first or by the one named before it.

    A seat that proves a claim draws a steward.
    """
    for text in texts:
        named, _, rest = text.rpartition(": ")
        awaited = game.rules.awaited(state)
        seat = int(named) if named else awaited.seats[0]
        move = game.read_move(rest)
        assert move in game.rules.moves(state, seat), text
        state = game.rules.play(state, seat, move)
        if isinstance(game.rules.awaited(state), Chance):
            state = game.rules.resolve(state, Draw(innermost(state).seat, STEWARD))
    return state


TRUE = ((STEWARD, HEALER), (THIEF, HEALER), (POISONER, POISONER))
POOR = ((POISONER, HEALER), (THIEF,), (HEALER, HEALER))
COURT_LINES = [
    pytest.param(TRUE, (2, 2, 2), ("work",), (3, 2, 2), (2, 2, 2), id="work"),
    pytest.param(
        TRUE,
        (2, 2, 2),
        ("tax", "pass", "pass"),
        (5, 2, 2),
        (2, 2, 2),
        id="all let a claim pass",
    ),
    pytest.param(
        TRUE,
        (2, 2, 2),
        ("tax", "doubt", "turn steward", "turn healer"),
        (5, 2, 2),
        (2, 1, 2),
        id="a true claim doubted",
    ),
    pytest.param(
        POOR,
        (2, 2, 2),
        ("tax", "pass", "doubt", "turn healer"),
        (2, 2, 2),
        (1, 1, 2),
        id="a false claim doubted by the last in turn",
    ),
    pytest.param(
        TRUE,
        (2, 2, 2),
        ("tax", "doubt", "turn healer"),
        (2, 2, 2),
        (1, 2, 2),
        id="a true claim conceded",
    ),
    pytest.param(
        TRUE,
        (2, 2, 2),
        ("beg", "2: prevent", "pass", "pass"),
        (2, 2, 2),
        (2, 2, 2),
        id="prevented by whoever speaks first",
    ),
    pytest.param(
        TRUE, (2, 2, 2), ("beg", "2: pass", "1: pass"), (4, 2, 2), (2, 2, 2), id="nobody prevents"
    ),
    pytest.param(
        TRUE,
        (2, 2, 2),
        ("beg", "2: prevent", "doubt", "turn poisoner"),
        (4, 2, 2),
        (2, 2, 1),
        id="prevented on a false claim: the deed takes effect",
    ),
    pytest.param(
        TRUE,
        (2, 2, 2),
        ("steal from 1", "pass", "pass", "prevent", "doubt", "turn thief", "turn poisoner"),
        (2, 2, 2),
        (2, 2, 1),
        id="prevented on a true claim: the deed stays prevented",
    ),
    pytest.param(
        POOR,
        (3, 2, 2),
        ("poison 1", "doubt", "turn poisoner", "turn thief"),
        (0, 2, 2),
        (2, 0, 2),
        id="the victim is out by its own doubt, so nobody can prevent",
    ),
    pytest.param(
        POOR,
        (3, 2, 2),
        ("poison 2", "pass", "pass", "prevent", "pass", "pass"),
        (0, 2, 2),
        (2, 1, 2),
        id="a prevented poisoning is paid",
    ),
]


@pytest.mark.parametrize(("hands", "before", "texts", "coins", "sizes"), COURT_LINES)
def test_claims_and_answers(
    hands: tuple[tuple[int, ...], ...],
    before: tuple[int, ...],
    texts: tuple[str, ...],
    coins: tuple[int, ...],
    sizes: tuple[int, ...],
) -> None:
    after = played(COURTS, court(*hands, coins=before), *texts)

    assert (after.coins, tuple(map(sum, after.hands))) == (coins, sizes)
    # The stack is unwound: another seat acts, and nothing else is open.
    assert [type(phase).__name__ for phase in after.phases] == ["Rounds", "Acting"]
    assert innermost(after).seat != 0


def test_the_last_seat_with_a_card_wins() -> None:
    state = court((POISONER,), (THIEF,), coins=(3, 0))
    after = played(COURTS, state, "poison 1", "pass", "pass", "turn thief")

    assert COURTS.rules.awaited(after) == Result((1, 0), (1, 2))


# Promises


def cards(text: str) -> int:
    return sum(1 << NAMES.index(name) for name in text.split())


def table(*hands: str, trick: str = "", promises: tuple[int, ...] = (1, 1, 1)) -> Table:
    """Return a state that awaits a card, with hearts as trumps."""
    held, trump = tuple(map(cards, hands)), NAMES.index("2h")
    laid = tuple(NAMES.index(name) for name in trick.split())
    gone = sum(1 << card for card in laid)
    deck = PACK.cards & ~(sum(held) | gone | 1 << trump)
    phase = Playing(0, laid) if len(promises) == len(hands) else Promising(len(promises))
    can, won = (PACK.cards,) * len(hands), (0,) * len(hands)
    return Table((phase,), 2, deck, held, can, gone, trump, promises, won)


@pytest.mark.parametrize(
    ("promises", "possible"),
    [
        pytest.param((), {0, 1, 2}, id="the first may promise anything"),
        pytest.param((1, 0), {0, 2}, id="the last may not make it add up"),
        pytest.param((2, 2), {0, 1, 2}, id="more are promised than there are"),
    ],
)
def test_promises(promises: tuple[int, ...], possible: set[int]) -> None:
    state = table("Ac Kc", "2c 3c", "4c 5c", promises=promises)

    moves: Any = PROMISES.rules.moves(state, len(promises))

    assert {move.tricks for move in moves} == possible


def test_a_seat_that_does_not_follow_can_hold_no_card_of_the_suit() -> None:
    state = table("Ac Kc", "2d 3c", "4d 5d", trick="")
    for text in ("play Ac", "play 3c", "play 4d"):
        seat = PROMISES.rules.awaited(state).seats[0]
        state = PROMISES.rules.play(state, seat, PROMISES.read_move(text))
    rng, view = Random(1), PROMISES.rules.view(state, 0)
    worlds = [PROMISES.rules.determinize(view, rng) for _ in range(50)]

    assert not any(world.hands[2] & PACK.of_suit(0) for world in worlds)
    assert any(world.hands[1] & PACK.of_suit(0) for world in worlds)


@pytest.mark.matrix
def test_the_laws_name_a_determinizer_that_forgets_who_did_not_follow() -> None:
    class Forgetful(type(PROMISES.rules)):  # type: ignore[misc]  # the class of a value
        def determinize(self, view: Any, rng: Random) -> Any:
            anything = replace(view, can=(PACK.cards,) * len(view.can))
            return replace(super().determinize(anything, rng), can=view.can)

    breach, *others = check(changed(PROMISES, rules=Forgetful()), matches=6).breaches

    assert (breach.law, others) == ("follows", [])
    assert "determinized for seat 1 hold in 'hands[3] bit by bit'" in breach.message


def test_a_promise_kept_brings_ten_points() -> None:
    state = table("Ac", "3h", "4d", promises=(1, 1, 0))
    for text in ("play Ac", "play 3h", "play 4d"):
        seat = PROMISES.rules.awaited(state).seats[0]
        state = PROMISES.rules.play(state, seat, PROMISES.read_move(text))

    assert PROMISES.rules.awaited(state) == Result((0, 11, 10), (3, 1, 2))


# Lanterns


def garden(own: str, *, hung: tuple[int, ...] = (0,) * 5, mistakes: int = 0) -> Garden:
    """Return a state that awaits seat 0 of two, with some cards in hand."""
    hand = tuple(CARDS.index(name) for name in own.split())
    hands = hand, ()
    deck = tuple(listed(difference(LANTERNS, counted(hand, len(LANTERNS)))))
    can = tuple((EVERY,) * len(held) for held in hands)
    none = (0,) * len(LANTERNS)
    return Garden((LanternTurn(0),), deck, hands, can, hung, none, 3, mistakes, 3)


def moved(state: Garden, move: Move) -> Any:
    return LIGHTS.rules.play(state, 0, move)


@pytest.mark.parametrize(
    ("text", "hung", "mistakes", "candles"),
    [
        pytest.param("hang 1", (1, 0, 0, 0, 0), 0, 3, id="a lantern that fits"),
        pytest.param("hang 2", (0, 0, 0, 0, 0), 1, 3, id="a mistake"),
        pytest.param("drop 2", (0, 0, 0, 0, 0), 0, 4, id="a card dropped lights a candle"),
    ],
)
def test_a_lantern_is_hung_in_order(
    text: str, hung: tuple[int, ...], mistakes: int, candles: int
) -> None:
    after = moved(garden("red1 blue2"), LIGHTS.read_move(text))

    assert (after.hung, after.mistakes, after.candles) == (hung, mistakes, candles)


@pytest.mark.parametrize(
    ("state", "over"),
    [
        pytest.param(garden("blue2", hung=(1, 0, 0, 0, 2), mistakes=2), (3, 3), id="third mistake"),
        pytest.param(garden("blue5", hung=(5, 5, 5, 4, 5)), (25, 25), id="all hang"),
    ],
)
def test_all_share_what_hangs_at_the_end(state: Garden, over: tuple[int, int]) -> None:
    end = moved(state, LIGHTS.read_move("hang 1")).phases[-1]

    assert end == Over(over, (1, 1))


def test_each_seat_has_a_turn_after_the_last_card_is_drawn() -> None:
    begun = LIGHTS.rules.begin(2)
    state = replace(garden("red1 red1 red1 blue1 blue1"), candles=0, last=begun.last)
    state = replace(state, hands=state.hands[:1] * 2, can=state.can[:1] * 2)
    state = replace(state, deck=(0,))
    state = LIGHTS.rules.resolve(moved(state, LIGHTS.read_move("drop 1")), Light(0, 0))
    seats: list[int] = []
    while awaited := LIGHTS.rules.awaited(state).seats:
        seats += awaited
        state = LIGHTS.rules.play(state, awaited[0], LIGHTS.read_move("drop 1"))

    assert seats == [1, 0]


def test_nothing_is_dropped_while_all_candles_are_lit() -> None:
    state = replace(garden("red1"), candles=8)

    assert LIGHTS.rules.why_not(state, 0, LIGHTS.read_move("drop 1")) == Refusal(
        "", "candles_lit", {}
    )


def test_greedy_hangs_three_times_as_many_lanterns_as_random_play() -> None:
    """Random play hangs 1.2 in the mean of 100 matches."""
    hung = []
    for number in range(2):
        players = [Greedy(LIGHTS, Random(f"{number} {seat}")) for seat in range(2)]
        hung.append(play_match(LIGHTS.match(seats=2, seed=number), players).scores[0])

    assert sum(hung) / len(hung) > 3 * 1.2
