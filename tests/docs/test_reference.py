"""The reference is whole: every hook, command, option, error, law, module, field and setting."""

import os
import re
from collections.abc import Iterator
from doctest import DocTest, DocTestFinder, DocTestRunner
from importlib import import_module
from inspect import getdoc, isfunction, signature
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any, get_args

import pytest

import parlour
from docs.generated import PARTS, commands, described, filled, parameters
from parlour.catalog import specifications as of_games
from parlour.catalog.catalog import Catalog
from parlour.cli.struct_options import Option, fields_of
from parlour.hooks import specifications as of_the_house
from parlour.match.record import Header, Line, parse
from parlour.match.replay import replayed
from parlour.match.seat_record import SeatHeader, SeatLine
from parlour.rules.errors import ParlourError
from parlour_testing import LAWS
from parlour_testing.suite import LawBroken
from parlour_tournament.plan.settings import TournamentSettings
from parlour_web.tables.quota import Declined

PAGES = Path(__file__).parents[2] / "docs" / "reference"
TEXTS = {path.stem: filled(path.read_text(encoding="utf-8")) for path in PAGES.glob("*.md")}
COMMANDS = dict(commands())
SHOWN = [*PAGES.parent.rglob("*.md"), *PAGES.parent.rglob("step*/**/*.py")]
"""Pages, and the code that they show."""
PUBLIC = {name.rsplit(".", level)[0] for name in described() for level in (0, 1)}


def kinds_of(kind: type[Exception]) -> set[str]:
    return {kind.__name__}.union(*map(kinds_of, kind.__subclasses__()))


def test_every_part_that_is_made_has_a_place() -> None:
    pages = [
        *PAGES.glob("*.md"),
        *(PAGES.parent / name for name in ("bots.md", "learners.md", "tutorial.md")),
    ]
    raw = "".join(path.read_text(encoding="utf-8") for path in pages)

    assert set(re.findall(r"<!-- ([\w ]+) -->", raw)) == set(PARTS)


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_is_there_with_all_that_can_stand_behind_it(words: str) -> None:
    part = TEXTS["commands"].partition(f"## {words}\n")[2].partition("\n## ")[0]

    assert part.strip()
    for typed, meaning in parameters(COMMANDS[words]):
        assert f"`{typed}`" in part
        assert meaning, f"{words}: {typed} has no help"


SPECIFIED = {
    name: module
    for module in (of_games, of_the_house)
    for name in vars(module)
    if name.startswith("parlour_")
}
"""The module of each hook."""


@pytest.mark.parametrize("name", SPECIFIED)
def test_a_hook_is_there_with_an_example(name: str) -> None:
    module = SPECIFIED[name]

    assert f"automodule:: {module.__name__}\n" in TEXTS["hooks"]
    assert "Example::" in (getattr(module, name).__doc__ or "")


def test_every_error_is_there() -> None:
    match = set(re.findall(r"^\| `(\w+)` \|", TEXTS["errors"], re.MULTILINE))

    assert match == kinds_of(ParlourError) | {LawBroken.__name__, Declined.__name__}


def test_every_error_has_an_exit_code_and_an_example() -> None:
    rows = re.findall(r"^\| `[A-Z]\w+` \|(.*)\|$", TEXTS["errors"], re.MULTILINE)

    assert all(re.match(r" (1|2|130|none) \| \S.*: \S.* $", row) for row in rows)


def test_every_law_is_there() -> None:
    assert all(f"| `{law.name}` |" in TEXTS["testing"] for law in LAWS.own().values())


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: page.stem)
def test_a_page_shows_nothing_that_is_not_public(page: Path) -> None:
    """It imports from the front door, or from modules and packages that the reference lists."""
    found = re.findall(
        r"^ *(?:from|import) (parlour\.[\w.]+)", page.read_text("utf-8"), re.MULTILINE
    )

    assert set(found) <= PUBLIC


def test_every_name_of_the_front_door_is_described_once_as_one_types_it() -> None:
    rows = re.findall(r"`(\w+) <parlour\.\1>` \| \S.* \|", TEXTS["games"])
    named = re.findall(r"auto\w+:: parlour\.(\w+)$", "\n".join(TEXTS.values()), re.MULTILINE)

    assert sorted(named) == sorted(rows) == sorted(set(parlour.__all__) - {"__version__"})
    assert re.search(r"\| `__version__` \| \S", TEXTS["games"])


READ_BY_ASSISTANTS = {"AssistantTable.read_rules", "AssistantTable.sit_down", "SeatTools.moves"}
"""Tools whose parameters are described apart."""


def things() -> Iterator[tuple[str, Any]]:
    """Yield what is public: the names of the front door, and those of each page's modules."""
    for listed in sorted(described()):
        home, _, last = listed.rpartition(".")
        module = imported(listed)
        if module is not None:
            named = vars(module).items()
            yield from ((n, t) for n, t in named if getattr(t, "__module__", "") == listed)
        elif imported(home) is not None:
            yield last, getattr(imported(home), last)


def imported(name: str) -> ModuleType | None:
    """Return a module; None if there is none, or none of a library that it needs."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return None


def functions() -> Iterator[tuple[str, Any, type | None]]:
    """Yield what one calls: functions, methods, and what makes a class of the front door."""
    for name, thing in things():
        if name[0] == "_":
            continue
        if isinstance(thing, type) and thing.__module__.startswith("parlour"):
            for called, method in vars(thing).items():
                plain = getattr(method, "__func__", method)
                is_ours = isfunction(plain) and plain.__code__.co_filename[0] != "<"
                is_made = called == "__init__" and name in parlour.__all__
                if is_ours and (called[0] != "_" or is_made):
                    yield f"{name}.{called}", plain, thing
        elif isfunction(thing):
            yield name, thing, None


def unnamed(function: Any, owner: type | None) -> list[str]:
    """Return the parameters that no docstring names: its own, or one of what it overrides.

    Keywords of any name, and what makes a class, may be named by the class.
    """
    name = function.__name__
    overridden = [vars(base).get(name) for base in (owner.__mro__ if owner else ())]
    text = "\n".join(filter(None, map(getdoc, (function, *filter(None, overridden)))))
    of_class = getdoc(owner) or "" if owner else ""
    return [
        one.name
        for one in signature(function).parameters.values()
        if one.name not in {"self", "cls"} and one.name[0] != "_"
        for about in [of_class if one.kind is one.VAR_KEYWORD or name == "__init__" else ""]
        if not re.search(rf"\b{one.name}\b", f"{text}\n{about}")
    ]


FUNCTIONS = {
    name: (function, owner)
    for name, function, owner in functions()
    if name not in READ_BY_ASSISTANTS
}


def test_a_public_function_says_what_each_of_its_parameters_is() -> None:
    assert [(name, left) for name, one in FUNCTIONS.items() if (left := unnamed(*one))] == []


def test_what_one_calls_is_counted() -> None:
    assert len(FUNCTIONS) > 400
    assert unnamed(test_an_example_of_a_function_prints_what_it_shows, None) == ["example"]


EXAMPLES = [
    (name, one)
    for name, (function, _) in FUNCTIONS.items()
    for one in DocTestFinder(recurse=False).find(function, name, globs={**vars(parlour)})
    if one.examples
]
SHOWN_FIRST = {"load", "open", "play", "Game.match"}
"""What most people call first."""


@pytest.mark.parametrize(
    "example", [one for _, one in EXAMPLES], ids=[name for name, _ in EXAMPLES]
)
def test_an_example_of_a_function_prints_what_it_shows(example: DocTest) -> None:
    example.globs["parlour"] = parlour
    said = StringIO()
    DocTestRunner().run(example, out=said.write)

    assert said.getvalue() == ""


def test_what_most_people_call_first_has_an_example() -> None:
    assert {name for name, _ in EXAMPLES} >= SHOWN_FIRST


@pytest.mark.parametrize("name", ["PARLOUR_PATH", "PARLOUR_BLOCK", "PARLOUR_DEBUG"])
def test_a_variable_of_the_environment_is_there(name: str) -> None:
    assert f"| `{name}` |" in TEXTS["formats"]


# The page about records shows a record that replays


RECORDS = (PAGES.parent / "records.md").read_text(encoding="utf-8")
EXAMPLE = RECORDS.partition("```text\n")[2].partition("```")[0]


def test_the_example_replays() -> None:
    record = parse(EXAMPLE.encode(), "the example")
    match = replayed(Catalog().game(record.header.game), record, "the example")

    assert len(record.lines) == 6
    assert len(match.steps) == 4


def test_every_field_is_on_the_page() -> None:
    fields = set(Header.__struct_fields__) | set(Line.__struct_fields__)
    fields |= set(SeatHeader.__struct_encode_fields__) | set(SeatLine.__struct_encode_fields__)

    assert fields <= set(re.findall(r"`(\w+)`", RECORDS))


# The table of settings in docs/tournaments.md, made from the struct that declares them


TOURNAMENTS = PAGES.parent / "tournaments.md"
TABLE = re.compile(r"(?<=<!-- settings -->\n).*?\n(?=\n)", re.DOTALL)


def table() -> str:
    """Return the table: what stands in the file, the option, and the description."""
    rows = ["| in the file | option | meaning |", "|---|---|---|"]
    for field in fields_of(TournamentSettings):
        option = Option(field)
        default = option.default if isinstance(option.default, str | float | int) else None
        usual = f" Unless given: `{default}`." if default and default is not True else ""
        rows.append(f"| `{field.encode_name}` | `{option.flag}` | {option.description}{usual} |")
    return "\n".join(rows) + "\n"


def test_the_page_has_the_table_of_the_settings() -> None:
    """``PARLOUR_REGOLD=1`` writes it."""
    page = TOURNAMENTS.read_text("utf-8")
    if os.environ.get("PARLOUR_REGOLD"):
        TOURNAMENTS.write_text(TABLE.sub(lambda _: table(), page), "utf-8")

    assert TABLE.findall(TOURNAMENTS.read_text("utf-8")) == [table()]


def test_every_setting_has_a_description() -> None:
    assert all(Option(field).description for field in fields_of(TournamentSettings))
    assert all(get_args(field.type) for field in fields_of(TournamentSettings))
