"""Numbers for moves: libraries of learning call a move an action, and know it by its number."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from zlib import crc32

from parlour.match.game import Game, Match
from parlour.rules.answers import Move
from parlour.rules.errors import MatchError
from parlour.rules.seats import Seat

DEFAULT_ACTIONS = 4096
"""Number of actions of a game whose moves cannot be counted, unless you give another."""


MAX_TEXTS = 20_000
"""Maximum number of moves whose texts are kept."""


class Actions:
    """The numbers of a game's moves, 0 … ``size - 1``.

    If the moves can be counted, a number is the place of its move in ``Game.all_moves``, in all
    matches. If not, it is made from the move's text. A move then nearly always has the same number.
    One number may stand for several moves, but never for two that are legal at once: the second
    gets the next number that is free.
    """

    def __init__(self, game: Game, size: int | None = None) -> None:
        """Number the moves of ``game``; ``size`` is for those that cannot be counted."""
        self._game = game
        moves = game.all_moves
        self._moves: Sequence[Move] = moves or ()
        self._known = None if moves is None else {move: n for n, move in enumerate(moves)}
        self._last: tuple[Match | None, int, Seat, Mapping[int, Move]] = (None, 0, 0, {})
        """Match, number of its lines and seat that were asked for last, and the numbers."""
        self._texts: dict[Move, str] = {}
        self.size = len(moves) if moves is not None else size or DEFAULT_ACTIONS
        """Number of actions."""

    @property
    def are_fixed(self) -> bool:
        """Whether each move has one number, and each number one move."""
        return self._known is not None

    def numbered(self, moves: Iterable[Move]) -> Mapping[int, Move]:
        """Return legal moves by their numbers, the lowest first.

        Raises:
            MatchError: There are more moves than numbers.
        """
        if self._known is not None:
            return {
                number: self._moves[number]
                for number in sorted(map(self._known.__getitem__, moves))
            }
        texts = sorted((self._text(move), move) for move in set(moves))
        if len(texts) > self.size:
            raise MatchError(
                f"{self._game.id}: expected at most {self.size} legal moves, got {len(texts)}; "
                "give a greater number of actions"
            )
        return dict(sorted(self._hashed(texts)))

    def of(self, match: Match, seat: Seat) -> Mapping[int, Move]:
        """Return what ``seat`` may do by numbers: its legal moves, and its offers with them.

        Empty if the seat is not awaited.

        Raises:
            MatchError: There are more moves than numbers.
        """
        if seat not in match.awaited.seats:
            return {}
        asked, at, last, numbers = self._last
        if asked is not match or at != len(match.lines) or last != seat:
            numbers = self.numbered((*match.moves(seat), *match.offers(seat)))
            self._last = match, len(match.lines), seat, numbers
        return numbers

    def _text(self, move: Move) -> str:
        if len(self._texts) >= MAX_TEXTS:
            self._texts.clear()
        if move not in self._texts:
            self._texts[move] = self._game.write_move(move)
        return self._texts[move]

    def _hashed(self, texts: Iterable[tuple[str, Move]]) -> Iterator[tuple[int, Move]]:
        # In the order of the texts, so that the same legal moves have the same numbers.
        taken: set[int] = set()
        for text, move in texts:
            number = crc32(text.encode()) % self.size
            while number in taken:
                number = (number + 1) % self.size
            taken.add(number)
            yield number, move
