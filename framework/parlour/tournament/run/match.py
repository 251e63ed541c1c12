"""One match of a tournament, played in whatever process it comes to."""

import io
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from time import perf_counter, time
from typing import Any
from zlib import compress

from parlour.match.game import Game
from parlour.match.match import Match
from parlour.match.record import header_of
from parlour.players.base import Bot, Decision, Player, SeatInfo
from parlour.players.included import BOTS, bot, name_in
from parlour.players.process import is_external
from parlour.players.referee import RefereedPlayer, refereed
from parlour.plugins.catalog import Catalog
from parlour.rules.answers import Move
from parlour.rules.awaited import Result
from parlour.rules.errors import BotFailed, ForfeitCause, SetupError
from parlour.rules.events import Event
from parlour.tournament.plan.plan import Contest, Plan
from parlour.tournament.run.results import MatchResult, Played, Thinking, Timing, Wrote
from parlour.tournament.schedules.blocks import Fixture

KEPT = 4_000
"""So many characters of what a bot writes on standard error are kept, the last ones."""


class Ear(io.TextIOBase):
    """Takes what bots print in a worker, so that it can be kept with the match."""

    speaker: "Watched | None" = None
    """Who was asked last."""

    def writable(self) -> bool:
        """Take anything."""
        return True

    def write(self, text: str) -> int:
        """Take what somebody prints; of much only the end."""
        if self.speaker is not None:
            self.speaker.said = (self.speaker.said + text)[-2 * KEPT :]
        return len(text)


EAR = Ear()
"""Of this process; ``workers`` puts it up."""


class Watched:
    """A bot whose time is taken, and who is made only when it is to sit down."""

    consider_offers: Callable[[Decision], Move | None] | None = None

    def __init__(self, name: str, make: Callable[[], Player]) -> None:
        self.name = name
        self.answers = 0
        self.seconds = self.longest = 0.0
        self.said = ""
        """What it printed in this process."""
        self._make = make
        self._player: Any = None

    def begin(self, seat_info: SeatInfo) -> None:
        """Make the bot, and let it sit down."""
        EAR.speaker = self
        try:
            self._player = self._make()
        except SetupError as fault:
            raise BotFailed(ForfeitCause.DECLINED, str(fault)) from None
        getattr(self._player, "begin", _nothing)(seat_info)
        if getattr(self._player, "consider_offers", None) is not None:
            self.consider_offers = partial(self._timed, "consider_offers")

    def choose(self, decision: Decision) -> Move:
        """Answer with the bot's move."""
        move: Move = self._timed("choose", decision)
        return move

    def end(self, ended: Result, told: tuple[Event, ...]) -> None:
        """Tell the bot how the match ended; what it then does changes nothing."""
        EAR.speaker = self
        with suppress(Exception):
            getattr(self._player, "end", _nothing)(ended, told)

    def close(self) -> None:
        """Let the bot leave."""
        with suppress(Exception):
            getattr(self._player, "close", _nothing)()

    def dismiss(self) -> None:
        """Let the bot leave at once."""
        close = getattr(self._player, "close", _nothing)
        leave: Callable[[], None] = getattr(self._player, "dismiss", None) or close
        with suppress(Exception):
            leave()

    @property
    def errors(self) -> str:
        """What the bot wrote on standard error, once it has left."""
        outside: str = getattr(self._player, "errors", "")
        return self.said + outside

    def _timed(self, how: str, decision: Decision) -> Any:
        EAR.speaker = self
        began = perf_counter()
        try:
            return getattr(self._player, how)(decision)
        finally:
            took = perf_counter() - began
            self.answers += 1
            self.seconds += took
            self.longest = max(self.longest, took)


def played(plan: Plan, fixture: Fixture) -> Played:
    """Play one match to its end."""
    contest = plan.contests[fixture.contest]
    game = game_named(contest.game)
    watched = [
        Watched(name, partial(seated, name, game, fixture.generator(seat)))
        for seat, name in enumerate(plan.entrants[number].bot for number in fixture.lineup)
    ]
    began, clock, lines = time(), perf_counter(), list[bytes]()
    players: tuple[RefereedPlayer | None, ...] = ()
    try:
        match = _match(game, contest, fixture, watched, lines)
        with refereed(match, [partial(_same, player) for player in watched], plan.clock) as players:
            ended = match.run([player for player in players if player])
        result = _result(fixture, match, ended)
    except Exception as fault:  # noqa: BLE001  a game may raise anything, and the others go on
        result = _spoilt(fixture, len(lines), f"{type(fault).__name__}: {fault}")
    thinking = tuple(Thinking(who.answers, who.seconds, who.longest) for who in watched)
    timing = Timing(perf_counter() - clock, began, socket.gethostname(), thinking)
    record = compress(b"".join(line + b"\n" for line in lines))
    return Played(result, timing, record, tuple(_written(players)))


@cache
def game_named(name: str) -> Game:
    """Return a game; each process loads it once."""
    return Catalog().game(name)


def seated(spec: str, game: Game, rng: Any) -> Player:
    """Make a bot as its name says."""
    in_the_box = is_external(spec) or name_in(spec) in BOTS
    return bot(spec, game, rng, None if in_the_box else _brought())


@cache
def _brought() -> Mapping[str, Bot]:
    return Catalog().bots()


def _match(
    game: Game, contest: Contest, fixture: Fixture, players: list[Watched], lines: list[bytes]
) -> Match:
    who, options = [player.name for player in players], game.read_options(contest.options)
    return Match(game, header_of(game, who, options, fixture.deal), lines.append)


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


def _written(players: Sequence[RefereedPlayer | None]) -> Iterator[Wrote]:
    """Yield what those who wrote on standard error wrote last."""
    for seat, player in enumerate(players):
        text = player.errors.strip() if player is not None else ""
        if text:
            yield Wrote(seat, text if len(text) <= KEPT else f"…{text[-KEPT:]}")


def _same(player: Watched) -> Player:
    return player


def _nothing(*_: object) -> None:
    """Stand in for what a player need not have."""
