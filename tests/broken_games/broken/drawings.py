"""Games with wrong pictures, lines or score sheets."""

from collections.abc import Iterable, Sequence
from dataclasses import replace as changed
from itertools import count

from parlour import Display, Pen, Picture, Viewer
from parlour.kit.table import Piece, TablePanel, row
from parlour.rules.panels import ScoreLine
from parlour.rules.picture import PicturePanel, read_svg
from tests.broken_games import sealed_bid
from tests.broken_games.broken.laws import add
from tests.broken_games.which_hand import Seen, variant

CALLS = count()
"""Numbers of the calls so far."""


def describe_restless_lines(view: Seen, viewer: Viewer) -> Iterable[str]:
    """A description that depends on how often it was asked for."""
    yield f"{viewer.names[view.seat]} has asked {next(CALLS)} times"


add("restless_lines", variant(display=Display(describe=describe_restless_lines)), "drawn-alike")


def count_up(_view: Seen, _viewer: Viewer) -> Sequence[ScoreLine]:
    """A score sheet that depends on how often it was asked for."""
    return (ScoreLine("questions", (next(CALLS), 0)),)


add("restless_sheet", variant(display=Display(score_sheet=count_up)), "drawn-alike")


def lay_torn_table(view: Seen, viewer: Viewer) -> Sequence[TablePanel]:
    """A table that cannot cope with a card that is not seen."""
    worth = Piece(shape="chip", number=sum(view.cards))  # type: ignore[arg-type]  # broken
    return [TablePanel(name="hands", title="Hands", rows=[row(viewer.names[view.seat], worth)])]


add("torn_table", variant(display=Display(table=lay_torn_table)), "runs")


def lay_nothing(_view: Seen, _viewer: Viewer) -> None:
    """A table that forgets to return."""


add("nothing_laid", variant(display=Display(table=lay_nothing)), "drawn-alike", "pictured")  # type: ignore[arg-type]  # its fault


def lay_blank_place(_view: Seen, _viewer: Viewer) -> Sequence[TablePanel]:
    """A table with a thing that is a part of no move."""
    rows = [row("Hands", Piece(shape="card", name="middle", at=("hand=middle",)))]
    return [TablePanel(name="hands", title="Hands", rows=rows)]


add("blank_thing", variant(display=Display(table=lay_blank_place)), "pictured")


def picture(pen: Pen) -> Picture:
    """Return a picture of one panel."""
    return Picture((pen.panel("hands", "Hands", label="Two hands"),))


def draw_blank_place(_view: Seen, _viewer: Viewer) -> Picture:
    """A picture with a place that is a part of no move."""
    pen = Pen(100, 50)
    with pen.spot("hand=middle", label="the hand in the middle"):
        pen.rect(30, 5, 40, 40, fill="paper", stroke="line")
    return picture(pen)


add("blank_place", variant(display=Display(picture=draw_blank_place)), "pictured")


def draw_mats(seats: int, first: int, *, shared: bool) -> Picture:
    """Return a picture of a mat for each seat, with addresses that count from ``first``."""
    panels = []
    for seat in range(seats):
        pen = Pen(100, 50)
        label = "the cards" if not shared else f"the cards of seat {seat}"
        with pen.spot(f"seat={seat + first}", label=label):
            pen.rect(30, 5, 40, 40, fill="paper", stroke="line")
        whose = None if shared else seat
        panels.append(pen.panel(f"mat{seat}", "Mat", label="A mat", needed=True, seat=whose))
    return Picture(tuple(panels))


def draw_shifted_labels(_view: sealed_bid.Seen, _viewer: Viewer) -> Picture:
    """A picture whose places have the address of the seat behind the one that they name."""
    return draw_mats(3, 1, shared=True)


def draw_shifted_panels(_view: sealed_bid.Seen, _viewer: Viewer) -> Picture:
    """A picture whose panels have places with the address of the next seat."""
    return draw_mats(3, 1, shared=False)


MATS = changed(
    sealed_bid.ONE_ASKED,
    seats=range(3, 4),
    display=Display(picture=lambda *_: draw_mats(3, 0, shared=True)),
)
"""A game whose places have the right addresses."""

for shifted in (draw_shifted_labels, draw_shifted_panels):
    add(
        shifted.__name__.removeprefix("draw_"),
        changed(MATS, display=Display(picture=shifted)),
        "pictured",
    )


def draw_wide_picture(_view: Seen, _viewer: Viewer) -> Picture:
    """A picture that is drawn over the edge of its panel."""
    pen = Pen(100, 50)
    with pen.group(move=(70, 0)):
        pen.circle(20, 25, 15, fill="accent")
    return picture(pen)


add("wide_picture", variant(display=Display(picture=draw_wide_picture)), "pictured")


def draw_unknown_ink(_view: Seen, _viewer: Viewer) -> Picture:
    """A picture that is drawn in an ink that has no colour."""
    pen = Pen(100, 50)
    with pen.group(move=(7, 0)):
        pen.circle(20, 25, 15, fill="gold")
    return picture(pen)


add("unknown_ink", variant(display=Display(picture=draw_unknown_ink)), "pictured")


SCRIPTED = (
    '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/><script>x()</script></svg>'
)


def draw_scripted_picture(_view: Seen, _viewer: Viewer) -> Picture:
    """A picture by another library, with a script in it."""
    nodes = read_svg(SCRIPTED)
    return Picture((PicturePanel("hands", "Hands", "Two hands", 100, 50, nodes),))


add("scripted_picture", variant(display=Display(picture=draw_scripted_picture)), "runs")


def draw_wandering_picture(_view: Seen, _viewer: Viewer) -> Picture:
    """A picture that is another one each time it is drawn."""
    pen = Pen(100, 50)
    pen.text(50, 25, f"drawing {next(CALLS)}")
    return picture(pen)


add("wandering_picture", variant(display=Display(picture=draw_wandering_picture)), "pictured")


add(
    "unknown_rule",
    variant(display=Display(picture=lambda *_: picture(Pen(100, 50)), rules={"hands": "9.9"})),
    "pictured",
)


def draw_folded_choice(_view: Seen, _viewer: Viewer) -> Picture:
    """A picture whose places to choose lie in a panel that a small window folds."""
    pen = Pen(100, 50)
    for hand in ("left", "right"):
        with pen.spot(f"hand={hand}", label=f"the {hand} hand"):
            pen.rect(30, 5, 40, 40, fill="paper", stroke="line")
    return picture(pen)


add("folded_choice", variant(display=Display(picture=draw_folded_choice)), "pictured")
