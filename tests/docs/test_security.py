"""The page on security: every promise names tests that are there."""

import ast
import re
from pathlib import Path

import pytest

from tests.packages import FRAMEWORK, MODULES

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
PROMISES = re.findall(r"^\| (?!promise|-)(.+?) \| (.+) \|$", PAGE, re.MULTILINE)
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)))

NETWORK = {
    "socket",
    "http",
    "urllib",
    "ssl",
    "ftplib",
    "smtplib",
    "socketserver",
    "requests",
    "httpx",
    "websockets",
}
"""Modules that speak to other machines."""
ALLOWED = {
    "parlour_process/process.py": {"socket"},  # pairs of sockets
    "parlour_process/supervisor.py": {"socket"},  # likewise
    "parlour_tournament/playing/match.py": {"socket"},  # the name of this machine
    "parlour_web/network/server.py": {"socket"},  # the port of parlour serve
    "parlour_web/network/guard.py": {"urllib.parse"},  # reads addresses, and opens none
    "parlour_web/notices/deadline.py": {"socket"},  # ends what the two below begin
    "parlour_web/notices/mail.py": {"smtplib"},  # --mail-server
    "parlour_web/notices/posting.py": {
        "http.client",
        "urllib.request",
    },  # --webhook, hosts for notices
    "parlour_web/notices/push.py": {"urllib.error"},  # --push-host
}
"""Modules of that kind which a module may import nevertheless."""


@pytest.mark.parametrize(("promise", "tests"), PROMISES, ids=[text[:40] for text, _ in PROMISES])
def test_every_promise_names_a_test(promise: str, tests: str) -> None:
    assert promise.endswith(".")
    assert re.fullmatch(r"`[\w/]+\.py::test_\w+`(, `[\w/]+\.py::test_\w+`)*", tests)


@pytest.mark.parametrize(("file", "name"), NAMED, ids=[name for _, name in NAMED])
def test_every_test_that_is_named_is_there(file: str, name: str) -> None:
    source = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))

    assert name in {node.name for node in source.body if isinstance(node, ast.FunctionDef)}


def test_every_adversary_has_promises_and_limits() -> None:
    sections = {part.partition("\n")[0]: part for part in PAGE.split("\n## ")[1:]}
    against = {name for name, text in sections.items() if "| promise | test |" in text}

    assert len(PROMISES) > 20
    assert set(sections) - against == {"Reporting"}
    assert {name for name in against if "Not promised: " not in sections[name]} == {"The network"}


def test_no_module_speaks_to_the_network() -> None:
    found = set()
    for path in MODULES:
        text = path.read_text(encoding="utf-8")
        named = NETWORK.intersection(re.findall(r"\w+", text))
        for node in ast.walk(ast.parse(text)) if named else ():
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
            place = path.relative_to(FRAMEWORK).as_posix()
            allowed = ALLOWED.get(place, set())
            found |= {
                (place, name)
                for name in names
                if name.partition(".")[0] in NETWORK and name not in allowed
            }

    assert found == set()
