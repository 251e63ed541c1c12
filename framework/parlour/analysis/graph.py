"""The graph of an analysis: what the match was evaluation to each seat at each of its decisions."""

from collections.abc import Sequence

from parlour.analysis.judging import JudgedDecision, MatchAnalysis
from parlour.rules.picture import Pen, Picture
from parlour.rules.picture.pen import round_marks
from parlour.rules.seats import Seat

WIDTH, HEIGHT = 720.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 120.0, 18.0, 34.0
"""Units round the graph: for the numbers, the names, and the number of the answer."""
SEAT_INKS = 6
"""Number of seats with an ink of their own."""


def draw_graph(analysis: MatchAnalysis, names: Sequence[str]) -> Picture:
    """Return the graph as a picture of one panel; ``names`` are those of the seats.

    Each decision is a place with the key ``answer N``, so that a page can lead there.
    """
    pen = Pen(WIDTH, HEIGHT)
    scale = _Scale(analysis)
    scale.grid(pen)
    for seat, name in enumerate(names):
        own = [one for one in analysis.decisions if one.seat == seat]
        if own:
            _curve(pen, scale, seat, name, own)
    label = f"{analysis.measure.capitalize()} of each seat at each of its decisions"
    return Picture((pen.panel("graph", label, label=label, needed=True),))


def evaluation(decision: JudgedDecision) -> float:
    """Return what the position was evaluation to its seat: the value of its best move."""
    return (decision.best or decision.made).value


class _Scale:
    """Maps answers and values to places of the panel."""

    def __init__(self, analysis: MatchAnalysis) -> None:
        values = [evaluation(one) for one in analysis.decisions] or [0.0]
        self._chances = analysis.measure == "chance of winning"
        low, high = (0.0, 1.0) if self._chances else (min(0.0, *values), max(0.0, *values))
        self._low, self._high = low, max(high, low + 1.0)
        self._last = max([one.answer for one in analysis.decisions], default=1)

    def at(self, answer: float, value: float) -> tuple[float, float]:
        """Return the place of a value after so many answers."""
        across = LEFT + (WIDTH - LEFT - RIGHT) * answer / self._last
        share = (value - self._low) / (self._high - self._low)
        return across, HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    def grid(self, pen: Pen) -> None:
        """Draw the lines of the grid with their numbers."""
        for value in round_marks(self._low, self._high):
            _, y = self.at(0, value)
            pen.line(LEFT, y, WIDTH - RIGHT, y, stroke="line", line=2 if value == 0 else 1)
            pen.text(LEFT - 6, y + 4, self._number(value), size=11, fill="faint", anchor="end")
        for answer in round_marks(0, self._last):
            x, _ = self.at(answer, self._low)
            pen.text(x, HEIGHT - BOTTOM + 16, f"{answer:.0f}", size=11, fill="faint")
        middle = (LEFT + WIDTH - RIGHT) / 2
        pen.text(middle, HEIGHT - 4, "answers so far", size=11, fill="faint")

    def _number(self, value: float) -> str:
        return f"{value:.0%}" if self._chances else f"{value:g}"


def _curve(pen: Pen, scale: _Scale, seat: Seat, name: str, own: Sequence[JudgedDecision]) -> None:
    """Draw the curve of one seat, with a mark of its own shape at each decision."""
    ink = f"seat-{seat % SEAT_INKS}"
    places = [scale.at(one.answer, evaluation(one)) for one in own]
    steps = " ".join(f"{'L' if n else 'M'}{x:.1f} {y:.1f}" for n, (x, y) in enumerate(places))
    pen.path(steps, stroke=ink, line=1.5)
    for one, (x, y) in zip(own, places, strict=True):
        lost = f", {one.made.text} lost {one.loss:.2g}" if one.is_clear else ""
        label = f"Answer {one.answer}, {name}: {evaluation(one):.2g}{lost}"
        with pen.spot(key=f"answer {one.answer}", label=label):
            pen.circle(x, y, 7, fill="paper" if one.is_clear else "", stroke="")
            _mark(pen, x, y, seat, ink)
            if one.is_clear:
                pen.circle(x, y, 7, stroke="accent", line=2)
    x, y = places[-1]
    _mark(pen, WIDTH - RIGHT + 12, TOP + 8 + 20 * seat, seat, ink)
    pen.text(WIDTH - RIGHT + 22, TOP + 12 + 20 * seat, name[:14], size=12, fill=ink, anchor="start")


def _mark(pen: Pen, x: float, y: float, seat: Seat, ink: str) -> None:
    """Draw the mark of a seat, so that colour alone carries no meaning."""
    shape = seat % 4
    if shape == 0:
        pen.circle(x, y, 3, fill=ink)
    elif shape == 1:
        pen.rect(x - 3, y - 3, 6, 6, fill=ink)
    elif shape == 2:
        pen.polygon([(x, y - 4), (x + 4, y + 3), (x - 4, y + 3)], fill=ink)
    else:
        pen.polygon([(x, y - 4), (x + 4, y), (x, y + 4), (x - 4, y)], fill=ink)
