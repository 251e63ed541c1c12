"""Every law of Parlour, put to Cuckoo."""

from parlour_cuckoo.plugin import GAME

from parlour_testing import contract

test_laws = contract(GAME)
