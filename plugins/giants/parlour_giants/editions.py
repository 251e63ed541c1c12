"""The German and the Italian edition, and the points where their rules differ (chapter 9)."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

Edition: TypeAlias = Literal["german", "italian"]
"""An edition, by the language of its rulebook."""


class EditionRules(Struct, frozen=True, cache_hash=True):
    """The rules of an edition on each point that differs, or once differed, between the two."""

    tie: Literal["halves", "tablets"]
    """The tie-breaker in the auction (rules 3.2 and 9.6)."""
    leftover_moai: Literal["supply", "removed"]
    """Moais that nobody carves go into the box, or leave the game (rules 3.5 and 9.3)."""
    chief_actions: Literal["once", "per_tablet"]
    """Whether a placed chief may act once, or once for each tablet (rules 4.10 and 9.4)."""
    passing: Literal["final", "open"]
    """Whether a pass in placing is final while figures are left, or asked again (4.12 and 9.5)."""
    erecting: Literal["figure", "worker"]
    """Whether any figure may erect a moai on its hex, or a worker only (rules 5.7 and 9.6)."""
    visits: Literal["movement", "rest", "round"]
    """A piece visits no hex twice in one movement (rule 5.4), or besides comes to rest on none
    twice in one transport (5.15), or visits none twice in one round (9.7)."""
    abandoned_headdress: Literal["crowns", "marked"]
    """An abandoned headdress may crown a moai at once, or must be marked first (5.11 and 9.6)."""


EDITIONS: Mapping[Edition, EditionRules] = {
    "german": EditionRules(
        tie="halves",
        leftover_moai="supply",
        chief_actions="once",
        passing="final",
        erecting="figure",
        visits="rest",
        abandoned_headdress="crowns",
    ),
    "italian": EditionRules(
        tie="halves",
        leftover_moai="removed",
        chief_actions="per_tablet",
        passing="open",
        erecting="figure",
        visits="round",
        abandoned_headdress="crowns",
    ),
}
"""The rules of each edition."""

FORMER_ITALIAN = replace(
    EDITIONS["italian"], tie="tablets", erecting="worker", abandoned_headdress="marked"
)
"""The Italian edition by the first and the second rulings (rule 9.6)."""

FORMER_GERMAN = replace(EDITIONS["german"], visits="movement")
"""The German edition by the rulings before the fourth (rule 7.7)."""
