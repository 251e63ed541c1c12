"""The belongings behind and in front of a screen, as cells."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from parlour import Seat
from parlour.rules.picture import Pen
from parlour_giants.components import COLOURS, HEADDRESS, PIECES, Figure, Size
from parlour_giants.phases import Placing
from parlour_giants.phases.placing import MOST_LOGS, NOT_WANTED, TABLET
from parlour_giants.picture.cells import Cell
from parlour_giants.picture.choices import screen_address
from parlour_giants.picture.pieces import (
    STAR,
    draw_base,
    draw_figure,
    draw_half_tablet,
    draw_logs,
    draw_marker,
    draw_piece,
)
from parlour_giants.state import Clan
from parlour_giants.view import View
from parlour_giants.words.names import PIECE_WORDS, count


def behind_cells(view: View, seat: Seat) -> Iterator[Cell]:
    """Yield what lies behind a screen (rule 1.5)."""
    clan, colour = view.clans[seat], COLOURS[seat]
    mine = seat == view.seat
    figures: tuple[tuple[Figure, int], ...] = (
        ("worker", clan.workers),
        ("sorcerer", clan.sorcerer),
        ("chief", clan.chief),
    )
    for figure, number in figures:
        if number:
            name = count(number, "worker") if figure == "worker" else figure
            at = (f"figure={figure}",) if mine else ()
            draw = partial(draw_figure, seat=seat, figure=figure)
            key = f"{colour} workers" if figure == "worker" else f"{colour} {figure}"
            yield Cell(figure, f"behind the screen: {name}", draw, int(number), at, key)
    if clan.markers:
        label = f"behind the screen: {count(clan.markers, 'marker')}"
        draw = partial(draw_marker, seat=seat)
        yield Cell("marker", label, draw, clan.markers, (), f"{colour} markers")
    if clan.logs:
        label = f"behind the screen: {count(clan.logs, 'log')}"
        yield Cell("log", label, draw_logs, clan.logs, (), f"{colour} logs")
    if clan.bases:
        label = f"behind the screen: {count(clan.bases, 'base')}"
        draw = partial(_draw_flat_base, seat=seat)
        yield Cell("base", label, draw, clan.bases, (), f"{colour} bases")


def _draw_flat_base(pen: Pen, seat: Seat) -> None:
    with pen.group(move=(0.0, -14.0)):
        draw_base(pen, seat, 13.0)


def choice_cells(view: View) -> Iterator[Cell]:
    """Yield what is chosen beside a figure: logs that go with it, and to do without an action."""
    phase, clan = view.phases[-1], view.clans[view.seat]
    if not (isinstance(phase, Placing) and phase.seat == view.seat):
        return
    for number in range(min(clan.logs, MOST_LOGS) + 1) if clan.logs else ():
        label = f"put {count(number, 'log') if number else 'no log'} with the figure"
        draw = partial(_draw_log_number, number=number)
        yield Cell("with logs", label, draw, 1, (f"logs={number}",))
    if clan.sorcerer or (clan.chief and clan.halves >= TABLET):
        label = "do without the action of the figure"
        yield Cell("no action", label, _draw_no_action, 1, (f"gain={NOT_WANTED}",))


def _draw_no_action(pen: Pen) -> None:
    with pen.group(move=(0.0, -16.0)):
        with pen.group(scale=1.5):
            pen.path(STAR, fill="bone", stroke="stone-edge")
        pen.line(-12, 12, 12, -12, stroke="accent", line=3)


def _draw_log_number(pen: Pen, number: int) -> None:
    pen.circle(0, -16, 13, fill="wood-end", stroke="wood-edge", line=1.6)
    pen.text(0, -10.5, str(number), size=16, fill="on-bone", bold=True)


def front_cells(view: View, seat: Seat) -> Iterator[Cell]:
    """Yield what lies in front of a screen: pieces, half tablets, and what is spent."""
    clan, colour = view.clans[seat], COLOURS[seat]
    mine = seat == view.seat
    sizes = Counter((*clan.moais, *((HEADDRESS,) * clan.headdresses)))
    for size, number in sizes.items():
        at = (screen_address(view, size),) if mine else ()
        label = f"in front of the screen: {count(number, PIECE_WORDS[size])}"
        name = "headdress" if size == HEADDRESS else f"moai {size}"
        draw = partial(_draw_large, size=size)
        yield Cell(name, label, draw, number, at, f"{colour} {PIECES[size]}")
    if clan.halves:
        label = f"in front of the screen: {count(clan.halves, 'half tablet')}"
        yield Cell("half tablet", label, _draw_large_tablet, clan.halves, (), f"{colour} halves")
    yield from _spent_cells(clan, seat)


def _spent_cells(clan: Clan, seat: Seat) -> Iterator[Cell]:
    """Yield what comes back when the round ends."""
    colour = COLOURS[seat]
    spent = (
        ("worker", clan.bid_workers, partial(draw_figure, seat=seat, figure="worker")),
        ("sorcerer", clan.bid_sorcerer, partial(draw_figure, seat=seat, figure="sorcerer")),
        ("chief", clan.bid_chief, partial(draw_figure, seat=seat, figure="chief")),
        ("marker", clan.laid_markers, partial(draw_marker, seat=seat)),
    )
    for what, number, draw in spent:
        if number:
            label = f"spent until the round ends: {count(int(number), what)}"
            key = f"{colour} {what}" if what in {"sorcerer", "chief"} else f"{colour} spent {what}"
            yield Cell("spent", label, draw, int(number), (), key)


def _draw_large(pen: Pen, size: Size) -> None:
    with pen.group(scale=1.1):
        draw_piece(pen, size)


def _draw_large_tablet(pen: Pen) -> None:
    with pen.group(scale=1.5, move=(5.0, 0.0)):
        draw_half_tablet(pen)
