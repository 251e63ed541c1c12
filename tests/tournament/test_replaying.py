"""The command that plays a match again stands beside every match of a report."""

import shlex
import shutil
from pathlib import Path

from parlour.tournament.analysis.analysis import analyse
from parlour.tournament.playing.several_files import SeveralFiles
from parlour.tournament.playing.store import Store
from parlour.tournament.report.report_html import report_as_html
from parlour.tournament.report.report_text import report_as_text
from parlour.tournament.running import replay_match
from tests.tournament.conftest import LOADER, Make, run

TOURNAMENTS = Path(__file__).parents[1] / "compatibility/tournaments"
BOTS = ["search:simulations=2", "uniform", "falling"]


def test_a_match_of_an_older_release_comes_as_it_was(tmp_path: Path) -> None:
    """Its record names no dealer, and writes some moves otherwise; the file stays as it is."""
    file = Path(shutil.copy(TOURNAMENTS / "unfinished.tournament", tmp_path))
    before = file.read_bytes()
    with Store.open_file(file, read_only=True) as store:
        found = replay_match(store, (0, 0, 0), LOADER)
        analyse(store)

    assert b"place ship" in found.record
    assert found.differs_at is None
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_every_match_of_a_report_can_be_played_again(make: Make) -> None:
    stores = {}
    for name, bots in (("one", BOTS), ("two", BOTS[:2])):
        store = make(name, bots=bots, blocks=1, bot_seed="b")
        stores[store.path.name] = store
        run(store)
    for given in (stores["one.tournament"], SeveralFiles(list(stores.values()))):
        report = analyse(given)
        text = "\n".join(part for part in report_as_text(report) if isinstance(part, str))
        page = report_as_html(given, report, "x")
        commands = [match.replay for one in report.contests for match in one.worth_seeing]

        assert len(commands) > 4
        for command in commands:
            *words, file, match = shlex.split(command)
            contest, block, number = match.split(":")
            keys = [one.key for one in stores[file].tournament.plan.contests]
            key = (keys.index(contest), int(block), int(number))

            assert words == ["parlour", "tournament", "replay"]
            assert f"  {command}" in text.splitlines()
            assert f"<code>{command}</code>" in page
            assert replay_match(stores[file], key, LOADER).differs_at is None
