"""With ``--isolate`` a plugin's bot meets nothing of the match, and remembers no other."""

import io
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from parlour import Game
from parlour.match.dealer import generator
from parlour.match.game import Match
from parlour.match.record import Header
from parlour.players.base import Player
from parlour.players.process.isolation import serve, start_isolated
from parlour.players.referee import PlayerFactory
from parlour.players.uniform import Uniform
from parlour.plugins.catalog import Catalog
from parlour.table.seating import make_bots
from parlour.tournament.plan.eligibility import check_eligibility
from parlour.tournament.plan.loader import Loader
from parlour.tournament.plan.plan_file import parse_plan
from parlour.tournament.playing.match import play_fixture
from parlour.tournament.schedules import schedule_of
from parlour.tournament.schedules.blocks import fixtures_in_order
from tests.players.refereed import refereed

PRYING = Path(__file__).with_name("prying.py")
GAMES = ("tic_tac_toe", "leduc", "giants", "maori", "rapa_nui")


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return Catalog([PRYING])


def seated(player: Player) -> Player:
    return player


def played(game: Game, makers: list[PlayerFactory]) -> Match:
    options: dict[str, Any] = {"round_limit": 1} if game.id == "giants" else {}
    match = game.match(len(makers), 4711, **options)
    refereed(match, makers)
    return match


@pytest.mark.usefixtures("paths_forgotten")
@pytest.mark.parametrize(
    ("isolate", "reasons"),
    [
        pytest.param(False, ["RuntimeError: it knows the seed"], id="in the process"),
        pytest.param(True, [], id="isolated"),
    ],
)
def test_an_isolated_bot_finds_no_match(isolate: bool, reasons: list[str]) -> None:
    """In the process it finds this match, or that of a test before it."""
    catalog = Catalog([PRYING])
    game = catalog.game("tic_tac_toe")
    header = Header(
        game=game.id, rules_version=1, seats=2, seed="4711", players=("prying", "uniform")
    )
    sources = catalog.sources if isolate else None
    bots = make_bots(game, header, catalog.bots, isolate=sources)
    makers: list[PlayerFactory] = [partial(seated, bot) for bot in bots if bot]
    match = played(game, makers)

    assert [one.reason.rpartition(" ")[0] for one in match.forfeits.values()] == reasons


@pytest.mark.usefixtures("paths_forgotten")
def test_an_isolated_bot_remembers_no_match() -> None:
    loader = Loader(Catalog([PRYING]))
    given = {
        "games": ["tic_tac_toe"],
        "bots": ["uniform", "prying"],
        "blocks": 1,
        "isolate": True,
    }
    plan = parse_plan(given, "the plan", loader)
    schedule = schedule_of(check_eligibility(plan, loader), 0)
    made = [made for made in fixtures_in_order(plan, schedule, lambda _: None) if made]
    results = [play_fixture(plan, fixture, loader).result for fixture in made]

    assert [bool(result.forfeits) for result in results] == [False, False]


@pytest.mark.parametrize("name", GAMES)
def test_a_served_bot_plays_every_game_as_in_the_process(name: str, catalog: Catalog) -> None:
    """Views, moves and events come whole through the messages: the same moves follow."""
    game = catalog.game(name)
    seats = game.seats[0]
    seeds = [generator("x", f"bot {seat}").getrandbits(48) for seat in range(seats)]

    def own(seat: int) -> PlayerFactory:
        return lambda: Uniform(game, Random(seeds[seat]))

    def served(seat: int) -> PlayerFactory:
        return lambda: start_isolated(
            "uniform", game, generator("x", f"bot {seat}"), catalog.sources
        )

    inside = played(game, [own(seat) for seat in range(seats)])
    outside = played(game, [served(0), *(own(seat) for seat in range(1, seats))])

    assert outside.forfeits == {}
    assert outside.lines == inside.lines


def test_a_bot_that_declines_says_so(catalog: Catalog) -> None:
    game = catalog.game("tic_tac_toe")
    match = played(
        game,
        [
            lambda: start_isolated("greedy", game, Random(1), catalog.sources),
            lambda: Uniform(game, Random(2)),
        ],
    )

    assert match.forfeits[0].cause == "declined"
    assert match.forfeits[0].reason == "it does not play tic_tac_toe"


def test_a_served_bot_ends_with_its_input(catalog: Catalog) -> None:
    game = catalog.game("tic_tac_toe")
    out = io.BytesIO()
    hello = b'{"type":"hello","protocol":1}\n{"type":"x_unknown"}\n'
    serve("uniform", game, lambda rng: Uniform(game, rng), io.BytesIO(hello), out)

    assert msgspec.json.decode(out.getvalue())["name"] == "uniform"
