"""Examples: positions under the rules, with what is possible in them, what is refused, and why.

The examples of a game are one TOML file, ``Game(examples=Examples(file=..., arrange=...))``. The
law ``examples-hold`` of ``parlour_testing`` plays each of them.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from parlour.match import Game, Match
from parlour.rules import MatchError, PluginError, Seat, SetupError, State, decoding, one_line

PLAYERS = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay", "Gil", "Hal")
"""The players of examples, in the order of the seats."""


class Example(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position under a rule, what one may do in it, and what comes of it."""

    rule: str
    """The number of the rule."""
    seats: int = 0
    """The number of players; 0 for the fewest that can play."""
    players: tuple[str, ...] = ()
    """Their names, as a printed example has them; without names they are ``PLAYERS``."""
    printed: bool = False
    """Whether the printed rules have this example."""
    options: Annotated[tuple[dict[str, object], ...], Meta(min_length=1)] = ({},)
    """Sets of options that it holds with; pages draw the first."""
    position: dict[str, object] | None = None
    """The position, as the game reads it; without it the match begins as the rules say."""
    seed: str = ""
    """The seed that chance decides by; without it each outcome stands among the answers."""
    begin: tuple[str, ...] = ()
    """Answers that lead from there to what is drawn: moves and outcomes."""
    sees: str = ""
    """The player who sees the table; the first one unless it is said."""
    show: tuple[str, ...] = ()
    """Panels of the table that are drawn; all of them if none is named."""
    yes: tuple[str, ...] = ()
    """Moves that are possible there; a name in front is of a player who is not asked first."""
    no: dict[str, str] = {}
    """Moves that are refused there, each with the number of the rule that forbids it."""
    play: tuple[str, ...] = ()
    """Answers from there on."""
    tells: tuple[str, ...] = ()
    """Parts of the English sentences that these answers tell, in order."""
    shows: tuple[str, ...] = ()
    """Texts that stand in the English drawing of the position."""
    lacks: tuple[str, ...] = ()
    """Texts that do not stand there."""
    score: dict[str, tuple[int | Literal["?"], ...]] = {}
    """Lines of the score after these answers, by their English names: each player's points.

    Points that the one who sees the table does not know are ``"?"``.
    """
    places: tuple[int, ...] = ()
    """The places of all players, if these answers end the match."""

    def match(self, game: Game, options: Mapping[str, object]) -> Match:
        """Begin a match in the position.

        Raises:
            ParlourError: The game has no such position, or an answer is not possible there.
        """
        players = self.players or PLAYERS[: self.seats or game.seats[0]]
        position = self.position
        state = None if position is None else self._state(game, players, options, position)
        begun = game.match(None, self.seed, players, state, **options)
        match = begun if self.seed else Match(game, begun.header, dealing=False)
        for text in self.begin:
            give(match, text)
        return match

    def _state(
        self,
        game: Game,
        players: Sequence[str],
        options: Mapping[str, object],
        position: Mapping[str, object],
    ) -> State:
        arrange = game.examples.arrange
        if arrange is None:
            raise PluginError(f"{game.id}: expected Examples(arrange=...) for a position, got None")
        try:
            state: State = arrange(players, game.read_options(options), position)
        except (LookupError, ValueError, TypeError) as fault:
            why = f"{type(fault).__name__}: {one_line(fault)}"
            raise SetupError(f"{game.id}: expected a position, got {why}") from fault
        return state


class _Examples(Struct, frozen=True, forbid_unknown_fields=True):
    examples: tuple[Example, ...] = ()


def examples_of(game: Game) -> tuple[Example, ...]:
    """Return the examples of a game in the order of its file.

    Raises:
        PluginError: The file holds something else.
    """
    file = game.examples.file
    if file is None:
        return ()
    with decoding(f"{game.id}: {file.name}", PluginError):
        return msgspec.toml.decode(file.read_bytes(), type=_Examples).examples


def mover(match: Match, text: str) -> tuple[Seat | None, str]:
    """Return the seat that gives an answer, or None for chance, and the answer.

    Raises:
        MatchError: Nobody at the table has the name in front of it.
    """
    name, colon, move = text.partition(": ")
    if not colon:
        return next(iter(match.awaited.seats), None), text
    if name not in match.header.players:
        raise MatchError(f"expected one of {', '.join(match.header.players)}, got '{name}'")
    return match.header.players.index(name), move


def give(match: Match, text: str) -> None:
    """Give a match an answer.

    Raises:
        ParlourError: It is not possible.
    """
    seat, answer = mover(match, text)
    if seat is None:
        match.resolve(match.game.outcome_notation.read(answer))
    else:
        match.play(answer, seat)
