"""The words of docs/glossary.md hold: one name a class, and no retired word comes back."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FRAMEWORK = ROOT / "framework" / "parlour"
CODE = [*FRAMEWORK.rglob("*.py"), *(ROOT / "plugins").rglob("*.py")]
PAGES = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]

RETIRED = {
    "Aim": "Objective",
    "Ear": "OutputCapture",
    "Happened": "StepResult",
    "Held": "ContestProgress",
    "Look": "Viewer",
    "Open": "OpenView",
    "Patience": "RepetitionLimit",
    "Refereed": "RefereedPlayer",
    "Stakes": "ZeroSumPoints",
    "Standing": "HeuristicLead",
    "Times": "TimeControl",
    "Watched": "RefereedPlayer",
    "Wishes": "StopRequest",
    "Wrote": "StderrTail",
    "company": "group",
    "judged": "choose_objective",
    "misfit": "mismatch",
    "press": "start_move",
    "promise": "implicit_law",
    "rehearsed": "first_bad_return",
    "start_up": "start_setup",
    "Befell": "ChanceResolved",
    "Ended": "Result",
    "Sitting": "SeatInfo",
    "TakenBack": "Undone",
    "befall": "resolve",
    "curiosity": "exploration",
    "gloss": "explain_move",
    "hides": "has_hidden_information",
    "impl": "hookimpl",
    "interject": "play_offer, consider_offers",
    "kids": "children",
    "paces": "presets",
    "proceed": "advance",
    "reckoning": "analysis",
    "retold": "covered_by_events",
    "settled": "run_automatic, parse_settings, solved",
    "sink": "on_line",
    "tidings": "sentences",
    "torn": "truncated",
    "veil": "public_form",
    "witness": "on_event",
}
"""Names that the code no longer uses, each with the name that stands for it."""

UNSAID = (
    "gone on with",
    "nobody reads the output",
    "dear law",
    "the strongest bot",
)
"""Phrases that no page and no message says."""

RIDDLES = re.compile(r"(So (many|much|often|long|few) |What |Who |How |It |The same\b)")
"""Openings of a docstring that name no subject."""


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    """Return the syntax of every module; it is freed after the tests of this file."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in CODE}


def names_in(tree: ast.Module) -> set[str]:
    """Return the identifiers of a module, without its strings and comments."""
    fields = ("id", "attr", "arg", "name", "asname", "module", "rest")
    found = {getattr(node, field, None) for node in ast.walk(tree) for field in fields}
    return {part for name in found if isinstance(name, str) for part in name.split(".")}


def docstrings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every docstring of a module with its line, those of fields and constants too."""
    for node in ast.walk(tree):
        for part in (
            getattr(node, "body", ()) if not isinstance(node, ast.Lambda | ast.IfExp) else ()
        ):
            value = part.value if isinstance(part, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield part.lineno, value.value


def test_public_class_names_are_unique(trees: dict[Path, ast.Module]) -> None:
    homes = defaultdict(set)
    for path, tree in trees.items():
        for node in tree.body if path.is_relative_to(FRAMEWORK) else ():
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].add(name_of(path))

    assert {name: sorted(found) for name, found in homes.items() if len(found) > 1} == {}


def test_names_are_those_of_the_glossary_and_no_retired_one(trees: dict[Path, ast.Module]) -> None:
    names = {path: names_in(tree) for path, tree in trees.items()}
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    named = " ".join(re.findall(r"^\|[^|]+\|[^|]+\|([^|]+)\|$", page, re.MULTILINE))

    assert [(name_of(path), word) for path in CODE for word in RETIRED if word in names[path]] == []
    assert set(re.findall(r"`(\w+)`", named)) - set().union(*names.values()) == set()


def test_phrases_that_are_not_said() -> None:
    texts = {path: " ".join(path.read_text(encoding="utf-8").split()) for path in (*CODE, *PAGES)}

    assert [
        (name_of(path), phrase)
        for path, text in texts.items()
        for phrase in UNSAID
        if phrase in text
    ] == []


def test_every_docstring_opens_with_its_subject(trees: dict[Path, ast.Module]) -> None:
    assert [
        f"{name_of(path)}:{line}: {text.splitlines()[0]}"
        for path, tree in trees.items()
        for line, text in docstrings(tree)
        if RIDDLES.match(text)
    ] == []
