"""What games and bots do wrong is named, in one line."""

from pathlib import Path

import pytest

from parlour.answers import Move
from parlour.catalog import Catalog
from parlour.cli.faults import GameFault, blaming
from parlour.cli.lines import Lines
from parlour.cli.prompt import Prompt
from parlour.cli.screen import Screen
from parlour.cli.sitting import PlayerFailed, sit
from parlour.errors import FlowError, SetupError
from parlour.game import Look
from parlour.players import Decision
from parlour.record import Header
from parlour.table import Table


class Stubborn:
    """Plays the first square, taken or not."""

    name = "stubborn"

    def __init__(self, move: Move) -> None:
        self._move = move

    def choose(self, decision: Decision) -> Move:
        return self._move


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        pytest.param(KeyError("a"), "game 'tig' failed: KeyError: 'a'", id="anything"),
        pytest.param(FlowError("loops"), "game 'tig': loops", id="a broken promise"),
    ],
)
def test_a_game_is_blamed_for_its_faults(
    monkeypatch: pytest.MonkeyPatch, raised: Exception, said: str
) -> None:
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    with pytest.raises(GameFault) as caught, blaming("tig"):
        raise raised

    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_a_fault_says_how_to_leave_the_plugin_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    with pytest.raises(GameFault, match="PARLOUR_BLOCK=tig"), blaming("tig"):
        raise KeyError


def test_debugging_lets_everything_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DEBUG", "1")
    with pytest.raises(KeyError), blaming("tig"):
        raise KeyError


def test_a_user_is_not_blamed_on_the_game() -> None:
    with pytest.raises(SetupError), blaming("tig"):
        raise SetupError("seats")


def test_an_illegal_answer_of_a_bot_ends_the_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Catalog().game("tic_tac_toe")
    header = Header(
        game=game.id, rules_version=1, seats=2, seed="1", players=("stubborn", "stubborn")
    )
    table = Table(game, header)
    first = game.move_notation.read("place a1")
    screen = Screen(game, Look(("A", "B")), plain=True)
    prompt = Prompt(table, set(), screen, Lines(terminal=False), tmp_path / "none")

    with pytest.raises(PlayerFailed, match="the bot stubborn at seat 1 failed: illegal move"):
        sit(table, [Stubborn(first), Stubborn(first)], prompt)

    assert len(table.steps) == 1
    assert capsys.readouterr().out == ""
