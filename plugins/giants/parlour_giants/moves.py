"""The moves of Giants, in the order of the rules page."""

import re
from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias

from parlour import Move, Spelling
from parlour_giants.components import COLOURS, PIECES, Figure
from parlour_giants.state import Crew

BEARERS = (*COLOURS, *(f"{colour}-chief" for colour in COLOURS), "log")
"""The word for each member of a crew, by its number."""

NOTHING = "nothing"
"""The text of no pieces at all."""


def _name(pattern: str) -> Callable[[str], str]:
    """Return a reader of names of a kind, in lower case."""
    fits = re.compile(pattern).fullmatch

    def read(text: str) -> str:
        if not fits(text.lower()):
            raise ValueError(text)
        return text.lower()

    return read


def _counted(what: str, *, alone: bool = False) -> Spelling[int]:
    """Spell ``1 worker``, ``2 workers``; with ``alone`` one is written without its number."""

    def write(number: int) -> str:
        return what if alone and number == 1 else f"{number} {what}{'' if number == 1 else 's'}"

    def read(text: str) -> int:
        number, _, _ = text.rpartition(" ")
        return int(number) if number else 1

    return Spelling(write, read, rf"(?:\d+ ){'?' if alone else ''}{what}s?")


def write_crew(crew: Crew) -> str:
    """Write a crew: ``blue+red-chief``, ``green+log``."""
    return "+".join(BEARERS[who] for who in crew)


def read_crew(text: str) -> Crew:
    """Read a crew, in any order."""
    return tuple(sorted(BEARERS.index(word) for word in text.lower().split("+")))


def piece_name(piece: tuple[int, str]) -> str:
    """Write a size and a hex: ``moai3@d4``."""
    return f"{PIECES[piece[0]]}@{piece[1]}"


def _write_pieces(pieces: tuple[tuple[int, str], ...]) -> str:
    return "+".join(map(piece_name, pieces)) or NOTHING


def _read_pieces(text: str) -> tuple[tuple[int, str], ...]:
    if text.lower() == NOTHING:
        return ()
    parts = [part.split("@") for part in text.lower().split("+")]
    return tuple(sorted((PIECES.index(name), read_hex(where)) for name, where in parts))


def _read_hexes(text: str) -> tuple[str, ...]:
    return tuple(sorted(map(read_hex, text.split("+"))))


def _write_faces(faces: tuple[int, ...]) -> str:
    return "-".join(map(str, faces))


def _read_faces(text: str) -> tuple[int, ...]:
    return tuple(sorted(map(int, text.split("-"))))


read_hex = _name(r"[a-z][1-9]\d?")

Markers: TypeAlias = Annotated[int, _counted("marker")]
Workers: TypeAlias = Annotated[int, _counted("worker")]
Sorcerer: TypeAlias = Annotated[int, _counted("sorcerer", alone=True)]
Chief: TypeAlias = Annotated[int, _counted("chief", alone=True)]
HexName: TypeAlias = Annotated[str, Spelling(str, read_hex)]
Hexes: TypeAlias = Annotated[tuple[str, ...], Spelling("+".join, _read_hexes)]
AhuName: TypeAlias = Annotated[str, Spelling(str, _name(r"[a-z][1-9]\d?[a-c]"))]
Gain: TypeAlias = Annotated[
    str, Spelling(str, _name(r"worker|marker|logs|headdress|[a-z][1-9]\d?[a-c]"))
]
AnyGain: TypeAlias = Annotated[
    str, Spelling(str, _name(r"worker|marker|logs|headdress|nothing|[a-z][1-9]\d?[a-c]"))
]
SizeName: TypeAlias = Annotated[int, Spelling(PIECES.__getitem__, PIECES.index)]
CrewText: TypeAlias = Annotated[Crew, Spelling(write_crew, read_crew)]
Pieces: TypeAlias = Annotated[tuple[tuple[int, str], ...], Spelling(_write_pieces, _read_pieces)]
Faces: TypeAlias = Annotated[tuple[int, ...], Spelling(_write_faces, _read_faces)]

Claim: TypeAlias = Literal["screen", "marked", "left", "abandoned"]
"""Why a seat may move a piece (rule 5.2): the piece stands before its screen, has its marker on it,
was left by the seat earlier in this phase, or is abandoned."""


class Bid(Move, frozen=True):
    """Bid markers and figures in secret (rule 3.1)."""

    form = "bid {markers}[ + {workers}][ + {sorcerer}][ + {chief}]"
    markers: Markers
    workers: Workers = 0
    sorcerer: Sorcerer = 0
    chief: Chief = 0


class Pick(Move, frozen=True):
    """Carve a moai of a size that stands on the quarry (rule 3.3)."""

    form = "carve {size}"
    former_forms = ("pick {size}",)
    size: int


class Decline(Move, frozen=True):
    """Carve nothing more this round (rule 3.4)."""

    form = "decline"


class Place(Move, frozen=True):
    """Put a figure on a hex, with logs, and act there (rules 4.2 to 4.10)."""

    form = "place {figure} {hex}[ +{logs}][ for {gain}]"
    figure: Figure
    hex: HexName
    logs: int = 0
    gain: AnyGain = ""
    """The gain of the action: ``worker``, ``marker``, ``logs``, ``headdress``, or the name of the
    ahu to reserve; ``nothing`` where the figure could act and does not, empty where it cannot."""


class Again(Move, frozen=True):
    """Break a further tablet for a chief just placed (rules 4.10 and 9.4)."""

    form = "again for {gain}"
    gain: Gain


class Enough(Move, frozen=True):
    """Break no further tablet (rule 4.10)."""

    form = "enough"


class Rongo(Move, frozen=True):
    """Give a marker for half a Rongo tablet (rule 4.11)."""

    form = "buy half a tablet"
    former_forms = ("rongo",)


class Pass(Move, frozen=True):
    """Do nothing more in this phase (rules 4.12 and 5.12)."""

    form = "pass"


class Take(Move, frozen=True):
    """Begin to move a piece (rule 5.2)."""

    form = "move {size} from {hex} {claim}[ after {been}]"
    size: SizeName
    hex: HexName
    claim: Claim
    been: Hexes = ()
    """The hexes that the piece has visited in this round (rule 9.7) or lain on in this transport
    (5.15), if only these tell it from another piece."""


class Haul(Move, frozen=True):
    """Carry the piece into a neighbouring hex (rules 5.3 to 5.6)."""

    form = "to {hex} with {crew}"
    hex: HexName
    crew: CrewText


class Erect(Move, frozen=True):
    """Erect the moai (rule 5.7)."""

    form = "erect {ahu}"
    ahu: AhuName


class Crown(Move, frozen=True):
    """Put the headdress on the moai of an ahu (rule 5.8)."""

    form = "crown {ahu}"
    ahu: AhuName


class Mark(Move, frozen=True):
    """Mark the piece and end its movement (rule 5.9)."""

    form = "mark"


class Leave(Move, frozen=True):
    """End the movement, or leave the rest unmarked (rules 5.10 and 5.13)."""

    form = "leave"


class Stow(Move, frozen=True):
    """Mark one of the seat's unmoved pieces, which goes to its quarry (rule 5.13)."""

    form = "mark {size}"
    size: SizeName


class TakeBack(Move, frozen=True):
    """Take markers back from pieces on their way (rule 6.3)."""

    form = "take back {markers}"
    markers: Pieces
    """The pieces that lose their marker: size and hex of each, sorted."""


class Peek(Move, frozen=True):
    """Give a Rongo half to peek under a moai, at any time (rule 8.1)."""

    form = "peek {ahu}"
    former_forms = ("look {ahu}",)
    ahu: AhuName


GiantsMove: TypeAlias = (
    Bid
    | Pick
    | Decline
    | Place
    | Again
    | Enough
    | Rongo
    | Pass
    | Take
    | Haul
    | Erect
    | Crown
    | Mark
    | Leave
    | Stow
    | TakeBack
    | Peek
)
