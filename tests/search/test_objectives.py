"""What a game is played for: rewards, moves, hints and last words follow its objective."""

import re
from collections import Counter
from math import exp, inf
from random import Random
from typing import Any

import pytest

from parlour import Decision, Game, Over, Result, Seat, Team, Viewer
from parlour.match.dealer import generator
from parlour.players.greedy import Greedy
from parlour.players.values import value_of
from parlour.rules.seats import Objective
from parlour.table.text.sentences import result_lines
from parlour_search.hints import result_in_words
from parlour_search.move_results import RunningMean
from parlour_search.search.bot import Search
from parlour_search.settings import SearchSettings
from parlour_search.tree.objective import (
    CommonPoints,
    HeuristicLead,
    WinShare,
    ZeroSumPoints,
    choose_objective,
)
from tests.broken_games.pots import Pots, Put, Putting, Rules, Valued, over, pots, teams
from tests.search.decisions import decision_of

VIEWER = Viewer(("You", "Ann", "Bob", "Cid"))
WITHOUT_OTHERS: list[tuple[Objective, int]] = [("shared", 3), ("single", 1)]


def logistic(x: float) -> float:
    return 1 / (1 + exp(-x))


def decision_at_start(game: Game) -> Decision:
    return decision_of(game, game.rules.begin(game.seats[0]))


# Rewards, worked out by hand


def test_mates_are_not_beaten() -> None:
    result = Over.by_team(teams(4), (3, 5)).awaited(None)

    assert WinShare((0, 1, 0, 1)).at_end(Pots((), ()), result) == (0.0, 1.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("objective", "kind", "unit", "unfinished"),
    [
        pytest.param("places", WinShare, 0.5, 0.5, id="places"),
        pytest.param("points", ZeroSumPoints, 17**0.5, 0.0, id="points: root mean square"),
        pytest.param("shared", CommonPoints, 17**0.5, 0.0, id="shared: mean and deviation"),
        pytest.param("teams", WinShare, 0.5, 0.5, id="teams"),
    ],
)
def test_the_objective_is_the_one_that_the_game_declares(
    objective: Objective, kind: type, unit: float, unfinished: float
) -> None:
    results = [Result((3, -3), (1, 2)), Result((-5, 5), (2, 1))]
    chosen = choose_objective(pots(objective, 2), results)

    assert type(chosen) is kind
    assert (chosen.unit, chosen.unfinished) == pytest.approx((unit, unfinished))


def test_a_side_leads_over_the_others_and_not_over_its_mates() -> None:
    """The even seats gain 3 and the odd ones 1: a lead of 2, which is the widest met."""
    lead = HeuristicLead(pots("teams", 4, Valued("teams")), 4)
    lead.start(Pots((), ()))

    won, lost = logistic(1), logistic(-1)
    assert lead.before_end(Pots((), (1, 1, 2))) == pytest.approx((won, lost, won, lost))


def test_among_three_sides_a_lead_is_over_the_mean_of_the_others() -> None:
    """The seats gain 6, 2 and 1: leads of 4.5, -1.5 and -3, in units of the widest gap, 5.

    Over the best of the others they would be 4, -4 and -5.
    """
    lead = HeuristicLead(pots("places", 3, Valued("places")), 3)
    lead.start(Pots((), (1, 0, 2)))

    rewards = lead.before_end(Pots((), (7, 2, 3)))
    assert rewards == pytest.approx((logistic(0.9), logistic(-0.3), logistic(-0.6)))
    state = Pots((), (7, 2, 3))
    assert [lead.margin(state, seat) for seat in range(3)] == pytest.approx([4.5, -3, -1.5])


def test_where_nobody_is_beaten_the_gain_itself_counts() -> None:
    """A gain of 4 is the widest met, so that it counts as 1; places make no part of it."""
    lead = HeuristicLead(pots("shared", 3, Valued("shared")), 3)
    lead.start(Pots((), (1,)))
    end = Pots((Over.shared(5, 3),), (1, 2, 2))

    rewards = lead.at_end(end, Result((5, 5, 5), (1, 1, 1)))
    assert rewards == pytest.approx((logistic(1),) * 3)
    assert (lead.measured(rewards, 0), lead.kind) == (5, "points")


@pytest.mark.parametrize("objective", ["single", "places"])
def test_alone_an_end_is_worth_what_it_was_worth_before(objective: Objective) -> None:
    """No place is won or lost, so that the end is no defeat that a bot would put off."""
    game = pots(objective, 1, Valued(objective))
    lead, end = HeuristicLead(game, 1), Pots((over(objective, (2,)),), (2,))
    lead.start(Pots((), (0,)))

    assert value_of(game)(end, 0) == 2
    assert lead.at_end(end, Result((2,), (1,))) == lead.before_end(end)


def test_alone_points_count_where_no_heuristic_tells_more() -> None:
    chosen = choose_objective(pots("places", 1), [Result((3,), (1,)), Result((-5,), (1,))])

    assert (type(chosen), chosen.unit, chosen.unfinished) == (CommonPoints, 4, -1)


class Promising(Valued):
    """A game whose heuristic is no points, and that says what it expects."""

    def heuristic(self, state: Pots, seat: Seat) -> float:
        return 100 * super().heuristic(state, seat)

    def expected_points(self, state: Pots) -> list[float]:
        return [3 + super(Promising, self).heuristic(state, seat) for seat in range(4)]


GOING_ON = Putting(0, 4, "places")
LEADS = [
    pytest.param("places", Promising, GOING_ON, [-2, 2, 10, -10], id="as the game expects"),
    pytest.param("places", Valued, GOING_ON, [-2, 2, 10, -10], id="by values, where it does not"),
    pytest.param("teams", Promising, GOING_ON, [12, -12, 12, -12], id="over the other side"),
    pytest.param("shared", Promising, GOING_ON, [39, 39, 39, 39], id="there are no others"),
    pytest.param(
        "places", Promising, Over.ranked((4, 9, 2, 9)), [-8, 12, -16, 12], id="at the end"
    ),
    pytest.param(
        "teams", Promising, Over.by_team(teams(4), (4, 9)), [-15, 15, -15, 15], id="of a team"
    ),
    pytest.param("shared", Promising, Over.shared(7, 4), [21, 21, 21, 21], id="a common end"),
]


@pytest.mark.parametrize(("objective", "rules", "phase", "thirds"), LEADS)
def test_a_lead_is_told_in_points_over_the_mean_of_the_others(
    objective: Objective, rules: type[Valued], phase: Putting | Over, thirds: list[int]
) -> None:
    """Seats have put in 2, 3, 5 and no coins; leads are in thirds of a point."""
    lead = HeuristicLead(pots(objective, 4, rules(objective)), 4)
    state = Pots((phase,), (2, 3, 5, 0))
    lead.start(Pots((GOING_ON,), ()))
    rewards = lead.before_end(state)

    assert [3 * lead.measured(rewards, seat) for seat in range(4)] == pytest.approx(thirds)


# Moves


@pytest.mark.parametrize(("objective", "seats"), WITHOUT_OTHERS)
def test_search_gives_all_to_a_common_pot(objective: Objective, seats: int) -> None:
    for rules in (None, Valued(objective)):
        game = pots(objective, seats, rules)
        chosen = Counter(
            Search(game, Random(seed), SearchSettings(simulations=60)).choose(
                decision_at_start(game)
            )
            for seed in range(12)
        )

        assert chosen[Put(3)] >= 10


@pytest.mark.parametrize(("objective", "seats"), [*WITHOUT_OTHERS, ("teams", 4)])
def test_greedy_gives_all_to_the_pot_of_its_side(objective: Objective, seats: int) -> None:
    game = pots(objective, seats, Valued(objective))

    assert Greedy(game, Random(1)).choose(decision_at_start(game)) == Put(3)


def test_a_match_of_twenty_seats_is_searched() -> None:
    game = pots("places", 20)
    search = Search(game, Random(1), SearchSettings(simulations=60))

    assert search.choose(decision_at_start(game)) == Put(3)


# Words


@pytest.mark.parametrize(("objective", "seats"), WITHOUT_OTHERS)
def test_a_hint_speaks_of_points_where_nobody_wins(objective: Objective, seats: int) -> None:
    game = pots(objective, seats)
    search = Search(game, Random(1), SearchSettings(simulations=60))
    told = [result_in_words(prospect) for prospect in search.prospects(decision_at_start(game))]

    assert len(told) == 4
    shown = re.compile(r"expected result \d\.\d( ± \d\.\d)? points(, .*)?")
    assert all(shown.fullmatch(text) for text in told)


@pytest.mark.parametrize(
    ("objective", "over", "lines"),
    [
        pytest.param(
            "shared",
            Over.shared(0, 4),
            ["All share one result: 0 points."],
            id="nobody is first where all share one result",
        ),
        pytest.param("single", Over.shared(1, 1), ["You end with 1 point."], id="a single player"),
        pytest.param(
            "teams",
            Over.by_team(teams(4), (3, 5)),
            [
                "The team Odd wins.",
                "  1. Odd (Ann and Cid): 5 points",
                "  2. Even (You and Bob): 3 points",
            ],
            id="a team wins",
        ),
        pytest.param(
            "teams",
            Over.by_team(teams(4), (3, 3)),
            [
                "The teams Even and Odd share the first place.",
                "  1. Even (You and Bob): 3 points",
                "  1. Odd (Ann and Cid): 3 points",
            ],
            id="teams tie",
        ),
    ],
)
def test_the_last_words_follow_the_objective(
    objective: Objective, over: Over, lines: list[str]
) -> None:
    game = pots(objective, len(over.scores))

    assert result_lines(game, over.awaited(None), VIEWER) == lines


@pytest.mark.parametrize(
    ("objective", "kind"),
    [
        pytest.param(WinShare(), "chance", id="a chance of winning"),
        pytest.param(ZeroSumPoints(1.0), "gain", id="points"),
        pytest.param(CommonPoints(1.0, 1.0), "points", id="common points"),
        pytest.param(HeuristicLead(pots("places", 3, Valued("places")), 3), "lead", id="a lead"),
    ],
)
def test_an_objective_names_the_kind_of_its_results(objective: Any, kind: str) -> None:
    assert objective.kind == kind


# Sides


@pytest.mark.parametrize(
    ("objective", "seats", "sides"),
    [
        pytest.param("places", 3, (0, 1, 2), id="each seat alone"),
        pytest.param("points", 2, (0, 1), id="each seat alone, for points"),
        pytest.param("shared", 3, (0, 0, 0), id="all together"),
        pytest.param("single", 1, (0,), id="one seat"),
        pytest.param("teams", 5, (0, 1, 0, 1, 0), id="teams"),
    ],
)
def test_a_game_tells_who_wins_together(
    objective: Objective, seats: int, sides: tuple[Seat, ...]
) -> None:
    assert pots(objective, seats).sides(seats) == sides


def test_a_team_has_a_name_and_seats() -> None:
    assert teams(3) == (Team("Even", (0, 2)), Team("Odd", (1,)))


# Opinions of a search: what matches bring, and not what it plays for

LAST_MOVES: list[tuple[Objective, type[Rules], str, dict[int, float]]] = [
    ("places", Valued, "expected lead in points", {0: -2, 1: -1, 2: 0, 3: 1}),
    ("teams", Valued, "expected lead in points", {0: -2, 1: -1, 2: 0, 3: 1}),
    ("shared", Valued, "expected points", {0: 2, 1: 3, 2: 4, 3: 5}),
    ("places", Rules, "chance of winning", {0: 0, 1: 0, 2: 0.5, 3: 1}),
    ("points", Rules, "expected points", {0: -2, 1: -1, 2: 0, 3: 1}),
    ("shared", Rules, "expected points", {0: 2, 1: 3, 2: 4, 3: 5}),
]


@pytest.mark.parametrize(
    ("objective", "rules", "measure", "results"),
    [pytest.param(*row, id=f"{row[0]} by {row[1].__name__}") for row in LAST_MOVES],
)
def test_a_move_that_ends_the_match_is_worth_its_result(
    objective: Objective, rules: type[Rules], measure: str, results: dict[int, float]
) -> None:
    """The first seat has put in two coins; the second ends the match."""
    game = pots(objective, 2, rules(objective))
    match = game.match(seed=1)
    match.play("put 2")
    search = Search(game, generator("opinions", "last"), SearchSettings(simulations=60))
    found = search.prospects(match.decision())

    assert search.measure == measure
    values = {str(game.write_move(one.move)): one.value for one in found}
    expected = {f"put {coins}": result for coins, result in results.items()}
    assert values == pytest.approx({move: expected[move] for move in values})
    assert len(values) >= 2
    assert (found[0].move, found[0].error) == (Put(3), 0)


@pytest.mark.parametrize(
    ("results", "error"),
    [
        pytest.param([1.0], inf, id="one"),
        pytest.param([1.0, 1.0, 1.0], inf, id="three may agree by luck"),
        pytest.param([1.0, 1.0, 1.0, 1.0], 0.0, id="four agree"),
        # Student's quantiles for 95 %, with 3 and 9 degrees of freedom, are 3.18 and 2.26.
        pytest.param([0.0, 2.0] * 2, (4 / 3 / 4) ** 0.5 * 3.18 / 1.96, id="four differ"),
        pytest.param([0.0, 2.0] * 5, (10 / 9 / 10) ** 0.5 * 2.26 / 1.96, id="ten differ"),
    ],
)
def test_how_sure_a_mean_is(results: list[float], error: float) -> None:
    mean = RunningMean()
    for result in results:
        mean.add(result)

    assert mean.error == pytest.approx(error, rel=0.04)
