"""Answers that come late: after a newer one, or after what was asked for is no longer wanted."""

import json
import re
from typing import Any

from tests.page.conftest import Sit
from tests.page.playing import enter, position
from tests.web.served import kind_of, unpacked
from tests.web.tables import Site


class Line:
    """A line from the server to a page, which holds one answer of a kind."""

    def __init__(self, page: Any, kind: str, first: int) -> None:
        self.kind = kind
        self.passing = first - 1
        self.held: list[bytes] = []
        page.route_web_socket(re.compile("/socket$"), self.connect)

    def connect(self, socket: Any) -> None:
        """Pass on all messages but the one that is held."""
        self.socket, server = socket, socket.connect_to_server()
        server.on_message(self.take)

    def take(self, message: bytes) -> None:
        """Hold a message, or pass it on."""
        sent = json.loads(unpacked(message))
        parts = {**sent, **sent.get("parts", {})}
        is_kind = kind_of({"shows": "now", **parts}) == self.kind
        self.passing -= is_kind
        if is_kind and self.passing == -1:
            self.held.append(message)
        else:
            self.socket.send(message)

    def wait(self, page: Any) -> None:
        """Wait until a message is held."""
        while not self.held:
            page.evaluate("0")

    def release(self, page: Any) -> None:
        """Send the page what was held, and wait until it is taken."""
        self.socket.send(self.held.pop())
        enter(page, "rules 3")
        page.locator("#act h3, #said h3").first.wait_for()


def opened(sit: Sit, url: str, kind: str, first: int = 1) -> tuple[Any, Line]:
    """Return a page at its turn, and a line that holds an answer of a kind, such as the first."""
    page = sit("about:blank")
    line = Line(page, kind, first)
    page.goto(url)
    page.locator("#turn.mine").wait_for()
    return page, line


def berth(page: Any, number: int) -> Any:
    return page.locator(f"g.spot[data-at='[\"berth={number}\"]']")


def test_a_late_preview_is_not_shown(site: Site, sit: Sit) -> None:
    table = site.lay("maori")
    page, line = opened(sit, table.urls[table.match.awaited.seats[0]], "preview")
    berth(page, 3).click()
    line.wait(page)
    berth(page, 4).click()
    ship = page.locator("g.ghost[aria-label='the ship, at place 4']")
    ship.wait_for()
    said = page.locator("#prompt").inner_text()
    line.release(page)

    assert ship.count() == 1
    assert page.locator("#prompt").inner_text() == said


def test_late_moves_are_not_offered(site: Site, sit: Sit) -> None:
    """Of many moves only those are sent that have what is chosen."""
    table = site.lay_late("giants/three-seats.jsonl", 50)
    page, line = opened(sit, table.urls[table.match.awaited.seats[0]], "moves", first=2)
    worker = page.locator("[data-at*='figure=worker'].live")
    worker.click()
    line.wait(page)
    page.keyboard.press("Escape")
    worker.wait_for()
    live = page.locator("g.live").count()
    line.release(page)

    assert page.locator("g.live").count() == live
    assert page.locator("g.chosen").count() == 0


def test_a_late_look_back_does_not_leave_the_present(site: Site, sit: Sit) -> None:
    table = site.lay_late("rapa_nui/two-seats.jsonl", 35)
    page, line = opened(sit, table.urls[table.match.awaited.seats[0]], "past")
    now = position(page)
    page.keyboard.press("ArrowLeft")
    line.wait(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    line.release(page)

    assert position(page) == now
    assert page.locator("body.past").count() == 0
    page.locator("#earlier").click()
    page.locator("body.past").wait_for()


def test_an_error_on_the_page_loses_no_later_view(site: Site, sit: Sit) -> None:
    table = site.lay("tic_tac_toe")
    page = sit("about:blank")
    page.goto(table.urls[0])
    other = sit(table.urls[1])
    other.locator("#turn:not(.mine)").wait_for()
    page.locator("#turn.mine").wait_for()
    page.evaluate("""() => {
        window.faults = [];
        addEventListener("error", (event) => window.faults.push(event.error.message));
        const replace = Element.prototype.replaceChildren;
        Element.prototype.replaceChildren = function () {
            Element.prototype.replaceChildren = replace;
            throw new Error("once");
        };
    }""")
    for one, text in ((page, "place a1"), (other, "place b1")):
        one.locator("#turn.mine").wait_for()
        enter(one, text)
    other.locator("#turn:not(.mine)").wait_for()
    page.locator("#log li", has_text="b1").wait_for()

    assert page.evaluate("window.faults") == ["once"]
