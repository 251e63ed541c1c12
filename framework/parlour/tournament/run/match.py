"""One match of a tournament, played in whatever process it comes to."""

import io
import socket
from collections.abc import Iterator, Mapping
from functools import cache, partial
from random import Random
from time import perf_counter, time
from zlib import compress

from parlour.match.game import Game
from parlour.match.match import Match
from parlour.match.record import header_of
from parlour.players.base import Bot, Player
from parlour.players.included import BOTS, make_bot, name_in
from parlour.players.play import play_match
from parlour.players.process import is_external
from parlour.players.referee import RefereedPlayer, refereed
from parlour.players.time_control import ThinkTime
from parlour.plugins.catalog import Catalog
from parlour.plugins.local_plugins import export_path, is_path
from parlour.rules.awaited import Result
from parlour.rules.errors import BotFailed, ForfeitCause, SetupError
from parlour.rules.seats import Seat
from parlour.tournament.plan.plan import Contest, Plan
from parlour.tournament.run.results import MatchResult, Played, Timing, Wrote
from parlour.tournament.schedules.blocks import Fixture

KEPT = 4_000
"""Characters of a bot's standard error that are kept with a match, the last ones."""


class OutputCapture(io.TextIOBase):
    """Stands in for standard output and error of a worker, and keeps what each bot prints."""

    def __init__(self) -> None:
        super().__init__()
        self._texts: dict[Seat, str] = {}
        self._owner: Seat | None = None

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, text: str) -> int:
        """Keep the end of what the bot at work has printed, and return the length of ``text``."""
        if self._owner is not None:
            self._texts[self._owner] = (self.text_of(self._owner) + text)[-2 * KEPT :]
        return len(text)

    def start_match(self) -> None:
        """Forget the match before."""
        self._texts.clear()
        self._owner = None

    def listen_to(self, seat: Seat) -> None:
        """Keep what is printed from here on for the bot of ``seat``."""
        self._owner = seat

    def text_of(self, seat: Seat) -> str:
        """Return the end of what the bot of ``seat`` has printed in this match."""
        return self._texts.get(seat, "")


CAPTURE = OutputCapture()
"""Capture of this process; a worker puts it in place of its standard streams."""


def played(plan: Plan, fixture: Fixture) -> Played:
    """Play one match to its end."""
    contest = plan.contests[fixture.contest]
    game = game_named(contest.game)
    specs = [plan.entrants[number].bot for number in fixture.lineup]
    makers = [
        partial(make_player, spec, game, fixture.generator(seat)) for seat, spec in enumerate(specs)
    ]
    began, clock, lines = time(), perf_counter(), list[bytes]()
    players: tuple[RefereedPlayer, ...] = ()
    CAPTURE.start_match()
    try:
        match = _match(game, contest, fixture, specs, lines)
        with refereed(match, makers, plan.clock, CAPTURE.listen_to) as seated:
            players = tuple(player for player in seated if player is not None)
            ended = play_match(match, players)
        result = _result(fixture, match, ended)
    except Exception as fault:  # noqa: BLE001  a game may raise anything, and the others go on
        result = _spoilt(fixture, len(lines), f"{type(fault).__name__}: {fault}")
    thinking = tuple(player.think_time for player in players) or (ThinkTime(0, 0.0, 0.0),) * len(
        specs
    )
    timing = Timing(perf_counter() - clock, began, socket.gethostname(), thinking)
    record = compress(b"".join(line + b"\n" for line in lines))
    return Played(result, timing, record, tuple(_written(players)))


@cache
def game_named(name: str) -> Game:
    """Return a game; each process loads it once."""
    if is_path(name):
        export_path(name)
    return Catalog().game(name)


def make_player(spec: str, game: Game, rng: Random) -> Player:
    """Make the bot that ``spec`` names.

    Raises:
        BotFailed: It declines the game, or cannot be made.
    """
    included = is_external(spec) or name_in(spec) in BOTS
    try:
        return make_bot(spec, game, rng, None if included else _plugin_bots())
    except SetupError as fault:
        raise BotFailed(ForfeitCause.DECLINED, str(fault)) from None


@cache
def _plugin_bots() -> Mapping[str, Bot]:
    return Catalog().bots()


def _match(
    game: Game, contest: Contest, fixture: Fixture, specs: list[str], lines: list[bytes]
) -> Match:
    options = game.read_options(contest.options)
    return Match(game, header_of(game, specs, options, fixture.deal), lines.append)


def _result(fixture: Fixture, match: Match, ended: Result) -> MatchResult:
    forfeits = tuple(match.forfeits[seat] for seat in sorted(match.forfeits))
    return MatchResult(
        *fixture.key,
        fixture.deal,
        fixture.lineup,
        ended.scores,
        ended.places,
        len(match.steps),
        forfeits,
    )


def _spoilt(fixture: Fixture, length: int, fault: str) -> MatchResult:
    """Return the result of a match that the game itself broke off."""
    reason = " ".join(fault.split())
    return MatchResult(*fixture.key, fixture.deal, fixture.lineup, (), (), length, fault=reason)


def _written(players: tuple[RefereedPlayer, ...]) -> Iterator[Wrote]:
    """Yield the end of what each bot wrote on standard error, where it wrote anything."""
    for seat, player in enumerate(players):
        text = (CAPTURE.text_of(seat) + player.errors).strip()
        if text:
            yield Wrote(seat, text if len(text) <= KEPT else f"…{text[-KEPT:]}")
