"""The page of a game from a link: the table of every game, and a frame that belongs to no site.

The frame has a policy that lets it, and the worker that it starts, connect to nothing. It inherits
the policy of the page too, so that the page allows what the frame may run.
"""

from base64 import b64encode
from hashlib import sha256
from html import escape

from parlour_web.page_files import PageFiles

WAY = "stranger"
"""The name of the script that reaches such a game."""
FILE = "game.html"
"""The name of the page."""
APART = (
    "default-src 'none'; script-src '{script}' blob: 'wasm-unsafe-eval'; worker-src blob:; "
    "form-action 'none'; base-uri 'none'; require-trusted-types-for 'script'; "
    "trusted-types parlour-apart"
)
"""The rights of the frame and of its worker: to run what the page hands over, and no more."""


def stranger_page(pages: PageFiles, policy: str, script: str) -> str:
    """Return the page; ``policy`` is that of all pages, and ``script`` the text of the frame's."""
    digest = f"sha256-{b64encode(sha256(script.encode()).digest()).decode()}"
    frame = (
        '<!doctype html><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{APART.format(script=digest)}">'
        f"<script>{script}</script>"
    )
    shown = f'<iframe id="apart" sandbox="allow-scripts" srcdoc="{escape(frame)}" hidden></iframe>'
    wider = (
        policy.replace("script-src", f"script-src '{digest}' blob: 'wasm-unsafe-eval'")
        .replace("worker-src", "worker-src blob:")
        .replace("parlour-worker", "parlour-apart")
    )
    page = pages.text(
        "table.html", name="", face=None, notices=(), push="", games=(), is_open=False
    )
    page = page.replace(escape(policy), escape(wider), 1)
    return page.replace("</body>", f"{shown}\n</body>", 1)
