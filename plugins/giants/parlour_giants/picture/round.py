"""The panel of the round: its chapters, and the order of play."""

from parlour import Over, Seat, Viewer
from parlour.rules.picture import Pen, PicturePanel
from parlour_giants.components import COLOURS
from parlour_giants.picture.cells import WIDTH
from parlour_giants.picture.inks import clan_ink, letter_ink
from parlour_giants.picture.symbols import STAR, letter
from parlour_giants.view import View
from parlour_giants.words.names import SENTENCES, colour_of, commas, say
from parlour_giants.words.status import CHAPTERS, describe_status
from parlour_giants.words.view import has_passed

STRIP = 34.0
"""Height of the strip of chapters."""
HEIGHT = 116.0
TOKEN = 17.0
"""Radius of a player's token."""


def round_panel(view: View, viewer: Viewer) -> PicturePanel:
    """Draw the chapters of the round with the one in force, and the seats in order of play."""
    pen = Pen(WIDTH, HEIGHT)
    phase = view.phases[-1]
    now = "" if isinstance(phase, Over) else CHAPTERS[type(phase)][0]
    chapters = list(dict.fromkeys(chapter for chapter, _ in CHAPTERS.values()))
    wide = WIDTH / len(chapters)
    for place, chapter in enumerate(chapters):
        _draw_chapter(pen, place, chapter, wide, is_now=chapter == now)
    seats = view.seats
    step = WIDTH / seats
    for place in range(seats):
        seat = (view.start + place) % seats
        _draw_seat(pen, view, viewer, seat, step * (place + 0.5))
        if place:
            pen.path(f"M{step * place - 5:.1f},58 l8,6 l-8,6", stroke="faint", line=2)
    return pen.panel(
        "round", say("status.round", round=view.round), label=describe_status(view, viewer)
    )


def _draw_chapter(pen: Pen, place: int, chapter: str, wide: float, *, is_now: bool) -> None:
    left = wide * place
    pen.rect(left + 1, 1, wide - 2, STRIP - 4, fill="ink" if is_now else "paper",
             stroke="line", corner=8)  # fmt: skip
    ink = "paper" if is_now else "ink"
    said = f"{place + 1} {SENTENCES.worded(f'chapter.{chapter}', {}, 'short')}"
    pen.text(left + wide / 2, 20.5, said, size=10 if is_now else 10.5, fill=ink, bold=is_now)


def _draw_seat(pen: Pen, view: View, viewer: Viewer, seat: Seat, x: float) -> None:
    """Draw a player's token, with an arrow where an answer is awaited."""
    awaited, passed = seat in view.awaited, has_passed(view, seat)
    name = viewer.name(seat)
    label = commas(
        (
            name,
            colour_of(seat, ""),
            say("standing.starts") if seat == view.start else "",
            say("picture.to_act") if awaited else "",
            say("standing.passed") if passed else "",
        )
    )
    with pen.spot(key=f"{COLOURS[seat]} token", label=label):
        with pen.group(faint=passed):
            pen.circle(x, 64, TOKEN, fill=clan_ink(seat), stroke="stone-edge")
            pen.text(x, 70.5, letter(seat), size=18, fill=letter_ink(seat), bold=True)
        if awaited:
            pen.circle(x, 64, TOKEN + 5, stroke="accent", line=3)
            pen.path(f"M{x - 7:.1f},34 h14 l-7,8 Z", fill="accent")
        if seat == view.start:
            with pen.group(move=(x + 17, 50.0)):
                pen.path(STAR, fill="bone", stroke="stone-edge")
                pen.text(0, 4, "1", size=10, fill="on-bone", bold=True)
        said = shortened(name, 9)
        said = say("picture.passed", name=said) if passed else said
        pen.text(x, 102, said, size=12, bold=awaited)


def shortened(name: str, length: int) -> str:
    """Return a name of at most so many letters."""
    return name if len(name) <= length else f"{name[: length - 1]}…"
