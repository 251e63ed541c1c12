"""Which rules a folder of tests cites: in the ids of its cases, or where a docstring begins."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

CASE = re.compile(r""""(\d+\.\d+) """)
DOCSTRING = re.compile(r'''"""Rules? ([\d., ]+):''')
RULE = re.compile(r"\b(?:[Rr]ules?|[Cc]hapters?) \d|\(\d+\.\d")
NUMBERED = re.compile(r"^\*\*(\d+\.\d+)\*\*", re.MULTILINE)


def cited(folder: Path) -> set[str]:
    """Return the rule numbers cited by the tests in ``folder``."""
    texts = [path.read_text("utf-8") for path in folder.glob("test_*.py")]
    cases = {number for text in texts for number in CASE.findall(text)}
    said = {
        number
        for text in texts
        for found in DOCSTRING.findall(text)
        for number in found.split(", ")
    }
    return cases | said


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
