"""A game, and a match of it: the match is the only place that knows everything.

It checks every move, lets chance decide, tells each seat the facts that it may know, keeps the
record, and takes moves back if nobody learnt anything since. Readings are pure: asking twice gives
the same answer twice.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import urandom
from random import Random
from typing import Any, NoReturn, Self

from msgspec import Raw
from msgspec.structs import replace

from parlour.match.dealer import MERSENNE, Dealer
from parlour.match.decision import Announcer, Decision, Step, refusal_of
from parlour.match.definition import PERSON, GameDefinition
from parlour.match.game_parts import M, S, V
from parlour.match.readings import NOTHING_KNOWN, Readings
from parlour.match.record import Forfeit, Header, Line, LineListener, encode, header_of
from parlour.rules import (
    Chance,
    Event,
    FlowError,
    Forfeited,
    IllegalMove,
    MatchError,
    Outcome,
    Refusal,
    Result,
    Seat,
    SetupError,
    Undone,
    UndoRefused,
)


class Match(Readings[S, V, M]):
    """A match being played.

    ``on_line`` gets each line of the record when it is written. With ``dealing`` off, chance
    waits for ``resolve``, as in a replay. ``on_event`` gets every event of the game with nothing
    hidden.

    Raises:
        SetupError: The game does not take the header's seats or options.
    """

    game: "Game[S, V, M]"

    def __init__(
        self,
        game: "Game[S, V, M]",
        header: Header,
        on_line: LineListener | None = None,
        *,
        dealing: bool = True,
        on_event: Callable[[Event], object] | None = None,
    ) -> None:
        super().__init__(game, header, on_event)
        self._announcer = game.announcer
        self.dealer = Dealer(header.seed, header.dealer or MERSENNE)
        self.forfeits: dict[Seat, Forfeit] = {}
        self.agreed: Result | None = None
        self._on_line = on_line
        self._dealing = dealing
        if on_line is not None:
            on_line(encode(header))
        self.deal()

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

    def resampled(self, seat: Seat, rng: Random) -> Self:
        """Return a match that ``seat`` cannot tell from this one, as the determinizer deals it.

        What the seats were told stays; facts hidden from ``seat`` are sampled. It is a match to
        think in: its record does not lead to its state.
        """
        twin, rules = self.copy(), self.game.rules
        twin.state = rules.determinize(self.view(seat), rng)
        twin.awaited = rules.awaited(twin.state)
        return twin

    def __copy__(self) -> Self:
        """Return ``copy()``."""
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return ``copy()``: states and games are frozen, and shared."""
        return self.copy()

    def __getstate__(self) -> dict[str, object]:
        """Pickle or copy everything but the listeners."""
        kept = dict(vars(self))
        kept.update(_on_line=None, _on_event=None, _rules=None, _move_forms=None)
        kept.update(_announcer=None, _known_moves=NOTHING_KNOWN)
        kept["dealer"] = self.dealer.copy()
        kept["steps"], kept["lines"] = self.steps.copy(), self.lines.copy()
        kept["forfeits"], kept["_asked"] = self.forfeits.copy(), self._asked.copy()
        kept["_told"] = [told.copy() for told in self._told]
        return kept

    def __setstate__(self, kept: dict[str, object]) -> None:
        """Take up the pickled or copied fields."""
        self.__dict__.update(kept)
        self._take_from(self.game)
        self._announcer = self.game.announcer

    def position(self, name: str = "") -> str:
        """Return the state in one line, with everything that is hidden; ``Game.match`` takes it.

        It holds the seats and options too, and no luck. A ``name`` may stand behind it.
        """
        options = self.game.recorded_options(self.header.rules_version, self.header.options)
        return f"{self.game.write_position(self.seats, options, self.state)} {name}".rstrip()

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
        rules, state = self._rules, self.state
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
            phase, move = rules, offers[offers.index(move)]
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
        told, announcer = self._told, self._announcer
        known = None if sealed else announcer.open[seat].get(move)
        whole, public, line = known or announcer.move(seat, move, sealed=sealed)
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
        """Continue where a replay stopped, with the dealer drawing and the record growing."""
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
        """Note that a seat lost its bot; the caller lets another player take the seat.

        Raises:
            FlowError: There is no such seat, or it has forfeited already.
        """
        seat = forfeit.seat
        if seat not in self._seats or seat in self.forfeits:
            raise FlowError(f"expected a seat that has not forfeited, got {seat}")
        self.forfeits[seat] = forfeit
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
        refusal = refusal_of(self.game, self.state, seat, move)
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
        before, rules = self.state, self._rules
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
        self.lines.append(line)
        if self._on_line is not None:
            self._on_line(encode(line))
        if events:
            self._tell(events)
        self.state = after
        phase = after.phases[-1] if self._is_direct else self._rules
        awaited = self.awaited = phase.awaited(after)
        if type(awaited) is Result:
            self._note(Line(over=awaited))


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class Game(GameDefinition[S, V, M]):
    """A game that can be played: all that the hook ``parlour_games`` yields of it.

    ``Game[State, View, Move]`` names its types for type checkers.
    """

    @cached_property
    def announcer(self) -> Announcer:
        """Announcer of its matches."""
        return Announcer(self.move_notation, self.outcome_notation)

    def match(
        self,
        seats: int | None = None,
        seed: int | str | None = None,
        players: Sequence[str] | None = None,
        state: S | Mapping[str, object] | str | None = None,
        **options: object,
    ) -> Match[S, V, M]:
        """Begin a match: ``game.match(seats=2, seed=7, side="atoll")``.

        Without ``seats`` the fewest play, or as many as ``players`` names; without ``seed`` luck
        differs from match to match. ``players`` are the names for the record. ``state`` is where to
        begin: the line of ``Match.position``, which has its seats and options; or a state or its
        JSON, given with the seats and options that it was made for.

        Raises:
            SetupError: The game does not take these seats or options, or no such state.
        """
        seed = urandom(8).hex() if seed is None else seed
        if not isinstance(seed, int | str):
            raise SetupError(f"{self.id}: expected a seed that is a number or text, got {seed!r}")
        if isinstance(state, str) and not state.lstrip().startswith("{"):
            found, given, state = self.read_position(state)
            if options or (seats is not None and seats != found):
                raise SetupError(f"{self.id}: a position has its own seats and options")
            seats = found
        else:
            given = self.read_options(options)
        names = None if players is None else self._player_names(players, seats)
        if state is not None and names is None and seats is None:
            raise SetupError(f"{self.id}: expected the number of seats with a state, got none")
        count = self.seats[0] if seats is None else seats
        self.check_setup(count if names is None else len(names), given)
        header = header_of(self, names or (PERSON,) * count, given, seed)
        if state is not None:
            header = replace(header, state=Raw(self.write_state(state)))
        with self.fitting(state):
            match = Match(self, header)
        match.record_in_errors = True
        return match
