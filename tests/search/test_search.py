"""Search: known truths of small games, repeatability, and legal play in every kind of game."""

import gc
from dataclasses import replace as changed
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.match.game import Game
from parlour.players.included import make_bot
from parlour.rules.answers import Move, Result
from parlour.rules.errors import SetupError
from parlour.rules.rules import Rules
from parlour_samples import connect_four, leduc
from parlour_search.search.bot import Search
from parlour_search.search.thinker import pause_garbage_collection
from parlour_search.settings import SearchSettings
from parlour_search.tree.objective import WinShare
from parlour_search.tree.rollouts import rollout_to_end
from tests.broken_games import knock, sealed_bid, to_and_fro, which_hand
from tests.games import CONNECT_FOUR, GAMES, LEDUC, TIC_TAC_TOE
from tests.search.decisions import after, decision_of, first_decision

SHELF = [*GAMES.values(), knock.GAME, sealed_bid.GAME, which_hand.GAME]

STEPS = 40
"""Number of moves and outcomes that are played of a long match."""


def answer(game: Game, state: Any, seat: int, simulations: int, seed: int = 0) -> Move:
    rules = game.rules
    rng = generator("search", "test", seed)
    search = Search(game, rng, SearchSettings(simulations=simulations))
    return search.choose(Decision(seat, rules.view(state, seat), rules.moves(state, seat)))


RULES = TIC_TAC_TOE.rules


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("moves", "holding"),
    [
        pytest.param("a1", "b2", id="a corner is answered by the centre"),
        pytest.param("b2", "a1 a3 c1 c3", id="the centre by a corner"),
        pytest.param("a1 b2 c3", "a2 b1 b3 c2", id="opposite corners by an edge"),
        pytest.param("a1 b2 b1", "c1", id="a threat by its third square"),
        pytest.param("a1 a2 b1 b2", "c1", id="a row is completed"),
    ],
)
def test_search_plays_what_holds_tic_tac_toe(moves: str, holding: str, seed: int) -> None:
    state = after(TIC_TAC_TOE, *(f"place {square}" for square in moves.split()))
    played = answer(TIC_TAC_TOE, state, len(moves.split()) % 2, 1000, seed)

    assert TIC_TAC_TOE.write_move(played).removeprefix("place ") in holding.split()


@pytest.mark.parametrize(
    ("drops", "best"),
    [
        pytest.param("414141", "4", id="completes four upright"),
        pytest.param("11223", "4", id="blocks a row open at one end"),
        pytest.param("112233", "4", id="completes a row"),
        pytest.param("121212", "1", id="wins before it blocks"),
        pytest.param("41424", "4", id="blocks four upright"),
        pytest.param("4455", "36", id="makes an open three, which wins"),
        pytest.param("1223343447", "4", id="completes a slanting line"),
        pytest.param("22214123145755", "3", id="wins by force with its third stone"),
        pytest.param("455524544713367", "3", id="wins by force with its third stone, as yellow"),
        pytest.param("566765245754663624", "4", id="wins by force with its fourth stone"),
        pytest.param("774743352272271317", "4", id="wins by force with its fourth stone, late"),
    ],
)
def test_connect_four_forced_wins_and_blocks(drops: str, best: str) -> None:
    state = after(CONNECT_FOUR, *(f"drop {drop}" for drop in drops))

    chosen = answer(CONNECT_FOUR, state, len(drops) % 2, 3000)

    assert CONNECT_FOUR.move_notation.write(chosen)[-1] in best


@pytest.mark.parametrize(
    ("drops", "best"),
    [
        pytest.param("1544552375462227", "2", id="wins, as the first side"),
        pytest.param("417577334475765335271", "4", id="wins, as the second"),
        pytest.param("6635231455313176124446677", "4", id="wins, late"),
        pytest.param("2762554325564765144", "2", id="holds a draw"),
    ],
)
def test_rollouts_with_care_find_the_only_move_that_keeps_the_result(drops: str, best: str) -> None:
    """No column is forced; at random, 2,000 simulations never find these."""
    state = after(CONNECT_FOUR, *(f"drop {drop}" for drop in drops))

    chosen = answer(CONNECT_FOUR, state, len(drops) % 2, 1000)

    assert CONNECT_FOUR.write_move(chosen)[-1] == best


@pytest.mark.parametrize(
    ("drops", "low", "high"),
    [
        pytest.param("414141", 0.95, 1.0, id="wins at once"),
        pytest.param("4455331", 0.0, 0.25, id="cannot stop an open three"),
        pytest.param("", 0.3, 0.8, id="at the beginning"),
    ],
)
def test_search_tells_the_result_that_it_expects(drops: str, low: float, high: float) -> None:
    state = after(CONNECT_FOUR, *(f"drop {drop}" for drop in drops))
    bot = Search(CONNECT_FOUR, Random(1), SearchSettings(simulations=400))
    bot.choose(decision_of(CONNECT_FOUR, state))

    assert low <= bot.info["value"] <= high


@pytest.mark.parametrize(
    ("drops", "limit"),
    [
        pytest.param("414141", 100, id="a win"),
        pytest.param("44553", 1000, id="a defeat"),
    ],
)
def test_what_is_proved_is_answered_at_once(drops: str, limit: int) -> None:
    decision = decision_of(CONNECT_FOUR, after(CONNECT_FOUR, *(f"drop {drop}" for drop in drops)))
    bot = Search(CONNECT_FOUR, Random(1), SearchSettings(simulations=5000))
    bot.choose(decision)

    assert bot.simulations <= limit
    assert not bot.is_cut_short


def test_a_bot_that_is_told_to_answer_now_is_not_cut_short_by_the_clock() -> None:
    class Luck(Random):
        tells = False

        def random(self) -> float:
            if self.tells:
                bot.answer_now()
            return super().random()

    luck, (_, decision) = Luck(1), first_decision(TIC_TAC_TOE)
    bot, found = Search(TIC_TAC_TOE, luck, SearchSettings(simulations=9)), []
    for bot.seconds, luck.tells in ((1e-9, False), (60, True)):
        bot.choose(decision)
        found.append((bot.simulations, bot.is_cut_short))

    assert found == [(1, True), (1, False)]


def test_the_opinion_on_a_proved_move_is_exact() -> None:
    """An open three loses at once, whatever the answer."""
    decision = decision_of(CONNECT_FOUR, after(CONNECT_FOUR, *(f"drop {drop}" for drop in "44553")))
    bot = Search(CONNECT_FOUR, Random(1), SearchSettings(simulations=1000))
    found = bot.prospects(decision) + bot.weigh(decision, decision.moves[:2])

    assert len(found) == 7 + 2
    assert {(one.value, one.error, one.is_proved) for one in found} == {(0.0, 0.0, True)}


@pytest.mark.parametrize(
    ("name", "spec"), [("connect_four", "search:simulations=40"), ("maori", "ahead:rollouts=4")]
)
def test_a_bot_says_nothing_of_the_result_after_a_forced_move(name: str, spec: str) -> None:
    bot, (_, decision) = make_bot(spec, GAMES[name], Random(1)), first_decision(GAMES[name])
    bot.choose(decision)
    forced = replace(decision, moves=decision.moves[:1])

    assert "value" in bot.info
    assert bot.choose(forced) == decision.moves[0]
    assert "value" not in bot.info


@pytest.mark.parametrize("spec", ["search:simulations=20", "ahead:rollouts=40"])
def test_a_win_is_expected_by_the_chances_that_a_game_names(spec: str) -> None:
    bot = make_bot(spec, GAMES["maori"], Random(1))
    bot.choose(first_decision(GAMES["maori"])[1])

    assert bot.info["value"] == pytest.approx(0.5, abs=0.15)


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.id)
def test_search_plays_legal_moves_and_repeats_for_a_seed(game: Game) -> None:
    seats = game.seats[0]
    records = []
    for _ in range(2):
        playing = game.match(seats, "repeat")
        players = [
            make_bot("search:simulations=8", game, generator("repeat", "bot", seat))
            for seat in range(seats)
        ]
        while not playing.awaited.is_over and len(playing.steps) < STEPS:
            seat = playing.awaited.seats[0]
            playing.play(players[seat].choose(playing.decision(seat)), seat)
        records.append(playing.lines)

    assert records[0] == records[1]
    assert len(records[0]) > 1


@pytest.mark.parametrize("seats", [3, 4])
def test_search_bids_in_secret_without_knowing_the_others(seats: int) -> None:
    """The same seed gives the same bid, the highest, for all bids that the others have sealed."""
    game, rules = sealed_bid.GAME, sealed_bid.GAME.rules
    options = sealed_bid.Options()
    bids = set()
    for coins in range(options.coins + 1):
        state = rules.begin(seats, options)
        state = rules.play(state, 0, sealed_bid.Bid(coins))
        bids.add(answer(game, state, 1, 300))

    assert bids == {sealed_bid.Bid(options.coins)}


def test_a_way_that_comes_round_to_the_same_view_is_left() -> None:
    """No simulation goes round endlessly, and the seat stops where it is best for it."""
    rules = to_and_fro.GAME.rules
    state = rules.play(rules.begin(2, None), 0, to_and_fro.Stop())

    assert answer(to_and_fro.GAME, state, 1, 300) == to_and_fro.Step()


def test_a_view_of_two_worlds_gets_one_answer() -> None:
    rules, game = LEDUC.rules, LEDUC
    answers = set()
    for other in range(3):
        state = rules.begin(2, None)
        state = rules.resolve(state, leduc.DEALS[0][2])
        state = rules.resolve(state, leduc.DEALS[1][other])
        answers.add(answer(game, state, 0, 200))

    assert len(answers) == 1


def test_a_king_that_is_paired_is_never_folded() -> None:
    rules = LEDUC.rules
    state = rules.begin(2, None)
    for outcome in (leduc.DEALS[0][2], leduc.DEALS[1][0]):
        state = rules.resolve(state, outcome)
    for seat in (0, 1):
        state = rules.play(state, seat, leduc.CALL)
    state = rules.resolve(state, leduc.TURNS[2])

    assert answer(LEDUC, state, 0, 1000) == leduc.RAISE


def test_search_declines_a_game_that_cannot_determinize() -> None:
    class Mute(which_hand.Rules):
        determinize = Rules.determinize

    with pytest.raises(SetupError, match="search declines which_hand"):
        make_bot("search", which_hand.variant(Mute()), generator("declines", "test"))


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("search:fish=2", "there is no setting 'fish'"),
        ("search:simulations=many", "simulations: expected a whole number, got"),
        ("search:seconds", "expected search:NAME=VALUE"),
        ("search:seconds=1,seconds=2", "expected search:NAME=VALUE"),
        ("search:seconds=-1", "seconds: expected a number, 0 or more, got '-1'"),
        ("search:seconds=nan", "seconds: expected a number, 0 or more, got 'nan'"),
        ("search:seconds=inf", "seconds: expected a number, 86400 or less, got 'inf'"),
        ("search:workers=2", "there is no setting 'workers'"),
        ("search:simulations=-1", "simulations: expected a whole number, 0 or more, got '-1'"),
        ("greedy:seconds=1", "there is no setting 'seconds'"),
        ("nobody:seconds=1", r"expected a bot \(.*, got 'nobody'$"),
        ("serch:seconds=1", r"got 'serch'; did you mean 'search'\?$"),
    ],
)
def test_settings_that_a_bot_has_not(spec: str, reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        make_bot(spec, TIC_TAC_TOE, generator("settings", "test"))


def test_the_garbage_collector_is_as_it_was_after_a_search() -> None:
    def search() -> None:
        with pause_garbage_collection():
            raise ValueError(f"the collector is on: {gc.isenabled()}")

    with pytest.raises(ValueError, match="the collector is on: False"):
        search()
    assert gc.isenabled()


def test_a_rollout_goes_the_way_of_the_game_where_it_has_one() -> None:
    class Foreseen(connect_four.Rules):
        def random_result(self, state: connect_four.Frame, rng: Random) -> Result:
            return Result((-1, 1), (2, 1))

    rules = Foreseen()
    rollout, start = rollout_to_end(rules, Random(1), WinShare(), 2), rules.start(2, None)

    assert {rollout(start, start, 0) for _ in range(20)} == {(0.0, 1.0)}


def test_a_move_that_was_looked_at_seldom_has_no_line() -> None:
    """Nineteen simulations of one move are too few to tell what follows, twenty are not."""
    decision = first_decision(TIC_TAC_TOE)[1]
    only = replace(decision, moves=decision.moves[:1])
    lengths = []
    for simulations in (20, 21):  # the first makes the node of the answer
        bot = Search(TIC_TAC_TOE, Random(1), SearchSettings(simulations=simulations))
        lengths += [len(one.line) for one in bot.prospects(only)]

    assert lengths == [0, 1]


def test_moves_that_are_weighed_share_the_seconds() -> None:
    seconds = list[float]()

    class Noting(connect_four.Rules):
        def determinize(self, view: Any, rng: Random) -> connect_four.Frame:
            seconds.append(bot.seconds)
            return super().determinize(view, rng)

    game = changed(CONNECT_FOUR, rules=Noting())
    bot = Search(game, Random(1), SearchSettings(simulations=2, seconds=8.0))
    decision = first_decision(CONNECT_FOUR)[1]
    bot.weigh(decision, decision.moves[:4])

    assert set(seconds) == {2.0}
    assert bot.seconds == 8.0


def test_prospects_come_best_first_and_share_all_simulations() -> None:
    search = Search(TIC_TAC_TOE, generator("prospects", "test"), SearchSettings(simulations=300))
    found = search.prospects(first_decision(TIC_TAC_TOE)[1])

    assert [p.share for p in found] == sorted((p.share for p in found), reverse=True)
    assert sum(p.share for p in found) == pytest.approx(1)
    assert found[0].kind == "chance"
