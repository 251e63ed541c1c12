"""Everything that Parlour raises on purpose.

::

    ParlourError
    ├── IllegalMove      a move that the rules refuse; carries the Refusal
    ├── NotationError    a text that is not a move or an outcome
    │   └── UnfinishedLine   the beginning of a line that may become one
    ├── UndoRefused      a move that can no longer be taken back
    ├── SetupError       seats or options that the game does not take
    ├── RecordError      a record that cannot be read, or does not replay
    │   └── RecordInUse  one that another program plays
    ├── BotFailed        a bot that forfeits its seat; carries the ending
    ├── MatchError       a call that a match cannot answer as it stands
    ├── FlowError        rules that broke a promise to the framework
    │   └── EndlessPhases    phases that go round and await nobody
    ├── PluginError      a plugin or game that cannot be loaded
    │   └── UnknownGame  a name that no plugin brings
    ├── MisuseError      arguments that do not go together, or a path that will not do
    ├── StoreError       a file that is not a tournament, or cannot be read or written
    ├── ClusterError     a cluster of workers that cannot be reached
    ├── WorkersDied      workers that die again and again
    └── Interrupted      somebody wants everything to stop at once

    KeyboardInterrupt
    └── LoadInterrupted  the interrupt key, while a plugin is loaded

Texts are lower case and say the expected value, the actual value, and the place.
"""

from enum import StrEnum
from typing import Self

from msgspec import Struct

UNEXPLAINED = "other_phase"
"""Code of a refusal without a reason in the rules."""


class Refusal(Struct, frozen=True):
    """Why a move is not legal."""

    rule: str
    """The number of the rule that forbids it, as in the game's rules page; may be empty."""

    code: str
    """The reason in one word, such as ``too_far``; ``parlour.rules.words`` makes it a sentence."""

    values: dict[str, object] = {}
    """Values that the sentence names."""

    @classmethod
    def of(cls, rule: str, code: str, **values: object) -> Self:
        """Refuse by ``rule``: ``Refusal.of("3.4", "too_far", steps=9, reach=7)``.

        Args:
            rule: The number of the rule, as on the rules page; empty if no rule says it.
            code: The reason in one word, which ``Words.refusals`` makes a sentence.
            values: What the sentence names; ``seat`` and ``..._seat`` are seats, counted from 0.
        """
        return cls(rule, code, values)

    def __str__(self) -> str:
        """Write the code with its values, for readers without the words."""
        values = ", ".join(f"{name} {value}" for name, value in self.values.items())
        text = self.code.replace("_", " ") + (f": {values}" if values else "")
        return f"{text} (rule {self.rule})" if self.rule else text


class ForfeitCause(StrEnum):
    """Why a bot forfeits its seat."""

    START = "start"
    """The bot could not be started, or does not speak this protocol."""
    DECLINED = "declined"
    """The bot does not play this game, or has no such option."""
    DIED = "died"
    """The bot raised an error, ended, or closed its output during the match."""
    TIME = "time"
    """No answer came in time."""
    GARBLED = "garbled"
    """The bot wrote a line that is not a message."""
    UNASKED = "unasked"
    """The bot wrote a message that nobody had asked for."""
    ILLEGAL = "illegal"
    """Its move is not legal."""


class ParlourError(Exception):
    """Anything that a caller may want to tell a user in one line."""

    record: bytes | None = None
    """The record of the match up to the error: ``parlour.open`` replays it.

    Errors from a match that ``parlour`` opened carry it. Those from a table's match do not, since a
    record holds what every seat knows, and the seed.
    """


class IllegalMove(ParlourError):
    """A move that the rules refuse.

    ``text`` is the move as it is written, ``refusal`` the rule and the reason, and ``sentence`` the
    reason in words.
    """

    def __init__(self, text: str, refusal: Refusal, sentence: str = "") -> None:
        self.text = text
        """The move as it is written."""
        self.refusal = refusal
        super().__init__(f"illegal move '{text}': {sentence or refusal}")


class NotationError(ParlourError):
    """A text that cannot be read as a move or an outcome."""


class UnfinishedLine(NotationError):
    """The beginning of a line of shorthand: more letters may make moves of it."""

    def __init__(self, text: str, question: str = "") -> None:
        super().__init__(text)
        self.question = question
        """A sentence that says what to type next; empty if only the last word is not whole yet."""


class UndoRefused(ParlourError):
    """The last move can no longer be taken back: ``refusal`` says why, ``sentence`` in words."""

    def __init__(self, refusal: Refusal, sentence: str = "") -> None:
        self.refusal = refusal
        super().__init__(f"cannot take that back: {sentence or refusal}")


class SetupError(ParlourError):
    """Seats or options that the game does not take."""


class RecordError(ParlourError):
    """A record that cannot be read, or does not replay."""


class RecordInUse(RecordError):
    """A record that another program has open, to play on."""


class BotFailed(ParlourError):
    """A bot did what forfeits its seat: the ``cause`` as a kind, the ``reason`` in words."""

    def __init__(self, cause: ForfeitCause, reason: str) -> None:
        self.cause = cause
        super().__init__(reason)


class MatchError(ParlourError):
    """A call that a match cannot answer as it stands: no seat is named, or it is not over."""


class FlowError(ParlourError):
    """Rules that broke a promise to the framework: the game has a fault."""


class EndlessPhases(FlowError):
    """Phases that go round without ever awaiting anybody."""


class PluginError(ParlourError):
    """A plugin or game that cannot be loaded."""


class UnknownGame(PluginError):
    """A name that no plugin has for a game."""


class MisuseError(ParlourError):
    """Arguments that do not go together, or a path that will not do."""


class StoreError(ParlourError):
    """A file that is not a tournament, or cannot be read or written."""


class ClusterError(ParlourError):
    """A cluster that cannot be reached, or the library to reach it is missing."""


class WorkersDied(ParlourError):
    """Workers of a tournament die again and again."""


class Interrupted(ParlourError):
    """Somebody wants everything to stop at once."""


class LoadInterrupted(KeyboardInterrupt):
    """Somebody pressed the interrupt key while a plugin was loaded; the text names it."""
