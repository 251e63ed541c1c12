"""The layout of each kind of counter in the pictures of Rapa Nui."""

from functools import partial

from parlour_rapa_nui.picture.layout import PieceLayout

CELL = 90.0
"""Width of a sort's place in a panel."""

_look = partial(PieceLayout, fill="card", edge="edge")

CARD = _look()
"""Nothing but the drawing."""
PILE = _look(box=(86, 74), art=(4, 14), number=(64, 20), number_size=17, note=(64, 32))
"""A pile of offerings, with room for its price."""
PRICE = _look(art=(60, 56), scale=0.62, number=(77, 60.5), number_size=13)
"""The price of an offering, on the box of its pile."""
OFFERING = _look(box=(86, 54), art=(4, 4), number=(64, 33), number_size=17)
"""Offerings of the seat itself."""
WORTH = _look(box=(86, 48), art=(18, 24), number=(58, 20), note=(58, 38), note_size=12)
"""Cards on the stone, and the worth that they give an offering."""
TOKEN = _look(
    box=(52, 54),
    art=(26, 17),
    scale=0.9,
    number=(26, 47),
    number_size=17,
    note=(40, 12),
    note_size=12,
    note_ink="accent",
)
"""Wood or fame, with the amount that can be taken now."""
LYING = _look(art=(1, 6), number=(15, 56), slot=(1, 6, 28, 36))
"""Cards in front of a tribe."""
HELD = _look(art=(0, 2.5), scale=0.62, number=(36, 24), number_size=13)
"""Offerings of another seat."""
