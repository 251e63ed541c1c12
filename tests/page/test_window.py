"""The table in one window: something to choose lies in sight, and no panel lies over another."""

from typing import Any

import pytest

from parlour.match.record import read
from tests.page.conftest import PHONE as ON_PHONE
from tests.page.conftest import Sit
from tests.page.playing import at_turn, position
from tests.web.tables import KEPT, Site

LARGE, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
LAPTOP, WIDEST = {"width": 1366, "height": 682}, {"width": 1920, "height": 1080}
SEEN = """() => {
    const boxes = [...document.querySelectorAll("#panels .panel, .right")]
        .map(one => one.getBoundingClientRect());
    const meets = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const isSeen = thing => {
        const {left, right, top, bottom} = thing.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return Boolean(hit?.closest(".live, .thing"));
    };
    const seen = [...document.querySelectorAll("g.live, #act .thing:enabled")].map(isSeen);
    return {
        seen: seen.filter(Boolean).length,
        hidden: [...document.querySelectorAll("#panels g.live")].filter(one => !isSeen(one)).length,
        over: boxes.filter((one, place) => boxes.slice(place + 1).some(two => meets(one, two)))
            .length,
        tiny: [...document.querySelectorAll("#panels [data-role=side]:not(.folded) svg")]
            .filter(one => one.clientWidth < 0.74 * one.viewBox.baseVal.width).length,
        thin: [...document.querySelectorAll("[data-role=scene] [data-key]:not([data-key^=trail])")]
            .filter(one => one.getBoundingClientRect().width < 20).length,
        small: [...document.querySelectorAll("#panels .panel:not(.folded) svg text")].filter(one =>
            innerWidth >= 900 && one.textContent.trim() && one.getBoundingClientRect().width
            && parseFloat(one.getAttribute("font-size")) * one.getScreenCTM().a < 8.99).map(one =>
            one.textContent),
        cut: (prompt => Math.max(prompt.scrollHeight - prompt.clientHeight - 2, 0))(
            document.querySelector("#prompt")),
        scrolls: [document.documentElement.scrollWidth - innerWidth,
                  document.documentElement.scrollHeight - innerHeight],
        scene: [...document.querySelectorAll("#panels [data-role=scene]")].map(one =>
            [one.dataset.name, one.style.left, one.style.top, one.style.width].join()).sort(),
    };
}"""
"""Returns how many things to choose one can press without scrolling, how many places of the table
one cannot, how many panels lie over another, how many cards are too small to read, how many pieces
of the scene are less than 20 pixels wide, which letters of a large window are less than nine pixels
high, how much of the sentence that says what to do is cut off, and how far the page scrolls."""

SAMPLE = [
    # kept match; numbers of moves that are left
    pytest.param("giants/five-seats-italian.jsonl", (60, 40, 14), id="giants"),
    pytest.param("giants/four-seats-former-italian-edition.jsonl", (69,), id="seven on a hex"),
]
WHOLE = [
    pytest.param(f"{game}/{record}.jsonl", None, id=f"{game} {record}", marks=pytest.mark.matrix)
    for game, record in (
        ("maori", "expert-atoll-3"), ("maori", "front-2"), ("rapa_nui", "four-seats"),
        ("rapa_nui", "two-seats"), ("giants", "three-seats"), ("giants", "five-seats-italian"),
        ("giants", "four-seats-italian-edition"),
    )
]  # fmt: skip


def wait_for_choices(page: Any) -> None:
    """Wait for the turn, and for what can be chosen: of many moves that is asked for apart."""
    page.locator("#turn.mine").wait_for()
    page.locator("g.live, #act .thing:enabled").first.wait_for(state="attached")


def check_window(page: Any, number: int) -> tuple[str, ...]:
    """Check a page in a large window; return where its scenes are. An error names ``number``."""
    wait_for_choices(page)
    large = page.evaluate(SEEN)

    assert large["seen"], number
    assert (large["hidden"], large["over"], large["scrolls"]) == (0, 0, [0, 0]), number
    assert (large["tiny"], large["thin"], large["small"], large["cut"]) == (0, 0, [], 0), number
    return tuple(large["scene"])


BIDS = """() => [...document.querySelectorAll("#choices g.live")].filter(bid => {
    const {left, right, top, bottom} = bid.getBoundingClientRect();
    return !document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest(".live");
}).map(bid => bid.dataset.id)"""
"""Returns the parts of a bid that one cannot press without scrolling."""


def test_a_bid_of_giants_fits_in_the_window_of_a_small_laptop(site: Site, sit: Sit) -> None:
    table = site.lay_late("giants/three-seats.jsonl", 80)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]], viewport=LAPTOP)
    wait_for_choices(page)

    assert page.locator("#choices g.live").count() > 5
    assert page.evaluate(BIDS) == []


@pytest.mark.parametrize(("record", "left"), [*SAMPLE, *WHOLE])
def test_something_to_choose_lies_in_the_first_window(
    site: Site, sit: Sit, record: str, left: tuple[int, ...] | None
) -> None:
    page, scenes = sit("about:blank", viewport=LARGE), set()
    moves = sum(line.move is not None for line in read(KEPT / record).lines)
    for number in left or range(1, moves, 17):
        table = site.lay_late(record, number)
        page.goto(table.urls[table.match.awaited.seats[0]])
        scenes.add(check_window(page, number))
    assert len(scenes) == 1


PLAYED = """async ([steps, seed]) => {
    const all = selector => [...document.querySelectorAll(selector)];
    const at = selector => document.querySelector(selector);
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const frame = () => new Promise(done => requestAnimationFrame(done));
    const isSeen = thing => {
        const {left, right, top, bottom} = thing.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return Boolean(hit?.closest(".live, .thing"));
    };
    const living = () => all("#choices g.live, #panels g.live, "
        + "#act .thing:enabled:not(.quiet, [data-id=drop], [data-id=rematch])");
    const broken = () => {
        const live = living(), play = at("#bar .play"), prompt = at("#prompt");
        return [
            play && !isSeen(play) && "no Play",
            live.length && !live.some(isSeen) && "nothing to choose",
            prompt.scrollHeight > prompt.clientHeight + 2 && "the sentence is cut off",
            document.documentElement.scrollWidth > innerWidth && "it scrolls aside",
        ].filter(Boolean);
    };
    const faults = [], places = new Set();
    let last = "";
    for (let step = 0; step < steps && !at(".result");) {
        await frame();
        const live = living(), play = at("#bar .play");
        const chosen = all(".chosen").map(one => one.dataset.id);
        const state = [document.body.dataset.position, at("#bar").innerText, chosen, live.length]
            .join("|");
        const isBusy = !at("#turn.mine") || at("#act[aria-busy=true]") || state === last;
        if (isBusy || !(live.length || play)) continue;
        for (let waited = 0; broken().length && waited < 100; waited += 1) await frame();
        if (![...live, play ?? at("#bar")].every(one => one.isConnected)) continue;
        faults.push(...broken().map(one => [one, at("#prompt").textContent, state].join(": ")));
        if (play) places.add(play.getBoundingClientRect().left);
        [last, step] = [state, step + 1];
        at(".scroll").scrollTop = random() < 0.5 ? 0 : 1e6;
        const isPlayed = play && (!live.length || random() < 0.5);
        const thing = isPlayed ? play : live[Math.floor(random() * live.length)];
        if (thing.tagName === "SELECT") thing.selectedIndex = 1;
        const kind = thing.tagName === "SELECT" ? "change" : "click";
        thing.dispatchEvent(new MouseEvent(kind, {bubbles: true, cancelable: true}));
    }
    return [faults, [...places]];
}"""
"""Plays by clicks on what can be chosen, some of them at random, from any end of the page; returns
what was wrong at a half-made move, and at which places the button that plays has stood."""


@pytest.mark.parametrize("game", ["giants", "maori", "rapa_nui"])
def test_while_one_plays_a_button_and_something_to_choose_are_in_sight(
    site: Site, sit: Sit, game: str
) -> None:
    """At each half-made move of a match that is played, and the page is never loaded again."""
    page = sit(site.lay(game, ("human", "uniform", "uniform")).urls[0], viewport=PHONE)
    for size, clicks in ((PHONE, 12), (LARGE, 4), (WIDEST, 4)):
        page.set_viewport_size(size)
        page.wait_for_function("width => innerWidth === width", arg=size["width"])
        faults, places = page.evaluate(PLAYED, [clicks, 7])

        assert faults == []
        assert len(places) <= 1, places


@pytest.mark.parametrize(
    ("record", "left", "buttons"),
    [
        pytest.param("five-seats-italian", 1, [], id="few moves"),
        pytest.param("three-seats", 50, ["buy half a tablet", "pass"], id="too many to be sent"),
    ],
)
def test_offers_wait_behind_one_button(
    site: Site, sit: Sit, record: str, left: int, buttons: list[str]
) -> None:
    """To look under a base can be done at any time; it is not what the decision asks for."""
    table = site.lay_late(f"giants/{record}.jsonl", left)
    match = table.match
    seat = match.awaited.seats[0]
    page = at_turn(sit, table.urls[seat])
    page.locator("#act .quiet").wait_for()
    offered = page.locator("#act .quiet").inner_text()
    assert offered == ("peek …" if buttons else "peek …\n2 moves"), "no note of one move alone"
    names = [match.game.write_move(move).removeprefix("peek ") for move in match.offers(seat)]
    bases = page.locator(", ".join(f"g.live[data-key='{name}']" for name in names))
    assert bases.count() == 0
    forms = page.locator("#act .thing:not(.quiet)")
    assert not buttons or forms.all_inner_texts() == buttons
    page.locator("#act .quiet").click()
    bases.first.wait_for()

    assert bases.count() == len(names) > 0


def test_the_score_sheet_of_five_seats_fits_beside_the_table(site: Site, sit: Sit) -> None:
    table = site.lay_late("giants/five-seats-italian.jsonl", 14)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]], viewport=LARGE)
    page.get_by_text("Score", exact=True).click()
    page.locator("#score td").first.wait_for()

    assert page.evaluate(OVER) <= 0
    strip, total = page.evaluate(POINTS)
    assert strip == total != []
    page.locator("#earlier").click(click_count=3)
    page.locator("body.past").wait_for()
    earlier, then = page.evaluate(POINTS)
    assert earlier == then


POINTS = """() => ["#seats b", "#score .total td"].map(
    which => [...document.querySelectorAll(which)].map(one => one.textContent))"""
"""Returns the points beside the names of the seats, and the sums of the score sheet."""


OVER = """(score => score.scrollWidth - score.parentElement.clientWidth)(
    document.querySelector("#score"))"""
"""Returns how many pixels the score sheet is wider than its room."""


def test_a_panel_grows_when_its_heading_is_clicked(site: Site, sit: Sit) -> None:
    page = sit(site.lay("maori", ("human",) * 3).urls[0], viewport=LARGE)
    position(page)
    card = page.locator("[data-name=board2]")
    before = card.bounding_box()["width"]
    card.locator("summary").click()
    page.wait_for_function(GROWN, arg=1.15 * before)
    card.locator("summary").click()
    page.wait_for_function(f"width => !({GROWN})(width)", arg=1.15 * before)


GROWN = "width => document.querySelector('[data-name=board2]').clientWidth > width"


BOARD = """() => {
    const pane = document.querySelector("[data-role=scene] .pane"), svg = pane.firstElementChild;
    const {left, top, width} = svg.getBoundingClientRect(), {x, y} = pane.getBoundingClientRect();
    return [width / pane.clientWidth, (x - left) / width, (y - top) / width];
}"""
"""Returns the width of the board in widths of its frame, and how far it is moved, in its own."""

COUNT_LISTENERS = """() => {
    const add = EventTarget.prototype.addEventListener;
    window.added = 0;
    EventTarget.prototype.addEventListener = function (...given) {
        window.added += Number(Boolean(this.closest?.("#panels")));
        return add.apply(this, given);
    };
}"""


def test_a_board_is_enlarged_and_moved_and_its_places_can_be_chosen(site: Site, sit: Sit) -> None:
    """By a button, a key and the wheel; a drag chooses nothing, and the next view moves nothing."""
    table = site.lay_late("giants/three-seats.jsonl", 20)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]], viewport=LARGE)
    page.locator("g.live").first.wait_for(state="attached")
    page.evaluate(COUNT_LISTENERS)
    page.get_by_role("button", name="Larger").click()
    page.keyboard.press("+")
    hexagon = page.locator("g.live[data-key=e5]")
    box = hexagon.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_function(f"() => ({BOARD})()[0] > 2")
    then = hexagon.bounding_box()
    assert then["x"] + then["width"] / 2 == pytest.approx(middle[0], abs=3)
    assert then["width"] > 2.2 / 1.96 * box["width"]
    page.mouse.down()
    page.mouse.move(middle[0] - 40, middle[1] + 30, steps=3)
    page.mouse.up()
    moved = page.evaluate(BOARD)
    assert hexagon.bounding_box()["x"] == pytest.approx(then["x"] - 40, abs=3)
    assert page.locator("g.chosen").count() == 0
    hexagon.click()
    page.locator("[data-id=play]").click()
    page.locator("#turn:not(.mine)").wait_for()

    assert page.evaluate(BOARD) == pytest.approx(moved, abs=0.01)
    assert page.evaluate("window.added") == 0
    page.locator("[data-role=scene] .pane").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"() => ({BOARD})()[1] > {moved[1] + 0.005}")
    assert page.locator("body.past").count() == 0
    page.get_by_role("button", name="The whole board").click()
    assert page.evaluate(BOARD) == pytest.approx([1, 0, 0], abs=0.01)
    page.get_by_role("button", name="Larger").click()
    other = site.lay("giants", ("human",) * 3)
    page.goto(other.urls[0])
    page.locator("g.spot").first.wait_for(state="attached")
    assert page.evaluate(BOARD)[0] == pytest.approx(1, abs=0.01)


def test_two_fingers_enlarge_a_board(site: Site, sit: Sit) -> None:
    page = sit(site.lay("giants", ("human",) * 3).urls[0], **ON_PHONE)
    box = page.locator("[data-role=scene] .pane").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 60
    protocol = page.context.new_cdp_session(page)
    for kind, far in (("touchStart", 20), ("touchMove", 40), ("touchMove", 60), ("touchEnd", 0)):
        points = [{"x": x - far, "y": y, "id": 0}, {"x": x + far, "y": y, "id": 1}]
        sent = {"type": kind, "touchPoints": points if far else []}
        protocol.send("Input.dispatchTouchEvent", sent)

    page.wait_for_function(f"() => ({BOARD})()[0] > 2.5")
    assert page.evaluate("visualViewport.scale") == 1


def test_figures_on_a_hex_are_its_carriers(site: Site, sit: Sit) -> None:
    table = site.lay_late("giants/three-seats.jsonl", 63)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    figure: Any = page.locator("[data-name=island] g.live[data-key='blue chief']")
    figure.click()

    assert page.locator("[data-id=play] b").inner_text() == "to d10 with blue-chief"


def test_a_click_on_the_end_of_a_plan_shows_it(site: Site, sit: Sit) -> None:
    table = site.lay_late("giants/three-seats.jsonl", 35)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    end = page.locator("g.spot.end").first
    end.click()
    page.locator("#panels g.spot.ghost").first.wait_for()

    assert page.locator("[data-id=play] b").inner_text().startswith("plan ")
    page.keyboard.press("Escape")
    page.locator("#panels:not(:has(g.spot.ghost))").wait_for()
