"""Matches are created, opened and branched from Python; their records are locked and grow."""

from collections.abc import Sequence
from dataclasses import replace as changed
from pathlib import Path

import pytest
from msgspec import UNSET, Raw
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.match.match import Match
from parlour.match.record import Header, encode, read
from parlour.rules.errors import MisuseError, ParlourError, RecordError
from parlour.table.acts import Surface
from parlour.table.opening.tables import Tables, new_header, record_match
from parlour.table.seating import make_bots
from parlour.table.table import Table
from tests.table.seated import match_of

CATALOG = Catalog()
TABLES = Tables(catalog=CATALOG, surface=Surface.TERMINAL)
DRAWS = CATALOG.game("leduc")
GAME = CATALOG.game("tic_tac_toe")
PEOPLE = ("human", "human")
COMMAND = "exec:a-command-that-is-not-there"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def header(players: Sequence[str] = PEOPLE, seed: str = "1") -> Header:
    return new_header(GAME, players, GAME.read_options({}), seed)


def played(table: Table, *moves: str) -> Table:
    """Make moves of two people in turn, and leave."""
    with table:
        for number, move in enumerate(moves):
            table.chair(number % 2).enter(move)
    return table


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


def test_a_new_match_has_the_record_that_a_match_of_its_header_writes(tmp_path: Path) -> None:
    written: list[bytes] = []
    first = new_header(DRAWS, PEOPLE, DRAWS.read_options({}), "3")
    Match(DRAWS, first, written.append)
    played(TABLES.create(DRAWS, first, tmp_path / "a.jsonl"))

    assert len(written) > 1
    assert lines(tmp_path / "a.jsonl") == written


def test_without_a_path_a_match_is_saved_in_the_folder_of_the_user(tmp_path: Path) -> None:
    table = played(TABLES.create(GAME, header()))

    assert table.path.parent == tmp_path / "data" / "parlour" / "matches"
    assert table.path.name.startswith("tic_tac_toe-")


def test_a_match_that_is_open_is_locked(tmp_path: Path) -> None:
    with TABLES.create(GAME, header(), tmp_path / "a.jsonl") as table:
        with pytest.raises(RecordError, match="is being played elsewhere"):
            TABLES.open(table.path)
        with pytest.raises(MisuseError, match="is there already"):
            TABLES.create(GAME, header(), table.path)

    played(TABLES.open(table.path))


@pytest.mark.parametrize("kept", [6, 7], ids=["killed before the end", "over"])
def test_a_match_that_is_over_has_its_end_in_the_record(tmp_path: Path, kept: int) -> None:
    moves = ("place a1", "place a2", "place b1", "place b2", "place c1")
    path = played(TABLES.create(GAME, header(), tmp_path / "a.jsonl"), *moves).path
    whole = lines(path)
    path.write_bytes(b"\n".join(whole[:kept]) + b"\n")
    played(TABLES.open(path))

    assert len(whole) == 7
    assert lines(path) == whole


def test_the_luck_of_a_bot_goes_on_where_a_match_was_left(tmp_path: Path) -> None:
    table = TABLES.create(GAME, header(("uniform", "human")), tmp_path / "a.jsonl")
    with table:
        table.apply(table.ask_bot(table.turn()))
        table.chair(1).enter("1")
    with TABLES.open(table.path) as again:
        move = again.ask_bot(again.turn()).move
        asked = match_of(again).ask(0)
    bots = [make_bots(GAME, match_of(again).header, dict, steps=steps)[0] for steps in (0, 2)]
    by_steps = [bot.choose(asked) for bot in bots if bot]

    assert move == by_steps[1] != by_steps[0]


def test_a_branch_has_the_lines_up_to_there_and_grows_alone(tmp_path: Path) -> None:
    path = played(TABLES.create(GAME, header(), tmp_path / "a.jsonl"), "place a1", "place b2").path
    whole = read(path)
    start = replace(whole, lines=whole.lines[:1])
    branch = TABLES.branch(GAME, start, path, tmp_path / "b.jsonl", seed="2")
    played(branch)
    with TABLES.open(branch.path) as again:
        again.chair(1).enter("place c3")

    assert lines(path)[1:] == [encode(line) for line in whole.lines]
    assert [read(branch.path).header.seed, *lines(branch.path)[1:]] == [
        "2",
        lines(path)[1],
        b'{"seat":1,"move":"place c3"}',
    ]


def test_a_rematch_has_the_same_players_and_other_luck(tmp_path: Path) -> None:
    first = replace(header(("human", "uniform")), names=("Ann", ""))
    table = played(TABLES.create(GAME, first, tmp_path / "a.jsonl"))
    again = played(TABLES.create(GAME, table.new_header()))

    assert replace(match_of(again).header, seed="1") == first
    assert match_of(again).header.seed != "1"


def test_a_rematch_does_not_begin_at_the_position_that_everybody_saw() -> None:
    at_position = replace(header(), state=Raw(encode(GAME.match(seed=1).state)))

    assert played(TABLES.create(GAME, at_position)).new_header().state is UNSET


def test_a_command_that_a_record_names_is_not_started_unless_it_is_trusted(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(encode(header(("human", COMMAND))) + b"\n")
    with pytest.raises(MisuseError, match="expected --trust, since it starts"):
        TABLES.open(path)
    with pytest.raises(MisuseError, match="expected --trust, since it starts"):
        TABLES.branch(GAME, read(path), path, tmp_path / "b.jsonl")
    trusting = changed_tables(check_commands=lambda *_: None)

    assert not (tmp_path / "b.jsonl").exists()
    with pytest.raises(ParlourError, match="a-command-that-is-not-there"):
        trusting.open(path)


def changed_tables(**settings: object) -> Tables:
    return replace(TABLES, **settings)


def test_tables_with_a_sandbox_put_every_command_into_it() -> None:
    given = header(("human", COMMAND))
    players = changed_tables(sandbox=True).sandboxed(given).players

    assert players == ("human", COMMAND.replace("exec:", "exec[sandbox=yes]:"))
    assert TABLES.sandboxed(given) == given


def test_a_match_that_cannot_begin_leaves_no_record(tmp_path: Path) -> None:
    def fail(*_: object) -> bytes:
        raise ValueError("a dealer that fails")

    declined = header(("human", "regret:no_such_setting=1"))
    with pytest.raises(ParlourError, match="no_such_setting"):
        TABLES.create(GAME, declined, tmp_path / "a.jsonl")
    match = Match(DRAWS, new_header(DRAWS, PEOPLE, DRAWS.read_options({}), "3"), dealing=False)
    match.dealer.draw = fail  # type: ignore[method-assign,assignment]
    with pytest.raises(ValueError, match="a dealer that fails"):
        record_match(match, tmp_path / "a.jsonl")

    assert not (tmp_path / "a.jsonl").exists()


def test_a_game_that_the_caller_knows_need_not_be_installed(tmp_path: Path) -> None:
    mine = changed(GAME, id="mine")
    first = new_header(mine, PEOPLE, mine.read_options({}), "1")
    path = played(TABLES.create(mine, first, tmp_path / "a.jsonl"), "place a1").path

    assert len(match_of(played(TABLES.open(path, mine))).lines) == 1
    with pytest.raises(RecordError, match="'mine'"):
        TABLES.open(path)
