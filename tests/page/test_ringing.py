"""Notices while no page is open: a person asks for them at a table, and the worker shows them."""

import json
from pathlib import Path
from typing import Any

from parlour_web.notices.push import public_key, push_key
from parlour_web.options import BROWSERS
from tests.page.conftest import Sit
from tests.web.served import served
from tests.web.test_push import KEYS

ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc"
SERVICE = """keys => {
    const [p256dh, auth] = keys.split(".");
    const subscription = {toJSON: () => ({endpoint: 'ENDPOINT', keys: {p256dh, auth}}),
        unsubscribe: async () => { window.subscribed = null; }};
    PushManager.prototype.subscribe = async given =>
        window.subscribed = Object.assign(subscription, given);
    PushManager.prototype.getSubscription = async () => window.subscribed ?? null;
}""".replace("ENDPOINT", ENDPOINT)
"""The push service of a browser, which no browser of a test reaches."""
NOTIFIED = """async () => {
    const worker = await navigator.serviceWorker.ready;
    const [one] = await worker.getNotifications();
    return one && [one.title, one.body, one.tag];
}"""
PUT_AWAY = """async () => {
    const worker = await navigator.serviceWorker.ready;
    return !(await worker.getNotifications()).length;
}"""
"""Says whether no notification is shown any more."""
CLICKED = """async () => {
    const [notification] = await registration.getNotifications();
    const shown = new Promise(done => {
        Clients.prototype.openWindow = done;
        WindowClient.prototype.focus = function() { done(new URL(this.url).pathname); };
    });
    dispatchEvent(new NotificationEvent("notificationclick", {notification}));
    return shown;
}"""
"""Clicks on a notification, and returns what it shows: a script may show no window."""


def deliver(page: Any, turn: object) -> Any:
    """Have the browser bring the notice of a turn to the worker; return the notification."""
    known: list[Any] = []
    line = page.context.new_cdp_session(page)
    line.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: known.extend(told["registrations"])
    )
    line.send("ServiceWorker.enable")
    while not known:  # events come while the page is asked
        page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    origin = page.evaluate("location.origin")
    given = {"origin": origin, "registrationId": known[0]["registrationId"]}
    line.send("ServiceWorker.deliverPushMessage", {**given, "data": json.dumps(turn)})
    return page.wait_for_function(NOTIFIED).json_value()


def test_a_person_who_asks_for_it_is_notified_and_a_click_leads_to_the_seat(
    tmp_path: Path, sit: Sit
) -> None:
    key = push_key(tmp_path)
    with served(tmp_path, push=(BROWSERS,), push_key=key) as server:
        laid = server.lay("tic_tac_toe", "me", "friend")
        path, turn = f"/t/{laid.name}", {"table": laid.name, "game": "Tic-tac-toe", "name": "Ann"}
        page = sit("about:blank", permissions=["notifications"], locale="de")
        page.add_init_script(f"({SERVICE})({json.dumps(KEYS)})")
        page.goto(f"{server.base}{path}#{laid.keys[0]}")
        page.locator("[aria-controls=more]").click()
        before = page.evaluate("window.subscribed")
        page.locator("#push").check()
        page.get_by_text("Du erfährst auch ohne offene Seite").wait_for()
        given = page.evaluate("subscribed.applicationServerKey")
        saved = json.loads((tmp_path / f"{laid.name}.table.json").read_bytes())
        shown = deliver(page, turn)
        (worker,) = page.context.service_workers
        there = worker.evaluate(CLICKED)
        page.wait_for_function(PUT_AWAY)
        page.goto(f"{server.base}/")
        deliver(page, turn)
        elsewhere = worker.evaluate(CLICKED)
        page.goto(f"{server.base}{elsewhere}")
        page.locator("#turn.mine").wait_for()
        address = page.evaluate("location.pathname + location.search + location.hash")

    assert before is None
    assert given == public_key(key)
    assert saved["webhooks"] == [f"push:{ENDPOINT.removeprefix('https:')}#{KEYS}", ""]
    assert shown == ["Du bist am Zug \u2013 Tic-tac-toe", "Ann", laid.name]
    assert (there, elsewhere) == (path, f"{path}?turn")
    assert address == f"{path}#{laid.keys[0]}"


def test_a_browser_that_shows_no_notifications_says_so(tmp_path: Path, sit: Sit) -> None:
    with served(tmp_path, push=(BROWSERS,), push_key=push_key(tmp_path)) as server:
        laid = server.lay("tic_tac_toe", "me", "friend")
        page = sit(f"{server.base}/t/{laid.name}#{laid.keys[0]}")
        page.locator("[aria-controls=more]").click()
        page.locator("#push").click()
        page.locator("#push:invalid").wait_for()

        assert not page.locator("#push").is_checked()
        assert "no notifications" in page.locator("#push").evaluate("box => box.validationMessage")
