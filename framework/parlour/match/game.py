"""A game as a plugin defines it: its rules, its types, and how people meet it; and its matches."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from os import urandom
from typing import Any, Generic, Literal, get_type_hints
from zlib import compress, decompressobj
from zlib import error as zlib_error

import msgspec

from parlour.match.dealer import generator
from parlour.match.decision import Announcer
from parlour.match.drawing import TEXT_COLUMNS, view_text
from parlour.match.game_parts import (
    BotHints,
    Checks,
    Display,
    Examples,
    M,
    S,
    Shortcuts,
    V,
    Words,
)
from parlour.match.match import Match
from parlour.match.record import Header
from parlour.rules import (
    NOBODY,
    UNEXPLAINED,
    Awaited,
    Chance,
    FlowError,
    MatchError,
    Move,
    Notation,
    NotationError,
    Objective,
    OpenRules,
    Outcome,
    ParlourError,
    Refusal,
    Result,
    Rules,
    Seat,
    SeatName,
    Setting,
    SetupError,
    Team,
    Tell,
    Viewer,
    check_text,
    decoder_problem,
    every_answer,
    one_line,
    parse_settings,
    quoted,
    seats_text,
    settings_of,
)
from parlour.words import OwnLine

MAX_MOVE_LETTERS = 1000
"""Maximum number of letters in the text of a move."""

MAX_CHOICES = 12
"""Maximum number of texts that a refusal offers instead of one."""

MAX_POSITION_BYTES = 1_000_000
"""Maximum number of bytes of a position that is unpacked."""

MAX_TRIED = 8
"""Maximum number of states that a game remembers to have tried out."""

PERSON = "human"
"""The player that a record names for a person."""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a game without options."""


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class Game(Generic[S, V, M]):
    """A game: all that the hook ``parlour_games`` yields of it.

    ``Game[State, View, Move]`` names its types for type checkers. The fields ``view``, ``moves``,
    ``outcomes`` and ``events`` hold types as values, which may be unions: Python has no type for
    these yet, so they are ``object``.
    """

    id: str
    """A short name to type: ``maori``."""
    title: str
    """The name on the box."""
    seats: range
    """Numbers of seats that can play."""
    rules: Rules[S, V]
    """Its rules."""
    state: type[S]
    """The type of its states."""
    view: object
    """The type of its views."""
    moves: object
    """Its moves: one kind, or a union of kinds."""
    outcomes: object = None
    """Its chance outcomes: one kind, a union, or None if chance never decides."""
    events: object = None
    """Its own events: one kind, a union, or None."""
    objective: Objective = "places"
    """Aim of its seats, which bots, hints, tournaments and the last words follow."""
    teams: Callable[[int], Sequence[Team]] | None = None
    """Return the teams, given the number of seats; None unless the objective is ``teams``."""
    options: type[msgspec.Struct] = NoOptions
    """Its settings, each with a default."""
    rules_version: int = 1
    """Raised when the same answers would no longer lead to the same match."""
    former_rules: Mapping[int, Mapping[str, object]] = field(default_factory=dict)
    """Options that play the rules of earlier versions, by version.

    A record of such a version is read with them and goes on by them. A version that is not here is
    refused.
    """
    complete_options: Callable[[Any], msgspec.Struct] | None = None
    """Complete the options that a person gives, by reading the files that they name.

    Records hold the completed options, and reading a record never calls it: a name in a record is
    no path. It raises ``SetupError`` if a file cannot be read.
    """
    rulebook: Traversable | None = None
    """Its numbered rules: a Markdown file whose rules begin with ``**1.2**``.

    In German they stand beside ``rules.md`` as ``rules.de.md``, with the same chapters and numbers.
    """
    printed: Traversable | None = None
    """A TOML file of its rules in books; see ``parlour.words.rulebook.PrintedBook``."""
    examples: Examples[S] = field(default_factory=Examples)
    """Positions under its rules, which the law ``examples-hold`` plays."""
    lessons: Sequence[Traversable] = ()
    """Its lessons, each a TOML file; see ``parlour.catalog.lessons``."""
    summary: str = ""
    """One line for the list of games."""
    minutes: int = 0
    """Minutes that people take for a match, as the box says; 0 if unknown."""
    weight: Literal["", "light", "medium", "heavy"] = ""
    """Measure of what there is to learn and to weigh up; empty if the game does not say."""
    display: Display[V] = field(default_factory=Display)
    """Drawings of its views."""
    words: Words[V, M] = field(default_factory=Words)
    """Its sentences."""
    shortcuts: Shortcuts[V, M] = field(default_factory=Shortcuts)
    """Lines that a person may type besides moves."""
    bots: BotHints[S] = field(default_factory=BotHints)
    """Hints for bots, and their measured strengths."""
    checks: Checks[S] = field(default_factory=Checks)
    """Options and endings that ``parlour check`` plays and counts."""

    def __post_init__(self) -> None:
        """Tell a copy of the rules which seats and options the game takes."""
        if isinstance(self.rules, Rules):
            rules = copy(self.rules)
            rules.allow(self.id, self.seats, self.options)
            object.__setattr__(self, "rules", rules)

    def __repr__(self) -> str:
        """Write the game's name and its seats."""
        return f"<Game {self.id}: {self.title}, {self.seats_text} seats>"

    def __getstate__(self) -> dict[str, object]:
        """Pickle all fields except caches."""
        caches = {"move_notation", "outcome_notation", "all_moves", "announcer"}
        return {name: value for name, value in vars(self).items() if name not in caches}

    @property
    def seats_text(self) -> str:
        """Numbers of seats in figures: ``2-5``, or ``2, 4``."""
        return seats_text(self.seats)

    @property
    def localized_summary(self) -> str:
        """The line for the list of games, in the language that is spoken."""
        return self.words.own("game.summary", self.summary)

    def localized_orders(self) -> dict[str, str]:
        """Return its standing orders by name, as they are called in the language that is spoken."""
        say = self.words.own
        names = self.shortcuts.standing_orders
        return {name: say(f"order.{name.replace(' ', '_')}", name) for name in names}

    def localized_options(self) -> list[Setting]:
        """Return its options with their meaning, in the language that is spoken."""
        say = self.words.own
        return [
            msgspec.structs.replace(setting, meaning=say(f"option.{setting.name}", setting.meaning))
            for setting in settings_of(self.options)
        ]

    @property
    def has_hidden_information(self) -> bool:
        """Whether some seat may not know all that another knows."""
        return not isinstance(self.rules, OpenRules)

    def sides(self, seats: int) -> tuple[int, ...]:
        """Return the side of each of ``seats`` seats, 0 … n-1: the seats of a side win together.

        A side is a team, or all seats if they share one result, else each seat alone.
        """
        if self.objective in {"shared", "single"}:
            return (0,) * seats
        if self.teams is None:
            return tuple(range(seats))
        side = {seat: n for n, team in enumerate(self.teams(seats)) for seat in team.seats}
        return tuple(side[seat] for seat in range(seats))

    @cached_property
    def move_notation(self) -> Notation[M]:
        """The texts of its moves."""
        return Notation(self.moves, "move")

    @cached_property
    def all_moves(self) -> tuple[M, ...] | None:
        """Every move there is, legal or not, in a fixed order; None if they cannot be counted.

        They can where each field of each move has bounds, ``Annotated[int, Meta(ge=0, lt=9)]``, or
        few values. The place of a move in the list is a number for it in all matches.
        """
        return every_answer(self.moves)  # type: ignore[return-value]  # its game's moves

    @cached_property
    def _tried(self) -> deque[bytes]:
        """The states that were tried out last, each with its seats and options."""
        return deque(maxlen=MAX_TRIED)

    @cached_property
    def announcer(self) -> Announcer:
        """Announcer of its matches."""
        return Announcer(self.move_notation, self.outcome_notation)

    @cached_property
    def outcome_notation(self) -> Notation[Outcome]:
        """The texts of its outcomes."""
        return Notation(self.outcomes, "outcome")

    def read_move(self, text: str) -> M:
        """Read the text of a move.

        Raises:
            NotationError: It is not a move of this game.
        """
        if len(text) > MAX_MOVE_LETTERS:
            raise NotationError(f"cannot read move: expected at most {MAX_MOVE_LETTERS} characters")
        return self.move_notation.read(text)

    def write_move(self, move: M) -> str:
        """Return the text of a move, as a record holds it."""
        return self.move_notation.write(move)

    def move_of(self, move: object) -> M:
        """Return a move, given itself or as its text.

        Raises:
            NotationError: The text is not a move.
            MatchError: It is neither a move of this game nor a text.
        """
        if type(move) in self.move_notation.forms:
            return move  # type: ignore[return-value]  # it is of a kind that the game names
        if isinstance(move, str):
            return self.read_move(move)
        order = "; the seat comes second: (move, seat)" if isinstance(move, int) else ""
        raise self._no_move(move, order)

    def text_of(self, move: M) -> str:
        """Return the text of a move, which can be read back.

        Raises:
            MatchError: Its fields have values that have no text.
        """
        try:
            text = self.write_move(move)
            if self.read_move(text) == move:
                return text
        except Exception:  # noqa: BLE001, S110  a game's spelling may raise anything on such values
            pass
        raise self._no_move(move)

    def _no_move(self, move: object, hint: str = "") -> MatchError:
        return MatchError(f"expected a move of {self.id} or its text, got {move!r}{hint}")

    def in_own_words(self, answer: M | str, viewer: Viewer = NOBODY, *, typed: bool = False) -> str:
        """Return an answer as ``viewer`` reads it, in the language that is spoken.

        ``typed`` says that seats in a text count from 1, as a person types them.
        """
        return str(self.own_line(answer, viewer, typed=typed))

    def own_line(self, answer: M | str, viewer: Viewer = NOBODY, *, typed: bool = False) -> OwnLine:
        """Return an answer, or a line of them, for a sentence that somebody reads later.

        This is the one place that words an answer for people: seats have the names that ``viewer``
        gives them, or their numbers from 1. A text has the form of records, where seats count from
        0, or the public form of an answer; unless it was ``typed``, where they count from 1.
        """
        text = answer if isinstance(answer, str) else self.write_move(answer)
        return OwnLine(tuple(self._parts(text, viewer, int(typed))), self.words.phrasebook)

    def _parts(self, line: str, viewer: Viewer, first: int) -> Iterator[str | SeatName]:
        """Yield the parts of a line, with names for seats."""
        notations = [one for one in (self.move_notation, self.outcome_notation) if one.seated]
        names = viewer.clear_names if first else ()
        for number, text in enumerate(line.split(", ") if notations else (line,)):
            parted = (one.parted(text, names) for one in notations)
            begin, *rest = next((parts for parts in parted if len(parts) > 1), (text,))
            yield f", {begin}" if number else begin
            for at, part in enumerate(rest):
                yield part if at % 2 else viewer.in_a_line(part, first)

    def read_typed(self, text: str, viewer: Viewer = NOBODY) -> M:
        """Read the ``text`` of a move that a person has typed.

        Seats are numbers from 1, or the names that ``viewer`` gives them.

        Raises:
            NotationError: It is not a move of this game, or names no seat.
        """
        names = viewer.clear_names
        parts = list(self.move_notation.parted(" ".join(text.split()), names))
        for at, seat in enumerate(parts[1::2]):
            number = int(seat[:9]) if seat.isdecimal() else 1 + names.index(seat.casefold())
            parts[2 * at + 1] = str(number - 1) if number else "no seat"
        return self.read_move("".join(parts))

    def refusal(self, state: S, seat: Seat, move: Move) -> Refusal | None:
        """Say why ``seat`` may not make ``move`` in ``state``; None if it may.

        If the rules give no reason, it says the possible choices.
        """
        refusal = self.rules.why_not(state, seat, move)
        if refusal is None or refusal.code != UNEXPLAINED or UNEXPLAINED in self.words.refusals:
            return refusal
        form = self.move_notation.forms[type(move)]
        field, given, *possible = self.move_notation.instead(move, self.rules.moves(state, seat))
        if not possible:
            name = type(state.phases[-1]).__name__
            words = " ".join(re.findall("[A-Z]?[^A-Z]+", name)).lower()
            title = self.words.own(f"phase.{name}", words)
            return Refusal.of(refusal.rule, UNEXPLAINED, move=self.own_line(form.verb), phase=title)
        if field in form.seats and given.isdecimal():
            return Refusal.of(refusal.rule, "other_seat", seat=int(given))
        if len(possible) > MAX_CHOICES:
            possible[MAX_CHOICES:] = ["…"]
        choices = self.own_line(", ".join(possible))
        return Refusal.of(
            refusal.rule, "other_choice", given=self.own_line(given), possible=choices
        )

    def read_options(self, given: Mapping[str, object]) -> msgspec.Struct:
        """Check options that a person gave; files that they name are read.

        ``given`` holds texts or values of JSON by the names of the options.

        Raises:
            SetupError: An option is unknown or has no such value, or a file cannot be read.
        """
        try:
            options = parse_settings(self.options, given, "option")
            return options if self.complete_options is None else self.complete_options(options)
        except SetupError as fault:
            raise SetupError(f"{self.id}: {fault}") from None

    def recorded_options(self, version: int, given: Mapping[str, object]) -> msgspec.Struct:
        """Check the options of a record, whose match plays the rules of a ``version``.

        ``given`` holds values of JSON by the names of the options. No file is read, even if they
        name one.

        Raises:
            SetupError: An option is unknown or has no such value.
        """
        played = {**self.former_rules.get(version, {}), **given}
        try:
            return parse_settings(self.options, played, "option")
        except SetupError as fault:
            raise SetupError(f"{self.id}: {fault}") from None

    def match(
        self,
        seats: int | None = None,
        seed: int | str | None = None,
        players: Sequence[str] | None = None,
        state: S | Mapping[str, object] | str | None = None,
        **options: object,
    ) -> Match[S, V, M]:
        """Begin a match.

        Args:
            seats: How many play; without it the fewest, or as many as ``players`` names.
            seed: A number or a text that luck comes from; without it luck differs from match to
                match.
            players: The names for the record, one a seat.
            state: The state to begin in: the line of ``Match.position``, which has its seats and
                options; or a state or its JSON, given with the seats and options that it was made
                for.
            options: The game's own options by name.

        >>> parlour.load("maori").match(seats=2, seed=7, side="atoll")
        <Match of maori: 2 seats, seed '7', 17 answers, awaiting seat 1>

        Raises:
            SetupError: The game does not take these seats or options, or no such state.
        """
        seed = urandom(8).hex() if seed is None else seed
        if not isinstance(seed, int | str):
            raise SetupError(f"{self.id}: expected a seed that is a number or text, got {seed!r}")
        if isinstance(state, str) and not state.lstrip().startswith("{"):
            seats_there, chosen, state = self.read_position(state)
            if options or (seats is not None and seats != seats_there):
                raise SetupError(f"{self.id}: a position has its own seats and options")
            seats = seats_there
        else:
            chosen = self.read_options(options)
        names = None if players is None else self._player_names(players, seats)
        if state is not None and names is None and seats is None:
            raise SetupError(f"{self.id}: expected the number of seats with a state, got none")
        count = self.seats[0] if seats is None else seats
        self.check_setup(count if names is None else len(names), chosen)
        header = header_of(self, names or (PERSON,) * count, chosen, seed)
        if state is not None:
            header = msgspec.structs.replace(header, state=msgspec.Raw(self.write_state(state)))
        with self.fitting(state):
            match = Match(self, header)
        match.record_in_errors = True
        return match

    def write_state(self, given: S | Mapping[str, object] | str) -> bytes:
        """Return a state as JSON, given itself, or as JSON in a text or in mappings.

        Raises:
            SetupError: It is not a state of this game.
        """
        try:
            raw = given if isinstance(given, str) else msgspec.json.encode(given)
        except (TypeError, ValueError, RecursionError) as fault:
            raise SetupError(
                f"{self.id}: expected a state of this game: {one_line(fault)}"
            ) from None
        state = self._decoded(raw, self.state)
        for name in _unknown_fields(self._decoded(raw, object), state):
            raise SetupError(f"{self.id}: no part of a state has the field {quoted(name)}")
        return msgspec.json.encode(state)

    def write_position(self, seats: int, options: msgspec.Struct, state: S) -> str:
        """Return ``state`` in one line, with the ``seats`` and ``options`` that it was made for.

        A match needs no more to begin there.
        """
        packed = compress(msgspec.json.encode((seats, options, state)), 9)
        code = urlsafe_b64encode(packed).decode().rstrip("=")
        return f"{self.id}:{self.rules_version}:{code}"

    def read_position(self, line: str) -> tuple[int, msgspec.Struct, S]:
        """Read the line of a position: its seats, its options and its state. No file is read.

        Raises:
            SetupError: It is of another game or version, or has been changed.
        """
        game, version, code = (*line.partition(" ")[0].split(":"), "", "")[:3]
        if (game, version) != (self.id, str(self.rules_version)):
            expected = f"expected a position '{self.id}:{self.rules_version}:...'"
            raise SetupError(f"{self.id}: {expected}, got {quoted(line, 30)}")
        unpacking = decompressobj()
        with suppress(ValueError, zlib_error):
            packed = unpacking.decompress(urlsafe_b64decode(f"{code}=="), MAX_POSITION_BYTES)
        if not unpacking.eof:
            raise SetupError(f"{self.id}: expected a whole position, got one cut short or changed")
        kind = tuple[int, dict[str, object], self.state]  # type: ignore[name-defined]  # a value
        seats, options, state = self._decoded(packed, kind)
        return seats, self.recorded_options(self.rules_version, options), state

    def begin_at(self, raw: bytes, seats: int, options: msgspec.Struct, tell: Tell) -> S:
        """Return the state that JSON holds, once somebody is awaited; it must be playable.

        Args:
            raw: The JSON of a state of this game.
            seats: How many play.
            options: The options that the state was made for.
            tell: Takes each event of the automatic phases that run.

        Raises:
            SetupError: It is not a state of this game, components are missing or too many, or the
                rules fail on it.
        """
        state: S = self._decoded(raw, self.state)
        rules = self.rules
        box = rules.census(rules.begin(seats, options))
        with self.fitting(state):
            self._check_census(box, rules.census(state))
            state = rules.run_automatic(state, tell)
            awaited = rules.awaited(state)
            self._check_seats(state, awaited, seats)
            asked = msgspec.json.encode((seats, options, msgspec.Raw(raw)))
            if asked not in self._tried:
                self._try_out(state, awaited, Viewer.of_seats(seats))
                self._tried.append(asked)
        return state

    def _try_out(self, state: S, awaited: Awaited, viewer: Viewer) -> None:
        """Ask a state for all that a match asks of it: texts, moves, and what follows them."""
        rules = self.rules
        for seat in range(len(viewer.names)):
            view_text(self.display, rules.view(state, seat), viewer, TEXT_COLUMNS)
        if isinstance(awaited, Chance):
            rules.resolve(state, rules.draw(state, generator("tried", "state")))
        for seat in awaited.seats:
            for move in rules.moves(state, seat):
                self.write_move(move)  # type: ignore[arg-type]  # its game's moves
                rules.play(state, seat, move)

    @contextmanager
    def fitting(self, state: object) -> Iterator[None]:
        """Raise ``SetupError`` if the rules fail on a state that is given to begin with."""
        try:
            yield
        except Exception as fault:
            is_broken = isinstance(fault, FlowError) or not isinstance(fault, ParlourError)
            if state is None or not is_broken:
                raise
            why = f"{type(fault).__name__}: {one_line(fault)}"
            raise SetupError(
                f"{self.id}: the rules fail on the state that the match begins with: {why}"
            ) from fault

    def _check_seats(self, state: S, awaited: Awaited, seats: int) -> None:
        """Check that seats awaited and named are at the table, and that a result has all."""
        named = [
            getattr(phase, name)
            for phase in state.phases
            for name, hint in get_type_hints(type(phase), include_extras=True).items()
            if hint == Seat
        ]
        for seat in (*awaited.seats, *named):
            if seat not in range(seats):
                raise SetupError(f"{self.id}: expected {seats} seats, got seat {seat} in the state")
        if isinstance(awaited, Result) and len(awaited.places) != seats:
            expected = f"expected {seats} places in the result"
            raise SetupError(f"{self.id}: {expected}, got {len(awaited.places)}")

    def _check_census(self, box: Mapping[str, int], counted: Mapping[str, int]) -> None:
        for name in {**box, **counted}:
            expected = box.get(name, 0)
            got = counted.get(name, 0)
            if expected != got:
                problem = f"expected {expected} of '{name}' in the state, got {got}"
                raise SetupError(f"{self.id}: {problem}")

    def _decoded(self, raw: bytes | str, kind: Any) -> Any:
        try:
            return msgspec.json.decode(raw, type=kind)
        except (ValueError, RecursionError) as fault:
            problem = decoder_problem(fault)
            raise SetupError(f"{self.id}: expected a state of this game: {problem}") from None

    def _player_names(self, players: Sequence[str], seats: int | None) -> tuple[str, ...]:
        """Return the names for a record, one for each seat."""
        names = () if isinstance(players, str) else tuple(players)
        if not names or not all(isinstance(name, str) for name in names):
            raise SetupError(f"{self.id}: expected a player's name for each seat, got {players!r}")
        if seats is not None and seats != len(names):
            raise SetupError(f"{self.id}: expected {seats!r} players, got {len(names)}")
        return names

    def check_setup(self, seats: int, options: msgspec.Struct) -> None:
        """Check the number of seats and the options.

        Raises:
            SetupError: They cannot.
        """
        self.rules.check_setup(seats, options)


def header_of(
    game: Game,
    players: Sequence[str],
    options: msgspec.Struct,
    seed: int | str,
    names: Sequence[str] = (),
    *,
    dealer: int | None = None,
) -> Header:
    """Return the header of a match that begins; a seed that is a number is written as text.

    It holds every option with its value, so that a later default changes no old record.
    ``names`` are the people's names, one for each seat, or none at all. Without a number of the
    ``dealer``, the first deals.

    Raises:
        SetupError: Seed, player or name is no text.
    """
    for text in (str(seed), *players, *names):
        check_text(text)
    return Header(
        game=game.id,
        rules_version=game.rules_version,
        seats=len(players),
        options=msgspec.to_builtins(options),
        seed=str(seed),
        players=tuple(players),
        names=tuple(names) or msgspec.UNSET,
        dealer=dealer or msgspec.UNSET,
    )


def _unknown_fields(raw: object, made: object) -> Iterator[str]:
    """Yield the fields of JSON that the struct made of it does not have: decoders skip them."""
    if isinstance(raw, dict) and isinstance(made, msgspec.Struct):
        names = {field.encode_name: field.name for field in msgspec.structs.fields(made)}
        for name, value in raw.items():
            if name in names:
                yield from _unknown_fields(value, getattr(made, names[name]))
            elif name != made.__struct_config__.tag_field:
                yield name
    elif isinstance(raw, list) and isinstance(made, tuple):
        for pair in zip(raw, made, strict=False):
            yield from _unknown_fields(*pair)
