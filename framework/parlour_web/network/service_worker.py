"""The worker that a browser keeps for the pages: it shows a page of its own without a server."""

import json
from importlib.resources import files

from parlour.words import say
from parlour_web.network.server import policy_of
from parlour_web.page_files import PageFiles

PATH = "/service_worker.js"
"""The path of the worker; it answers for all pages, since it lies above them."""


def worker_script(pages: PageFiles) -> str:
    """Return the worker, which says all in the language that is spoken.

    A browser asks for it again with each page, and takes it if a byte differs.
    """
    page = pages.text("offline.html")
    said = {
        "page": page,
        "policy": policy_of(page),
        "turn": say("js.your_turn"),
        "icon": f"{pages.static}/icon.svg",
    }
    script = (files("parlour_web") / "static" / "service_worker.js").read_text(encoding="utf-8")
    return f"self.SAID = {json.dumps(said)};\n{script}"
