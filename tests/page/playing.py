"""Playing at a page as a person does: by clicks on what is live, or by keys."""

import json
from typing import Any

from parlour.table.selection import Selection
from tests.page.conftest import Sit
from tests.web.tables import GAMES, Table

LIVE = "g.spot.live, #act .thing:enabled"
"""Everything that can be chosen."""
PLAY = "[data-id=play]"
MAX_PARTS = 12
"""Maximum number of parts of a move that are chosen before it can be played."""
OFFERED = """things => things.map((thing, place) => {
    const own = thing.getBoundingClientRect();
    const x = own.left + own.width / 2, y = own.top + own.height / 2;
    return {
        at: JSON.parse(thing.dataset.at ?? "[]").concat(thing.dataset.id),
        stands: thing.closest("[role=group]")?.querySelector("output")?.textContent ?? null,
        values: thing.tagName === "SELECT" ? [...thing.options].map(one => one.value) : [],
        covered: things.slice(place + 1).map(one => one.getBoundingClientRect()).some(
            one => one.left < x && x < one.right && one.top < y && y < one.bottom),
    };
})"""
"""Returns the addresses of each thing, and whether a later one lies over its middle."""
CHOICES = """() => ["#act", "#bar"].map(
    one => document.querySelector(one).innerHTML).join() + [
    ...document.querySelectorAll("g.chosen, g.live")
].map(one => one.getAttribute("class") + one.dataset.id).join()"""
"""Returns a text that changes with what is chosen and what can be chosen."""


def at_turn(sit: Sit, url: str, **given: Any) -> Any:
    """Return a page once it is its turn."""
    page = sit(url, **given)
    page.locator("#turn.mine").wait_for()
    return page


def position(page: Any) -> str:
    """Return the position that a page shows, once it shows one."""
    page.locator("body[data-position]").wait_for()
    return str(page.locator("body").get_attribute("data-position"))


def enter(page: Any, line: str) -> None:
    """Type a line and press Enter."""
    page.locator("#typed").fill(line)
    page.locator("#typed").press("Enter")


def addresses_of(game: str, text: str) -> frozenset[str]:
    """Return the addresses of a move, and that of a button for it."""
    notation = GAMES.game(game).move_notation
    (choice,) = Selection.among(notation, [notation.read(text)]).choices
    return choice.addresses | {f"move={text}"}


def choose_a_move(page: Any, game: str, text: str) -> None:
    """Click on parts of a move, one after another, until the page offers to play it."""
    wanted = addresses_of(game, text)
    fields = dict(address.split("=", 1) for address in wanted)
    for _ in range(MAX_PARTS):
        play = page.locator(f"{PLAY} b")
        if play.count() and play.inner_text() == text:
            return
        page.locator("#act:not([aria-busy=true])").wait_for(state="attached")
        before = page.evaluate(CHOICES)
        things = page.locator(LIVE).evaluate_all(OFFERED)
        # A figure stands for all crews that it is in; the place of one crew comes first.
        for thing in sorted(things, key=lambda thing: not wanted.issuperset(thing["at"][:-1])):
            chosen = page.locator(f"[data-id={json.dumps(thing['at'][-1])}]").first
            name = thing["at"][-1].split(" ")[-1]
            steps = thing["at"][-1].startswith("more ") and thing["stands"] != fields.get(name)
            if fields.get(name) in thing["values"]:
                chosen.select_option(fields[name])
                break
            if steps or (wanted & set(thing["at"]) and not thing["covered"]):
                chosen.click()
                break
        # The browser may return from a click before the page has shown its effect.
        page.wait_for_function(f"before => ({CHOICES})() !== before", arg=before)
    raise AssertionError(f"no '{text}' came of clicks: {page.locator('#act').inner_text()}")


def play_a_move(page: Any, game: str, text: str) -> None:
    """Choose a move by clicks and play it; wait until the page shows what came of it."""
    before = position(page)
    choose_a_move(page, game, text)
    page.locator(PLAY).click()
    confirm(page, before)


def confirm(page: Any, before: str) -> None:
    """Wait until a page shows another position than ``before``; a question is answered."""
    later = page.locator(f"body:not([data-position='{before}'])")
    later.or_(page.locator(".question")).first.wait_for()
    if page.locator(".question").count():
        page.get_by_role("button", name="Yes").click()
        later.wait_for()


def play_moves(pages: list[Any], table: Table, moves: list[tuple[int, str]]) -> None:
    """Play moves, each at the page of its seat."""
    game = table.record.header.game
    for seat, text in moves:
        pages[seat].locator("#turn.mine").wait_for()
        play_a_move(pages[seat], game, text)


def is_decided(page: Any) -> bool:
    """Return whether a page offers a move to play."""
    return bool(page.locator(PLAY).count())
