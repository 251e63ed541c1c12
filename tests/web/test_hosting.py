"""The host of a table: it waits for its people, is paused and ended; its links; a rematch."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from parlour.match import header_of
from parlour.words import say
from parlour_web.tables.metadata import TableSettings, path_of, read
from parlour_web.tables.orders import named, turned
from tests.web.served import KEY, Laid, Message, Page, Served, served
from tests.web.tables import GAMES

WAITS = "The match begins when everybody has come, or when the host starts it. Missing: Player 2."
FINDER = ["#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######"]
"""The pattern in three corners of each QR code."""


def hosts(laid: Laid, path: str, body: object = None, key: str | None = None) -> tuple[int, Any]:
    """Ask something as the host of a table, or with another key; return status and answer."""
    shown = {"Authorization": f"Bearer {laid.keys[None] if key is None else key}"}
    method = "GET" if body is None else "POST"
    status, _, answer = laid.served.http(method, f"/t/{laid.name}/{path}", body, shown)
    return status, json.loads(answer)


def hold(laid: Laid, why: str | None) -> None:
    assert hosts(laid, "hold", {"held": why})[0] == 200


def test_a_match_that_waits_begins_once_all_its_people_have_come(server: Served) -> None:
    laid = server.lay("tic_tac_toe", "me", "friend", waits=True)
    with laid.at(0) as (one, sight):
        assert one.next("paused")["why"] == WAITS
        assert one.enter("place a1", sight["position"])["lines"] == [WAITS]
        assert one.enter("score", sight["position"])["refused"] is False
        with laid.at(1):
            assert one.next("paused")["why"] == ""
            assert one.enter("place a1", sight["position"])["refused"] is False
    with laid.at(1) as (two, now):  # it does not wait again
        assert two.enter("place b2", now["position"])["refused"] is False


def test_pages_are_told_who_comes_and_who_goes(laid: Laid) -> None:
    with laid.at(0) as (one, _):
        with laid.at(1) as (two, _), laid.at(1):
            heard = [page.next("presence")["seats"] for page in (one, one, two)]
        heard.append(one.next("presence")["seats"])

    assert heard == [[0], [0, 1], [0, 1], [0]]


def test_whoever_comes_without_a_name_is_asked_for_one_until_they_have_it(server: Served) -> None:
    laid = server.lay("tic_tac_toe", "me", "friend", waits=True)
    with laid.at(1) as (page, _):
        assert page.next("paused")["asks_name"] is True
        page.say("name", name="Ben")
        assert page.next("paused")["asks_name"] is False
    with laid.spectator() as (page, _):
        assert page.next("paused")["asks_name"] is False
    with laid.at(1), laid.at(0) as (last, _):  # with whom it begins
        assert last.next("paused") == {"type": "paused", "why": "", "asks_name": True}
        last.say("name", name="Anna")
        assert last.next("paused") == {"type": "paused", "why": "", "asks_name": False}


@pytest.mark.parametrize(("other", "asks"), [("friend", True), ("uniform", False)])
def test_a_match_that_waits_for_nobody_asks_for_a_name_if_several_people_play(
    server: Served, other: str, asks: bool
) -> None:
    with server.lay("tic_tac_toe", other, "me").at(1) as (page, _):
        assert page.next("paused")["asks_name"] is asks


@pytest.mark.parametrize("why", ["start", "pause", "end"])
def test_while_the_host_holds_a_match_nobody_moves(server: Served, why: str) -> None:
    laid = server.lay("which_hand", "me", "friend")
    with laid.at(0) as (page, sight):
        assert not page.next("paused")["why"]
        hold(laid, why)
        assert page.next("paused")["why"]
        assert page.enter("hide left", sight["position"])["refused"] is True
        hold(laid, None)
        assert page.next("paused")["why"] == ""
        assert page.enter("hide left", sight["position"])["refused"] is False


def test_a_bot_of_a_paused_match_waits_too(server: Served) -> None:
    laid = server.lay("tic_tac_toe", "uniform", "me")
    hold(laid, "pause")
    with laid.at(1) as (page, sight):
        assert sight["position"] == 0
        assert page.next("paused")["why"] == "The host has paused the match."
        hold(laid, None)
        assert page.next("view")["position"] > 0


def test_a_restart_keeps_a_match_paused(tmp_path: Path) -> None:
    with served(tmp_path) as first:
        laid = first.lay("tic_tac_toe", "me", "friend")
        hold(laid, "pause")
    with served(tmp_path) as again, Laid(again, laid.name, laid.keys).at(0) as (page, _):
        assert page.next("paused")["why"] == "The host has paused the match."


def test_the_host_sees_who_has_come(server: Served) -> None:
    laid = server.lay("tic_tac_toe", "friend", "uniform")
    with laid.at(0), laid.at(0), laid.spectator():
        status, seen = hosts(laid, "people")

    here = {"is_away": False}
    assert status == 200
    assert seen == {
        "title": "Tic-tac-toe",
        "seats": [
            {**here, "seat": 0, "name": "You", "is_bot": False, "pages": 2, "has_link": True},
            {**here, "seat": 1, "name": "Alma", "is_bot": True, "pages": 0, "has_link": False},
        ],
        "held": "",
        "is_over": False,
        "watched": True,
        "spectators": 1,
        "talk": True,
        "wishes": [],
        "minutes": 0,
        "may_play_again": False,
    }


@pytest.mark.parametrize("key", ["", "seat", "no such key"])
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("people", None),
        ("hold", {"held": "end"}),
        ("talk", {"talk": False}),
        ("rematch", {}),
        ("minutes", {"minutes": 1}),
        ("code", b"x"),
    ],
)
def test_only_the_host_of_a_table_decides(laid: Laid, path: str, body: object, key: str) -> None:
    status, answer = hosts(laid, path, body, laid.keys[0] if key == "seat" else key)

    refused = "Only the host may do that, by the link of the host's page."
    assert (status, answer) == (403, {"error": refused})
    assert hosts(laid, "people")[1]["held"] == ""


@pytest.mark.parametrize("body", [b"{}", b'{"held": "sold"}', b"\xff", b"x" * 20_000])
def test_what_is_no_hold_is_refused_in_a_line(laid: Laid, body: bytes) -> None:

    assert hosts(laid, "hold", body)[0] == 400


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_link_is_drawn_as_a_code_with_its_three_corners(
    server: Served, laid: Laid, host: str
) -> None:
    base = server.base.replace("127.0.0.1", host)
    opened = replace(laid, served=replace(server, base=base))
    status, code = hosts(opened, "code", f"{base}/t/{laid.name}#{laid.keys[1]}".encode())
    assert isinstance(code, dict)
    size = code["size"]
    grid = [[" "] * size for _ in range(size)]
    for x, y, width, left in re.findall(r"M(\d+) (\d+)h(\d+)v1H(\d+)z", code["path"]):
        assert x == left
        grid[int(y)][int(x) : int(x) + int(width)] = "#" * int(width)
    far = size - 4 - 7
    corners = [
        [grid[y + row][x : x + 7] for row in range(7)] for x, y in ((4, 4), (far, 4), (4, far))
    ]

    assert status == 200
    assert [["".join(row) for row in corner] for corner in corners] == [FINDER] * 3
    assert all(row[:4] == [" "] * 4 for row in grid)


@pytest.mark.parametrize(
    "link",
    [
        "http://elsewhere.example/",
        "{base}/t/another#x",
        "{own}#" + "x" * 300,
        "{own}evil#x",
        "{own}/other#x",
        "{own}?next=http://elsewhere.example/#x",
        "{own}#http://elsewhere.example/",
    ],
)
def test_no_other_link_is_drawn(server: Served, laid: Laid, link: str) -> None:
    own = f"{server.base}/t/{laid.name}"
    given = link.format(base=server.base, own=own).encode()

    assert hosts(laid, "code", given) == (400, {"error": "expected a link to this table"})


def play_on(pages: tuple[Page, Page], sights: list[Message]) -> None:
    """Play a new match to its end, at the pages of both seats."""
    for number, cell in enumerate(("a1", "a2", "b1", "b2", "c1")):
        mover = number % 2
        pages[mover].enter(f"place {cell}", sights[mover]["position"])
        sights = [page.next("view") for page in pages]


def test_a_rematch_has_the_same_people_each_a_seat_further_on(server: Served) -> None:
    laid = server.lay("tic_tac_toe", "me", "friend", advice="none")
    with laid.at(0) as (one, first), laid.at(1) as (two, second):
        refused = one.ask("rematch", "reply", key=server.key)
        play_on((one, two), [first, second])
        two.say("rematch")
        wishes = [page.next("wish")["seats"] for page in (one, two)]
        with laid.spectator() as (watching, _):
            wishes.append(watching.next("wish")["seats"])
        one.say("rematch", key=server.key)
        mine, theirs = one.next("rematch"), two.next("rematch")
        later = two.ask("rematch", "rematch")
    with laid.at(1) as (back, _):
        told = back.next("rematch")

    assert "expected the end" in refused["lines"][0]
    assert wishes == [[1]] * 3
    assert "/host#" in mine["host"]
    assert told == later == theirs == {**theirs, "host": ""}
    seats = []
    for link in (mine, theirs):
        name, _, key = link["url"].rpartition("/")[2].partition("#")
        assert name != laid.name
        with server.page(name, key) as page:
            view = page.next("view")
            seats.append(view["seat"])
            assert view["notes"] == [say("advice.none")]
    assert seats == [1, 0]


def test_a_rematch_waits_for_its_people_also_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as first:
        laid = first.lay("tic_tac_toe", "me", "friend")
        with laid.at(0) as (one, sight), laid.at(1) as (two, other):
            play_on((one, two), [sight, other])
            two.say("rematch", key=KEY)
            made = two.next("rematch")["url"]
    with served(tmp_path) as second:
        again = replace(laid, served=second)
        with again.at(0) as (page, _):
            is_laid = page.next("wish")["is_laid"]
            url = page.ask("rematch", "rematch")["url"]
        table, _, key = url.rpartition("/")[2].partition("#")
        with second.page(table, key) as page:
            seat = page.next("view")["seat"]

    assert is_laid
    assert table == made.rpartition("/")[2].partition("#")[0]
    assert seat == 1


def test_nobody_wishes_a_rematch_before_the_end(laid: Laid) -> None:
    with laid.at(1) as (page, _):
        assert "expected the end" in page.ask("rematch", "reply")["lines"][0]


def test_bots_too_sit_one_seat_further_on_and_their_names_stay_out_of_the_record() -> None:
    maori = GAMES.game("maori")
    header = header_of(maori, ("human", "greedy", "human"), maori.read_options({}), seed="1")
    again = turned(header, ("Anna", "Alma", "Ben"))

    assert again.players == ("greedy", "human", "human")
    assert again.names == ("", "Ben", "Anna")
    assert named(again) == ("Alma", "Ben", "Anna")


def finished(laid: Laid) -> None:
    """Play a match of tic-tac-toe to its end."""
    with laid.at(0) as (one, first), laid.at(1) as (two, second):
        play_on((one, two), [first, second])


def test_a_spectator_lays_no_rematch_and_gets_nobodys_seat(tmp_path: Path) -> None:
    """In an open house everybody may create tables, and the link of a seat is a person's."""
    with served(tmp_path, open_house=True) as house:
        laid = house.lay("tic_tac_toe", "me", "friend")
        finished(laid)
        tables = set(tmp_path.iterdir())
        with laid.spectator() as (page, _):
            refused = page.ask("rematch", "reply")

        assert refused["refused"] is True
        assert set(tmp_path.iterdir()) == tables


def test_in_an_open_house_the_person_who_asks_first_for_a_rematch_is_its_host(
    tmp_path: Path,
) -> None:
    """Whoever asks at the same time, or later, comes to the same table."""
    with served(tmp_path, open_house=True) as house:
        laid = house.lay("tic_tac_toe", "me", "friend")
        finished(laid)
        with laid.at(0) as (first, _), laid.at(1) as (page, _):
            page.say("rematch")
            page.say("rematch")
            made, again = page.next("rematch"), page.next("rematch")
            told, joined = first.next("rematch"), first.ask("rematch", "rematch")
            tables = len([*tmp_path.glob("*.jsonl")])
        name, _, key = made["host"].removeprefix(f"{house.base}/t/").partition("/host#")
        status = [
            house.http("GET", f"/t/{name}/people", headers={"Authorization": f"Bearer {one}"})[0]
            for one in (key, laid.keys[None], told["url"].partition("#")[2])
        ]

    assert (told["host"], status) == ("", [200, 403, 403])
    assert (tables, joined, again) == (2, told, {**made, "host": ""})


def test_a_host_who_looks_on_gets_the_hosts_link_of_a_rematch(server: Served, laid: Laid) -> None:
    finished(laid)
    with laid.spectator() as (page, _):
        made = page.ask("rematch", "rematch", key=server.key)

    assert made["url"] == made["host"]
    assert "/host#" in made["host"]


def test_the_page_of_the_host_has_the_wishes_and_lays_one_rematch(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        laid = house.lay("tic_tac_toe", "me", "friend")
        finished(laid)
        order = {"key": house.key, "own": [laid.keys[0], "no key"]}
        with laid.at(1) as (page, _):
            page.say("rematch")
            page.next("wish")
            seen = hosts(laid, "people")[1]
            refused, _ = hosts(laid, "rematch", {"key": "not the server's"})
            status, made = hosts(laid, "rematch", order)
            again = hosts(laid, "rematch", order)
            told = page.next("rematch")

    links = {one["who"]: (one["seat"], one["url"]) for one in made["links"]}
    assert (seen["wishes"], seen["may_play_again"]) == (["Player 2"], True)
    assert (refused, status, again) == (403, 201, (201, made))
    assert links["friend"] == (0, told["url"])
    assert links["me"][0] == 1
    assert "/host#" in links["host"][1]
    assert len([*tmp_path.glob("*.table.json")]) == 2


def test_a_rematch_has_the_choices_of_the_host_of_its_match(tmp_path: Path) -> None:
    with served(tmp_path) as house:
        laid = house.lay(
            "tic_tac_toe", "me", "friend", spectators=False, delay=3, talk=False, minutes=9
        )
        finished(laid)
        with laid.at(0) as (page, _):
            made = page.ask("rematch", "rematch", key=house.key)
    name = made["url"].rpartition("/")[2].partition("#")[0]
    former, saved = (read(path_of(tmp_path, one)).settings for one in (laid.name, name))

    assert saved == former == TableSettings(watched=False, delay=3, silent=True, minutes=9)


def test_a_new_link_takes_the_address_of_the_former_person_away(tmp_path: Path) -> None:
    with served(tmp_path, notices=("ntfy.sh",)) as house:
        laid = house.lay("tic_tac_toe", "me", "friend")
        path = path_of(tmp_path, laid.name)
        with laid.at(1) as (page, _):
            page.ask("webhook", "reply", url="https://ntfy.sh/ben")
        given = read(path).webhook(1)
        status, _ = hosts(laid, "seats/1/key", {})

    assert (given, status) == ("https://ntfy.sh/ben", 201)
    assert read(path).webhook(1) == ""


def test_spectators_who_come_to_a_match_that_waits_tell_nobody_else(server: Served) -> None:
    laid = server.lay("tic_tac_toe", "me", "friend", waits=True)
    with laid.at(0) as (one, _):
        assert one.next("paused")["why"] == WAITS
        with laid.spectator() as (page, _):
            assert page.next("paused")["why"] == WAITS
        heard = one.ask("enter", "reply", text="score", position=0)
        assert heard
        assert sum('"paused"' in text for text in one.texts) == 1


@pytest.mark.parametrize("by", ["host of the table", "host of the house"])
def test_a_host_deletes_a_match_with_all_its_files(tmp_path: Path, by: str) -> None:
    with served(tmp_path) as house:
        kept = house.lay("tic_tac_toe", "me", "friend")
        laid = house.lay("tic_tac_toe", "me", "friend")
        (tmp_path / f"{laid.name}.analysis.json").write_text("{}")
        with laid.at(0) as (page, _):
            status, _, _ = house.http(
                "DELETE",
                f"/t/{laid.name}",
                headers=bearer(laid.keys[None] if by == "host of the table" else house.key),
            )
            bye = page.rest()[-1]
        there = {path.name.partition(".")[0] for path in tmp_path.glob("tic_tac_toe*")}
        with kept.at(0):
            pass

    assert status == 200
    assert (bye["why"], bye["again"]) == ("The host has deleted this table.", False)
    assert there == {kept.name}


def test_nobody_else_deletes_a_match(server: Served, laid: Laid) -> None:
    other = server.lay("tic_tac_toe", "me", "friend")
    for key in ("", "wrong", laid.keys[0], other.keys[None], other.keys[0]):
        assert server.http("DELETE", f"/t/{laid.name}", headers=bearer(key or ""))[0] == 403
    with laid.at(0):
        pass

    assert server.http("DELETE", "/t/none", headers=bearer(server.key))[0] == 403


def test_a_match_that_another_program_has_open_is_not_deleted(tmp_path: Path) -> None:
    with served(tmp_path, shared=True) as one, served(tmp_path, shared=True) as two:
        laid = one.lay("tic_tac_toe", "me", "friend")
        with laid.at(0):
            status, _, _ = two.http("DELETE", f"/t/{laid.name}", headers=bearer(two.key))

    assert status == 409
    assert path_of(tmp_path, laid.name).exists()


def test_a_person_gives_up_their_own_seat_and_no_other(laid: Laid) -> None:
    with laid.at(0) as (page, _):
        status, _, _ = laid.served.http(
            "DELETE", f"/t/{laid.name}/seat", headers=bearer(laid.keys[0])
        )
        page.rest()
    _, people = hosts(laid, "people")
    again = [
        laid.served.http("DELETE", f"/t/{laid.name}/seat", headers=bearer(key))[0]
        for key in (laid.keys[0], "", laid.keys[None])
    ]

    assert (status, again) == (200, [403] * 3)
    assert isinstance(people, dict)
    assert [one["has_link"] for one in people["seats"]] == [False, True]


def bearer(key: str) -> dict[str, str]:
    """Return the header that brings a key."""
    return {"Authorization": f"Bearer {key}"}
