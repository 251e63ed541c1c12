"""The resources of a server in one list: each with its limit, its use, and its sentence."""

from collections.abc import Callable
from contextlib import suppress
from math import inf

from msgspec import Struct

from parlour.words import Phrase, phrase, say


class Resource(Struct, frozen=True):
    """Something that a server has a limited amount of."""

    code: str
    """Its word is the sentence ``use.CODE``."""
    limit: float
    used: Callable[[], float]
    """Returns how much is in use."""
    why: Phrase
    """The sentence that is said when no more is given."""


class ResourceUse(Struct, frozen=True):
    """Use of a resource, as the host reads it."""

    what: str
    used: float
    limit: float
    why: str
    """The sentence that is said at the limit."""


class HouseResources:
    """All resources of a server; each owner adds its own."""

    def __init__(self) -> None:
        self._all: dict[str, Resource] = {}

    def add(
        self, code: str, limit: float, used: Callable[[], float], why: Phrase | None = None
    ) -> None:
        """Add a resource, or one in the place of another of this code.

        Its sentence is ``limit.CODE`` unless ``why`` is another.
        """
        self._all[code] = Resource(
            code, limit, used, why or phrase(f"limit.{code}", limit=f"{limit:g}")
        )

    def uses(self) -> list[ResourceUse]:
        """Return how much of each is used."""
        return [
            ResourceUse(say(f"use.{one.code}"), min(_used(one), one.limit), one.limit, str(one.why))
            for one in self._all.values()
        ]

    def full(self) -> list[str]:
        """Return the codes of the resources without anything left."""
        return [code for code, one in self._all.items() if _used(one) >= one.limit]

    def lacks(self, code: str, used: float | None = None) -> Phrase | None:
        """Return the sentence of a resource without anything left, or None if there is some.

        So much is ``used``, unless the resource itself is to say it.
        """
        one = self._all.get(code)
        if one is None or (_used(one) if used is None else used) < one.limit:
            return None
        return one.why


def _used(resource: Resource) -> float:
    """Return how much of a resource is used; more than there is if that cannot even be asked."""
    with suppress(OSError):
        return resource.used()
    return inf
