"""What pages get of views: only what has changed, in few bytes, and the newest of a long log."""

import gzip
import json
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from parlour import Display, Viewer
from parlour.match.match import Match
from parlour.match.record import RecordFile, read
from parlour.players.time_control import TimeControl
from parlour.table.acts import Surface
from parlour.table.session import Session
from parlour.table.table import Table
from parlour.table.text.telling import ToldSentence
from parlour.table.view import TableView
from parlour_web import messages
from parlour_web.messages import ReplyMessage, sent
from parlour_web.tables.send_queue import NOTHING, SendQueue, ViewChanges
from tests.broken_games import which_hand
from tests.table.seated import GAMES, table_of
from tests.web.served import PATIENCE_SECONDS, Laid, Served, Views, served, unpacked
from tests.web.tables import KEPT

MAX_FIRST_BYTES = 20_000
"""Maximum length of the first view of a page, in the middle of a match."""
MAX_UPDATE_BYTES = 8_000
"""Maximum length of what a move changes."""


@pytest.fixture(scope="module")
def plain_view(tmp_path_factory: pytest.TempPathFactory) -> TableView:
    """Return a view of a seat."""
    with table_of(tmp_path_factory.mktemp("plain"), "tic_tac_toe", surface=Surface.PAGE) as table:
        return table.chair(0).view()


def show(queue: SendQueue, view: TableView) -> None:
    """Put a view in a queue as a table does."""
    changes = ViewChanges(view)
    queue.show(changes.digests, {id(base): changes.since(base) for base in queue.bases})


READ, REPLY = "read", "reply"
"""A page takes one message; it is sent a message that is no view."""
ITEMS = st.lists(st.sampled_from("abcde"), max_size=6)
"""Items of a list, some of them equal."""
STEPS = st.lists(st.sampled_from([READ, REPLY]) | ITEMS, max_size=12)
"""What happens between a table and a page; a list is the next view of the table."""


def view_with(view: TableView, items: list[str]) -> TableView:
    """Return a view with other sentences, of which its prompt has the number."""
    told = tuple(ToldSentence(item, 0) for item in items)
    return replace(view, log=told, prompt=str(len(items)))


@settings(deadline=None, max_examples=300)
@given(steps=STEPS)
def test_a_page_that_reads_at_any_moment_has_the_newest_view_of_those_in_a_row(
    plain_view: TableView, steps: list[Any]
) -> None:
    """What waits, and replaces what waits, is kept here as whole views."""
    queue, page, waiting = SendQueue(), Views(), list[Any]()
    for step in [*steps, *[READ] * len(steps)]:
        if step == REPLY:
            queue.put(sent(ReplyMessage((REPLY,))))
            waiting.append(REPLY)
        elif step != READ:
            view = view_with(plain_view, step)
            show(queue, view)
            if waiting and waiting[-1] != REPLY:
                waiting.pop()
            waiting.append(view)
        elif waiting:
            message = page.read(unpacked(next(queue.drain())))
            expected = waiting.pop(0)
            if expected == REPLY:
                assert message["type"] == REPLY
            else:
                assert message == Views().read(unpacked(ViewChanges(expected).since(NOTHING)))
    assert [*queue.drain()] == []


def test_of_what_has_not_changed_nothing_is_sent(tmp_path: Path) -> None:
    with table_of(tmp_path, "maori", surface=Surface.PAGE) as table:
        before, again = (ViewChanges(table.chair(0).view()) for _ in range(2))

    assert unpacked(again.since(before.digests)) == '{"type":"view","parts":{}}'
    assert before.digests == again.digests


@pytest.mark.parametrize(
    "record", ["maori/expert-atoll-3", "rapa_nui/four-seats", "giants/four-seats-italian-edition"]
)
def test_views_are_small_enough_for_a_thin_line(record: str, tmp_path: Path) -> None:
    kept = read(KEPT / f"{record}.jsonl")
    match = Match(GAMES.game(kept.header.game), kept.header, dealing=False)
    people, file = (None,) * match.seats, RecordFile(tmp_path / "match.jsonl")
    with Session(match, people, file, TimeControl(), resume_command=str) as session:
        chair, last, known = Table(session, Surface.PAGE).chair(0), len(kept.lines), NOTHING
        for number, line in enumerate(kept.lines):
            match.apply(line)
            if last - 30 < number and line.move:
                view = ViewChanges(chair.view())
                size = len(view.since(known))
                assert size <= (MAX_FIRST_BYTES if known is NOTHING else MAX_UPDATE_BYTES)
                known = view.digests


def test_static_files_are_compressed_and_kept_under_an_address_with_their_digest(
    server: Served,
) -> None:
    page = server.http("GET", "/")[2].decode()
    address = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    plain = server.http("GET", address)
    small = server.http("GET", address, headers={"Accept-Encoding": "gzip, br"})
    old = server.http("GET", "/static/0123456789abcdef/page.css")

    assert gzip.decompress(small[2]) == plain[2] == old[2]
    assert len(small[2]) < len(plain[2]) / 2
    assert [small[1].get("content-encoding"), plain[1].get("content-encoding")] == ["gzip", None]
    assert "immutable" in plain[1]["cache-control"]
    assert old[1]["cache-control"] == "no-store"


def test_pages_are_compressed_and_answers_that_may_hold_a_key_are_not(laid: Laid) -> None:
    """The length of a compressed answer could tell a key that stands beside somebody's text."""
    server, readable = laid.served, {"Accept-Encoding": "gzip"}
    host = {**readable, "Authorization": f"Bearer {laid.keys[None]}"}
    for path in ("/", "/me", "/nothing", f"/t/{laid.name}", f"/t/{laid.name}/host"):
        _, headers, body = server.http("GET", path, headers=readable)
        assert headers["content-encoding"] == "gzip"
        assert gzip.decompress(body) == server.http("GET", path)[2]
    for method, path in (("GET", "people"), ("GET", "record"), ("POST", "seats/1/key")):
        _, headers, _ = server.http(method, f"/t/{laid.name}/{path}", headers=host)
        assert "content-encoding" not in headers
    assert "content-encoding" not in server.http("GET", "/house", headers=readable)[1]


def test_a_picture_that_is_drawn_has_an_address_with_its_digest(tmp_path: Path) -> None:
    place = "/games/maori/picture.svg"
    with served(tmp_path) as house:
        drawn = house.http("GET", place)[2]
        page = house.http("GET", "/")[2].decode()
        _, _, digest = page.partition(f'src="{place}?')[2].partition('"')[0].rpartition("?")
        kept = {
            (query, language): house.http(
                "GET", f"{place}?{query}", headers={"Accept-Language": language}
            )
            for query in (digest, "0123456789abcdef")
            for language in ("en", "de")
        }

    assert len(digest) == 16
    assert kept[digest, "en"][2] == drawn
    assert {
        key for key, (_, headers, _) in kept.items() if "max-age" in headers["cache-control"]
    } == {(digest, "en")}


def test_a_move_of_a_page_that_is_sent_away_meanwhile_reaches_the_others(tmp_path: Path) -> None:
    """Otherwise the others would see it only with the next move, for which they wait."""
    begun, go_on = Event(), Event()

    def describe(view: which_hand.Seen, _: Viewer) -> list[str]:
        if view.phases[-1] == which_hand.Hiding(1):
            begun.set()
            assert go_on.wait(PATIENCE_SECONDS)
        return ["two hands"]

    slow = which_hand.variant(id="slow", display=Display(describe=describe))
    with served(tmp_path, (slow,)) as server:
        laid = server.lay("slow", "me", "friend")
        path, host = f"/t/{laid.name}/seats/0/key", {"Authorization": f"Bearer {laid.keys[None]}"}
        with laid.at(0) as (mover, first), laid.at(1) as (other, before):
            mover.say("enter", text="hide left", position=first["position"])
            assert begun.wait(PATIENCE_SECONDS)
            server.http("DELETE", path, headers=host)
            sent_away = mover.rest()
            go_on.set()
            other.say("preview", text="hide left")
            after = other.next("view", "preview")

    assert [one["type"] for one in sent_away][-1] == "bye"
    assert after["type"] == "view"
    assert after["shows"] == "now"
    assert after["position"] > before["position"]


# A page gets the newest sentences of a long log


def test_a_page_gets_the_newest_500_sentences(tmp_path: Path) -> None:
    told = tuple(ToldSentence(f"sentence {number}", number) for number in range(501))
    with table_of(tmp_path, "tic_tac_toe", surface=Surface.PAGE) as table:
        view = replace(table.chair(0).view(), log=told)
        log = messages.parts_of(view)[1]["log"]
        sent = [json.loads(item) for item in log]

    assert [sent[0]["sentence"], sent[-1]["sentence"]] == ["sentence 1", "sentence 500"]
    assert len(sent) == 500
