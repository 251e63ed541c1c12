"""The entrance of a server: newcomers come in one by one, and those who play go first."""

import asyncio
from functools import partial
from itertools import count
from math import exp
from pathlib import Path

import pytest

from parlour.catalog.catalog import Catalog
from parlour.table.opening.saved_matches import is_being_played
from parlour_web.options import ServerSettings
from parlour_web.tables import store as tables
from parlour_web.tables import threads
from parlour_web.tables.hosting import hosted
from parlour_web.tables.orders import SeatOrder, TableOrder
from parlour_web.tables.quota import TOO_MANY, Declined
from parlour_web.tables.store import TableStore
from parlour_web.tables.threads import MAX_QUEUE, Entrance, Load, TableThreads
from tests.apart import run_apart
from tests.web.served import PATIENCE_SECONDS


def entrance(seconds: float = PATIENCE_SECONDS) -> tuple[Entrance, TableThreads]:
    used = TableThreads()
    return Entrance(used, seconds, partial(Declined, "busy", TOO_MANY)), used


def test_a_load_is_averaged_over_two_seconds() -> None:
    """After T seconds of n tasks, an average of 0 becomes n (1 - exp(-T / 2))."""
    clock = count(0, 2)
    load = Load(lambda: float(next(clock)))
    with load.task():
        assert load.now == 1
        assert load.mean == pytest.approx(1 - exp(-1))
    assert load.now == 0
    assert load.mean == pytest.approx((1 - exp(-2)) * exp(-1))


def test_newcomers_come_in_one_by_one_and_a_crowd_is_declined_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threads, "OPENING_SECONDS", PATIENCE_SECONDS)

    async def come(door: Entrance, came: list[int], number: int) -> None:
        async with door.let_in():
            came.append(number)
            await asyncio.sleep(0)
            assert came[-1] == number

    async def crowd() -> list[int]:
        (door, used), came = entrance(), list[int]()
        async with door.let_in():
            waiting = [asyncio.create_task(come(door, came, one)) for one in range(MAX_QUEUE)]
            await asyncio.sleep(0)
            with pytest.raises(Declined):
                door.check()
            assert came == []
        await asyncio.gather(*waiting)
        door.check()
        used.close()
        return came

    assert run_apart(crowd()) == list(range(MAX_QUEUE))


def test_a_table_that_opens_slowly_lets_the_next_one_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "OPENING_SECONDS", 0.0)

    async def two() -> None:
        door, used = entrance()
        async with door.let_in(), door.let_in():
            pass
        async with door.let_in():
            pass
        used.close()

    run_apart(two())


def test_nobody_is_let_in_while_those_who_play_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "MATCH_THREADS", 1)

    async def busy() -> None:
        door, used = entrance(0.01)
        with used.load.task(), pytest.raises(Declined):
            async with door.let_in():
                pass
        monkeypatch.setattr(threads, "MAX_BUSY", -1.0)
        with pytest.raises(Declined):
            door.check()
        monkeypatch.setattr(threads, "MAX_BUSY", 1.0)
        async with door.let_in():
            used.close()

    run_apart(busy())


def test_a_table_that_only_its_host_asks_for_is_unloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "UNLOAD_SECONDS", 0.01)

    async def ask() -> None:
        store = TableStore(tmp_path, Catalog(), ServerSettings())
        seats = (SeatOrder("me"), SeatOrder("friend"))
        name, _ = await store.create(TableOrder("tic_tac_toe", seats))
        await hosted(store, name)
        while is_being_played(store.record(name)):  # noqa: ASYNC110  a lock tells nobody
            await asyncio.sleep(0)
        await store.close()

    run_apart(ask())
