"""Readings of a match: all that can be asked of one. Asking changes nothing."""

from collections.abc import Callable, Sequence
from functools import partial
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from msgspec import UNSET

from parlour.match.decision import Decision, Step, refusal_of
from parlour.match.definition import GameDefinition
from parlour.match.drawing import TEXT_COLUMNS, picture_of, view_text
from parlour.match.game_parts import M, S, V
from parlour.match.playout import hands_over, play_quietly
from parlour.match.record import Header, Line, create_record, encode_lines
from parlour.rules import (
    Awaited,
    Chance,
    Event,
    MatchError,
    NotationError,
    Outcome,
    ParlourError,
    RecordError,
    Refusal,
    Result,
    Seat,
    State,
    Viewer,
    describe_refusal,
    write_private,
)
from parlour.words import ENGLISH, speaking, spoken

if TYPE_CHECKING:  # slow to import, and bots never look
    from parlour.rules.picture import Picture


KnownMoves: TypeAlias = tuple[State | None, Seat, tuple[M, ...], tuple[M, ...]]
"""A state and a seat, with the legal moves and the offers that it has there."""
NOTHING_KNOWN: KnownMoves[Any] = (None, 0, (), ())
"""Stands for moves that nobody has asked for."""


class Readings(Generic[S, V, M]):
    """A match as it can be read; ``Match`` adds what changes it."""

    def __init__(
        self,
        game: GameDefinition[S, V, M],
        header: Header,
        on_event: Callable[[Event], object] | None = None,
    ) -> None:
        self.game = game
        self.header = header
        self.steps: list[Step] = []
        """Every answer that stands, with the state before it."""
        self.lines: list[Line] = []
        """Every line of the record after its header."""
        self.record_in_errors = False
        """Whether errors carry the record: ``Game.match`` and ``parlour.open`` turn it on."""
        self._told: list[list[Event]] = [[] for _ in range(header.seats)]
        """Events that each seat was told."""
        self._asked = [0] * header.seats
        """Number of events that each seat had been told when it was asked or moved last."""
        self._seats = range(header.seats)
        self._known_moves: KnownMoves[M] = NOTHING_KNOWN
        """Moves that were listed for the last decision."""
        self._on_event = on_event
        self._take_from(game)
        options = game.recorded_options(header.rules_version, header.options)
        events: list[Event] = []
        given = header.state
        begin = self._rules.begin if given is UNSET else partial(game.begin_at, given)
        self.state: S = begin(header.seats, options, events.append)
        """The whole situation, hidden things included."""
        self.awaited: Awaited = self._rules.awaited(self.state)
        """The seats, or chance, that must answer next; the result when the match is over."""
        self._tell(events)

    def __repr__(self) -> str:
        """Write which match it is, and how far it has come."""
        awaited = self.awaited
        if isinstance(awaited, Result):
            stands = f"over, places {awaited.places}"
        elif isinstance(awaited, Chance):
            stands = f"chance awaited: {awaited.kind}"
        else:
            named = ", ".join(map(str, awaited.seats))
            stands = f"awaiting seat{'s' * (len(awaited.seats) > 1)} {named}"
        played = f"{len(self.steps)} answer{'s' * (len(self.steps) != 1)}"
        setup = f"{self.seats} seats, seed {self.seed!r}"
        return f"<Match of {self.game.id}: {setup}, {played}, {stands}>"

    def _repr_html_(self) -> str:
        """Draw the match in a notebook, as the seat to move sees it."""
        from html import escape  # noqa: PLC0415  only notebooks need it

        seat = self.awaited.seats[0] if self.awaited.seats else 0
        return f"<pre>{escape(self.text(seat))}</pre>"

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.header.seats

    @property
    def seed(self) -> str:
        """The seed of its luck, as the record holds it."""
        return self.header.seed

    @property
    def is_over(self) -> bool:
        """Whether the match has come to its end."""
        return self.awaited.is_over

    @property
    def result(self) -> Result:
        """Scores and places of all seats.

        Raises:
            MatchError: The match is not over.
        """
        if not isinstance(self.awaited, Result):
            raise self._with_record(
                MatchError("expected a match that is over, got one that goes on")
            )
        return self.awaited

    def moves(self, seat: Seat | None = None) -> Sequence[M]:
        """Return the legal moves of ``seat``, in a fixed order; none if it is not awaited.

        Without a seat, the moves of the one that is awaited; none if the match is over.

        Raises:
            MatchError: There is no such seat; or none is given, and several or chance are awaited.
        """
        if seat is None and self.awaited.is_over:
            return ()
        seat = self._one_awaited() if seat is None else self._seat(seat)
        if seat not in self.awaited.seats:
            return ()
        return self._rules.moves(self.state, seat)  # type: ignore[return-value]  # its game's moves

    def offers(self, seat: Seat | None = None) -> Sequence[M]:
        """Return the moves that ``seat`` may make at any time, also out of turn.

        Without a seat, the moves of the awaited seat.

        Raises:
            MatchError: There is no such seat; or none is given, and not one alone is awaited.
        """
        seat = self._one_awaited() if seat is None else self._seat(seat)
        return self._rules.offers(self.state, seat)  # type: ignore[return-value]  # likewise

    def outcomes(self) -> Sequence[tuple[Outcome, int]]:
        """Return every outcome that chance may answer with now, each with its weight.

        Raises:
            FlowError: Chance is not awaited.
        """
        return self._rules.outcomes(self.state)

    def why_not(
        self, move: M | str, seat: Seat | None = None, after: Sequence[M] = ()
    ) -> Refusal | None:
        """Say why a move, or its text, cannot be made now; None if it can.

        With ``after``, why it cannot be made after these moves of the seat; None too where
        ``view_after`` is None.

        Raises:
            NotationError: The text is not a move.
            MatchError: There is no such seat; or none is given, and several or chance are awaited.
        """
        if seat is None:
            seat = 0 if self.is_over else self._one_awaited()
        seat, read = self._seat(seat), self._read(move)
        self._written(read)
        state = self._certain(after, seat) if after else self.state
        return None if state is None else refusal_of(self.game, state, seat, read)

    def why_no_undo(self, seat: Seat | None = None) -> Refusal | None:
        """Say why ``seat`` cannot take its last move back; None if it can.

        Without a seat, whether the last answer can be taken back.

        Raises:
            MatchError: There is no such seat.
        """
        seat = self._last_mover() if seat is None else self._seat(seat)
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
        """Say in a sentence why something is refused.

        Without a viewer, nobody in particular reads it: seats are numbers, in English.
        """
        with speaking(ENGLISH if viewer is None else spoken()):
            viewer = Viewer.of_seats(self.seats) if viewer is None else viewer
            return describe_refusal(refusal, viewer, self.game.words.refusals)

    def view(self, seat: Seat) -> V:
        """Return everything that ``seat`` may know.

        Raises:
            MatchError: There is no such seat.
        """
        return self._rules.view(self.state, self._seat(seat))

    def view_after(self, moves: Sequence[M], seat: Seat) -> V | None:
        """Return what ``seat`` would see after its ``moves``, if it could take them back.

        None if one of them is not legal, tells the seat something, or leads to chance or to the
        end. So a preview tells no more than a move that is taken back.

        Raises:
            MatchError: There is no such seat.
        """
        decision = self.decision_after(moves, seat)
        return None if decision is None else decision.view

    def decision_after(self, moves: Sequence[M], seat: Seat) -> Decision[V, M] | None:
        """Return the question that ``seat`` would have after ``moves``, as ``view_after`` says.

        Raises:
            MatchError: There is no such seat.
        """
        rules, after = self._rules, self._certain(moves, self._seat(seat))
        if after is None:
            return None
        legal = rules.moves(after, seat) if seat in rules.awaited(after).seats else ()
        offers: Sequence[M] = rules.offers(after, seat) if rules.out_of_turn else ()  # type: ignore[assignment]  # its game's moves
        return Decision(seat, rules.view(after, seat), legal, offers, seats=self.seats)  # type: ignore[arg-type]  # likewise

    def _certain(self, moves: Sequence[M], seat: Seat) -> S | None:
        """Return the state after moves that could be taken back, or None."""
        after = play_quietly(self._rules, self.state, moves, seat)
        return None if after is None or isinstance(self._rules.awaited(after), Chance) else after

    def events(self, seat: Seat, since: int = 0) -> tuple[Event, ...]:
        """Return everything that ``seat`` was told, without the first ``since`` events.

        Raises:
            MatchError: There is no such seat.
        """
        return tuple(self._told[self._seat(seat)][since:])

    def text(self, seat: Seat, width: int = TEXT_COLUMNS) -> str:
        """Return what ``seat`` sees as plain text, drawn for ``width`` columns.

        Raises:
            MatchError: There is no such seat.
        """
        return view_text(self.game, self.view(seat), Viewer.of_seats(self.seats), width)

    def picture(self, seat: Seat) -> "Picture":
        """Return what ``seat`` sees as a picture, which a notebook shows; else its text as one.

        Raises:
            MatchError: There is no such seat.
        """
        return picture_of(self.game, self.view(seat), Viewer.of_seats(self.seats))

    def decision(self, seat: Seat | None = None) -> Decision[V, M]:
        """Return the question put to ``seat``, with the events since it was asked or moved.

        Without a seat, the question put to the one that is awaited.

        Raises:
            MatchError: There is no such seat; or none is given, and not one alone is awaited.
        """
        if type(seat) is not int or seat not in self._seats:
            seat = self._one_awaited() if seat is None else self._seat(seat)
        rules, state, told = self._rules, self.state, self._told
        phase: Any = state.phases[-1] if self._is_direct else rules
        # As tuples: a player that changed a list of the game's would change what is legal.
        moves = tuple(phase.moves(state, seat)) if seat in self.awaited.seats else ()
        offers: tuple[M, ...] = tuple(rules.offers(state, seat)) if rules.out_of_turn else ()  # type: ignore[arg-type]  # its game's moves
        self._known_moves = state, seat, moves, offers
        news = tuple(told[seat][self._asked[seat] :])
        return Decision(seat, rules.view(state, seat), moves, offers, news, len(told))

    def new_events(self, seat: Seat) -> tuple[Event, ...]:
        """Return what ``seat`` was told since it was last asked, or moved.

        Raises:
            MatchError: There is no such seat.
        """
        return self.events(seat, self._asked[self._seat(seat)])

    def record(self) -> bytes:
        """Return the record of the match so far: JSON lines."""
        return encode_lines((self.header, *self.lines))

    def save(self, path: Path | str, *, overwrite: bool = False) -> None:
        """Write the record to a new file, or over an old one with ``overwrite``.

        Raises:
            RecordError: The file is there already, or cannot be written.
        """
        if not overwrite:
            create_record(Path(path), self.record())
            return
        write_private(Path(path), self.record(), RecordError)

    # Inside

    def _take_from(self, game: GameDefinition[S, V, M]) -> None:
        """Have at hand what each answer needs of the game."""
        self._rules = game.rules
        self._is_direct = hands_over(type(game.rules))  # type: ignore[arg-type]  # a class is hashable
        self._move_forms = game.move_notation.forms

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            if self._on_event is not None:
                self._on_event(event)
            for seat, told in enumerate(self._told):
                seen = event.seen_by(seat)
                if seen is not None:
                    told.append(seen)

    def _seat(self, seat: object) -> Seat:
        """Return a seat of this match as a plain number, which a record can hold."""
        try:
            # Whatever has no number is refused, and so is an answer to yes or no.
            number = -1 if isinstance(seat, bool) else index(seat)  # type: ignore[arg-type]
        except TypeError:
            number = -1
        if number in self._seats:
            return number
        expected = f"expected a seat from 0 to {self.seats - 1}"
        raise self._with_record(MatchError(f"{expected}, got {seat!r}"))

    def _one_awaited(self) -> Seat:
        """Return the seat that is awaited, if it is the only one."""
        seats = self.awaited.seats
        if len(seats) == 1:
            return seats[0]
        if seats:
            named = f"{', '.join(map(str, seats[:-1]))} and {seats[-1]}"
            reason = f"expected a seat, since seats {named} are awaited"
        elif self.is_over:
            reason = "expected a seat, since the match is over and awaits none"
        else:
            reason = "expected chance to decide first: resume() lets the dealer draw"
        raise self._with_record(MatchError(reason))

    def _last_mover(self) -> Seat:
        """Return the seat that answered last; 0 if chance did, or nobody."""
        last = self.steps[-1].seat if self.steps else None
        return 0 if last is None else last

    def _read(self, move: object) -> M:
        """Return a move, given itself or as its text."""
        if type(move) in self.game.move_notation.forms:
            return move  # type: ignore[return-value]  # it is of a kind that the game names
        if isinstance(move, str):
            try:
                return self.game.read_move(move)
            except NotationError as fault:
                raise self._with_record(fault) from None
        order = "; the seat comes second: (move, seat)" if isinstance(move, int) else ""
        expected = f"expected a move of {self.game.id} or its text"
        raise self._with_record(MatchError(f"{expected}, got {move!r}{order}"))

    def _written(self, move: M) -> str:
        """Return the text of a move; fields with values that have no text make it none."""
        try:
            text = self.game.write_move(move)
            if self.game.read_move(text) == move:
                return text
        except Exception:  # noqa: BLE001, S110  a game's spelling may raise anything on such values
            pass
        expected = f"expected a move of {self.game.id} or its text"
        raise self._with_record(MatchError(f"{expected}, got {move!r}"))

    def _with_record(self, fault: ParlourError) -> ParlourError:
        """Return an error, with the record of the match up to there if errors carry one.

        A record holds every secret and the seed. So only matches of the front door have it in
        their errors; a table passes its errors on to seats.
        """
        if self.record_in_errors:
            fault.record = self.record()
        return fault
