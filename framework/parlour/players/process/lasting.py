"""A bot in a process of its own that plays many matches, one after the other."""

from collections.abc import Callable
from random import Random

from parlour.match.game import Game
from parlour.players.base import SeatInfo
from parlour.players.process.command import BotCommand
from parlour.players.process.player import ProcessPlayer


class LastingPlayer(ProcessPlayer):
    """Keeps its process when a match is over; a bot that fails loses it, as everywhere.

    ``on_free`` is called with it when it can take another match.
    """

    def __init__(
        self,
        game: Game,
        rng: Random,
        command: BotCommand,
        on_free: Callable[["LastingPlayer"], None],
    ) -> None:
        super().__init__(game, rng, command)
        self._on_free = on_free
        self._read_before = ""

    def take(self, rng: Random) -> "LastingPlayer":
        """Get the generator of the next match."""
        self._rng = rng
        self.errors = ""
        return self

    def begin(self, seat_info: SeatInfo) -> None:
        """Announce a match to the process, which starts with the first.

        Raises:
            BotFailed: The bot does not get ready.
        """
        self._asked = 0
        super().begin(seat_info)

    def close(self) -> None:
        """Stay for the next match; what the bot wrote in this one is its error text."""
        connection = self._connection
        if connection is None:
            return
        text = connection.errors
        self.errors += text.removeprefix(self._read_before)
        self._read_before = text
        self._on_free(self)
