"""The bot ``regret``: it bluffs as often as it should, and declines what is too large."""

from collections import Counter
from random import Random

import pytest

from benchmarks.leduc import exploitability
from parlour import Decision, Game
from parlour.catalog.catalog import Catalog
from parlour.match.dealer import generator
from parlour.players.base import seat_info_for
from parlour.players.play import play_match
from parlour.players.time_control import Clock, TimeControl
from parlour.rules.errors import SetupError
from parlour.rules.seats import Objective
from parlour_search.regret import Regret, RegretTable
from parlour_search.settings import RegretSettings
from tests.broken_games import sealed_bid
from tests.broken_games.pots import Put, pots
from tests.search import kuhn
from tests.search.kuhn import JACK, KING, QUEEN, Bet, Hand, Pass

BETS = [
    # what every equilibrium does (Kuhn 1950), as the share of bets
    pytest.param(Hand(0, QUEEN, ""), 0, id="a queen never bets first"),
    pytest.param(Hand(1, JACK, "b"), 0, id="a jack never calls"),
    pytest.param(Hand(1, KING, "b"), 1, id="a king calls"),
    pytest.param(Hand(1, KING, "p"), 1, id="a king bets after a pass"),
    pytest.param(Hand(1, JACK, "p"), 1 / 3, id="a jack bluffs once in three"),
    pytest.param(Hand(1, QUEEN, "b"), 1 / 3, id="a queen calls once in three"),
    pytest.param(Hand(0, JACK, "pb"), 0, id="a jack that passed gives in"),
]


@pytest.fixture(scope="module")
def learnt() -> RegretTable:
    table = RegretTable(kuhn.GAME, 2, kuhn.GAME.read_options({}), generator("kuhn", "regret"))
    table.learn(0, 20_000)
    return table


@pytest.mark.parametrize(("hand", "share"), BETS)
def test_a_hand_bets_as_often_as_in_equilibrium(
    learnt: RegretTable, hand: Hand, share: float
) -> None:
    found = learnt.sets[hand.seat, hand]

    assert dict(zip(found.moves, found.mean(), strict=True))[Bet()] == pytest.approx(
        share, abs=0.05
    )


def test_a_king_bets_first_three_times_as_often_as_a_jack(learnt: RegretTable) -> None:
    """One family of equilibria has this in common."""
    jack, king = (learnt.sets[0, Hand(0, card, "")].mean()[0] for card in (JACK, KING))

    assert king == pytest.approx(3 * jack, abs=0.15)


def test_in_leduc_nobody_wins_much_from_it() -> None:
    """Chips a hand that the best answer wins; search loses half a chip, random play 2.4."""
    leduc = Catalog().game("leduc")
    table = RegretTable(leduc, 2, leduc.read_options({}), generator("leduc", "regret"))
    table.learn(0, 24_000)

    assert exploitability({view: found.mean() for (_, view), found in table.sets.items()}) < 0.11


@pytest.mark.parametrize(
    ("objective", "seats"), [("places", 1), ("single", 1), ("shared", 2), ("teams", 2)]
)
def test_it_learns_to_put_all_into_the_pot_of_its_side(objective: Objective, seats: int) -> None:
    game = pots(objective, seats)
    table = RegretTable(game, seats, None, generator("pots", "regret"))
    table.learn(0, 200)
    first = table.sets[0, game.rules.view(game.rules.begin(seats), 0)]

    assert dict(zip(first.moves, first.mean(), strict=True))[Put(3)] > 0.9


def test_it_learns_the_match_that_it_is_told_of() -> None:
    """With five coins, which are more than usual, the highest bid is five."""
    match = sealed_bid.GAME.match(seats=2, seed=1, coins=5)
    bot = Regret(sealed_bid.GAME, Random(1), RegretSettings(rounds=300))
    bot.begin(seat_info_for(match, 0, Clock(TimeControl())))
    bids = Counter(bot.choose(match.decision(0)) for _ in range(50))

    assert bids[sealed_bid.Bid(5)] >= 40


def test_moves_are_drawn_from_what_was_learnt() -> None:
    bot = Regret(kuhn.GAME, Random(1), RegretSettings(rounds=20_000))
    decision = Decision(1, Hand(1, JACK, "p"), (Bet(), Pass()), (), (), 2)
    moves = Counter(bot.choose(decision) for _ in range(600))

    assert 150 <= moves[Bet()] <= 250


def test_what_was_never_met_gets_any_legal_move() -> None:
    bot = Regret(kuhn.GAME, Random(1), RegretSettings(rounds=1))
    decision = Decision(0, Hand(0, None, "?"), (Pass(),), (), (), 2)

    assert bot.choose(decision) == Pass()


@pytest.mark.parametrize("game", [kuhn.GAME, sealed_bid.GAME], ids=lambda game: game.id)
def test_matches_by_rounds_repeat(game: Game) -> None:
    def played() -> list[str]:
        match = game.match(seats=2, seed=7)
        bots = [Regret(game, Random(seat), RegretSettings(rounds=50)) for seat in (0, 1)]
        play_match(match, bots)
        return [str(line) for line in match.lines]

    assert played() == played()


LARGE = [
    ("maori", "its matches take more than 100 answers"),
    ("giants", "its matches take more than 100 answers"),
    ("connect_four", "a round would follow more than 5,000 lines of play"),
]


@pytest.mark.parametrize(("name", "reason"), LARGE)
def test_a_large_game_is_declined(name: str, reason: str) -> None:
    with pytest.raises(SetupError) as refused:
        Regret(Catalog().game(name), Random(1))

    assert str(refused.value) == f"regret declines {name}: {reason}"
