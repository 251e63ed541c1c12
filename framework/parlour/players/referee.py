"""The referee: a bot under a clock, replaced by ``uniform`` after its first failure."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from secrets import token_hex
from traceback import format_exc
from typing import TypeAlias, TypeVar

from parlour.hooks.source_location import describe_error
from parlour.match import Decision, Forfeit, Match, generator
from parlour.players.base import Player, no_move, seat_info_for, why_no_player
from parlour.players.time_control import Clock, ThinkTime, TimeControl
from parlour.players.uniform import Uniform
from parlour.rules import (
    BotFailed,
    ForfeitCause,
    MatchError,
    Move,
    ParlourError,
    Result,
    Seat,
    one_line,
)

PlayerFactory: TypeAlias = Callable[[], Player]
"""Makes the bot of a seat; the time counts as set-up."""

Ask: TypeAlias = Callable[[Decision], Move | None]
"""A method of a bot that answers a decision."""

OnAsk: TypeAlias = Callable[[Seat], None]
"""Called with a seat each time before code of its bot runs."""

MAX_REASON_CHARACTERS = 1000
"""Maximum number of characters in the reason of a forfeit."""

R = TypeVar("R")


class RefereedPlayer(Player):
    """Lets a bot play for a seat, and ``uniform`` after the bot's first failure.

    The match notes the forfeit before anything is played in the bot's place.
    """

    wants_offers = False
    """Whether the bot wants to be asked, as it said when it sat down or answered last."""

    def __init__(
        self,
        match: Match,
        seat: Seat,
        make: PlayerFactory,
        times: TimeControl,
        on_ask: OnAsk = lambda _: None,
        *,
        seed: str | None = None,
    ) -> None:
        """Seat the bot that ``make`` returns.

        The stand-in draws from ``seed``; without one its luck differs from match to match, and
        so its moves say nothing of the match's seed.
        """
        self.errors = ""
        """Tracebacks of the bot, and its standard error once it has left."""
        self._match = match
        self._seat = seat
        self._clock = Clock(times)
        self._announce = on_ask
        self._player: Player[object, Move] | None = None
        self._luck = seed or token_hex(16), f"stand-in {seat}", len(match.steps)
        self.name = Uniform.name
        if seat not in match.forfeits:
            self._start(make)

    @property
    def think_time(self) -> ThinkTime:
        """Time that the bot took for its answers."""
        return self._clock.think_time

    @property
    def reserve(self) -> float | None:
        """Seconds left of the reserve; None while the time of each answer was enough."""
        clock = self._clock
        return clock.reserve if clock.reserve < clock.times.reserve else None

    @cached_property
    def _stand_in(self) -> Uniform:
        # Few matches need it, and its generator takes as long as many answers.
        return Uniform(self._match.game, generator(*self._luck))

    def choose(self, decision: Decision) -> Move:
        """Return the bot's move, or the stand-in's once the bot has failed."""
        player = self._player
        move = None if player is None else self._answer(player, player.choose, decision)
        return self._stand_in.choose(decision) if move is None else move

    def consider_offers(self, decision: Decision) -> Move | None:
        """Return the bot's move out of turn, if it makes one."""
        player = self._player
        return None if player is None else self._answer(player, player.consider_offers, decision)

    def answer_now(self) -> None:
        """Tell the bot to answer at once."""
        if self._player is not None:
            self._unjudged(self._player.answer_now)

    def close(self) -> None:
        """Tell the bot the result of a finished match, and let it leave."""
        player = self._player
        if player is not None:
            result = self._match.awaited
            if isinstance(result, Result):
                events = self._match.new_events(self._seat)
                self._unjudged(lambda: player.end(result, events))
            self._let_go(player, player.close)

    def dismiss(self) -> None:
        """Let the bot leave at once."""
        if self._player is not None:
            self._let_go(self._player, self._player.dismiss)

    def leave(self, fault: type[BaseException] | None, *_: object) -> None:
        """Let the bot leave, at once if ``fault`` broke the match off."""
        if fault is None:
            self.close()
        else:
            self.dismiss()

    def _start(self, make: PlayerFactory) -> None:
        self._clock.start_setup()
        try:
            self._seat_bot(make)
        except BotFailed as fault:
            self._forfeit(fault)
        except BaseException:
            self.dismiss()
            raise

    def _seat_bot(self, make: PlayerFactory) -> None:
        clock = self._clock
        player = self._blamed(make, spared=ParlourError)
        fault = why_no_player(player)
        if fault:
            raise BotFailed(ForfeitCause.START, fault)
        self._player = player
        seat_info = seat_info_for(self._match, self._seat, clock)

        def begin() -> tuple[str, float, bool]:
            described = player.name, player.seconds
            player.begin(seat_info)
            return (*described, bool(player.wants_offers))

        self.name, seconds, self.wants_offers = self._blamed(begin)
        self.seconds = seconds if isinstance(seconds, int | float) else 0.0
        if not clock.stop():
            raise BotFailed(ForfeitCause.TIME, f"not ready within {clock.times.start:g} s")

    def _answer(self, player: Player, ask: Ask, decision: Decision) -> Move | None:
        """Return the bot's answer, or None once it has failed."""
        try:
            return self._timed(player, ask, decision)
        except BotFailed as fault:
            if self._player is None:  # it was dismissed while it thought, in another thread
                raise
            self._forfeit(fault)
            return None

    def _timed(self, player: Player, ask: Ask, decision: Decision) -> Move | None:
        """Return a bot's answer if it came in time and is legal; its comment on it comes too."""
        clock = self._clock
        clock.start_move()
        try:
            move, is_cut_short, info, self.wants_offers = self._blamed(
                lambda: (
                    ask(decision),
                    player.is_cut_short,
                    dict(player.info),
                    bool(player.wants_offers),
                )
            )
        finally:
            in_time = clock.stop()
        self.is_cut_short = is_cut_short is True
        self.info = {name: value for name, value in info.items() if isinstance(value, int | float)}
        if not in_time:
            raise BotFailed(ForfeitCause.TIME, clock.times.overrun())
        if move in decision.moves or move in decision.offers or (not decision.moves and not move):
            return move
        raise BotFailed(ForfeitCause.ILLEGAL, self._why_illegal(move))

    def _blamed(self, call: Callable[[], R], spared: type[ParlourError] = BotFailed) -> R:
        """Run code of the bot: an error that is not ``spared`` is the bot's death."""
        self._announce(self._seat)
        try:
            return call()
        except (spared, KeyboardInterrupt):
            raise
        except BaseException as fault:
            self.errors += format_exc()
            raise BotFailed(ForfeitCause.DIED, describe_error(fault, folder=False)) from fault

    def _why_illegal(self, move: Move | None) -> str:
        game = self._match.game
        if move is None or type(move) not in game.move_notation.forms:
            return no_move(game, move)
        try:
            refusal = self._match.why_not(move, self._seat)
        except MatchError:
            return no_move(game, move)
        why = self._match.describe_refusal(refusal) if refusal else "it is not offered"
        return f"illegal move '{game.move_notation.write(move)}': {why}"

    def _forfeit(self, fault: BotFailed) -> None:
        self.dismiss()
        reason = one_line(fault, MAX_REASON_CHARACTERS)
        self._match.forfeit(Forfeit(self._seat, fault.cause, reason))

    def _let_go(self, player: Player, leave: Callable[[], None]) -> None:
        self._player = None
        self.name = Uniform.name
        self.info = {}
        self.wants_offers = False
        try:
            self._unjudged(leave)
        finally:
            self.errors += player.errors

    def _unjudged(self, call: Callable[[], None]) -> None:
        """Run code of a bot whose failure changes nothing any more; keep its traceback."""
        self._announce(self._seat)
        try:
            call()
        except KeyboardInterrupt:
            raise
        except BaseException:  # noqa: BLE001  a bot may raise anything
            self.errors += format_exc()


@contextmanager
def seat_bots(
    match: Match,
    makers: Sequence[PlayerFactory | None],
    times: TimeControl | Sequence[TimeControl],
    on_ask: OnAsk = lambda _: None,
    *,
    seed: str | None = None,
) -> Iterator[tuple[RefereedPlayer | None, ...]]:
    """Seat the bots of ``makers`` at ``match``; a seat whose maker is None is for a person.

    ``on_ask`` is called with a seat each time before code of its bot runs.

    ``times`` apply to all bots, or to each seat.
    ``seed`` seeds the substitutes for bots that fail; drawn at random unless given.
    Every bot has left at the end, after any error in between.
    """
    with ExitStack() as leaving:
        players: list[RefereedPlayer | None] = []
        clocks = [times] * len(makers) if isinstance(times, TimeControl) else times
        for seat, (make, clock) in enumerate(zip(makers, clocks, strict=True)):
            player = None
            if make is not None:
                player = RefereedPlayer(match, seat, make, clock, on_ask, seed=seed)
                leaving.push(player.leave)
            players.append(player)
        yield tuple(players)
