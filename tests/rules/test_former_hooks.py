"""Hooks of rules that had other names: these work for one release, and warn."""

from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour_giants.plugin import GAME as GIANTS
from tests.broken_games.which_hand import GAME, Coins, Seen
from tests.broken_games.which_hand import Rules as WhichHand

OLD = r"is now 'spectator_view'; the old name works for one release"

with pytest.warns(DeprecationWarning, match=r"'onlook' of OldRules " + OLD):

    class OldRules(WhichHand):
        """Rules written for the former names."""

        def onlook(self, state: Coins) -> Seen | None:
            assert super().onlook(state) is None  # type: ignore[misc]  # only at run time
            return self.view(state, 1)


def test_rules_with_a_former_name_are_asked_by_the_new_one() -> None:
    rules = OldRules()
    state = GAME.match(seed=1).state

    with pytest.warns(DeprecationWarning, match="'onlook' of Rules " + OLD):
        assert rules.spectator_view(state) == rules.view(state, 1)


@pytest.mark.parametrize(
    ("former", "seen"),
    [
        pytest.param("onlook", GIANTS.rules.spectator_view, id="spectator_view"),
        pytest.param("stretch", lambda state: state.round, id="round_key"),
    ],
)
def test_callers_may_use_a_former_name(former: str, seen: Callable[[Any], object]) -> None:
    state = GIANTS.match(seats=3, seed=1).state

    with pytest.warns(DeprecationWarning, match=f"'{former}' of Rules is now"):
        assert getattr(GIANTS.rules, former)(state) == seen(state)


def test_an_open_game_is_open_under_the_former_name() -> None:
    class Open(parlour.OpenRules[Coins]):
        """Rules that define neither name."""

    state = GAME.match(seed=1).state
    with pytest.warns(DeprecationWarning, match="'onlook' of Rules"):
        assert Open().onlook(state) == parlour.OpenView(0, state)  # type: ignore[attr-defined]  # only at run time
