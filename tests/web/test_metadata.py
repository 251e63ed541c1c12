"""The metadata of tables on disk, and those of earlier releases."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import msgspec
import pytest
from msgspec import UNSET

from parlour.rules.errors import RecordError
from parlour_web.tables.metadata import TableFile, TableMetadata, read

EARLIER = (
    b'{"parlour_table":1,"host":"aa","seats":["bb",""],"names":["Ada",""],'
    b'"onlookers":"","watched":false,"delay":3}'
)
"""Metadata with a field that only earlier releases wrote."""
KEPT = TableMetadata(host="aa", seats=("bb", ""), names=("Ada", ""), watched=False, delay=3)


def test_metadata_of_an_earlier_release_are_read_and_written_again(tmp_path: Path) -> None:
    path = tmp_path / "maori-1.table.json"
    path.write_bytes(EARLIER)

    found = read(path)
    TableFile(path, found).change("names", 1, "Bo")

    assert found == KEPT
    assert msgspec.json.decode(path.read_bytes()) == {
        "parlour_table": 1,
        "host": "aa",
        "seats": ["bb", ""],
        "names": ["Ada", "Bo"],
        "watched": False,
        "delay": 3,
    }


def test_changes_of_several_threads_are_all_kept(tmp_path: Path) -> None:
    """People come and say their names while the table begins."""
    seats = range(8)
    path = tmp_path / "maori-1.table.json"
    file = TableFile(
        path, TableMetadata(host="aa", seats=("bb",) * 8, names=("",) * 8, held="start")
    )
    begin = Barrier(len(seats) + 1)

    def name(seat: int) -> None:
        begin.wait()
        file.change("names", seat, f"person {seat}")

    def start() -> None:
        begin.wait()
        file.hold(None)

    with ThreadPoolExecutor(len(seats) + 1) as threads:
        done = [threads.submit(start), *(threads.submit(name, seat) for seat in seats)]
        for change in done:
            change.result()

    assert read(path) == file.metadata
    assert file.metadata.names == tuple(f"person {seat}" for seat in seats)
    assert file.metadata.held is UNSET


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param(b'{"host":"aa"}', "expected the metadata of a table", id="half of it"),
        pytest.param(b"[]", "expected the metadata of a table", id="something else"),
        pytest.param(
            EARLIER.replace(b":1,", b":2,", 1), "expected format 1, got 2", id="a newer release"
        ),
    ],
)
def test_what_is_no_metadata_is_refused_in_a_line(tmp_path: Path, text: bytes, reason: str) -> None:
    path = tmp_path / "maori-1.table.json"
    path.write_bytes(text)

    with pytest.raises(RecordError, match=rf"maori-1\.table\.json: .*{reason}"):
        read(path)
