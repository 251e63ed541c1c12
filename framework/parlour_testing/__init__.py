"""The laws that every game must keep, checked by matches at random and by greedy.

For authors of game plugins, in a test file for pytest::

    from parlour_testing import contract

    test_laws = contract(my_game)
"""

from typing import TYPE_CHECKING

from parlour.doors import door

if TYPE_CHECKING:  # the list of commands needs none of these
    from parlour_testing.checking import CheckedMatch, CheckStopped, check
    from parlour_testing.report import Breach, Report
    from parlour_testing.snapshot import Law, Snapshot, law_of
    from parlour_testing.specifications import LAWS
    from parlour_testing.strategies import matches, positions
    from parlour_testing.suite import contract

__all__ = [
    "LAWS",
    "Breach",
    "CheckStopped",
    "CheckedMatch",
    "Law",
    "Report",
    "Snapshot",
    "check",
    "contract",
    "law_of",
    "matches",
    "positions",
]

if not TYPE_CHECKING:
    __getattr__ = door(
        __name__,
        __all__,
        ("snapshot", "report", "specifications", "checking", "suite", "strategies"),
    )
