"""The graph in characters, as a terminal shows it below an analysis."""

from hypothesis import given
from hypothesis import strategies as st

from parlour.rules.answers import Result
from parlour.rules.words import Viewer
from parlour_analysis.judging import JudgedDecision, JudgedMove, MatchAnalysis
from parlour_analysis.report import graph_lines
from tests.drawn import DRAWN

VALUES = st.lists(st.integers(-60, 60), min_size=1, max_size=60)


@DRAWN
@given(values=VALUES, lost=st.integers(1, 60), width=st.integers(80, 200))
def test_a_graph_has_each_decision_at_its_height(values: list[int], lost: int, width: int) -> None:
    """A higher value is not below a lower one, a later one further right; a loss is marked."""
    decisions = tuple(
        JudgedDecision(
            answer,
            answer % 2,
            JudgedMove("a", value - 9.0 * (answer == lost), 0.0, ()),
            JudgedMove("b", value, 0.0, ()) if answer == lost else None,
        )
        for answer, value in enumerate(values, 1)
    )
    analysis = MatchAnalysis("game", "lead in points", 1, decisions, Result((1, 2), (2, 1)))
    _, *rows, losses, legend = graph_lines(analysis, Viewer(("Ann", "Ben")), width)
    start = losses.index("+") + 1
    marks = {
        column: (-row, mark)
        for row, line in enumerate(rows)
        for column, mark in enumerate(line[start:])
        if mark != " "
    }
    placed = [marks[column] for column in sorted(marks)]
    heights = [height for _, (height, _) in sorted(zip(values, placed, strict=True))]

    assert max(map(len, (*rows, losses))) <= width
    assert heights == sorted(heights)
    assert [mark for _, mark in placed] == ["ox"[one.seat] for one in decisions]
    assert losses.count("!") == (lost <= len(values))
    assert legend.endswith("x Ben   ! Loss")
