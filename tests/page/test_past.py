"""What happened, at a page: news, the log, the scrubber, undo, previews, and other tables."""

from typing import Any

import pytest

from parlour.match.record import read
from tests.page.conftest import Sit
from tests.page.playing import at_turn, confirm, play_a_move, position
from tests.web.served import Views, unpacked
from tests.web.tables import KEPT, Site

BEGINNING = ("place b2", "place a1", "place a2")


def test_a_line_of_the_log_shows_the_table_there(site: Site, sit: Sit) -> None:
    page = at_turn(sit, site.lay("tic_tac_toe", moves=BEGINNING).urls[1])
    page.locator("#log button").first.click()
    page.locator("body.past").wait_for()

    assert page.locator("g.spot[aria-label*='free']").count() == 8
    assert page.locator(".live").count() == 0
    page.wait_for_url("**,at=1")
    page.reload()
    page.locator("body.past[data-position='1']").wait_for()
    assert page.locator("#hand").evaluate("hand => hand.inert")
    page.locator("[data-id=now]").click()
    page.locator("body:not(.past)").wait_for()
    assert page.locator(".live").count() == 6
    page.wait_for_url(lambda url: "at=" not in url)


POINTED = "all => all.map(one => one.dataset.key).sort()"
LAID = ["0 d1 right-hut 3", "a4 top-p3", "ship", "stack"]
"""The keys of the tile that was laid, of the one that was turned up for it, and of what moved."""


def test_a_line_of_the_log_marks_what_its_turn_changed(site: Site, sit: Sit) -> None:
    table = site.lay_late("maori/front-2.jsonl", 25)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    line = page.locator("#log button", has_text="lays it on d1, rotated 90° left")
    marked, before = page.locator("g.spot.pointed"), position(page)
    assert not line.is_visible()
    page.locator("#unfold").click()
    line.hover()
    marked.first.wait_for()
    by_mouse = marked.evaluate_all(POINTED)
    page.locator("#turn").hover()
    marked.first.wait_for(state="detached")
    line.focus()
    marked.first.wait_for()

    assert by_mouse == marked.evaluate_all(POINTED) == LAID
    assert page.locator("svg > .halo-pointed").count() == len(LAID)
    assert (position(page), page.locator("body.past").count()) == (before, 0)
    line.click()
    page.locator("body.past").wait_for()


def test_the_scrubber_ends_at_the_first_and_the_last_position(site: Site, sit: Sit) -> None:
    page = at_turn(sit, site.lay("tic_tac_toe", moves=BEGINNING).urls[1])
    bar = page.locator("#scrubber")
    bar.focus()
    bar.press("Home")
    page.locator("body[data-position='0'].past").wait_for()
    assert page.locator("g.spot[aria-label*='free']").count() == 9
    for number in (1, 2, 3):
        bar.press("ArrowRight")
        page.locator(f"body[data-position='{number}']").wait_for()

    assert page.locator("body.past").count() == 0
    assert page.locator("g.spot[aria-label*='free']").count() == 6


def test_spectators_are_offered_the_past_once_the_match_is_over(site: Site, sit: Sit) -> None:
    over = ("place a1", "place a2", "place b1", "place b2", "place c1")
    for moves, is_offered in ((BEGINNING, False), (over, True)):
        page = sit(site.lay("tic_tac_toe", moves=moves).urls[0].partition("#")[0])
        position(page)
        assert page.locator("#scrubber").is_visible() == is_offered


def test_what_changed_since_my_turn_is_outlined_and_marked_in_the_stream(
    site: Site, sit: Sit
) -> None:
    table = site.lay_late("rapa_nui/two-seats.jsonl", 31)
    sights: list[dict[str, Any]] = []
    page = sit("about:blank")
    page.on("websocket", lambda socket: socket.on("framereceived", note(sights)))
    page.goto(table.urls[table.match.awaited.seats[0]])
    page.locator("#turn.mine").wait_for()
    marked = page.locator("g.spot.changed").evaluate_all("all => all.map(one => one.dataset.key)")

    changed, live = page.evaluate(LOOKS)
    assert (live["dots"], changed["fill"]) == ("none", "transparent")
    assert changed["dots"] != "none"
    assert changed["width"] < live["width"]
    assert changed["ink"] != live["ink"]
    assert marked
    assert set(marked) == set(sights[-1]["table"]["changed"])
    news = [one["sentence"] for one in sights[-1]["news"]]
    assert [one for one in page.locator("#log .fresh").all_inner_texts() if one in news] == news
    page.locator("#log .fresh button", has_text=news[0]).click()
    page.locator("body.past").wait_for()
    assert position(page) == str(sights[-1]["news"][0]["at"])


LOOKS = """() => [".halo-changed:not(.halo-live)", ".halo-live:not(.halo-changed)"].map(one => {
    const look = getComputedStyle(document.querySelector(`svg > ${one}`));
    const {fill, stroke: ink, strokeWidth, strokeDasharray: dots} = look;
    return {fill: fill.endsWith(", 0)") ? "transparent" : fill, ink, dots,
            width: parseFloat(strokeWidth)};
})"""
"""Returns how the outline of a piece that changed looks, and that of one to choose."""


def note(sights: list[dict[str, Any]]) -> Any:
    """Return a listener that keeps the sights among the messages."""

    views = Views()

    def listen(sent: bytes) -> None:
        message = views.read(unpacked(sent))
        if message.get("shows") == "now":
            sights.append(message)

    return listen


PAST = "Looking back: after step "
ON_TOP = """one => {
    const {x, y, width, height} = one.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2).closest("section").id;
}"""
"""Returns the id of the section that one sees in the middle of a control."""


def test_arrow_keys_step_through_the_match(site: Site, sit: Sit) -> None:
    page = at_turn(sit, site.lay("tic_tac_toe", moves=BEGINNING).urls[1])
    turn = page.locator("#turn")
    for key, shown in (("Left", "2"), ("Left", "1"), ("Right", "2")):
        page.keyboard.press(f"Arrow{key}")
        turn.filter(has_text=PAST + shown).wait_for()

    assert page.locator("g.spot[aria-label*='free']").count() == 7
    page.keyboard.press("ArrowRight")
    page.locator("body:not(.past)").wait_for()


def test_while_one_looks_back_nothing_lies_over_the_slider(site: Site, sit: Sit) -> None:
    table = site.lay_late("rapa_nui/two-seats.jsonl", 31)
    page = at_turn(sit, f"{table.urls[0]},{site.key}")
    page.locator("#earlier").click()
    page.locator("body.past").wait_for()
    for control in ("#earlier", "#scrubber", "#later", "#fork"):
        assert page.locator(control).evaluate(ON_TOP) == "back"
    assert not page.locator("#hand").is_visible()
    assert page.locator("#panels").bounding_box()["y"] < 200


def test_what_a_move_was_worth_is_told_beside_the_board(site: Site, sit: Sit) -> None:
    moves = ("place b2", "place a1", "place c1", "place b1")
    page = at_turn(sit, site.lay("tic_tac_toe", moves=moves).urls[0])
    page.keyboard.press("ArrowLeft")
    page.locator("#turn").filter(has_text=PAST + "3").wait_for()
    page.locator("#worth").click()

    page.locator("#said").filter(has_text="played 'place c1'").wait_for()


HELD = """
const wait = window.setTimeout, send = WebSocket.prototype.send;
window.isTold = false;
window.setTimeout = (then, after) => after === 2500 || wait(then, after);
WebSocket.prototype.send = function (text) {
    window.isTold ||= text.includes('"review"');
    send.call(this, text);
};
"""
"""Script that holds each turn of others until a key, and says when the page asks for the first."""
TOLD_OR_LIVE = """before => isTold || (
    document.body.dataset.position !== before && document.querySelector(".live"))"""
"""Tells whether the page tells the turns of others, or waits for a move at another position."""


CUT = """all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""
"""Returns the lines that are cut off."""


def test_the_turns_of_others_are_told_one_by_one_until_a_key(site: Site, sit: Sit) -> None:
    page = sit("about:blank", {"width": 900, "height": 900}, pace="slow")
    page.add_init_script(HELD)
    page.goto(site.lay("rapa_nui", ("human", "greedy", "greedy")).urls[0])
    page.wait_for_function(TOLD_OR_LIVE, arg="")
    while not page.evaluate("isTold"):
        shown = position(page)
        page.locator(".live").first.click()
        page.locator("[data-id=play]").click()
        page.wait_for_function(TOLD_OR_LIVE, arg=shown)
    while page.evaluate("isTold"):
        page.locator("#log .now").first.wait_for()
        assert page.locator(".live").count() == 0
        assert page.locator("#log button").evaluate_all(CUT) == []
        assert page.locator("#prompt").is_visible()
        page.evaluate("isTold = false")
        page.keyboard.press("Escape")
        page.wait_for_function(TOLD_OR_LIVE, arg="")
    assert page.locator("#log .now").count() == 0


SHOWN = """() => {
    window.shown = new Set();
    const { body } = document;
    new MutationObserver(() => { window.shown.add(body.dataset.position); }).observe(
        body, {attributes: true, attributeFilter: ["data-position"]});
}"""
"""Notes each position that a page shows from now on."""


@pytest.mark.matrix
def test_a_transport_of_others_is_told_hex_by_hex(site: Site, sit: Sit) -> None:
    table = site.lay_late("giants/three-seats.jsonl", 35)
    match = table.match
    seat = match.awaited.seats[0]
    moves = match.game.rules.plans(match.view(seat))[0].moves
    page, other = at_turn(sit, table.urls[seat]), sit(table.urls[(seat + 1) % 3], pace="fast")
    position(other)
    other.evaluate(SHOWN)
    page.locator("[data-plan='plan 1']").click()
    page.locator("[data-id=play]").click()

    assert len(moves) >= 4
    other.wait_for_function("number => shown.size >= number", arg=len(moves))


def test_undo_goes_back_at_all_pages(site: Site, sit: Sit) -> None:
    pages = [sit(url) for url in site.lay("tic_tac_toe", moves=BEGINNING[:1]).urls]
    before = [position(page) for page in pages]
    pages[0].locator("#undo").click()
    for page, shown in zip(pages, before, strict=True):
        page.locator(f"body:not([data-position='{shown}'])").wait_for()
        page.locator("g.spot[aria-label*='free']").nth(8).wait_for()


def test_after_chance_undo_says_why_not(site: Site, sit: Sit) -> None:
    page = sit(site.lay("maori").urls[0])
    position(page)

    assert page.locator("#undo").get_attribute("aria-disabled") == "true"
    assert page.locator("#why-undo").inner_text().startswith("No undo: ")


FORESEEN = [
    # kept match; verb of the next move; keys of the pieces that its preview changes; what is said
    pytest.param(
        "maori/front-2.jsonl",
        "sail",
        ["ship"],
        "The table shows it as it would be.",
        id="it can be taken back",
    ),
    pytest.param(
        "maori/front-2.jsonl",
        "lay",
        ["0 a1 horizontal-p1-wreath-w 0"],
        "As it would be before chance decides",
        id="the tile lies, and none is turned up for it",
    ),
    pytest.param(
        "rapa_nui/two-seats.jsonl",
        "offer",
        [],
        "This cannot be taken back",
        id="an offering that all see",
    ),
]


@pytest.mark.parametrize(("record", "verb", "changed", "said"), FORESEEN)
def test_a_preview_shows_what_is_certain_and_no_more(
    site: Site, sit: Sit, record: str, verb: str, *, changed: list[str], said: str
) -> None:
    moves = [line.move.split()[0] for line in read(KEPT / record).lines if line.move]
    table = site.lay_late(record, len(moves) - moves.index(verb))
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    before = page.locator("#described").text_content()
    page.locator("g.spot.live").first.click()
    page.locator("#act p", has_text=said).wait_for()

    assert page.locator("[data-id=play] b").inner_text().startswith(verb)
    assert page.locator("g.spot.ghost").evaluate_all(POINTED) == changed
    assert (page.locator("#described").text_content() != before) == bool(changed)
    assert page.locator("p.final").count() == (not changed)
    page.keyboard.press("Escape")
    assert page.locator("#described").text_content() == before
    assert page.locator("g.spot.ghost").count() == 0


def test_a_costly_move_is_asked_about_with_yes_and_no(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe")
    page = at_turn(sit, table.urls[0])
    page.locator("#tabs button", has_text="More").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="No").click()
    page.locator("#act .reply").wait_for()
    assert table.moves == []
    page.get_by_role("button", name="Resign").click()
    before = position(page)
    confirm(page, before)

    assert any(line.forfeit for line in table.record.lines)


def test_a_table_of_ones_own_begins_at_any_position(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe", moves=BEGINNING)
    page = at_turn(sit, f"{table.urls[1]},{site.key}")
    assert page.url == table.urls[1]
    page.locator("#log button").first.click()
    page.locator("body.past").wait_for()
    page.locator("#fork").click()
    own = sit(str(page.get_by_role("link", name="Open your table").get_attribute("href")))
    own.locator("#turn.mine").wait_for()

    assert own.locator("g.spot[aria-label*='free']").count() == 8
    play_a_move(own, "tic_tac_toe", "place c3")
    own.locator("#turn.mine").wait_for()


MOTIONS = [
    pytest.param("no-preference", True, id="pieces glide"),
    pytest.param("reduce", False, id="less motion is asked for"),
]


@pytest.mark.parametrize(("wish", "glides"), MOTIONS)
def test_pieces_glide_from_where_they_were(
    site: Site, sit: Sit, wish: str, *, glides: bool
) -> None:
    """So does the tile that came from the display to the hand, where it has another key."""
    table = site.lay_late("maori/front-2.jsonl", 25)
    page = sit("about:blank", reduced_motion=wish)
    page.add_init_script(
        "Element.prototype.animate = function (steps) {"
        "  if (steps[0].transform) (window.glided ??= []).push(this.dataset.key);"
        "};"
    )
    page.goto(table.urls[table.match.awaited.seats[0]])
    page.locator("#turn.mine").wait_for()
    page.locator("#earlier").click()
    page.locator("body.past").wait_for()
    for _ in range(3):
        before = position(page)
        page.locator("#earlier").click()
        page.locator(f"body:not([data-position='{before}'])").wait_for()

    glided = set(page.evaluate("window.glided ?? []"))
    assert ({"ship", "a4 right-hut"} <= glided) == bool(glided) == glides
