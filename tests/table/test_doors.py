"""Every command behind 0 to 3 addresses, from every face: no file appears, nobody else acts."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from parlour.table.acts import Surface
from parlour.table.reader import BY_NAME
from parlour_adapters.assistant import AssistantTable
from parlour_search import hints
from parlour_search.settings import SearchSettings
from parlour_web import limits
from tests.broken_games import sealed_bid
from tests.table.seated import table_of
from tests.web.served import served

ADDRESSES = ("seat 1: ", " SEAT  2 :")
CHAINS = ["".join(chain) for n in range(4) for chain in product(ADDRESSES, repeat=n)]
ODD = ["seat 3: ", "seat 0: ", "seat ² : seat 2: ", "seat 1: /seat 2: ", "seat 1;seat 2: "]
ALL = [*CHAINS, *ODD]
FEW = ["", *ADDRESSES, "".join(ADDRESSES), "seat 1: seat 1: seat 2: ", *ODD[:2]]
"""Chains of each length."""

GAMES = {
    "open": ("tic_tac_toe", "place a1"),
    "sealed": (sealed_bid.GAME, "bid 1"),
}
"""An open game and one with secrets, each with a move of the first seat."""

Enter = Callable[[str], object]


def lines_of(move: str, target: Path) -> Iterator[str]:
    """Yield each command, bare, marked and with a path; moves, answers and nonsense."""
    for name in BY_NAME:
        yield from (name, f"/{name}", f"{name} {target}")
    yield from ("", "no", "yes", "zzz", f"save {target}, {move}", move, f"{move}, save {target}")


@contextmanager
def page(folder: Path, game: Any) -> Iterator[tuple[Enter, Path]]:
    """Open the page of the first of two people."""
    named = game if isinstance(game, str) else game.id
    with served(folder, [] if isinstance(game, str) else [game]) as server:
        laid = server.lay(named, "me", "friend")
        with laid.at(0) as (socket, sight):
            shown = {"position": sight["position"]}

            def enter(line: str) -> None:
                socket.say("enter", text=line, position=shown["position"])
                while (message := socket.next())["type"] != "reply":
                    shown["position"] = message.get("position", shown["position"])

            yield enter, folder / f"{laid.name}.jsonl"


@contextmanager
def assistant(folder: Path, game: Any) -> Iterator[tuple[Enter, Path]]:
    """Seat an assistant with another person."""
    table = table_of(folder, game, surface=Surface.ASSISTANT)
    seated = AssistantTable(lambda: {table.game.id: table.game}, lambda *_: table)
    seated.sit_down(table.game.id)
    yield seated.play, table.path
    seated.close()


@contextmanager
def terminal(folder: Path, game: Any) -> Iterator[tuple[Enter, Path]]:
    """Seat two people at one terminal."""
    with table_of(folder, game) as table:
        yield lambda line: table.chair(0).enter(line), table.path


def others(record: Path) -> list[str]:
    """Return the lines of a record that are not the first seat's own moves and undos."""
    lines = record.read_text().splitlines()[1:]
    return [line for line in lines if 0 not in {json.loads(line).get(k) for k in ("seat", "undo")}]


@pytest.fixture(autouse=True)
def quick_hints_and_a_patient_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.RateLimiter, "allow", lambda _: True)
    monkeypatch.setattr(hints.hint_for, "__defaults__", ([SearchSettings(simulations=2)],))


@pytest.mark.parametrize(
    ("face", "game", "chains"),
    [
        pytest.param(assistant, GAMES["open"], ALL, id="assistant-open"),
        pytest.param(assistant, GAMES["sealed"], ALL, id="assistant-sealed"),
        pytest.param(page, GAMES["open"], FEW, id="page-open"),
        # Two thousand lines over a socket take seconds.
        pytest.param(page, GAMES["sealed"], ALL, id="page-sealed", marks=pytest.mark.matrix),
    ],
)
def test_a_line_names_no_file_and_acts_for_no_other(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    face: Any,
    game: tuple[Any, str],
    chains: list[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept").mkdir()
    target = tmp_path / "written"
    with face(tmp_path / "kept", game[0]) as (enter, record):
        there = set(tmp_path.rglob("*"))
        for chain in chains:
            for line in lines_of(game[1], target):
                enter(f"{chain}{line}")
                assert set(tmp_path.rglob("*")) == there, f"{chain}{line}"
                assert others(record) == [], f"{chain}{line}"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_terminal_writes_for_one_address_and_refuses_two(
    tmp_path: Path, game: tuple[Any, str]
) -> None:
    with terminal(tmp_path, game[0]) as (enter, record):
        for chain in CHAINS:
            copy = tmp_path / "copy"
            enter(f"{chain}save {copy}")
            assert copy.exists() is (chain.count(":") < 2), chain
            copy.unlink(missing_ok=True)
        enter("seat 2: seat 2: resign")
        enter("seat 2: seat 2: yes")
        assert others(record) == []


def test_two_addresses_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        reply = table.chair(0).enter("seat 1: seat 2: place a1")

    assert reply.lines == ("Not possible: expected one 'seat N:' before a move, got two.",)
    assert reply.refused


@pytest.mark.parametrize("seed", ["\N{LINE SEPARATOR}import os", "a/b", "a\nb", "x" * 65, "é"])
def test_the_seed_of_an_order_is_a_plain_word(tmp_path: Path, seed: str) -> None:
    seats = [{"who": "me"}, {"who": "friend"}]
    with served(tmp_path) as server:
        order = {"game": "tic_tac_toe", "seats": seats, "seed": seed}
        status, _, _ = server.order(order)
        fine, _, _ = server.order({**order, "seed": "Seed 1_a.b-c"})

    assert (status, fine) == (400, 201)
    assert not any("import os" in path.read_text() for path in tmp_path.glob("*.jsonl"))
