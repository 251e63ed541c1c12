"""The one outcome of chance: a roll of the dice."""

from parlour import Outcome
from parlour_giants.moves import Faces


class Rolled(Outcome, frozen=True):
    """The faces of all dice, lowest first (rule 2.1)."""

    form = "roll {faces}"
    faces: Faces
    """0 is a broken moai."""
