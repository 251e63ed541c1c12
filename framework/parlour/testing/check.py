"""Checking a game: many random matches, with every law put to them."""

from collections import Counter
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec

from parlour.match.game import Game
from parlour.match.record import header_of
from parlour.rules.errors import SetupError
from parlour.testing.laws import flow, repeat, secrecy
from parlour.testing.laws.law import Law
from parlour.testing.report import Breach, Report
from parlour.testing.trial import EVERYWHERE, SAMPLED, SELDOM, Trial

LAWS: tuple[Law, ...] = (
    flow.runs,
    flow.settles,
    flow.ends,
    *EVERYWHERE,
    repeat.repeats,
    repeat.past_stands,
    *SAMPLED,
    secrecy.spreads,
    *SELDOM,
)
"""Every law, for listing."""

LIMIT = 20_000
"""A random match that takes more moves and outcomes is held to be endless."""


def check(
    game: Game,
    *,
    matches: int = 100,
    seed: str = "check",
    seats: int | None = None,
    options: dict[str, Any] | None = None,
    limit: int = LIMIT,
    played: Callable[[int], None] = lambda _: None,
) -> Report:
    """Play random matches of ``game``, put every law to them, and report what was broken.

    The matches go round all numbers of seats, the default options and the game's
    ``presets``, unless ``seats`` or ``options`` name one. After each, ``played`` is
    called with how many there have been. The same arguments give the same report,
    but for the seconds.

    Raises:
        SetupError: The game does not take these seats or options.
    """
    began = perf_counter()
    setups = _setups(game, seats, options)
    tally: Counter[str] = Counter()
    known: set[str] = set()
    breaches: list[Breach] = []
    for number in range(matches):
        count, chosen = setups[number % len(setups)]
        header = header_of(game, ("check",) * count, chosen, f"{seed}:{number}")
        breaches += _tried(Trial(game, header, tally, limit, known))
        played(number + 1)
    seconds = perf_counter() - began
    return Report(
        game.id,
        matches,
        len(setups),
        tally["moves"],
        tally["states"],
        seconds,
        tuple(breaches),
    )


def examined(
    game: Game, seats: int, options: msgspec.Struct, seed: str, *, limit: int = LIMIT
) -> tuple[Breach, ...]:
    """Put every law to one random match, and return the first breach of each that was broken."""
    header = header_of(game, ("check",) * seats, options, seed)
    return tuple(_tried(Trial(game, header, Counter(), limit, set())))


def setups_of(game: Game) -> list[tuple[int, str, msgspec.Struct]]:
    """Return every number of seats with every set of options that fits: its name, and the set."""
    names: dict[str, dict[str, Any]] = {"default": {}} | game.presets
    chosen = [(name, game.read_options(given)) for name, given in names.items()]
    return [
        (seats, name, options)
        for name, options in chosen
        for seats in game.seats
        if game.rules.setup_fault(seats, options) is None
    ]


def _tried(trial: Trial) -> list[Breach]:
    """Run a trial, count it, and return what it broke."""
    trial.run()
    tally = trial.tally
    tally["moves"] += len(trial.given)
    tally["states"] += trial.examined
    if tally["stuck"] > tally["spread"]:
        trial.breach(secrecy.spreads, "many seeds give one world, which is not the true one")
    return trial.breaches


def _setups(
    game: Game, seats: int | None, options: dict[str, Any] | None
) -> list[tuple[int, msgspec.Struct]]:
    """Return the settings to go round: those asked for, or all that fit together."""
    counts = game.seats if seats is None else (seats,)
    sets = [*({"default": {}} | game.presets).values()] if options is None else [options]
    found = []
    fault: SetupError | None = None
    for given in sets:
        chosen = game.read_options(given)
        for count in counts:
            try:
                game.check_setup(count, chosen)
            except SetupError as mismatch:
                fault = mismatch
            else:
                found.append((count, chosen))
    if not found and fault is not None:
        raise fault
    return list(dict.fromkeys(found))
