"""The laws that every game must keep, checked by random matches.

For authors of game plugins::

    from parlour.testing import check


    def test_laws():
        assert not check(my_game, matches=50).breaches
"""

from parlour.testing.check import LAWS, check
from parlour.testing.laws import Law
from parlour.testing.report import Breach, Report

__all__ = ["LAWS", "Breach", "Law", "Report", "check"]
