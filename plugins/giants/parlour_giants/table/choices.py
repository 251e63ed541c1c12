"""The panels of single decisions: what goes with a figure, pieces to move, carriers, markers."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from parlour import Move, Viewer, listed
from parlour.kit.table import Piece, Point, Row, TablePanel, row
from parlour.rules.notation import Form
from parlour.rules.picture import Pen
from parlour_giants.components import PIECES, Size
from parlour_giants.moves import Bid, Haul, Take, TakeBack
from parlour_giants.phases import Moving, Placing, Returning, Transporting
from parlour_giants.phases.placing import MAX_LOGS, NOT_WANTED, TABLET
from parlour_giants.phases.round_end import returns
from parlour_giants.phases.transport import takes
from parlour_giants.picture.symbols import (
    draw_figure,
    draw_log_number,
    draw_logs,
    draw_marker,
    draw_no_action,
    draw_piece,
    letter,
)
from parlour_giants.state import CHIEF, LOG, Crew, fees
from parlour_giants.table.cells import WIDTH, cell
from parlour_giants.view import View
from parlour_giants.words.names import at_place, commas, say

CHIP: Point = (90.0, 70.0)
"""Width and height of a piece to move, or of some carriers."""
BUTTON: Point = (78.0, 50.5)
"""Width and height of a number of markers to take back."""
STEP = 29.0
"""Units from a carrier to the next."""


def choice_panels(view: View, viewer: Viewer) -> Iterator[TablePanel]:
    """Show what the decision in hand chooses from, beside the island and the screens."""
    things = {
        "with_figure": [row("", *_with_figure(view))],
        "pieces": [row("", *_pieces(view))],
        "carriers": [row("", *_carriers(view, viewer))],
        "markers": list(_markers(view)),
    }
    for name, rows in things.items():
        if any(any(one.pieces()) for one in rows):
            title = say(f"picture.{name}")
            yield TablePanel(name=name, title=title, rows=rows, role="choice", width=WIDTH)


def _with_figure(view: View) -> Iterator[Piece]:
    """Yield the choices beside a figure: logs that go with it, and no action."""
    phase = view.phases[-1]
    if not (isinstance(phase, Placing) and phase.seat == view.seat):
        return
    clan = view.clans[view.seat]
    for number in range(min(clan.logs, MAX_LOGS) + 1) if clan.logs else ():
        label, draw = (
            say("picture.put_logs", number=number),
            partial(draw_log_number, number=number),
        )
        yield cell(label, draw, name=say("cell.with_logs"), at=(f"logs={number}",))
    if clan.sorcerer or (clan.chief and clan.halves >= TABLET):
        label, name = say("picture.no_action"), say("cell.no_action")
        yield cell(label, draw_no_action, name=name, at=(f"gain={NOT_WANTED}",))


def _pieces(view: View) -> Iterator[Piece]:
    """Yield the pieces that the seat can begin to move (rule 5.2)."""
    for move, address in take_addresses(view):
        what = at_place(move.size, move.hex, ".acc")
        beside = "+".join(move.been) or move.hex
        if move.been:
            what = say("picture.been", what=what, hexes=listed(move.been))
        label = say("picture.move", what=what, claim=move.claim)
        yield _chip(
            label,
            address,
            say(f"chip.{move.claim}"),
            beside,
            partial(_draw_take, move=move, seat=view.seat),
        )


def _draw_take(pen: Pen, move: Take, seat: int) -> None:
    draw_piece(pen, move.size)
    if move.claim in {"marked", "left"}:
        with pen.group(move=(-22.0, 0.0)):
            draw_marker(pen, seat, laid=move.claim == "marked")


def _carriers(view: View, viewer: Viewer) -> Iterator[Piece]:
    """Yield the carriers that can bring the piece on the move into the next hex (rule 5.5)."""
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return
    for crew, hexes in _ways(hauls(view)).items():
        paid = [f"{letter(seat)} +{points}" for seat, points in fees(crew, phase.seat, phase.size)]
        said = _crew_words(crew, viewer)
        label = say("picture.carried", hexes=listed(hexes, "or"), crew=said)
        address = f"crew={texts_of(Haul(hexes[0], crew))['crew']}"
        draw = partial(_draw_crew, crew=crew)
        yield _chip(label, address, commas(paid, say("note.free")), _shortened(hexes), draw)


def _ways(moves: Sequence[Haul]) -> Mapping[Crew, list[str]]:
    """Return the hexes into which each set of carriers can bring the piece."""
    found: dict[Crew, list[str]] = {}
    for move in moves:
        found.setdefault(move.crew, []).append(move.hex)
    return dict(sorted(found.items(), key=lambda way: (len(way[0]), way[0])))


def _shortened(hexes: Sequence[str]) -> str:
    return " ".join(hexes) if len(hexes) <= 4 else f"{' '.join(hexes[:3])} …"


def _draw_crew(pen: Pen, crew: Crew) -> None:
    for place, who in enumerate(crew):
        with pen.group(move=(STEP * (place - (len(crew) - 1) / 2), 0.0), scale=0.95):
            if who == LOG:
                draw_logs(pen)
            else:
                draw_figure(pen, who % CHIEF, "chief" if who >= CHIEF else "worker")


def _chip(label: str, address: str, said: str, beside: str, draw: Callable[[Pen], None]) -> Piece:
    """Return a thing to choose, with two lines of words at its foot."""
    art = partial(_draw_chip, said=said, beside=beside, draw=draw)
    return Piece(shape="words", label=label, at=(address,), size=CHIP, art=art)


def _draw_chip(pen: Pen, said: str, beside: str, draw: Callable[[Pen], None]) -> None:
    middle, height = CHIP[0] / 2, CHIP[1]
    pen.rect(0, 0, *CHIP, fill="paper", stroke="line", corner=7)
    with pen.group(move=(middle, height - 28)):
        draw(pen)
    pen.text(middle, height - 16, said, size=11, bold=True, within=CHIP[0] - 4)
    pen.text(middle, height - 4, beside, size=11, fill="faint", within=CHIP[0] - 4)


def _markers(view: View) -> Iterator[Row]:
    """Yield each marked piece, with the number of markers to take back (rule 6.3)."""
    moves = take_backs(view)
    for piece in sorted({one for move in moves for one in move.markers}):
        size, where = piece
        draw = partial(_draw_marked, size=size, seat=view.seat)
        most = max(move.markers.count(piece) for move in moves)
        buttons = [_marker_button(moves, piece, number, most) for number in range(most + 1)]
        yield row(say("picture.on", hex=where), cell(at_place(*piece), draw), *buttons)


def _draw_marked(pen: Pen, size: Size, seat: int) -> None:
    with pen.group(move=(-8.0, -5.0)):
        draw_piece(pen, size)
    with pen.group(move=(16.0, -5.0)):
        draw_marker(pen, seat)


def _marker_button(
    moves: Sequence[TakeBack], piece: tuple[int, str], number: int, most: int
) -> Piece:
    chosen = [move for move in moves if move.markers.count(piece) == number]
    at = tuple(f"markers={texts_of(move)['markers']}" for move in chosen)
    code = "keep" if not number else "take_back" if most == 1 else "take"
    said = say(f"picture.{code}", n=number)
    label = say("picture.marker_on", choice=said, piece=at_place(*piece))
    return Piece(shape="tile", name=said, label=label, at=at, size=BUTTON)


_FORMS: Mapping[type[Move], Form] = {kind: Form(kind) for kind in (Bid, Take, Haul, TakeBack)}
_TELLING = ("hex", "size", "been", "claim")
"""The fields that tell pieces apart, the one that is tried first before the others."""


def texts_of(move: Move) -> Mapping[str, str]:
    """Return the text of each field of a move."""
    return _FORMS[type(move)].field_texts(move)


def is_asked(view: View) -> bool:
    """Tell whether the seat that looks is to answer now."""
    return view.seat in view.awaited


def take_addresses(view: View) -> Iterator[tuple[Take, str]]:
    """Yield each piece that the seat can begin to move, with its address (rule 5.2)."""
    if not (isinstance(view.phases[-1], Transporting) and is_asked(view)):
        return
    moves = takes(view, view.seat)
    fields = [_telling(move) for move in moves]
    often = Counter(chain.from_iterable(fields))
    for move, held in zip(moves, fields, strict=True):
        yield move, min(held, key=often.__getitem__)


def _telling(move: Take) -> list[str]:
    texts = texts_of(move)
    return [f"{name}={texts[name]}" for name in _TELLING if texts[name]]


def screen_address(view: View, size: Size) -> str:
    """Return the address of a piece in front of the screen, to move or to mark (5.2 and 5.13)."""
    found = (
        address
        for move, address in take_addresses(view)
        if move.size == size and move.claim == "screen"
    )
    return next(found, f"size={PIECES[size]}")


def take_backs(view: View) -> Sequence[TakeBack]:
    """Return every choice of markers that the seat can take back (rule 6.3)."""
    if not (isinstance(view.phases[-1], Returning) and is_asked(view)):
        return ()
    return returns(view, view.seat)


def hauls(view: View) -> Sequence[Haul]:
    """Return every way to carry the piece on the move into the next hex (rule 5.3)."""
    phase = view.phases[-1]
    if not (isinstance(phase, Moving) and is_asked(view)):
        return ()
    return [move for move in phase.moves(view, view.seat) if isinstance(move, Haul)]


def crew_texts(view: View) -> Mapping[str, Mapping[Crew, str]]:
    """Return the texts of the carriers that can bring the piece on the move into each hex."""
    found: dict[str, dict[Crew, str]] = {}
    for move in hauls(view):
        found.setdefault(move.hex, {})[move.crew] = texts_of(move)["crew"]
    return found


def _crew_words(crew: Crew, viewer: Viewer) -> str:
    """Write carriers by the names of their seats: ``2 of yours, Bob's chief and a log``."""
    parts = []
    for who, number in Counter(crew).items():
        what = "log" if who == LOG else "chief" if who >= CHIEF else "worker"
        parts.append(say(f"crew.{what}", viewer, seat=who % CHIEF, number=number))
    return listed(parts)
