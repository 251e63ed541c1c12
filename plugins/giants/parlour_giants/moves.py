"""The moves of Giants, in the order of the rules page."""

from typing import Literal, TypeAlias

from parlour import Move
from parlour_giants.components import Figure
from parlour_giants.notation import (
    AhuName,
    AnyGain,
    Chief,
    CrewText,
    Gain,
    Hexes,
    HexName,
    Markers,
    Pieces,
    SizeName,
    Sorcerer,
    Workers,
)

Claim: TypeAlias = Literal["screen", "marked", "left", "abandoned"]
"""The right by which a seat moves a piece (rule 5.2): the piece stands before its screen, bears
its marker, was left by the seat earlier in this phase, or is abandoned."""


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
    """The hexes on which the piece has been in this round, where that tells it from another that
    is equal to it otherwise (rule 9.7)."""


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
    """Mark one of one's unmoved pieces, which goes to its quarry (rule 5.13)."""

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
