"""The samples are what games should be."""

from pathlib import Path
from typing import Any

import pytest

from parlour import Game, Viewer
from parlour.catalog.catalog import Catalog
from parlour.hooks.installed import SAMPLES
from parlour.match import described as lines
from parlour.match import view_text
from parlour.match.dealer import generator
from parlour.rules.answers import Chance
from parlour.rules.errors import PluginError, UnknownGame
from parlour_samples import leduc
from tests.games import wordings

GAMES: dict[str, Any] = {sample.name: Catalog().game(sample.name) for sample in SAMPLES}


def test_samples_are_in_no_list_of_games_and_are_played_by_name() -> None:
    catalog = Catalog()

    assert GAMES.keys().isdisjoint(catalog.games())
    assert GAMES.keys() <= catalog.games(samples=True).keys()
    assert catalog.game("leduc").title == "Leduc poker"
    with pytest.raises(UnknownGame, match=r"rapa_nui.*got 'leduk'; did you mean 'leduc'\?") as said:
        catalog.game("leduk")
    assert "connect_four" not in str(said.value)


def test_a_blocked_sample_is_not_there() -> None:
    with pytest.raises(PluginError, match="plugin 'leduc': blocked by name"):
        Catalog(blocked=["leduc"]).game("leduc")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_sample_has_rules_under_its_title(game: Game) -> None:
    assert game.summary
    assert game.rulebook
    assert game.rulebook.read_text(encoding="utf-8").startswith(f"# {game.title}\n")


@pytest.mark.parametrize(("name", "game"), GAMES.items(), ids=GAMES)
def test_every_code_of_a_refusal_has_a_sentence(name: str, game: Game) -> None:
    source = Path(leduc.__file__).with_name(f"{name}.py").read_text(encoding="utf-8")

    wordings.check([source], game.words.refusals)


def after(game: Game, *texts: str) -> Any:
    """Return the state after some answers."""
    rules, state = game.rules, game.rules.begin(2, game.options())
    for text in texts:
        awaited = rules.awaited(state)
        if isinstance(awaited, Chance):
            state = rules.resolve(state, game.outcome_notation.read(text))
        else:
            state = rules.play(state, awaited.seats[0], game.move_notation.read(text))
    return state


def page(game: Game, state: Any) -> str:
    """Return what the first seat sees as text."""
    return view_text(game.display, game.rules.view(state, 0), Viewer(("Ann", "Bob")), 80)


def described(game: Game, state: Any) -> list[str]:
    return list(lines(game.display, game.rules.view(state, 0), Viewer(("Ann", "Bob"))))


def test_tic_tac_toe_is_drawn_and_told() -> None:
    game = GAMES["tic_tac_toe"]
    state = after(game, "place b2", "place a1")

    assert page(game, state).splitlines() == [
        "Board",
        "╭a3─┬b3─┬c3─╮",
        "│   │   │   │",
        "├a2─┼b2─┼c2─┤",
        "│   │ X │   │",
        "├a1─┼b1─┼c1─┤",
        "│ O │   │   │",
        "╰───┴───┴───╯",
    ]
    assert described(game, state) == ["Ann: b2.", "Bob: a1."]


def test_connect_four_is_drawn_and_told() -> None:
    game = GAMES["connect_four"]
    state = after(game, "drop 4", "drop 4", "drop 7")

    assert page(game, state).splitlines()[-4:] == [
        "│   │   │   │ ○ │   │   │   │",
        "├1──┼2──┼3──┼4──┼5──┼6──┼7──┤",
        "│   │   │   │ ● │   │   │ ● │",
        "╰───┴───┴───┴───┴───┴───┴───╯",
    ]
    assert described(game, state) == ["Bob: 4.", "Ann: 4, 7."]


COVERED = "Bob: a card face down, paid 1."


@pytest.mark.parametrize(
    ("answers", "line"),
    [
        pytest.param((), "Bob: paid 1.", id="before the deal"),
        pytest.param(("deal king to 0", "deal jack to 1"), COVERED, id="in secret"),
        pytest.param(
            ("deal king to 0", "deal jack to 1", "raise", "fold"),
            COVERED,
            id="folded",
        ),
        pytest.param(
            ("deal king to 0", "deal jack to 1", "call", "call", "turn queen", "call", "call"),
            "Bob: jack, paid 1.",
            id="5 both show their cards",
        ),
    ],
)
def test_leduc_shows_what_the_first_seat_may_know(answers: tuple[str, ...], line: str) -> None:
    game = GAMES["leduc"]

    assert described(game, after(game, *answers))[-1] == line


@pytest.mark.parametrize(
    ("answers", "scores"),
    [
        pytest.param(("raise", "fold"), (1, -1), id="3.3 the other wins what was paid"),
        pytest.param(("call", "raise", "fold"), (-1, 1), id="3.3 whoever folds"),
        pytest.param(
            ("raise", "raise", "call", "turn jack", "call", "call"), (-5, 5), id="5 a pair wins"
        ),
        pytest.param(
            ("call", "call", "turn queen", "raise", "call"), (5, -5), id="5 the higher card wins"
        ),
        pytest.param(
            ("raise", "call", "turn queen", "raise", "raise", "call"), (11, -11), id="3.2 raises"
        ),
    ],
)
def test_leduc_pays(answers: tuple[str, ...], scores: tuple[int, int]) -> None:
    game = GAMES["leduc"]
    end = game.rules.awaited(after(game, "deal king to 0", "deal jack to 1", *answers))

    assert end.is_over
    assert end.scores == scores


def test_leduc_shares_between_equal_cards() -> None:
    game = GAMES["leduc"]
    state = after(game, "deal king to 0", "deal king to 1", *("call", "call", "turn jack"))
    end = game.rules.awaited(state)

    assert not end.is_over
    state = after(
        game, "deal king to 0", "deal king to 1", "call", "call", "turn jack", "raise", "call"
    )
    assert game.rules.awaited(state).places == (1, 1)


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_leduc_deals_only_cards_that_are_left(seed: str) -> None:
    rules, rng = GAMES["leduc"].rules, generator(seed, "card")
    state = rules.resolve(rules.begin(2, None), rules.draw(rules.begin(2, None), rng))

    assert all(weight in {1, 2} for _, weight in rules.outcomes(state))
    assert sum(weight for _, weight in rules.outcomes(state)) == 5
