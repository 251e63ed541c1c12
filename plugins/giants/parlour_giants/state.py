"""A whole situation of a match of Giants."""

from functools import lru_cache
from itertools import combinations
from typing import TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

import parlour
from parlour import Seat, replaced
from parlour_giants.board import Board, board
from parlour_giants.components import BOX, COLOURS, Size, burden
from parlour_giants.options import Options

NOBODY = -1

Crew: TypeAlias = tuple[int, ...]
"""Who carries a piece into a hex, sorted: a seat's number for each of its workers or its
sorcerer, ``CHIEF`` plus the seat for its chief, ``LOG`` for each log."""

CHIEF = len(COLOURS)
LOG = 2 * len(COLOURS)


class Clan(Struct, frozen=True, gc=False, kw_only=True):
    """What one seat has, wherever it is but on the island."""

    points: int = 0
    """Prestige points on the track."""

    # Behind the screen
    workers: int
    sorcerer: bool = True
    chief: bool = True
    markers: int
    bases: int
    logs: int = 0

    # In front of the screen
    halves: int = 0
    moais: tuple[Size, ...] = ()
    """Carved this round and not yet moved, by size."""
    headdresses: int = 0
    bid_workers: int = 0
    bid_sorcerer: bool = False
    bid_chief: bool = False
    laid_markers: int = 0
    """Bid, or given for Rongo halves; they come back when the round ends."""

    # In the container
    stored_workers: int
    stored_markers: int

    @property
    def figures(self) -> bool:
        """Whether there is any figure behind the screen."""
        return self.workers > 0 or self.sorcerer or self.chief


class Camp(Struct, frozen=True, gc=False, cache_hash=True, omit_defaults=True):
    """What stands on one hex to carry."""

    workers: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """How many of each seat."""
    sorcerers: int = 0
    """A set of seats."""
    chiefs: int = 0
    """A set of seats."""
    logs: int = 0

    def bearers(self, seat: Seat) -> int:
        """Count the workers and the sorcerer of a seat."""
        return self.workers[seat] + (self.sorcerers >> seat & 1)

    def has(self, seat: Seat) -> bool:
        """Tell whether a seat has any figure here."""
        return bool(self.workers[seat] or (self.sorcerers | self.chiefs) >> seat & 1)

    @property
    def strength(self) -> int:
        """What can be carried here at the most; a chief carries anything (rule 5.3)."""
        if self.chiefs:
            return 3
        bearers = sum(self.workers) + self.sorcerers.bit_count()
        return bearers + self.logs if bearers else 0


NO_CAMP = Camp()


class Piece(Struct, frozen=True, gc=False, order=True):
    """A moai or a headdress on its way."""

    size: Size
    hex: int
    owner: Seat = NOBODY
    """Who alone may move it; nobody where it lies abandoned."""
    marked: bool = False
    """Whether a tribe marker of its owner's lies on it."""


class Supply(Struct, frozen=True, gc=False, kw_only=True):
    """What belongs to nobody: in the box, or out of the game."""

    moais: tuple[int, int, int]
    lost_moais: tuple[int, int, int] = (0, 0, 0)
    headdresses: int
    halves: int
    lost_logs: int = 0


class BaseState(parlour.State, frozen=True, gc=False, kw_only=True):
    """The match; its phases are in ``parlour_giants.phases``."""

    options: Options
    round: int = 1
    start: Seat = 0
    """Who plays first this round."""
    clans: tuple[Clan, ...]
    camps: tuple[Camp, ...]
    """What stands on each hex."""
    forests: int
    """The forest hexes that nobody has felled, as a set."""
    pieces: tuple[Piece, ...] = ()
    """The moais and headdresses on their way, sorted."""
    reserved: tuple[int, ...]
    """Each seat's set of ahus with its base face up and no moai."""
    erected: tuple[int, ...]
    """Each seat's set of ahus with its base face down under a moai."""
    sizes: tuple[int, int, int] = (0, 0, 0)
    """The sets of ahus with a moai of size 1, 2 and 3."""
    crowned: int = 0
    """The set of ahus whose moai wears a headdress."""
    looked: tuple[int, ...]
    """Each seat's set of ahus under whose moai it has paid to look."""
    supply: Supply

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.clans)

    @property
    def board(self) -> Board:
        """The island they play on."""
        return board(self.options.board)

    @property
    def moais(self) -> int:
        """The set of ahus with a moai."""
        return self.sizes[0] | self.sizes[1] | self.sizes[2]

    @property
    def free(self) -> int:
        """The set of ahus without any base."""
        taken = self.moais
        for ahus in self.reserved:
            taken |= ahus
        return (1 << len(self.board.ahus)) - 1 & ~taken


S = TypeVar("S", bound=BaseState)


def with_clan(state: S, seat: Seat, clan: Clan) -> S:
    """Return ``state`` with ``clan`` as what ``seat`` has."""
    return replace(state, clans=replaced(state.clans, seat, clan))


@lru_cache(maxsize=1 << 14)
def crews(camp: Camp, size: Size) -> tuple[Crew, ...]:
    """Return every crew of a camp that can carry a piece and in which all are needed (rule 5.5)."""
    need = burden(size)
    bearers = [s for s in range(len(COLOURS)) for _ in range(min(camp.bearers(s), need))]
    found: dict[Crew, None] = {}
    for count in range(1, need + 1):
        if need - count <= camp.logs:
            logs = (LOG,) * (need - count)
            found.update(dict.fromkeys((*who, *logs) for who in combinations(bearers, count)))
    found.update({(CHIEF + s,): None for s in range(len(COLOURS)) if camp.chiefs >> s & 1})
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def fees(crew: Crew, mover: Seat, size: Size) -> tuple[tuple[Seat, int], ...]:
    """Return what each foreign seat in a crew earns (rule 5.6)."""
    earned: dict[Seat, int] = {}
    for who in crew:
        seat = who - CHIEF if CHIEF <= who < LOG else who
        points = burden(size) if who >= CHIEF else BOX.points.bearer
        if who != LOG and seat != mover:
            earned[seat] = earned.get(seat, 0) + points
    return tuple(earned.items())


@lru_cache(maxsize=1 << 12)
def passable(camps: tuple[Camp, ...], size: Size) -> int:
    """Return the set of hexes into which a piece can be carried (rule 5.3)."""
    need = burden(size)
    return sum(
        1 << number
        for number, camp in enumerate(camps)
        if camp is not NO_CAMP and camp.strength >= need
    )


@lru_cache(maxsize=1 << 12)
def present(camps: tuple[Camp, ...], seat: Seat) -> int:
    """Return the set of hexes with a figure of a seat."""
    return sum(
        1 << number for number, camp in enumerate(camps) if camp is not NO_CAMP and camp.has(seat)
    )
