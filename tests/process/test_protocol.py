"""docs/protocol.md says what the code does, and what becomes of a bot that breaks it."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from parlour import Game, load
from parlour.catalog.catalog import Catalog
from parlour.match import replay
from parlour.match.dealer import generator
from parlour.match.match import Match
from parlour.match.record import Header, parse
from parlour.players.play import play_match
from parlour.players.referee import PlayerFactory, RefereedPlayer, seat_bots
from parlour.players.time_control import TimeControl
from parlour.players.uniform import Uniform
from parlour.rules.errors import ForfeitCause
from parlour.rules.events import Forfeited
from parlour_process import compliance
from parlour_process.command import BotCommand, ProcessLimits, findable_command
from parlour_process.compliance import STEPS, CheckSetup, check_bot
from parlour_process.messages import VERSION, FromBot, ToBot, protocol_schema
from parlour_process.player import ProcessPlayer
from parlour_testing.commands.schema import schema_of
from tests.broken_games import which_hand
from tests.games import LEDUC
from tests.games import TIC_TAC_TOE as GAME
from tests.needs import lack
from tests.process.matches import play

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
TRANSCRIPT = re.search(r"## A match\n.*?```text\n(.*?\n)```", PAGE, re.DOTALL)
RECITING = Path(__file__).with_name("reciting.py")


def table_of(heading: str) -> list[str]:
    """Return the first cells of the tables in a chapter of the page."""
    chapter = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \|", chapter, re.MULTILINE)


def test_the_transcript_is_what_host_and_bot_say(tmp_path: Path) -> None:
    assert TRANSCRIPT is not None
    script = tmp_path / "transcript"
    script.write_text(TRANSCRIPT[1], encoding="utf-8")
    command = BotCommand(
        (sys.executable, str(RECITING), str(script)), limits=ProcessLimits(quit=10)
    )
    header = Header(game="leduc", rules_version=1, seats=2, seed="3", players=("a", "b"))
    match = Match(LEDUC, header)
    makers = (
        lambda: ProcessPlayer(LEDUC, generator("3", "bot 0"), command),
        lambda: Uniform(LEDUC, generator("3", "bot 1")),
    )
    with seat_bots(match, makers, TimeControl(start=20, move=10, reserve=60)) as players:
        play_match(match, [player for player in players if player])

    assert match.forfeits == {}
    assert script.with_suffix(".done").exists()


KEYWORDS = {
    *("$schema", "$defs", "$ref", "title", "description", "default", "enum", "const", "type"),
    *("anyOf", "items", "prefixItems", "minItems", "maxItems", "properties", "required"),
    *("additionalProperties", "minimum", "maximum", "minLength", "maxLength", "pattern"),
    *("contentEncoding", "exclusiveMinimum", "exclusiveMaximum", "propertyNames", "maxProperties"),
}
"""Keywords of JSON Schema that may occur; validators are to refuse what they do not know."""


def keywords(schema: Any) -> Iterator[str]:
    """Yield the keywords of a schema and of the schemas in it."""
    for name, shape in schema.items() if isinstance(schema, dict) else ():
        yield name
        if name in {"properties", "$defs"}:
            for inner in shape.values():
                yield from keywords(inner)
        elif name in {"anyOf", "prefixItems"}:
            for inner in shape:
                yield from keywords(inner)
        elif name in {"items", "additionalProperties", "propertyNames"}:
            yield from keywords(shape)


@pytest.mark.parametrize("make", [protocol_schema, schema_of], ids=["protocol", "records"])
@pytest.mark.parametrize("name", ["giants", "maori", "rapa_nui"])
def test_a_schema_has_keywords_of_json_schema_alone(
    make: Callable[[Game], dict[str, Any]], name: str
) -> None:
    schema = make(load(name))

    assert set(keywords(schema)) <= KEYWORDS
    assert {"anyOf", "$ref"} <= set(keywords(schema))


@pytest.mark.parametrize(
    ("heading", "kinds"), [("What the host says", ToBot), ("What the bot says", FromBot)]
)
def test_every_message_is_described(heading: str, kinds: object) -> None:
    tags = {getattr(kind, "__origin__", kind).__struct_config__.tag for kind in get_args(kinds)}

    assert set(table_of(heading)) == tags


def test_every_ending_is_described() -> None:
    assert table_of("Endings") == [str(cause) for cause in ForfeitCause]


def test_every_time_has_its_default_described() -> None:
    described = re.findall(r"^\| `(\w+)` \| (\d+) s \|", PAGE, re.MULTILINE)

    assert {name: float(s) for name, s in described} == msgspec.structs.asdict(TimeControl())


def test_every_step_is_described() -> None:
    chapter = PAGE.split("## Checking a bot\n")[1]

    assert re.findall(r"^\d+\. (.+)$", chapter, re.MULTILINE) == [title for title, _ in STEPS]


@pytest.mark.parametrize(
    "limit", [f"{ProcessLimits().line:,} bytes", f"{ProcessLimits().memory} MiB"]
)
def test_every_limit_is_described(limit: str) -> None:
    assert limit in PAGE


def test_the_version_is_described() -> None:
    assert f"This page is version {VERSION}." in " ".join(PAGE.split())


@pytest.mark.parametrize("game", [None, LEDUC, which_hand.GAME], ids=["any", "leduc", "which_hand"])
def test_every_reference_of_the_schema_leads_somewhere(game: Game | None) -> None:
    schema = protocol_schema(game)
    references = set(re.findall(r'"#/\$defs/([^"]+)"', json.dumps(schema)))

    assert references == set(schema["$defs"])
    assert {"question", "matchover", "movechoice", "BotMove"} <= references


# parlour bot check passes what keeps the protocol, and names the step that does not


BREAKING = str(Path(__file__).with_name("breaking.py"))
STEP_OF = {title: number for number, (title, _) in enumerate(STEPS, 1)}

FAILS = [
    ("silent", TimeControl(start=0.2), "starts within its time"),
    ("dying_at_start", TimeControl(), "starts within its time"),
    ("from_the_future", TimeControl(), "starts within its time"),
    ("declining", TimeControl(), "says hello"),
    ("slow", TimeControl(move=0.1, reserve=0), "answers with a legal move"),
    ("garbage", TimeControl(), "answers with a legal move"),
    ("no_such_move", TimeControl(), "answers with a legal move"),
    ("answering_twice", TimeControl(), "answers with a legal move"),
    ("dying_in_mid_match", TimeControl(), "answers when told to stop"),
    ("answering_when_stopped", TimeControl(), "answers when told to stop"),
    ("strict", TimeControl(), "ignores what it does not know"),
    ("ignoring_quit", TimeControl(), "quits within its time"),
    ("forking_children", TimeControl(), "leaves no process"),
    ("illegal_move", TimeControl(), "plays a match against itself"),
]


def put_to(name: str, times: TimeControl) -> list[tuple[int, str, bool]]:
    argv = (sys.executable, BREAKING, name)
    # Others may take their time to quit, on a busy machine more than a second.
    limits = ProcessLimits(quit=1 if name == "ignoring_quit" else 30, kill=0.1)
    command = BotCommand(argv, limits=limits, environment=("PYTHONPATH",))
    return [
        (step.number, step.fault, step.skipped)
        for step in check_bot(command, CheckSetup(GAME, 2, {}, times))
    ]


def test_the_match_against_itself_ends_after_a_number_of_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bot whose first answer there is illegal is not asked if no answer is allowed."""
    monkeypatch.setattr(compliance, "MAX_ANSWERS", 0)

    assert [fault for _, fault, _ in put_to("illegal_move", TimeControl()) if fault] == []


@pytest.mark.parametrize(("name", "times", "title"), FAILS, ids=[name for name, *_ in FAILS])
def test_the_step_that_fails_is_named_and_none_follows(
    running: Callable[[], list[int]], name: str, times: TimeControl, title: str
) -> None:
    steps = put_to(name, times)
    failed = STEP_OF[title]

    assert [number for number, fault, _ in steps if fault] == [failed]
    assert [number for number, _, skipped in steps if skipped] == list(
        range(failed + 1, len(STEPS) + 1)
    )
    assert running() == []


def test_a_bot_that_only_shouts_passes(running: Callable[[], list[int]]) -> None:
    steps = put_to("shouting", TimeControl())

    assert steps == [(number, "", False) for number in range(1, len(STEPS) + 1)]
    assert running() == []


# Each starter keeps the protocol and plays every game out of the box


STARTERS = Path(__file__).parents[2] / "starters"
GAMES: dict[str, dict[str, int]] = {
    "connect_four": {},
    "giants": {"round_limit": 2},
    "leduc": {},
    "maori": {},
    "rapa_nui": {},
    "tic_tac_toe": {},
}
"""Every game out of the box and of the sample plugin, with options that make it short."""
LEISURE = TimeControl(start=30, move=30, reserve=30)


@pytest.fixture(scope="session")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return what starts each starter, if this machine has the tools."""
    made = {"python": f"'{sys.executable}' '{STARTERS / 'python' / 'bot.py'}'"}
    if shutil.which("node"):
        made["javascript"] = f"node '{STARTERS / 'javascript' / 'bot.js'}'"
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler:
        program = tmp_path_factory.mktemp("c") / "bot"
        source = STARTERS / "c" / "bot.c"
        strict = ("-std=c99", "-O2", "-Wall", "-Wextra", "-pedantic", "-Werror")
        command = [compiler, *strict, "-o", str(program), str(source)]
        subprocess.run(command, check=True)  # noqa: S603  our own command
        made["c"] = f"'{program}'"
    return made


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_a_starter_plays(
    running: Callable[[], list[int]], commands: dict[str, str], language: str, game: str
) -> None:
    if language not in commands:
        lack(f"what a bot in {language} takes")
    found = Catalog().game(game)
    setup = CheckSetup(found, found.seats[0], GAMES[game], LEISURE)
    steps = list(check_bot(findable_command(f"exec:{commands[language]}"), setup))

    assert [step.fault for step in steps if step.fault] == []
    assert running() == []


@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_a_starter_plays_in_a_sandbox(commands: dict[str, str], language: str) -> None:
    if language not in commands:
        lack(f"what a bot in {language} takes")
    match, _ = play(f"exec[sandbox=yes]:{commands[language]}")

    assert match.forfeits == {}


# Every broken bot forfeits as docs/protocol.md says, is replaced, and leaves no process


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
