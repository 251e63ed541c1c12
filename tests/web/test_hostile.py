"""Whatever a page or a program sends, it is refused, and the others play on."""

import json
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from parlour_web.limits import AttemptLimiter, RateLimiter
from parlour_web.messages import MAX_MESSAGE_BYTES
from parlour_web.network.guard import HEADERS
from parlour_web.tables import table as tables
from tests.broken_games import which_hand
from tests.web.served import Laid, Page, Served, served


@pytest.mark.parametrize(
    ("message", "why"),
    [
        pytest.param("no json", "JSON", id="no JSON"),
        pytest.param("[]", "expected an object, got a list", id="another shape"),
        pytest.param('{"type":"leave"}', "'leave'", id="no such message"),
        pytest.param('{"type":"enter","text":"undo"}', "position", id="a field is missing"),
        pytest.param('{"type":"narrow","secret":1}', "field secret", id="a field too many"),
        pytest.param('{"type":"sit","key":"x"}', "'sit' once", id="sits twice"),
        pytest.param('{"type":"review","at":99999999999999999999}', "", id="a position to come"),
        pytest.param('{"type":"preview","text":"\\ud800"}', "", id="half a letter"),
    ],
)
def test_a_message_that_is_none_is_refused(server: Served, message: str, why: str) -> None:
    with server.lay("tic_tac_toe", "me", "friend").at(0) as (page, _):
        page.socket.send(message)
        said = page.next("bye", "reply", "preview", "past")

    assert why.casefold() in json.dumps(said).casefold()


def test_a_message_is_at_most_2048_bytes_long(laid: Laid) -> None:
    with laid.at(0) as (page, sight):
        short = json.dumps({"type": "enter", "text": "", "position": sight["position"]})
        page.say("enter", text="x" * (MAX_MESSAGE_BYTES - len(short)), position=sight["position"])
        assert page.next("reply")["refused"] is True
        page.say(
            "enter", text="x" * (MAX_MESSAGE_BYTES - len(short) + 1), position=sight["position"]
        )
        page.rest()

        assert page.socket.close_code == 1009


def test_bytes_are_no_message(server: Served) -> None:
    with server.lay("tic_tac_toe", "me", "friend").at(0) as (page, _):
        page.socket.send(b'{"type":"enter"}')

        assert page.rest()[-1]["why"] == "Closed: expected a message of text, got bytes."


def test_the_first_message_says_who_looks(server: Served, laid: Laid) -> None:
    with connect(f"ws://{server.host}/t/{laid.name}/socket") as socket:
        page = Page(socket)
        page.say("enter", text="place a1", position=0)

        assert page.rest()[-1]["why"] == "Closed: expected 'sit' as the first message."


def test_a_page_that_sends_too_much_is_sent_away_and_the_others_play_on(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The clock stands still, so that a slow machine does not spread the messages over time.
    monkeypatch.setattr(tables, "RateLimiter", partial(RateLimiter, clock=lambda: 0.0))
    laid = server.lay("which_hand", "me", "friend")
    with laid.at(0) as (hasty, _), laid.at(1) as (calm, sight):
        # It may be sent away before it has said everything.
        with suppress(ConnectionClosed):
            for _ in range(400):
                hasty.say("fork", at=0)
        assert hasty.rest()[-1]["why"] == "Too many messages at once."

        assert calm.enter("moves", sight["position"])["refused"] is False


def test_a_rate_is_counted_over_time() -> None:
    now = [0.0]
    rate = RateLimiter(2.0, 4.0, lambda: now[0])
    at_once = [rate.allow() for _ in range(5)]
    now[0] = 1.0
    later = [rate.allow() for _ in range(2)]

    assert (at_once, later) == ([True] * 4 + [False], [True, False])


@given(st.integers(1, 4), st.lists(st.integers(0, 70), max_size=12))
def test_who_waits_as_long_as_is_said_may_try_again_and_nobody_before(
    maximum: int, pauses: list[int]
) -> None:
    now = [0]
    attempts = AttemptLimiter(maximum, lambda: now[0])
    made = list[int]()
    for pause in pauses:
        now[0] += pause
        wait = attempts.wait_of("here")
        there_were = sum(now[0] - one < 60 for one in made)

        assert (wait > 0) is (there_were >= maximum)
        assert attempts.wait_of("there") == 0
        now[0] += int(wait)
        assert attempts.wait_of("here") == 0
        attempts.add("here")
        made.append(now[0])


def test_a_limit_of_no_attempts_allows_none() -> None:
    assert AttemptLimiter(0).wait_of("here") == inf


def test_five_wrong_keys_shut_out_wrong_ones_and_no_right_one(server: Served) -> None:
    laid, other = (server.lay("tic_tac_toe", "me", "friend") for _ in range(2))
    said = []
    for key in ("wrong", laid.keys[0][:-1], laid.keys[0] + "x", other.keys[0], "\u00e9", "last"):
        with server.page(laid.name, key) as page:
            said.append(page.next()["why"])
    with laid.at(0) as (_, sight):
        pass

    assert all("opens no seat" in why for why in said[:5])
    assert "too many wrong keys" in said[5]
    assert sight["type"] == "view"


def test_a_seat_has_eight_pages_at_most(server: Served, laid: Laid) -> None:
    with (
        laid.at(0), laid.at(0), laid.at(0), laid.at(0), laid.at(0), laid.at(0), laid.at(0),
        laid.at(0), server.page(laid.name, laid.keys[0]) as ninth,
    ):  # fmt: skip
        assert "at most 8 pages" in ninth.next()["why"]
        with laid.at(1) as (_, sight):
            assert sight["seat"] == 1


@pytest.mark.parametrize(
    ("host", "is_known"),
    [
        ("127.0.0.1:80", True),
        ("localhost:8421", True),
        ("LOCALHOST", True),
        ("192.168.1.20:8421", True),
        ("[::1]:8421", True),
        ("games.example.org", True),
        ("evil.example.org", False),
        ("localhost.evil.example.org", False),
        ("127.0.0.1.evil.example.org", False),
        ("[::1", False),
        ("", False),
    ],
)
def test_a_name_that_somebody_points_here_is_refused(
    server: Served, host: str, is_known: bool
) -> None:
    status, _, _ = server.http("GET", "/health", headers={"Host": host})

    assert status == (200 if is_known else 403)


@pytest.mark.parametrize(
    ("origin", "is_own"),
    [
        ("http://games.example.org", True),
        ("https://games.example.org", True),
        ("http://evil.example.org", False),
        ("http://games.example.org:81", False),
        ("http://[games.example.org", False),
        ("null", False),
        ("", False),
    ],
)
def test_only_pages_of_the_site_send_orders_and_open_sockets(
    server: Served, origin: str, is_own: bool
) -> None:
    given = {"Host": "games.example.org", "Origin": origin}
    order = {"game": "tic_tac_toe", "seats": [{"who": "me"}, {"who": "friend"}]}
    status, _, _ = server.order(order, **given)
    reading, _, _ = server.http("GET", "/health", headers=given)

    assert (status, reading) == (201 if is_own else 403, 200)


def test_a_socket_for_another_site_is_refused(server: Served, laid: Laid) -> None:
    with (
        pytest.raises(InvalidStatus, match="403"),
        server.page(laid.name, laid.keys[0], origin="http://evil.example.org"),
    ):
        pass


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/health", 200),
        ("GET", "/games/tic_tac_toe/inks.css", 200),
        ("GET", "/static/-/table.js", 200),
        ("GET", "/service_worker.js", 200),
        ("GET", "/static/-/../../server.py", 404),
        ("GET", "/static/-/%2e%2e%2fserver.py", 404),
        ("GET", "/t/..%2f..%2fetc", 404),
        ("GET", "/t/unknown", 404),
        ("GET", "/t/unknown/record", 403),
        ("GET", f"/t/{'x' * 300}", 404),
        ("GET", f"/t/{'x' * 300}/people", 403),
        ("POST", f"/t/unknown/seats/{'9' * 5000}/key", 403),
        ("GET", "/nothing", 404),
        ("GET", "/games/..%2fx/rules", 404),
        ("GET", f"/games/{'x' * 300}/rules", 404),
        ("GET", "/games/%2fetc/inks.css", 404),
        ("GET", "/games/maori/rules", 200),
        ("GET", "/games/maori/other", 404),
        ("POST", "/tables", 403),
        ("GET", "/house", 200),
        ("PUT", "/tables", 405),
    ],
)
def test_every_answer_has_the_headers_that_guard_it(
    server: Served, method: str, path: str, status: int
) -> None:
    found, headers, _ = server.http(method, path)

    assert found == status
    assert {name: headers.get(name.casefold()) for name in HEADERS} == HEADERS
    assert "set-cookie" not in headers
    assert "server" not in headers
    assert "strict-transport-security" not in headers


@pytest.mark.parametrize(
    ("path", "language", "said"),
    [
        ("/nothing", "en", "There is no such page. Whoever gave you a link"),
        ("/nothing", "de", "Diese Seite gibt es nicht. Wer dir den Link gab"),
        ("/t/", "en", "There is no such page."),
        ("/t/unknown", "en", "There is no such table."),
        ("/games/none/rules", "en", "There is no such page of a game."),
    ],
)
def test_a_bad_path_shows_the_games_and_what_to_do(
    server: Served, path: str, language: str, said: str
) -> None:
    status, _, body = server.http("GET", path, headers={"Accept-Language": language})
    page = body.decode()

    assert status == 404
    assert said in page.partition('<div class="games">')[0]
    assert 'data-lesson="first_islands"' in page
    assert "/games/giants/five" in page


class Failing(which_hand.Rules):
    """Fails at the first guess, and names a secret."""

    def play(self, state: Any, seat: int, move: Any, tell: Any = None) -> Any:
        if isinstance(move, which_hand.Guess):
            raise KeyError(f"the secret of {state.coins}")
        return super().play(state, seat, move, tell)


def test_what_failed_is_told_to_the_log_and_to_no_page(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with served(tmp_path, [which_hand.variant(Failing())]) as fresh:
        laid = fresh.lay("which_hand", "me", "friend")
        with laid.at(0) as (one, first), laid.at(1) as (two, _):
            one.say("enter", text="hide left", position=first["position"])
            second = two.next("view")
            two.say("enter", text="hide right", position=second["position"])
            one.next("view")
            one.say("enter", text="guess left", position=one.next("view")["position"])
            said = [page.rest()[-1] for page in (one, two)]
        with laid.at(0) as (_, again):
            pass

    assert [bye["type"] for bye in said] == ["bye", "bye"]
    assert "secret" not in json.dumps(said)
    assert "the secret of (0, 1)" in caplog.text
    assert again["turn"]["mine"] is True


def test_no_key_lies_in_the_folder(tmp_path: Path) -> None:
    with served(tmp_path) as fresh:
        laid = fresh.lay("tic_tac_toe", "me", "friend")
        kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())

    assert all(key.encode() not in kept for key in laid.keys.values())
    assert all(len(key) == 32 for key in laid.keys.values())
