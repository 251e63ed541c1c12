"""Worth of a state of Lanterns: what hangs, what still can, and what is known of the cards."""

from functools import lru_cache

from parlour.kit.cards import Counts
from parlour_lanterns.moves import ALL, COPIES, NUMBERS
from parlour_lanterns.phases import Garden

HOPE = (0.2, 0.14, 0.06, 0.0)
"""Points that a lantern brings which can still hang, by the number of mistakes."""
CANDLE, KNOWN, SAFE = 0.1, 0.35, 0.03
"""Worth of a candle, of a card that its seat knows to fit, of one that it knows to be useless."""


def worth(state: Garden) -> float:
    """Return the points that a match may bring by now, as a guess."""
    points = sum(state.hung)
    fitting, useless, lost = outlook(state.hung, state.gone)
    value = points + HOPE[state.mistakes] * (len(ALL) - points - lost)
    value += CANDLE * min(state.candles, 4) + CANDLE / 3 * max(0, state.candles - 4)
    for hand, known in zip(state.hands, state.can, strict=True):
        for card, can in zip(hand, known, strict=True):
            if fitting >> card & 1:
                share = (can & fitting).bit_count() / can.bit_count()
                value += KNOWN * share * share
            elif useless >> card & 1 and not can & ~useless:
                value += SAFE
    return value


@lru_cache(maxsize=65536)
def outlook(hung: tuple[int, ...], gone: Counts) -> tuple[int, int, int]:
    """Return the kinds that fit now, the kinds of no use any more, and the lanterns lost."""
    fitting = useless = lost = 0
    for colour, high in enumerate(hung):
        first = colour * NUMBERS
        fitting |= (high < NUMBERS) << first + high
        numbers = range(high, NUMBERS)
        top = next((n for n in numbers if gone[first + n] == COPIES[n]), NUMBERS)
        useless |= sum(1 << first + n for n in range(NUMBERS) if n < high or n >= top)
        lost += NUMBERS - top
    return fitting & ~useless, useless, lost
