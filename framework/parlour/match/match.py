"""A match of a game, the only place that knows everything.

It checks every move, lets chance decide, tells each seat the facts that it may know, keeps the
record, and takes moves back if nobody learnt anything since. Reading is pure: who asks twice gets
the same answer twice.
"""

from collections.abc import Callable, Sequence
from functools import partial
from operator import index
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Self

from msgspec import UNSET

from parlour.match.dealer import MERSENNE, Dealer
from parlour.match.decision import NOTHING_KNOWN, Decision, KnownMoves, Step
from parlour.match.drawing import TEXT_COLUMNS, picture_of, view_text
from parlour.match.game_parts import M, S, V
from parlour.match.playout import certain_state, hands_over
from parlour.match.record import (
    AWAY,
    BACK,
    Forfeit,
    Header,
    Line,
    LineListener,
    create_record,
    encode,
    encode_lines,
)
from parlour.rules import (
    Awaited,
    Chance,
    Event,
    FlowError,
    Forfeited,
    IllegalMove,
    MatchError,
    Outcome,
    ParlourError,
    RecordError,
    Refusal,
    Result,
    Seat,
    Undone,
    UndoRefused,
    Viewer,
    describe_refusal,
    write_private,
)
from parlour.words import ENGLISH, speaking, spoken

if TYPE_CHECKING:  # a game begins matches, and a picture is slow to import
    from parlour.match.game import Game
    from parlour.rules.picture import Picture


class Match(Generic[S, V, M]):
    """A match being played.

    ``on_line`` gets each line of the record when it is written. With ``dealing`` off, chance
    waits for ``resolve``, as in a replay. ``on_event`` gets every event of the game with nothing
    hidden.

    Raises:
        SetupError: The game does not take the header's seats or options.
    """

    def __init__(
        self,
        game: "Game[S, V, M]",
        header: Header,
        on_line: LineListener | None = None,
        *,
        dealing: bool = True,
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
        self.dealer = Dealer(header.seed, header.dealer or MERSENNE)
        self.forfeits: dict[Seat, Forfeit] = {}
        self.agreed: Result | None = None
        """Result that the bots agreed on, so that the match was broken off."""
        self._on_line = on_line
        self._on_event = on_event
        self._dealing = dealing
        self._take_from(game)
        options = game.recorded_options(header.rules_version, header.options)
        events: list[Event] = []
        begun_at = header.state
        begin = self._rules.begin if begun_at is UNSET else partial(game.begin_at, begun_at)
        self.state: S = begin(header.seats, options, events.append)
        """The whole situation, hidden things included."""
        self.awaited: Awaited = self._rules.awaited(self.state)
        """The seats, or chance, that must answer next; the result when the match is over."""
        self._tell(events)
        if on_line is not None:
            on_line(encode(header))
        self.deal()

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

    # Readings

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
        seat = self._seat(seat)
        read = self._read(move)
        self._written(read)
        state = certain_state(self._rules, self.state, after, seat) if after else self.state
        return None if state is None else self.game.refusal(state, seat, read)

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
        """Say a ``refusal`` in a sentence.

        Without a ``viewer``, nobody in particular reads it: seats are numbers, in English.
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
        rules = self._rules
        after = certain_state(rules, self.state, moves, self._seat(seat))
        if after is None:
            return None
        legal = rules.moves(after, seat) if seat in rules.awaited(after).seats else ()
        offers: Sequence[M] = rules.offers(after, seat) if rules.out_of_turn else ()  # type: ignore[assignment]  # its game's moves
        return Decision(seat, rules.view(after, seat), legal, offers, seats=self.seats)  # type: ignore[arg-type]  # likewise

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
        return view_text(self.game.display, self.view(seat), Viewer.of_seats(self.seats), width)

    def picture(self, seat: Seat) -> "Picture":
        """Return what ``seat`` sees as a picture, which a notebook shows; else its text as one.

        Raises:
            MatchError: There is no such seat.
        """
        viewer = Viewer.of_seats(self.seats)
        return picture_of(self.game.display, self.view(seat), viewer, self.game.title)

    def decision(self, seat: Seat | None = None) -> Decision[V, M]:
        """Return the question put to ``seat``, with the events since it was asked or moved.

        Without a seat, the question put to the one that is awaited.

        Raises:
            MatchError: There is no such seat; or none is given, and not one alone is awaited.
        """
        if type(seat) is not int or seat not in self._seats:
            seat = self._one_awaited() if seat is None else self._seat(seat)
        rules = self._rules
        state = self.state
        phase: Any = state.phases[-1] if self._is_direct else rules
        # As tuples: a player that changed a list of the game's would change what is legal.
        moves = tuple(phase.moves(state, seat)) if seat in self.awaited.seats else ()
        offers: tuple[M, ...] = tuple(rules.offers(state, seat)) if rules.out_of_turn else ()  # type: ignore[arg-type]  # its game's moves
        self._known_moves = state, seat, moves, offers
        news = tuple(self._told[seat][self._asked[seat] :])
        return Decision(seat, rules.view(state, seat), moves, offers, news, self.seats)

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
        """Write the record to a new file at ``path``, or over an old one with ``overwrite``.

        Raises:
            RecordError: The file is there already, or cannot be written.
        """
        if not overwrite:
            create_record(Path(path), self.record())
            return
        write_private(Path(path), self.record(), RecordError)

    def position(self, name: str = "") -> str:
        """Return the state in one line, with everything that is hidden; ``Game.match`` takes it.

        It holds the seats and options too, and no luck. A ``name`` may stand behind it.
        """
        options = self.game.recorded_options(self.header.rules_version, self.header.options)
        return f"{self.game.write_position(self.seats, options, self.state)} {name}".rstrip()

    def at(self, number: int) -> "Match[S, V, M]":
        """Return the match as it stood after the first ``number`` lines of its record.

        Chance is held back there, until ``resume`` or ``resolve``.

        Raises:
            MatchError: The record has no such position.
        """
        if not isinstance(number, int) or not 0 <= number <= len(self.lines):
            expected = f"expected a position from 0 to {len(self.lines)}"
            raise self._with_record(MatchError(f"{expected}, got {number!r}"))
        past = Match(self.game, self.header, dealing=False)
        past.record_in_errors = self.record_in_errors
        for line in self.lines[:number]:
            past.apply(line)
        return past

    def copy(self) -> Self:
        """Return a match that goes on by itself, with the same luck to come and no listeners."""
        twin = object.__new__(type(self))
        twin.__setstate__(self.__getstate__())
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return ``copy()``: states and games are frozen, and shared."""
        return self.copy()

    def __getstate__(self) -> dict[str, object]:
        """Pickle or copy everything but the listeners."""
        kept = dict(vars(self))
        kept.update(_on_line=None, _on_event=None, _rules=None, _move_forms=None)
        kept.update(_announcer=None, _known_moves=NOTHING_KNOWN)
        kept["dealer"] = self.dealer.copy()
        kept["steps"] = self.steps.copy()
        kept["lines"] = self.lines.copy()
        kept["forfeits"] = self.forfeits.copy()
        kept["_asked"] = self._asked.copy()
        kept["_told"] = [told.copy() for told in self._told]
        return kept

    def __setstate__(self, kept: dict[str, object]) -> None:
        """Take up the pickled or copied fields."""
        self.__dict__.update(kept)
        self._take_from(self.game)

    def resampled(self, seat: Seat, rng: Random) -> Self:
        """Return a match that ``seat`` cannot tell from this one, as the determinizer deals it.

        What the seats were told stays; ``rng`` samples the facts hidden from ``seat``. It is a
        match to think in: its record does not lead to its state.
        """
        twin = self.copy()
        rules = self._rules
        twin.state = rules.determinize(self.view(seat), rng)
        twin.awaited = rules.awaited(twin.state)
        return twin

    # Playing

    def ask(self, seat: Seat) -> Decision[V, M]:
        """Return the question put to ``seat``, and note that it has been asked.

        Raises:
            MatchError: There is no such seat.
        """
        decision = self.decision(seat)
        self._asked[seat] = len(self._told[seat])
        return decision

    def play(self, move: M | str, seat: Seat | None = None) -> None:
        """Let ``seat`` make a move, given itself or as text, and chance decide the rest.

        Without a seat, the one that is awaited moves.

        Raises:
            IllegalMove: The rules refuse it; nothing has changed.
            NotationError: The text is not a move.
            MatchError: There is no such seat; or none is given, and several or chance are awaited.
        """
        rules = self._rules
        state = self.state
        if type(move) not in self._move_forms:
            move = self._read(move)
        if type(seat) is not int:
            seat = self._mover(move, seat)
        if self.agreed is not None:
            self._refuse(seat, move)
        awaited = self.awaited
        phase: Any = state.phases[-1] if self._is_direct else rules
        known_state, known_seat, legal, offers = self._known_moves
        if known_state is not state or known_seat != seat:
            legal = phase.moves(state, seat) if seat in awaited.seats else ()
            offers = rules.offers(state, seat) if rules.out_of_turn and seat in self._seats else ()  # type: ignore[assignment]  # its game's moves
        sealed = awaited.sealed
        # The rules' own move is played: one that is equal may hold True where that holds 1.
        if offers and move in offers:
            phase = rules
            move = offers[offers.index(move)]
            sealed = False  # an offer takes effect at once
        else:
            try:
                move = legal[legal.index(move)]
            except ValueError:
                self._refuse(seat, move)
        events: list[Event] = []
        after = phase.play(state, seat, move, events.append)
        if phase is not rules and after.phases[-1].automatic:
            after = rules.run_automatic(after, events.append)
        known = None if sealed else self._announcer.open[seat].get(move)
        whole, public, line = known or self._announcer.move(seat, move, sealed=sealed)
        told = self._told
        self._asked[seat] = len(told[seat])
        for heard in told:
            heard.append(public)
        told[seat][-1] = whole
        reveals = bool(events) and any(event.reveals for event in events)
        self._go_on(Step(state, seat, reveals), line, events, after)
        if not self.awaited.seats:
            self.deal()

    def resolve(self, outcome: Outcome) -> None:
        """Let chance answer with ``outcome``.

        Raises:
            FlowError: Chance is not awaited, or this is not one of its outcomes.
        """
        awaited = self.awaited
        if not isinstance(awaited, Chance):
            raise FlowError("expected a move, got an outcome")
        if all(outcome != possible for possible, _ in self._rules.outcomes(self.state)):
            text = self.game.outcome_notation.write(outcome)
            raise FlowError(f"'{text}' is no outcome that is possible here")
        self._resolve(outcome, awaited.kind)

    def deal(self) -> None:
        """Let the dealer draw while chance is awaited."""
        while self._dealing and type(awaited := self.awaited) is Chance:
            kind = awaited.kind
            self._resolve(self.dealer.draw(self._rules, self.state, kind), kind)

    def resume(self, on_line: LineListener | None = None) -> None:
        """Let the dealer draw again after a replay; ``on_line`` gets each further line."""
        self._on_line = on_line
        self._dealing = True
        self.deal()

    def undo(self, seat: Seat | None = None) -> None:
        """Take back the last move of ``seat``; without a seat, the last move.

        Raises:
            UndoRefused: Something has happened since that cannot be unlearnt.
            MatchError: There is no such seat.
        """
        seat = self._last_mover() if seat is None else self._seat(seat)
        refusal = self.why_no_undo(seat)
        if refusal:
            raise self._with_record(UndoRefused(refusal, self.describe_refusal(refusal)))
        self.state = self.steps.pop().before  # type: ignore[assignment]  # a state of this match
        self.awaited = self._rules.awaited(self.state)
        self._note(Line(undo=seat))
        self._tell([Undone(seat)])

    def forfeit(self, forfeit: Forfeit) -> None:
        """Note the ``forfeit`` of a seat; the caller lets another player take the seat.

        The seat of a person who is away stays theirs.

        Raises:
            FlowError: There is no such seat, or it has forfeited already.
        """
        seat = forfeit.seat
        if seat not in self._seats or (seat in self.forfeits and forfeit.cause != BACK):
            raise FlowError(f"expected a seat that has not forfeited, got {seat}")
        self.forfeits[seat] = forfeit
        if forfeit.cause in {AWAY, BACK}:
            del self.forfeits[seat]
        self._note(Line(forfeit=forfeit))
        self._tell([Forfeited(seat, forfeit.cause)])

    def agree(self, result: Result) -> None:
        """End the match with a result that the bots agree on.

        Raises:
            FlowError: The match is over.
        """
        if self.is_over:
            raise FlowError("expected a match that goes on, got one that is over")
        self.awaited = self.agreed = result
        self._note(Line(agreed=result))

    def apply(self, line: Line) -> None:
        """Apply one line of a record.

        Raises:
            ParlourError: It does not follow from the lines before.
        """
        if line.over is not None:
            if not isinstance(self.awaited, Result):
                raise FlowError("expected the match to go on, got its end")
            if line.over != self.awaited:
                raise FlowError(f"expected the end {self.awaited}, got {line.over}")
        elif line.outcome is not None:
            self.resolve(self.game.outcome_notation.read(line.outcome))
        elif line.undo is not None:
            self.undo(line.undo)
        elif line.forfeit is not None:
            self.forfeit(line.forfeit)
        elif line.agreed is not None:
            self.agree(line.agreed)
        elif line.seat is not None and line.move is not None:
            if line.seat not in self._seats:
                raise FlowError(f"expected a seat below {self.seats}, got {line.seat}")
            self.play(line.move, line.seat)

    # Inside

    def _take_from(self, game: "Game[S, V, M]") -> None:
        """Have at hand what each answer needs of the game."""
        self._rules = game.rules
        self._is_direct = hands_over(type(game.rules))  # type: ignore[arg-type]  # a class is hashable
        self._move_forms = game.move_notation.forms
        self._announcer = game.announcer

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
        try:
            return self.game.move_of(move)
        except ParlourError as fault:
            raise self._with_record(fault) from None

    def _written(self, move: M) -> str:
        """Return the text of a move; fields with values that have no text make it none."""
        try:
            return self.game.text_of(move)
        except MatchError as fault:
            raise self._with_record(fault) from None

    def _with_record(self, fault: ParlourError) -> ParlourError:
        """Return an error, with the record of the match up to there if errors carry one.

        A record holds every secret and the seed. So only matches of the front door have it in
        their errors; a table passes its errors on to seats.
        """
        if self.record_in_errors:
            fault.record = self.record()
        return fault

    def _mover(self, move: object, seat: Seat | None) -> Seat:
        """Return the seat that makes a move: the one that is given, or else the one awaited."""
        if seat is not None:
            return self._seat(seat)
        if self.is_over:
            self._refuse(0, move)
        return self._one_awaited()

    def _refuse(self, seat: Seat, move: Any) -> NoReturn:
        self._seat(seat)
        text = self._written(move)
        refusal = self.game.refusal(self.state, seat, move)
        if refusal is None and self.agreed is not None:
            refusal = Refusal.of("", "match_over")
        if refusal is None:
            fault = FlowError(f"'{text}' is refused, yet nothing speaks against it")
            raise self._with_record(fault)
        raise self._with_record(IllegalMove(text, refusal, self.describe_refusal(refusal)))

    def _note(self, line: Line) -> None:
        """Append a line to the record."""
        self.lines.append(line)
        if self._on_line is not None:
            self._on_line(encode(line))

    def _resolve(self, outcome: Outcome, kind: str) -> None:
        self.dealer.count(kind)
        events: list[Event] = []
        before = self.state
        rules = self._rules
        phase: Any = before.phases[-1] if self._is_direct else rules
        after = phase.resolve(before, outcome, events.append)
        if phase is not rules and after.phases[-1].automatic:
            after = rules.run_automatic(after, events.append)
        whole, public, line = self._announcer.outcome(outcome)
        for seat, heard in enumerate(self._told):
            heard.append(whole if whole is public or outcome.shown_to(seat) else public)
        self._go_on(Step(before), line, events, after)

    def _go_on(self, step: Step, line: Line, events: list[Event], after: S) -> None:
        """Note an answer that the seats have been told of, tell the events, and go on after it."""
        self.steps.append(step)
        self._note(line)
        if events:
            self._tell(events)
        self.state = after
        phase = after.phases[-1] if self._is_direct else self._rules
        awaited = self.awaited = phase.awaited(after)
        if type(awaited) is Result:
            self._note(Line(over=awaited))
