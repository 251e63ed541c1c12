"""The benchmark that watches bots finds what nobody at the table would believe."""

import pytest

from benchmarks.oddities import Watch, main, variants, watched
from tests.games import GAMES, MAORI, TIC_TAC_TOE


def test_a_sure_win_that_is_not_taken_is_found() -> None:
    """By this seed a row can be completed in row 1 at the sixth answer, and is not."""
    found = list(watched(TIC_TAC_TOE, "uniform", 2, "oddities:1", {}))

    assert found == ["answer 5: seat 1: sure win not taken: place c1"]


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
    findings = watched(GAMES[game], bot, GAMES[game].seats[0], f"oddities:{seed}", options)

    assert [one for one in findings if said in one] == [f"{one}: {said}" for one in found]


@pytest.mark.parametrize(
    ("taken", "found"),
    [
        ("move moai1 from d8 abandoned", ["piece given away: seat 0 left it on d8"]),
        ("move moai1 from d8 marked", []),
    ],
    ids=["5.11 anybody's piece", "5.9 a piece of the seat's own"],
)
def test_a_piece_that_another_seat_left_is_given_away(taken: str, found: list[str]) -> None:
    match = GAMES["giants"].match(seats=3, seed="oddities")
    watch = Watch(match)

    def told(seat: int, text: str) -> list[str]:
        move = match.game.read_move(text)
        return list(watch.findings(seat, (move,), move))

    for text in ("move moai1 from d9 screen", "to d8 with blue", "leave"):
        assert told(0, text) == []
    assert told(1, taken) == found


def test_each_variant_is_watched() -> None:
    assert len(variants(MAORI)) == 6
    assert {"edition": "italian"} in variants(GAMES["giants"])
    assert {"fast_start": True} in variants(GAMES["giants"])
    assert variants(TIC_TAC_TOE) == [{}]


def test_findings_are_counted_by_match(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tic_tac_toe", "--bot", "uniform", "--matches", "8"])

    *lines, last = capsys.readouterr().out.splitlines()
    assert len(lines) == 4
    assert last == "uniform: sure win not taken: in 4 of 8 matches"
