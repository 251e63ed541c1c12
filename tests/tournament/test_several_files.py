"""Files of several tournaments are rated as one."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from parlour.rules.errors import StoreError
from parlour.tournament.analysis.analysis import analyse
from parlour.tournament.analysis.report_model import ContestReport
from parlour.tournament.plan.plan import BotIdentity, Tournament, provenance
from parlour.tournament.playing.several_files import SeveralFiles
from parlour.tournament.playing.store import Store
from parlour.tournament.report.report_html import report_as_html
from tests.tournament.conftest import Make, run

BOTS = ["search:simulations=2", "search:simulations=8", "uniform"]
KEPT = Path(__file__).parents[1] / "compatibility" / "tournaments"
PAIRS = {"one": BOTS[:2], "two": BOTS[1:], "three": BOTS[::2]}


@pytest.fixture
def pairs(make: Make) -> list[Store]:
    """Return three files, each of two of three bots, from one seed."""
    stores = [make(name, bots=bots, blocks=2) for name, bots in PAIRS.items()]
    for store in stores:
        run(store)
    return stores


def figures(store: Store) -> object:
    """Return all figures of a report but those that are measured or name the schedule."""
    found = to_builtins(analyse(store))
    measured = {"seconds", "longest", "schedule", "most", "key"}

    def cleaned(value: object) -> object:
        if isinstance(value, dict):
            return {name: cleaned(part) for name, part in value.items() if name not in measured}
        return [cleaned(part) for part in value] if isinstance(value, list | tuple) else value

    return cleaned(found)


def ratings(contest: ContestReport) -> dict[str, float]:
    return {row.name: row.rating.points for row in contest.standings if row.rating is not None}


def test_three_files_of_two_bots_are_one_of_three(make: Make, pairs: list[Store]) -> None:
    whole = make("whole", bots=BOTS, blocks=2)
    run(whole)
    joined, straight = SeveralFiles(pairs), analyse(whole)
    found = analyse(joined)

    assert joined.count() == whole.count() == found.matches
    for contest, expected in zip(found.contests, straight.contests, strict=True):
        assert ratings(contest) == pytest.approx(ratings(expected))
        assert (contest.blocks, contest.incomplete) == (6, 0)


def test_every_match_leads_to_its_record(pairs: list[Store]) -> None:
    joined = SeveralFiles(pairs)
    for result in joined.results():
        store, key = joined.origin(result.key)
        assert joined.record(result.key) == store.record(key)
        assert next(one.deal for one in store.results() if one.key == key) == result.deal
    assert "<h1>all</h1>" in report_as_html(joined, analyse(joined), "all")


def test_a_block_that_two_files_hold_counts_once(pairs: list[Store], tmp_path: Path) -> None:
    copy = Path(shutil.copy(pairs[0].path, tmp_path / "copy"))
    with Store.open_file(copy) as store:
        joined = SeveralFiles([pairs[0], store])

        assert joined.count() == pairs[0].count()
        assert figures(joined) == figures(pairs[0])


def test_bots_of_one_name_and_other_files_are_two(pairs: list[Store]) -> None:
    for store, digest in zip(pairs, ("d0", "d1", "d0"), strict=True):
        bots = [BotIdentity(e.name, e.bot, "", "", digest) for e in store.tournament.plan.entrants]
        store.note_run(provenance(store.tournament.plan.clock, {}, bots))
    joined = SeveralFiles(pairs)

    assert [entrant.name for entrant in joined.tournament.plan.entrants] == [
        "search:simulations=2",
        "search:simulations=8",
        f"search:simulations=8 ({pairs[1].path})",
        "uniform",
        f"uniform ({pairs[2].path})",
    ]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param(
            lambda old: replace(old, plan=replace(old.plan, forfeits="played_on")),
            "expected forfeits = 'last', as in .*, got 'played_on'",
            id="forfeits",
        ),
        pytest.param(
            lambda old: replace(old, roster=replace(old.roster, rules=(9, 9))),
            "tic_tac_toe/2: expected rules version 1, as in the files before it, got 9",
            id="rules",
        ),
    ],
)
def test_what_cannot_be_put_together_is_refused(
    make: Make, tmp_path: Path, change: Callable[[Tournament], Tournament], reason: str
) -> None:
    first = make()
    with (
        Store.create_file(tmp_path / "other", change(first.tournament)) as second,
        pytest.raises(StoreError, match=reason),
    ):
        SeveralFiles([first, second])


def test_a_file_of_an_older_release_and_another_are_read_together(tmp_path: Path) -> None:
    paths = [
        Path(shutil.copy(KEPT / name, tmp_path))
        for name in ("finished.tournament", "unfinished.tournament")
    ]
    stores = [Store.open_file(path) for path in paths]
    with SeveralFiles(stores) as joined:
        assert joined.count() <= sum(store.count() for store in stores)
        assert analyse(joined).matches == joined.count()
