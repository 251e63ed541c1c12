"""The workbench: a match of a game that is being written, kept in hand while its rules change."""

from collections.abc import Iterable
from random import Random
from typing import Self

from msgspec import UNSET, to_builtins
from msgspec.structs import replace

from parlour.hooks.source_location import describe_error
from parlour.match import Game, Header, Line, Match, encode_lines, field_lines
from parlour.match.record import parse
from parlour.rules import MatchError, ParlourError, Seat


class Workbench:
    """A match whose answers are given again, under the new rules, when the game is loaded again.

    Nothing is hidden from the one who writes the game: the whole state is shown, too.
    """

    def __init__(self, match: Match, answers: tuple[Line, ...] | None = None) -> None:
        """Take a match in hand; ``answers`` are all that it was given, if it does not hold them."""
        self.match = match
        self._answers = self._given() if answers is None else answers
        self._shown: frozenset[str] = frozenset()

    @classmethod
    def resumed(cls, game: Game, record: bytes) -> Self:
        """Return a workbench with the match of a record in hand, before its first answer.

        Raises:
            ParlourError: The game does not take its seats, options or position.
        """
        kept = parse(record, "the match in hand")
        return cls(Match(game, _header_now(game, kept.header), dealing=False), kept.lines)

    @property
    def game(self) -> Game:
        """The game as it was loaded last."""
        return self.match.game

    @property
    def record(self) -> bytes:
        """The match in hand, with the answers that are not possible now."""
        return encode_lines((self.match.header, *self._answers))

    def reload(self, game: Game) -> str:
        """Give the answers of the match to the game as it is now, and say how far they go.

        Answers that are no longer possible are kept, and given again after the next edit, unless
        somebody has made another move.

        Raises:
            ParlourError: The game does not take the seats, options or position of the match; the
                match stays as it was.
        """
        match = Match(game, _header_now(game, self.match.header), dealing=False)
        said = ""
        for number, line in enumerate(self._answers, 1):
            try:
                match.apply(line)
            except Exception as fault:  # noqa: BLE001  rules that are being written raise anything
                why = str(fault) if isinstance(fault, ParlourError) else describe_error(fault)
                said = (
                    f"answer {number}, '{line.move or line.outcome}', is no longer possible: {why}"
                )
                break
        match.resume()
        self.match = match
        return said or f"{len(self._answers)} answers replayed"

    def set_up(self, position: str) -> None:
        """Begin a match at a position, as ``Match.position`` writes it, or at the JSON of a state.

        The seats and options of a state come from the match in hand.

        Raises:
            SetupError: It is of another game or version, has been changed, or is no state.
        """
        old = self.match.header
        whole = not position.startswith("{")
        seats, options = (None, {}) if whole else (old.seats, old.options)
        self.match = self.game.match(seats, old.seed, None, position, **options)
        self._answers = self._given()

    def play(self, move: str, seat: Seat | None = None) -> None:
        """Make a move, given as text; without a seat, for the one that is awaited.

        Raises:
            ParlourError: It is not possible.
        """
        self.match.play(move, seat)
        self._answers = self._given()

    def play_random(self, count: int) -> None:
        """Make random moves, until there are ``count`` or the match is over."""
        for _ in range(count):
            if self.match.is_over:
                return
            rng = Random(f"{self.match.seed}:{len(self.match.lines)}")  # noqa: S311  no secret
            seat = rng.choice(self.match.awaited.seats)
            moves = self.match.moves(seat)
            self.match.play(moves[rng.randrange(len(moves))], seat)
            self._answers = self._given()

    def go_back(self) -> None:
        """Go back to before the last move.

        Raises:
            MatchError: Nobody has moved.
        """
        moves = [at for at, line in enumerate(self.match.lines) if line.move is not None]
        if not moves:
            raise MatchError("there is no move to take back")
        self.match = self.match.at(moves[-1])
        self.match.resume()
        self._answers = self._given()

    def state_lines(self) -> Iterable[str]:
        """Yield the fields of the state; ``*`` marks new and changed ones."""
        state = self.match.state
        stack = " > ".join(type(phase).__name__ for phase in state.phases)
        lines = (f"phases: {stack}", *field_lines(state))
        for line in lines:
            yield f"{' ' if line in self._shown else '*'} {line}"
        self._shown = frozenset(lines)

    def position(self, name: str = "") -> str:
        """Return the position in one line, as ``Match.position`` does."""
        return self.match.position(name)

    def beginning(self) -> str | None:
        """Return the position where the match began; None if it began as the rules say."""
        return None if self.match.header.state is UNSET else self.match.at(0).position()

    def moves_made(self) -> str:
        """Return the moves of the match in one line, each with its seat, counted from 1."""
        game = self.game
        made = ((line.seat, line.move) for line in self.match.lines)
        typed = (
            f"{seat + 1}: {game.move_notation.typed(game.read_move(text))}"
            for seat, text in made
            if seat is not None and text is not None
        )
        return "; ".join(typed)

    def _given(self) -> tuple[Line, ...]:
        return tuple(line for line in self.match.lines if line.over is None)


def _header_now(game: Game, old: Header) -> Header:
    """Return the header of a match under the rules and options as they are now."""
    options = to_builtins(game.read_options(old.options))
    return replace(old, rules_version=game.rules_version, options=options)
