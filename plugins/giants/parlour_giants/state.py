"""A match of Giants as it stands, and who carries what in it."""

from bisect import insort
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Annotated, TypeAlias, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

import parlour
from parlour import Seat, replaced
from parlour_giants.board import Board, board
from parlour_giants.components import BOX, COLOURS, HEADDRESS, PIECES, Size, burden
from parlour_giants.options import Options

NOBODY = -1
"""No seat: the owner of an abandoned piece, and the seat of a spectator."""

Crew: TypeAlias = tuple[int, ...]
"""The carriers of a piece into a hex, sorted: a seat's number for each of its workers or its
sorcerer, ``CHIEF`` plus the seat's number for its chief, ``LOG`` for each log."""

BitSet: TypeAlias = Annotated[int, Meta(ge=0)]
"""A set of seats, hexes or ahus: its bit ``n`` stands for number ``n``."""

CHIEF = len(COLOURS)
LOG = 2 * len(COLOURS)


class Clan(Struct, frozen=True, gc=False, kw_only=True, cache_hash=True):
    """Everything that one seat has, except its pieces on the island."""

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
    """Halves of Rongo tablets."""
    moais: tuple[Size, ...] = ()
    """The sizes of the moais carved this round and not yet moved, sorted."""
    headdresses: int = 0
    """Headdresses not yet moved."""
    bid_workers: int = 0
    bid_sorcerer: bool = False
    bid_chief: bool = False
    laid_markers: int = 0
    """Markers bid, or given for Rongo halves; they come back when the round ends."""

    # In the container
    stored_workers: int
    stored_markers: int

    @property
    def figures(self) -> bool:
        """Whether there is any figure behind the screen."""
        return self.workers > 0 or self.sorcerer or self.chief

    @property
    def behind(self) -> dict[str, int]:
        """The number of each thing behind the screen."""
        return {
            "worker": self.workers,
            "sorcerer": int(self.sorcerer),
            "chief": int(self.chief),
            "marker": self.markers,
            "log": self.logs,
            "base": self.bases,
        }

    @property
    def spent(self) -> dict[str, int]:
        """The number of each thing in front of the screen that comes back when the round ends."""
        return {
            "marker": self.laid_markers,
            "worker": self.bid_workers,
            "sorcerer": int(self.bid_sorcerer),
            "chief": int(self.bid_chief),
        }


class Camp(Struct, frozen=True, gc=False, cache_hash=True):
    """The figures and logs on one hex, which can carry pieces into it."""

    workers: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """The number of each seat's workers."""
    sorcerers: BitSet = 0
    """The set of seats whose sorcerer is here."""
    chiefs: BitSet = 0
    """The set of seats whose chief is here."""
    logs: int = 0

    def bearers(self, seat: Seat) -> int:
        """Count the workers and the sorcerer of a seat."""
        return self.workers[seat] + (self.sorcerers >> seat & 1)

    def has(self, seat: Seat) -> bool:
        """Tell whether a seat has any figure here."""
        return bool(self.workers[seat] or (self.sorcerers | self.chiefs) >> seat & 1)

    def things(self) -> Iterator[tuple[Seat, str, int]]:
        """Yield the seat of each kind of thing here, its name and its number; logs are nobody's."""
        if self == NO_CAMP:
            return
        for seat in range(len(COLOURS)):
            yield seat, "worker", self.workers[seat]
            yield seat, "sorcerer", self.sorcerers >> seat & 1
            yield seat, "chief", self.chiefs >> seat & 1
        yield NOBODY, "log", self.logs

    @property
    def strength(self) -> int:
        """The greatest burden that can be carried here; a chief carries any (rule 5.3)."""
        if self.chiefs:
            return 3
        bearers = sum(self.workers) + self.sorcerers.bit_count()
        return bearers + self.logs if bearers else 0


NO_CAMP = Camp()


class Piece(Struct, frozen=True, gc=False, order=True):
    """A moai or a headdress on the island, on its way to an ahu."""

    size: Size
    hex: int
    """The number of its hex."""
    owner: Seat = NOBODY
    """The one seat that may move it, or ``NOBODY`` if it is abandoned and everybody may."""
    marked: bool = False
    """Whether a marker of its owner lies on it."""
    been: BitSet = 0
    """The set of hexes that it may not enter again in this round (rule 9.7), or where it may not be
    left again in this transport (5.15)."""


class Supply(Struct, frozen=True, gc=False, kw_only=True):
    """The pieces that belong to nobody: in the box, or out of the game."""

    moais: tuple[int, int, int]
    """Moais of size 1, 2 and 3 in the box."""
    lost_moais: tuple[int, int, int] = (0, 0, 0)
    """Moais of size 1, 2 and 3 out of the game."""
    headdresses: int
    halves: int
    """Halves of Rongo tablets."""
    lost_logs: int = 0
    """Logs out of the game."""


class BaseState(parlour.State, frozen=True, gc=False, kw_only=True):
    """The whole table except its phases; ``phases.State`` names these."""

    options: Options
    round: int = 1
    """The round, counted from 1."""
    last_round: int = 0
    """The last round, once no moai is left to erect; 0 before."""
    start: Seat = 0
    """The seat that plays first this round."""
    clans: tuple[Clan, ...]
    """The belongings of each seat."""
    camps: tuple[Camp, ...]
    """The figures and logs on each hex."""
    forests: BitSet
    """The set of forest hexes that nobody has felled."""
    pieces: tuple[Piece, ...] = ()
    """The moais and headdresses on their way, sorted."""
    reserved: tuple[BitSet, ...]
    """Each seat's set of ahus with its base face up and no moai."""
    erected: tuple[BitSet, ...]
    """Each seat's set of ahus with its base face down under a moai."""
    sizes: tuple[BitSet, BitSet, BitSet] = (0, 0, 0)
    """The sets of ahus with a moai of size 1, 2 and 3."""
    crowned: BitSet = 0
    """The set of ahus whose moai wears a headdress."""
    looked: tuple[BitSet, ...]
    """Each seat's set of ahus under whose moai it has peeked."""
    supply: Supply
    """The box, and the pieces out of the game."""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.clans)

    @property
    def board(self) -> Board:
        """The island of this match."""
        return _board(self.options)

    @property
    def is_last_round(self) -> bool:
        """Whether the match ends with this round at the latest (rules 7.4 and 7.5)."""
        return self.round in {self.options.round_limit, self.last_round}

    @property
    def moais(self) -> int:
        """The set of ahus with a moai."""
        return self.sizes[0] | self.sizes[1] | self.sizes[2]

    def size_on(self, ahu: int) -> Size:
        """Return the size of the moai on an ahu, 0 for none."""
        return next((size for size, ahus in enumerate(self.sizes, 1) if ahus >> ahu & 1), 0)

    def holder(self, ahu: int) -> Seat:
        """Return the seat that has reserved an ahu, or ``NOBODY``."""
        return next((seat for seat, ahus in enumerate(self.reserved) if ahus >> ahu & 1), NOBODY)

    @property
    def free(self) -> int:
        """The set of ahus without any base."""
        taken = self.moais
        for ahus in self.reserved:
            taken |= ahus
        return self.board.all_ahus & ~taken


@lru_cache(maxsize=64)
def _board(options: Options) -> Board:
    return board(options.island)


S = TypeVar("S", bound=BaseState)


def with_clan(state: S, seat: Seat, clan: Clan) -> S:
    """Return ``state`` with the belongings of ``seat`` replaced by ``clan``."""
    return replace(state, clans=replaced(state.clans, seat, clan))


def with_more(state: S, seat: Seat, **more: int) -> S:
    """Return ``state`` with so many more of some belongings of ``seat``; less if negative."""
    clan = state.clans[seat]
    for what in more:
        more[what] += getattr(clan, what)
    return replace(state, clans=replaced(state.clans, seat, replace(clan, **more)))


def with_piece(state: S, piece: Piece) -> S:
    """Return ``state`` with a piece laid on the island."""
    pieces = list(state.pieces)
    insort(pieces, piece)
    return replace(state, pieces=tuple(pieces))


def without_piece(state: S, seat: Seat, size: Size) -> S:
    """Return ``state`` without one of the pieces before the screen of ``seat``."""
    if size == HEADDRESS:
        return with_more(state, seat, headdresses=-1)
    clan = state.clans[seat]
    place = clan.moais.index(size)
    return with_clan(state, seat, replace(clan, moais=clan.moais[:place] + clan.moais[place + 1 :]))


@lru_cache(maxsize=1 << 14)
def crews(camp: Camp, size: Size) -> tuple[Crew, ...]:
    """Return each crew of a camp that can carry a piece, with all members needed (rule 5.5)."""
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
    """Return each foreign seat in a crew with the points that it earns (rule 5.6)."""
    earned: dict[Seat, int] = {}
    for who in crew:
        seat = who - CHIEF if CHIEF <= who < LOG else who
        points = burden(size) if who >= CHIEF else BOX.points.bearer
        if who != LOG and seat != mover:
            earned[seat] = earned.get(seat, 0) + points
    return tuple(earned.items())


@lru_cache(maxsize=1 << 12)
def passable(camps: tuple[Camp, ...]) -> tuple[int, ...]:
    """Return the set of hexes that a piece can be carried into, for each size (rule 5.3)."""
    strengths = [
        (camp.strength, 1 << number) for number, camp in enumerate(camps) if camp is not NO_CAMP
    ]
    return tuple(
        sum([here for strength, here in strengths if strength >= burden(size)])
        for size in range(len(PIECES))
    )


@lru_cache(maxsize=1 << 12)
def present(camps: tuple[Camp, ...], seat: Seat, *, workers_only: bool = False) -> int:
    """Return the set of hexes with a figure of a seat, or with a worker of it."""
    return sum(
        1 << number
        for number, camp in enumerate(camps)
        if camp is not NO_CAMP and (camp.workers[seat] if workers_only else camp.has(seat))
    )
