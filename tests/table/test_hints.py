"""Hints name the best move first, with what is expected of it."""

import re
from collections.abc import Sequence
from itertools import permutations
from math import inf
from pathlib import Path
from random import Random

import pytest
from msgspec.msgpack import encode
from msgspec.structs import replace

import parlour
from parlour.catalog.catalog import Catalog
from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.match.match import Match
from parlour.players.advice import INTERVAL, AdviceBudget, Prospect
from parlour.players.greedy import Greedy
from parlour.players.included import best_for
from parlour.rules.answers import Move, TurnPlan
from parlour.rules.rules import OpenView
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.table.acts import Surface
from parlour.table.move_list import FOLD_OFFERS
from parlour.table.table import Table
from parlour.words.language import speaking
from parlour_samples.tic_tac_toe import PLACES, Board
from parlour_samples.tic_tac_toe import Rules as Squares
from parlour_search import hints
from parlour_search.ahead.bot import Ahead
from parlour_search.hints import (
    best_first,
    compared,
    hint_for,
    met_again,
    moves_by_name,
    too_few,
)
from parlour_search.search.bot import Search
from parlour_search.settings import AheadSettings, SearchSettings
from tests.broken_games import knock
from tests.search.hidden_card import Valued, hidden_card
from tests.table.seated import match_of, table_of

CERTAINTY = r"(?:, by one simulation|, by [23] simulations|, in all [\d,]+ simulations)?"
LEAD = rf"expected lead [+-]\d+\.\d(?: ± \d+\.\d)? points{CERTAINTY}"
POINTS = rf"expected result [+-]\d+\.\d(?: ± \d+\.\d)? points{CERTAINTY}"
RESULT = rf"expected result \d+\.\d(?: ± \d+\.\d)? points{CERTAINTY}"
CHANCE = rf"chance of winning \d+%(?: ± \d+%)?{CERTAINTY}"
COMPARED = (
    "The first is clearly better.",
    "The first two are about as good.",
    "The second did better, but in too few simulations to be chosen.",
    "The first and the third are about as good.",
    "The first and the fourth are about as good.",
    "The third did better, but in too few simulations to be chosen.",
    "The fourth did better, but in too few simulations to be chosen.",
    *(
        f"The {place} did better in points, but the computer weighs more than points."
        for place in ("second", "third", "fourth")
    ),
)
COMPARED = (*COMPARED, "All of them are about as good.", too_few())
ALONE = "No other move is worth examining."
LANTERNS = str(Path(__file__).parents[1] / "examples" / "parlour_lanterns")


def hinted(table: Table) -> list[str]:
    """Return the lines of a hint below those of the plans."""
    lines = table.chair(table.turn().seat).enter("hint").lines
    return list(lines[next(n for n, line in enumerate(lines) if line.startswith("Best moves")) :])


def test_a_winning_move_comes_first_with_its_chance(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        for move in ("a1", "a2", "b1", "b2"):
            table.chair(table.turn().seat).enter(f"place {move}")
        head, best, *_ = hinted(table)

    assert re.fullmatch(
        r"Best moves, the computer's choice first \([\d,]+ simulations?\):", head
    ), "what is proved has no interval"
    assert best == "  place c1: chance of winning 100%, proved"


class Stubborn(Squares):
    """Tic-tac-toe that always proposes a corner."""

    def plans(self, view: OpenView[Board]) -> Sequence[TurnPlan]:
        return [TurnPlan((PLACES[8],), "a corner")]


@pytest.mark.parametrize(("surface", "plans"), [(Surface.TERMINAL, 2), (Surface.PAGE, 0)])
def test_a_hint_lists_plans_where_they_do_not_stand_already(
    tmp_path: Path, surface: Surface, plans: int
) -> None:
    with table_of(tmp_path, "tic_tac_toe", rules=Stubborn(), surface=surface) as table:
        lines = table.chair(0).enter("hint").lines

    assert lines[plans].startswith("Best moves")


def test_a_hint_points_at_its_best_move_also_if_no_plan_begins_with_it(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", rules=Stubborn()) as table:
        for move in ("a1", "a2", "b1", "b2"):
            table.chair(table.turn().seat).enter(f"place {move}")
            table.chair(table.turn().seat).enter("yes")
        assert table.chair(0).enter("hint").places == ("square=c1",)


GAMES: list[tuple[str, int, str]] = [
    ("connect_four", 4, CHANCE),
    ("leduc", 0, POINTS),
    ("maori", 6, LEAD),
    ("giants", 4, LEAD),
    (LANTERNS, 1, RESULT),
]


@pytest.mark.parametrize(
    ("game", "moves", "measure"), GAMES, ids=[Path(name).name for name, _, _ in GAMES]
)
def test_a_hint_names_the_measure_and_its_interval(game: str, moves: int, measure: str) -> None:
    match = opened(game, moves)
    decision = match.decision(match.awaited.seats[0])
    viewer = Viewer(("You", "Ann", "Bob")[: match.header.seats])
    head, *lines, last = hint_for(
        match.game, decision, viewer, [AdviceBudget(simulations=100)]
    ).lines

    assert head.startswith("Best moves, the computer's choice first (")
    means = "95 % end within ±" if match.game.bots.lead_errors else "mean ± 95 %"
    assert (means in head) == any("±" in line for line in lines)
    named = re.split(r"\n(?! {6})", "\n".join(lines))
    assert 1 <= len(named) <= 4
    assert [move for move in named if not re.match(rf"  [^:]+: {measure}", move)] == []
    assert last in (COMPARED if len(named) > 1 else {ALONE})


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        pytest.param(0, "It is not your turn, so there is nothing to choose.", id="none"),
        pytest.param(1, "You have no choice: drop 1.", id="one"),
    ],
)
def test_where_nothing_is_to_be_chosen_a_hint_says_so(moves: int, said: str) -> None:
    match = opened("connect_four", 0)
    decision = match.decision(0)
    left = replace(decision, moves=decision.moves[:moves])

    assert hint_for(match.game, left, Viewer(("You", "Ann"))).lines == (said,)


def test_a_game_that_no_bot_can_look_ahead_in_has_no_hint() -> None:
    class Mute(Valued):
        determinize = parlour.Rules.determinize

    match = hidden_card(Mute()).match(seed=1)
    hint = hint_for(match.game, match.decision(0), Viewer(("You", "Ann")))

    assert hint.lines == ("No bot knows enough of this game to give a hint.",)


def opened(game: str, moves: int) -> Match:
    """Return a match after so many first moves, and then all that leave no choice."""
    match = Catalog().game(game).match(seed=5)
    while moves or len(match.moves(match.awaited.seats[0])) < 2:
        seat = match.awaited.seats[0]
        match.play(match.moves(seat)[0], seat)
        moves = max(0, moves - 1)
    return match


@pytest.mark.parametrize("game", ["connect_four", "leduc", "maori", "rapa_nui"])
def test_the_best_comes_first_and_is_what_search_would_choose(game: str) -> None:
    match = opened(game, 0 if game == "leduc" else 6)
    decision = match.decision(match.awaited.seats[0])

    def search() -> Search:
        return Search(match.game, generator(game, "order"), SearchSettings(simulations=150))

    found = search().prospects(decision)
    assert len(found) > 1
    assert best_first(found)[0].move == search().choose(decision)
    assert best_first(found) == [one for one in found if one in best_first(found)]


def test_in_giants_a_hint_is_what_ahead_would_do() -> None:
    match = opened("giants", 4)
    decision = match.decision(match.awaited.seats[0])
    viewer, budget = Viewer(("You", "Ann", "Bob")), AdviceBudget(simulations=60)
    hint = hint_for(match.game, decision, viewer, [budget])
    rng = generator(encode(decision.view).hex(), "hint")
    bot = Ahead(match.game, rng, AheadSettings(rollouts=60))

    assert best_for(match.game).startswith("ahead")
    chosen = bot.choose(decision)
    assert hint.moves[0] == chosen
    assert hint.lines[1].startswith(f"  {match.game.write_move(chosen)}")


def prospect(stones: int, share: float, value: float, error: float = 0.01) -> Prospect:
    return Prospect(knock.Add(stones), share, "lead", value, error, ())


def test_lucky_moves_are_not_named() -> None:
    found = [prospect(1, 0.6, 0.4), prospect(2, 0.39, 0.5), prospect(3, 0.01, 0.9)]

    assert [one.move for one in best_first(found)] == [knock.Add(1), knock.Add(2)]


def test_the_choice_is_named_first_after_few_simulations_too() -> None:
    found = [prospect(3, 0.01, 1.0, 0.0), prospect(1, 0.99, 0.4)]

    assert [one.move for one in best_first(found)] == [knock.Add(3), knock.Add(1)]


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        pytest.param((0.5, 0.01), (0.4, 0.01), COMPARED[0], id="0.1 apart, 0.028 by chance"),
        pytest.param((0.5, 0.04), (0.4, 0.04), COMPARED[1], id="0.1 apart, 0.11 by chance"),
        pytest.param((0.4, 0.04), (0.5, 0.04), COMPARED[1], id="the second a little better"),
        pytest.param((0.4, 0.01), (0.5, 0.01), COMPARED[2], id="the second clearly better"),
        pytest.param((0.5, inf), (0.4, 0.01), too_few(), id="one simulation says nothing"),
        pytest.param((1.0, 0.0), (0.5, 0.0), COMPARED[0], id="all results agree"),
    ],
)
def test_the_first_two_are_compared_beyond_chance(
    first: tuple[float, float], second: tuple[float, float], said: str
) -> None:
    one, other = prospect(1, 0.6, *first), prospect(2, 0.4, *second)

    assert compared(1000, one, other) == said


@pytest.mark.parametrize(
    ("error", "few", "enough"),
    [
        pytest.param(0.1, 0.29, 0.30, id="30 of 100"),
        pytest.param(0.0, 0.05, 0.06, id="6, since all results agree"),
    ],
)
def test_few_simulations_of_moves_that_look_as_good_say_nothing(
    error: float, few: float, enough: float
) -> None:
    one = prospect(1, 0.5, 0.5, error)

    assert compared(100, one, prospect(2, few, 0.5, error)) == too_few()
    assert compared(100, one, prospect(2, enough, 0.5, error)) == COMPARED[1]


def test_what_is_proved_needs_no_more_simulations() -> None:
    first, equal = (
        replace(prospect(stones, share, 0.0, 0.0), is_proved=True)
        for stones, share in ((1, 0.5), (2, 0.05))
    )

    assert best_first([first, equal, prospect(3, 0.45, 0.0)]) == [first, equal]
    assert compared(20, first, equal) == COMPARED[1]


@pytest.mark.parametrize(
    ("third", "said"),
    [
        pytest.param((0.4, 0.01), "The first is clearly better.", id="better than each"),
        pytest.param(
            (0.45, 0.04), "The first and the third are about as good.", id="a third as good"
        ),
        pytest.param(
            (0.6, 0.01),
            "The third did better, but in too few simulations to be chosen.",
            id="a third that did better",
        ),
    ],
)
def test_the_first_is_better_only_than_all_that_are_named(
    third: tuple[float, float], said: str
) -> None:
    found = prospect(1, 0.6, 0.5), prospect(2, 0.3, 0.4), prospect(3, 0.1, *third)

    assert compared(1000, *found) == said


@pytest.mark.parametrize(
    ("share", "value", "said"),
    [
        pytest.param(0.06, 0.5, "All of them are about as good.", id="each as good"),
        pytest.param(0.05, 0.5, "The first two are about as good.", id="the third met too little"),
        pytest.param(0.06, 0.4, "The first two are about as good.", id="the third is worse"),
    ],
)
def test_moves_that_are_all_as_good_are_not_told_apart(
    share: float, value: float, said: str
) -> None:
    """Of 100 simulations six that all agree are enough."""
    results = ((0.5, 0.5), (0.3, 0.5), (share, value))
    found = [prospect(place, *one, 0.0) for place, one in enumerate(results)]

    assert compared(100, *found) == said


def test_what_was_tried_as_often_was_not_left_for_want_of_simulations() -> None:
    found = prospect(1, 0.5, 0.4, 0.01), prospect(2, 0.5, 0.5, 0.01)

    assert compared(1000, *found) == COMPARED[-5]


def test_a_move_with_fewer_points_and_a_better_chance_was_not_chosen_by_its_number() -> None:
    one = replace(prospect(1, 0.9, 0.3, 0.1), chance=0.8)
    two = replace(prospect(2, 0.1, 2.0, 0.2), chance=0.7)

    assert compared(1000, one, two) == COMPARED[-5]


class Rules(knock.Rules):
    """The rules of Knock, with four more offers of one kind."""

    def offers(self, state: knock.Heap, seat: Seat) -> Sequence[Move]:
        return tuple(knock.Add(stones) for stones in range(3, 4 + FOLD_OFFERS))


def test_many_offers_are_one_line(tmp_path: Path) -> None:
    with table_of(tmp_path, knock.GAME, rules=Rules()) as table:
        moves = table.chair(0).moves
        lines = list(moves.lines(80, full=False, only="", plain=False))
        full = list(moves.lines(80, full=True, only="", plain=False))

    assert "  3-6 add 3, … add 6: 4 moves" in lines
    assert "3. add 3" in " ".join(full)


def test_a_hint_names_who_makes_the_moves_expected_then(tmp_path: Path) -> None:
    with table_of(tmp_path, "connect_four") as table:
        lines = " ".join(" ".join(hinted(table)).split())

    assert re.search(r"; then Player 2: drop \d; Player 1: drop \d", lines)


@pytest.mark.parametrize(
    ("rests", "english", "german", "italian"),
    [
        pytest.param(1, "", "", "", id="four, all told"),
        pytest.param(2, "; and one more", "; und ein weiterer", "; e un'altra", id="five"),
        pytest.param(3, "; and 2 more", "; und 2 weitere", "; e altre 2", id="six"),
    ],
)
def test_moves_in_a_row_name_each_player_once_a_turn_and_say_how_many_are_left_out(
    rests: int, english: str, german: str, italian: str
) -> None:
    line = [("Anna", "take d4"), ("Anna", "lay b1"), ("Ben", "sail 3"), *[("Anna", "rest")] * rests]
    for language, more in (("en", english), ("de", german), ("it", italian)):
        with speaking(language):
            assert moves_by_name(line) == f"Anna: take d4, lay b1; Ben: sail 3; Anna: rest{more}"


def test_a_hint_tells_nothing_that_the_seat_may_not_know(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other luck and another card of the rival: what the seat can see is the same."""
    monkeypatch.setattr(hints.hint_for, "__defaults__", ([AdviceBudget(simulations=60)],))
    said: dict[str, dict[str, set[tuple[str, ...]]]] = {}
    for seed in range(20):
        with table_of(tmp_path, "leduc", seed=str(seed)) as table:
            view, state = match_of(table).view(0), match_of(table).state
            lines = table.chair(0).enter("hint").lines
        said.setdefault(str(view), {}).setdefault(str(state), set()).add(lines)

    worlds = [by_state for by_state in said.values() if len(by_state) > 1]
    assert worlds
    assert all(len(set().union(*by_state.values())) == 1 for by_state in worlds)


@pytest.mark.parametrize("game", ["giants", "maori", "rapa_nui"])
def test_a_position_has_the_same_hint_whenever_it_is_asked_for(game: str) -> None:
    """Its budget is a number of simulations; so the next answer lies within every interval."""
    found = Catalog().game(game)
    match = found.match(3 if game == "giants" else 2, 7)
    seat = match.awaited.seats[0]
    decision = Decision(seat, match.view(seat), match.moves(seat), seats=match.seats)
    few = [AdviceBudget(simulations=16)]
    hints_given = [hint_for(found, decision, Viewer(("A", "B", "C")), few) for _ in range(3)]

    assert all(one == hints_given[0] for one in hints_given)
    assert all(budget.simulations for budget in hints.budgets_for(found))


def test_another_answer_lies_within_the_interval_nine_times_in_ten() -> None:
    """Six answers to each of some positions, each by the luck of other worlds."""
    game = Catalog().game("maori")
    covered, answers = 0, 0
    for seed in range(3):
        match = game.match(2, seed)
        bot = Greedy(game, Random(seed))
        while len(match.lines) < 8 + 12 * seed or len(match.moves(match.awaited.seats[0])) < 3:
            match.play(bot.choose(match.decision(match.awaited.seats[0])))
        decision = match.decision(match.awaited.seats[0])
        shown = [Prospect(one, 1.0, "lead", 0.0, 1.0, ()) for one in decision.moves[:2]]
        given = [met_again(game, decision, shown, number << 20) for number in range(6)]
        for one, other in permutations(given, 2):
            for mine, theirs in zip(one, other, strict=True):
                answers += 1
                covered += abs(mine.value - theirs.value) <= INTERVAL * mine.error + 0.05

    assert covered >= 0.9 * answers
