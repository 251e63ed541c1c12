"""Check a game: play many random matches and put every law to them."""

from collections import Counter
from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

import msgspec

from parlour.match.game import Game
from parlour.match.record import header_of
from parlour.rules.errors import SetupError
from parlour.testing.laws import flow, states, worlds
from parlour.testing.laws.law import Law
from parlour.testing.report import Breach, Report
from parlour.testing.trial import CHEAP, EXPENSIVE, SAMPLED, Trial

LAWS: tuple[Law, ...] = (
    flow.runs,
    flow.settles,
    flow.ends,
    *CHEAP,
    states.repeats,
    states.past_stands,
    *SAMPLED,
    worlds.spreads,
    *EXPENSIVE,
)
"""All laws, in the order of the list in the documentation."""

LIMIT = 20_000
"""Number of moves and outcomes after which a random match counts as endless."""


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
    """Play random matches of ``game``, put every law to them, and report the breaches.

    The matches go round all numbers of seats, the default options and the game's
    ``presets``, unless ``seats`` or ``options`` name one. After each match, ``played`` is
    called with the number of matches so far. Equal arguments give equal reports, but for
    the seconds.

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
        breaches += _run(Trial(game, header, tally, limit, known))
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


def breaches_of(
    game: Game, seats: int, options: msgspec.Struct, seed: str, *, limit: int = LIMIT
) -> tuple[Breach, ...]:
    """Put every law to one random match; return the first breach of each broken law."""
    header = header_of(game, ("check",) * seats, options, seed)
    return tuple(_run(Trial(game, header, Counter(), limit, set())))


def setups_of(game: Game) -> list[tuple[int, str, msgspec.Struct]]:
    """Return all settings that fit: number of seats, name of the preset, options."""
    names: dict[str, Mapping[str, object]] = {"default": {}, **game.presets}
    chosen = [(name, game.read_options(given)) for name, given in names.items()]
    return [
        (seats, name, options)
        for name, options in chosen
        for seats in game.seats
        if game.rules.setup_fault(seats, options) is None
    ]


def _run(trial: Trial) -> list[Breach]:
    """Run a trial, add it to the tally, and return its breaches."""
    trial.run()
    tally = trial.tally
    tally["moves"] += len(trial.given)
    tally["states"] += trial.examined
    if tally["stuck"] > tally["spread"]:
        trial.breach(worlds.spreads, "many seeds give one world, which is not the true one")
    return trial.breaches


def _setups(
    game: Game, seats: int | None, options: dict[str, Any] | None
) -> list[tuple[int, msgspec.Struct]]:
    """Return the settings to go round: seats and options as asked for, or all that fit."""
    counts = game.seats if seats is None else (seats,)
    sets = [*({"default": {}, **game.presets}).values()] if options is None else [options]
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
