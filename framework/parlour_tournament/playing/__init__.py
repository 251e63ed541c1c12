"""Running a tournament: workers, matches, and the file of results."""

from parlour_tournament.playing.match import play_planned_match
from parlour_tournament.playing.progress import (
    BlockTally,
    begun_blocks,
    bots_by_side,
    counted_results,
    pooled_test,
    schedules_of,
    shares,
    tally_blocks,
)
from parlour_tournament.playing.results import (
    BlockClass,
    MatchResult,
    PlayedMatch,
    Timing,
    aggregate,
    decompress,
    results_by_bot,
    results_by_pair,
    results_by_side,
)
from parlour_tournament.playing.runner import Listener, Runner, StopRequest, ignore, never
from parlour_tournament.playing.several_files import open_files
from parlour_tournament.playing.store import Store
from parlour_tournament.playing.workers import Workers, start_workers

__all__ = [
    "BlockClass",
    "BlockTally",
    "Listener",
    "MatchResult",
    "PlayedMatch",
    "Runner",
    "StopRequest",
    "Store",
    "Timing",
    "Workers",
    "aggregate",
    "begun_blocks",
    "bots_by_side",
    "counted_results",
    "decompress",
    "ignore",
    "never",
    "open_files",
    "play_planned_match",
    "pooled_test",
    "results_by_bot",
    "results_by_pair",
    "results_by_side",
    "schedules_of",
    "shares",
    "start_workers",
    "tally_blocks",
]
