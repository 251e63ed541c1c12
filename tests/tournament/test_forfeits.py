"""Places of bots that forfeit: behind all others, unless the plan says otherwise."""

import pytest

from parlour.tournament.analysis.analysis import analyse
from parlour.tournament.plan.plan import Plan
from parlour.tournament.playing.match import places_behind
from tests.tournament.conftest import Make, run


@pytest.mark.parametrize(
    ("given", "forfeited", "places"),
    [
        pytest.param((1, 2), (), (1, 2), id="nobody forfeits"),
        pytest.param((1, 2), (0,), (2, 1), id="the winner by a stand-in is last"),
        pytest.param((1, 1), (1,), (1, 2), id="a tie is none"),
        pytest.param((1, 2), (0, 1), (1, 1), id="all forfeit: nobody is ahead"),
        pytest.param((2, 1, 3, 4), (1,), (1, 4, 2, 3), id="the others keep their order"),
        pytest.param((2, 2, 4, 1), (3, 2), (1, 1, 3, 3), id="two share the last place"),
    ],
)
def test_who_forfeits_stands_behind_all_others(
    given: tuple[int, ...], forfeited: tuple[int, ...], places: tuple[int, ...]
) -> None:
    assert places_behind(given, forfeited) == places


@pytest.mark.parametrize(
    ("rule", "wins"),
    [
        pytest.param("last", [0], id="last: no match is won"),
        pytest.param("played_on", range(1, 17), id="played_on: some matches are"),
    ],
)
def test_a_bot_that_falls_in_every_match(make: Make, rule: str, wins: list[int]) -> None:
    store = make(games=["tic_tac_toe"], bots=["falling", "uniform"], blocks=8, forfeits=rule)
    run(store)
    results = list(store.results())

    assert all(result.forfeits for result in results)
    assert sum(one.places[one.lineup.index(0)] == 1 for one in results) in wins


def test_a_bot_that_falls_does_not_lead(make: Make) -> None:
    store = make(games=["tic_tac_toe"], bots=["falling", "uniform"], blocks=8)
    run(store)
    (contest,) = analyse(store).contests

    assert [row.name for row in contest.standings] == ["uniform", "falling"]
    assert contest.standings[1].place == 2.0


def test_the_default_is_last_and_a_plan_of_an_older_release_goes_on_as_it_was(make: Make) -> None:
    assert make().tournament.plan.forfeits == "last"
    assert Plan(seed="s", contests=(), entrants=()).forfeits == "played_on"
