"""Fields of a game that had other names before they were grouped: these work, and warn."""

from dataclasses import replace
from typing import Any

import pytest

from parlour import BotHints, Game, Words
from parlour.match.game_parts import FORMER_FIELDS
from parlour.rules.words import Viewer
from tests.broken_games.which_hand import GAME, Seen

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
