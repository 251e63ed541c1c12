"""A game as a plugin brings it: its rules, its types, and how people meet it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from parlour.rules.answers import Move, Outcome
from parlour.rules.errors import SetupError
from parlour.rules.notation import Notation
from parlour.rules.options import parse_settings
from parlour.rules.rules import OpenRules, Rules
from parlour.rules.words import Viewer, Wording

if TYPE_CHECKING:  # both are slow to import, and not every command needs them
    from importlib.resources.abc import Traversable

    from rich.console import RenderableType


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game that has none."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """What the hook ``parlour_games`` yields."""

    id: str
    """A short name to type: ``maori``."""
    title: str
    """The name on the box."""
    seats: range
    """How many can play."""
    rules: Rules[Any, Any]
    state: Any
    """The type of its states."""
    view: Any
    """The type of its views."""
    moves: Any
    """Its moves: one kind, or a union of kinds."""
    outcomes: Any = None
    """Its chance outcomes: one kind, a union, or None where chance never decides."""
    events: Any = None
    """Its own events: one kind, a union, or None."""
    options: type[msgspec.Struct] = NoOptions
    """Its settings, each with a default."""
    rules_version: int = 1
    """Raised when the same answers would no longer lead to the same match."""
    rulebook: "Traversable | None" = None
    """Its numbered rules: a Markdown file whose rules begin with ``**1.2**``."""
    summary: str = ""
    """One line for the list of games."""
    draw_text: "Callable[[Any, Viewer], RenderableType] | None" = None
    """Draw a view for a terminal."""
    describe_view: Callable[[Any, Viewer], Iterable[str]] | None = None
    """Tell a view in plain lines, for a screen reader."""
    describe_event: Callable[[Any, Viewer], str | None] | None = None
    """Tell one of its own events in a sentence; None leaves it out."""
    refusals: Mapping[str, Wording] = field(default_factory=dict)
    """Its sentences for refused moves, by the code of the refusal; see ``parlour.rules.words``."""
    explain_move: Callable[[Any, Any], str] | None = None
    """Explain a legal move in a few words, given the view and the move."""
    parse_shorthand: Callable[[Any, str], tuple[str, ...]] | None = None
    """Read a line that stands for several moves in a row, given the view: their texts.

    Empty where it is no such line; ``NotationError`` where it is one that cannot be played.
    The moves are then made one by one, and the record holds them so.
    """
    presets: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Sets of options worth checking and measuring, by name.

    The default set need not be here. One named ``default`` stands in for it where random
    play would take too long to come to an end.
    """

    @property
    def has_hidden_information(self) -> bool:
        """Whether some seat may not know all that another knows."""
        return not isinstance(self.rules, OpenRules)

    @cached_property
    def move_notation(self) -> Notation[Move]:
        """The texts of its moves."""
        return Notation(self.moves, "move")

    @cached_property
    def outcome_notation(self) -> Notation[Outcome]:
        """The texts of its outcomes."""
        return Notation(self.outcomes, "outcome")

    def read_options(self, given: dict[str, Any]) -> msgspec.Struct:
        """Check options that came as texts or JSON.

        Raises:
            SetupError: An option is unknown or has no such value.
        """
        try:
            return parse_settings(self.options, given, "option")
        except SetupError as fault:
            raise SetupError(f"{self.id}: {fault}") from None

    def check_setup(self, seats: int, options: msgspec.Struct) -> None:
        """Check that so many can play with these options.

        Raises:
            SetupError: They cannot.
        """
        if seats not in self.seats:
            least, most = self.seats[0], self.seats[-1]
            expected = f"{least} to {most}" if least < most else f"{least}"
            raise SetupError(f"{self.id}: expected {expected} seats, got {seats}")
        fault = self.rules.setup_fault(seats, options)
        if fault:
            raise SetupError(f"{self.id}: {fault}")
