"""Orders of tables: who may give one, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from parlour import Display, Viewer
from parlour.catalog.catalog import Catalog
from parlour.rules.picture import Picture
from parlour.table import HUMAN, Advice
from parlour.words import say
from parlour_web.options import Limits, ServerSettings
from parlour_web.tables import opening, orders, store
from parlour_web.tables.quota import Declined
from parlour_web.tables.store import TableStore
from tests.broken_games import which_hand
from tests.web.conftest import COMMAND
from tests.web.served import KEY, Laid, Served, served
from tests.web.unserved import House, in_house


def test_what_belongs_to_a_game_is_made_once(tmp_path: Path) -> None:
    drawn: list[object] = []

    def picture(view: object, _: Viewer) -> Picture:
        drawn.append(view)
        return Picture(())

    game = which_hand.variant(id="drawn", display=Display(picture=picture))
    with served(tmp_path, [game]) as fresh:
        found = {fresh.http("GET", "/games/drawn/inks.css")[2] for _ in range(3)}

    assert (len(found), len(drawn)) == (1, 1)


TWO: list[dict[str, Any]] = [{"who": "me"}, {"who": "friend"}]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        pytest.param({"game": "no_such", "seats": TWO}, "expected a game", id="no such game"),
        pytest.param({"game": "../x", "seats": TWO}, "expected a game", id="a path"),
        pytest.param({"game": "/etc", "seats": TWO}, "got '/etc'", id="a folder that is there"),
        pytest.param({"game": "x" * 300, "seats": TWO}, "expected a game", id="no file's name"),
        pytest.param({"game": "tic_tac_toe", "seats": []}, "seats", id="no seats"),
        pytest.param({"game": "tic_tac_toe", "seats": TWO * 9}, "seats", id="too many seats"),
        pytest.param(
            {"game": "tic_tac_toe", "seats": [{"who": "me"}, {"who": "bot", "spec": "human"}]},
            "human",
            id="a person as a bot",
        ),
        pytest.param(
            {"game": "tic_tac_toe", "seats": [{"who": "me"}, {"who": "bot", "spec": "exec:sh"}]},
            "no command",
            id="a command",
        ),
        pytest.param(
            {"game": "tic_tac_toe", "seats": [{"who": "me"}, {"who": "bot", "spec": "no_bot"}]},
            "no_bot",
            id="no such bot",
        ),
        *(
            pytest.param(
                {"game": "tic_tac_toe", "seats": [{"who": "me"}, {"who": "bot", "spec": spec}]},
                "a page may choose (seconds of at most 60)",
                id=spec,
            )
            for spec in (
                "search:workers=1",
                "search:seconds=60.5",
                "search:seconds=nan",
                "search:seconds=1,simulations=1000000000",
                "search:values=learned",
            )
        ),
        pytest.param(
            {"game": "giants", "seats": TWO, "options": {"board": "/etc/passwd"}},
            "",
            id="an option that names a file",
        ),
        pytest.param(
            {"game": "tic_tac_toe", "seats": TWO, "delay": -1}, "delay", id="delay of the past"
        ),
        pytest.param(
            {"game": "tic_tac_toe", "seats": [{"who": "me", "name": "x" * 21}, {"who": "friend"}]},
            "name of 1 to 20 letters",
            id="a long name",
        ),
        pytest.param({"game": "maori", "lesson": "../x"}, "a lesson of maori", id="no such lesson"),
        pytest.param({"game": "tic_tac_toe", "seats": TWO, "x": 1}, "field x", id="a stray field"),
    ],
)
def test_an_order_that_cannot_be_met_is_refused_in_a_line(
    server: Served, order: dict[str, Any], why: str
) -> None:
    before = matches_in(server)
    status, _, body = server.order(order)

    assert status == 400
    assert why in json.loads(body)["error"]
    assert "\n" not in json.loads(body)["error"]
    assert "folder" not in json.loads(body)["error"]
    assert matches_in(server) == before


@pytest.mark.parametrize(
    ("game", "spec"),
    [pytest.param("broken", "uniform", id="game"), pytest.param("maori", "no_bot", id="bot")],
)
def test_what_is_wrong_with_a_plugin_is_told_to_no_visitor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, spec: str
) -> None:
    (tmp_path / "broken.py").write_text('import parlour\nraise RuntimeError("a secret")\n')
    monkeypatch.setenv("PARLOUR_PATH", str(tmp_path / "broken.py"))
    order = {"game": game, "seats": [{"who": "me"}, {"who": "bot", "spec": spec}]}
    with served(tmp_path / "tables", open_house=True) as fresh:
        status, _, body = fresh.order(order)

    assert status == 400
    assert "a secret" not in str(body)
    assert "broken.py" not in str(body)


def matches_in(server: Served, key: str | None = None) -> list[str]:
    """Return the names of the matches that are listed for the holder of a key."""
    shown = {"Authorization": f"Bearer {server.key if key is None else key}"}
    house = json.loads(server.http("GET", "/house", headers=shown)[2])
    return [match["name"] for match in house["matches"]]


def test_an_order_is_bounded(server: Served) -> None:
    status, _, body = server.order(b" " * (orders.MAX_ORDER_BYTES + 1))

    assert (status, "at most" in json.loads(body)["error"]) == (400, True)


def test_an_address_lays_only_some_tables_a_minute(tmp_path: Path) -> None:
    order = {"game": "tic_tac_toe", "seats": TWO}
    with served(tmp_path, limits=Limits(new_tables=2)) as fresh:
        *made, (status, headers, _) = [fresh.order(order) for _ in range(3)]

    assert [code for code, _, _ in made] == [201, 201]
    assert (status, 1 <= int(headers["retry-after"]) <= 60) == (429, True)


def test_a_folder_holds_a_number_of_tables(tmp_path: Path) -> None:
    order = {"game": "tic_tac_toe", "seats": TWO}
    with served(tmp_path, limits=Limits(tables=1)) as fresh:
        found = [fresh.order(order) for _ in range(2)]

    assert [status for status, _, _ in found] == [201, 429]
    assert "holds 1 tables and takes no more" in json.loads(found[1][2])["error"]
    assert "retry-after" not in found[1][1]  # nobody knows when one is removed


def test_tables_that_are_laid_at_once_keep_to_the_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = TableStore(tmp_path, Catalog(), ServerSettings(limits=Limits(tables=2)))
    header = replace(Catalog().game("tic_tac_toe").match(2).header, players=(HUMAN,) * 2)
    begin = opening.begin_record
    more: list[str] = []

    def begin_late(*given: Any) -> None:
        monkeypatch.setattr(store, "begin_record", begin)
        more.append(folder.add(header)[0])
        with pytest.raises(Declined):
            folder.add(header)
        begin(*given)

    monkeypatch.setattr(store, "begin_record", begin_late)
    name, _ = folder.add(header)

    assert sorted(folder.names()) == sorted([name, *more])


def test_only_the_host_is_told_which_matches_there_are(server: Served, laid: Laid) -> None:

    assert laid.name in matches_in(server)
    assert [matches_in(server, key) for key in ("", "wrong", laid.keys[0])] == [[], [], []]


@pytest.mark.parametrize("key", ["", "wrong", "house-", KEY + "x", KEY[:-1], "of a seat"])
def test_without_the_hosts_key_nobody_begins_a_table(server: Served, laid: Laid, key: str) -> None:
    before = matches_in(server)
    shown = {"Authorization": f"Bearer {laid.keys[0] if key == 'of a seat' else key}"}
    status, _, body = server.http("POST", "/tables", {"game": "tic_tac_toe", "seats": TWO}, shown)
    with laid.at(0) as (page, _):
        forked = page.ask("fork", "reply", at=0, key=key)

    assert (status, "use the host's link" in json.loads(body)["error"]) == (403, True)
    assert (forked["refused"], "use the host's link" in forked["lines"][0]) == (True, True)
    assert matches_in(server) == before


def test_in_an_open_house_everybody_begins_tables(tmp_path: Path) -> None:
    with served(tmp_path, open_house=True) as fresh:
        laid = Served(fresh.base).lay("tic_tac_toe", "me", "friend")
        with laid.at(0) as (page, _):
            page.ask("fork", "forked", at=0)

        assert (matches_in(fresh, ""), len(matches_in(fresh))) == ([], 2)


def test_bots_come_by_level_or_as_the_command_line_names_them(server: Served) -> None:
    for bot in (COMMAND, "search:seconds=2", "uniform", "hard"):
        assert server.lay("tic_tac_toe", "me", bot).keys.keys() == {0, None}


HELP = [
    pytest.param("all", None, "all", id="as the server"),
    pytest.param("all", "plans", "plans", id="less than the server"),
    pytest.param("plans", "none", "none", id="none"),
    pytest.param("plans", "all", "plans", id="no more than the server"),
    pytest.param("none", None, "none", id="a server that gives none"),
]
"""The help that a server gives, what the host of a table chooses, and what is given there."""


@pytest.mark.parametrize(("server_gives", "chosen", "given"), HELP)
def test_a_host_chooses_the_help_that_all_at_the_table_get(
    tmp_path: Path, server_gives: Advice, chosen: Advice | None, given: Advice
) -> None:
    """It is saved with the table, and so is that of a match that goes on from this one."""
    order = {"game": "tic_tac_toe", "seats": TWO} | ({"advice": chosen} if chosen else {})

    async def visit(house: House) -> None:
        house.store.settings = replace(house.store.settings, advice=server_gives)
        status, made = await house.ask("POST", "/tables", order)
        name = made["table"]
        branch, _ = await house.store.fork(name, 0, 0)
        tables = [(await house.store.live(one)).table for one in (name, branch)]
        told = () if given == "all" else (say(f"advice.{given}"),)

        assert status == 201
        assert house.store.file(name).metadata.advice == (chosen or UNSET)
        assert [table.chair(seat).view().notes for table in tables for seat in (0, 1)] == [told] * 4

    in_house(tmp_path, visit)
