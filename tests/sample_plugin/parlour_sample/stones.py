"""Stones of connect four on bitboards: lines, and random play to the end.

This is plain Python with types. It works as it stands, and faster if ``mypyc`` compiles it.
"""

from random import Random

FOOT = tuple(1 << 7 * column for column in range(7))
CELLS = tuple(0b111111 << 7 * column for column in range(7))
FULL = sum(CELLS)
LOTS = tuple((FOOT[lot % 7], CELLS[lot % 7]) if lot < 252 else (0, 0) for lot in range(256))
"""The column that each byte draws, by its foot and its cells; four bytes draw none."""


def lined(stones: int) -> bool:
    """Tell whether four stones stand in a line: level, slanting either way, or upright."""
    return bool(
        ((pairs := stones & stones >> 7) and pairs & pairs >> 14)
        or ((pairs := stones & stones >> 8) and pairs & pairs >> 16)
        or ((pairs := stones & stones >> 6) and pairs & pairs >> 12)
        or ((pairs := stones & stones >> 1) and pairs & pairs >> 2)
    )


def random_winner(mine: int, other: int, rng: Random) -> int:
    """Drop stones into columns drawn by lot: a full one, or none, is drawn again.

    Return 1 if the side wins that drops first, -1 if the other wins, 0 for a draw.
    """
    taken, side = mine | other, 1
    while taken != FULL:
        for lot in rng.randbytes(48):
            foot, cells = LOTS[lot]
            stone = taken + foot & cells
            if stone:
                taken |= stone
                mine |= stone
                if lined(mine):
                    return side
                mine, other, side = other, mine, -side
    return 0
