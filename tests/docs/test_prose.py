"""Docstrings and pages are plain English, in the words of docs/glossary.md."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.packages import FOLDERS, FRAMEWORK, MODULES

ROOT = Path(__file__).parents[2]
CORE = FRAMEWORK / "parlour"

STIFF = {
    "a preposition before 'which'": (
        r"\b(?:after|among|at|before|behind|between|by|for|from|in|into|of|on|over|through|to|"
        r"under|with|without) which\b"
    ),
    "'where' for 'if'": r"\bNone where\b|(?:^|[.:;]\s|\n)Where (?![^.]*\?)",
    "'none' as a noun": r"\b(?:are|had|has|have|is|was|were) none\b",
    "an old word": (
        r"\b(?:alike|anew|at the most|bear|bears|borne|dear|dearer|for ever|lest|need not|"
        r"needs not|thereby|therein|thereof|wherein|whereof|whoever|whosoever)\b"
    ),
    "a superlative for a limit": r"^(?:Fewest|Largest|Least|Longest|Most|Shortest)\b",
}
"""What a colleague would not say, by the reason."""

LIMITS = re.compile(r"_?(MAX|MIN)_[A-Z_]+")
OPENINGS = {"MAX": "Maximum", "MIN": "Minimum"}
"""How the docstring of a constant begins, by the first part of its name."""

MAX_RATE = 0.8
"""Maximum number of stiff constructions per 1,000 words of a room."""

ROOMS = {
    **{room.name: [room] for room in CORE.iterdir() if (room / "__init__.py").exists()},
    **{folder.name: [folder] for folder in FOLDERS if folder != CORE},
    "front door": [*CORE.glob("*.py"), FRAMEWORK / "parlour_pytest.py"],
    **{game.name: [game] for game in (ROOT / "plugins").iterdir()},
    "pages": [ROOT / "docs", ROOT / "README.md", ROOT / "CONTRIBUTING.md"],
}


def prose(path: Path) -> Iterator[str]:
    """Yield the docstrings of a module, or the text of a page without its code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield re.sub(r"```.*?```|`[^`]*`", " ", text, flags=re.DOTALL)
        return
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.value.value


def stiff(text: str) -> list[str]:
    """Return the stiff constructions of a text, each with its reason."""
    return [
        f"{reason}: {' '.join(found[0].split())}"
        for reason, pattern in STIFF.items()
        for found in re.finditer(pattern, text)
    ]


def wrong_limits(source: str) -> list[str]:
    """Return the constants ``MAX_…`` and ``MIN_…`` whose docstring does not begin so."""
    body = ast.parse(source).body
    return [
        f"{found[0]} is not said to be a {OPENINGS[found[1]].lower()}"
        for constant, said in pairwise(body)
        if isinstance(constant, ast.Assign)
        and (found := LIMITS.fullmatch(ast.unparse(constant.targets[0])))
        and isinstance(said, ast.Expr)
        and not ast.literal_eval(said.value).startswith(OPENINGS[found[1]])
    ]


def files_of(room: str) -> list[Path]:
    found = (
        [place] if place.is_file() else [*place.rglob("*.py"), *place.rglob("*.md")]
        for place in ROOMS[room]
    )
    return sorted(path for paths in found for path in paths)


def hits_in(path: Path, texts: list[str]) -> list[str]:
    wrong = wrong_limits(path.read_text(encoding="utf-8")) if path.suffix == ".py" else []
    return [*wrong, *(hit for text in texts for hit in stiff(text))]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_is_written_in_plain_english(room: str) -> None:
    texts = {path: list(prose(path)) for path in files_of(room)}
    found = [
        f"{path.relative_to(ROOT)}: {hit}" for path in texts for hit in hits_in(path, texts[path])
    ]
    words = sum(len(text.split()) for path in texts for text in texts[path])

    assert 1000 * len(found) <= MAX_RATE * words, "\n".join(found)


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        pytest.param("Words of which one is held.", 1, id="of which"),
        pytest.param("The seat; None where only chance did.", 1, id="None where"),
        pytest.param("Read it. Where it is late, wait.", 1, id="where for if"),
        pytest.param("Where is it? Behind the tree where it was.", 0, id="a place"),
        pytest.param("There is none, and whoever asks needs patience.", 2, id="none, whoever"),
        pytest.param("Longest line that is read.", 1, id="a superlative"),
        pytest.param("Maximum length of a line, or None if any will do.", 0, id="plain"),
    ],
)
def test_stiff_constructions_are_found(text: str, hits: int) -> None:
    assert len(stiff(text)) == hits


def test_a_limit_without_its_word_is_found() -> None:
    source = (
        'MAX_LINES = 3\n"""Lines of a page."""\nMIN_SEATS = 2\n"""Minimum number of seats."""\n'
    )

    assert len(wrong_limits(source)) == 1


# A sentence names its nouns: a pronoun or a clause does not stand for one


VERBS = (
    r"(?:are|can|comes?|counts?|follows?|had|happen(?:s|ed)?|has|have|is|lies|may|must|remains?|"
    r"stands?|was|were)"
)
QUESTION = r"(?![^.\n]{0,80}\?)"
NOUNLESS = {
    "'that of' for a noun": r"\b(?:that|those) of\b",
    "'those who' for a noun": r"\bthose (?:that|which|who|whose)\b",
    "'what' for a noun": rf"\b[Ww]hat (?:{VERBS}|he|it|nobody|one|she|somebody|they)\b{QUESTION}",
    "'who' for a noun": rf"\b[Ww]ho {VERBS}\b{QUESTION}",
    "'whatever' for all": r"\b(?:[Hh]owever (?:many|much)|[Ww]hatever|[Ww]hichever)\b",
    "'of its own' for 'separate'": r"\bof (?:her|his|its|one's|their) own\b",
    "'in place of' for 'instead of'": r"\bin place of\b",
    "'as long as' for 'while'": r"\b[Aa]s (?:far|long) as\b",
}
"""Words that hide a noun or stretch a sentence, by the reason."""

MAX_NOUNLESS = 1.5
"""Maximum number of them per 1,000 words."""

TRANSLATED = re.compile(r"rules\.\w\w\.md|rules/(?:de|it)/")
"""Paths of pages in other languages."""

TEXTS = {
    "docstrings": [*(ROOT / "framework").rglob("*.py"), *(ROOT / "plugins").rglob("*.py")],
    "pages": [
        *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY")),
        *(ROOT / "docs").rglob("*.md"),
    ],
}


def nounless(text: str) -> list[str]:
    """Return the places of a text that hide a noun, each with its reason."""
    return [
        f"{reason}: {' '.join(text[max(0, place.start() - 30) : place.end() + 30].split())}"
        for reason, pattern in NOUNLESS.items()
        for place in re.finditer(pattern, text)
    ]


@pytest.mark.parametrize("kind", TEXTS)
def test_sentences_name_their_nouns(kind: str) -> None:
    paths = [path for path in TEXTS[kind] if not TRANSLATED.search(path.as_posix())]
    texts = [(path, text) for path in paths for text in prose(path)]
    places = [
        f"{path.relative_to(ROOT)}: {place}" for path, text in texts for place in nounless(text)
    ]
    words = sum(len(text.split()) for _, text in texts)

    assert 1000 * len(places) <= MAX_NOUNLESS * words, "\n".join(places)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param("Its rating, less that of another.", 1, id="that of"),
        pytest.param("Lists those that fit, and those whose turn it is.", 2, id="those that"),
        pytest.param("Say what is missing, and who has come.", 2, id="clauses"),
        pytest.param("What is a view, and who may see it?", 0, id="questions"),
        pytest.param("Whatever it costs, however many there are.", 2, id="whatever"),
        pytest.param("A seed of its own in place of theirs.", 2, id="own, in place of"),
        pytest.param("It looks as far as it can for as long as it may.", 2, id="as far as"),
        pytest.param("A bot with a separate seed plays instead of the seat.", 0, id="plain"),
    ],
)
def test_hidden_nouns_are_found(text: str, count: int) -> None:
    assert len(nounless(text)) == count


# The words of docs/glossary.md hold: one name a class, and no retired word comes back


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
        for node in tree.body if path in MODULES else ():
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
