"""How sure leads are: as a game has measured it in self-play, wherever a lead is told."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour import BotHints, Game, SetupError
from parlour.players.advice import AdviceBudget
from parlour.rules import NOBODY
from parlour_search.hints import advise, hint_for
from parlour_search.lead_errors import lead_error
from tests.players import piles
from tests.players.piles import Choosing, Position
from tests.search.decisions import decision_of

TABLE = {
    "game": "piles",
    "rules_version": 1,
    "command": "python -m benchmarks.leads piles greedy",
    "errors": [8.0, 4.0],
    "counts": [20, 20],
}


def measured(folder: Path, text: str = json.dumps(TABLE)) -> Game:
    """Return the game of piles with a table; each coin of the first seat is a tenth of a match."""
    path = folder / "leads.json"
    path.write_text(text, encoding="utf-8")
    hints = BotHints(stage=lambda state: state.coins[0] / 10, lead_errors=path)
    return replace(piles.GAME, bots=hints)


@pytest.mark.parametrize(
    ("coins", "error"),
    [
        pytest.param(0, 8, id="at the start"),
        pytest.param(5, 4, id="from half of it on"),
        pytest.param(10, 4, id="at the end"),
    ],
)
def test_the_error_of_a_lead_is_that_of_its_part_of_the_match(
    tmp_path: Path, coins: int, error: float
) -> None:
    game = measured(tmp_path)

    assert lead_error(game, game.rules.view(Position((Choosing(1),), (coins, 0)), 1)) == error
    assert lead_error(piles.GAME, piles.GAME.rules.view(Position((Choosing(1),)), 1)) is None


def test_hints_and_opinions_tell_leads_with_the_measured_error(tmp_path: Path) -> None:
    """Rollouts of piles all agree; 1.96 times 8 is 15.7, rounded up."""
    game = measured(tmp_path)
    decision = decision_of(game, game.rules.begin(2), seats=2)
    head, *lines, verdict = hint_for(game, decision, NOBODY, [AdviceBudget(simulations=40)]).lines
    opinion = advise(game, decision, NOBODY, "choose low").lines

    assert head.endswith("simulations; 95 % end within ±):")
    assert lines
    assert [line for line in (*lines, *opinion[:2]) if "± 15.7 points" not in line] == []
    assert verdict == "The first is clearly better."


def test_a_table_that_is_none_is_refused_in_a_line(tmp_path: Path) -> None:
    game = measured(tmp_path, "[]")
    decision = decision_of(game, game.rules.begin(2), seats=2)

    with pytest.raises(SetupError) as refused:
        lead_error(game, decision.view)
    assert str(refused.value) == (
        "piles: leads.json: no file of leads' errors: expected an object, got a list"
    )


@pytest.mark.parametrize(("name", "options"), [("giants", {"round_limit": 2}), ("maori", {})])
def test_a_game_ships_errors_for_all_of_a_match(name: str, options: dict[str, Any]) -> None:
    match = parlour.play(name, ["uniform"] * 3, seed=1, **options)
    game = match.game
    assert game.bots.stage is not None
    stages = [game.bots.stage(step.before) for step in match.steps]
    errors = {lead_error(game, game.rules.view(step.before, 0)) for step in match.steps[::9]}

    assert stages[0] == 0
    assert 0 < max(stages) <= 1
    assert None not in errors
