"""The laws that every game must keep, checked by matches at random and by greedy.

For authors of game plugins, in a test file for pytest::

    from parlour.testing import contract

    test_laws = contract(my_game)
"""

from parlour.testing.check import LAWS, CheckedMatch, CheckStopped, check
from parlour.testing.contract import contract
from parlour.testing.moment import Law
from parlour.testing.report import Breach, Report

__all__ = ["LAWS", "Breach", "CheckStopped", "CheckedMatch", "Law", "Report", "check", "contract"]
