"""Pages of rules as people read them."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from parlour.terminal.screen import as_text, show_markdown
from tests.cli.conftest import Run
from tests.cli.terminals import match_in_terminal

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
    ],
)
def test_a_long_page_goes_through_the_pager(
    home: dict[str, str], tmp_path: Path, arguments: tuple[str, ...], is_paged: bool
) -> None:
    with match_in_terminal(home, tmp_path, *arguments, **PAGER) as terminal:
        shown = terminal.rest()

    assert ("paged: " in shown) is is_paged


def test_a_pipe_has_no_pager(run: Run) -> None:
    assert "paged: " not in run("rules", "maori", **PAGER).stdout
