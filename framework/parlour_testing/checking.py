"""Check a game: play many matches and put every law to them."""

from collections.abc import Callable, Mapping, Sequence
from math import floor
from time import perf_counter

import msgspec
from msgspec import Struct

from parlour.match import Game, Header, header_of
from parlour.players import has_heuristic
from parlour.rules import Result, SetupError
from parlour_testing.laws import flow
from parlour_testing.report import Breach, LawCount, Report
from parlour_testing.specifications import laws_for
from parlour_testing.time_limit import CALL_SECONDS, MATCH_SECONDS
from parlour_testing.trial import CheckRun, Trial

MAX_ANSWERS = 20_000
"""Maximum number of moves and outcomes in a match; a longer one counts as endless."""

GREEDY_SHARE = 0.2
"""Share of the matches that greedy plays, if a game has a heuristic."""


class CheckedMatch(Struct, frozen=True):
    """A match of a check, once it has been played and examined."""

    number: int
    """Number of the match, counted from 1."""
    header: Header
    """Header of its record."""
    by_greedy: bool
    """Whether greedy played it, and not chance."""
    moves: int
    """Number of moves and outcomes."""
    result: Result | None
    """Its result; None if it did not come to its end."""


class CheckStopped(KeyboardInterrupt):
    """Somebody pressed the interrupt key during a check; the text says ``where`` it was."""

    def __init__(self, where: str, report: Report) -> None:
        super().__init__(where)
        self.report = report
        """Report of the matches before."""


def check(
    game: Game,
    *,
    matches: int = 100,
    seed: str = "check",
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    limit: int = MAX_ANSWERS,
    greedy: float = GREEDY_SHARE,
    time_limits: tuple[float, float] = (CALL_SECONDS, MATCH_SECONDS),
    on_match: Callable[[CheckedMatch], object] = lambda _: None,
) -> Report:
    """Play matches of ``game``, put every law to them, and report the breaches.

    The matches go round all numbers of seats, the default options and the game's ``presets``.
    Equal arguments give equal reports, but for times.

    Args:
        game: The game.
        matches: Number of matches.
        seed: A text that the luck of all matches comes from.
        seats: The one number of seats to play with.
        options: The one set of options to play with.
        limit: Number of moves and outcomes from which on a match counts as endless.
        greedy: Share of the matches that greedy moves play, if the game has a heuristic. Random
            moves play the others.
        time_limits: Seconds of processor time for a law at one state or a step of play, and for a
            match. A law that spends them is left out from then on; a step that spends them ends
            the check.
        on_match: Called after each match.

    ::

        report = check(parlour.load("./my_game.py"), matches=20)
        assert not report.breaches, report.breaches[0]

    Raises:
        SetupError: The game does not take these seats or options.
        PluginError: It brings something that is no law.
        CheckStopped: Somebody pressed the interrupt key.
    """
    setups = list(dict.fromkeys((n, chosen) for n, _, chosen in setups_of(game, seats, options)))
    laws, faults = laws_for(game)
    check_run = CheckRun(game, laws, limit, time_limits)
    share = greedy if has_heuristic(game) else 0.0
    breaches: list[Breach] = []
    began = perf_counter()
    for number in range(matches):
        trial = _trial(check_run, setups, number, seed, share)
        try:
            breaches += trial.run()
        except KeyboardInterrupt:
            report = _report(check_run, len(setups), began, breaches, faults)
            raise CheckStopped(_where(trial, number, matches), report) from None
        on_match(
            CheckedMatch(number + 1, trial.header, trial.greedy, len(trial.answered), trial.result)
        )
        if trial.is_stuck:
            break
        if number + 1 == matches:
            breaches += trial.uncounted()
    return _report(check_run, len(setups), began, breaches, faults)


def _trial(
    check_run: CheckRun,
    setups: Sequence[tuple[int, msgspec.Struct]],
    number: int,
    seed: str,
    share: float,
) -> Trial:
    """Return a match to be run: rounds through the settings differ in those greedy plays."""
    seats, options = setups[number % len(setups)]
    header = header_of(check_run.game, ("check",) * seats, options, f"{seed}:{number}")
    if flow.sound_heuristic.name in check_run.known:
        share = 0.0
    turn = number % len(setups) + number // len(setups)
    return Trial(check_run, header, greedy=floor((turn + 1) * share) > floor(turn * share))


def _report(
    check_run: CheckRun,
    settings: int,
    began: float,
    breaches: Sequence[Breach],
    faults: tuple[str, ...],
) -> Report:
    """Sum up the matches so far."""
    tally = check_run.tally
    return Report(
        game=check_run.game.id,
        matches=tally["played"],
        settings=settings,
        moves=tally["moves"],
        states=tally["states"],
        seconds=perf_counter() - began,
        by_greedy=tally["by_greedy"],
        kinds=check_run.coverage.kinds(),
        laws=tuple(
            LawCount(law.name, tally[f"put {law.name}"], tally[f"compared {law.name}"])
            for law in check_run.laws
            if tally[f"put {law.name}"]
        ),
        breaches=tuple(breaches),
        faults=faults,
    )


def _where(trial: Trial, number: int, matches: int) -> str:
    """Say where a check is: the match, how it is played, the step and the law."""
    header = trial.header
    options = "".join(f", {name}={value}" for name, value in header.options.items())
    doing = "playing" if trial.stage == "play" else f"law {trial.stage}"
    return (
        f"in match {number + 1} of {matches} (seed {header.seed}, {header.seats} seats{options}), "
        f"step {trial.step}, {doing}"
    )


def setups_of(
    game: Game, seats: int | None = None, options: Mapping[str, object] | None = None
) -> list[tuple[int, str, msgspec.Struct]]:
    """Return the settings of ``game`` that fit: number of seats, name of the preset, options.

    ``seats`` and ``options`` stand for all numbers of seats, and for the default and all presets.

    Raises:
        SetupError: None fits.
    """
    named = {"default": {}, **game.checks.presets} if options is None else {"given": options}
    counts = game.seats if seats is None else (seats,)
    fitting = []
    unfit = None
    for name, typed in named.items():
        chosen = game.read_options(typed)
        for count in counts:
            try:
                game.check_setup(count, chosen)
                fitting.append((count, name, chosen))
            except SetupError as fault:
                unfit = fault
    if unfit and not fitting:
        raise unfit
    return fitting
