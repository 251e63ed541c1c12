"""The panels of single decisions: a piece to move, its carriers, and markers to take back."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from parlour import Move, Seat, Viewer, listed
from parlour.rules.notation import Form
from parlour.rules.picture import Pen, PicturePanel
from parlour_giants.components import PIECES, Size
from parlour_giants.moves import Bid, Haul, Take, TakeBack
from parlour_giants.phases import Moving, Returning, Transporting
from parlour_giants.phases.round_end import returns
from parlour_giants.phases.transport import takes
from parlour_giants.picture.cells import EDGE, WIDTH
from parlour_giants.picture.symbols import draw_figure, draw_logs, draw_marker, draw_piece, letter
from parlour_giants.state import CHIEF, LOG, Crew, fees
from parlour_giants.view import View
from parlour_giants.words.names import at_place, commas, count, say

CHIP = (92.0, 72.0)
"""Width and height of the place of a piece, or of some carriers."""
STEP = 29.0
"""Units from a carrier to the next."""
ROW = 60.0
"""Height of the row of a marked piece."""
BUTTON = 96.0
"""Width of a choice in such a row."""


def pieces_panel(view: View) -> Iterator[PicturePanel]:
    """Draw the pieces that the seat can begin to move (rule 5.2)."""
    moves = list(take_addresses(view))
    if not moves:
        return
    pen, corners = _chips(len(moves))
    for (move, address), (left, top) in zip(moves, corners, strict=True):
        what, beside = at_place(move.size, move.hex, ".acc"), move.hex
        if move.been:
            what = say("picture.been", what=what, hexes=listed(move.been))
            beside = "+".join(move.been)
        with pen.spot(address, label=say("picture.move", what=what, claim=move.claim)):
            _draw_chip(pen, left, top, [say(f"chip.{move.claim}"), beside])
            with pen.group(move=(left + CHIP[0] / 2, top + 43)):
                draw_piece(pen, move.size)
            if move.claim in {"marked", "left"}:
                with pen.group(move=(left + CHIP[0] / 2 - 22, top + 43), scale=0.9):
                    draw_marker(pen, view.seat, laid=move.claim == "marked")
    label = say("picture.pieces_label", n=len(moves))
    yield pen.panel("pieces", say("picture.pieces"), label=label, needed=True, role="choice")


def _chips(number: int) -> tuple[Pen, list[tuple[float, float]]]:
    """Return a pen for a panel of chips, and the corner of each."""
    across = int((WIDTH - 2 * EDGE) // CHIP[0])
    corners = [
        (EDGE + place % across * CHIP[0], place // across * CHIP[1]) for place in range(number)
    ]
    return Pen(WIDTH, corners[-1][1] + CHIP[1] + EDGE), corners


def _draw_chip(pen: Pen, left: float, top: float, lines: Sequence[str]) -> None:
    """Draw the frame of a chip with two lines of words at its foot."""
    pen.rect(left + 1, top + 1, CHIP[0] - 4, CHIP[1] - 4, fill="paper", stroke="line", corner=7)
    said, beside = lines
    pen.text(left + CHIP[0] / 2 - 1, top + 54, said, size=10.5, bold=True)
    pen.text(left + CHIP[0] / 2 - 1, top + 65, beside, size=10, fill="faint")


def carriers_panel(view: View, viewer: Viewer) -> Iterator[PicturePanel]:
    """Draw the carriers that can bring the piece on the move into the next hex (rule 5.5)."""
    phase, ways = view.phases[-1], _ways(hauls(view))
    if not (isinstance(phase, Moving) and ways):
        return
    pen, corners = _chips(len(ways))
    for (crew, hexes), corner in zip(ways.items(), corners, strict=True):
        _draw_crew(pen, phase, crew, hexes, viewer, corner)
    choices = count(len(ways), "choice")
    label = say("picture.carriers_label", piece=PIECES[phase.size], choices=choices)
    yield pen.panel("carriers", say("picture.carriers"), label=label, needed=True, role="choice")


def _ways(moves: Sequence[Haul]) -> Mapping[Crew, list[str]]:
    """Return the hexes into which each set of carriers can bring the piece."""
    found: dict[Crew, list[str]] = {}
    for move in moves:
        found.setdefault(move.crew, []).append(move.hex)
    return dict(sorted(found.items(), key=lambda way: (len(way[0]), way[0])))


def _draw_crew(  # noqa: PLR0917  carriers, what and where they carry, and their place
    pen: Pen,
    phase: Moving,
    crew: Crew,
    hexes: list[str],
    viewer: Viewer,
    corner: tuple[float, float],
) -> None:
    left, top = corner
    text = texts_of(Haul(hexes[0], crew))["crew"]
    paid = [f"{letter(seat)} +{points}" for seat, points in fees(crew, phase.seat, phase.size)]
    carriers = _crew_words(crew, viewer)
    label = say("picture.carried", hexes=listed(hexes, "or"), crew=carriers)
    with pen.spot(f"crew={text}", label=label):
        _draw_chip(pen, left, top, [commas(paid, say("note.free")), _shortened(hexes)])
        with pen.group(move=(left + CHIP[0] / 2, top + 42)):
            for place, who in enumerate(crew):
                with pen.group(move=(STEP * (place - (len(crew) - 1) / 2), 0.0), scale=0.95):
                    _draw_carrier(pen, who)


def _shortened(hexes: Sequence[str]) -> str:
    return " ".join(hexes) if len(hexes) <= 4 else f"{' '.join(hexes[:3])} …"


def _draw_carrier(pen: Pen, who: int) -> None:
    if who == LOG:
        draw_logs(pen)
    elif who >= CHIEF:
        draw_figure(pen, who - CHIEF, "chief")
    else:
        draw_figure(pen, who, "worker")


# Markers to take back


def markers_panel(view: View) -> Iterator[PicturePanel]:
    """Draw the seat's marked pieces, each with the choice to take its marker back (rule 6.3)."""
    moves = take_backs(view)
    if not moves:
        return
    pieces = sorted(set(moves[-1].markers))
    pen = Pen(WIDTH, ROW * len(pieces) + EDGE)
    for row, piece in enumerate(pieces):
        _draw_marked(pen, view.seat, moves, piece, row * ROW)
    where = listed([at_place(*piece, ".acc") for piece in pieces])
    label = say("picture.markers_label", pieces=where)
    yield pen.panel("markers", say("picture.markers"), label=label, needed=True, role="choice")


def _draw_marked(
    pen: Pen, seat: Seat, moves: Sequence[TakeBack], piece: tuple[int, str], top: float
) -> None:
    """Draw a row: the piece, and how many of its markers to take back."""
    size, where = piece
    with pen.group(move=(30.0, top + 50)):
        draw_piece(pen, size)
    with pen.group(move=(56.0, top + 50)):
        draw_marker(pen, seat)
    pen.text(74, top + 37, say("picture.on", hex=where), size=14, anchor="start", bold=True)
    most = moves[-1].markers.count(piece)
    for number in range(most + 1):
        chosen = [move for move in moves if move.markers.count(piece) == number]
        texts = [f"markers={texts_of(move)['markers']}" for move in chosen]
        x = 130 + BUTTON * 0.9 * number
        code = "keep" if not number else "take_back" if most == 1 else "take"
        said = say(f"picture.{code}", n=number)
        label = say("picture.marker_on", choice=said, piece=at_place(*piece))
        with pen.spot(*texts, label=label):
            pen.rect(x, top + 4, BUTTON * 0.9 - 6, ROW - 8, fill="paper", stroke="line", corner=7)
            pen.text(x + BUTTON * 0.45 - 3, top + ROW / 2 + 5, said, size=12.5, bold=True)


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
