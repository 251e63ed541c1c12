"""A language model's client plays by the Model Context Protocol, and learns what its seat may."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random
from runpy import run_path
from threading import Timer
from typing import Any

import pytest

import parlour
from parlour.match.game import header_of
from parlour.match.match import Match
from parlour.match.record import RecordFile, parse
from parlour.players.time_control import TimeControl
from parlour.rules.errors import ParlourError
from parlour.table.acts import Surface
from parlour.table.session import Session
from parlour.table.table import Table
from parlour_adapters.assistant import AssistantTable
from parlour_samples import leduc, tic_tac_toe
from tests.adapters.clients import client, server
from tests.apart import run_apart

SAMPLES: tuple[Any, ...] = (leduc, tic_tac_toe)
GAMES: Mapping[str, Any] = {
    game.id: game
    for game in (
        *(next(iter(module.parlour_games())) for module in SAMPLES),
        *map(parlour.load, ("giants", "maori")),
    )
}
TOOLS = {
    "list_games",
    "read_rules",
    "sit_down",
    "look",
    "moves",
    "play",
    "why_not",
    "log",
    "score",
    "undo",
    "leave",
}

Pick = Callable[[Sequence[Any]], Any]


class Picker(parlour.Player):
    """A bot that takes the move that a function picks."""

    name = "picker"

    def __init__(self, pick: Pick) -> None:
        self.pick = pick

    def choose(self, decision: parlour.Decision[Any, Any]) -> Any:
        return self.pick(decision.moves)


def first(moves: Sequence[Any]) -> Any:
    return moves[0]


def last(moves: Sequence[Any]) -> Any:
    return moves[-1]


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Callable[..., AssistantTable]]:
    """Return a function that lays a table with luck and bots of the test's choice."""
    numbers, laid = count(), []

    def begin(seed: str, pick: Pick, game: Any, who: Sequence[str], options: Any) -> Table:
        file = RecordFile(tmp_path / f"{next(numbers)}.jsonl")
        match = Match(game, header_of(game, who, options, seed), file)
        players = [None if name == "human" else Picker(pick) for name in who]
        session = Session(match, players, file, TimeControl(), resume_command=str)
        return Table(session, Surface.ASSISTANT)

    def lay(seed: str = "1", pick: Pick = first) -> AssistantTable:
        laid.append(AssistantTable(lambda: GAMES, partial(begin, seed, pick)))
        return laid[-1]

    yield lay
    for table in laid:
        table.close()


def called(target: Any, calls: Sequence[tuple[str, Mapping[str, Any]]]) -> list[Any]:
    """Let the SDK's client call tools one after another; return the results."""

    async def talk() -> list[Any]:
        async with client(target) as sdk:
            return [await sdk.call_tool(name, dict(given)) for name, given in calls]

    return run_apart(talk())


def answered(target: Any, calls: Sequence[tuple[str, Mapping[str, Any]]]) -> list[str]:
    """Let the SDK's client call tools one after another; return the texts."""
    return [result.content[0].text for result in called(target, calls)]


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("giants", 5, {"edition": "italian", "round_limit": 2}),
        ("leduc", 2, {}),
        ("maori", 4, {"side": "atoll", "variant": "expert"}),
    ],
)
def test_setup_and_moves_of_an_assistant_reach_the_record_as_they_are(
    tables: Callable[..., AssistantTable],
    tmp_path: Path,
    name: str,
    seats: int,
    options: Mapping[str, str | int],
) -> None:
    """Each text that a position lists is a move, by itself."""
    rng = Random(name)
    table = tables()
    table.sit_down(name, seats, seat=2, options=options)
    given = []
    for _ in range(20):
        position = table.position()
        assert position is not None
        if position["is_over"]:
            break
        given.append(rng.choice(position["moves"]))
        if "Confirm yes or no" in table.play(given[-1]):
            table.play("yes")
    record = parse((tmp_path / "0.jsonl").read_bytes(), "it")

    assert record.header.seats == seats
    assert options.items() <= record.header.options.items()
    assert [line.move for line in record.lines if line.seat == 1] == given


def test_every_tool_says_what_it_is_for_and_what_it_takes(
    tables: Callable[..., AssistantTable],
) -> None:
    async def listed() -> Any:
        async with client(server(tables())) as sdk:
            return (await sdk.list_tools()).tools

    tools = run_apart(listed())

    assert {tool.name for tool in tools} == TOOLS
    for tool in tools:
        assert tool.description
        assert set(tool.output_schema["properties"]) == {"text", "position"}
        for name, schema in tool.input_schema.get("properties", {}).items():
            assert schema.get("description"), f"{tool.name}: {name}"


def test_a_whole_match_through_the_sdk(tables: Callable[..., AssistantTable]) -> None:
    told = answered(
        server(tables()),
        [
            ("list_games", {}),
            ("read_rules", {"game": "tic_tac_toe", "part": "1"}),
            ("sit_down", {"game": "tic_tac_toe", "seat": 2}),
            ("moves", {}),
            ("why_not", {"move": "place a1"}),
            ("play", {"move": "place c3"}),
            ("play", {"move": "place c2"}),
            ("look", {"drawn": True}),
        ],
    )
    games, rules, sat, moves, why, _, end, drawn = told

    assert "tic_tac_toe: Tic-tac-toe, 2 seats." in games
    assert "  option side (front, atoll; front unless given)" in games
    assert rules.startswith("## ")
    assert "You are at seat 2 of 2; the others:" in sat
    assert "place a1" in sat
    assert moves.startswith("You may:")
    assert "'place a1' is not possible: " in why
    assert "(rule " in why
    assert "The match is over." in end
    assert "Search wins." in end
    assert "X" in drawn
    assert all(all(ord(letter) >= 32 or letter == "\n" for letter in text) for text in told)


def test_programs_read_the_position_beside_the_text(tables: Callable[..., AssistantTable]) -> None:
    results = called(
        server(tables()),
        [
            ("list_games", {}),
            ("sit_down", {"game": "tic_tac_toe", "seat": 2}),
            ("play", {"move": "place a2"}),
            ("play", {"move": "place a2"}),
            ("play", {"move": "place c2"}),
        ],
    )
    begun, refused, over = (results[at].structured_content["position"] for at in (1, 3, 4))

    assert all(r.structured_content["text"] == r.content[0].text for r in results)
    assert results[0].structured_content["position"] is None
    assert (begun["game"], begun["seat"], begun["number_of_moves"]) == ("tic_tac_toe", 2, 8)
    assert begun["moves"][0] == "place b1"
    assert not begun["is_over"]
    assert refused == results[2].structured_content["position"]
    assert over["is_over"] == bool(over["result"])


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        pytest.param(
            "sit_down",
            {"game": "leduc", "players": 2},
            "expected arguments of sit_down (game, seats, seat, level, options), got 'players'",
            id="a misspelt argument",
        ),
        pytest.param(
            "look", {"seat": 0}, "expected arguments of look (drawn), got 'seat'", id="seat"
        ),
        pytest.param("log", {"self": 1}, "expected arguments of log (none), got 'self'", id="self"),
    ],
)
def test_an_argument_that_a_tool_does_not_take_is_refused(
    tables: Callable[..., AssistantTable], tool: str, given: Mapping[str, Any], said: str
) -> None:
    (result,) = called(server(tables()), [(tool, given)])

    assert result.is_error
    assert said in result.content[0].text


def test_over_standard_input_and_output(tmp_path: Path) -> None:
    sdk = import_module("mcp")
    command = sdk.StdioServerParameters(
        command=sys.executable,
        args=["-m", "parlour", "mcp", "maori", "--level", "easy", "--advice", "none"],
        env={
            "XDG_DATA_HOME": str(tmp_path),
            "XDG_CONFIG_HOME": str(tmp_path),
            "PYTHONPATH": ":".join(filter(None, sys.path)),
        },
    )
    told = answered(
        sdk.stdio_client(command, sys.__stderr__),  # no stream that pytest put there without a file
        [
            ("list_games", {}),
            ("sit_down", {"game": "maori", "options": {"side": "atoll"}}),
            ("play", {"move": "1"}),
        ],
    )
    (record,) = (tmp_path / "parlour" / "matches").glob("maori-*.jsonl")
    header = json.loads(record.read_text("utf-8").partition("\n")[0])

    assert told[0].startswith("maori: Maori, 2-5 seats.")
    assert "giants" not in told[0]
    assert "You may:" in told[1]
    assert "This table gives neither hints nor plans." in told[1]
    assert "You may:" in told[2]
    assert header["options"]["side"] == "atoll"
    assert header["players"][0] == "human"
    assert header["seed"] not in "".join(told)


def test_strange_text_of_an_assistant_gets_an_answer(tmp_path: Path) -> None:
    """The client of the library does not send such lines, so they are written by hand."""
    client = {"name": "x", "version": "1"}
    first = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    calls: list[tuple[str, dict[str, Any]]] = [
        ("play", {"move": "\ud800"}),
        ("play", {"move": "\udc00 \ud83d\ude00 \\ud800"}),
        ("look\ud800", {}),
        ("look", {"\ud800": 1}),
        ("play", {"move": "x" * 100_000}),
    ]
    asked: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": first},
        {"method": "notifications/initialized"},
        *(
            {"id": number, "method": "tools/call", "params": {"name": name, "arguments": given}}
            for number, (name, given) in enumerate(calls, 2)
        ),
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **one}) + "\n" for one in asked)
    with subprocess.Popen(
        [sys.executable, "-m", "parlour", "mcp", "maori"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        text=True,
    ) as running:
        assert running.stdin
        assert running.stdout
        running.stdin.write(lines)
        running.stdin.flush()
        running.stdout.readline()
        until = Timer(60, running.kill)
        until.start()
        answers = [running.stdout.readline() for _ in calls]
        until.cancel()
        running.stdin.close()

    assert all(answers)
    assert sorted(json.loads(answer)["id"] for answer in answers) == [2, 3, 4, 5, 6]


def dealt(seat: int, own: int, other: int) -> str:
    """Return a seed by which a seat of Leduc poker and the other one get these cards."""
    wanted = (own, other) if seat == 0 else (other, own)
    seeds = (str(number) for number in count())
    return next(seed for seed in seeds if GAMES["leduc"].match(seed=seed).state.cards == wanted)


@pytest.mark.parametrize("seat", [0, 1])
def test_two_worlds_that_a_seat_cannot_tell_apart_read_the_same(
    tables: Callable[..., AssistantTable], seat: int
) -> None:
    calls: list[tuple[str, Mapping[str, Any]]] = [
        ("sit_down", {"game": "leduc", "seat": seat + 1}),
        ("look", {}),
        ("look", {"drawn": True}),
        ("moves", {}),
        ("log", {}),
        ("score", {}),
        ("undo", {}),
        ("why_not", {"move": "fold"}),
        ("play", {"move": "fold"}),
        ("play", {"move": "nonsense"}),
        ("play", {"move": "raise"}),
    ]
    jack, queen, king = (
        called(server(tables(dealt(seat, own=1, other=card))), calls[:-1]) for card in (0, 1, 2)
    )
    own = called(server(tables(dealt(seat, own=0, other=1))), calls[:-1])

    assert jack == queen == king
    assert own != queen


def test_sealed_answers_of_others_are_not_read(tables: Callable[..., AssistantTable]) -> None:
    told = []
    for pick in (first, last):
        table = tables(pick=pick)
        told.append([table.sit_down("giants", seat=3), table.look(), table.log(), table.moves()])

    assert told[0] == told[1]


def test_after_the_end_all_is_read(tables: Callable[..., AssistantTable]) -> None:
    table = tables(dealt(0, own=1, other=2))
    table.sit_down("leduc")
    assert "king" not in table.look()
    while "The match is over." not in (said := table.play("call")):
        assert "You may" in said

    assert "king" in table.look()


REFUSED = [
    pytest.param("save /tmp/copy.jsonl", id="save"),
    pytest.param("quit", id="quit"),
    pytest.param("resign", id="resign"),
    pytest.param("hint", id="hint"),
    pytest.param("/look", id="a stroke"),
    pytest.param("", id="nothing"),
]


@pytest.mark.parametrize("line", REFUSED)
def test_a_command_of_the_terminal_is_no_move(
    tables: Callable[..., AssistantTable], line: str
) -> None:
    table = tables()
    table.sit_down("leduc")
    before = table.look()

    assert table.play(line).startswith(f"'{line}' is no move. You may:")
    assert table.look() == before


FAULTS: list[Any] = [
    ("look", {}, "no match has begun: sit down first"),
    ("sit_down", {"game": "maorri"}, "giants, maori), got 'maorri'; did you mean 'maori'?"),
    ("sit_down", {"game": "./strange.py"}, "giants, maori), got './strange.py'"),
    ("sit_down", {"game": "maori", "seats": 9}, "expected 2-5 seats, got 9"),
    ("sit_down", {"game": "maori", "seats": 10**30}, f"expected 2-5 seats, got {10**30}"),
    ("sit_down", {"game": "maori", "seats": True}, "expected 2-5 seats, got True"),
    ("sit_down", {"game": "maori", "seat": True}, "expected a seat from 1 to 2, got True"),
    ("sit_down", {"game": "maori", "seat": 10**30}, f"from 1 to 2, got {10**30}"),
    ("sit_down", {"game": "maori", "seat": 3}, "expected a seat from 1 to 2, got 3"),
    ("sit_down", {"game": "maori", "options": {"side": "moon"}}, "maori: expected side="),
    ("read_rules", {"game": "maori", "part": "99"}, "99"),
]


@pytest.mark.parametrize(("tool", "given", "sentence"), FAULTS)
def test_an_error_is_one_line(
    tables: Callable[..., AssistantTable], tool: str, given: Mapping[str, Any], sentence: str
) -> None:
    (text,) = answered(server(tables()), [(tool, given)])

    assert text.startswith(f"Error executing tool {tool}: ")
    assert "\n" not in text
    assert sentence in text


def test_an_option_that_names_a_file_reads_none(
    tables: Callable[..., AssistantTable], tmp_path: Path
) -> None:
    board = tmp_path / "board.toml"
    board.write_text("secret = 1\n")

    with pytest.raises(ParlourError) as found:
        tables().sit_down("giants", options={"board": str(board)})
    board.unlink()
    with pytest.raises(ParlourError) as missing:
        tables().sit_down("giants", options={"board": str(board)})

    assert str(found.value) == str(missing.value)


def test_a_second_match_begins_after_the_first(tables: Callable[..., AssistantTable]) -> None:
    table = tables()
    table.sit_down("leduc")
    with pytest.raises(ParlourError, match="a match goes on: play it to its end, or leave"):
        table.sit_down("leduc")
    assert "a person can resume it" in table.leave()
    table.sit_down("leduc")
    while "The match is over." not in table.play("call"):
        pass

    assert "You are at seat 1 of 2" in table.sit_down("tic_tac_toe")


def test_a_move_is_taken_back_where_nothing_was_learnt(
    tables: Callable[..., AssistantTable],
) -> None:
    table = tables()
    table.sit_down("maori", level="easy")
    table.play("place ship 1")
    before = table.moves()
    table.play("sail 1")

    assert table.moves() != before
    assert table.undo()
    assert table.moves() == before
    assert table.undo().startswith("Cannot take that back: ")


def test_without_the_library_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mcp_server = import_module("parlour_adapters.mcp_server")
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'parlour\[mcp\]'"):
        run_path(str(mcp_server.__file__))
