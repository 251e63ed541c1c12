"""The session: people and bots at one match, whichever face shows it.

A face asks ``turn`` who is to act. Where it is a bot or a standing order, it calls ``think``, in
a thread of its own if it likes to go on drawing, and hands the thought to ``make``. Where it is
a person, it shows ``sight`` and gives what they type to ``enter``. Readings are pure.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from hmac import compare_digest
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any, Self

from parlour.match.match import Match
from parlour.match.record import RecordFile
from parlour.players.base import Player
from parlour.players.referee import RefereedPlayer, refereed
from parlour.players.time_control import TimeControl
from parlour.rules.answers import Move, Result
from parlour.rules.errors import IllegalMove
from parlour.rules.one_line import one_line, printable
from parlour.rules.panels import Space
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer
from parlour.session.commands import BY_NAME
from parlour.session.move_list import MoveList
from parlour.session.reply import Reply, Thought, Turn, Who
from parlour.session.seating import COLOURS, seat_names
from parlour.session.sentences import result_lines
from parlour.session.sight import Sight
from parlour.session.telling import Telling, answers_told
from parlour.session.typed import SEPARATORS, Parts, addressed, parts_of, verbs_of

ERRORS = "{}.seat-{}.stderr.txt"
"""The name of the file with a bot's standard error: from the record's name and the seat."""

LONGEST = 1000
"""Letters of a sentence about a forfeit, at most."""


class Session:
    """People and bots at a match, which ``file`` records; use it in a ``with`` statement."""

    def __init__(
        self,
        match: Match,
        players: Sequence[Player | None],
        file: RecordFile,
        times: TimeControl,
        *,
        resume_command: Callable[[Path], str],
        memory: bool = False,
    ) -> None:
        """Seat ``players``; None is a person.

        ``resume_command`` returns the command that resumes the match of a record. With
        ``memory`` people are shown what they could remember.
        """
        self.match = match
        self.game = match.game
        self.path = file.path
        self.resume_command = resume_command
        self.viewer = Viewer(seat_names(match.header.players), memory)
        self.people = frozenset(seat for seat, player in enumerate(players) if player is None)
        self.is_discreet = match.game.has_hidden_information and len(self.people) > 1
        """Whether one person must not see what another does: they hand over in between."""
        self._file = file
        self._times = times
        self._given = players
        self._players: tuple[RefereedPlayer | None, ...] = ()
        self._leaving = ExitStack()
        self._thinking = Lock()
        self._pins: dict[Seat, str] = {}
        self._offers_to_ask: tuple[Seat, ...] = ()
        self._since: dict[Seat, tuple[int, Any]] = {
            seat: _last_decision(match, seat) for seat in self.people
        }

    def __enter__(self) -> Self:
        """Put the bots under clocks."""
        makers = [None if player is None else partial(_seated, player) for player in self._given]
        self._players = self._leaving.enter_context(refereed(self.match, makers, self._times))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the bots leave, close the record, and keep what the bots wrote."""
        try:
            self._leaving.__exit__(kind, fault, trace)
        finally:
            self._file.close()
            for seat, player in enumerate(self._players):
                if player is not None and player.errors:
                    _keep_errors(self.path, seat, player.errors)

    # Readings

    def turn(self) -> Turn:
        """Return who is to act next."""
        match = self.match
        if match.is_over:
            return Turn(Who.NOBODY)
        for seat in self._offers_to_ask:
            if seat not in match.awaited.seats and match.offers(seat):
                return Turn(Who.BOT, seat, offers=True)
        seat = match.awaited.seats[0]
        return Turn(Who.PERSON if self._players[seat] is None else Who.BOT, seat)

    def sight(self, seat: Seat, space: Space[Any] | None = None) -> Sight:
        """Return everything that the face of ``seat`` needs, for panels in ``space``."""
        match, space = self.match, space or Space()
        since, earlier = self._since.get(seat, (0, None))
        seen = None if earlier is None else match.game.rules.view(earlier, seat)
        return Sight(
            game=match.game,
            seat=seat,
            position=len(match.events(seat)),
            view=match.view(seat),
            space=Space(space.width, space.height, seen, space.full),
            viewer=self.viewer,
            colours=[COLOURS[seat % len(COLOURS)] for seat in range(match.seats)],
            turn=self.turn(),
            moves=self.move_list(seat),
            telling=Telling.of(match, self.viewer, seat, since),
            clocks=[None] * match.seats,
            why_no_undo=self.why_no_undo(seat),
        )

    def move_list(self, seat: Seat) -> MoveList:
        """Return the legal moves and offers of a seat, as they are shown and typed."""
        match = self.match
        offers = match.offers(seat) if match.game.rules.out_of_turn else ()
        return MoveList(match.game, match.view(seat), match.moves(seat), offers)

    def why_no_undo(self, seat: Seat) -> str:
        """Return why a seat's last move cannot be taken back; empty if it can."""
        refusal = self.match.why_no_undo(seat)
        return self.match.describe_refusal(refusal, self.viewer) if refusal else ""

    def result(self) -> tuple[str, ...]:
        """Return the lines that tell the result; none before the end."""
        if not isinstance(self.match.awaited, Result):
            return ()
        forfeits = (
            one_line(
                f"{self.viewer.names[forfeit.seat]} forfeited ({forfeit.cause}): {forfeit.reason}",
                LONGEST,
            )
            for forfeit in self.match.forfeits.values()
        )
        return (*result_lines(self.match.awaited, self.viewer), *forfeits)

    # Acting

    def think(self, turn: Turn) -> Thought:
        """Return the answer of a bot or a standing order; it may take as long as its clock says.

        Nothing changes, but for the forfeit of a bot that fails. A face may call this in a
        thread of its own.
        """
        with self._thinking:
            state, player = self.match.state, self._players[turn.seat]
            if player is None:
                raise ValueError(f"expected the seat of a bot, got {turn.seat}")
            decision = self.match.ask(turn.seat)
            ask = player.consider_offers if turn.offers else player.choose
            return Thought(turn, state, ask(decision))

    def make(self, thought: Thought) -> Reply:
        """Let a thought become a move, unless the match has gone on since it was asked for."""
        turn = thought.turn
        if thought.state is not self.match.state or turn.seat not in range(self.match.seats):
            return Reply()
        if turn.offers:
            asked = self._offers_to_ask.index(turn.seat)
            self._offers_to_ask = self._offers_to_ask[asked + 1 :]
            if thought.move is not None:
                self.match.play(thought.move, turn.seat)
        elif thought.move is not None:
            self._play(turn.seat, thought.move)
        return Reply(moved=True)

    def enter(self, seat: Seat, line: str) -> Reply:
        """Act on a line that the person at ``seat`` has typed: moves, or a command."""
        other, text = addressed(line.strip())
        if other is not None and other not in self.people:
            return Reply((f"No person sits at seat {other + 1}.",))
        if other is not None:
            seat = other
        if not text:
            return Reply()
        if self.move_list(seat).exactly(text) is None:
            word, _, rest = text.partition(" ")
            command = BY_NAME.get(word.casefold().removeprefix("/"))
            if command and (word.startswith("/") or word.casefold() not in verbs_of(self.game)):
                if rest.strip() and not command.takes:
                    return Reply((f"'{word}' takes nothing behind it.",))
                return command.run(self, seat, rest.strip())
        return self._play_line(seat, text)

    def undo(self, seat: Seat) -> Reply:
        """Take the last move of a seat back."""
        reason = self.why_no_undo(seat)
        if reason:
            return Reply((f"Cannot take that back: {reason}.",))
        self.match.undo(seat)
        self._offers_to_ask = ()
        return Reply(moved=True)

    def set_pin(self, seat: Seat, pin: str) -> None:
        """Let the hand-over to ``seat`` ask for a PIN, until the session ends; "" asks for none."""
        self._pins[seat] = pin

    def has_pin(self, seat: Seat) -> bool:
        """Return whether the hand-over to ``seat`` asks for a PIN."""
        return bool(self._pins.get(seat))

    def admits(self, seat: Seat, pin: str) -> bool:
        """Return whether ``pin`` is the PIN of ``seat``, or it has none."""
        return compare_digest(self._pins.get(seat, "").encode() or pin.encode(), pin.encode())

    # Inside

    def _play_line(self, seat: Seat, text: str) -> Reply:
        """Play the moves of a line one by one, up to the first that cannot be played."""
        before = len(self.match.events(seat)), self.match.state
        awaited = seat in self.match.awaited.seats
        played: list[str] = []
        parts, fault = self._parts(seat, text), ""
        while parts and not fault:
            found, parts = self._read(seat, parts)
            if isinstance(found, str):
                fault = found
                break
            for move in found:
                fault = self._refusal(seat, move)
                if fault:
                    break
                played.append(self.game.write_move(move))
        if played and awaited:
            self._since[seat] = before
        if not played or not fault:
            return Reply((fault,) if fault else (), moved=bool(played))
        return Reply((f"Played: {', '.join(played)}.", fault), moved=True)

    def _parts(self, seat: Seat, text: str) -> Parts:
        """Return the parts of a line: one, if it is a move as it stands or nearly one."""
        moves = self.move_list(seat)
        if isinstance(moves.find(text), str):
            parts = parts_of(self.game, text)
            if parts and (not isinstance(moves.find(parts[0]), str) or SEPARATORS.search(text)):
                return parts
        return (text,)

    def _read(self, seat: Seat, parts: Parts) -> tuple[tuple[Move, ...] | str, Parts]:
        """Return the moves that the first part means, or a refusal, and the other parts."""
        return self.move_list(seat).find(parts[0]), parts[1:]

    def _refusal(self, seat: Seat, move: Move) -> str:
        """Play a move; return why it is not possible, or nothing."""
        try:
            self._play(seat, move)
        except IllegalMove as refused:
            reason = self.match.describe_refusal(refused.refusal, self.viewer)
            return f"Not possible: {reason}."
        return ""

    def _play(self, seat: Seat, move: Move) -> None:
        self.match.play(move, seat)
        if self.game.rules.out_of_turn and not self.match.is_over:
            bots = enumerate(self._players)
            self._offers_to_ask = tuple(s for s, bot in bots if bot and bot.wants_offers)


def _last_decision(match: Match, seat: Seat) -> tuple[int, Any]:
    """Return the number of events told, and the state, before the last move of a seat."""
    for answer in reversed(answers_told(match, seat)):
        if answer.before is not None and getattr(answer.events[0], "seat", None) == seat:
            return answer.first, answer.before
    return 0, None


def _seated(player: Player) -> Player:
    """Return a bot that is made already, for a referee who takes what makes one."""
    return player


def _keep_errors(record: Path, seat: Seat, errors: str) -> None:
    """Write a bot's standard error beside the record; a match is not lost if that fails."""
    with suppress(OSError):
        Path(ERRORS.format(record, seat)).write_text(
            printable(errors), encoding="utf-8", errors="replace"
        )
