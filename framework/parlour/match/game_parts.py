"""Parts of a game besides its rules: drawing, sentences, shortcuts, hints for bots, checks.

Every part and every field of one may be left out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.resources.abc import Traversable
from math import inf
from typing import TYPE_CHECKING, Any, Generic, overload

from typing_extensions import TypeVar

from parlour.rules import (
    Happening,
    Move,
    Panel,
    PluginError,
    ScoreLine,
    Seat,
    Space,
    State,
    Viewer,
    Wording,
    did_you_mean,
)
from parlour.words import Phrasebook

if TYPE_CHECKING:  # slow to import, and not every command needs them
    from parlour.kit.table import TablePanel
    from parlour.rules.picture import Picture

S = TypeVar("S", bound=State, default=Any)
V = TypeVar("V", default=Any)
M = TypeVar("M", bound=Move, default=Any)
F = TypeVar("F", bound=Callable[..., Any])


class PlacedFunction:
    """A function that a game names by its place, ``package.module:name``.

    Its module is imported at the first call.
    """

    def __init__(self, place: str, table: object = None) -> None:
        self.place = place
        """The place, as the game gives it."""
        self.table = table
        """The function that says what lies on the table, if the framework draws that."""

    def __call__(self, *arguments: object) -> object:
        """Call the function.

        Raises:
            PluginError: There is no such function.
        """
        return self.function(*([self.table] if self.table else []), *arguments)

    def __eq__(self, other: object) -> bool:
        """Tell whether the other one has the same place, and draws the same table."""
        return isinstance(other, PlacedFunction) and self.__getstate__() == other.__getstate__()

    def __hash__(self) -> int:
        """Return the hash of the place."""
        return hash(self.place)

    def __repr__(self) -> str:
        """Write the place as the game gives it."""
        return repr(self.place)

    def __getstate__(self) -> dict[str, object]:
        """Pickle the place, and not the function."""
        return {"place": self.place, "table": self.table}

    @property
    def is_well_formed(self) -> bool:
        """Whether the place has the form ``package.module:name``."""
        module, colon, name = self.place.partition(":")
        return bool(colon) and all(part.isidentifier() for part in (*module.split("."), name))

    @property
    def problem(self) -> str:
        """Why there is no such function; empty if there is one. It imports the module."""
        try:
            self.function  # noqa: B018  imported here
        except PluginError as fault:
            return str(fault)
        return ""

    @cached_property
    def function(self) -> Callable[..., object]:
        """The function.

        Raises:
            PluginError: There is no such function.
        """
        module, _, name = self.place.partition(":")
        expected = f"expected the function '{self.place}'"
        try:
            imported = import_module(module)
        except ModuleNotFoundError as fault:
            raise PluginError(f"{expected}, but there is no module '{fault.name}'") from fault
        function = getattr(imported, name, None)
        if not callable(function):
            hint = did_you_mean(name, vars(imported))
            raise PluginError(f"{expected}, but '{module}' has no function '{name}'{hint}")
        return function  # type: ignore[no-any-return]  # any callable


class FunctionField(Generic[F]):
    """Field of a part of a game: a function, its place, or None.

    Readers get a function. One that is given by its place is imported at its first call, so bots do
    not wait for drawings. A drawing that is not given is made of ``Display.table``, if that is.
    """

    _name = ""

    def __init__(self, made: str = "") -> None:
        self._made = made
        """The place of the function that makes a drawing of the table; empty if there is none."""

    def __set_name__(self, owner: type, name: str) -> None:
        """Note the name of the field."""
        self._name = name

    @overload
    def __get__(self, part: None, owner: type) -> None: ...
    @overload
    def __get__(self, part: object, owner: type) -> F | None: ...
    def __get__(self, part: object | None, owner: type) -> F | None:
        """Return the function of a part; of the class the default, None."""
        if part is None:
            return None
        fields = vars(part)
        function: Any = fields[self._name]
        if function is None and self._made and fields["table"]:
            function = PlacedFunction(self._made, fields["table"])
        return function  # type: ignore[no-any-return]  # checked when the game is loaded

    # Pyright takes the field itself for the default of its value, so it is a value to checkers.
    def __set__(self, part: object, value: "F | str | FunctionField[F] | None") -> None:
        """Keep a function, or its place; one that was made of a table is made again."""
        if isinstance(value, PlacedFunction) and value.table:
            value = None
        vars(part)[self._name] = PlacedFunction(value) if isinstance(value, str) else value


def function_fields(kind: type) -> tuple[str, ...]:
    """Return the names of the fields of a part that hold functions."""
    return tuple(name for name, value in vars(kind).items() if isinstance(value, FunctionField))


@dataclass(frozen=True, kw_only=True)
class Display(Generic[V]):
    """Drawings of a view: ``Display(table=lay_table)``.

    A function may be given by its place, ``picture="my_game.pictures:draw_picture"``. Its module is
    imported when somebody looks, and bots do without it. The functions of ``Words`` and
    ``Shortcuts`` may be given so too.
    """

    table: FunctionField["Callable[[V, Viewer], Sequence[TablePanel]]"] = FunctionField()
    """Return what lies on the table, as data: see ``parlour.kit.table``.

    The other drawings are made of it if the game gives none.
    """
    panels: FunctionField[Callable[[V, Viewer, Space[V]], Sequence[Panel]]] = FunctionField(
        "parlour.kit.table.text:panels_of"
    )
    """Draw a view in panels for a terminal, first the panels that the current decision needs."""
    picture: FunctionField["Callable[[V, Viewer], Picture]"] = FunctionField(
        "parlour_web.drawing:picture_of"
    )
    """Draw a view as a picture, for a browser or a notebook."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The number of the rule of each kind of thing in a picture, ``{"hand moai": "4.3"}``.

    A thing has the rule of the first entry that occurs in ``PANEL KEY ADDRESS …``: the name of its
    panel, its key and its addresses.
    """
    describe: FunctionField[Callable[[V, Viewer], Iterable[str]]] = FunctionField(
        "parlour.kit.table.lines:lines_of"
    )
    """Describe a view in plain lines, for a screen reader."""
    status: FunctionField[Callable[[V, Viewer], str]] = FunctionField()
    """Say in one line where the match stands: the round, the phase, how near the end is."""
    score_sheet: FunctionField[Callable[[V, Viewer], Sequence[ScoreLine]]] = FunctionField()
    """Count the score line by line, as if the match ended now."""


@dataclass(frozen=True, kw_only=True)
class Words(Generic[V, M]):
    """The sentences of a game: ``Words(refusals=REFUSALS, describe_event=describe_event)``."""

    refusals: Mapping[str, Wording] = field(default_factory=dict)
    """Sentences for refused moves, by the code of the refusal; see ``parlour.rules.words``."""
    phrasebook: Phrasebook | None = None
    """All sentences in each language, or None if they are all English."""
    describe_event: FunctionField[Callable[[Any, Viewer], str | None]] = FunctionField()
    """Describe one of the game's own events in a sentence, or return None to leave it out."""
    describe_outcome: FunctionField[Callable[[Any, Viewer], str]] = FunctionField()
    """Describe an outcome of chance in a few words; without it, its text is shown."""
    narrate: FunctionField[Callable[[Sequence[Happening[V]], Viewer], Iterable[str]]] = (
        FunctionField()
    )
    """Describe a run of answers in sentences; without it, each event has its own sentence."""
    explain_move: FunctionField[Callable[[V, M], str]] = FunctionField()
    """Explain a legal move in a few words, given the view and the move."""
    explain_line: FunctionField[Callable[[V, Sequence[M], V, Viewer], Iterable[str]]] = (
        FunctionField()
    )
    """Say the price of moves in a row, other gains than points, and what chance decides then.

    It is given the view, the moves, and the view after them, before chance. Without it, a line has
    the explanations of its moves. The framework counts the points by ``Display.score_sheet``.
    """
    prompt: FunctionField[Callable[[V, Sequence[M]], str]] = FunctionField()
    """Say in a sentence what to choose, given the view and the moves that are still possible.

    These are all legal moves, or the moves that fit the parts chosen so far: a part that all
    of them share is chosen. Return an empty text for the sentence that the moves' forms make.
    """

    def own(self, code: str, otherwise: str) -> str:
        """Return the phrasebook's sentence of a ``code``; ``otherwise`` if the book lacks it."""
        book = self.phrasebook
        return otherwise if book is None or not book.has(code) else book.say(code)


@dataclass(frozen=True, kw_only=True)
class Shortcuts(Generic[V, M]):
    """Lines that a person may type besides moves: ``Shortcuts(parse=parse_shorthand)``."""

    parse: FunctionField[Callable[[V, str], tuple[str, ...]]] = FunctionField()
    """Read a line that stands for several moves, given the view, and return their texts.

    Return an empty tuple if the line is not shorthand; raise ``NotationError`` if it is, but
    cannot be played, and ``UnfinishedLine`` if more letters may make moves of it: each letter
    typed is read so. The moves are made one by one, and the record holds each of them.
    """
    examples: FunctionField[Callable[[V], Sequence[str]]] = FunctionField()
    """Return lines that a person may type now; impossible ones are left out."""
    standing_orders: Mapping[str, Callable[[V, Sequence[M]], M | None]] = field(
        default_factory=dict
    )
    """Orders that a person may leave, by name: ``pass until the round ends``.

    Each returns the move to make for the seat, given its view and its legal moves, or None if the
    order ends.
    """


@dataclass(frozen=True, kw_only=True)
class ValueFeatures(Generic[S]):
    """Figures of a state that a learned evaluation weighs; ``parlour train`` learns the weights.

    ``ValueFeatures(names=("wood", "fame"), of=figures, stage=share_played)``
    """

    names: tuple[str, ...]
    """Name of each feature, in the order of ``of``; ``heuristic`` and ``constant`` are taken."""
    of: Callable[[S, Seat], Sequence[float]]
    """Work out the features of a state for a seat."""
    stage: Callable[[S], float] | None = None
    """Return the share of a match that is played, 0 … 1; weights then go from start to end."""


@dataclass(frozen=True, kw_only=True)
class WinChance(Generic[S]):
    """Widths that turn a lead into a chance of winning; ``benchmarks/win_chance.py`` fits them.

    A seat beats another by a chance of 1 / (1 + exp(-lead / width)). The lead is the difference
    between the values of the two seats, by the heuristic or learned. The width goes linearly with
    the stage of the match.
    """

    start: float
    """Width at the start of a match, in points."""
    end: float
    """Width at the end of a match, in points."""
    stage: Callable[[S], float]
    """Return the share of a match that is played, 0 … 1."""

    def width(self, state: S) -> float:
        """Return the width in a state, in points."""
        return self.start + self.stage(state) * (self.end - self.start)


@dataclass(frozen=True, kw_only=True)
class BotHints(Generic[S]):
    """Hints for bots: ``BotHints(best="search:simulations=400,seconds=1", features=FEATURES)``.

    A bot may differ by the number of seats; the last one counts for all numbers above it.
    """

    best: str | Mapping[int, str] = ""
    """The strongest bot that answers within a second, as measured; empty if unknown.

    A budget in simulations or rollouts plays the same on every machine; the seconds beside it are
    its limit.
    """
    medium: str | Mapping[int, str] = ""
    """Bot that wins a quarter against the strongest, as measured; empty if unknown."""
    easy: str | Mapping[int, str] = ""
    """Bot that wins a quarter against ``medium``, as measured; empty if unknown."""
    idle: frozenset[Move] = frozenset()
    """Moves that let a turn pass and change nothing: bots make no long runs of them.

    If the rules name rounds (``Rules.round_key``), ``ahead`` waits for others once a round so.
    """
    steady_rounds: int | None = None
    """Number of rollouts until ``ahead`` takes a difference that was always equal as known.

    None if luck can hide for longer: three equal rounds show only that most rounds are equal.
    """
    even_bids: float = 0.0
    """Points, by the heuristic, that a sealed answer is worse than the best and ``ahead`` may give.

    It draws among all such answers. With 0 bots that are alike answer alike.
    """
    blunder: float = inf
    """Points, by the heuristic, that a line is worse than the best plan if people are asked first.

    They are asked only before a line that cannot be taken back.
    """
    quick_turn: Callable[[S, Seat], Sequence[Move]] | None = None
    """Return the moves of a good turn from a decision on, or of its part before chance.

    Rollouts of ``ahead`` play them, since the best end by the values takes longer to find. If it
    returns no moves, that end is looked for.
    """
    foregone: Callable[[S], Sequence[int] | None] | None = None
    """Return the places of a match before its end if nothing that may come changes them, or None.

    ``greedy`` and ``ahead`` count them as at the end: a seat behind does not put the end off at its
    own cost.
    """
    chance: WinChance[S] | None = None
    """Widths for chances of winning, which ``search`` then plays for; if None, for leads."""
    features: ValueFeatures[S] | None = None
    """Figures of a state that a learned evaluation weighs, or None."""
    weights: Traversable | None = None
    """Weights of ``features``, as ``parlour train`` wrote them: a data file of the plugin."""
    leaf: Traversable | None = None
    """Weights of ``features`` that predict the end of a match, written beside these."""
    stage: Callable[[S], float] | None = None
    """Return the share of a match that is played, 0 … 1; ``lead_errors`` go by it."""
    lead_errors: Traversable | None = None
    """Errors of the leads that hints expect, as ``benchmarks/leads.py`` has measured them."""
    strengths: Traversable | None = None
    """Measured strengths of bots: JSON lines, see ``parlour_testing.commands.strengths``."""


@dataclass(frozen=True, kw_only=True)
class Examples(Generic[S]):
    """Examples of the rules: ``Examples(file=files("my_game") / "examples.toml")``."""

    file: Traversable | None = None
    """A TOML file; see ``parlour_examples.example``."""
    arrange: FunctionField[Callable[[Sequence[str], Any, Mapping[str, Any]], S]] = FunctionField()
    """Return the state that an example describes, given the names of its players in the order of
    the seats, the options, and the table ``position`` of the example, in the game's own words.
    """


@dataclass(frozen=True, kw_only=True)
class Checks(Generic[S]):
    """Options and endings for ``parlour check``: ``Checks(presets={"long": {"rounds": 12}})``."""

    endings: Mapping[str, Callable[[S], bool]] = field(default_factory=dict)
    """Ways a match can end, by name; ``parlour check`` counts them.

    Each returns whether a match ended so, given its last state.
    """
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    """Sets of options to check and measure, by name.

    The default options are always one of them. A preset named ``default`` replaces them, for
    games that random play takes too long to finish.
    """
    longest: Callable[[int, Any], int] | None = None
    """Return the most moves and outcomes of a match with so many seats and options.

    It returns 0 if such a match can go on without end. The law ``ends-soon`` holds the bound.
    """
    why_it_ends: str = ""
    """The reason for the bound, in a sentence: ``every turn draws a card (rule 6.1)``."""
    laws: str | Sequence[Callable[[Any], Iterable[str]]] = ()
    """Laws of the game alone, or the place of them: ``"my_game.laws:LAWS"``.

    Each is a function that is given a ``parlour_testing.Snapshot`` of a match, and yields a message
    for each thing that is wrong. Its docstring says what the law is.
    """
