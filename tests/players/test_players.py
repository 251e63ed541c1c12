"""Players: who is asked for what in a match, and what may fill a seat."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from parlour import Move
from parlour.match.decision import Decision
from parlour.players import included
from parlour.players.base import Bot, Player
from parlour.players.play import play_match
from parlour.players.referee import RefereedPlayer
from parlour.players.time_control import TimeControl
from parlour.players.uniform import Uniform
from parlour.rules.errors import BotFailed, SetupError
from tests.broken_games import knock
from tests.games import TIC_TAC_TOE
from tests.players.refereed import refereed


class AddsOne(Player):
    """Adds one stone, and keeps a list of what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    def choose(self, decision: Decision) -> Move:
        self.asked.append(("choose", len(decision.events)))
        return knock.Add(1)


class Considers(AddsOne):
    """Is asked for offers too, and makes none."""

    def consider_offers(self, decision: Decision) -> Move | None:
        self.asked.append(("offers", len(decision.events)))
        return None


class DuckTyped:
    """Has the methods of a player, but not its base class."""

    name = "duck"

    def choose(self, decision: Decision) -> Move:
        return decision.moves[0]


class WithoutChoose(Player):
    """Lacks the one method that a player must have."""


def test_a_seat_that_is_awaited_is_not_asked_for_offers_as_well() -> None:
    """Nine stones are added one by one: seat 0 adds five, seat 1 adds four."""
    players = (Considers(), Considers())
    play_match(knock.GAME.match(2, 7), players)
    asked = [[kind for kind, _ in player.asked] for player in players]

    assert asked[0] == ["choose", "offers"] * 4 + ["choose"]
    assert asked[1] == ["choose", "offers"] * 4


def test_a_player_that_wants_no_offers_hears_all_events_when_it_moves() -> None:
    players = (AddsOne(), AddsOne())
    play_match(knock.GAME.match(2, 7), players)

    assert players[0].asked == [("choose", 0)] + [("choose", 2)] * 4
    assert players[1].asked == [("choose", 1)] + [("choose", 2)] * 3


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        pytest.param([AddsOne()], "expected 2 players, got 1", id="too few"),
        pytest.param(
            [AddsOne(), DuckTyped()],
            "seat 1: expected a parlour.Player, got DuckTyped: derive the class from "
            "parlour.Player",
            id="no base class",
        ),
        pytest.param(
            [AddsOne, AddsOne],
            "seat 0: expected a player, got its class: write AddsOne()",
            id="a class",
        ),
    ],
)
def test_what_cannot_fill_a_seat_is_refused_in_a_line(players: Any, reason: str) -> None:
    with pytest.raises(SetupError) as refused:
        play_match(knock.GAME.match(2, 7), players)

    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        pytest.param(DuckTyped, "bot 'odd': expected a parlour.Player, got DuckTyped", id="duck"),
        pytest.param(WithoutChoose, "bot 'odd' cannot be made: TypeError: .*choose", id="abstract"),
        pytest.param(lambda: int("x"), "bot 'odd' cannot be made: ValueError: .*'x'", id="raises"),
    ],
)
def test_a_bot_of_a_plugin_that_is_no_player_fails_in_a_line(
    make: Callable[[], Any], reason: str
) -> None:
    bots = {"odd": Bot(name="odd", make=lambda *_: make())}
    with pytest.raises(BotFailed, match=reason) as failed:
        included.make_bot("odd", TIC_TAC_TOE, Random(1), bots)

    assert failed.value.cause == "start"


def test_a_bot_that_is_no_player_forfeits_under_the_referee() -> None:
    match = TIC_TAC_TOE.match(2, 7)
    RefereedPlayer(match, 0, DuckTyped, TimeControl())  # type: ignore[arg-type]  # its fault

    assert (match.forfeits[0].cause, match.forfeits[0].reason[:27]) == (
        "start",
        "expected a parlour.Player, ",
    )


class Sulking(Uniform):
    """Raises errors when the match is over and when it leaves."""

    def end(self, *_: object) -> None:
        raise RuntimeError("it does not take defeat well")

    def close(self) -> None:
        raise RuntimeError("it slams the door")


def test_errors_after_the_match_forfeit_nothing_and_are_kept() -> None:
    match = TIC_TAC_TOE.match(2, 7)
    makers = [lambda: Sulking(TIC_TAC_TOE, Random(1)), lambda: Uniform(TIC_TAC_TOE, Random(2))]
    sulking, _ = refereed(match, makers)

    assert match.forfeits == {}
    assert "RuntimeError: it does not take defeat well" in sulking.errors
    assert "RuntimeError: it slams the door" in sulking.errors


def test_the_referee_measures_answers_and_says_whose_code_runs() -> None:
    """Seat 0 and 1 get ready, then answer; both are asked to leave at the end."""
    match, asked = TIC_TAC_TOE.match(2, 7), list[int]()
    makers = [lambda: Uniform(TIC_TAC_TOE, Random(1))] * 2
    players = refereed(match, makers, on_ask=asked.append)
    answers = len(match.steps)

    assert asked[:8] == [0, 0, 1, 1, 0, 1, 0, 1]
    assert len(asked) == 4 + answers + 4
    assert [player.think_time.answers for player in players] == [
        (answers + 1) // 2,
        answers // 2,
    ]
