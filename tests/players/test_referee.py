"""Clocks, and bots in this process that fail."""

import re
from collections.abc import Callable
from functools import partial
from random import Random
from types import MappingProxyType

import pytest

from parlour import Game, Move
from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.match.record import Forfeit
from parlour.players.base import Player, SeatInfo
from parlour.players.referee import PlayerFactory, RefereedPlayer
from parlour.players.time_control import Clock, ThinkTime, TimeControl
from parlour.players.uniform import Uniform
from parlour.rules.errors import BotFailed, FlowError
from parlour_samples import tic_tac_toe
from tests.broken_games import knock
from tests.games import TIC_TAC_TOE as GAME
from tests.players.interrupting import Eager, Late
from tests.players.refereed import refereed


class Corner(Player):
    """Plays a1, whatever lies there."""

    name = "corner"

    def choose(self, decision: Decision) -> Move:
        return tic_tac_toe.PLACES[0]


class Dizzy(Player):
    """Falls over when it is asked."""

    name = "dizzy"

    def choose(self, decision: Decision) -> Move:
        raise KeyError(decision.seat)


class Leaving(Player):
    """Wants to end the program."""

    name = "leaving"

    def choose(self, decision: Decision) -> Move:
        raise SystemExit(0)

    def close(self) -> None:
        raise GeneratorExit


class NeverReady(Uniform):
    def begin(self, seat_info: SeatInfo) -> None:
        raise MemoryError


class Speechless(Uniform):
    """Cannot say how deep it thought, nor what it is called."""

    def __init__(self, silent: str) -> None:
        super().__init__(GAME, generator("7", "b"))
        self._silent = silent

    def __getattribute__(self, name: str) -> object:
        if name == super().__getattribute__("__dict__").get("_silent"):
            raise KeyError(name)
        return super().__getattribute__(name)


class OffTheBoard(Player):
    """Answers with a move whose values no text can say."""

    name = "off the board"

    def choose(self, decision: Decision) -> Move:
        return tic_tac_toe.Place(9)


class Sphinx(Player):
    """Says nothing."""

    name = "sphinx"

    def choose(self, decision: Decision) -> Move:
        return None  # type: ignore[return-value]  # that is its fault


class Unsure:
    def __bool__(self) -> bool:
        raise KeyError("yes or no")


class Doubter(Corner):
    wants_offers = Unsure()  # type: ignore[assignment]  # that is its fault


class Boasting(Corner):
    """Says what no bot can mean."""

    seconds = "soon"  # type: ignore[assignment]  # that is its fault
    is_cut_short = "yes"  # type: ignore[assignment]  # likewise
    info = MappingProxyType({"depth": "deep", "nodes": 7.0})  # type: ignore[dict-item]  # likewise


class OverEager(Uniform):
    def consider_offers(self, decision: Decision) -> Move | None:
        return knock.Add(9)


def uniform(game: Game) -> PlayerFactory:
    return lambda: Uniform(game, generator("7", "bot"))


@pytest.mark.parametrize(
    ("take", "in_time", "left"),
    [
        pytest.param(4.0, True, 10.0, id="within the move"),
        pytest.param(5.0, True, 10.0, id="all of the move"),
        pytest.param(12.0, True, 3.0, id="some of the reserve"),
        pytest.param(15.0, True, 0.0, id="all of the reserve"),
        pytest.param(15.5, False, 0.0, id="more"),
    ],
)
def test_an_answer_uses_the_move_and_then_the_reserve(
    take: float, in_time: bool, left: float
) -> None:
    hand = iter([100.0, 100.0 + take])
    clock = Clock(TimeControl(start=1, move=5, reserve=10), lambda: next(hand))
    clock.start_move()

    assert (clock.soft, clock.hard) == (105.0, 115.0)
    assert clock.stop() == in_time
    assert clock.reserve == left


@pytest.mark.parametrize(
    ("times", "is_shown"),
    [
        pytest.param(TimeControl(), False, id="within the move"),
        pytest.param(TimeControl(move=0), True, id="some of the reserve"),
    ],
)
def test_a_reserve_is_shown_once_some_of_it_is_used(times: TimeControl, *, is_shown: bool) -> None:
    match = GAME.match(seed=1)
    bot = RefereedPlayer(match, 0, uniform(GAME), times)
    match.play(bot.choose(match.decision(0)))

    assert (bot.reserve is not None) == is_shown


def test_think_time_counts_answers_and_not_the_set_up() -> None:
    hand = iter([0.0, 2.0, 10.0, 10.5, 20.0, 21.5, 30.0, 30.25])
    clock = Clock(TimeControl(), lambda: next(hand))
    clock.start_setup()
    clock.stop()
    for _ in range(3):
        clock.start_move()
        clock.stop()

    assert clock.think_time == ThinkTime(answers=3, seconds=2.25, longest=1.5)


def test_no_reserve_helps_a_bot_to_get_ready() -> None:
    hand = iter([0.0, 2.5])
    clock = Clock(TimeControl(start=2, move=5, reserve=10), lambda: next(hand))
    clock.start_setup()

    assert not clock.stop()
    assert clock.reserve == 10


@pytest.mark.parametrize(
    ("make", "times", "cause", "reason"),
    [
        pytest.param(
            uniform(GAME), TimeControl(move=0, reserve=0), "time", "no answer within 0 s", id="late"
        ),
        pytest.param(
            uniform(GAME), TimeControl(start=0), "time", "not ready within 0 s", id="not ready"
        ),
        pytest.param(
            Corner,
            TimeControl(),
            "illegal",
            "illegal move 'place a1': a1 is taken (rule 3)",
            id="illegal",
        ),
        pytest.param(
            OffTheBoard,
            TimeControl(),
            "illegal",
            "expected one of decision.moves of tic_tac_toe, got Place(square=9)",
            id="a move that has no text",
        ),
        pytest.param(Dizzy, TimeControl(), "died", "KeyError: 0", id="raises"),
        pytest.param(Leaving, TimeControl(), "died", "SystemExit: 0", id="ends the program"),
        pytest.param(Doubter, TimeControl(), "died", "KeyError: 'yes or no'", id="wants a riddle"),
        pytest.param(
            lambda: NeverReady(GAME, generator("7", "b")),
            TimeControl(),
            "died",
            "MemoryError",
            id="raises when it sits down",
        ),
        *(
            pytest.param(
                partial(Speechless, silent),
                TimeControl(),
                "died",
                f"KeyError: '{silent}'",
                id=silent,
            )
            for silent in ("info", "is_cut_short", "name", "seconds", "wants_offers")
        ),
        pytest.param(
            Sphinx,
            TimeControl(),
            "illegal",
            "expected one of decision.moves of tic_tac_toe, got None",
            id="no move",
        ),
    ],
)
def test_a_bot_in_this_process_forfeits_like_any(
    make: Callable[[], Uniform], times: TimeControl, cause: str, reason: str
) -> None:
    match = GAME.match(2, 7)
    refereed(match, [make, uniform(GAME)], times)

    found = match.forfeits[0]
    place = r" \(at test_referee\.py:\d+\)" if cause == "died" else ""

    assert (found.seat, found.cause) == (0, cause)
    assert re.fullmatch(re.escape(reason) + place, found.reason)


def test_a_bot_that_has_left_is_asked_for_no_offers() -> None:
    bot = OverEager(knock.GAME, Random(1))
    seated = RefereedPlayer(knock.GAME.match(2, 7), 0, lambda: bot, TimeControl())
    wanted = seated.wants_offers
    seated.dismiss()

    assert (wanted, seated.wants_offers) == (True, False)


def test_what_a_bot_says_of_itself_counts_only_if_it_can_be_so() -> None:
    match = GAME.match(2, 7)
    seated = RefereedPlayer(match, 0, Boasting, TimeControl())
    seated.choose(match.ask(0))

    assert match.forfeits == {}
    assert (seated.seconds, seated.is_cut_short, seated.info) == (0.0, False, {"nodes": 7.0})


def test_the_traceback_of_a_bot_in_this_process_is_kept() -> None:
    dizzy, _ = refereed(GAME.match(2, 7), [Dizzy, uniform(GAME)])

    assert "raise KeyError(decision.seat)" in dizzy.errors


@pytest.mark.parametrize("bot", [Eager, Late])
def test_bots_move_out_of_turn_under_a_referee(bot: type[Player]) -> None:
    match = knock.GAME.match(2, 7)
    refereed(match, [bot, uniform(match.game)])

    assert match.forfeits == {}
    assert match.state.knocks == (True, False)


def test_an_illegal_move_out_of_turn_forfeits() -> None:
    match = knock.GAME.match(2, 7)
    refereed(match, [lambda: OverEager(match.game, generator("7", "b")), uniform(match.game)])

    assert match.forfeits[0].cause == "illegal"


@pytest.mark.parametrize("seat", [2, -1, 0], ids=["no seat", "below", "twice"])
def test_a_seat_forfeits_once(seat: int) -> None:
    match = GAME.match(2, 7)
    match.forfeit(Forfeit(0, "time", "asleep"))

    with pytest.raises(FlowError, match="expected a seat that has not forfeited"):
        match.forfeit(Forfeit(seat, "time", "asleep"))


def test_a_seat_that_has_forfeited_is_not_given_its_bot_again() -> None:
    match = GAME.match(2, 7)
    match.forfeit(Forfeit(0, "time", "asleep"))
    made: list[str] = []

    def make() -> Uniform:
        made.append("again")
        return Uniform(GAME, generator("7", "b"))

    refereed(match, [make, uniform(GAME)])

    assert made == []


def test_a_bot_that_is_dismissed_while_it_thinks_forfeits_nothing() -> None:
    """Another thread may close the table; here the bot does it itself."""

    class Dismissed(Uniform):
        def choose(self, decision: Decision) -> Move:
            player.dismiss()
            raise KeyError(decision.seat)

    match = GAME.match(2, 7)
    player = RefereedPlayer(match, 0, lambda: Dismissed(GAME, Random(1)), TimeControl())
    with pytest.raises(BotFailed, match="KeyError: 0"):
        player.choose(match.ask(0))

    assert match.forfeits == {}
