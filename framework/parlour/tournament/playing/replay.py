"""A match of a tournament, played again: with the bots, the deal and the luck that it had."""

from msgspec import Struct
from msgspec.structs import replace

from parlour.rules.errors import StoreError
from parlour.tournament.plan.loader import Loader
from parlour.tournament.playing.match import play_fixture
from parlour.tournament.playing.progress import bots_by_side
from parlour.tournament.playing.results import MatchResult, PlayedMatch
from parlour.tournament.playing.store import Store, decompress
from parlour.tournament.schedules.blocks import Fixture, luck_of


class Replay(Struct, frozen=True):
    """A match that was played again, beside the one in the file."""

    before: MatchResult
    """Result in the file."""
    now: PlayedMatch
    """Match as it was played again."""
    record: bytes
    """Record of the match played again, as JSON lines."""
    differs_at: int | None
    """Number of the first line of the records that differs, from 1; None where all are equal."""


def replay_match(store: Store, key: tuple[int, int, int], loader: Loader) -> Replay:
    """Play the match of a key again, in this process.

    Raises:
        StoreError: The match has not been played.
    """
    before = next((one for one in store.results(key[0]) if one.key == key), None)
    if before is None:
        name = store.tournament.plan.match_name(key)
        raise StoreError(f"{store.path}: no match {name} has been played")
    # A process of its own for the match, whatever the plan says: it is the only one.
    plan = replace(store.tournament.plan, restart=True)
    now = play_fixture(plan, fixture_of(store, before), loader)
    record = decompress(now.record)
    return Replay(before, now, record, _first_difference(store.record(key), record))


def fixture_of(store: Store, result: MatchResult) -> Fixture:
    """Return the fixture of which ``result`` came."""
    plan, lineup = store.tournament.plan, result.lineup
    bots = bots_by_side(store.tournament.roster, result)
    # Copies of bots may sit the same way in several rotations of a block; each has its own luck.
    turns = range(1, result.match % len(bots) + 1)
    earlier = sum(bots[turn:] + bots[:turn] == bots for turn in turns)
    luck = luck_of(plan, result.deal, lineup, earlier) if plan.bot_seed else ""
    return Fixture(*result.key, result.deal, lineup, luck, result.opening)


def _first_difference(before: bytes, now: bytes) -> int | None:
    then, again = before.splitlines(), now.splitlines()
    for number, (one, other) in enumerate(zip(then, again, strict=False), 1):
        if one != other:
            return number
    return None if len(then) == len(again) else min(len(then), len(again)) + 1
