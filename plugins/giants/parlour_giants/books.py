"""The two rulebooks, German and Italian: the points in which their rules differ (chapter 9)."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

Edition: TypeAlias = Literal["german", "italian"]
"""A rulebook, by its language."""


class Book(Struct, frozen=True):
    """The way in which a rulebook settles each point in which the two differ."""

    tie: Literal["halves", "tablets"]
    """The count that breaks a tie in the auction (rules 3.2 and 9.2)."""
    leftover_moai: Literal["supply", "removed"]
    """The place of moais that nobody carves: in the box, or out of the game (rules 3.5 and 9.3)."""
    chief_actions: Literal["once", "per_tablet"]
    """The times that a placed chief may act: once, or for each tablet (rules 4.10 and 9.4)."""
    passing: Literal["final", "open"]
    """Whether a pass in placing is final while figures are left, or asked again (4.12 and 9.5)."""
    erecting: Literal["figure", "worker"]
    """The figure that erecting needs on the hex: any one, or a worker (rules 5.7 and 9.6)."""
    visits: Literal["movement", "round"]
    """The time in which a piece visits no hex twice (rules 5.4 and 9.7)."""
    abandoned_headdress: Literal["crowns", "marked"]
    """The end of a movement of an abandoned headdress: any, or marking it (rules 5.11 and 9.8)."""


BOOKS: Mapping[Edition, Book] = {
    "german": Book(
        tie="halves",
        leftover_moai="supply",
        chief_actions="once",
        passing="final",
        erecting="figure",
        visits="movement",
        abandoned_headdress="crowns",
    ),
    "italian": Book(
        tie="tablets",
        leftover_moai="removed",
        chief_actions="per_tablet",
        passing="open",
        erecting="worker",
        visits="round",
        abandoned_headdress="marked",
    ),
}
"""Each rulebook."""
