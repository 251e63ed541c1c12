"""Every broken bot forfeits as docs/protocol.md says, is replaced, and leaves no process."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.match import replay
from parlour.match.dealer import generator
from parlour.match.game import Match
from parlour.match.record import parse
from parlour.players.play import play_match
from parlour.players.process.command import BotCommand, ProcessLimits
from parlour.players.process.player import ProcessPlayer
from parlour.players.referee import PlayerFactory, RefereedPlayer, seat_bots
from parlour.players.time_control import TimeControl
from parlour.players.uniform import Uniform
from parlour.rules.events import Forfeited
from tests.games import TIC_TAC_TOE as GAME

BREAKING = str(Path(__file__).with_name("breaking.py"))
LEISURE = TimeControl(start=20, move=20, reserve=20)
HASTE = TimeControl(start=20, move=0.1, reserve=0.1)
DAWDLING = TimeControl(start=20, move=3, reserve=0)
"""Time for a bot to come to its fault, on a busy machine too."""
BRIEF = ProcessLimits(memory=128, quit=0.1, kill=0.1)

FORFEITS = [
    pytest.param("silent", TimeControl(start=0.2), "start", "no 'hello' in time", id="silent"),
    pytest.param(
        "dying_at_start",
        LEISURE,
        "start",
        "exit code 1; its last words: 'the brain is missing'",
        id="dying at start",
    ),
    pytest.param(
        "dying_in_other_words",
        LEISURE,
        "start",
        "exit code 1; its last words: 'Error: the brain is missing'",
        id="an error with lines behind it",
    ),
    pytest.param(
        "from_the_future", LEISURE, "start", "expected version 1 of the protocol", id="version"
    ),
    pytest.param("declining", LEISURE, "declined", "it plays go only", id="declining the game"),
    pytest.param(
        "dying_in_mid_match",
        LEISURE,
        "died",
        "exit code 1; its last words: 'RuntimeError: out of ideas'",
        id="dying in mid-match",
    ),
    pytest.param("closing_its_output", LEISURE, "died", "closed its output", id="closing output"),
    pytest.param(
        "illegal_move", LEISURE, "illegal", "'place a1': a1 is taken (rule 3)", id="illegal move"
    ),
    pytest.param("no_such_move", LEISURE, "illegal", "cannot read move 'O-O-O'", id="no such move"),
    pytest.param("declining_to_move", LEISURE, "illegal", "no move", id="declining to move"),
    pytest.param("garbage", LEISURE, "garbled", "got 'I like a1·[2J'", id="garbage"),
    pytest.param("huge_line", LEISURE, "garbled", "more than 65,536 bytes", id="huge line"),
    pytest.param("half_a_line", DAWDLING, "time", 'half a line: \'{"type"', id="half a line"),
    pytest.param(
        "slow", HASTE, "time", "no answer within 0.1 s and its reserve of 0.1 s", id="slow"
    ),
    pytest.param("ignoring_the_kill", HASTE, "time", "no answer", id="ignoring the kill"),
    pytest.param("wrong_stream", DAWDLING, "time", "standard error only", id="wrong stream"),
    pytest.param("answering_twice", LEISURE, "unasked", "an answer to ", id="answering twice"),
    pytest.param(
        "answering_another",
        LEISURE,
        "unasked",
        'expected an answer to 1, got {"type":"move","id":2',
        id="another question",
    ),
    pytest.param("babbling", LEISURE, "unasked", "an answer to ", id="babbling"),
    pytest.param("eating_memory", LEISURE, "died", "MemoryError", id="eating memory"),
]
PLAYS_ON = [
    pytest.param("strict", id="strict about what it does not know"),
    pytest.param("answering_when_stopped", id="answering again when stopped"),
    pytest.param("ignoring_quit", id="ignoring quit"),
    pytest.param("forking_children", id="forking children"),
    pytest.param("shouting", id="shouting on standard error"),
]

Running = Callable[[], list[int]]


def outside(name: str, limits: ProcessLimits = BRIEF) -> PlayerFactory:
    argv = (sys.executable, BREAKING, name)
    command = BotCommand(argv, limits=limits, environment=("PYTHONPATH",))
    return lambda: ProcessPlayer(GAME, generator("7", name), command)


def met(name: str, times: TimeControl) -> tuple[Match, RefereedPlayer]:
    """Let a broken bot play against ``uniform``, which must come to its end.

    The times are those of the bot alone: on a busy machine a pause may cost anybody some tenths.
    """
    match = GAME.match(2, 7)
    with seat_bots(match, [outside(name), None], times) as players:
        player = players[0]
        assert player is not None
        play_match(match, [player, Uniform(GAME, generator("7", "other"))])
    return match, player


@pytest.mark.parametrize(("name", "times", "cause", "reason"), FORFEITS)
def test_a_broken_bot_forfeits_and_the_match_goes_on(
    running: Running, name: str, times: TimeControl, cause: str, reason: str
) -> None:
    match, _ = met(name, times)
    again = replay.replayed(GAME, parse(match.record(), "it"), "it")

    assert [(f.seat, f.cause) for f in match.forfeits.values()] == [(0, cause)]
    assert reason in match.forfeits[0].reason
    assert "\n" not in match.forfeits[0].reason
    assert (again.state, again.forfeits) == (match.state, match.forfeits)
    assert running() == []


@pytest.mark.parametrize("name", PLAYS_ON)
def test_a_bot_that_misbehaves_aside_plays_to_the_end(running: Running, name: str) -> None:
    match, _ = met(name, LEISURE)

    assert match.forfeits == {}
    assert running() == []


@pytest.mark.usefixtures("running")
def test_the_end_of_standard_error_is_kept() -> None:
    _, player = met("shouting", LEISURE)

    assert player.errors.endswith("thinking aloud\ndone\n")
    assert len(player.errors) == BRIEF.errors


@pytest.mark.usefixtures("running")
def test_other_seats_are_told_the_cause_and_not_the_reason() -> None:
    match = GAME.match(2, 7)
    with seat_bots(match, [outside("dying_at_start"), None], LEISURE):
        told = match.new_events(1)

    assert told == (Forfeited(0, "start"),)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux alone")
def test_a_limit_that_the_system_refuses_is_a_bot_that_cannot_start(running: Running) -> None:
    match = GAME.match(2, 7)
    with seat_bots(match, [outside("strict", ProcessLimits(memory=2**43)), None], LEISURE):
        forfeit = match.forfeits[0]

    assert forfeit.cause == "start"
    assert "Exception occurred in preexec_fn" in forfeit.reason
    assert running() == []


def test_no_process_outlives_a_host_that_fails(running: Running) -> None:
    match = GAME.match(2, 7)

    def fail() -> None:
        with seat_bots(match, [outside("ignoring_quit"), outside("forking_children")], LEISURE):
            assert len(running()) == 4
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert running() == []
