"""What stands around the table: plans, answers in words, what to do, and the points of all."""

import pytest

from tests.page.conftest import WIDE, Sit
from tests.page.playing import at_turn, enter, position
from tests.web.tables import Site

MOVED = "body:not([data-position='{}'])"
"""A page that shows another position."""
TYPED_THEN_POINTED = """async () => {
  const typed = document.querySelector("#typed");
  typed.value = "rules";
  typed.dispatchEvent(new Event("input", { bubbles: true }));
  const plan = document.querySelector("[data-plan='plan 1']");
  plan.dispatchEvent(new PointerEvent("pointermove", { bubbles: true }));
  // This timer is as long as the one that reads the line, and so ends after it.
  await new Promise((done) => setTimeout(done, 80));
}"""


def test_a_plan_is_shown_by_a_click_and_played_by_another(site: Site, sit: Sit) -> None:
    table = site.lay_late("giants/three-seats.jsonl", 35)
    match, before = table.match, len(table.moves)
    seat = match.awaited.seats[0]
    plan = match.game.rules.plans(match.view(seat))[0]
    page = at_turn(sit, table.urls[seat])
    here = position(page)
    page.locator("[data-plan='plan 1']").click()
    page.mouse.move(0, 0)
    page.locator("#panels g.spot.ghost").first.wait_for()
    assert len(table.moves) == before
    page.locator("[data-id=play]").click()
    page.locator(MOVED.format(here)).wait_for()

    written = [match.game.write_move(move) for move in plan.moves]
    assert len(written) >= 4
    assert table.moves[before : before + len(written)] == written


CUT_OFF = """() => [...document.querySelectorAll("input[placeholder]")].filter(box => {
    const style = getComputedStyle(box), pen = document.createElement("canvas").getContext("2d");
    pen.font = style.font;
    const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return room > 0 && pen.measureText(box.placeholder).width > room;
}).map(box => box.placeholder)"""
"""Words of fields that are wider than their fields."""


@pytest.mark.parametrize(
    ("locale", "begin"),
    [("de-DE", "Bewege ein Stück: "), ("it-IT", "Muovi un pezzo: "), ("en-GB", "Move a moai ")],
)
def test_a_table_speaks_the_language_of_its_page(
    site: Site, sit: Sit, locale: str, begin: str
) -> None:
    table = site.lay_late("giants/three-seats.jsonl", 35)
    page = sit(table.urls[table.match.awaited.seats[0]], locale=locale)
    page.locator("[data-plan='plan 1']").wait_for()

    assert page.locator("html").get_attribute("lang") == locale[:2]
    assert page.locator("#prompt").inner_text().startswith(begin)
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT_OFF) == [], width


def test_a_plan_that_is_pointed_at_is_shown(site: Site, sit: Sit) -> None:
    """A tile lies as a ghost on its cell before it is laid, though a tile is drawn then."""
    table = site.lay_late("maori/expert-atoll-3.jsonl", 13)
    match, before = table.match, len(table.moves)
    page = at_turn(sit, table.urls[match.awaited.seats[0]])
    page.locator("[data-plan='plan 1']").hover()
    page.locator("#panels g.spot.ghost").first.wait_for()

    assert "before chance decides" in page.locator("#act").inner_text()
    page.locator("#turn").hover()
    page.locator("#panels:not(:has(g.spot.ghost))").wait_for()
    assert len(table.moves) == before


def test_a_plan_that_appears_under_a_mouse_at_rest_is_not_shown(site: Site, sit: Sit) -> None:
    """A browser says then that the mouse is over it, and not that it has moved."""
    table = site.lay_late("maori/expert-atoll-3.jsonl", 13)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    asked, plan = page.locator("#prompt").inner_text(), page.locator("[data-plan='plan 1']")
    for kind in ("pointerover", "pointerenter", "mouseover", "mouseenter"):
        plan.dispatch_event(kind)
    enter(page, "rules 3")
    page.locator("#act h3").wait_for()  # a preview would have come before

    assert page.locator("#panels g.spot.ghost").count() == 0
    assert page.locator("#prompt").inner_text() == asked
    plan.hover()
    page.locator("#panels g.spot.ghost").first.wait_for()


def test_a_plan_that_is_pointed_at_while_a_line_is_read_is_shown(site: Site, sit: Sit) -> None:
    """A line is read some time after its last letter, and the mouse may be over a plan by then."""
    table = site.lay_late("maori/expert-atoll-3.jsonl", 13)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    page.evaluate(TYPED_THEN_POINTED)

    page.locator("#panels g.spot.ghost").first.wait_for()


def test_a_hint_points_at_places_of_the_table(site: Site, sit: Sit) -> None:
    table = site.lay_late("maori/expert-atoll-3.jsonl", 13)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    enter(page, "hint 1")
    page.locator("#panels g.spot.pointed").first.wait_for()

    assert "'plan 1' plays: lay " in page.locator("#act").inner_text()


def test_to_pass_with_a_plan_is_asked_for_once(site: Site, sit: Sit) -> None:
    table = site.lay_late("giants/three-seats.jsonl", 35)
    seat, before = table.match.awaited.seats[0], len(table.moves)
    page = at_turn(sit, table.urls[seat])
    enter(page, "pass")
    page.locator(".question").wait_for()

    assert " gives up: " in page.locator(".question").inner_text()
    here = position(page)
    enter(page, "pass")
    page.locator(MOVED.format(here)).wait_for()
    assert table.moves[before] == "pass"


# The bar: a second click, a second yes, and the way back


TWICE = """([first, second]) => {
    const sent = [], send = WebSocket.prototype.send;
    WebSocket.prototype.send = text => sent.push(JSON.parse(text));
    const press = (id, since) => {
        const thing = document.querySelector(id), {left, top} = thing.getBoundingClientRect();
        const event = new MouseEvent("click",
            {bubbles: true, detail: 1, clientX: left + 3, clientY: top + 3});
        Object.defineProperty(event, "timeStamp", {value: since});
        thing.dispatchEvent(event);
    };
    press("[data-id=play]", first);
    press("[data-id=play]", second);
    WebSocket.prototype.send = send;
    return sent.filter(one => one.type === "enter").length;
}"""
"""Clicks twice on the same place, at two times, and returns how many lines the page has sent."""


@pytest.mark.parametrize(("later", "lines"), [(399, 1), (400, 2)])
def test_a_second_click_on_the_place_of_play_means_nothing_at_first(
    site: Site, sit: Sit, later: int, lines: int
) -> None:
    page = at_turn(sit, site.lay("tic_tac_toe").urls[0])
    page.locator(".live").first.click()
    page.locator("[data-id=play]").wait_for()

    assert page.evaluate(TWICE, [90_000, 90_000 + later]) == lines


YES_TWICE = """() => {
    const sent = [], send = WebSocket.prototype.send, yes = document.querySelector("[data-id=yes]");
    WebSocket.prototype.send = text => sent.push(JSON.parse(text));
    yes.click();
    yes.click();
    document.querySelector("[data-id=yes]")?.click();
    WebSocket.prototype.send = send;
    return sent.filter(one => one.type === "enter").map(one => one.text);
}"""
"""Says yes more than once, before an answer can come; returns the lines that the page has sent."""


def test_yes_twice_types_nothing_ahead(site: Site, sit: Sit) -> None:
    table = site.lay_late("giants/three-seats.jsonl", 35)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    enter(page, "pass")
    page.locator("[data-id=yes]").wait_for()

    assert page.evaluate(YES_TWICE) == ["yes"]
    assert page.locator("[data-id=yes]").count() == 0


def test_a_page_that_looks_back_says_whose_turn_it_is_and_leads_back(site: Site, sit: Sit) -> None:
    page = at_turn(sit, site.lay("tic_tac_toe", moves=("place b2", "place a1")).urls[0])
    page.locator("#earlier").click()
    page.locator("body.past").wait_for()

    assert page.locator("#prompt").inner_text() == "Your turn"
    assert page.locator("#bar button").all_inner_texts() == ["Back to now"]
    page.locator("#bar button").click()
    page.locator("#turn.mine").wait_for()


# Words on a page: rules that are typed are drawn, and a right click names what is there


def test_typed_rules_are_drawn_and_a_right_click_names_a_place(site: Site, sit: Sit) -> None:
    page = sit(site.lay("maori").urls[0])
    position(page)
    enter(page, "rules 3")
    page.locator("#act h3", has_text="3 The ship").wait_for()

    assert page.locator("#act b", has_text="3.1").count() == 1
    assert "**" not in page.locator("#act").inner_text()
    spot = page.locator("#panels g.spot[aria-label='a1, free']").first
    spot.click(button="right", force=True)
    words, link = page.locator("#whatis").inner_text(), page.locator("#whatis a")
    assert words == f"{spot.get_attribute('aria-label')} {link.inner_text()}"
    assert link.inner_text() == "Rule 4.4"
    assert str(link.get_attribute("href")).endswith("/games/maori/rules#r4.4")
    page.keyboard.press("Shift")
    assert page.locator("#whatis").is_hidden()
    page.locator("[data-name=board] [data-key$='boats printed']").click(button="right", force=True)
    assert link.inner_text() == "Rule 3.3"  # that of all boats, and not of all boards


# The sentence above the table, and the points of all, which stay in sight


SIZES = WIDE, {"width": 390, "height": 844}

STEPS = [
    # kept match; moves that are left; the sentence; a place to click on, or a line; what it says
    pytest.param(
        ("maori/expert-atoll-3.jsonl", 200),
        "Lay the vertical middle piece: choose a cell, store it, or step with the pawn.",
        ("cell=a1", "Lay the vertical middle piece on a1: choose how to rotate it."), id="maori",
        marks=pytest.mark.matrix,
    ),
    pytest.param(
        ("rapa_nui/two-seats.jsonl", 35), "Your moais are scored: take 1 wood or 1 fame.",
        ("form=take fame", "= take fame: 1 point; 1 fame, you have "), id="rapa nui",
        marks=pytest.mark.matrix,
    ),
    pytest.param(
        ("giants/three-seats.jsonl", 63),
        "Choose who carries the size-2 moai into d10: one of these chiefs.",
        ("to d10 with b", "= to d10 with blue-chief: Player 1 gains 2 points"), id="giants, typed",
    ),
    pytest.param(
        ("giants/three-seats.jsonl", 50),
        "Place a figure: choose it and its hex, or buy half a tablet, or pass.",
        ("gain=worker", "Place a figure on e2: choose which."), id="giants, too many to be sent",
    ),
]  # fmt: skip

CLICK = """address => [...document.querySelectorAll("[data-at]")]
    .find(one => JSON.parse(one.dataset.at).includes(address))
    .dispatchEvent(new MouseEvent("click", {bubbles: true}))"""
SAYS = "text => document.querySelector('#prompt').textContent.startsWith(text)"


@pytest.mark.parametrize(("at", "asked", "way"), STEPS)
def test_one_sentence_says_what_to_choose_next(
    site: Site, sit: Sit, at: tuple[str, int], asked: str, way: tuple[str, str]
) -> None:
    table, (chosen, then) = site.lay_late(*at), way
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    assert page.locator("#prompt").text_content() == asked

    if "=" in chosen:
        page.locator(f"[data-at*='{chosen}'].live").first.wait_for()
        page.evaluate(CLICK, chosen)
    else:
        page.fill("#typed", chosen)
    page.wait_for_function(SAYS, arg=then)


def test_points_and_the_sentence_stay_in_sight(site: Site, sit: Sit) -> None:
    table = site.lay_late("giants/five-seats-italian.jsonl", 40)
    page = at_turn(sit, table.urls[table.match.awaited.seats[0]])
    for size in SIZES:
        page.set_viewport_size(size)
        page.locator("#more").evaluate("one => one.scrollIntoView()")
        boxes = [one.bounding_box() for one in page.locator("#seats b, #prompt").all()]

        assert len(boxes) == 6
        for box in boxes:
            assert 0 <= box["x"] <= box["x"] + box["width"] <= size["width"]
            assert 0 <= box["y"] <= box["y"] + box["height"] <= size["height"]
