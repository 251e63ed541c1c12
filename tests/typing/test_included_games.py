"""The included games with their own types, imported from their plugins."""

from collections.abc import Sequence
from typing import assert_type

import parlour
from parlour_giants import moves as giants_moves
from parlour_giants import phases as giants_phases
from parlour_giants import plugin as giants
from parlour_giants import view as giants_view
from parlour_maori import moves as maori_moves
from parlour_maori import phases as maori_phases
from parlour_maori import plugin as maori
from parlour_rapa_nui import moves as rapa_nui_moves
from parlour_rapa_nui import phases as rapa_nui_phases
from parlour_rapa_nui import plugin as rapa_nui
from parlour_rapa_nui import view as rapa_nui_view


def test_giants_is_typed() -> None:
    match = giants.GAME.match(seed=1)

    assert_type(match.state, giants_phases.State)
    assert_type(match.view(0), giants_view.View)
    assert_type(match.moves(0), Sequence[giants_moves.GiantsMove])
    assert match.game.id == parlour.load("giants").id == "giants"


def test_maori_is_typed() -> None:
    match = maori.GAME.match(seed=1, side="atoll")

    assert_type(match.state, maori_phases.State)
    assert_type(match.view(0), parlour.OpenView[maori_phases.State])
    assert_type(match.view(0).state.boards[0].shells, int)
    assert_type(match.moves(), Sequence[maori_moves.MaoriMove])
    assert match.game.id == parlour.load("maori").id == "maori"


def test_rapa_nui_is_typed() -> None:
    match = rapa_nui.GAME.match(seed=1)

    assert_type(match.state, rapa_nui_phases.State)
    assert_type(match.view(0), rapa_nui_view.View)
    assert_type(match.moves(), Sequence[rapa_nui_moves.RapaNuiMove])
    assert match.game.id == parlour.load("rapa_nui").id == "rapa_nui"
