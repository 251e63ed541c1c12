"""The host of a game from a link: it runs apart, keeps nothing, and tells what the laws say.

Its page trusts nothing of it. What the page shows of the laws is the word of a program that shares
its Python with the game, so that it helps an author and proves nothing.
"""

import asyncio
from collections.abc import Callable

import msgspec
from msgspec import Struct

from parlour.catalog.catalog import Catalog
from parlour.match import Game
from parlour.rules import ParlourError, one_line
from parlour_site.host import Host
from parlour_testing.checking import check
from parlour_web.page_acts import REFUSED

LAWS = "/laws"
"""The path of the act that tells what the laws say of the game."""
GAME = "/game"
"""The path of the act that orders a table of the game."""
MATCHES = 20
"""Number of matches for the check of the laws."""


class BrokenLaw(Struct, frozen=True):
    """A law that the game breaks."""

    name: str
    detail: str


class LawReport(Struct, frozen=True):
    """The word of the laws on a game."""

    matches: int
    """Number of matches."""
    laws: int
    """Number of laws that had something to check."""
    broken: tuple[BrokenLaw, ...]


class Stranger(Host):
    """Plays the tables of a game from a link."""

    def __init__(
        self,
        path: str,
        folder: str,
        tell: Callable[[int, bytes], None],
        close: Callable[[int], None],
        pace: float = 0.5,
    ) -> None:
        """Play the game at a path; ``tell`` and ``close`` are as for every host.

        Raises:
            ParlourError: There is no game, or it does not load.
        """
        self._game: Game = Catalog().game(path)
        super().__init__(folder, _keep_nothing, tell, close, pace)

    async def ask(
        self, method: str, path: str, key: str, body: str, language: str
    ) -> tuple[int, str, bytes]:
        """Return status, media type and body of an answer."""
        if path == LAWS:
            return await self._laws()
        if path == GAME:
            return await super().ask("POST", "/tables", key, self._order(), language)
        return await super().ask(method, path, key, body, language)

    def _order(self) -> str:
        """Return the order for a table with one person and bots, as few as can play."""
        seats = [{"who": "me"}, *[{"who": "bot", "level": "medium"}] * (min(self._game.seats) - 1)]
        return msgspec.json.encode({"game": self._game.id, "seats": seats}).decode()

    async def _laws(self) -> tuple[int, str, bytes]:
        try:
            report = check(self._game, matches=MATCHES)
        except ParlourError as fault:
            return REFUSED, "application/json", msgspec.json.encode({"error": one_line(fault)})
        await asyncio.sleep(0)
        broken = tuple(BrokenLaw(one.law, one_line(one.message)) for one in report.breaches)
        told = LawReport(report.matches, len(report.laws), broken)
        return 200, "application/json", msgspec.json.encode(told)


async def _keep_nothing() -> None:
    """Keep nothing: the frame has no store."""
