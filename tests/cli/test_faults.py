"""What games and bots do wrong is named, in one line."""

import pytest

from parlour.cli.arguments import GameFault, blame_game
from parlour.rules.errors import FlowError, SetupError


@pytest.mark.parametrize(
    ("raised", "said"),
    [
        pytest.param(KeyError("a"), "game 'tig' failed: KeyError: 'a'", id="anything"),
        pytest.param(SystemExit(0), "game 'tig' failed: SystemExit: 0", id="an exit"),
        pytest.param(GeneratorExit(), "game 'tig' failed: GeneratorExit", id="no Exception"),
        pytest.param(FlowError("loops"), "game 'tig': loops", id="a broken promise"),
    ],
)
def test_a_game_is_blamed_for_its_faults(
    monkeypatch: pytest.MonkeyPatch, raised: BaseException, said: str
) -> None:
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    with pytest.raises(GameFault) as caught, blame_game("tig"):
        raise raised

    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_a_fault_says_how_to_leave_the_plugin_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    with pytest.raises(GameFault, match="PARLOUR_BLOCK=tig"), blame_game("tig"):
        raise KeyError


def test_debugging_lets_everything_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DEBUG", "1")
    with pytest.raises(KeyError), blame_game("tig"):
        raise KeyError


def test_a_user_is_not_blamed_on_the_game() -> None:
    with pytest.raises(SetupError), blame_game("tig"):
        raise SetupError("seats")
