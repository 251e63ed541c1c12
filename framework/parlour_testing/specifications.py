"""The hook for laws, and the laws that it brings, by name."""

import sys
from collections.abc import Iterable

from parlour.hooks.lookup import Lookup
from parlour.hooks.specifications import hookspec
from parlour_testing.moment import Law


@hookspec
def parlour_laws() -> Iterable[Law]:  # type: ignore[empty-body]  # a specification
    """Yield laws that every game must keep.

    ``parlour check``, ``parlour dev`` and the contract suite put them to each game, after the laws
    of Parlour and of the game itself. A report names each of them with its distribution:
    ``my-plugin:no-idle-turns``. Entry points of the group ``parlour.laws`` bring them. A law of one
    game alone stands in the game, ``Checks(laws=...)``.

    Example::

        from parlour_testing import law_of


        @law_of(cost="each")
        def no_idle_turns(moment):
            "Whoever is asked has two moves or more."
            for seat in moment.awaited.seats:
                if len(moment.legal(seat)) < 2:
                    yield f"seat {seat} has no choice"


        @parlour.hookimpl
        def parlour_laws():
            yield no_idle_turns
    """


LAWS: Lookup[Law] = Lookup("parlour_laws", Law, sys.modules[__name__])
"""Laws by name."""
