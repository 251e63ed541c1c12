"""Plans as people write them: a TOML file, and options of the command, which overrule it."""

import tomllib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Any, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from parlour.match.dealer import DEALERS, HASHED
from parlour.players.included import is_included
from parlour.players.process.command import in_sandbox, is_external, read_command
from parlour.players.time_control import TimeControl
from parlour.rules.errors import ParlourError, SetupError
from parlour.rules.one_line import open_file
from parlour.tournament.plan.loader import Loader
from parlour.tournament.plan.openings import read_openings
from parlour.tournament.plan.plan import (
    BY_NAME,
    LADDER,
    Adjudication,
    Contest,
    DealSharing,
    Entrant,
    ForfeitRule,
    Hypotheses,
    Plan,
    ScheduleName,
)
from parlour.tournament.plan.plan_errors import explain

LARGEST = 1_048_576
"""Bytes of a plan, at most."""

MOST_BLOCKS = 10_000_000
"""Greatest number of blocks, and of rounds, that a plan may ask for."""


class WrittenGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game in a plan's file."""

    game: str
    """The game's id."""
    seats: int | list[int] | None = None
    """Number of seats, or several, each a contest; the fewest that can play unless given."""
    options: dict[str, Any] = {}
    """Options of the game."""


class WrittenBot(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot in a plan's file."""

    bot: str
    """Name and settings of the bot, as typed at ``--seat``."""
    name: str = ""
    """Name in the standings; made from ``bot`` unless given."""


class WrittenPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A plan's file; its fields mean what those of ``Plan`` mean."""

    games: list[str | WrittenGame] = []
    """Games, each by its name or as a table."""
    bots: list[str | WrittenBot] = []
    """Bots, each as typed at ``--seat`` or as a table."""
    schedule: ScheduleName = "round-robin"
    """Name of the schedule."""
    blocks: int | None = None
    """Number of blocks of each group; 10 unless given, in a test 10 000."""
    rounds: int = 5
    """Number of rounds of a Swiss tournament."""
    seed: str | int | None = None
    """Master seed; drawn afresh unless given."""
    bot_seed: str | int | None = None
    """Seed of the bots' generators; see ``_bot_seed`` where it is not given."""
    anchors: bool | list[int] = False
    """Budgets of the anchors, in simulations a move; True takes those of ``LADDER``."""
    clock: TimeControl = TimeControl()
    """Time that bots have."""
    isolate: bool = False
    """Whether bots of plugins run in processes of their own."""
    openings: list[str] = []
    """Records, or folders of records, with the first answers of matches."""
    deals: DealSharing = "own"
    """Whether each group of bots has deals of its own, or all groups share each deal."""
    restart: bool = True
    """Whether bots outside start anew in each match."""
    limit: int = 0
    """Number of moves and outcomes after which a match is adjudicated; 0 for none."""
    adjudicate: Adjudication = "tie"
    """Result of a match that reaches the limit."""
    forfeits: ForfeitRule | None = None
    """Places of bots that forfeit; the last unless given."""
    dealer: int | None = None
    """Number of the dealer; the one that draws from a hash unless given."""
    test: Hypotheses = Hypotheses()
    """Hypotheses of a sequential test."""
    sandbox: bool = False
    """Whether bots that are commands run in a sandbox."""


KNOWN = {
    "": WrittenPlan.__struct_fields__,
    "games": WrittenGame.__struct_fields__,
    "bots": WrittenBot.__struct_fields__,
    "clock": TimeControl.__struct_fields__,
    "test": Hypotheses.__struct_fields__,
}
"""Names of the fields that each place of the file may have."""
WORDS = {
    "schedule": get_args(ScheduleName),
    "forfeits": get_args(ForfeitRule),
    "adjudicate": get_args(Adjudication),
    "deals": get_args(DealSharing),
}
"""Words of which a place of the file holds one."""


def read_plan_file(path: Path) -> dict[str, Any]:
    """Read the file of a plan as plain values.

    Raises:
        SetupError: The file cannot be read, or is not TOML.
    """
    try:
        with open_file(path, SetupError) as file:
            raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise SetupError(f"{path}: expected a plan of at most {LARGEST:,} bytes")
        return tomllib.loads(raw.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise SetupError(f"{path}: expected TOML: {fault}") from None


def parse_plan(given: dict[str, Any], where: str, loader: Loader, kept: Plan | None = None) -> Plan:
    """Make a plan of plain values; ``where`` names their source in errors.

    Seeds that are not given are those of ``kept``, the plan of a tournament that has begun, or
    else drawn afresh. What a plan of an older release does not say stays as it was played.

    Raises:
        SetupError: A field is unknown, of the wrong kind, or cannot be played.
    """
    try:
        written = msgspec.convert(given, WrittenPlan)
    except msgspec.ValidationError as fault:
        reason = explain(str(fault), KNOWN, WORDS)
        raise SetupError(f"{where}: {reason}") from None
    specs = [f"search:simulations={budget}" for budget in _budgets(written.anchors)]
    anchors = [Entrant(spec, spec) for spec in specs]
    entrants = _entrants(written, anchors)
    contests = tuple(_contests(written.games, loader))
    plan = Plan(
        seed=_seed(written, kept),
        bot_seed=_bot_seed(written, kept, entrants),
        contests=contests,
        openings=read_openings(written.openings, contests, loader),
        entrants=tuple(entrants),
        anchors=tuple(anchor.name for anchor in anchors),
        schedule=written.schedule,
        blocks=_blocks(written),
        rounds=written.rounds,
        test=written.test,
        clock=written.clock,
        isolate=written.isolate,
        deals=written.deals,
        restart=written.restart,
        limit=written.limit,
        adjudicate=written.adjudicate,
        forfeits=written.forfeits or (kept.forfeits if kept is not None else "last"),
        dealer=written.dealer or (kept.dealer if kept is not None else HASHED),
        pairing=BY_NAME if kept is None else kept.pairing,
    )
    problem = _problem(plan)
    if problem:
        raise SetupError(f"{where}: {problem}")
    return plan


def _problem(plan: Plan) -> str | None:
    """Return why a plan cannot be played, in a sentence; None if it can."""
    if not plan.contests:
        return "expected at least one game"
    keys = [contest.key for contest in plan.contests]
    if len(set(keys)) < len(keys):
        return f"{max(keys, key=keys.count)} is there twice"
    if len(plan.entrants) < 2:
        return f"expected at least two bots, got {len(plan.entrants)}"
    if plan.schedule == "test" and len(plan.entrants) != 2:
        return f"a test takes exactly two bots, got {len(plan.entrants)}"
    return _problem_of_numbers(plan)


def _problem_of_numbers(plan: Plan) -> str | None:
    """Return which number of a plan is out of its range, in a sentence; None if none is."""
    for name, number in (("blocks", plan.blocks), ("rounds", plan.rounds)):
        if not 0 < number <= MOST_BLOCKS:
            return f"{name}: expected 1 to {MOST_BLOCKS:,}, got {number:,}"
    if plan.deals == "shared" and plan.schedule not in {"round-robin", "gauntlet"}:
        return f"deals: expected own in a {plan.schedule}, got shared"
    if plan.limit < 0:
        return f"limit: expected a number of moves and outcomes, 0 for none, got {plan.limit}"
    if plan.dealer not in DEALERS:
        return f"dealer: expected {DEALERS[0]} or {DEALERS[1]}, got {plan.dealer}"
    return plan.test.fault() or plan.clock.fault()


def _seed(written: WrittenPlan, kept: Plan | None) -> str:
    if written.seed is not None:
        return str(written.seed)
    return token_hex(16) if kept is None else kept.seed


def _bot_seed(written: WrittenPlan, kept: Plan | None, entrants: Sequence[Entrant]) -> str:
    """Return the seed of the bots' generators.

    Where all bots are included in Parlour and the seed of the deals is given, it follows from
    that, so that the plan repeats. Any other bot could find out the seed of the deals by it.
    """
    if written.bot_seed is not None:
        return str(written.bot_seed)
    if kept is not None:
        return kept.bot_seed
    if written.seed is not None and all(is_included(entrant.bot) for entrant in entrants):
        return sha256(f"bots:{written.seed}".encode()).hexdigest()[:32]
    return token_hex(16)


def _blocks(written: WrittenPlan) -> int:
    if written.blocks is not None:
        return written.blocks
    return 10_000 if written.schedule == "test" else 10


def _contests(games: Sequence[str | WrittenGame], loader: Loader) -> Iterator[Contest]:
    for written in games:
        given = WrittenGame(written) if isinstance(written, str) else written
        game = loader.game(given.game)
        numbers = [game.seats[0]] if given.seats is None else given.seats
        if numbers == []:
            raise SetupError(f"{game.id}: expected at least one number of seats")
        options = game.read_options(given.options)
        # As the game reads them: the same options give the same deals, however they are written.
        plain = msgspec.to_builtins(options)
        usual = msgspec.to_builtins(type(options)())
        read = {
            name: plain[name]
            for name in plain
            if name in given.options or plain[name] != usual[name]
        }
        for seats in numbers if isinstance(numbers, list) else [numbers]:
            game.check_setup(seats, options)
            yield Contest(game.id, seats, read)


def _entrants(plan: WrittenPlan, anchors: Sequence[Entrant]) -> list[Entrant]:
    entrants = {anchor.name: anchor for anchor in anchors}
    for written in plan.bots:
        given = WrittenBot(written) if isinstance(written, str) else written
        if plan.sandbox:
            given = replace(given, bot=in_sandbox(given.bot))
        if given.bot == "human":
            raise SetupError("human: only bots take part in a tournament")
        name = given.name or _title(given.bot)
        if not name.isprintable():
            raise SetupError(f"expected a bot's name in one line, got {name!r}")
        if name in entrants:
            if entrants[name].bot == given.bot and given.bot in {a.bot for a in anchors}:
                continue
            if given.name or entrants[name].bot == given.bot:
                raise SetupError(f"the bot '{name}' is there twice; a 'name' tells two apart")
            name = next(n for i in count(2) if (n := f"{name}-{i}") not in entrants)
        entrants[name] = Entrant(name, given.bot)
    # Anchors last: the first bot of the plan is the one that a gauntlet is about.
    return sorted(entrants.values(), key=lambda entrant: entrant in anchors)


def _title(spec: str) -> str:
    """Return a bot's default name: the script of an external bot, else the name and settings."""
    if not is_external(spec):
        return spec
    try:
        return read_command(spec).title
    except ParlourError as fault:
        raise SetupError(str(fault)) from None


def _budgets(anchors: bool | Sequence[int]) -> Sequence[int]:  # noqa: FBT001  TOML's true or a list
    """Return the anchors' budgets, in simulations a move."""
    budgets = LADDER if anchors is True else anchors or ()
    if any(budget < 1 for budget in budgets) or sorted(set(budgets)) != list(budgets):
        raise SetupError("anchors: expected numbers of simulations, each above the one before")
    return budgets
