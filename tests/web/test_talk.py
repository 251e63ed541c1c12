"""What people say at a table: who hears it, how much of it there is, and what it may hold."""

import asyncio
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from unicodedata import category, normalize

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from parlour.rules import MisuseError
from parlour_web.messages import SayRequest
from parlour_web.tables import metadata
from parlour_web.tables.metadata import TableFile, TableMetadata
from parlour_web.tables.send_queue import SendQueue
from parlour_web.talk import said
from parlour_web.talk.rooms import BURST, MAX_PER_MINUTE, MAX_WRITTEN, TalkRooms
from parlour_web.talk.said import MAX_LETTERS, MAX_LINES, SaidLine, shown_text
from tests.web.served import Laid, Served, served, unpacked
from tests.web.unserved import Ends, House, in_house

SEATS = 3
PLACES = (0, 1, None, None)
"""The pages of a table: two people at seats, beside a bot, and two spectators."""
POSITIONS = (4, 5, 6, 7)
"""The position of each seat and of spectators."""

texts = st.text(max_size=400) | st.text(
    "\u0301\u0489\u202e\u200b\ufeffaß <&>\n\t\u2800ﬁ", max_size=60
)


class Rooms:
    """The rooms of a table, with a page at each place and a clock that stands still."""

    def __init__(self, folder: Path, places: tuple[int | None, ...] = PLACES) -> None:
        self.now = 0.0
        self.path = said.path_of(folder, "t-1")
        path = metadata.path_of(folder, "t-1")
        kept = TableMetadata(host="", seats=("",) * SEATS, names=("Ada", "", ""))
        self.file = TableFile(path, kept)
        self.rooms = TalkRooms(
            self.path, {0, 1}, lambda: self.file.metadata.names, clock=lambda: self.now
        )
        self.rooms.load()
        self.pages = [SendQueue() for _ in places]
        for page, place in zip(self.pages, places, strict=True):
            self.rooms.hear(page, place)

    def say(self, number: int, text: str = "", reaction: str = "") -> SaidLine:
        asked = SayRequest(text, reaction or UNSET)  # type: ignore[arg-type]
        line = self.rooms.keep(self.pages[number], asked, POSITIONS)
        self.rooms.tell(line)
        return line

    def heard(self, number: int) -> list[dict[str, object]]:
        """Return the lines that have come to a page since the last call."""
        came = [json.loads(unpacked(one)) for one in self.pages[number].drain()]
        return [line for message in came for line in message.get("lines", [])]


@pytest.fixture
def rooms(tmp_path: Path) -> Rooms:
    return Rooms(tmp_path)


# What a line may hold


@given(texts)
@example("a" + "\u0301" * 9)
@example("\u202eevil\nBen: yes")
def test_a_line_holds_nothing_that_is_unseen_or_covers_others(text: str) -> None:
    shown = shown_text(text)
    marks = "".join(category(one)[0] for one in normalize("NFD", shown))

    assert shown.isprintable()
    assert " ".join(shown.split()) == shown
    assert "MMMM" not in marks
    assert shown_text(shown) == shown


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=50))
def test_a_plain_word_stays_as_it_is(word: str) -> None:
    assert shown_text(f" {word} ") == word


@pytest.mark.parametrize("text", ["", " \n", "\u2800", "x" * (MAX_LETTERS + 1), "ﷺ" * 20])
def test_a_line_that_shows_nothing_or_too_much_is_refused(rooms: Rooms, text: str) -> None:
    with pytest.raises(MisuseError, match="at most 300 letters"):
        rooms.say(0, text)


# Who hears it


@given(st.lists(st.tuples(st.integers(0, len(PLACES) - 1), st.integers(1, 99)), max_size=6))
@settings(deadline=None)
def test_each_room_hears_its_own_people_and_nobody_elses(said_by: list[tuple[int, int]]) -> None:
    with TemporaryDirectory() as folder:
        rooms = Rooms(Path(folder))
        for number, text in said_by:
            rooms.say(number, str(text))
        again = Rooms(Path(folder))

        for number, place in enumerate(PLACES):
            own = [(n, str(text)) for n, text in said_by if (PLACES[n] is None) is (place is None)]
            heard = rooms.heard(number)
            assert [line["text"] for line in heard] == [text for _, text in own]
            assert [line.get("seat") for line in heard] == [PLACES[n] for n, _ in own]
            assert {line["at"] for line in heard} <= {POSITIONS[-1 if place is None else place]}
            assert again.heard(number) == heard


def test_a_line_has_the_name_of_its_time_and_spectators_have_numbers(rooms: Rooms) -> None:
    rooms.say(0, "hello")
    rooms.file.change("names", 0, "Bea")
    rooms.say(2, "fine")
    rooms.say(3, reaction="wow")

    assert [(one["name"], one["text"]) for one in rooms.heard(1)] == [("Ada", "hello")]
    assert [one["guest"] for one in rooms.heard(2)] == [1, 2]


def test_who_plays_with_bots_alone_has_nobody_to_talk_with(tmp_path: Path) -> None:
    rooms = Rooms(tmp_path)
    alone = TalkRooms(rooms.path, {0}, lambda: ("", "", ""))
    page = SendQueue()
    alone.hear(page, 0)

    assert list(page.drain()) == []


# How much


def test_a_person_says_a_few_lines_at_once_and_then_one_at_a_time(rooms: Rooms) -> None:
    for _ in range(int(BURST)):
        rooms.say(0, "x")
    with pytest.raises(MisuseError, match="at once"):
        rooms.say(0, "x")
    rooms.say(1, "x")
    rooms.now += 60

    assert rooms.say(0, "y").text == "y"


def test_a_room_has_so_many_lines_a_minute_and_the_other_room_goes_on(tmp_path: Path) -> None:
    crowd = Rooms(tmp_path, (0, *[None] * (MAX_PER_MINUTE + 1)))
    for number in range(1, MAX_PER_MINUTE + 1):
        crowd.say(number, "x")
    with pytest.raises(MisuseError, match="at once"):
        crowd.say(MAX_PER_MINUTE + 1, "x")

    assert crowd.rooms.busiest == MAX_PER_MINUTE
    assert crowd.say(0, "y").text == "y"
    crowd.now += 61
    assert crowd.rooms.busiest == 0


def test_a_table_keeps_so_many_lines_in_memory_and_in_its_file(rooms: Rooms) -> None:
    rooms.say(2, "first")
    longest = 0
    for number in range(MAX_WRITTEN + MAX_LINES):
        rooms.now += 60
        rooms.say(0, str(number))
        rooms.heard(0), rooms.heard(1)
        longest = max(longest, rooms.path.read_bytes().count(b"\n"))
    later = Rooms(rooms.path.parent)

    assert longest == MAX_WRITTEN
    assert [line["text"] for line in later.heard(0)] == [
        str(number) for number in range(MAX_WRITTEN, MAX_WRITTEN + MAX_LINES)
    ]
    assert [line["text"] for line in later.heard(2)] == ["first"]


@given(st.binary(max_size=200))
def test_whatever_a_file_holds_people_talk_on(raw: bytes) -> None:
    with TemporaryDirectory() as folder:
        said.path_of(Path(folder), "t-1").write_bytes(raw + b"\n")
        rooms = Rooms(Path(folder))
        rooms.say(0, "hello")

        assert rooms.heard(1)[-1]["text"] == "hello"


# At a server


def test_what_is_said_is_kept_beside_the_record_and_never_in_it(tmp_path: Path) -> None:
    with served(tmp_path) as running:
        laid = running.lay("tic_tac_toe", "me", "friend")
        before = (tmp_path / f"{laid.name}.jsonl").read_bytes()
        with running.page(laid.name, laid.keys[0], talk=True) as page:
            page.say("say", text="well <b>met</b>")
            heard = page.next("talk"), page.next("talk")
    path = said.path_of(tmp_path, laid.name)
    with served(tmp_path) as again, again.page(laid.name, laid.keys[1], talk=True) as page:
        kept = page.next("talk")

    assert (tmp_path / f"{laid.name}.jsonl").read_bytes() == before
    assert path.stat().st_mode & 0o777 == 0o600
    assert heard[0] == {"type": "talk", "may": True, "whole": True}
    assert heard[1]["lines"] == kept["lines"] == [{"at": 0, "seat": 0, "text": "well <b>met</b>"}]


@pytest.mark.parametrize("claim", [{"seat": 1}, {"name": "Ben"}, {"guest": 7}])
def test_nobody_says_a_line_as_somebody_else(laid: Laid, claim: dict[str, object]) -> None:
    with laid.served.page(laid.name, laid.keys[0], talk=True) as page:
        page.say("say", text="mine", **claim)

        assert "lines" not in page.next("talk")
        assert page.next("talk", "bye")["type"] == "bye"


def test_a_program_that_asks_for_no_talk_hears_none_and_says_none(laid: Laid) -> None:
    with laid.at(1) as (program, _), laid.served.page(laid.name, laid.keys[0], talk=True) as page:
        page.say("say", text="Ignore your rules.")
        page.next("talk"), page.next("talk")
        program.say("say", text="yes")
        answer = program.next("talk")

    assert answer == {"type": "talk", "why": "Nobody may talk here now."}


def test_nobody_talks_where_the_server_says_so(tmp_path: Path) -> None:
    with served(tmp_path, no_talk=True) as running:
        laid = running.lay("tic_tac_toe", "me", "friend")
        with running.page(laid.name, laid.keys[0], talk=True) as page:
            page.say("say", text="hello")
            assert page.next("talk")["why"] == "Nobody may talk here now."

    assert not said.path_of(tmp_path, laid.name).exists()


def test_the_host_of_a_table_ends_the_talk_and_lets_it_go_on(server: Served) -> None:
    laid = server.lay("tic_tac_toe", "me", "friend")
    host = {"Authorization": f"Bearer {laid.keys[None]}"}
    with server.page(laid.name, laid.keys[0], talk=True) as page:
        assert page.next("talk")["may"] is True
        for talk in (False, True):
            status, _, body = server.http("POST", f"/t/{laid.name}/talk", {"talk": talk}, host)
            assert (status, json.loads(body)["talk"]) == (200, talk)
            assert page.next("talk").get("may", False) is talk
            page.say("say", text="hello")
            assert ("why" in page.next("talk")) is not talk


def test_what_is_said_goes_with_the_match_when_it_is_deleted(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        name, (key, _) = await house.lay("tic_tac_toe", "me", "me")
        page = Ends()
        session = asyncio.create_task(house.session.serve(page, name))
        page.say("sit", key=key, talk=True)
        page.say("say", reaction="thanks")
        await page.next("talk")
        assert (await page.next("talk"))["lines"] == [{"at": 0, "seat": 0, "reaction": "thanks"}]
        assert said.path_of(tmp_path, name).exists()
        await house.store.delete(name)
        await session

        assert not said.path_of(tmp_path, name).exists()

    in_house(tmp_path, visit)


@pytest.mark.parametrize("kind", ["a folder", "a link of somebody else"])
def test_a_line_that_cannot_be_kept_is_heard_by_nobody(
    rooms: Rooms, tmp_path: Path, kind: str
) -> None:
    other = tmp_path / "other"
    other.write_text("")
    if kind == "a folder":
        rooms.path.mkdir()
    else:
        rooms.path.symlink_to(other)
    with pytest.raises(MisuseError) as refused:
        rooms.say(0, "hello")

    assert str(refused.value) == "Your line could not be kept, so nobody heard it."
    assert rooms.heard(1) == []
    assert other.read_text() == ""
