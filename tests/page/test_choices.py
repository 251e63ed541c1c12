"""What can be chosen at a page: all moves, nothing else, in any order, with keys as well."""

import json
from dataclasses import replace
from typing import Any

import pytest

from parlour import Move
from parlour.match.record import Line, read
from parlour.rules.notation import Notation
from parlour.table.selection import Selection
from tests.page.conftest import Sit
from tests.page.playing import at_turn, enter, is_decided, play_a_move, play_moves, position
from tests.table.test_selection import Go
from tests.web.tables import KEPT, Site, Table

EXPLORE = """() => {
    WebSocket.prototype.send = () => {};  // what would be played is found out, and nothing is sent
    const found = new Set(), seen = new Set(), idle = [];
    const things = () => [...document.querySelectorAll(
        "g.spot.live, #act .thing:enabled")];
    const escape = () => document.body.dispatchEvent(
        new KeyboardEvent("keydown", {key: "Escape", bubbles: true}));
    const press = ([id, value]) => {
        const all = [...document.querySelectorAll("[data-id]")];
        const thing = all.find(one => one.dataset.id === id);
        if (value === undefined) thing.dispatchEvent(new MouseEvent("click", {bubbles: true}));
        else { thing.value = value; thing.dispatchEvent(new Event("change")); }
    };
    const follow = path => {
        while (document.querySelector("[data-id=back]")) escape();
        path.forEach(press);
        const play = document.querySelector("[data-id=play] b")?.textContent;
        if (play) found.add(play);
        const state = [...document.querySelectorAll(".chosen")].map(one => one.dataset.id).join()
            + document.querySelector(".foot").innerText;
        if (path.length && seen.has(state)) return;
        seen.add(state);
        const next = things().flatMap(one => one.tagName === "SELECT"
            ? [...one.options].filter(o => o.value).map(o => [one.dataset.id, o.value])
            : [[one.dataset.id]]);
        if (!next.length && !play) idle.push(JSON.stringify(path));
        if (path.length < 5) for (const step of next) follow([...path, step]);
    };
    follow([]);
    return {found: [...found], idle};
}"""
"""Follows every way of clicks; returns the moves that they lead to, and ways that lead nowhere."""

LIVE_AMONG = """async ([moves, begun]) => {
    const folder = document.querySelector("script[src]").src.replace(/[^/]*$/, "");
    const {liveAmong} = await import(folder + "sitting.js");
    return [...liveAmong(moves, begun)].sort();
}"""
"""Returns the addresses that a page lets a person choose."""

DECISIONS = [
    # kept match; moves that are left
    *(
        pytest.param(f"{game}/{record}.jsonl", left, id=f"{game} {left}", marks=marks)
        for game, record, left, marks in (
            ("maori", "expert-atoll-3", 200, pytest.mark.matrix),
            ("maori", "expert-atoll-3", 84, pytest.mark.matrix),
            ("maori", "expert-atoll-3", 40, pytest.mark.matrix),
            ("rapa_nui", "two-seats", 91, ()),
            ("rapa_nui", "two-seats", 35, pytest.mark.matrix),
            ("giants", "three-seats", 83, ()),
            ("giants", "three-seats", 63, pytest.mark.matrix),
            ("giants", "three-seats", 11, pytest.mark.matrix),
        )
    ),
]


@pytest.mark.parametrize(("record", "left"), DECISIONS)
def test_clicks_reach_every_move_and_nothing_else(
    site: Site, sit: Sit, record: str, left: int
) -> None:
    table = site.lay_late(record, left)
    match = table.match
    seat = match.awaited.seats[0]
    offers = match.offers(seat) if match.game.rules.out_of_turn else ()
    page = at_turn(sit, table.urls[seat])
    reached = page.evaluate(EXPLORE)

    assert sorted(reached["found"]) == sorted(
        match.game.write_move(move) for move in (*match.moves(seat), *offers)
    )
    assert reached["idle"] == []


@pytest.mark.parametrize("begun", [(), ("origin=a1",)])
def test_a_page_asks_for_the_first_parts_of_a_move_first(
    site: Site, sit: Sit, begun: tuple[str, ...]
) -> None:
    """A page that has all moves finds what can be chosen as the server does."""
    notation: Notation[Move] = Notation(Go, "move")
    moves = map(notation.read, ("go to b1 from a1", "go to b2 from a1", "go to a1 from b1"))
    among = replace(Selection.among(notation, moves), chosen=tuple(frozenset({s}) for s in begun))
    sent = [{"at": sorted(one.addresses), "first": one.first} for one in among.remaining]
    found = sit(site.base).evaluate(LIVE_AMONG, [sent, bool(begun)])

    assert found == sorted(among.live)


MIDDLES = """() => [...document.querySelectorAll("g.live[data-at*='hex=']")].map(one => {
    const {left, right, top, bottom} = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit?.closest("g.spot") === one ? "its own" : one.dataset.at;
})"""
"""Returns for each hex that can be chosen whether its middle is its own, or else the hex."""


def test_the_middle_of_a_forest_is_its_hex_and_its_sign_is_the_logs(site: Site, sit: Sit) -> None:
    """So is the middle of each other hex, before the figure is chosen and after."""
    page = at_turn(sit, site.lay_late("giants/three-seats.jsonl", 98).urls[0])
    chosen = page.locator("g.spot.chosen")
    figures = page.locator("g.live[data-at*='figure=']")
    figures.first.wait_for()
    for figure in range(figures.count()):
        assert set(page.evaluate(MIDDLES)) == {"its own"}
        figures.nth(figure).click()
        page.locator("#act:not([aria-busy=true])").wait_for(state="attached")
        assert set(page.evaluate(MIDDLES)) == {"its own"}
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.querySelector('g.spot.chosen')")
    spot(page, "hex=c4").click()
    assert chosen.evaluate_all("all => all.map(one => one.dataset.at)") == ['["hex=c4"]']
    page.locator("g.spot[data-key='forest c4']").click()

    assert page.locator("[data-id=play] b").inner_text() == "place sorcerer c4 for logs"


def lay_bid(site: Site) -> Table:
    """Lay a table of Giants at the first bid."""
    return site.lay("giants", ("human",) * 3)


ORDERS = [
    ("markers=1 marker", "workers=1 worker", "chief=chief"),
    ("chief=chief", "markers=1 marker", "workers=1 worker"),
    ("markers=2 markers", "chief=chief", "markers=1 marker", "workers=1 worker"),
]


def spot(page: Any, address: str) -> Any:
    """Return the place on a page that stands for an address."""
    return page.locator(f"g.spot[data-at*='{json.dumps(address)}']").first


def test_parts_are_chosen_in_any_order_and_escape_takes_the_last_back(site: Site, sit: Sit) -> None:
    page = at_turn(sit, lay_bid(site).urls[0])
    for addresses in ORDERS:
        for address in addresses:
            spot(page, address).click()
        assert page.locator("[data-id=play] b").inner_text() == "bid 1 marker + 1 worker + chief"
        assert page.locator("[data-id=back]").inner_text() == "Back Esc"
        while page.locator("[data-id=back]").count():
            page.keyboard.press("Escape")

    for address in ("markers=1 marker", "chief=chief"):
        spot(page, address).click()
    chosen = page.locator("g.spot.chosen")
    numbers = [chosen.count()]
    for _ in range(3):
        page.keyboard.press("Escape")
        numbers.append(chosen.count())

    assert numbers == [2, 1, 0, 0]


def test_a_second_click_takes_a_choice_back_that_leaves_several(site: Site, sit: Sit) -> None:
    """A figure stands for all crews that it is in: to choose it twice decides nothing."""
    table = site.lay_late("giants/three-seats.jsonl", 9)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    figure = page.locator("g.spot.live[data-at*='blue+blue'][data-at*='blue+green']").first
    before = page.locator("g.chosen").count()
    counts = []
    for _ in range(2):
        figure.click()
        counts.append(page.locator("g.chosen").count())

    assert counts[0] > before
    assert counts[1] == before


def test_a_choice_and_the_focus_survive_what_others_do(site: Site, sit: Sit) -> None:
    table = lay_bid(site)
    mine, other = at_turn(sit, table.urls[0]), sit(table.urls[1])
    spot(mine, "markers=1 marker").click()
    spot(mine, "chief=chief").focus()
    before = position(mine)
    play_a_move(other, "giants", "bid 0 markers")
    mine.locator(f"body:not([data-position='{before}'])").wait_for()

    assert spot(mine, "markers=1 marker").get_attribute("aria-pressed") == "true"
    assert spot(mine, "chief=chief").evaluate("place => place === document.activeElement")
    play_a_move(mine, "giants", "bid 1 marker")
    assert table.moves == ["bid 0 markers", "bid 1 marker"]


def test_a_match_is_played_by_keys_alone(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe")
    pages = [sit(url) for url in table.urls]
    for number, key in enumerate(["Enter", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowDown"]):
        page = pages[number % 2]
        page.locator("#turn.mine").wait_for()
        before = position(page)
        while not page.locator("g.spot.live:focus").count():
            page.keyboard.press("Tab")
        if key != "Enter":
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        assert page.locator("[data-id=play]:focus").count() == 1
        page.keyboard.press("Enter")
        page.locator(f"body:not([data-position='{before}'])").wait_for()

    assert len(table.moves) == 5
    assert len(set(table.moves)) == 5


def test_lines_are_typed_with_the_same_parser(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe")
    pages = [sit(url) for url in table.urls]
    for number, line in enumerate(["place b2", "a1", "PLACE A2"]):
        page = pages[number % 2]
        page.locator("#turn.mine").wait_for()
        enter(page, line)
        page.locator("#turn:not(.mine)").or_(page.locator(".refused")).first.wait_for()
        if number == 1:
            assert "Nearest" in page.locator(".refused").inner_text()
            play_a_move(page, "tic_tac_toe", "place a1")

    assert table.moves == ["place b2", "place a1", "place a2"]


def test_a_refusal_links_to_its_rule(site: Site, sit: Sit) -> None:
    table = site.lay("maori")
    seat = table.match.awaited.seats[0]
    page = at_turn(sit, table.urls[seat])
    enter(page, "sail 3")
    link = page.locator("#act a[href*='#r']")
    href = str(link.get_attribute("href"))
    assert page.locator("#act .refused").count()
    page.goto(site.base + href)

    assert page.locator(f"[id='{href.partition('#')[2]}']").count() == 1


def test_numbers_that_are_not_drawn_have_steppers(site: Site, sit: Sit) -> None:
    page = at_turn(sit, lay_bid(site).urls[0])
    page.locator("g.spot").evaluate_all("all => all.forEach(one => one.removeAttribute('data-at'))")
    page.keyboard.press("Escape")
    more = page.get_by_role("button", name="more markers")
    more.click()
    more.click()

    group = page.get_by_role("group", name="markers")
    assert group.locator("output").inner_text() == "1 marker"
    assert is_decided(page)
    page.get_by_role("group", name="chief").get_by_role("button", name="chief", exact=True).click()
    assert page.locator("[data-id=play] b").inner_text() == "bid 1 marker + chief"


def test_a_whole_turn_takes_nine_keys_at_most(site: Site, sit: Sit) -> None:
    """In Maori: sail, take a tile and lay it, from the top of the page."""
    table = site.lay_late("maori/front-2.jsonl", 72)
    before = len(table.moves)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    keys = ["Tab", *["Enter"] * 6]
    for number, key in enumerate(keys):
        here = position(page)
        page.keyboard.press(key)
        if number and number % 2 == 0 and number < len(keys) - 1:
            page.locator(f"body:not([data-position='{here}'])").wait_for()
        focus = ".live" if number % 2 == 0 else "[data-id=play]"
        if number < len(keys) - 1:
            page.locator(f"{focus}:focus").wait_for()
    page.locator("#turn:not(.mine)").wait_for()

    assert len(keys) <= 9
    assert [move.split()[0] for move in table.moves[before:]] == ["sail", "take", "lay"]


# Matches at pages in several browsers, by clicks alone; their records are the kept ones


ROUND = [(0, "place b2"), (1, "place a1"), (0, "place a2"), (1, "place b1"), (0, "place c2")]
"""A match of tic-tac-toe that the first seat wins."""
LATE = [
    # kept match; moves that are left
    pytest.param("maori/front-2.jsonl", 6, id="maori"),
    pytest.param("rapa_nui/two-seats.jsonl", 6, id="rapa nui"),
    pytest.param("giants/three-seats.jsonl", 6, id="giants"),
]


def test_two_browsers_play_a_match_by_clicks_alone(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe")
    check_played(table, sit, ROUND)
    assert table.moves == [text for _, text in ROUND]


@pytest.mark.matrix
@pytest.mark.parametrize(("record", "left"), LATE)
def test_browsers_end_a_kept_match_by_clicks_alone(
    site: Site, sit: Sit, record: str, left: int
) -> None:
    table, kept = site.lay_late(record, left), read(KEPT / record)
    check_played(table, sit, moves_of(kept.lines)[-left:])
    assert table.record.lines == kept.lines


def moves_of(lines: tuple[Line, ...]) -> list[tuple[int, str]]:
    """Return the moves of a record, each with its seat."""
    return [(line.seat or 0, line.move) for line in lines if line.move is not None]


def check_played(table: Table, sit: Sit, moves: list[tuple[int, str]]) -> None:
    """Play moves to the end, a browser for each seat; every page must tell the result."""
    pages = [sit(url) for url in table.urls]
    play_moves(pages, table, moves)

    assert table.match.is_over
    for page in pages:
        page.locator("#act .result").first.wait_for()
