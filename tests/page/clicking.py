"""Playing a match by clicks to its end: a step looks at the page of a browser, and clicks once."""

STEP = """() => {
    const at = selector => document.querySelector(selector);
    const all = selector => [...document.querySelectorAll(selector)];
    const curtain = at("#curtain[open] #curtain-open"), act = at("#act");
    if (!act || !document.body.dataset.position && !curtain) return "";
    if (at("#act .result")) return at("#act .result").textContent;
    const live = all("#panels g.spot.live, #choices g.spot.live, "
        + "#act .thing:enabled:not(.quiet, [data-id=drop])");
    const state = [document.body.dataset.position, at("#turn").textContent, act.innerHTML,
        at("#bar").innerHTML, Boolean(curtain), ...live.map(one => one.dataset.id)].join("|");
    if (act.getAttribute("aria-busy") === "true" || state === window.lastClicked) return "";
    const press = thing => {
        if (!thing) return false;
        window.lastClicked = state;
        window.clicks = (window.clicks ?? 0) + 1;
        thing.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        return true;
    };
    if (press(curtain) || press(at("#bar [data-id=pass], #bar [data-id=yes]"))) return "";
    if (!at("#turn.mine")) return "";
    if (press(at("#bar [data-id=play]") ?? at("#plan-list button"))) return "";
    const one = live[Math.floor(Math.random() * live.length)] ?? at("#act .quiet:enabled");
    if (one?.tagName !== "SELECT") return press(one), "";
    window.lastClicked = state;
    one.selectedIndex = 1;
    one.dispatchEvent(new Event("change", { bubbles: true }));
    return "";
}"""
"""Clicks on what a person may click next, unless the page still works on the last click; returns
the result once the match is over."""

CLICKS = "() => window.clicks"
"""Returns the number of clicks on this page."""
