"""One match of a tournament, as a worker plays it."""

import io
import socket
import sys
import zlib
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from time import perf_counter, time

from msgspec import Struct

from parlour.match import Game, Header, Match, header_of, replayed
from parlour.match.record import parse
from parlour.players import (
    Player,
    PlayerFactory,
    RefereedPlayer,
    ThinkTime,
    answers,
    heuristics,
    seat_bots,
)
from parlour.rules import BotFailed, ForfeitCause, ParlourError, Result, Seat, places
from parlour_tournament.plan import Adjudication, Contest, Loader, Plan
from parlour_tournament.playing.results import (
    Figures,
    MatchResult,
    PlayedMatch,
    StderrTail,
    Timing,
    add_figures,
    decompress,
)
from parlour_tournament.schedules import PlannedMatch

MAX_STDERR = 4_000
"""Maximum number of characters of a bot's standard error in the file, the last ones."""


NO_SEAT: Seat = -1
"""Stands for no seat."""
NO_MATCH: Seat = -2
"""Stands for no seat, since no match has begun yet."""


class OutputCapture(io.TextIOBase):
    """Stands in for standard output and error of a worker, and keeps what each bot prints."""

    def __init__(self) -> None:
        super().__init__()
        self._texts: dict[Seat, str] = {}
        self._owner: Seat | None = None
        self.on_seat: Callable[[Seat], None] | None = None
        """Called with the seat of each bot before it works, and with ``NO_SEAT`` before all."""

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: str) -> int:
        """Keep the end of what the bot at work has printed, and return the length of ``text``."""
        if self._owner is not None:
            self._texts[self._owner] = (self.text_of(self._owner) + text)[-2 * MAX_STDERR :]
        return len(text)

    def start_match(self) -> None:
        """Forget the match before."""
        self._texts.clear()
        self._owner = None
        if self.on_seat is not None:
            self.on_seat(NO_SEAT)

    def listen_to(self, seat: Seat) -> None:
        """Keep the output from here on for the bot of ``seat``, which is at work."""
        self._owner = seat
        if self.on_seat is not None:
            self.on_seat(seat)

    def text_of(self, seat: Seat) -> str:
        """Return the end of what the bot of ``seat`` has printed in this match."""
        return self._texts.get(seat, "")


CAPTURE = OutputCapture()
"""Capture of this process; a worker replaces its standard streams by it."""
NO_TIME = ThinkTime(0, 0.0, 0.0)
"""Time of a bot that was never asked."""


def play_planned_match(plan: Plan, planned: PlannedMatch, loader: Loader) -> PlayedMatch:
    """Play one match to its end; where the game itself fails, the result says so."""
    contest = plan.contests[planned.contest]
    game = loader.game(contest.game)
    luck = planned.luck or planned.deal
    specs = [plan.entrants[number].bot for number in planned.lineup]
    clocks = [plan.entrants[number].clock or plan.clock for number in planned.lineup]
    rngs = [planned.generator(seat, plan.dealer) for seat in range(contest.seats)]
    makers: list[PlayerFactory] = [
        partial(loader.make_player, spec, game, rng, isolate=plan.isolate, restart=plan.restart)
        for spec, rng in zip(specs, rngs, strict=True)
    ]
    for seat in planned.absent:
        makers[seat] = _nobody
    began = time()
    clock = perf_counter()
    match: Match | None = None
    players: tuple[RefereedPlayer, ...] = ()
    told: list[Figures] = [{} for _ in specs]
    CAPTURE.start_match()
    try:
        match = Match(game, _header(plan, planned, game), dealing=False)
        if planned.opening is not None:
            for line in plan.openings[planned.opening].lines:
                match.apply(line)
        match.resume()
        with seat_bots(match, makers, clocks, CAPTURE.listen_to, seed=luck) as seated:
            players = tuple(player for player in seated if player is not None)
            for seat in _play(match, players, plan):
                for name, value in players[seat].info.items():
                    add_figures(told[seat], name, value)
        result = _result(plan, planned, match)
    except Exception as fault:  # noqa: BLE001  a game may raise anything, and the others go on
        length = 0 if match is None else len(match.lines) + 1
        result = _failed(planned, length, f"{type(fault).__name__}: {fault}")
    thinking = tuple(player.think_time for player in players) or (NO_TIME,) * len(specs)
    figures = tuple(told) if any(told) else ()
    timing = Timing(perf_counter() - clock, began, socket.gethostname(), thinking, figures)
    record = b"" if match is None else match.record()
    return PlayedMatch(result, timing, zlib.compress(record), tuple(_stderr_tails(players)))


def _play(match: Match, players: tuple[RefereedPlayer, ...], plan: Plan) -> Iterator[Seat]:
    """Play a match to its end or to the plan's limit; yield the seat of each answer."""
    limit = plan.limit or sys.maxsize
    if len(match.steps) >= limit:
        return
    for seat in answers(match, players):
        yield seat
        if match.is_over or len(match.steps) >= limit:
            return


def _nobody() -> Player:
    """Make no bot.

    Raises:
        BotFailed: It has ended the process of its match before.
    """
    raise BotFailed(ForfeitCause.DIED, "it ended the process that played the match, twice")


def played_options(game: Game, contest: Contest) -> Struct:
    """Return the options of a contest's matches, by the rules that it was begun with."""
    return game.recorded_options(contest.rules or game.rules_version, contest.options)


def is_proven(plan: Plan, planned: PlannedMatch, played: PlayedMatch, loader: Loader) -> bool:
    """Return whether a match that another machine has played is this one, by its record.

    The record must replay to the result. One whose game failed has no result to prove.
    """
    result = played.result
    game = loader.game(plan.contests[planned.contest].game)
    if result.fault:
        return result == _failed(planned, result.length, result.fault)
    try:
        record = parse(decompress(played.record), "the record")
        match = replayed(game, record, "the record")
        return (match.header, _result(plan, planned, match)) == (
            _header(plan, planned, game),
            result,
        )
    except (ParlourError, ValueError, zlib.error):
        return False


def _header(plan: Plan, planned: PlannedMatch, game: Game) -> Header:
    """Return the header of the record of a match."""
    specs = [plan.entrants[number].bot for number in planned.lineup]
    options = played_options(game, plan.contests[planned.contest])
    return header_of(game, specs, options, planned.deal, dealer=plan.dealer)


def _result(plan: Plan, planned: PlannedMatch, match: Match) -> MatchResult:
    """Return the result of a match that is over, or is broken off at the limit."""
    final = match.result if match.is_over else adjudicated(match, plan.adjudicate)
    forfeits = tuple(match.forfeits[seat] for seat in sorted(match.forfeits))
    given = final.places
    if plan.forfeits == "last" and forfeits:
        sides = match.game.sides(match.header.seats)
        lost = {sides[forfeit.seat] for forfeit in forfeits}
        given = places_behind(given, [seat for seat, side in enumerate(sides) if side in lost])
    return MatchResult(
        *planned.key,
        planned.deal,
        planned.lineup,
        final.scores,
        given,
        len(match.steps),
        forfeits,
        opening=planned.opening,
        # Bots could agree on a result in earlier releases.
        adjudicated=match.agreed is not None or not match.is_over,
    )


def adjudicated(match: Match, how: Adjudication) -> Result:
    """Return the result of a match that is broken off; nobody has points.

    If the game has no heuristic, or it does not know, all tie.
    """
    leads = heuristics(match)
    known = [lead for lead in leads if lead is not None]
    standing = known if how == "heuristic" and len(known) == len(leads) else [0.0] * len(leads)
    return Result((0,) * len(leads), places(standing))


def places_behind(given: Sequence[int], forfeited: Collection[Seat]) -> tuple[int, ...]:
    """Return the places of all seats, with forfeiting seats behind all others.

    The others keep their order; forfeiting seats share a place.
    """
    return places(
        [(0, 0) if seat in forfeited else (1, -place) for seat, place in enumerate(given)]
    )


def _failed(planned: PlannedMatch, length: int, fault: str) -> MatchResult:
    """Return the result of a match whose game failed."""
    reason = " ".join(fault.split())
    return MatchResult(*planned.key, planned.deal, planned.lineup, (), (), length, fault=reason)


def _stderr_tails(players: tuple[RefereedPlayer, ...]) -> Iterator[StderrTail]:
    """Yield the end of what each bot wrote on standard error, where it wrote anything."""
    for seat, player in enumerate(players):
        text = (CAPTURE.text_of(seat) + player.errors).strip()
        if text:
            yield StderrTail(seat, text if len(text) <= MAX_STDERR else f"…{text[-MAX_STDERR:]}")
