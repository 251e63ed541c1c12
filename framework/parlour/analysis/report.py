"""An analysis in words: lines for a terminal, and one page that holds everything."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from math import inf

from msgspec import Struct

from parlour.analysis.graph import draw_graph
from parlour.analysis.judging import JudgedDecision, JudgedMove, MatchAnalysis
from parlour.match.game import Game
from parlour.match.record import Header
from parlour.players.tree.objective import give_or_take
from parlour.rules.picture import Picture
from parlour.rules.words import Viewer
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
    yield f"{analysis.measure.capitalize()}, by {analysis.simulations:,} simulations; ± is 95 %."
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
