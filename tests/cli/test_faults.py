"""What games and bots do wrong is named, in one line."""

from pathlib import Path

import pytest

import parlour
from parlour.cli.arguments import GameFault, blame_game, game_in
from parlour.match.record import Record
from parlour.plugins.catalog import Catalog
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


@pytest.mark.parametrize("raised", [KeyError("a"), FlowError("loops")])
def test_a_record_is_blamed_if_it_begins_with_a_state_of_its_own(
    monkeypatch: pytest.MonkeyPatch, raised: Exception
) -> None:
    monkeypatch.delenv("PARLOUR_DEBUG", raising=False)
    leduc = parlour.load("leduc")
    record = Record(leduc.match(state=leduc.match().position()).header, ())
    said = "^it.jsonl: the rules fail on the state that the record begins with: (KeyError|loops)"
    with pytest.raises(GameFault, match=said), game_in(record, Path("it.jsonl"), Catalog()):
        raise raised
