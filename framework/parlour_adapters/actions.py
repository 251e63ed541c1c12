"""Numbers for moves: libraries of learning call a move an action, and know it by its number."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from zlib import crc32

from parlour.match import Game, Match
from parlour.rules import MatchError, Move, Seat

DEFAULT_ACTIONS = 4096
"""Number of actions of a game whose moves cannot be counted, unless you give another."""


MAX_TEXTS = 20_000
"""Maximum number of moves whose texts are cached."""

MAX_LISTS = 2_000
"""Maximum number of lists of legal moves whose numbers are cached."""


class Legal(NamedTuple):
    """The legal moves of a seat, with their numbers."""

    moves: tuple[Move, ...]
    """The moves as they were listed."""
    numbers: Mapping[int, Move]
    """The moves by their numbers, the lowest first."""
    mask: bytes
    """A byte for each number: 1 if a move has it, else 0."""


class Actions:
    """The numbers of a game's moves, 0 … ``size - 1``.

    If the moves can be counted, a number is the place of its move in ``Game.all_moves``, in all
    matches. If not, it is made from the move's text. A move then nearly always has the same number.
    One number may stand for several moves, but never for two that are legal at once: the second
    gets the next number that is free.
    """

    def __init__(self, game: Game, size: int | None = None) -> None:
        """Number the moves of ``game``; ``size`` is for moves that cannot be counted."""
        self._game = game
        moves = game.all_moves
        self._moves: Sequence[Move] = moves or ()
        self._known = None if moves is None else {move: n for n, move in enumerate(moves)}
        self._legal: dict[tuple[Move, ...], Legal] = {}
        self._same: dict[int, Legal] = {}
        """By the identity of their tuples, lists of legal moves that were met."""
        self._texts: dict[Move, tuple[str, int]] = {}
        """The text of each move, with its hash."""
        self.size = len(moves) if moves is not None else size or DEFAULT_ACTIONS
        """Number of actions."""

    @property
    def are_fixed(self) -> bool:
        """Whether each move has one number, and each number one move."""
        return self._known is not None

    def legal(self, moves: Sequence[Move]) -> Legal:
        """Return legal moves by their numbers, and their mask.

        Raises:
            MatchError: There are more moves than numbers.
        """
        # Many games list their moves once for all matches: these lists are known without a look
        # at any move.
        same = self._same.get(id(moves))
        if same is not None and same.moves is moves:  # in a copy it is not
            return same
        key = tuple(moves)
        legal = self._legal.get(key)
        if legal is None:
            legal = self._new_legal(key)
            if len(self._legal) >= MAX_LISTS:
                self._legal.clear()
                self._same.clear()
            self._legal[key] = legal
            self._same[id(key)] = legal
        return legal

    def numbered(self, moves: Sequence[Move]) -> Mapping[int, Move]:
        """Return legal moves by their numbers, the lowest first.

        Raises:
            MatchError: There are more moves than numbers.
        """
        return self.legal(moves).numbers

    def of(self, match: Match, seat: Seat) -> Mapping[int, Move]:
        """Return what ``seat`` may do in ``match`` by numbers: its legal moves and its offers.

        Empty if the seat is not awaited.

        Raises:
            MatchError: There are more moves than numbers.
        """
        if seat not in match.awaited.seats:
            return {}
        return self.numbered((*match.moves(seat), *match.offers(seat)))

    def _new_legal(self, moves: tuple[Move, ...]) -> Legal:
        numbers = self._new_numbers(moves)
        mask = bytearray(self.size)
        for number in numbers:
            mask[number] = 1
        return Legal(moves, numbers, bytes(mask))

    def _new_numbers(self, moves: tuple[Move, ...]) -> Mapping[int, Move]:
        if self._known is not None:
            return {
                number: self._moves[number]
                for number in sorted(map(self._known.__getitem__, moves))
            }
        named = [self._texts.get(move) or self._new_text(move) for move in moves]
        numbers = {number: move for (_, number), move in zip(named, moves, strict=True)}
        if len(numbers) < len(moves):
            numbers = self._without_collisions(dict(zip(named, moves, strict=True)))
        return {number: numbers[number] for number in sorted(numbers)}

    def _new_text(self, move: Move) -> tuple[str, int]:
        """Return the text of a move that has not been met, with its hash."""
        if len(self._texts) >= MAX_TEXTS:
            self._texts.clear()
        text = self._game.write_move(move)
        self._texts[move] = text, crc32(text.encode()) % self.size
        return self._texts[move]

    def _without_collisions(self, moves: Mapping[tuple[str, int], Move]) -> dict[int, Move]:
        """Number moves, given by their texts and hashes, by the next numbers that are free."""
        if len(moves) > self.size:
            raise MatchError(
                f"{self._game.id}: expected at most {self.size} legal moves, got {len(moves)}; "
                "give a greater number of actions"
            )
        numbers: dict[int, Move] = {}
        # In the order of the texts, so that the same legal moves have the same numbers.
        for (_, first), move in sorted(moves.items()):
            number = first
            while number in numbers:
                number = (number + 1) % self.size
            numbers[number] = move
        return numbers
