"""Servers of tables."""

from collections.abc import Iterator

import pytest

from parlour import Shortcuts
from tests.broken_games import sealed_bid, which_hand
from tests.web.programs import serve
from tests.web.served import Laid, Served, served
from tests.web.tables import Site

COMMAND = "exec:python3 my_bot.py"
"""The command that tables of the server may seat."""

ORDERED = which_hand.variant(
    id="ordered",
    shortcuts=Shortcuts(standing_orders={"guess the first": lambda _, moves: moves[0]}),
)
"""A game with a standing order."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Return a server in this process, for pages without a browser."""
    folder, hosts = tmp_path_factory.mktemp("tables"), frozenset({"games.example.org"})
    games = which_hand.GAME, sealed_bid.GAME, ORDERED
    with served(folder, games, hosts=hosts, commands=(COMMAND,)) as running:
        yield running


@pytest.fixture
def laid(server: Served) -> Laid:
    """Return a new table of tic-tac-toe for two people."""
    return server.lay("tic_tac_toe", "me", "friend")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a server in a process of its own."""
    folder = tmp_path_factory.mktemp("tables")
    with serve(folder, lines=1, stderr=None) as program:
        yield Site(program.pages.base, folder, program.pages.key)
