"""Seeds cannot be guessed from what bots are sent, or from the moves of others that they see."""

import io
import json
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from zlib import decompress

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

import parlour
from parlour import Game, Move
from parlour.catalog.catalog import Catalog
from parlour.match.dealer import generator
from parlour.match.decision import Decision
from parlour.match.match import Match
from parlour.match.record import Header
from parlour.players.base import Bot, Player
from parlour.players.included import seed_of_bots
from parlour.players.referee import PlayerFactory
from parlour.players.uniform import Uniform
from parlour.rules.events import Played
from parlour.table.seating import make_bots
from parlour_process.isolation import serve, start_isolated
from parlour_tournament.plan.eligibility import check_eligibility
from parlour_tournament.plan.loader import Loader
from parlour_tournament.plan.plan import Plan
from parlour_tournament.plan.plan_file import parse_plan
from parlour_tournament.playing.match import play_planned_match
from parlour_tournament.schedules import schedule_of
from parlour_tournament.schedules.blocks import (
    Block,
    PlannedMatch,
    hashed,
    matches_in_order,
    planned_match,
)
from tests.games import CONNECT_FOUR
from tests.players.refereed import refereed
from tests.tournament.conftest import LOADER

SEED = "4711"
GUESSES = range(4_001, 5_001)
"""Seeds that are tried; the right one is among them."""
KINDS = ("bot 0", "bot 1", "stand-in 0", "stand-in 1", "bot", "hint", "check", "bench", "test")
"""Kinds of draws that Parlour makes beside those of the games."""
MOVES = 11
"""Moves of a seat that are explained: a wrong seed does so with a probability of 7⁻¹¹."""
ECHO = f"exec:{shlex.quote(sys.executable)} {Path(__file__).with_name('echoing.py')}"
"""A bot that writes on its standard error all that it is sent."""


class Heard(Struct):
    """All that tells a bot whether it has guessed a seed."""

    numbers: list[int]
    """Numbers of 48 bits that the bot was sent, or drew first from its generator."""
    columns: list[list[int]]
    """For each other seat, the columns that it chose."""

    def explains(self, rng: Random) -> bool:
        """Return whether one of these comes from a generator in this state."""
        words = rng.getrandbits(64 * (MOVES + 1))
        low, high = words & 0xFFFFFFFF, words >> 32 & 0xFFFFFFFF
        if low | high >> 16 << 32 in self.numbers:
            return True
        # As ``uniform`` chooses: ``random()`` by the number of columns, all of which are open.
        for columns in self.columns:
            for place, column in enumerate(columns[:MOVES]):
                pair = words >> 64 * place
                a, b = (pair & 0xFFFFFFFF) >> 5, (pair >> 32 & 0xFFFFFFFF) >> 6
                if int((a * 67108864 + b) / 9007199254740992 * 7) != column:
                    break
            else:
                return len(columns) >= MOVES
        return False


def generators_of_match(guess: int) -> Iterator[Random]:
    """Yield every generator that a match with this seed may have made."""
    for kind in KINDS:
        yield from (generator(str(guess), kind, ordinal) for ordinal in (0, 1))


def heard_by(seat: int, match: Match, errors: str, drawn: Sequence[int] = ()) -> Heard:
    messages = [json.loads(line) for line in errors.splitlines() if line.startswith("{")]
    numbers = [message["seed"] for message in messages if message["type"] == "match"]
    columns: list[list[int]] = [[] for _ in range(match.seats)]
    for event in match.events(seat):
        if isinstance(event, Played):
            columns[event.seat].append(int(event.move[-1]) - 1)
    del columns[seat]
    return Heard([*numbers, *drawn], columns)


def header_with(*players: str) -> Header:
    return Header(
        game="connect_four", rules_version=1, seats=2, options={}, seed=SEED, players=players
    )


class Own(Player):
    """A plugin's bot: it notes what its generator draws first, and fails when it is told to."""

    name = "own"

    def __init__(self, rng: Random, drawn: list[int], *, fails: bool = False) -> None:
        drawn.append(rng.getrandbits(48))
        self._fails = fails
        self._turn = 0

    def choose(self, decision: Decision) -> Move:
        if self._fails:
            raise ZeroDivisionError
        self._turn += 2
        return decision.moves[self._turn % len(decision.moves)]


def at_a_table(*players: str, fails: bool = False) -> Heard:
    """Let bots play as ``parlour play`` seats them; return what the first of them heard."""
    drawn: list[int] = []
    match = Match(CONNECT_FOUR, header_with(*players))
    own = Bot(name="own", make=lambda _game, rng, _: Own(rng, drawn))
    failing = Bot(name="failing", make=lambda _game, rng, _: Own(rng, [], fails=fails))
    bots = make_bots(CONNECT_FOUR, match.header, lambda: {"own": own, "failing": failing})
    makers: list[Callable[[], Player]] = [lambda bot=bot: bot for bot in bots]  # type: ignore[misc]  # all are bots
    first, _ = refereed(match, makers)
    assert fails or match.forfeits == {}
    return heard_by(0, match, first.errors, drawn)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(lambda: at_a_table(ECHO, "uniform"), id="an outside bot"),
        pytest.param(lambda: at_a_table("own", "uniform"), id="a plugin's bot"),
        pytest.param(lambda: at_a_table("own", "failing", fails=True), id="against a stand-in"),
    ],
)
def test_no_seed_is_found_by_trying_seeds(table: Callable[[], Heard]) -> None:
    # Of a match that ends too early, chance alone might explain the moves.
    heard = next(heard for heard in iter(table, None) if len(heard.columns[0]) >= MOVES)

    assert heard.numbers
    found = [g for g in GUESSES if any(map(heard.explains, generators_of_match(g)))]
    assert found == []


def test_trying_seeds_finds_one_where_included_bots_repeat_from_it() -> None:
    """The attack works: among included bots alone, the match's seed is meant to explain all."""
    match = parlour.play(CONNECT_FOUR, ["uniform", "uniform"], seed=SEED)
    heard = heard_by(0, match, "")

    assert len(heard.columns[0]) >= MOVES
    found = [g for g in GUESSES if any(map(heard.explains, generators_of_match(g)))]
    assert found == [int(SEED)]


@pytest.mark.parametrize(
    ("specs", "given", "seed"),
    [
        pytest.param(["greedy", "search:seconds=1"], None, SEED, id="included bots"),
        pytest.param([], None, SEED, id="no bots"),
        pytest.param(["greedy", "own"], 5, "5", id="given"),
        pytest.param(["greedy", "own"], None, None, id="a plugin's bot among them"),
        pytest.param(["greedy", "exec:bot"], None, None, id="an outside bot among them"),
        pytest.param(["exec[memory=99]:bot"], None, None, id="an outside bot with settings"),
    ],
)
def test_bots_have_a_seed_of_their_own_beside_any_that_is_not_included(
    specs: list[str], given: int | None, seed: str | None
) -> None:
    seeds = {seed_of_bots(SEED, specs, given) for _ in range(9)}

    if seed is None:
        assert len(seeds) == 9
        assert min(map(len, seeds)) == 32
    else:
        assert seeds == {seed}


@pytest.mark.parametrize(
    ("given", "same"),
    [
        pytest.param({"seed": 7}, True, id="included bots, by the seed alone"),
        pytest.param({"seed": 7, "bot_seed": 8}, True, id="both seeds"),
        pytest.param({"bot_seed": 8}, False, id="bots alone: the deal is another"),
    ],
)
def test_a_match_repeats_from_its_seeds(given: dict[str, Any], same: bool) -> None:
    lines = [parlour.play("maori", ["greedy", "uniform"], **given).lines for _ in range(2)]

    assert (lines[0] == lines[1]) is same


def test_another_seed_of_the_bots_leaves_the_deal() -> None:
    one, other = (
        parlour.play("leduc", ["uniform", "uniform"], seed=7, bot_seed=luck) for luck in (1, 2)
    )

    assert one.lines[:2] == other.lines[:2]
    assert [one.lines, other.lines] != [one.lines, one.lines]


# Tournaments


def plan_with(**given: Any) -> Plan:
    bots = [{"name": "echo", "bot": ECHO}, "uniform"]
    return parse_plan({"games": ["connect_four"], "bots": bots} | given, "the plan", LOADER)


def first_block(plan: Plan) -> Block:
    schedule = schedule_of(check_eligibility(plan, LOADER), 0)
    return next(block for block in schedule.blocks(lambda _: None) if block)


def generators_of_tournament(guess: int, plan: Plan, played: PlannedMatch) -> Iterator[Random]:
    """Yield the generators of a tournament with this master seed, by each derivation there is."""
    names = [plan.entrants[number].name for number in played.lineup]
    seed = str(guess)
    deal = hashed([seed, plan.contests[0].key, "0", *sorted(names)])
    derived = hashed([f"bots:{seed}", deal, "0", *names])
    for source in (deal, f"{deal}:0", seed, derived, hashed([seed, deal, "0", *names])):
        yield from (generator(source, f"bot {seat}") for seat in (0, 1))


def test_no_master_seed_is_found_by_trying_seeds() -> None:
    plan = plan_with(seed=SEED, blocks=1)
    played = planned_match(plan, first_block(plan), 0)
    match = play_planned_match(plan, played, LOADER)
    replayed = parlour.open(decompress(match.record), CONNECT_FOUR)
    heard = heard_by(0, replayed, match.errors[0].text)

    assert heard.numbers
    guessed = ((g, generators_of_tournament(g, plan, played)) for g in GUESSES)
    assert [g for g, made in guessed if any(map(heard.explains, made))] == []


def test_trying_seeds_finds_the_seed_of_a_deal_where_it_is_used() -> None:
    """The attack works on tournaments of older releases, whose bots drew from the deal."""
    plan = plan_with(seed=SEED, bot_seed="x", blocks=1)
    played = replace(planned_match(plan, first_block(plan), 0), luck="")
    heard = Heard([played.generator(0).getrandbits(48)], [])

    guessed = ((g, generators_of_tournament(g, plan, played)) for g in GUESSES)
    assert [g for g, made in guessed if any(map(heard.explains, made))] == [int(SEED)]


# With ``--isolate`` a plugin's bot meets nothing of the match, and remembers no other


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

    told = [one.reason.partition(" (at ")[0] for one in match.forfeits.values()]
    assert [text.rpartition(" ")[0] for text in told] == reasons


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
    made = [made for made in matches_in_order(plan, schedule, lambda _: None) if made]
    results = [play_planned_match(plan, planned, loader).result for planned in made]

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
