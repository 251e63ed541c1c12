from typing import Any

import pytest
from msgspec.structs import replace

from parlour_giants.phases import State
from tests.giants.positions import BLUE, RULES, position, transporting


def lent(state: State, supply: dict[str, Any], **clan: int) -> State:
    """Give Blue more than there is, or less, and let the box make up for it."""
    clans = (replace(state.clans[BLUE], **clan), *state.clans[1:])
    return replace(state, clans=clans, supply=replace(state.supply, **supply))


@pytest.mark.parametrize(
    ("supply", "clan", "what"),
    [
        pytest.param({"halves": 31}, {"halves": -1}, "halves", id="8.1 halves before a screen"),
        pytest.param({"halves": -1}, {"halves": 31}, "halves", id="4.11 halves in the box"),
        pytest.param({"headdresses": -2}, {"headdresses": 16}, "headdresses", id="4.9 headdresses"),
        pytest.param({"lost_logs": 1}, {"logs": -1}, "logs", id="4.3 logs behind a screen"),
        pytest.param({}, {"workers": -1, "bid_workers": 2}, "blue workers", id="3.1 workers"),
        pytest.param({}, {"stored_workers": -1, "workers": 7}, "blue workers", id="4.5 container"),
        pytest.param({}, {"markers": -1, "laid_markers": 3}, "blue markers", id="4.11 markers"),
        pytest.param({}, {"stored_markers": -1, "markers": 7}, "blue markers", id="4.6 container"),
    ],
)
def test_fewer_than_none_do_not_make_up_for_too_many(
    supply: dict[str, int], clan: dict[str, int], what: str
) -> None:
    before = position()
    counts, right = RULES.census(lent(before, supply, **clan)), RULES.census(before)

    assert {name for name in right if counts[name] != right[name]} == {what}


def test_a_base_that_is_not_there() -> None:
    """Rules 4.8: a base on an ahu came from behind the screen."""
    state = transporting(reserved={"b2a": "blue"}, blue={"bases": -1})

    assert RULES.census(state)["blue bases"] == 1


def test_moais_fewer_than_none_in_the_box() -> None:
    """Rules 2.3: what the box does not hold cannot be carved."""
    state = lent(position(), {"moais": (-1, 12, 6), "lost_moais": (18, 0, 0)})

    assert RULES.census(state)["moai1"] == 18
