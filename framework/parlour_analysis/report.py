"""An analysis in words and as a graph: lines for a terminal, and one page that holds all."""

from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from typing import TypeAlias

from msgspec import Struct

from parlour.match import Game, Header
from parlour.rules import Seat, Viewer
from parlour.rules.picture import Pen, Picture
from parlour.rules.picture.pen import round_marks
from parlour.table import MoveList
from parlour.table.text.plans import line_facts
from parlour.table.text.sentences import result_lines
from parlour.words import say, spoken
from parlour.words.framework import number as written
from parlour_analysis.judging import JudgedDecision, JudgedMove, MatchAnalysis
from parlour_search.hints import meaning_of_errors, moves_by_name, percent, tenths

MAX_LOSSES_TOLD = 10
"""Maximum number of losses that are told in words."""
MAX_LOSSES_PICTURED = 4
"""Maximum number of losses that are shown with their table."""

Seen: TypeAlias = Callable[[JudgedDecision], object]
"""Returns what the seat of a decision saw at it, or None if that is not known."""


class LossInWords(Struct, frozen=True):
    """A decision that lost something, in words."""

    answer: int
    """Number of the move among the answers of the record, counted from 1."""
    seat: Seat
    """The seat that made it."""
    sentence: str
    """The move that was made, a better one, and the loss."""
    why: str
    """The moves expected after the better one; may be empty."""


def losses_in_words(
    game: Game,
    analysis: MatchAnalysis,
    viewer: Viewer,
    seen: Seen = lambda _: None,
    *,
    most: int = MAX_LOSSES_TOLD,
) -> list[LossInWords]:
    """Return the moves that lost most, at most so many, the greatest loss first.

    What their seats had ``seen`` gives each line its account.
    """
    worst = analysis.losses[:most]
    return [_loss_in_words(game, analysis, one, viewer, seen(one)) for one in worst]


def analysis_lines(
    game: Game, analysis: MatchAnalysis, viewer: Viewer, seen: Seen = lambda _: None
) -> Iterator[str]:
    """Yield the analysis in lines: the result, the losses of each seat, the worst moves."""
    yield from result_lines(game, analysis.result, viewer)
    yield ""
    if analysis.left:
        yield _counted("analysis.small", analysis.left)
    if not analysis.decisions:
        yield say("analysis.none")
        return
    count = written(analysis.simulations)
    means = meaning_of_errors(analysis.decisions[0].doubt)
    yield say("analysis.head", measure=analysis.measure, count=count, means=means)
    seats = range(len(viewer.titles))
    for seat in analysis.seats or seats:
        own = [one for one in analysis.decisions if one.seat == seat]
        clear = [one.loss for one in own if one.is_clear]
        given = {
            "decisions": _counted("analysis.decisions", len(own)),
            "losses": _counted("analysis.losses", len(clear)),
            "size": _size(analysis, sum(clear)),
        }
        yield f"  {say('analysis.seat', viewer, seat=seat, **given)}"
    if analysis.seats and len(analysis.seats) < len(seats):
        yield say("analysis.others")
    worst = losses_in_words(game, analysis, viewer, seen)
    none = "analysis.none_known" if analysis.left else "analysis.no_loss"
    yield ""
    yield say("analysis.worst" if worst else none)
    for loss in worst:
        yield f"  {loss.answer:>4}  {loss.sentence}"
        if loss.why:
            yield f"        {loss.why}"


WORDS = ("all", "analysis", "answer", "before", "better", "loss", "move", "seat")
"""Words of the page, by the ends of their codes."""


def analysis_page(
    game: Game,
    header: Header,
    analysis: MatchAnalysis,
    viewer: Viewer,
    tables: dict[int, Picture],
    *,
    seen: Seen = lambda _: None,
) -> str:
    """Return the analysis as one HTML page.

    ``tables`` are pictures of the table before some of the answers, as the seat saw it.
    """
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415  of an extra
    from markupsafe import Markup  # noqa: PLC0415  likewise

    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    folder = files("parlour_analysis")
    template = environment.from_string((folder / "page.html").read_text(encoding="utf-8"))
    drawn = {answer: Markup(picture.html()) for answer, picture in tables.items()}  # noqa: S704  it escapes
    return template.render(
        language=spoken(),
        words={word: say(f"analysis.page.{word}") for word in WORDS},
        title=game.title,
        options=", ".join(f"{name}={value}" for name, value in header.options.items()),
        lines=list(analysis_lines(game, analysis, viewer, seen)),
        graph=Markup(draw_graph(game, analysis, viewer).html()),  # noqa: S704  it escapes
        losses=losses_in_words(game, analysis, viewer, seen),
        tables=drawn,
        decisions=[_row(game, analysis, one, viewer) for one in analysis.decisions],
        measure=say(f"measure.{analysis.measure}"),
    )


def _loss_in_words(
    game: Game, analysis: MatchAnalysis, one: JudgedDecision, viewer: Viewer, view: object
) -> LossInWords:
    better = one.best or one.made

    def valued(move: JudgedMove) -> str:
        """Return the value of a line, and its account if the view is known."""
        value = _value(analysis, one, move)
        if view is None:
            return value
        line = [game.read_move(text) for text in move.text.split(", ")]
        facts = line_facts(MoveList(game, view, (), (), viewer, seat=one.seat), line)
        return f"{value}; {facts}" if facts else value

    sentence = say(
        "analysis.loss",
        played=say(
            "hint.played", viewer, seat=one.seat, move=game.in_own_words(one.made.text, viewer)
        ),
        value=valued(one.made),
        better=game.in_own_words(better.text, viewer),
        worth=valued(better),
        loss=_size(analysis, one.loss, one.error),
    )
    line = [(viewer.name(seat), game.in_own_words(text, viewer)) for seat, text in better.line]
    then = say("analysis.then", line=moves_by_name(line)) if line else ""
    return LossInWords(one.answer, one.seat, sentence, then)


def _row(
    game: Game, analysis: MatchAnalysis, one: JudgedDecision, viewer: Viewer
) -> dict[str, object]:
    better = one.best
    return {
        "answer": one.answer,
        "name": viewer.name(one.seat),
        "made": game.in_own_words(one.made.text, viewer),
        "value": _value(analysis, one, one.made),
        "better": game.in_own_words(better.text, viewer) if better else "",
        "loss": _size(analysis, one.loss) if better else "",
        "is_clear": one.is_clear,
    }


def _value(analysis: MatchAnalysis, one: JudgedDecision, move: JudgedMove) -> str:
    """Return the value of a move with its 95 % interval: ``62% ± 3%`` or ``+1.9 ± 0.4``.

    A lead has the interval of the end, if the game has measured how far it lies off.
    """
    if _is_chance(analysis):
        return percent(move.value, move.spread)
    chances = [] if move.chance is None else [say("hint.chance", chance=percent(move.chance))]
    error = move.spread if one.doubt is None else one.doubt
    return ", ".join([tenths(move.value, error, "+"), *chances])


def _size(analysis: MatchAnalysis, size: float, error: float = 0.0) -> str:
    """Return a loss, with its 95 % interval if it has an error: ``12% ± 3%``."""
    if _is_chance(analysis):
        return percent(size, error)
    return say("analysis.points", points=tenths(size, error))


def _is_chance(analysis: MatchAnalysis) -> bool:
    return analysis.measure == "chance of winning"


def _counted(code: str, number: int) -> str:
    return say(code, number=number, count=written(number))


WIDTH = 720.0
"""Width of the graph with its margins, in units of the drawing."""
HEIGHT = 300.0
"""Height of the graph with its margins."""
LEFT = 52.0
"""Margin for the numbers of the values."""
RIGHT = 120.0
"""Margin for the names."""
TOP = 18.0
"""Margin above the highest value."""
BOTTOM = 34.0
"""Margin for the numbers of the answers."""
MIN_COLUMNS = 20
"""Minimum number of columns of a graph in characters."""
SEAT_INKS = 6
"""Number of seats with a separate ink."""


def draw_graph(game: Game, analysis: MatchAnalysis, viewer: Viewer) -> Picture:
    """Return the graph as a picture of one panel.

    Each decision is a place with the key ``answer N``, so that a page can lead there.
    """
    pen = Pen(WIDTH, HEIGHT)
    scale = _Scale(analysis)
    scale.grid(pen)
    for seat, name in enumerate(viewer.names):
        own = [one for one in analysis.decisions if one.seat == seat]
        if own:
            labels = [_label(game, analysis, one, viewer) for one in own]
            _curve(pen, scale, seat, name, list(zip(own, labels, strict=True)))
    label = say("analysis.graph", measure=analysis.measure)
    return Picture((pen.panel("graph", label, label=label, needed=True),))


GRAPH_ROWS = 11
"""Rows of a graph in characters."""
SEAT_MARKS = "ox+*#%"
"""Marks of the seats in it."""
LOSS = "!"
"""The mark below a decision that lost something."""


def graph_lines(analysis: MatchAnalysis, viewer: Viewer, width: int) -> Iterator[str]:
    """Yield the graph in characters: a mark for each decision, and below the losses."""
    scale = _Scale(analysis)
    numbers = {_row_of(scale, value): scale.number(value) for value in scale.marks()}
    left = max(map(len, numbers.values())) + 1
    columns = max(width - left - 1, MIN_COLUMNS)
    rows = [[" "] * columns for _ in range(GRAPH_ROWS)]
    losses = [" "] * columns
    for one in analysis.decisions:
        across, _ = scale.shares(one.answer, 0.0)
        column = round(across * (columns - 1))
        rows[_row_of(scale, evaluation(one))][column] = SEAT_MARKS[one.seat % len(SEAT_MARKS)]
        losses[column] = LOSS if one.is_clear else losses[column]
    yield say("analysis.graph", measure=analysis.measure)
    for row in reversed(range(GRAPH_ROWS)):
        sign = "+" if row in numbers else "|"
        yield f"{numbers.get(row, ''):>{left}}{sign}{''.join(rows[row])}".rstrip()
    yield f"{'':{left}}+{''.join(losses)}".rstrip()
    seats = sorted({one.seat for one in analysis.decisions})
    legend = (f"{SEAT_MARKS[seat % len(SEAT_MARKS)]} {viewer.name(seat)}" for seat in seats)
    yield "   ".join((*legend, f"{LOSS} {say('analysis.page.loss')}"))


def _row_of(scale: "_Scale", value: float) -> int:
    """Return the row of a value, from the lowest."""
    _, up = scale.shares(0, value)
    return round(up * (GRAPH_ROWS - 1))


def _label(game: Game, analysis: MatchAnalysis, one: JudgedDecision, viewer: Viewer) -> str:
    """Return what the place of a decision in the graph says."""
    given = {"answer": one.answer, "value": _value(analysis, one, one.best or one.made)}
    if one.is_clear:
        given |= {
            "move": game.in_own_words(one.made.text, viewer),
            "loss": _size(analysis, one.loss),
        }
    code = "analysis.spot_lost" if one.is_clear else "analysis.spot"
    return say(code, viewer, seat=one.seat, **given)


def evaluation(decision: JudgedDecision) -> float:
    """Return the evaluation of the position for its seat: the value of its best move."""
    return (decision.best or decision.made).value


class _Scale:
    """Maps answers and values to places of the panel."""

    def __init__(self, analysis: MatchAnalysis) -> None:
        values = [evaluation(one) for one in analysis.decisions] or [0.0]
        self._chances = analysis.measure == "chance of winning"
        low, high = (0.0, 1.0) if self._chances else (min(0.0, *values), max(0.0, *values))
        self._low = low
        self._high = max(high, low + 1.0)
        self._last = max([one.answer for one in analysis.decisions], default=1)

    def at(self, answer: float, value: float) -> tuple[float, float]:
        """Return the place of a value after so many answers."""
        across, up = self.shares(answer, value)
        y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * up
        return LEFT + (WIDTH - LEFT - RIGHT) * across, y

    def shares(self, answer: float, value: float) -> tuple[float, float]:
        """Return how far right and how far up a value after so many answers is, from 0 to 1."""
        return answer / self._last, (value - self._low) / (self._high - self._low)

    def marks(self) -> list[float]:
        """Return round values for the lines of the grid."""
        return round_marks(self._low, self._high)

    def grid(self, pen: Pen) -> None:
        """Draw the lines of the grid with their numbers."""
        for value in self.marks():
            _, y = self.at(0, value)
            pen.line(LEFT, y, WIDTH - RIGHT, y, stroke="line", line=2 if value == 0 else 1)
            pen.text(LEFT - 6, y + 4, self.number(value), size=11, fill="faint", anchor="end")
        for answer in round_marks(0, self._last):
            x, _ = self.at(answer, self._low)
            pen.text(x, HEIGHT - BOTTOM + 16, f"{answer:.0f}", size=11, fill="faint")
        middle = (LEFT + WIDTH - RIGHT) / 2
        pen.text(middle, HEIGHT - 4, say("analysis.so_far"), size=11, fill="faint")

    def number(self, value: float) -> str:
        """Write a value as it stands beside the grid."""
        return percent(value) if self._chances else f"{value:g}".replace(".", say("number.decimal"))


def _curve(
    pen: Pen,
    scale: _Scale,
    seat: Seat,
    name: str,
    own: Sequence[tuple[JudgedDecision, str]],
) -> None:
    """Draw the curve of one seat, with a distinct shape of mark and a label at each decision."""
    ink = f"seat-{seat % SEAT_INKS}"
    places = [scale.at(one.answer, evaluation(one)) for one, _ in own]
    steps = " ".join(f"{'L' if n else 'M'}{x:.1f} {y:.1f}" for n, (x, y) in enumerate(places))
    pen.path(steps, stroke=ink, line=1.5)
    for (one, label), (x, y) in zip(own, places, strict=True):
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
