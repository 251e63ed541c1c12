"""Numbers for moves: libraries of learning call a move an action, and know it by its number."""

from collections.abc import Collection, Iterator, Mapping, Sequence
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
        """Return what ``seat`` may do by numbers: its legal moves, and its offers with them.

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
        if len(self._texts) >= MAX_TEXTS:
            self._texts.clear()
        for move in moves:
            if move not in self._texts:
                text = self._game.write_move(move)
                self._texts[move] = text, crc32(text.encode()) % self.size
        numbers = {self._texts[move][1]: move for move in moves}
        if len(numbers) < len(moves):
            numbers = dict(self._without_collisions(set(moves)))
        return {number: numbers[number] for number in sorted(numbers)}

    def _without_collisions(self, moves: Collection[Move]) -> Iterator[tuple[int, Move]]:
        if len(moves) > self.size:
            raise MatchError(
                f"{self._game.id}: expected at most {self.size} legal moves, got {len(moves)}; "
                "give a greater number of actions"
            )
        # In the order of the texts, so that the same legal moves have the same numbers.
        taken: set[int] = set()
        for move in sorted(moves, key=self._texts.__getitem__):
            number = self._texts[move][1]
            while number in taken:
                number = (number + 1) % self.size
            taken.add(number)
            yield number, move
