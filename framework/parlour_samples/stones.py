"""Stones of connect four on bitboards: lines, and careful play to the end.

This is plain Python with types. It works as it stands, and faster if ``mypyc`` compiles it.
"""

from random import Random

FOOT = tuple(1 << 7 * column for column in range(7))
CELLS = tuple(0b111111 << 7 * column for column in range(7))
FULL = sum(CELLS)
FEET = sum(FOOT)
LOTS = tuple(CELLS[lot % 7] if lot < 252 else 0 for lot in range(256))
"""The cells of the column that each byte draws; four bytes draw none."""


def lined(stones: int) -> bool:
    """Tell whether four stones stand in a line: level, slanting either way, or upright."""
    return bool(
        ((pairs := stones & stones >> 7) and pairs & pairs >> 14)
        or ((pairs := stones & stones >> 8) and pairs & pairs >> 16)
        or ((pairs := stones & stones >> 6) and pairs & pairs >> 12)
        or ((pairs := stones & stones >> 1) and pairs & pairs >> 2)
    )


def winning(stones: int) -> int:
    """Return the cells that complete a line with three of these stones; some may be taken."""
    cells = (stones & stones >> 1 & stones >> 2) << 3
    for step in (6, 7, 8):
        pairs = stones & stones >> step
        if pairs:
            third, fourth, upper = stones >> 2 * step, stones >> 3 * step, pairs >> 2 * step
            cells |= (pairs & third) << 3 * step | (pairs & fourth) << 2 * step
            cells |= (stones & upper) << step | stones >> step & upper
    return cells & FULL


def random_winner(mine: int, other: int, rng: Random) -> int:
    """Drop stones with care: win at once if you can, and let the other side do so if you must.

    Columns are drawn by lot; a full or a careless one, or none, is drawn again. Return 1 if the
    side wins that drops first, -1 if the other wins, 0 for a draw.
    """
    side, taken, lots = 1, mine | other, iter(rng.randbytes(48))
    wins, threats = winning(mine), winning(other)
    while free := taken + FEET & FULL:
        if wins & free:
            return side
        forced = threats & free
        stone = careful = (forced or free) & ~(threats >> 1)
        if not careful or forced & forced - 1:
            return -side
        if not forced:
            for lot in lots:
                stone = careful & LOTS[lot]
                if stone:
                    break
            else:
                lots = iter(rng.randbytes(48))
                continue
        taken |= stone
        mine, other, side = other, mine | stone, -side
        wins, threats = threats, winning(other)
    return 0
