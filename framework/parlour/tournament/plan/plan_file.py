"""Plans as people write them: a TOML file, and options that say the same or overrule it."""

import tomllib
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from parlour.players.process import is_external
from parlour.players.process.command import read_command
from parlour.players.time_control import TimeControl
from parlour.rules.errors import ParlourError, SetupError
from parlour.tournament.plan.plan import LADDER, Contest, Entrant, Hypotheses, Plan, ScheduleName
from parlour.tournament.plan.plan_errors import worded
from parlour.tournament.run.match import game_named

MOST_BLOCKS = 10_000_000


class WrittenGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A game in a plan's file."""

    game: str
    seats: int | list[int] | None = None
    """The fewest that can play, unless given; each number of a list is a contest."""
    options: dict[str, Any] = {}


class WrittenBot(Struct, frozen=True, forbid_unknown_fields=True):
    """A bot in a plan's file."""

    bot: str
    name: str = ""


class Written(Struct, frozen=True, forbid_unknown_fields=True):
    """A plan's file."""

    games: list[str | WrittenGame] = []
    bots: list[str | WrittenBot] = []
    schedule: ScheduleName = "round-robin"
    blocks: int | None = None
    """10, or 10 000 at the most in a test, unless given."""
    rounds: int = 5
    seed: str | int = "parlour"
    anchors: bool | list[int] = False
    clock: TimeControl = TimeControl()
    test: Hypotheses = Hypotheses()


KNOWN = {
    "": Written.__struct_fields__,
    "games": WrittenGame.__struct_fields__,
    "bots": WrittenBot.__struct_fields__,
    "clock": TimeControl.__struct_fields__,
    "test": Hypotheses.__struct_fields__,
}
"""What can stand at each place of the file."""


def read_file(path: Path) -> dict[str, Any]:
    """Read the file of a plan.

    Raises:
        SetupError: It cannot be read, or is not TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise SetupError(f"{path}: cannot be read: {fault.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise SetupError(f"{path}: expected TOML: {fault}") from None


def planned(given: dict[str, Any], where: str) -> Plan:
    """Make a plan of what was written; ``where`` names it in errors.

    Raises:
        SetupError: Something in it cannot be.
    """
    try:
        written = msgspec.convert(given, Written)
    except msgspec.ValidationError as fault:
        said = worded(str(fault), KNOWN, get_args(ScheduleName))
        raise SetupError(f"{where}: {said}") from None
    rungs = _rungs(written.anchors)
    anchors = [Entrant(_anchor(rung), _anchor(rung)) for rung in rungs]
    plan = Plan(
        seed=str(written.seed),
        contests=tuple(_contests(written.games)),
        entrants=tuple(_entrants(written.bots, anchors)),
        anchors=tuple(anchor.name for anchor in anchors),
        schedule=written.schedule,
        blocks=_blocks(written),
        rounds=written.rounds,
        test=written.test,
        clock=written.clock,
    )
    fault_of_plan = _fault(plan)
    if fault_of_plan:
        raise SetupError(f"{where}: {fault_of_plan}")
    return plan


def _fault(plan: Plan) -> str | None:
    """Say what cannot be played; None if all is well."""
    if not plan.contests:
        return "expected at least one game"
    keys = [contest.key for contest in plan.contests]
    if len(set(keys)) < len(keys):
        return f"{max(keys, key=keys.count)} is there twice"
    if len(plan.entrants) < 2:
        return f"expected at least two bots, got {len(plan.entrants)}"
    if plan.schedule == "test" and len(plan.entrants) != 2:
        return f"a test takes exactly two bots, got {len(plan.entrants)}"
    for name, number in (("blocks", plan.blocks), ("rounds", plan.rounds)):
        if not 0 < number <= MOST_BLOCKS:
            return f"{name}: expected 1 to {MOST_BLOCKS:,}, got {number:,}"
    return plan.test.fault() or plan.clock.fault()


def _blocks(written: Written) -> int:
    if written.blocks is not None:
        return written.blocks
    return 10_000 if written.schedule == "test" else 10


def _contests(games: Sequence[str | WrittenGame]) -> Iterator[Contest]:
    for written in games:
        given = WrittenGame(written) if isinstance(written, str) else written
        game = game_named(given.game)
        numbers = [game.seats[0]] if given.seats is None else given.seats
        if numbers == []:
            raise SetupError(f"{game.id}: expected at least one number of seats")
        options = game.read_options(given.options)
        # As the game reads them: the same options give the same deals, however they are written.
        read = {name: msgspec.to_builtins(getattr(options, name)) for name in given.options}
        for seats in numbers if isinstance(numbers, list) else [numbers]:
            game.check_setup(seats, options)
            yield Contest(game.id, seats, read)


def _entrants(bots: Sequence[str | WrittenBot], anchors: Sequence[Entrant]) -> list[Entrant]:
    entrants = {anchor.name: anchor for anchor in anchors}
    for written in bots:
        given = WrittenBot(written) if isinstance(written, str) else written
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
    # Those of the plan first, as the first of them runs the gauntlet.
    return sorted(entrants.values(), key=lambda entrant: entrant in anchors)


def _title(spec: str) -> str:
    """Call a bot outside by its script, and any other by its name and settings."""
    if not is_external(spec):
        return spec
    try:
        return read_command(spec).title
    except ParlourError as fault:
        raise SetupError(str(fault)) from None


def _rungs(anchors: bool | Sequence[int]) -> Sequence[int]:  # noqa: FBT001  as it is written
    rungs = LADDER if anchors is True else anchors or ()
    if any(rung < 1 for rung in rungs) or sorted(set(rungs)) != list(rungs):
        raise SetupError("anchors: expected numbers of simulations, each above the one before")
    return rungs


def _anchor(rung: int) -> str:
    return f"search:simulations={rung}"
