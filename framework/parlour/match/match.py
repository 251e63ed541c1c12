"""The table: a match with its seats, the only place that knows everything.

It checks every move, lets chance decide, tells each seat what it may know, keeps
the record, and takes moves back where nothing was learnt in between.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from parlour.match.dealer import Dealer
from parlour.match.game import Game
from parlour.match.record import Forfeit, Header, Line, LineListener, encode
from parlour.players.base import Decision
from parlour.rules.answers import Move, Outcome
from parlour.rules.awaited import Awaited, Chance, Decide, Result
from parlour.rules.errors import FlowError, IllegalMove, NotationError, Refusal, UndoRefused
from parlour.rules.events import ChanceResolved, Event, Forfeited, Played, Undone
from parlour.rules.seats import Seat
from parlour.rules.words import Viewer, describe_refusal

SEALED = "answers in secret"
"""What others are told of a sealed answer."""


class Step(msgspec.Struct, frozen=True, gc=False):
    """One answer that was given, for taking it back."""

    before: Any
    seat: Seat | None
    """Who moved; None for chance."""
    reveals: bool
    """Whether somebody learnt something by it."""


class Match:
    """A match being played.

    ``on_line`` gets the record's lines. With ``dealing`` off, chance waits for
    ``resolve``, as in a replay. ``on_event`` gets every event of the game with nothing hidden.
    """

    def __init__(
        self,
        game: Game,
        header: Header,
        on_line: LineListener | None = None,
        *,
        dealing: bool = True,
        on_event: Callable[[Event], Any] | None = None,
    ) -> None:
        options = game.read_options(header.options)
        game.check_setup(header.seats, options)
        self.game = game
        self.header = header
        self.dealer = Dealer(header.seed)
        self.steps: list[Step] = []
        self.forfeits: dict[Seat, Forfeit] = {}
        self._rules = game.rules
        self._write = game.move_notation.write
        self._on_line = on_line
        self._dealing = dealing
        self._on_event = on_event
        self._news: list[list[Event]] = [[] for _ in range(header.seats)]
        self._seats = range(header.seats)
        if on_line is not None:
            on_line(encode(header))
        events: list[Event] = []
        self.state: Any = self._rules.begin(header.seats, options, events.append)
        self.awaited: Awaited = self._rules.awaited(self.state)
        self._tell(events)
        self.deal()

    # Asking

    def decision(self, seat: Seat) -> Decision:
        """Return the question put to ``seat``; what it is told is news only once."""
        rules, state = self._rules, self.state
        told = tuple(self._news[seat])
        self._news[seat].clear()
        return Decision(
            seat,
            rules.view(state, seat),
            rules.moves(state, seat) if seat in self.awaited.seats else (),
            rules.offers(state, seat) if rules.out_of_turn else (),
            told,
            self.header.seats,
        )

    def news(self, seat: Seat) -> tuple[Event, ...]:
        """Return what ``seat`` was told and has not yet heard."""
        told = tuple(self._news[seat])
        self._news[seat].clear()
        return told

    def why_no_undo(self, seat: Seat) -> Refusal | None:
        """Say why ``seat`` cannot take its last move back; None if it can."""
        if not self.steps:
            return Refusal.of("", "nothing_played")
        last = self.steps[-1]
        if last.seat is None:
            return Refusal.of("", "chance_since")
        if last.seat != seat:
            return Refusal.of("", "moved_since", seat=last.seat)
        if last.reveals:
            return Refusal.of("", "learnt")
        if self.awaited.is_over:
            return Refusal.of("", "match_over")
        return None

    def describe_refusal(self, refusal: Refusal, viewer: Viewer | None = None) -> str:
        """Say in a sentence why something is refused; without a viewer, seats are numbers."""
        viewer = Viewer.of_seats(self.header.seats) if viewer is None else viewer
        return describe_refusal(refusal, viewer, self.game.refusals)

    # Playing

    def play(self, seat: Seat, move: Move) -> None:
        """Let ``seat`` make ``move``, and chance decide what it then has to.

        Raises:
            IllegalMove: The rules refuse it; nothing has changed.
        """
        rules, state, awaited = self._rules, self.state, self.awaited
        if not (seat in awaited.seats and move in rules.moves(state, seat)) and not (
            rules.out_of_turn and move in rules.offers(state, seat)
        ):
            self._refuse(seat, move)
        events: list[Event] = []
        after = rules.play(state, seat, move, events.append)
        text = self._write(move)
        self.steps.append(Step(state, seat, any(event.reveals for event in events)))
        if self._on_line is not None:
            self._on_line(encode(Line(seat=seat, move=text)))
        public_form = move.public_form
        if public_form is not None:
            public_form = self.game.move_notation.write_public(move)
        elif type(awaited) is Decide and awaited.sealed and seat in awaited.seats:
            public_form = SEALED
        self._tell_played(seat, text, public_form)
        self._tell(events)
        self._arrive(after)
        if self.awaited.seats == ():
            self.deal()

    def resolve(self, outcome: Outcome) -> None:
        """Let chance answer with ``outcome``.

        Raises:
            FlowError: Chance is not awaited, or this is none of its outcomes.
        """
        awaited = self.awaited
        if not isinstance(awaited, Chance):
            raise FlowError("expected a move, got an outcome")
        if all(outcome != possible for possible, _ in self._rules.outcomes(self.state)):
            text = self.game.outcome_notation.write(outcome)
            raise FlowError(f"'{text}' is no outcome that is possible here")
        self._befall(outcome, awaited.kind)

    def deal(self) -> None:
        """Let the dealer draw for as long as chance is awaited."""
        while self._dealing and type(self.awaited) is Chance:
            kind = self.awaited.kind
            self._befall(self.dealer.draw(self._rules, self.state, kind), kind)

    def resume(self, on_line: LineListener | None) -> None:
        """Go on where a replay stopped, with the dealer drawing and the record growing."""
        self._on_line = on_line
        self._dealing = True
        self.deal()

    def undo(self, seat: Seat) -> None:
        """Take back the last move of ``seat``.

        Raises:
            UndoRefused: Something has happened since that cannot be unlearnt.
        """
        refusal = self.why_no_undo(seat)
        if refusal:
            raise UndoRefused(refusal, self.describe_refusal(refusal))
        self._arrive(self.steps.pop().before)
        if self._on_line is not None:
            self._on_line(encode(Line(undo=seat)))
        self._tell([Undone(seat)])

    def forfeit(self, forfeit: Forfeit) -> None:
        """Take note that a seat lost its bot; who plays on for it is the caller's business.

        Raises:
            FlowError: There is no such seat, or it has forfeited already.
        """
        seat = forfeit.seat
        if seat not in self._seats or seat in self.forfeits:
            raise FlowError(f"expected a seat that has not forfeited, got {seat}")
        self.forfeits[seat] = forfeit
        if self._on_line is not None:
            self._on_line(encode(Line(forfeit=forfeit)))
        self._tell([Forfeited(seat, forfeit.cause)])

    # Inside

    def _refuse(self, seat: Seat, move: Move) -> None:
        refusal = self._rules.why_not(self.state, seat, move)
        if refusal is None:
            raise FlowError(f"'{self._write(move)}' is refused, yet nothing speaks against it")
        raise IllegalMove(self._write(move), refusal, self.describe_refusal(refusal))

    def _befall(self, outcome: Outcome, kind: str) -> None:
        self.dealer.count(kind)
        events: list[Event] = []
        before = self.state
        after = self._rules.resolve(before, outcome, events.append)
        self.steps.append(Step(before, None, reveals=True))
        notation = self.game.outcome_notation
        text = notation.write(outcome)
        if self._on_line is not None:
            self._on_line(encode(Line(outcome=text)))
        for seat in self._seats:
            shown = text if outcome.shown_to(seat) else notation.write_public(outcome)
            self._news[seat].append(ChanceResolved(shown))
        self._tell(events)
        self._arrive(after)

    def _arrive(self, state: Any) -> None:
        self.state = state
        awaited = self.awaited = self._rules.awaited(state)
        if type(awaited) is Result and self._on_line is not None:
            self._on_line(encode(Line(over=awaited)))

    def _tell_played(self, seat: Seat, text: str, public_form: str | None) -> None:
        played = Played(seat, text)
        masked = played if public_form is None else Played(seat, public_form)
        for other, news in enumerate(self._news):
            news.append(played if other == seat else masked)

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            if self._on_event is not None:
                self._on_event(event)
            for seat, news in enumerate(self._news):
                told = event.seen_by(seat)
                if told is not None:
                    news.append(told)


def read_move(game: Game, text: str) -> Move:
    """Read a move of ``game``.

    Raises:
        NotationError: It is none.
    """
    if len(text) > 1000:
        raise NotationError("cannot read move: expected at most 1000 characters")
    return game.move_notation.read(text)
