"""Pages of rules as people read them."""

from io import StringIO

import pytest
from rich.console import Console

from parlour.terminal.markdown import as_text, show_markdown

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
