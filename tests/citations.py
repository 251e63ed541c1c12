"""Which rules a folder of tests cites: in the ids of its cases, or where a docstring begins."""

import re
from pathlib import Path

CASE = re.compile(r""""(\d+\.\d+) """)
DOCSTRING = re.compile(r'''"""Rules? ([\d., ]+):''')
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
