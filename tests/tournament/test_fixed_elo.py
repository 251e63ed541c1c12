"""Bots whose Elo is fixed: the others are measured against them."""

import pytest

from parlour.rules.errors import SetupError
from parlour.tournament.analysis.analysis import analyse, with_anchors
from parlour.tournament.analysis.ratings import Rating
from parlour.tournament.analysis.report_model import TournamentReport
from tests.tournament.conftest import Make, cells, lines, run


def test_elo_is_measured_against_the_bot_that_is_chosen(make: Make) -> None:
    store = make(games=["leduc"], blocks=6)
    run(store)
    fixed = with_anchors(store.tournament, ["uniform=1000"])
    pairs = {pair.one: pair for pair in analyse(store).contests[0].pairs if pair.other == "uniform"}
    store.tournament = fixed
    found = {bot.name: bot for bot in analyse(store).contests[0].standings}
    other, away = found["search:simulations=4"].elo, pairs["search:simulations=4"].elo

    assert found["uniform"].elo == Rating(1000, 1000, 1000)
    assert other is not None
    assert away is not None
    assert other.points == pytest.approx(1000 + away.points)
    assert (other.low, other.high) == pytest.approx((1000 + away.low, 1000 + away.high))
    assert "+1000 fixed" in cells(analyse(store))
    with pytest.raises(SetupError, match=r"anchor: expected one of uniform, .*, got 'nobody'"):
        with_anchors(fixed, ["nobody=0"])


def test_bots_with_a_fixed_elo_keep_their_distance_and_are_doubted(make: Make) -> None:
    """Fixed at what was played, nothing else changes; fixed elsewhere, the report says so."""
    other = "search:simulations=8"
    store = make(games=["tic_tac_toe"], bots=["uniform", "search:simulations=4", other], blocks=9)
    run(store)

    def elos(*anchors: str) -> dict[str, Rating]:
        store.tournament = with_anchors(store.tournament, anchors)
        found.append(analyse(store))
        return {bot.name: bot.elo for bot in found[-1].contests[0].standings if bot.elo}

    found: list[TournamentReport] = []
    free = elos("uniform=0")
    true = elos("uniform=0", f"{other}={free[other].points}")
    false = elos("uniform=0", f"{other}=-900")
    middle = true["search:simulations=4"]

    assert middle.points == pytest.approx(free["search:simulations=4"].points, abs=2)
    assert middle.high - middle.low > 50
    assert (true["uniform"], false[other]) == (Rating(0, 0, 0), Rating(-900, -900, -900))
    assert "-900 fixed" in cells(found[2])
    assert not found[1].contests[0].against_anchors
    assert [pair.one for pair in found[2].contests[0].against_anchors] == [other]
    assert "The fixed Elo do not fit" in lines(found[2])
