"""A bot under a clock, whose seat another takes over when it fails."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from traceback import format_exc
from typing import Any, TypeAlias

from parlour.match.dealer import generator
from parlour.match.match import Match
from parlour.match.record import Forfeit
from parlour.players.base import Decision, Player, SeatInfo
from parlour.players.time_control import Clock, TimeControl
from parlour.players.uniform import Uniform
from parlour.rules.answers import Move
from parlour.rules.awaited import Result
from parlour.rules.errors import BotFailed, ForfeitCause
from parlour.rules.seats import Seat

PlayerFactory: TypeAlias = Callable[[], Player]
"""Makes the bot of a seat; the making counts as its start-up."""


class RefereedPlayer:
    """Lets a bot play for a seat, and ``uniform`` after its first failure.

    The failure is noted at the table before anything is played in the bot's place.
    """

    consider_offers: Callable[[Decision], Move | None] | None = None
    errors: str = ""
    """What a bot that has left wrote on standard error, or where one in the box went wrong."""

    def __init__(self, match: Match, seat: Seat, make: PlayerFactory, times: TimeControl) -> None:
        self._match = match
        self._seat = seat
        self._clock = Clock(times)
        self._player: Player | None = None
        rng = generator(match.header.seed, f"stand-in {seat}", len(match.steps))
        self._stand_in = Uniform(match.game, rng)
        if seat not in match.forfeits:
            self._start(make)

    @property
    def name(self) -> str:
        """The name of who plays now."""
        return (self._player or self._stand_in).name

    def choose(self, decision: Decision) -> Move:
        """Answer with the bot's move, or with the stand-in's once the bot has failed."""
        if self._player is not None:
            try:
                move: Move = self._timed(self._player.choose, decision)
            except BotFailed as fault:
                self._forfeit(fault)
            else:
                return move
        return self._stand_in.choose(decision)

    def close(self) -> None:
        """Let the bot leave: with the result, where the match has come to its end."""
        player, self._player, self.consider_offers = self._player, None, None
        if player is None:
            return
        try:
            if isinstance(self._match.awaited, Result):
                _optional(player, "end")(self._match.awaited, self._match.news(self._seat))
        finally:
            self._let_go(player, "close")

    def leave(self, fault: type[BaseException] | None, *_: object) -> None:
        """Let the bot leave, at once if the match was broken off by ``fault``."""
        if fault is None:
            self.close()
        else:
            self.dismiss()

    def dismiss(self) -> None:
        """Let the bot leave at once."""
        player, self._player, self.consider_offers = self._player, None, None
        if player is not None:
            self._let_go(player, "dismiss" if hasattr(player, "dismiss") else "close")

    def _start(self, make: PlayerFactory) -> None:
        self._clock.start_setup()
        self._player = make()
        try:
            self._seat_bot(self._player)
        except BotFailed as fault:
            self._forfeit(fault)
        except BaseException:
            self.dismiss()
            raise
        else:
            if getattr(self._player, "consider_offers", None) is not None:
                self.consider_offers = self._interject

    def _seat_bot(self, player: Player) -> None:
        header, clock = self._match.header, self._clock
        seat_info = SeatInfo(self._seat, header.seats, header.options, clock)
        with self._blaming():
            _optional(player, "begin")(seat_info)
        if not clock.stop():
            raise BotFailed(ForfeitCause.TIME, f"not ready within {clock.times.start:g} s")

    def _interject(self, decision: Decision) -> Move | None:
        try:
            return self._timed(self._player.consider_offers, decision)  # type: ignore[union-attr,no-any-return]  # set with it
        except BotFailed as fault:
            self._forfeit(fault)
        return None

    def _timed(self, ask: Callable[[Decision], Any], decision: Decision) -> Any:
        """Return a bot's answer if it came in time and is legal."""
        clock = self._clock
        clock.start_move()
        with self._blaming():
            move = ask(decision)
        if not clock.stop():
            raise BotFailed(ForfeitCause.TIME, _overrun(clock.times))
        if move in decision.moves or move in decision.offers or (not decision.moves and not move):
            return move
        raise BotFailed(ForfeitCause.ILLEGAL, self._why_illegal(move))

    @contextmanager
    def _blaming(self) -> Iterator[None]:
        """Take what a bot raises for its death, and keep where it went wrong."""
        try:
            yield
        except BotFailed:
            raise
        except Exception as fault:
            self.errors += format_exc()
            raise BotFailed(ForfeitCause.DIED, f"{type(fault).__name__}: {fault}") from fault

    def _why_illegal(self, move: Move) -> str:
        game, state = self._match.game, self._match.state
        if type(move) not in game.move_notation.forms:
            return f"{move!r} is no move of {game.id}"
        refusal = game.rules.why_not(state, self._seat, move)
        return f"illegal move '{game.move_notation.write(move)}': {refusal}"

    def _forfeit(self, fault: BotFailed) -> None:
        self.dismiss()
        reason = " ".join(str(fault).split())
        self._match.forfeit(Forfeit(self._seat, fault.cause, reason))

    def _let_go(self, player: Player, how: str) -> None:
        try:
            _optional(player, how)()
        finally:
            self.errors += getattr(player, "errors", "")


@contextmanager
def refereed(
    match: Match, makers: Sequence[PlayerFactory | None], times: TimeControl
) -> Iterator[tuple[RefereedPlayer | None, ...]]:
    """Seat bots under clocks; a seat whose maker is None stays None, for a person.

    Whatever happens in between, every bot has left when this is over.
    """
    with ExitStack() as leaving:
        players: list[RefereedPlayer | None] = []
        for seat, make in enumerate(makers):
            player = None if make is None else RefereedPlayer(match, seat, make, times)
            if player is not None:
                leaving.push(player.leave)
            players.append(player)
        yield tuple(players)


def _overrun(times: TimeControl) -> str:
    reserve = f" and its reserve of {times.reserve:g} s" if times.reserve else ""
    return f"no answer within {times.move:g} s{reserve}"


def _optional(player: object, name: str) -> Callable[..., Any]:
    """Return what a player may have; doing nothing stands in for it."""
    return getattr(player, name, None) or (lambda *_: None)
