"""Former names of hooks of rules, and of fields of a game, work for one release, and warn."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import parlour
from parlour import BotHints, Game, Words
from parlour.match.game_parts import FORMER_FIELDS
from parlour.rules.words import Viewer
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


# Fields of a game that had other names before they were grouped: these work, and warn


REFUSALS = {"taken": "that is taken"}


def draw_short(view: Seen, viewer: Viewer) -> str:
    return f"{viewer.names[view.seat]}: {view.coins}"


def test_a_constructor_takes_former_names_with_a_warning() -> None:
    fields: dict[str, Any] = {name: getattr(GAME, name) for name in Game.__dataclass_fields__}
    fields |= {"words": Words(), "bots": BotHints(best="greedy")}
    fields |= {"draw_text": draw_short, "refusals": REFUSALS, "weights": None}
    with pytest.warns(DeprecationWarning, match="the old name works for one release") as warned:
        game = Game(**fields)

    assert game.display == replace(GAME.display, text=draw_short)
    assert (game.words, game.bots) == (Words(refusals=REFUSALS), BotHints(best="greedy"))
    assert [str(warning.message).partition(";")[0] for warning in warned] == [
        "'draw_text' of a Game is now Game(display=Display(text=...))",
        "'refusals' of a Game is now Game(words=Words(refusals=...))",
        "'weights' of a Game is now Game(bots=BotHints(weights=...))",
    ]
    assert {warning.filename for warning in warned} == {__file__}


@pytest.mark.parametrize("name", FORMER_FIELDS)
def test_a_former_name_reads_and_replaces_its_field(name: str) -> None:
    part, field = FORMER_FIELDS[name]
    change: dict[str, Any] = {name: {"new": "new"}}
    with pytest.warns(DeprecationWarning, match=f"'{name}' of a Game is now Game\\({part}="):
        game = replace(GAME, **change)
    with pytest.warns(DeprecationWarning, match=f"is now game\\.{part}\\.{field}; the old"):
        assert getattr(game, name) == {"new": "new"}
    assert getattr(getattr(game, part), field) == {"new": "new"}
    assert game.display.describe is GAME.display.describe or name == "describe_view"


def test_other_names_are_refused_as_before() -> None:
    assert not hasattr(GAME, "draw_txt")
    unknown: dict[str, Any] = {"draw_txt": draw_short}
    with pytest.raises(TypeError, match="unexpected keyword argument 'draw_txt'"):
        replace(GAME, **unknown)
