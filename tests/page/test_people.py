"""People at pages: names, one page for several, phones, screen readers, and bad connections."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.page.conftest import PHONE, Sit
from tests.page.playing import at_turn, play_a_move, position
from tests.web.programs import serve
from tests.web.served import unpacked
from tests.web.tables import Site, begun

HOSTILE = "<img src=x onerror=alert(1)>"
PLAYED = """window.tones = [];
const { start } = OscillatorNode.prototype;
OscillatorNode.prototype.start = function (...when) {
    window.tones.push(this.frequency.value);
    return start.apply(this, when);
};
"""
"""Script that keeps the frequency of each tone that a page plays."""
TURN_TONES = [660, 880]
MOVE_TONES = [440]
MIN_TARGET = 43.9
"""Minimum width and height of a target for a finger in pixels, with room for rounding."""
TARGETS = """() => [...document.querySelectorAll(
        "g.spot.live, button, select, #panels summary, #typed, .top a")]
    .filter(one => one.getClientRects().length)
    .map(one => [one.dataset.id ?? one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.width < SMALLEST || box.height < SMALLEST)
    .map(([name, box]) => `${name} ${box.width}x${box.height}`)""".replace(
    "SMALLEST", f"{MIN_TARGET}"
)
NAMELESS = """() => {
    const named = one => one.getAttribute("aria-label")?.trim() || one.labels?.length
        || (one.getAttribute("aria-labelledby") && document.getElementById(
            one.getAttribute("aria-labelledby"))?.textContent.trim())
        || (!/^(INPUT|SELECT)$/.test(one.tagName) && one.textContent.trim());
    const things = "button, a, input, select, dialog, g.spot, svg, aside, nav, [role=group]";
    const ids = [...document.querySelectorAll("[id]")].map(one => one.id);
    return {
        nameless: [...document.querySelectorAll(things)].filter(one => !named(one)
            ).map(one => one.outerHTML.slice(0, 90)),
        twice: ids.filter((id, place) => ids.indexOf(id) !== place),
        unspoken: [...document.querySelectorAll("g.spot[role=button]")].filter(one =>
            !one.getAttribute("aria-label").includes([...one.querySelectorAll("text")].map(
                text => text.textContent).join(" "))).map(one => one.outerHTML.slice(0, 90)),
        stateless: [...document.querySelectorAll("g.spot.live")].filter(one =>
            one.getAttribute("role") !== "button" || !one.hasAttribute("aria-pressed")
            || !one.hasAttribute("tabindex")).length,
        reachable: [...document.querySelectorAll("#panels .panel")].map(panel =>
            [panel.querySelectorAll(".live").length > 0,
             panel.querySelectorAll(".live[tabindex='0']").length]),
    };
}"""
"""What a screen reader cannot name, ids that are not unique, buttons whose names lack the words
that are drawn on them, and live places without a state."""


def check_names(page: Any) -> None:
    """Check that everything at a table has a name, and a state if it can be chosen."""
    found = page.evaluate(NAMELESS)

    assert found["nameless"] == []
    assert found["twice"] == []
    assert found["unspoken"] == []
    assert found["stateless"] == 0
    assert all(stops == has_live for has_live, stops in found["reachable"])


LATE = [
    "giants/three-seats.jsonl",
    pytest.param("maori/expert-atoll-3.jsonl", marks=pytest.mark.matrix),
    pytest.param("rapa_nui/four-seats.jsonl", marks=pytest.mark.matrix),
]


def late(site: Site, sit: Sit, record: str, **given: Any) -> Any:
    """Return the page of the seat whose turn it is late in a kept match."""
    table = site.lay_late(record, 23)
    return at_turn(sit, table.urls[table.match.awaited.seats[0]], **given)


@pytest.mark.parametrize("record", LATE)
def test_a_phone_shows_everything_without_scrolling_aside(
    site: Site, sit: Sit, record: str
) -> None:
    page = late(site, sit, record, **PHONE)

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(TARGETS) == []
    assert page.locator("#newest").evaluate("one => one.scrollHeight - one.clientHeight") == 0
    page.locator("g.spot.live, #act .thing").first.tap()
    assert page.locator("[data-id=play], [data-id=back]").count()


ASIDE = """() => {
    const pane = document.querySelector(".panel[data-name=island] .pane");
    const middle = one => (({left, right}) => (left + right) / 2)(one.getBoundingClientRect());
    const places = [...pane.querySelectorAll(".live")].map(middle);
    return places.sort((one, other) => one - other)[Math.floor(places.length / 2)] - middle(pane);
}"""
"""Pixels from the middle of what is in sight of the island to the middle live place."""


def test_a_phone_opens_an_enlarged_island_where_something_can_be_chosen(
    site: Site, sit: Sit
) -> None:
    page = late(site, sit, "giants/three-seats.jsonl", **PHONE)
    pane = page.locator(".panel[data-name=island] .pane")

    assert pane.evaluate("pane => pane.scrollWidth > 2 * pane.clientWidth")
    assert abs(page.evaluate(ASIDE)) < 1
    pane.evaluate("pane => { pane.scrollLeft += 100; }")
    before = pane.evaluate("pane => pane.scrollLeft")
    page.locator(".panel[data-name=you] .live").first.tap()
    assert page.locator("[data-id=back]").inner_text().strip() == "Back"
    page.keyboard.press("Escape")
    page.locator("[data-id=back]").wait_for(state="detached")
    assert pane.evaluate("pane => pane.scrollLeft") == before


@pytest.mark.parametrize("record", LATE)
def test_a_screen_reader_hears_a_name_and_a_state_of_everything(
    site: Site, sit: Sit, record: str
) -> None:
    check_names(late(site, sit, record))


def test_turn_and_log_are_announced_and_the_title_says_whose_turn_it_is(
    site: Site, sit: Sit
) -> None:
    table = site.lay("tic_tac_toe")
    page, other = at_turn(sit, table.urls[0]), sit(table.urls[1])
    position(other)

    assert re.search("- status: .*Your turn", page.locator("body").aria_snapshot())
    assert page.get_by_role("log", name="What happened").count() == 1
    assert page.locator("#panels svg[role=group]").get_attribute("aria-label")
    assert page.get_by_role("button", name="b2, free").get_attribute("aria-pressed") == "false"
    assert [one.title().startswith("● Your turn") for one in (page, other)] == [True, False]
    assert [other.locator(places).count() for places in (".live", "g.spot")] == [0, 9]
    assert [other.locator(one).inner_text() for one in ("#turn", "#prompt")] == [
        "Waiting for Player 1",
        "",
    ]
    play_a_move(page, "tic_tac_toe", "place b2")
    other.locator("#turn.mine").wait_for()
    assert other.locator("#icon[href$='/icon-turn.svg']").count()
    assert page.locator("#icon[href$='/icon.svg']").count()


def test_sounds_tell_the_turn_and_others_moves_once_they_are_wanted(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe")
    one, two, watcher = sit(table.urls[0]), sit("about:blank"), sit("about:blank")
    for page, url in ((two, table.urls[1]), (watcher, table.urls[0].split("#")[0])):
        page.add_init_script(PLAYED)
        page.goto(url)
        position(page)
    watcher.locator("#tabs button", has_text="More").click()
    watcher.get_by_label("Sounds").check()
    play_a_move(one, "tic_tac_toe", "place a1")
    two.locator("#turn.mine").wait_for()
    assert two.evaluate("tones") == []
    two.locator("#tabs button", has_text="More").click()
    two.get_by_label("Sounds").check()
    for page, move in ((two, "place b2"), (one, "place c3")):
        page.locator("#turn.mine").wait_for()
        play_a_move(page, "tic_tac_toe", move)
    two.locator("#turn.mine").wait_for()
    watcher.locator("body[data-position='3']").wait_for()

    assert two.evaluate("tones") == TURN_TONES * 2
    assert watcher.evaluate("tones") == TURN_TONES + MOVE_TONES * 3
    watcher.reload()
    assert watcher.locator("#sound").is_checked()


def test_a_hostile_name_is_text_and_the_page_asks_nobody_else(site: Site, sit: Sit) -> None:
    table = site.lay("maori", names=(HOSTILE, "Anna"))
    asked: list[str] = []
    complaints: list[str] = []
    page = sit("about:blank")
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda fault: complaints.append(str(fault)))
    page.goto(table.urls[1])
    position(page)

    assert HOSTILE[:16] in page.locator("#seats").inner_text()
    assert page.locator("img:not(#lost img)").count() == 0
    assert [
        url for url in asked if not url.startswith((site.base, site.base.replace("http", "ws")))
    ] == []
    assert not any("key-of" in url.split("#")[0] for url in asked)
    assert complaints == []


def test_a_curtain_falls_between_people_who_share_a_page(site: Site, sit: Sit) -> None:
    table = site.lay_late("rapa_nui/two-seats.jsonl", 96)
    one, other = (url.split("#") for url in table.urls)
    page = sit(f"{one[0]}#{one[1]},{other[1]}")
    page.locator("#curtain[open]").wait_for()
    assert page.locator("#panels *, #log *, #score *, #described *").count() == 0
    page.get_by_role("button", name="I am sitting here").click()
    page.locator("#turn.mine").wait_for()
    seat = table.match.awaited.seats[0]
    assert table.match.game.has_hidden_information
    while table.match.awaited.seats[0] == seat:
        move = table.match.moves(seat)[0]
        play_a_move(page, "rapa_nui", table.match.game.write_move(move))
    page.get_by_role("button", name=re.compile("Pass to")).click()

    page.locator("#curtain[open]").wait_for()
    assert page.locator("#panels *, #log *, #score *, #described *").count() == 0


def test_without_secrets_people_share_a_page_without_a_curtain(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe")
    one, other = (url.split("#") for url in table.urls)
    page = sit(f"{one[0]}#{one[1]},{other[1]}")
    for text in ("place b2", "place a1", "place a2"):
        page.locator("#turn.mine").wait_for()
        play_a_move(page, "tic_tac_toe", text)

    assert table.moves == ["place b2", "place a1", "place a2"]


def test_a_game_whose_table_is_drawn_from_data_is_played_by_buttons(site: Site, sit: Sit) -> None:
    table = site.lay("leduc")
    pages = [sit(url) for url in table.urls]
    while not table.match.is_over:
        seat = table.match.awaited.seats[0]
        pages[seat].locator("#turn.mine").wait_for()
        assert pages[seat].locator("#panels svg").count() > 0
        move = table.match.moves(seat)[-1]
        play_a_move(pages[seat], "leduc", table.match.game.write_move(move))

    pages[0].locator("#act .result").first.wait_for()


@pytest.mark.matrix
def test_worlds_that_a_seat_cannot_tell_apart_look_the_same(site: Site, sit: Sit) -> None:
    seen = []
    for seed in twin_seeds():
        table = site.lay("leduc", seed=seed)
        frames: list[str] = []
        page = sit("about:blank")
        page.on("websocket", keep_frames(frames))
        page.goto(table.urls[1])
        position(page)
        other = sit(table.urls[0])
        other.locator("#turn.mine").wait_for()
        play_a_move(other, "leduc", "call")
        page.locator("#turn.mine").wait_for()
        kept = page.evaluate("[JSON.stringify(localStorage), JSON.stringify(sessionStorage)]")
        kept = re.sub(r'"when\W*:\d+', "", json.dumps(kept))  # the time of the match
        text = json.dumps([frames, page.content(), kept])
        seen.append(text.replace(table.name, "table"))

    assert seen[0] == seen[1]


def keep_frames(frames: list[str]) -> Callable[[Any], None]:
    """Return a listener that keeps what reaches the sockets of a page."""

    def listen(socket: Any) -> None:
        socket.on("framereceived", lambda sent: frames.append(unpacked(sent)))

    return listen


def twin_seeds() -> list[str]:
    """Return seeds of two matches of Leduc that differ in the card of the first seat alone."""
    found: dict[str, dict[str, str]] = {}
    for seed in map(str, range(100)):
        match = begun("leduc", seed=seed)
        views = [json.dumps(str(match.view(seat))) for seat in (0, 1)]
        for other, first in found.setdefault(views[1], {}).items():
            if first != views[0]:
                return [other, seed]
        found[views[1]][seed] = views[0]
    raise AssertionError("no two worlds were found")


@pytest.mark.matrix
def test_a_page_comes_back_after_the_server_was_killed(sit: Sit, tmp_path: Path) -> None:
    with serve(tmp_path) as first:
        table = Site(first.pages.base, tmp_path).lay("giants", ("human",) * 3)
        page = at_turn(sit, table.urls[0])
        page.locator("g.spot.live").nth(2).click()
        chosen = page.locator("g.spot.chosen").get_attribute("data-at")
        first.running.kill()
        page.locator("#line-state", has_text="Trying again").wait_for()
        page.locator("#typed").fill("pass")
        page.locator("#typed").press("Enter")
        assert page.locator("#typed").input_value() == "pass"
    with serve(tmp_path, port=int(first.pages.base.rpartition(":")[2])):
        page.locator("#line-state:empty").wait_for(state="attached")
        assert page.locator("g.spot.chosen").get_attribute("data-at") == chosen
        before = position(page)
        page.locator("[data-id=play]").click()
        page.locator("[data-id=yes]").click()  # the move gives much up
        page.locator(f"body:not([data-position='{before}'])").wait_for()

    assert len(table.moves) == 1


SOCKETS = """places => Promise.all(places.map(([path, key]) => new Promise(done => {
    const socket = new WebSocket(location.origin.replace("http", "ws") + path + "/socket");
    socket.onopen = () => socket.send(JSON.stringify({type: "sit", key}));
    socket.onmessage = event => new Response(event.data.stream().pipeThrough(
        new DecompressionStream("deflate-raw"))).json().then(message => done(message.type));
})))"""
"""Opens a socket for each place, and returns the type of the first message on each."""


def test_thirty_pages_of_one_browser_are_served_at_once(site: Site, sit: Sit) -> None:
    tables = [site.lay("tic_tac_toe") for _ in range(5)]
    seats = [url.removeprefix(site.base).split("#") for table in tables for url in table.urls]
    page = sit(f"{site.base}/")

    assert page.evaluate(SOCKETS, seats * 3) == ["view"] * 30


def test_a_wrong_link_shows_its_reason_and_leads_to_a_lesson(site: Site, sit: Sit) -> None:
    page = sit(site.lay("tic_tac_toe").urls[0] + "x")
    page.locator("#line-state", has_text="opens no seat").wait_for()

    assert page.locator("#turn").inner_text() == ""
    assert page.locator("main button:visible, input:visible, select:visible").count() == 0
    page.get_by_title("Maori: Your first islands").click()
    page.locator("#lesson:not(:empty)").wait_for()


def test_a_move_is_typed_ahead_on_a_page(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe")
    first, second = map(sit, table.urls)
    onlooker = sit(table.urls[0].split("#")[0])
    second.locator("#act", has_text="You may type ahead").wait_for()
    position(onlooker)
    assert onlooker.locator("#act").inner_text() == ""
    for line in ("place a1", "place b2"):
        second.locator("#typed").fill(line)
        second.locator("#typed").press("Enter")
        second.locator("#act b", has_text=line).wait_for()
        assert second.locator("#act").inner_text().count(line) == 1
    assert first.locator("text=place b2").count() == 0
    play_a_move(first, "tic_tac_toe", "place a2")
    first.locator("#turn.mine").wait_for()

    assert table.moves == ["place a2", "place b2"]
    assert second.get_by_role("button", name="Drop it").count() == 0
