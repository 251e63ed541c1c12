"""Which rules a folder of tests cites: in the ids of its cases, or where a docstring begins."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

CASE = re.compile(r""""(\d+\.\d+) """)
DOCSTRING = re.compile(r'''"""Rules? ([\d., ]+):''')
RULE = re.compile(r"\b(?:[Rr]ules?|[Cc]hapters?) \d|\(\d+\.\d")
NUMBERED = re.compile(r"^\*\*(\d+\.\d+)\*\*", re.MULTILINE)


@cache
def citations(folder: Path) -> dict[str, set[str]]:
    """Return the rule numbers that each test in ``folder`` cites, by file and name."""
    return {
        f"{path.name}::{test}": numbers
        for path in folder.glob("test_*.py")
        for test, numbers in _citations_in(path.read_text("utf-8"))
    }


def _citations_in(text: str) -> Iterator[tuple[str, set[str]]]:
    """Yield each test with what it cites itself, or in the lists that its decorators name."""
    lines, lists = text.splitlines(), dict[str, str]()
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            lists[ast.unparse(target)] = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min((mark.lineno for mark in node.decorator_list), default=node.lineno)
            parts = (part for mark in node.decorator_list for part in ast.walk(mark))
            named = [lists.get(part.id, "") for part in parts if isinstance(part, ast.Name)]
            written = "\n".join([*named, *lines[first - 1 : node.end_lineno]])
            said = [number for found in DOCSTRING.findall(written) for number in found.split(", ")]
            yield node.name, {*CASE.findall(written), *said}


def cited(folder: Path) -> set[str]:
    """Return the rule numbers cited by the tests in ``folder``."""
    return set().union(*citations(folder).values())


def numbered(page: str) -> set[str]:
    """Return the numbers of the rules on a rules page."""
    return set(NUMBERED.findall(page))


def silent_phases(folder: Path) -> list[str]:
    """Return the phases below ``folder``, and those of their methods, that name no rule."""
    return [
        f"{path.name}: {phase.name}.{part.name}"
        for path in sorted(folder.rglob("*.py"))
        for phase in ast.parse(path.read_text("utf-8")).body
        if isinstance(phase, ast.ClassDef)
        and any("Phase[" in ast.unparse(base) for base in phase.bases)
        for part in parts_of(phase)
        if not RULE.search(ast.get_docstring(part) or "")
    ]


def parts_of(phase: ast.ClassDef) -> Iterator[ast.ClassDef | ast.FunctionDef]:
    """Yield a class and its public methods."""
    yield phase
    for part in phase.body:
        if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
            yield part
