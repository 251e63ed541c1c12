"""What pages get of views: only what has changed, in few bytes, and the newest of a long log."""

import gzip
import json
from pathlib import Path
from random import Random
from threading import Event

import pytest
from msgspec.structs import replace

from parlour import Display, Viewer
from parlour.match.game import Match
from parlour.match.record import RecordFile, read
from parlour.players.time_control import TimeControl
from parlour.table.acts import Face
from parlour.table.session import Session
from parlour.table.table import Table
from parlour.table.text.telling import ToldSentence
from parlour.table.view import TableView
from parlour.web import messages
from parlour.web.messages import ReplyMessage, sent
from parlour.web.tables.send_queue import SendQueue
from parlour.web.view_changes import NOTHING, ViewChanges
from tests.broken_games import which_hand
from tests.table.seated import GAMES, table_of
from tests.web.served import PATIENCE_SECONDS, Message, Served, Views, served, unpacked
from tests.web.tables import KEPT

MAX_FIRST_BYTES = 20_000
"""Maximum length of the first view of a page, in the middle of a match."""
MAX_UPDATE_BYTES = 8_000
"""Maximum length of what a move changes."""
LINE = ["place a1", "place b1", "place a2", "undo", "place a3", "place b2", "place c3", "place a2"]
"""Lines of a match of tic-tac-toe, entered by the seats in turn."""


def show(queue: SendQueue, view: TableView) -> None:
    """Put a view in a queue as a table does."""
    changes = ViewChanges(view)
    queue.show(changes.digests, {id(base): changes.since(base) for base in queue.bases})


def taken(queue: SendQueue, views: Views, seen: list[Message]) -> None:
    """Take all that waits, as a page does."""
    seen += [views.read(unpacked(message)) for message in queue.drain()]


@pytest.mark.parametrize("seed", range(8))
def test_a_page_that_reads_late_has_the_same_view_as_one_that_comes(
    seed: int, tmp_path: Path
) -> None:
    rng, queue, views, seen = Random(seed), SendQueue(), Views(), list[Message]()
    with table_of(tmp_path, "tic_tac_toe", face=Face.PAGE) as table:
        show(queue, table.chair(0).view())
        for number, line in enumerate(LINE):
            table.chair(number % 2).enter(line)
            show(queue, table.chair(0).view())
            if rng.random() < 0.3:
                queue.put(sent(ReplyMessage((f"line {number}",))))
            if rng.random() < 0.4:
                taken(queue, views, seen)
        taken(queue, views, seen)
        whole = ViewChanges(table.chair(0).view()).since(NOTHING)

    shown = [one for one in seen if one["type"] == "view"]
    assert shown[-1] == Views().read(unpacked(whole))
    assert len(shown) < len(LINE)


def test_of_what_has_not_changed_nothing_is_sent(tmp_path: Path) -> None:
    with table_of(tmp_path, "maori", face=Face.PAGE) as table:
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
        chair, last, known = Table(session, Face.PAGE).chair(0), len(kept.lines), NOTHING
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
    with table_of(tmp_path, "tic_tac_toe", face=Face.PAGE) as table:
        view = replace(table.chair(0).view(), log=told)
        log = messages.parts_of(view)[1]["log"]
        sent = [json.loads(item) for item in log]

    assert [sent[0]["sentence"], sent[-1]["sentence"]] == ["sentence 1", "sentence 500"]
    assert len(sent) == 500
