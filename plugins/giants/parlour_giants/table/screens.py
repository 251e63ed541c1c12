"""The panels of the screens, the viewer's own and the others', of the supply and the round."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from parlour import Over, Seat, Viewer
from parlour.kit.table import Group, Piece, Point, Row, TablePanel, row
from parlour.rules.panels import points_of
from parlour.rules.picture import Pen
from parlour_giants.components import COLOURS, HEADDRESS, PIECES, SINGLE, Size
from parlour_giants.picture.symbols import (
    draw_banner,
    draw_half_tablet,
    draw_piece,
    draw_start,
    draw_thing,
    draw_token,
)
from parlour_giants.state import NOBODY
from parlour_giants.table.cells import CELL, SMALL, STYLES, cell, fitting, nothing, words
from parlour_giants.table.choices import screen_address
from parlour_giants.view import View
from parlour_giants.words.names import SENTENCES, colour_of, commas, count, moai_words, say
from parlour_giants.words.status import CHAPTERS, score_sheet
from parlour_giants.words.view import clockwise, has_passed, shortened, standing

OWN, OTHER = 500.0, 436.0
"""Width of the viewer's own screen, which lies at the foot of the window, and of the others'."""
ROUND = 486.0
"""Width of the round, with a row of its chapters."""
ROOM, OTHER_ROOM = 310.0, 288.0
"""Units for the cells of a row of the own screen, and of another's."""
CHAPTER: Point = (86.0, 26.0)
"""Width and height of a chapter of the round."""
TOKEN: Point = (70.0, 62.0)
"""Width and height of a seat's token with its name."""
PLACED: Mapping[str, str] = {
    "worker": "figure=worker",
    "sorcerer": "figure=sorcerer",
    "chief": "figure=chief",
    "log": "logs=1",
}
"""The addresses of the things behind a screen that are placed."""


def own_panel(view: View, viewer: Viewer) -> Iterator[TablePanel]:
    """Show the viewer's own screen, with the things behind it and in front of it."""
    seat = view.seat
    if seat == NOBODY:
        return
    behind = list(behind_pieces(view, seat, CELL)) or [nothing(CELL)]
    held = len([*front_pieces(view, seat, CELL), *spent_pieces(view, seat, CELL)])
    size = fitting(CELL, held, ROOM)
    front = list(front_pieces(view, seat, size)) or [nothing(CELL)]
    spent = Group(title=say("cell.spent"), pieces=list(spent_pieces(view, seat, size)))
    rows = [
        Row(groups=[Group(title=say("table.hidden"), pieces=behind)]),
        Row(groups=[Group(title=say("table.in_front"), pieces=front), spent]),
    ]
    title = f"{viewer.name(seat)}: {standing(view, seat)}"
    yield TablePanel(name="you", title=title, rows=rows, role="foot", seat=seat, width=OWN)


def others_panel(view: View, viewer: Viewer) -> TablePanel:
    """Show the others' screens, with the things in front of them, small and without words."""
    seats = [seat for seat in clockwise(view) if seat != view.seat]
    points = points_of(score_sheet(view, viewer))
    return TablePanel(
        name="others",
        title=say("table.players" if view.seat == NOBODY else "table.others"),
        rows=[_other(view, viewer, seat, points[seat]) for seat in seats],
        label=say("picture.others", n=len(seats)),
        needed=False,
        role="other",
        width=OTHER,
    )


def _other(view: View, viewer: Viewer, seat: Seat, points: str) -> Row:
    """Show what lies in front of another's screen, and what is remembered behind it."""
    said = [*words(colour_of(seat, ""), style=STYLES[seat]), *words(_points(points))]
    kinds = (_signs, front_pieces, _said_spent)
    held = sum(1 for pieces in kinds for _ in pieces(view, seat, SMALL))
    size = fitting(SMALL, held, OTHER_ROOM)
    front = [piece for pieces in kinds for piece in pieces(view, seat, size)]
    room = Piece(shape="words", size=SMALL)  # the row of a seat with nothing is as high as others
    groups = [Group(pieces=[*said, *front]), *([] if front else [Group(pieces=[room])])]
    if viewer.memory:
        behind = list(behind_pieces(view, seat, SMALL))
        groups.append(Group(title=say("table.hidden_of"), pieces=behind))
    mark = "▶ " if seat in view.awaited else ""
    return Row(title=shortened(viewer.name(seat)), mark=mark, seat=seat, groups=groups)


def _points(points: str) -> str:
    """Write the points of a seat as far as the viewer knows them: ``8+ points``."""
    return say("table.points", points=points, number=1 if points == "1" else 2)


def _signs(view: View, seat: Seat, size: Point) -> Iterator[Piece]:
    """Show the start stone, and the banner of a seat that has passed (rules 4.12 and 5.12)."""
    if seat == view.start:
        yield cell(say("standing.starts"), draw_start, size=size, key="start stone")
    if has_passed(view, seat):
        draw, key = partial(draw_banner, seat=seat), f"{COLOURS[seat]} banner"
        yield cell(say("standing.passed"), draw, size=size, key=key)


def _said_spent(view: View, seat: Seat, size: Point) -> Iterator[Piece]:
    for piece in spent_pieces(view, seat, size):
        yield replace(piece, label=say("spent", things=piece.label))


def behind_pieces(view: View, seat: Seat, size: Point) -> Iterator[Piece]:
    """Yield the things behind a screen (rule 1.5)."""
    for what, number in view.clans[seat].behind.items():
        at = (PLACED[what],) if what in PLACED and seat == view.seat else ()
        if number:
            key = f"{what}{'' if what in SINGLE else 's'}"
            yield _thing(seat, what, number, size=size, key=key, at=at)


def front_pieces(view: View, seat: Seat, size: Point) -> Iterator[Piece]:
    """Yield the pieces and half tablets in front of a screen."""
    clan, colour = view.clans[seat], COLOURS[seat]
    for kind, number in Counter((*clan.moais, *((HEADDRESS,) * clan.headdresses))).items():
        at = (screen_address(view, kind),) if seat == view.seat else ()
        yield _moais(kind, number, colour, size=size, at=at)
    if clan.halves:
        yield _halves(clan.halves, colour, size=size)


def spent_pieces(view: View, seat: Seat, size: Point) -> Iterator[Piece]:
    """Yield the things in front of a screen that come back when the round ends."""
    for what, number in view.clans[seat].spent.items():
        key = f"{'' if what in SINGLE else 'spent '}{what}"
        if number:
            yield _thing(seat, what, number, size=size, key=key)


def _thing(seat: Seat, what: str, number: int, *, key: str, **more: Any) -> Piece:
    draw, name = partial(draw_thing, what=what, seat=seat), say(f"cell.{what}")
    return cell(count(number, what), draw, number, name=name, key=f"{COLOURS[seat]} {key}", **more)


def _moais(kind: Size, number: int, whose: str, **more: Any) -> Piece:
    """Show moais of a size, or headdresses."""
    label = moai_words((kind,) * number) if number and kind else count(number, "headdress")
    name = say(f"cell.{'moai' if kind else 'headdress'}", size=kind)
    draw = partial(draw_piece, size=kind)
    return cell(label, draw, number, name=name, key=f"{whose} {PIECES[kind]}", **more)


def _halves(number: int, whose: str, **more: Any) -> Piece:
    name, key = say("cell.half"), f"{whose} halves"
    return cell(count(number, "half"), draw_half_tablet, number, name=name, key=key, **more)


def supply_panel(view: View) -> TablePanel:
    """Show what is left in the box."""
    supply = view.supply
    moais = [_moais(size, number, "supply") for size, number in enumerate(supply.moais, 1)]
    left = [*moais, _moais(HEADDRESS, supply.headdresses, "supply")]
    things = row("", *left, _halves(supply.halves, "supply"))
    return TablePanel(name="supply", title=say("table.supply"), rows=[things], needed=False)


# The round


def round_panel(view: View, viewer: Viewer) -> TablePanel:
    """Show the chapters of the round with the one in force, and the seats in order of play."""
    phase = view.phases[-1]
    now = "" if isinstance(phase, Over) else CHAPTERS[type(phase)][0]
    chapters = dict.fromkeys(chapter for chapter, _ in CHAPTERS.values())
    strip = [_chapter(f"{at} ", one, is_now=one == now) for at, one in enumerate(chapters, 1)]
    seats = [(view.start + place) % view.seats for place in range(view.seats)]
    order = [_token(view, viewer, seat) for seat in seats]
    title = say("status.round", round=view.round)
    rows = [row("", *strip), row("", *order)]
    return TablePanel(name="round", title=title, rows=rows, needed=False, width=ROUND)


def _chapter(place: str, chapter: str, *, is_now: bool) -> Piece:
    words = place + SENTENCES.worded(f"chapter.{chapter}", {}, "short")
    return Piece(
        shape="words",
        name=words,
        size=CHAPTER,
        art=partial(_draw_chapter, words=words, is_now=is_now),
    )


def _draw_chapter(pen: Pen, words: str, *, is_now: bool) -> None:
    fill, ink = ("ink", "paper") if is_now else ("paper", "ink")
    pen.rect(0, 0, *CHAPTER, fill=fill, stroke="line", corner=8)
    pen.text(CHAPTER[0] / 2, 18, words, size=12, fill=ink, bold=is_now, within=CHAPTER[0] - 6)


def _token(view: View, viewer: Viewer, seat: Seat) -> Piece:
    """Show a seat's token, in a ring where an answer is awaited, and faint if it has passed."""
    acts = say("picture.to_act") if seat in view.awaited else ""
    label = commas((viewer.name(seat), standing(view, seat), acts))
    draw = partial(draw_token, seat=seat, awaited=bool(acts), starts=seat == view.start)
    number = 0 if has_passed(view, seat) else 1
    key = f"{COLOURS[seat]} token"
    return cell(label, draw, number, name=shortened(viewer.name(seat)), size=TOKEN, key=key)
