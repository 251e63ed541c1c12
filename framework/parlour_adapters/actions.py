"""Numbers for moves: libraries of learning call a move an action, and know it by its number."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from zlib import crc32

from parlour.match import Game, Match
from parlour.rules import MatchError, Move, Seat

DEFAULT_ACTIONS = 4096
"""Number of actions of a game whose moves cannot be counted, unless you give another."""


MAX_TEXTS = 20_000
"""Maximum number of moves whose texts are cached."""

MAX_LISTS = 2_000
"""Maximum number of lists of legal moves whose numbers are cached."""


class Legal:
    """The legal moves of a seat, with their numbers."""

    def __init__(self, moves: tuple[Move, ...], numbers: Sequence[int], size: int) -> None:
        self.moves = moves
        """The moves as they were listed."""
        self.numbers = numbers
        """The number of each of them."""
        self._size = size

    def move(self, number: object) -> Move | None:
        """Return the move that has a number; None if none has it."""
        numbers = self.numbers
        return self.moves[numbers.index(number)] if number in numbers else None

    @cached_property
    def ordered(self) -> Mapping[int, Move]:
        """The moves by their numbers, the lowest first."""
        moves = dict(zip(self.numbers, self.moves, strict=True))
        return {number: moves[number] for number in sorted(moves)}

    @cached_property
    def mask(self) -> bytes:
        """A byte for each number: 1 if a move has it, else 0."""
        mask = bytearray(self._size)
        for number in self.numbers:
            mask[number] = 1
        return bytes(mask)


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
        self.size = len(moves) if moves is not None else size or DEFAULT_ACTIONS
        """Number of actions."""
        self._hashes = _Hashes(game, self.size)

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
            legal = Legal(key, self._new_numbers(key), self.size)
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
        return self.legal(moves).ordered

    def of(self, match: Match, seat: Seat) -> Mapping[int, Move]:
        """Return what ``seat`` may do in ``match`` by numbers: its legal moves and its offers.

        Empty if the seat is not awaited.

        Raises:
            MatchError: There are more moves than numbers.
        """
        if seat not in match.awaited.seats:
            return {}
        return self.numbered((*match.moves(seat), *match.offers(seat)))

    def _new_numbers(self, moves: tuple[Move, ...]) -> Sequence[int]:
        if self._known is not None:
            return [*map(self._known.__getitem__, moves)]
        numbers = [*map(self._hashes.__getitem__, moves)]
        if len({*numbers}) == len(moves):
            return numbers
        return [*map(self._without_collisions(moves).__getitem__, moves)]

    def _without_collisions(self, moves: tuple[Move, ...]) -> Mapping[Move, int]:
        """Number moves by the next numbers that are free."""
        texts = {self._hashes.text(move): move for move in moves}
        if len(texts) > self.size:
            raise MatchError(
                f"{self._game.id}: expected at most {self.size} legal moves, got {len(texts)}; "
                "give a greater number of actions"
            )
        numbers: dict[Move, int] = {}
        taken: set[int] = set()
        # In the order of the texts, so that the same legal moves have the same numbers.
        for text in sorted(texts):
            move = texts[text]
            number = self._hashes[move]
            while number in taken:
                number = (number + 1) % self.size
            numbers[move] = number
            taken.add(number)
        return numbers


class _Hashes(dict[Move, int]):
    """A number for each move that was met, made from its text."""

    def __init__(self, game: Game, size: int) -> None:
        super().__init__()
        self._game = game
        self._size = size
        self._texts: dict[Move, str] = {}

    def text(self, move: Move) -> str:
        """Return the text of a move."""
        text = self._texts.get(move)
        if text is None:
            if len(self._texts) >= MAX_TEXTS:
                self._texts.clear()
            text = self._texts[move] = self._game.write_move(move)
        return text

    def __missing__(self, move: Move) -> int:
        if len(self) >= MAX_TEXTS:
            self.clear()
        number = self[move] = crc32(self.text(move).encode()) % self._size
        return number
