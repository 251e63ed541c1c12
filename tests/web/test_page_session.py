"""A page at a table over a line that is no socket, in a program with one thread."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from parlour.surroundings import HERE
from parlour.table import Chair
from parlour_web import messages
from parlour_web.page_session import LineClosed
from parlour_web.tables.orders import MAX_ORDER_BYTES
from tests.web.unserved import Ends, House, in_house

WITHOUT = ("starlette", "uvicorn", "websockets", "anyio", "h11", "jinja2", "resource", "typer")
"""Modules that a browser lacks, or that its page does without."""

IMPORTED = f"""
import sys
import asyncio

before = set(sys.modules)
import parlour_analysis.judging, parlour_testing
import parlour_web.page_acts, parlour_web.page_session, parlour_web.tables.store
import parlour_maori, parlour_rapa_nui, parlour_giants

loaded = set(sys.modules) - before
print(*(name for name in {WITHOUT} if name in loaded))
"""


def test_what_a_page_without_a_server_needs_imports_no_library_of_the_web() -> None:
    done = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == []


PICTURED = """
import sys

sys.modules.update(dict.fromkeys(("rich", "rich.text", "rich.style", "rich.cells")))
import parlour
from parlour import Viewer

for name in ("giants", "maori", "rapa_nui"):
    game = parlour.load(name)
    match = game.match()
    print(name, bool(game.display.picture(match.view(0), Viewer.of_seats(match.seats)).panels))
"""


def test_a_picture_needs_no_library_of_the_terminal() -> None:
    done = subprocess.run(  # noqa: S603  our own command
        [sys.executable, "-c", PICTURED], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["giants", "True", "maori", "True", "rapa_nui", "True"]


def test_a_page_plays_a_match_over_a_line_and_keeps_its_record(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        name, (key,) = await house.lay("tic_tac_toe", "me", "uniform")
        page = Ends()
        session = asyncio.create_task(house.session.serve(page, name))
        page.say("sit", key=key)
        view = await page.next("view")
        while not view["is_over"]:
            if view["turn"]["mine"]:
                move = view["moves"]["moves"][0]["text"]
                page.say("enter", text=move, position=view["position"])
            view = await page.next("view")
        page.asked.put_nowait(None)
        with pytest.raises(LineClosed):
            await session
        status, record = await house.ask("GET", f"/t/{name}/record", key=key)
        lines = [json.loads(line) for line in record.splitlines()]

        assert (status, lines[0]["game"]) == (200, "tic_tac_toe")
        assert "over" in lines[-1]

    in_house(tmp_path, visit)


def test_a_page_is_told_why_a_table_fails_while_it_sits_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: Chair) -> None:
        raise ZeroDivisionError

    async def visit(house: House) -> None:
        name, (key, *_) = await house.lay("tic_tac_toe", "me", "me")
        page = Ends()
        page.say("sit", key=key)
        with monkeypatch.context() as patched:
            patched.setattr(Chair, "view", fail)
            await house.session.serve(page, name)
        bye = json.loads(page.came.get_nowait())

        assert (bye["type"], bye.get("again", False), page.came.empty()) == ("bye", False, True)
        assert bye["why"].startswith("The game failed")
        assert caplog.messages == [f"table {name}: ZeroDivisionError: "]

    in_house(tmp_path, visit)


def test_a_page_is_told_that_its_session_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Chair) -> None:
        raise ZeroDivisionError

    async def visit(house: House) -> None:
        name, (key, *_) = await house.lay("tic_tac_toe", "me", "me")
        page = Ends()
        page.say("sit", key=key)
        monkeypatch.setattr(Chair, "check_sight", fail)
        await house.session.serve(page, name)

        assert json.loads(page.came.get_nowait())["type"] == "bye"

    in_house(tmp_path, visit)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        pytest.param("GET", "/house", 200, id="what one may do"),
        pytest.param("GET", "/t/{}/face", 200, id="the face of a game"),
        pytest.param("GET", "/t/none/face", 404, id="no table"),
        pytest.param("GET", "/t/{}/record", 403, id="the record for nobody"),
        pytest.param("GET", "/t/{}/people", 403, id="no host"),
        pytest.param("POST", "/t/{}/analysis", 409, id="a match that goes on"),
        pytest.param("DELETE", "/t/{}/seats/0/key", 403, id="a key of another"),
        pytest.param("GET", "/figures", 403, id="figures of the host"),
        pytest.param("GET", "/t/{}/nothing", 404, id="no act"),
        pytest.param("POST", "/house", 404, id="another method"),
    ],
)
def test_an_act_answers_without_a_server(
    tmp_path: Path, method: str, path: str, status: int
) -> None:
    async def visit(house: House) -> None:
        name, _ = await house.lay("tic_tac_toe", "me", "me")
        got, body = await house.ask(method, path.format(name))

        assert (got, "error" in body) == (status, status != 200)

    in_house(tmp_path, visit)


def test_an_order_is_bounded_also_without_a_server(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        status, body = await house.ask("POST", "/tables", {"game": "x" * MAX_ORDER_BYTES})

        assert (status, body["error"]) == (400, "expected an order of at most 16384 bytes")

    in_house(tmp_path, visit)


def test_what_is_saved_is_told_and_a_bot_that_thinks_breathes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(HERE, "breathe", lambda: calls.append("breathe"))
    monkeypatch.setattr(HERE, "saved", lambda: calls.append("saved"))

    async def visit(house: House) -> None:
        name, (key,) = await house.lay("tic_tac_toe", "me", "search:seconds=0.05")
        calls.clear()
        page = Ends()
        session = asyncio.create_task(house.session.serve(page, name))
        page.say("sit", key=key)
        view = await page.next("view")
        page.say("enter", text="place a1", position=view["position"])
        while not (view["position"] > 1 and view["turn"]["mine"]):
            view = await page.next("view")
        page.asked.put_nowait(None)
        with pytest.raises(LineClosed):
            await session

    monkeypatch.setattr("parlour_web.tables.opening.can_isolate", bool)
    in_house(tmp_path, visit)

    assert set(calls) == {"breathe", "saved"}


def test_an_analysis_is_made_where_no_program_can_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour_web.tables.analysing.CAN_START_PROGRAMS", False)

    async def visit(house: House) -> None:
        name, (key, *_) = await house.lay("tic_tac_toe", "me", "me")
        table = (await house.store.live(name)).table
        for square in ("a1", "b1", "a2", "b2", "a3"):
            seat = next(iter(table.awaited))
            table.chair(seat).enter(f"place {square}")
        status, shown = await house.ask("POST", f"/t/{name}/analysis", key=key)

        assert (status, bool(shown["graph"])) == (200, True)

    in_house(tmp_path, visit)


def test_messages_are_bounded_also_without_a_server(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        name, _ = await house.lay("tic_tac_toe", "me", "me")
        page = Ends()
        page.asked.put_nowait("x" * (messages.MAX_MESSAGE_BYTES + 1))
        await house.session.serve(page, name)

        assert json.loads(page.came.get_nowait())["type"] == "bye"

    in_house(tmp_path, visit)
