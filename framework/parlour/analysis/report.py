"""An analysis in words and as a graph: lines for a terminal, and one page that holds all."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from math import inf

from msgspec import Struct

from parlour.analysis.judging import JudgedDecision, JudgedMove, MatchAnalysis
from parlour.match import Game, Header
from parlour.players.tree.objective import give_or_take
from parlour.rules import Seat, Viewer
from parlour.rules.picture import Pen, Picture
from parlour.rules.picture.pen import round_marks
from parlour.table.text.hints import moves_by_name
from parlour.table.text.sentences import result_lines

MAX_LOSSES_TOLD = 10
"""Maximum number of losses that are told in words."""
MAX_LOSSES_PICTURED = 4
"""Maximum number of losses that are shown with their table."""


class LossInWords(Struct, frozen=True):
    """A decision that lost something, in words."""

    answer: int
    """Number of the move among the answers of the record, counted from 1."""
    sentence: str
    """The move that was made, a better one, and the loss."""
    why: str
    """The moves expected after the better one; may be empty."""


def losses_in_words(analysis: MatchAnalysis, names: Sequence[str]) -> list[LossInWords]:
    """Return the moves that lost most, the greatest loss first."""
    return [_loss_in_words(analysis, one, names) for one in analysis.losses[:MAX_LOSSES_TOLD]]


def analysis_lines(game: Game, analysis: MatchAnalysis, names: Sequence[str]) -> Iterator[str]:
    """Yield the analysis in lines: the result, the losses of each seat, the worst moves."""
    yield from result_lines(game, analysis.result, Viewer(tuple(names)))
    yield ""
    if too_brief := analysis.unjudged + sum(one.error == inf for one in analysis.decisions):
        left = _counted(too_brief, "decision")
        yield f"The budget was too small to judge {left}."
    if not analysis.decisions:
        yield "No decision was judged."
        return
    yield f"{analysis.measure.capitalize()}, by {analysis.simulations:,} simulations; mean ± 95 %."
    for seat, name in enumerate(names):
        own = [one for one in analysis.decisions if one.seat == seat]
        lost = sum(one.loss for one in own if one.is_clear)
        clear = sum(one.is_clear for one in own)
        yield (
            f"  {name}: {_counted(len(own), 'decision')}, "
            f"{_counted(clear, 'clear loss', 'clear losses')}, {_size(analysis, lost)} in all"
        )
    worst = losses_in_words(analysis, names)
    yield ""
    yield "Moves that lost most:" if worst else "No move lost anything beyond chance."
    for loss in worst:
        yield f"  {loss.answer:>4}  {loss.sentence}"
        if loss.why:
            yield f"        {loss.why}"


def analysis_page(
    game: Game,
    header: Header,
    analysis: MatchAnalysis,
    names: Sequence[str],
    tables: dict[int, Picture],
) -> str:
    """Return the analysis as one HTML page.

    ``tables`` are pictures of the table before some of the answers, as the seat saw it.
    """
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415  of an extra
    from markupsafe import Markup  # noqa: PLC0415  likewise

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    folder = files("parlour.analysis")
    template = environment.from_string((folder / "page.html").read_text(encoding="utf-8"))
    drawn = {answer: Markup(picture.html()) for answer, picture in tables.items()}  # noqa: S704  it escapes
    return template.render(
        title=game.title,
        options=", ".join(f"{name}={value}" for name, value in header.options.items()),
        lines=list(analysis_lines(game, analysis, names)),
        graph=Markup(draw_graph(analysis, names).html()),  # noqa: S704  it escapes
        losses=losses_in_words(analysis, names),
        tables=drawn,
        decisions=[_row(analysis, one, names) for one in analysis.decisions],
        measure=analysis.measure,
    )


def _loss_in_words(
    analysis: MatchAnalysis, one: JudgedDecision, names: Sequence[str]
) -> LossInWords:
    better = one.best or one.made
    sentence = (
        f"{names[one.seat]} played '{one.made.text}' ({_value(analysis, one.made)}); "
        f"'{better.text}' was better ({_value(analysis, better)}), "
        f"a loss of {_size(analysis, one.loss, one.error)}"
    )
    line = moves_by_name([(names[seat], text) for seat, text in better.line])
    return LossInWords(one.answer, sentence, f"then {line}" if line else "")


def _row(analysis: MatchAnalysis, one: JudgedDecision, names: Sequence[str]) -> dict[str, object]:
    better = one.best
    return {
        "answer": one.answer,
        "name": names[one.seat],
        "made": one.made.text,
        "value": _value(analysis, one.made),
        "better": better.text if better else "",
        "loss": _size(analysis, one.loss) if better else "",
        "clear": one.is_clear,
    }


def _value(analysis: MatchAnalysis, move: JudgedMove) -> str:
    """Return the value of a move with its 95 % interval: ``62% ± 3%``, ``+1.9 ± 0.4, wins 62%``."""
    if _is_chance(analysis):
        around = give_or_take(100 * move.spread, 0)
        return f"{move.value:.0%}{around}{around and '%'}"
    wins = "" if move.chance is None else f", wins {move.chance:.0%}"
    return f"{move.value:+.1f}{give_or_take(move.spread, 1)}{wins}"


def _size(analysis: MatchAnalysis, size: float, error: float = 0.0) -> str:
    """Return a loss, with its 95 % interval where there is an error: ``12 ± 3 %``."""
    if _is_chance(analysis):
        return f"{100 * size:.0f}{give_or_take(100 * error, 0)} %"
    return f"{size:.1f}{give_or_take(error, 1)} points"


def _is_chance(analysis: MatchAnalysis) -> bool:
    return analysis.measure == "chance of winning"


def _counted(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


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
    """Return the evaluation of the position for its seat: the value of its best move."""
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
