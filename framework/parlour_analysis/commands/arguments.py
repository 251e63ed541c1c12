"""Arguments of these commands: a seat of a record."""

from collections.abc import Sequence

from parlour.rules import MisuseError, Seat, quoted


def seat_given(text: str, names: Sequence[str]) -> Seat:
    """Return the seat that a name or a number from 1 names.

    Raises:
        MisuseError: There is none.
    """
    seats = {name.casefold(): seat for seat, name in enumerate(names)}
    seats |= {f"{seat + 1}": seat for seat in range(len(names))}
    if text.casefold() not in seats:
        known = f"{', '.join(names)}, or a number from 1 to {len(names)}"
        raise MisuseError(f"expected a seat ({known}), got {quoted(text)}")
    return seats[text.casefold()]
