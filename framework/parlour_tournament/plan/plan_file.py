"""Plans as people write them: a TOML file, and options of the command, which overrule it.

Faults in a file of settings are said in plain words.
"""

import re
import tomllib
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from inspect import get_annotations
from itertools import count
from math import isfinite
from pathlib import Path
from secrets import token_hex
from typing import TypeVar, get_args

import msgspec
from msgspec.structs import replace

from parlour.match import HASHED
from parlour.players import TimeControl, is_external, is_included
from parlour.rules import (
    ParlourError,
    SetupError,
    check_text,
    decoder_problem,
    either,
    one_line,
    open_file,
    quoted,
    read_pairs,
)
from parlour_process.command import in_sandbox, read_command
from parlour_tournament.plan.loader import Loader, read_openings
from parlour_tournament.plan.plan import BY_NAME, LADDER, Contest, Entrant, Plan
from parlour_tournament.plan.settings import (
    GAME_FORM,
    Adjudication,
    BotSetting,
    DealSharing,
    GameSetting,
    Hypotheses,
    MatchSettings,
    ScheduleName,
    TournamentSettings,
)

S = TypeVar("S")

MAX_BYTES = 1_048_576
"""Maximum number of bytes of a plan's file."""


def read_toml(path: Path) -> dict[str, object]:
    """Read a file of settings, such as a plan, as plain values.

    Raises:
        SetupError: The file cannot be read, or is not TOML.
    """
    with open_file(path, SetupError) as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise SetupError(f"{path}: expected at most {MAX_BYTES:,} bytes")
    return toml_in(raw, str(path))


def toml_in(raw: bytes, where: str) -> dict[str, object]:
    """Return the settings in the bytes of a file as plain values.

    Raises:
        SetupError: They are not TOML, or too deep.
    """
    try:
        return tomllib.loads(raw.decode("utf-8-sig"))
    except RecursionError:
        raise SetupError(f"{where}: expected TOML with fewer tables in each other") from None
    except ValueError as fault:
        raise SetupError(f"{where}: expected TOML: {one_line(fault)}") from None


def as_settings(
    given: Mapping[str, object],
    kind: type[S],
    where: str,
    known: Mapping[str, Sequence[str]],
    words: Mapping[str, Sequence[str]],
) -> S:
    """Return plain values as the struct of their settings.

    ``known`` has the names of the fields at each place of the file, ``words`` the words that a
    place may hold.

    Raises:
        SetupError: A field is unknown, or of the wrong kind.
    """
    try:
        return msgspec.convert(given, kind)
    except msgspec.ValidationError as fault:
        raise SetupError(f"{where}: {_explain(str(fault), known, words)}") from None


def _explain(
    fault: str, fields: Mapping[str, Sequence[str]], words: Mapping[str, Sequence[str]]
) -> str:
    """Put a message of msgspec, ``Expected `array`, got `str` - at `$.games```, in plain words."""
    text, _, path = fault.partition(" - at ")
    place = path.strip("`").removeprefix("$").removeprefix(".")
    known = fields.get(re.sub(r"\[\d+\]", "", place), ())
    sentence = _sentence(text, known, words.get(place, ()))
    return f"{place}: {sentence}" if place else sentence


def _sentence(text: str, known: Sequence[str], words: Sequence[str]) -> str:
    if found := re.fullmatch(r"(?s)Object contains unknown field `(.*)`", text):
        return f"expected {either(known)}, got {quoted(found[1])}"
    if found := re.fullmatch(r"Object missing required field `(.*)`", text):
        return f"expected '{found[1]}', which is missing"
    if found := re.fullmatch(r"Invalid enum value (.*)", text):
        return f"expected {either(words)}, got {found[1]}"
    return decoder_problem(text).replace("an object", "a table")  # as TOML calls it


MAX_BLOCKS = 10_000_000
"""Maximum number of blocks, and of rounds, that a plan may ask for."""
BLOCKS = 10
"""Number of blocks unless one is given."""
TEST_BLOCKS = 10_000
"""Maximum number of blocks of a test unless one is given."""


KNOWN = {
    "": (*get_annotations(TournamentSettings), *get_annotations(MatchSettings)),
    "games": GameSetting.__struct_fields__,
    "bots": BotSetting.__struct_fields__,
    "clock": TimeControl.__struct_fields__,
    "bots.clock": TimeControl.__struct_fields__,
    "test": Hypotheses.__struct_fields__,
}
"""Names of the fields that each place of the file may have."""


WORDS = {
    "schedule": get_args(ScheduleName),
    "adjudicate": get_args(Adjudication),
    "deals": get_args(DealSharing),
}
"""Allowed values of each key."""

FORMER = {"dealer": HASHED, "forfeits": "last", "order": "auto"}
"""Settings of older plans, and the only value of each that is left."""


def parse_plan(
    given: Mapping[str, object],
    where: str,
    loader: Loader,
    kept: Plan | None = None,
) -> Plan:
    """Make a plan of plain values.

    ``where`` names their source in errors. Seeds that are not given come from ``kept``, the
    plan of a tournament that has begun, or else random. What a plan of an older release does not
    say stays as it was played.

    Raises:
        SetupError: A field is unknown, of the wrong kind, or cannot be played.
    """
    for name, only in FORMER.items():
        if given.get(name, only) != only:
            raise SetupError(f"{where}: {name}: expected {only}, or nothing, got {given[name]}")
    given = {name: value for name, value in given.items() if name not in FORMER}
    if isinstance(given.get("anchor"), str):
        given = {**given, "anchor": [given["anchor"]]}
    written = as_settings(given, TournamentSettings, where, KNOWN, WORDS)
    specs = [f"search:simulations={budget}" for budget in _budgets(written.anchors)]
    anchors = [Entrant(spec, spec) for spec in specs]
    written = replace(written, test=written.test.in_results())
    fixed = read_anchors(written.anchor)
    more = [name for name in fixed if name not in map(_name_of, written.bots)]
    written = replace(written, bots=[*written.bots, *more])
    entrants = _entrants(written, anchors)
    contests = tuple(_contests(written.games, loader))
    usual = TEST_BLOCKS if written.schedule == "test" else BLOCKS
    plan = Plan(
        seed=_seed(written, kept),
        bot_seed=_bot_seed(written, kept, entrants),
        contests=contests,
        openings=read_openings(written.openings, contests, loader),
        entrants=tuple(entrants),
        anchors=tuple(anchor.name for anchor in anchors),
        schedule=written.schedule,
        blocks=usual if written.blocks is None else written.blocks,
        fixed=fixed,
        **{name: getattr(written, name) for name in MatchSettings.__struct_fields__},
        forfeits="last" if kept is None else kept.forfeits,
        dealer=HASHED if kept is None else kept.dealer,
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
        if not 0 < number <= MAX_BLOCKS:
            return f"{name}: expected 1 to {MAX_BLOCKS:,}, got {number:,}"
    if plan.deals == "shared" and plan.schedule not in {"round-robin", "gauntlet"}:
        return f"deals: expected own in a {plan.schedule}, got shared"
    if not plan.width >= 1:
        return f"width: expected 1 Elo or more, got {plan.width:g}"
    if plan.limit < 0:
        return f"limit: expected a number of moves and outcomes, 0 for none, got {plan.limit}"
    clocks = [plan.clock, *(one.clock for one in plan.entrants if one.clock is not None)]
    return next(filter(None, (plan.test.fault(), *(clock.fault() for clock in clocks))), None)


def _seed(written: TournamentSettings, kept: Plan | None) -> str:
    if written.seed is not None:
        return check_text(str(written.seed))
    return token_hex(16) if kept is None else kept.seed


def _bot_seed(written: TournamentSettings, kept: Plan | None, entrants: Sequence[Entrant]) -> str:
    """Return the seed of the bots' generators.

    If all bots are included in Parlour and the seed of the deals is given, it follows from
    that, so that the plan repeats. Any other bot could find out the seed of the deals by it.
    """
    if written.bot_seed is not None:
        return check_text(str(written.bot_seed))
    if kept is not None:
        return kept.bot_seed
    if written.seed is not None and all(is_included(entrant.bot) for entrant in entrants):
        return sha256(f"bots:{written.seed}".encode()).hexdigest()[:32]
    return token_hex(16)


def _contests(games: Sequence[str | GameSetting], loader: Loader) -> Iterator[Contest]:
    for written in games:
        given = read_game(written) if isinstance(written, str) else written
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


def read_game(text: str) -> GameSetting:
    """Read a game with its seats and options: ``maori:3,side=atoll``.

    Raises:
        SetupError: It is not written so.
    """
    head, *pairs = text.split(",")
    game, colon, seats = head.partition(":")
    if not game or (colon and not seats.isdecimal()):
        raise SetupError(f"expected {GAME_FORM}, got {quoted(text)}")
    options: dict[str, object] = {**read_pairs(pairs, GAME_FORM)}
    return GameSetting(game, int(seats) if colon else None, options)


def read_anchors(texts: Sequence[str]) -> dict[str, float]:
    """Read names of bots with their Elo: ``search:simulations=100=0``.

    Raises:
        SetupError: One is not written so, or a bot is there twice.
    """
    found: dict[str, float] = {}
    for text in texts:
        name, _, elo = text.rpartition("=")
        with suppress(ValueError):
            if name and isfinite(float(elo)) and name not in found:
                found[name] = float(elo)
                continue
        raise SetupError(f"anchor: expected BOT=ELO, once for each bot, got '{text}'")
    return found


def _name_of(written: str | BotSetting) -> str:
    given = BotSetting(written) if isinstance(written, str) else written
    return given.name or _title(given.bot)


def _entrants(plan: TournamentSettings, anchors: Sequence[Entrant]) -> list[Entrant]:
    entrants = {anchor.name: anchor for anchor in anchors}
    for written in plan.bots:
        given = BotSetting(written) if isinstance(written, str) else written
        if plan.sandbox:
            given = replace(given, bot=in_sandbox(given.bot))
        if given.bot == "human":
            raise SetupError("human: only bots take part in a tournament")
        name = _name_of(given)
        if not name.isprintable():
            raise SetupError(f"expected a bot's name in one line, got {name!r}")
        if name in entrants:
            if entrants[name].bot == given.bot and given.bot in {a.bot for a in anchors}:
                continue
            if given.name or entrants[name].bot == given.bot:
                raise SetupError(f"the bot '{name}' is there twice; a 'name' tells two apart")
        found = _entrant(given, entrants)
        entrants[found.name] = found
    # Anchors last: the first bot of the plan is the one that a gauntlet is about.
    return sorted(entrants.values(), key=lambda entrant: entrant in anchors)


def with_new(entrants: Sequence[Entrant], more: Sequence[str | BotSetting]) -> tuple[Entrant, ...]:
    """Return bots and some that come, each under a name that no other has or had.

    Raises:
        SetupError: The command of one cannot be read.
    """
    found = {entrant.name: entrant for entrant in entrants}
    for written in more:
        one = _entrant(BotSetting(written) if isinstance(written, str) else written, found)
        found[one.name] = one
    return tuple(found.values())


def _entrant(given: BotSetting, taken: Container[str]) -> Entrant:
    title = _name_of(given)
    names = (title if number == 1 else f"{title}-{number}" for number in count(1))
    name = next(name for name in names if name not in taken)
    return Entrant(name, given.bot, tuple(given.files), given.clock)


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
