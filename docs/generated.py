"""Parts of pages that Sphinx makes from code and data, and links between rules.

A page asks for a part by a comment on a separate line: ``<!-- commands -->``.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

import parlour
from parlour.catalog.catalog import Catalog
from parlour.cli.app import app
from parlour.match.game import Game
from parlour.rules.picture.inks import style_sheet
from parlour.rules.picture.picture import FONTS, SCOPE
from parlour.table.text.rules_text import rulebook_of
from parlour.words.language import ENGLISH, speaking
from parlour.words.rulebook import Rulebook
from parlour_site.commands.link import packed
from parlour_testing import LAWS
from parlour_testing.commands.bot_list import level_label, milliseconds, older_rules, result
from parlour_testing.commands.strengths import by_setup, strengths_of
from parlour_web.rules_page import figures_html, illustrations

HERE = Path(__file__).parent


def commands() -> Iterator[tuple[str, Any]]:
    """Yield what you type for each command, with its definition."""
    yield "parlour", app
    yield from _below("parlour", app)


def _below(words: str, command: Any) -> Iterator[tuple[str, Any]]:
    for name, listed in getattr(command, "commands", {}).items():
        inner = getattr(listed, "loaded", listed)
        yield f"{words} {name}", inner
        yield from _below(f"{words} {name}", inner)


def parameters(command: Any) -> Iterator[tuple[str, str]]:
    """Yield the arguments and options of a command as you type them, with their meanings."""
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            yield parameter.metavar or parameter.name.upper(), parameter.help or ""
        elif not parameter.hidden:
            flags = ", ".join([*parameter.opts, *parameter.secondary_opts])
            value = "" if parameter.is_flag else f" {parameter.metavar or 'VALUE'}"
            yield f"{flags}{value}", parameter.help or ""


def _commands_page() -> Iterator[str]:
    for words, command in commands():
        yield f"## {words}\n"
        yield _flags_marked(re.sub(r"[\b]\n?", "", command.help or ""))
        rows = [
            f"| `{typed}` | {_flags_marked(meaning)} |" for typed, meaning in parameters(command)
        ]
        if rows:
            yield "\n".join(["", "| | |", "|---|---|", *rows, ""])
        examples = (command.epilog or "").partition("Examples:\n")[2]
        if examples:
            lines = "\n".join(line.strip() for line in examples.splitlines())
            yield f"\n```console\n{lines}\n```\n"


def _flags_marked(text: str) -> str:
    """Mark flags as code, so that their hyphens stay."""
    return re.sub(r"(?<![\w`-])--[a-z][a-z-]*", r"`\g<0>`", text)


def _laws_table() -> Iterator[str]:
    yield "| law | what it asks |\n|---|---|"
    for law in LAWS.own().values():
        yield f"| `{law.name}` | {law.meaning} |"


def _front_door() -> Iterator[str]:
    yield "| name | what it is |\n|---|---|"
    for name in parlour.__all__:
        thing = getattr(parlour, name)
        about = (getattr(thing, "__doc__", "") or "").partition("\n")[0]
        ours = about if getattr(thing, "__module__", "").startswith("parlour") else ""
        link = f"`{name}`" if name == "__version__" else f"{{py:obj}}`{name} <parlour.{name}>`"
        yield f"| {link} | {ours or WORDS.get(name, '')} |"


def described() -> set[str]:
    """Return the modules, classes and functions that the pages of the reference list."""
    pages = "".join(path.read_text("utf-8") for path in (HERE / "reference").glob("*.md"))
    return set(re.findall(r"auto(?:module|class|data|exception|function):: ([\w.]+)", pages))


def _strengths() -> Iterator[str]:
    yield "| game | bot | against | result | blocks | ms a move |\n|---|---|---|---|---|---|"
    for game in map(Catalog().game, MEASURED):
        for (seats, options), rows in by_setup(strengths_of(game)).items():
            for row in rows:
                facts = (game.title, f"{seats} seats", options, older_rules(row, game))
                where = ", ".join(filter(None, facts))
                bot = f"`{row.bot}`{level_label(row, game)}"
                took = "" if row.bot_ms is None else milliseconds(row.bot_ms)
                cells = (where, bot, f"`{row.opponent}`", result(row), str(row.blocks), took)
                yield f"| {' | '.join(cells)} |"


def _environments() -> Iterator[str]:
    """Yield the sizes of the environments of the games in the box."""
    # Only the pages themselves are built where Gymnasium is installed for sure.
    from parlour_adapters.learning_table import LearningTable  # noqa: PLC0415

    yield "| game | seats | actions | an action is | rewards | parts of a view |"
    yield "|---|---|--:|---|---|--:|"
    for game in map(Catalog().game, BOXED):
        table = LearningTable(game, observations="parts")
        seen: Any = table.observation_spaces[table.agents[0]]["observation"]
        action = "one move" if table.actions.are_fixed else "a move by its text"
        cells = (
            game.title,
            game.seats_text,
            f"{table.actions.size:,}",
            action,
            f"by {game.objective}",
            str(len(seen)),
        )
        yield f"| {' | '.join(cells)} |"


def _step(number: int) -> Iterator[str]:
    """Yield a link that plays a step of the tutorial on the site of the page 'Play now'."""
    letters = packed(HERE / f"tutorial/step{number}/cuckoo.py")
    link = f"play/index.html#source={letters}"
    yield f'<p><a href="{link}">Play step {number} in your browser</a></p>'


BOXED = ("maori", "rapa_nui", "giants")
"""Games in the table of environments."""

MEASURED = ("maori", "rapa_nui", "giants", "connect_four")
"""Games in the table of measured strengths on the page on bots."""

WORDS = {
    "Awaited": "Who must answer: ``Decide``, ``Chance`` or ``Result``.",
    "__version__": "The release, as in ``parlour --version``.",
    "Seat": "A place at the table, 0 … n-1, numbered clockwise.",
    "Tell": "Where a phase tells its events; None in a search.",
    "hookimpl": "Marks a function as a hook of a plugin: ``@parlour.hookimpl``.",
    "Wording": "The sentence of a refusal: a format text over its values, or a function of them.",
}
"""Meanings of names without a docstring."""

PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "commands": _commands_page,
    "environments": _environments,
    "front door": _front_door,
    "laws": _laws_table,
    "strengths": _strengths,
    **{f"step {number}": partial(_step, number) for number in range(1, 6)},
}


def filled(text: str) -> str:
    """Put the parts that a page asks for into their places."""
    for name, part in PARTS.items():
        mark = f"<!-- {name} -->"
        if mark in text:
            text = text.replace(mark, "\n".join(part()))
    return text


FIRST_CHAPTER = "## An example turn\n"
"""The heading behind the game in five minutes."""


def illustrated(page: str, game: Game) -> str:
    """Put the pictures of a game's first lesson behind the game in five minutes."""
    inks = next((picture.all_inks for _, picture in illustrations(game)), {})
    sheet = FONTS.format(f".{SCOPE} ") + style_sheet(inks, f".{SCOPE}")
    shown = f'<div class="{SCOPE}"><style>{sheet}</style>{figures_html(game)}</div>'
    pictures = f"## The first turns in pictures\n\n```{{raw}} html\n{shown}\n```\n\n"
    return page.replace(FIRST_CHAPTER, pictures + FIRST_CHAPTER) if inks else page


RULE = re.compile(r"^((?:[-*] )?)\*\*(\d+(?:\.\d+)+[a-z]?)\*\*", re.MULTILINE)
"""The number at the beginning of a rule, behind the mark of a list if there is one."""

CHAPTER = re.compile(r"^## (\d+) ", re.MULTILINE)

MENTION = re.compile(
    r"\b(?:[Rr]ules?|[Cc]hapters?|Regeln?|Kapitels?|[Rr]egol[ae]|[Cc]apitol[oi])\s\d[\d.a-z]*"
    r"(?:(?:, | and | to | und | bis | e | a )\d[\d.a-z]*)*\b"
)
"""Numbers of rules or chapters in a sentence."""


def linked(page: str) -> str:
    """Give every rule and chapter of a rules page an anchor, and link the mentions to them.

    The page itself stays as it is: in a terminal an anchor would be in the way.
    """
    there = {number for _, number in RULE.findall(page)} | set(CHAPTER.findall(page))

    def link(number: re.Match[str]) -> str:
        found = number[0] if number[0] in there else ""
        return f'<a href="#{anchor(found)}">{found}</a>' if found else number[0]

    def mention(words: re.Match[str]) -> str:
        return re.sub(r"\d+(?:\.\d+)*[a-z]?", link, words[0])

    page = _outside_code(page, lambda text: MENTION.sub(mention, text))
    page = RULE.sub(
        lambda rule: (
            f'{rule[1]}<a id="{anchor(rule[2])}" href="#{anchor(rule[2])}">'
            f"<strong>{rule[2]}</strong></a>"
        ),
        page,
    )
    return CHAPTER.sub(lambda head: f'<a id="{anchor(head[1])}"></a>\n\n{head[0]}', page)


FIRST_PARAGRAPH = re.compile(
    r"^(?:[-*] )?\*\*(?P<number>\d+(?:\.\d+)+[a-z]?)\*\*.*?$(?=\n\n|\n?\Z)",
    re.MULTILINE | re.DOTALL,
)
"""The first paragraph of a rule."""


def sourced(page: str, book: Rulebook) -> str:
    """Say behind the first paragraph of each rule where books print it."""

    def marked(rule: re.Match[str]) -> str:
        printed = [f"{one.title}: {said}" for one, said in book.sources(rule["number"])]
        return "".join([rule[0], *(f"<br><small>{escape(line)}</small>" for line in printed)])

    return FIRST_PARAGRAPH.sub(marked, page)


def anchor(number: str) -> str:
    """Return the anchor of a rule or a chapter: ``rule-4.2``, ``chapter-4``."""
    return f"rule-{number}" if "." in number else f"chapter-{number}"


def _outside_code(page: str, change: Callable[[str], str]) -> str:
    """Change a page except its code."""
    parts = re.split(r"(^```.*?^```$|`[^`\n]+`)", page, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if number % 2 else change(part) for number, part in enumerate(parts))


def setup(app: Any) -> dict[str, bool]:
    """Fill pages as Sphinx reads them."""

    def fill(_app: Any, page: str, source: list[str]) -> None:
        _, is_rules, game = page.partition("rules/")
        if is_rules:
            language, _, name = game.rpartition("/")
            found = Catalog().game(name)
            with speaking(language or ENGLISH):
                book = rulebook_of(found)
            source[0] = linked(sourced(book.text, book))
            if not language:
                source[0] = illustrated(source[0], found)
        else:
            source[0] = filled(source[0])

    app.connect("source-read", fill)
    return {"parallel_read_safe": True}
