"""The test of a new version: it joins a league only if the test takes it for better."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from parlour_league.league import League
from parlour_tournament.plan.plan import Entrant
from parlour_tournament.plan.settings import BotSetting
from parlour_tournament.playing.progress import pooled_test
from parlour_tournament.playing.runner import Runner
from parlour_tournament.playing.store import Store
from parlour_tournament.running import TournamentRun
from tests.tournament.conftest import LOADER, InThisProcess

SETTINGS = """
games = ["tic_tac_toe"]
bots = ["uniform", "rude"]
test = { elo1 = 200 }
blocks = %d
"""
VERSIONS = st.sampled_from(["uniform", "rude", "search:simulations=20"])


def plays(store: Store) -> TournamentRun:
    """Play all matches of a file."""
    Runner(store).run(InThisProcess())
    return TournamentRun(store.path, 0, store.count(), complete=True)


@settings(deadline=None, max_examples=15)
@given(bot=VERSIONS, blocks=st.integers(1, 10), seed=st.integers(0, 2**32))
def test_a_version_joins_only_if_its_test_takes_it_for_better(
    bot: str, blocks: int, seed: int
) -> None:
    """Most tests end here undecided, for want of blocks."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "league.toml").write_text(SETTINGS % blocks)
        league = League(folder, LOADER)
        league.plan = replace(league.plan, seed=str(seed))
        version = BotSetting(bot, "mine-2")
        why = league.judge(version, Entrant("mine-1", "uniform"), folder / "test", plays)
        with Store.open_file(folder / "test") as store:
            test = pooled_test(store)

    assert test is not None
    reasons = {
        "alternative": "",
        "null": f"no better than mine-1 after {test.blocks} blocks",
        "open": f"not known to be better than mine-1 after {test.blocks} blocks",
    }
    assert why == reasons[test.verdict]
