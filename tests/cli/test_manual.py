"""``parlour docs`` and ``parlour rules``: every page is there, as people read it."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from parlour.terminal.screen import as_text, show_markdown
from parlour_testing.commands.pages import page, pages, title
from tests.cli.commands import Run
from tests.cli.terminals import match_in_terminal

DOCS = Path(__file__).parents[2] / "docs"

SHOWN = '''"""A module with a class."""

import os

FIRST = 1
SECOND = 2


class Deck:
    """Cards."""

    @property
    def size(self) -> int:
        """Number of cards."""
        return 52


LAST = 3
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a module for pages to show."""
    (tmp_path / "module.py").write_text(SHOWN, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("options", "code"),
    [
        pytest.param(
            ":pyobject: Deck.size\n",
            '@property\ndef size(self) -> int:\n    """Number of cards."""\n    return 52',
            id="a method with its decorator",
        ),
        pytest.param(":lines: 5-6\n", "FIRST = 1\nSECOND = 2", id="lines"),
        pytest.param(":lines: 18-\n", "LAST = 3", id="lines to the end"),
        pytest.param(
            ":start-after: FIRST =\n:end-before: class\n",
            "SECOND = 2",
            id="between words",
        ),
        pytest.param(
            ':start-at: FIRST =\n:end-before: "SECOND ="\n', "FIRST = 1", id="from words, in quotes"
        ),
    ],
)
def test_a_page_holds_the_code_that_it_shows(folder: Path, options: str, code: str) -> None:
    written = folder / "page.md"
    written.write_text(
        f"# A page\n\n```{{literalinclude}} module.py\n{options}```\n\nMore.\n", encoding="utf-8"
    )

    assert page(written) == f"# A page\n\n```python\n{code}\n```\n\nMore.\n"


def test_what_is_for_the_site_and_for_tests_is_left_out(folder: Path) -> None:
    written = folder / "page.md"
    written.write_text(
        "# A page\n\n```{toctree}\n:maxdepth: 1\n\nkit\n```\n\n<!-- not run -->\nWords.\n", "utf-8"
    )

    assert page(written) == "# A page\n\nWords.\n"


def test_every_page_is_there_and_whole() -> None:
    written = [*DOCS.glob("*.md"), *DOCS.glob("howto/*.md")]
    names = {path.relative_to(DOCS).with_suffix("").as_posix() for path in written}

    assert pages().keys() == names - {"index", "howto/index"}
    for path in pages().values():
        text = page(path)
        assert title(text)
        assert "{literalinclude}" not in text


def test_a_page_is_read_by_its_name_or_the_last_part_of_it(run: Run) -> None:
    whole, short = run("docs", "howto/kit"), run("docs", "kit")

    assert "class Playing(SeatPhase[Table, Play], frozen=True):" in whole.stdout
    assert whole.stdout == short.stdout


def test_the_pages_are_listed(run: Run) -> None:
    assert "  howto/kit                   Cards, dice," in run("docs").stdout


def test_a_page_that_is_not_there_is_refused(run: Run) -> None:
    answer = run("docs", "kti")

    assert (answer.returncode, answer.stderr) == (
        2,
        "parlour: expected a page of the documentation, got 'kti'; did you mean 'kit'?\n",
    )


# Pages of rules as people read them


PAGER = {"PAGER": "sed 's/^/paged: /'", "TERM": "xterm"}

RULE = "## 5 The round\n\n**5.1** It follows a moai that was *built*, before its builder draws."


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        pytest.param("## 5 The round", "5 The round", id="a heading"),
        pytest.param("**5.1** It follows.", "5.1 It follows.", id="a number"),
        pytest.param("Ranked like the rest (*house*).", "Ranked like the rest (house).", id="mark"),
        pytest.param("* one\n* two", "* one\n* two", id="a list stays one"),
        pytest.param("3 * 4 * 5", "3 * 4 * 5", id="a sum stays one"),
    ],
)
def test_marks_are_taken_out(markdown: str, text: str) -> None:
    assert as_text(markdown) == text


@pytest.mark.parametrize(
    ("terminal", "lines"),
    [
        pytest.param(
            True,
            [
                "5 The round",
                "",
                "5.1 It follows a moai that was",
                "built, before its builder draws.",
            ],
            id="a terminal folds between words",
        ),
        pytest.param(
            False,
            [
                "5 The round",
                "",
                "5.1 It follows a moai that was built, before its builder draws.",
            ],
            id="a pipe folds nothing",
        ),
    ],
)
def test_plain_pages(terminal: bool, lines: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    paper = StringIO()
    console = Console(file=paper, force_terminal=terminal, width=32, markup=False, highlight=False)
    show_markdown(RULE, console, plain=True)
    shown = paper.getvalue() or capsys.readouterr().out

    assert [line.rstrip() for line in shown.splitlines()] == lines


@pytest.mark.parametrize(
    ("arguments", "is_paged"),
    [
        pytest.param(("rules", "maori"), True, id="rules"),
        pytest.param(("rules", "tic_tac_toe"), False, id="rules in a few lines"),
        pytest.param(("docs", "records", "--plain"), False, id="plain lines"),
        pytest.param(("play", "--help"), True, id="help"),
        pytest.param(("--help",), True, id="all commands"),
        pytest.param(("tournament", "--help"), False, id="help in a few lines"),
    ],
)
def test_a_long_page_goes_through_the_pager(
    home: dict[str, str], tmp_path: Path, arguments: tuple[str, ...], is_paged: bool
) -> None:
    with match_in_terminal(home, tmp_path, *arguments, **PAGER) as terminal:
        shown = terminal.rest()

    assert ("paged: " in shown) is is_paged


@pytest.mark.parametrize(
    "arguments", [("rules", "maori"), ("play", "--help")], ids=["rules", "help"]
)
def test_an_empty_pager_pages_nothing(
    home: dict[str, str], tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    with match_in_terminal(home, tmp_path, *arguments, PAGER="", TERM="xterm") as terminal:
        shown = terminal.rest()

    assert shown.count("\n") > 24


def test_a_pipe_has_no_pager(run: Run) -> None:
    assert "paged: " not in run("rules", "maori", **PAGER).stdout
    assert "paged: " not in run("play", "--help", **PAGER).stdout
