"""The laws that every game must keep, checked by random matches.

For authors of game plugins, in a test file for pytest::

    from parlour.testing import contract

    test_laws = contract(my_game)
"""

from parlour.testing.check import LAWS, check
from parlour.testing.contract import contract
from parlour.testing.laws.law import Law
from parlour.testing.report import Breach, Report

__all__ = ["LAWS", "Breach", "Law", "Report", "check", "contract"]
