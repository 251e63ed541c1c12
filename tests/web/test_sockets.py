"""Tables over sockets: what a page may do, and what it is shown for it."""

import json
from collections.abc import Iterator
from pathlib import Path
from threading import current_thread

import pytest

from parlour import Display, Viewer
from parlour_web import messages
from tests.broken_games import which_hand
from tests.web.served import Laid, Message, Page, Served, served


def play(page: Page, sight: Message, text: str) -> Message:
    """Enter a move, and return the sight that it leads to."""
    page.say("enter", text=text, position=sight["position"])
    return page.next("view")


def test_two_pages_play_a_match(laid: Laid) -> None:
    with laid.at(0) as (one, first), laid.at(1) as (two, second):
        sights = [first, second]
        for place, text in enumerate(("a1", "b1", "a2", "b2", "a3")):
            page, other = (one, two) if place % 2 == 0 else (two, one)
            sights[place % 2] = play(page, sights[place % 2], f"place {text}")
            sights[1 - place % 2] = other.next("view")

    assert [sight["is_over"] for sight in sights] == [True, True]
    assert [sight["places"] for sight in sights] == [[1, 2], [1, 2]]
    assert sights[1]["result"][0] == "Player 1 wins."


def test_a_sight_says_all_that_a_page_needs(server: Served) -> None:
    with server.lay("tic_tac_toe", "me", "friend").at(0) as (_, sight):
        pass

    assert sight["turn"] == {"seats": [0], "who": "person", "mine": True, "text": "Your turn"}
    assert sight["moves"]["moves"][0] == {
        "text": "place a1",
        "form": "place SQUARE",
        "at": ["form=place SQUARE", "square=a1"],
    }
    assert (sight["seat"], sight["names"]) == (0, ["Player 1", "Player 2"])
    assert sight["why_no_undo"] == "nothing has been played yet"
    assert [panel["name"] for panel in sight["table"]["picture"]] == ["board"]


@pytest.mark.parametrize(
    ("game", "line", "says", "rule"),
    [
        pytest.param("tic_tac_toe", "place z9", "No move reads 'place z9'", "", id="no move"),
        pytest.param(
            "which_hand", "guess left", "You cannot guess now", "2", id="a rule forbids it"
        ),
        pytest.param("tic_tac_toe", "seat 2: place a1", "nobody moves for another", "", id="2.1"),
    ],
)
def test_a_refused_line_says_why(
    server: Served, game: str, line: str, says: str, rule: str
) -> None:
    with server.lay(game, "me", "friend").at(0) as (page, sight):
        reply = page.enter(line, sight["position"])

    assert says in " ".join(reply["lines"])
    assert (reply["refused"], reply["rule"]) == (True, rule)


@pytest.mark.parametrize("line", ["save", "save mine.jsonl", "quit", "pin", "/save x"])
def test_commands_of_a_terminal_have_something_in_their_place(
    server: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with server.lay("tic_tac_toe", "me", "friend").at(0) as (page, sight):
        reply = page.enter(line, sight["position"])

    assert len(reply["lines"]) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_page_that_is_late_or_comes_back_sees_where_the_match_stands(laid: Laid) -> None:
    with laid.at(0) as (page, sight):
        after = play(page, sight, "place a1")
        reply = page.enter("undo", sight["position"])
        again = page.next("view")
    with laid.at(0) as (_, back):
        pass

    assert reply["refused"] is True
    assert again == back == after


def test_undo_is_agreed_to_by_a_seat_that_has_moved_since(server: Served) -> None:
    laid = server.lay("tic_tac_toe", "me", "friend", options={})
    with laid.at(0) as (one, first), laid.at(1) as (two, _):
        play(one, first, "place a1")
        second = play(two, two.next("view"), "place b2")
        assert one.enter("undo", one.next("view")["position"])["lines"] == [
            "Player 2 must agree first."
        ]
        asked = two.next("view")
        two.enter("yes", asked["position"])
        back = two.next("view")

    assert second["question"] == ""
    assert asked["question"].startswith("Player 1 asks to take back a move")
    assert back["log"][-1]["sentence"] == "Player 1 takes the last move back."
    assert len(back["moves"]["moves"]) == 0
    assert back["turn"]["seats"] == [0]


def test_a_preview_shows_the_table_after_a_move_that_could_be_taken_back(server: Served) -> None:
    with server.lay("tic_tac_toe", "me", "friend").at(0) as (page, sight):
        shown = page.ask("preview", "preview", text="place b2")

    assert shown["line"] == "place b2"
    assert shown["table"]["picture"] != sight["table"]["picture"]
    assert shown["table"]["described"] != sight["table"]["described"]


def test_a_preview_that_would_reveal_sends_nothing(server: Served) -> None:
    laid = server.lay("which_hand", "me", "friend")
    with laid.at(0) as (one, first), laid.at(1) as (two, _):
        forbidden = one.ask("preview", "preview", text="guess left")
        play(one, first, "hide left")
        play(two, two.next("view"), "hide right")
        one.next("view")
        shown = [one.ask("preview", "preview", text=f"guess {hand}") for hand in ("left", "right")]

    assert shown[0] == {
        "type": "no preview",
        "line": "guess left",
        "why_not": "This cannot be taken back, and so is not shown before.",
        "rule": "",
        "prompt": "= guess left",
    }
    assert {**shown[1], "line": "guess left", "prompt": "= guess left"} == shown[0]
    assert (forbidden["type"], forbidden["rule"]) == ("no preview", "2")
    assert "rule 2" in forbidden["why_not"]


def test_moves_are_narrowed_by_what_is_chosen(server: Served) -> None:
    with server.lay("connect_four", "me", "friend").at(0) as (page, sight):
        chosen = sight["moves"]["moves"][3]["at"][0]
        found = page.ask("narrow", "moves", chosen=[chosen])

    assert [move["text"] for move in found["moves"]] == [sight["moves"]["moves"][3]["text"]]
    assert found["too_many"] == 0


def test_if_moves_are_too_many_to_be_listed_their_addresses_are(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "MAX_MOVES", 8)
    with server.lay("tic_tac_toe", "me", "friend").at(0) as (page, sight):
        nothing = page.ask("narrow", "moves", chosen=[])
        chosen = page.ask("narrow", "moves", chosen=["square=b2"])

    assert (sight["moves"]["moves"], sight["moves"]["too_many"]) == ([], 9)
    assert [nothing["too_many"], len(nothing["live"])] == [9, 9]
    assert [move["text"] for move in chosen["moves"]] == ["place b2"]


def test_a_line_of_a_spectator_is_refused_and_the_table_goes_on(server: Served) -> None:
    laid = server.lay("maori", "me", "friend")
    with laid.spectator() as (watcher, _), laid.at(0) as (page, sight):
        refused = watcher.ask("enter", "reply", text="sail 1 take a1", position=0)
        reply = page.enter("moves", sight["position"])

    assert (refused["refused"], reply["refused"]) == (True, False)


def test_names_are_given_by_who_sits_there_and_are_shown_to_all(laid: Laid) -> None:
    with laid.at(0) as (one, _), laid.at(1) as (two, _):
        one.say("name", name="<img onerror=x>")
        seen = two.next("view")
        two.say("name", name="<IMG onerror=x>")
        refused = two.next("reply")
    with laid.at(1) as (_, later):
        pass

    assert seen["names"] == later["names"] == ["<img onerror=x>", "Player"]
    assert refused["refused"] is True


def test_the_past_is_shown_as_a_seat_saw_it(server: Served) -> None:
    laid = server.lay("which_hand", "me", "friend")
    with laid.at(0) as (one, first), laid.at(1) as (two, _):
        before = first["table"]["described"]
        play(one, first, "hide left")
        hidden = play(two, two.next("view"), "hide right")
        now = one.next("view")
        past = one.ask("review", "past", at=first["position"])
        beginning = one.ask("review", "past", at=0)
        foreign = one.ask("review", "reply", at=first["position"], seat=1)
        play(one, now, "guess left")
        play(two, two.next("view"), "guess left")
        other = one.ask("review", "past", at=hidden["position"], seat=1)

    assert past["table"]["described"] == before
    assert (past["position"], past["stops"]) == (first["position"], beginning["stops"])
    assert beginning["position"] == 0
    assert foreign["refused"] is True
    assert other["table"]["described"] == hidden["table"]["described"]


@pytest.mark.parametrize("seat", [0, 1])
def test_an_open_match_can_be_played_on_from_anywhere_at_a_table_of_ones_own(
    server: Served, laid: Laid, seat: int
) -> None:
    with laid.at(0) as (page, sight), laid.at(seat) as (asking, _):
        after = play(page, sight, "place a1")
        asking.say("fork", at=after["position"], key=server.key)
        forked = asking.next("forked")
    name, _, key = forked["url"].rpartition("/")[2].partition("#")
    with server.page(name, key) as page:
        there = page.next("view")

    assert name != laid.name
    assert [one["seat"] for one in forked["links"]] == [0, 1]
    assert there["seat"] == seat
    assert there["table"]["described"] == after["table"]["described"]


def test_a_hidden_match_is_not_forked_before_its_end(server: Served) -> None:
    with server.lay("which_hand", "me", "friend").at(0) as (page, sight):
        page.say("fork", at=sight["position"], key=server.key)

        assert page.next("forked", "reply")["refused"] is True


def test_spectators_see_an_open_match_some_answers_late(server: Served) -> None:
    laid = server.lay("tic_tac_toe", "me", "friend", delay=1)
    with laid.spectator() as (watcher, _), laid.at(0) as (one, first), laid.at(1) as (two, _):
        after = play(one, first, "place a1")
        play(two, two.next("view"), "place b2")
        late = watcher.next("view")
        refused = watcher.ask("enter", "reply", text="place c3", position=late["position"])

    assert (late["seat"], late["turn"]["mine"], late["moves"]["moves"]) == (None, False, [])
    assert late["table"]["described"] == after["table"]["described"]
    assert refused["refused"] is True


def test_a_game_computes_and_draws_in_threads_of_the_tables(tmp_path: Path) -> None:
    threads: list[str] = []

    class Watched(which_hand.Rules):
        def spectator_view(self, state: which_hand.Coins) -> None:
            threads.append(current_thread().name)

    def describe(view: which_hand.Seen, viewer: Viewer) -> Iterator[str]:
        threads.append(current_thread().name)
        yield from which_hand.describe(view, viewer)

    game = which_hand.variant(Watched(), id="watched", display=Display(describe=describe))
    with served(tmp_path, [game]) as server:
        laid = server.lay(game.id, "me", "friend")
        with laid.spectator() as (_, bye), laid.at(0) as (page, _):
            page.ask("preview", "preview", text="hide left")
            page.ask("review", "past", at=0)

    assert bye["type"] == "bye"
    assert len(threads) > 3
    assert all(name.startswith("table") for name in threads)


@pytest.mark.parametrize(
    ("game", "order", "why"),
    [
        pytest.param("which_hand", {}, "before the match is over", id="the game has no view"),
        pytest.param("tic_tac_toe", {"spectators": False}, "opens no seat", id="left out"),
    ],
)
def test_a_game_without_a_view_for_spectators_admits_none(
    server: Served, game: str, order: dict[str, bool], why: str
) -> None:
    with server.lay(game, "me", "friend", **order).spectator() as (_, bye):
        assert bye["type"] == "bye"
        assert why in bye["why"]


@pytest.mark.parametrize("bot", ["uniform", "easy"])
def test_a_bot_plays(server: Served, bot: str) -> None:
    with server.lay("tic_tac_toe", "me", bot).at(0) as (page, sight):
        now = sight
        while not now["is_over"]:
            if now["turn"]["mine"]:
                page.say("enter", text=now["moves"]["moves"][0]["text"], position=now["position"])
            now = page.next("view")

    assert sorted(now["places"]) in ([1, 1], [1, 2])


def test_a_standing_order_moves_for_its_seat_and_is_its_own(server: Served) -> None:
    laid = server.lay("ordered", "me", "friend")
    with laid.at(0) as (one, first), laid.at(1) as (two, _):
        mine = play(one, first, "hide left")
        other = two.next("view")
        one.enter("order guess the first", mine["position"])
        ordered = one.next("view")
        moved = play(two, other, "hide right")
        while not any("guess left" in one["sentence"] for one in moved["log"]):
            moved = two.next("view")

    assert ordered["order"] == "guess the first"
    assert ordered["game"]["standing_orders"] == ["guess the first"]
    assert moved["order"] == ""


def test_a_seat_is_told_nothing_when_only_anothers_sight_changes(laid: Laid) -> None:
    with laid.at(0) as (one, first), laid.at(1) as (two, second):
        question = one.ask("enter", "reply", text="resign", position=first["position"])
        asked = one.next("view")
        one.enter("no", first["position"])
        marker = two.ask("enter", "reply", text="moves", position=second["position"])

    assert question["question"] == asked["question"]
    assert [json.loads(text)["type"] for text in two.texts] == [
        "view",
        "paused",
        "presence",
        "waited",
        "reply",
    ]
    assert marker["refused"] is False


def test_an_answer_in_secret_changes_only_that_somebody_has_answered(server: Served) -> None:
    sights = []
    for bid in (3, 1):
        laid = server.lay("sealed_bid", "me", "friend")
        with laid.at(0) as (one, first), laid.at(1) as (two, _):
            play(one, first, f"bid {bid}")
            sights.append(two.next("view"))

    assert sights[0] == sights[1]
    assert sights[0]["log"][-1]["sentence"] == "Player 1: answers in secret"
    assert sights[0]["turn"]["seats"] == [1]


def test_the_record_is_the_seats_own_until_the_match_is_over(server: Served) -> None:
    laid = server.lay("which_hand", "me", "friend")
    path, key = f"/t/{laid.name}/record", {"Authorization": f"Bearer {laid.keys[0]}"}
    with laid.at(0) as (one, first):
        play(one, first, "hide left")
    status, headers, body = server.http("GET", path, headers=key)
    assert (status, server.http("GET", path)[0]) == (200, 403)
    assert headers["content-disposition"] == f'attachment; filename="{laid.name}.jsonl"'
    first_line = json.loads(body.splitlines()[0])
    assert (first_line["seat"], "seed" in first_line) == (0, False)
    host = {"Authorization": f"Bearer {laid.keys[None]}"}
    assert server.http("GET", path, headers=host)[0] == 403


def test_the_host_gives_out_a_new_link_and_cuts_the_old_one_off(server: Served, laid: Laid) -> None:
    path, host = f"/t/{laid.name}/seats/1/key", {"Authorization": f"Bearer {laid.keys[None]}"}
    with laid.at(1) as (old, _):
        status, _, body = server.http("POST", path, headers=host)
        bye = old.rest()[-1]
    with server.page(laid.name, json.loads(body)["url"].partition("#")[2]) as new:
        assert new.next("view")["seat"] == 1
        assert server.http("DELETE", path, headers=host)[0] == 200
        assert new.rest()[-1]["why"] == "The host has revoked this link."
    with server.page(laid.name, laid.keys[1]) as late:
        assert late.next()["type"] == "bye"

    assert (status, bye["why"]) == (201, "This seat has a new link. Ask the host for it.")
    seat = {"Authorization": f"Bearer {laid.keys[0]}"}
    assert server.http("POST", path, headers=seat)[0] == 403


def test_two_pages_of_one_seat_speak_two_languages(server: Served) -> None:
    laid = server.lay("rapa_nui", "me", "friend", seed="7")
    german, italian = ({"Accept-Language": wanted} for wanted in ("de-AT, en;q=0.7", "it"))
    with (
        server.page(laid.name, laid.keys[0], additional_headers=german) as one,
        server.page(laid.name, laid.keys[0], additional_headers=italian) as two,
    ):
        first, second = one.next("view"), two.next("view")
        refused = two.enter("draw 1", second["position"])
        moves = [first["moves"]["moves"], second["moves"]["moves"]]
        after = play(two, second, moves[1][0]["text"]), one.next("view")

    assert [[move["text"] for move in one] for one in moves] == [[m["text"] for m in moves[0]]] * 2
    assert refused["rule"] == "6.1"
    assert "si pesca dopo aver calato, fino a tre carte in mano" in refused["lines"][0]
    assert first["status"] == "Karten auslegen; noch 34 Karten im Nachziehstapel"
    assert second["status"] == "Calare carte; 34 carte nel mazzo"
    assert [sight["log"][-1]["sentence"].split()[:2] for sight in after] == [
        ["Giocatore", "1"],
        ["Spieler", "1"],
    ]
    assert [sight["log"][-1]["sentence"].split()[2] for sight in after] == ["cala", "legt"]
