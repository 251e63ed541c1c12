"""The benchmark that watches bots finds what nobody at the table would believe."""

import pytest

from benchmarks.oddities import Watch, main, variants, watched
from tests.games import GAMES, MAORI, TIC_TAC_TOE
from tests.players.branches import Go, Spot, Tree, tree_game


def test_a_sure_win_that_is_not_taken_is_found() -> None:
    """By this seed a row can be completed in row 1 at the sixth answer, and is not."""
    found = watched(TIC_TAC_TOE, "uniform", 2, "oddities:1", {})

    assert found.findings == ["answer 5: seat 1: sure win not taken: place c1"]


@pytest.mark.parametrize(
    ("game", "bot", "seed", "options", "found"),
    [
        # A seat rests for the last time though it is behind, with other moves there.
        pytest.param("maori", "uniform", 8, {}, ["answer 340: seat 1: rest"], id="by choice"),
        # An erection is the last move of the only round, and all others lead to the same places.
        pytest.param("giants", "greedy", 0, {"round_limit": "1"}, [], id="at the round's end"),
    ],
)
def test_a_match_ended_at_a_loss_could_have_gone_on(
    game: str, bot: str, seed: int, options: dict[str, str], found: list[str]
) -> None:
    said = "ended at a loss, with another move there"
    seen = watched(GAMES[game], bot, GAMES[game].seats[0], f"oddities:{seed}", options)

    assert [one for one in seen.findings if said in one] == [f"{one}: {said}" for one in found]


LEFT = ("0 move moai1 from d9 screen", "0 to d8 with blue", "0 leave")


@pytest.mark.parametrize(
    ("told", "found"),
    [
        pytest.param(
            (*LEFT, "1 move moai1 from d8 abandoned"), ["seat 0 left it on d8"], id="5.11 anybody's"
        ),
        pytest.param((*LEFT, "1 move moai1 from d8 marked"), [], id="5.9 another, with a marker"),
        pytest.param((*LEFT, "1 move moai1 from d8 left"), [], id="5.10 another that it left"),
        pytest.param(
            (*LEFT, "0 move moai1 from d8 left", "0 erect e9a", "1 move moai1 from d8 abandoned"),
            [],
            id="5.10 the seat has moved it on",
        ),
        pytest.param(
            ("0 carve 1", "1 move moai1 from d9 abandoned"),
            ["seat 0 carved it and did not move it"],
            id="5.13 it was not moved",
        ),
        pytest.param(
            ("0 carve 1", "1 carve 1", LEFT[0], "2 move moai1 from d9 abandoned"),
            ["seat 1 carved it and did not move it"],
            id="5.13 one of two was moved",
        ),
        pytest.param(
            ("0 carve 1", "0 mark moai1", "1 move moai1 from d9 abandoned"), [], id="5.13 marked"
        ),
        pytest.param(("0 carve 1", "0 move moai1 from d9 abandoned"), [], id="5.13 its own"),
    ],
)
def test_a_piece_that_another_seat_let_go_is_given_away(
    told: tuple[str, ...], found: list[str]
) -> None:
    match, said = GAMES["giants"].match(seats=3, seed="oddities"), list[str]()
    watch = Watch(match)
    for line in told:
        seat, _, text = line.partition(" ")
        move = match.game.read_move(text)
        said += watch.findings(int(seat), (move,), move)

    assert said == [f"piece given away: {one}" for one in found]


MANY = 400
"""Number of moves of which greedy does not look at what each leads to."""


def promising(hoped: float, ahead: float, points: tuple[int, int], other: int = 1) -> Tree:
    """Return a match of two moves: the first promises a value, and the other's; then it ends.

    Another first move ends it at once.
    """
    ends = {f"end{number}": Spot(worth=points) for number in range(MANY)}
    return {
        "start": Spot(("hope", "other")),
        "other": Spot(worth=(other, other)),
        "hope": Spot(tuple(ends), worth=(hoped, hoped - ahead)),
        **ends,
    }


@pytest.mark.parametrize(
    ("tree", "falls"),
    [
        pytest.param(promising(4, 0, (1, 1)), ["4.0 to 1.0"], id="points"),
        pytest.param(
            promising(6, 0, (1, 1), other=4),
            ["6.0 to 1.0, another promised more, 4.0"],
            id="another move kept more",
        ),
        pytest.param(promising(2, 0, (1, 1)), [], id="a point"),
        pytest.param(promising(2, 1, (1, 2)), [], id="the place at the end, not the points"),
        pytest.param(promising(51, 0, (1, 1)), [], id="a place that is counted before the end"),
    ],
)
def test_a_promise_that_falls_is_one_of_points(tree: Tree, falls: list[str]) -> None:
    match = tree_game(tree).match(seats=2, seed=1)
    watch, said = Watch(match), list[str]()
    for way in ("hope", "end0"):
        said += [one for one in watch.findings(0, match.moves(0), Go(way)) if "promise" in one]
        match.play(Go(way), 0)

    assert said == [f"promise falls: {fall}" for fall in falls]


def test_each_variant_is_watched() -> None:
    assert len(variants(MAORI, {})) == 6
    assert variants(TIC_TAC_TOE, {}) == [{}]
    assert variants(MAORI, {"variant": "expert"}) == [
        {"side": "front", "variant": "expert"},
        {"side": "atoll", "variant": "expert"},
    ]


def test_a_variant_is_watched_once() -> None:
    """Of so many options that not all are combined, none has its default twice, as ``{}`` has it.

    The options that only a program sets are left out.
    """
    assert variants(GAMES["giants"], {"round_limit": "1"}) == [
        {"round_limit": "1", **changed}
        for changed in (
            {},
            {"edition": "italian"},
            {"leftover_moai": "supply"},
            {"leftover_moai": "removed"},
            {"chief_actions": "once"},
            {"chief_actions": "per_tablet"},
            {"immediate_scoring": "true"},
            {"fast_start": "true"},
        )
    ]


def test_a_match_that_an_option_does_not_change_is_counted_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Of eight variants of a single round, only the one with two workers at once differs."""
    one_round = ["--seats", "3", "--option", "round_limit=1"]
    main(["giants", "--bot", "uniform", "--matches", "1", *one_round])

    assert capsys.readouterr().out.splitlines() == ["uniform: 2 different matches"]


def test_findings_are_counted_by_match(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tic_tac_toe", "--bot", "uniform", "--matches", "8"])

    *lines, played, last = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert played == "uniform: 8 different matches"
    assert last == "uniform: sure win not taken: in 4 of 8 matches"
