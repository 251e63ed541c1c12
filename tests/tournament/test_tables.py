"""How figures, names and tables of a report are written."""

from math import inf

import pytest

from parlour_tournament.analysis.intervals import Estimate
from parlour_tournament.analysis.ratings import Rating
from parlour_tournament.report import tables
from parlour_tournament.report.tables import short_names


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        pytest.param(Rating(12, -80.4, 120.6), "-80 to +121", id="points"),
        pytest.param(Rating(12, -inf, 120), "… to +120", id="no bound below"),
        pytest.param(Rating(12, -80, inf), "-80 to …", id="no bound above"),
        pytest.param(Estimate(0.5, 0.25, 1.0), "0.250 to 1.000", id="a result"),
    ],
)
def test_an_interval_is_written_with_its_ends(figure: Rating | Estimate, text: str) -> None:
    assert tables.interval(figure) == text


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        pytest.param(Rating(34.2, 13.1, 55.4), "+34 ± 21", id="even"),
        pytest.param(Rating(34, 0, 90), "+34 (+0 to +90)", id="uneven"),
        pytest.param(Rating(-619, -inf, 20), "-619 (… to +20)", id="open"),
    ],
)
def test_a_difference_in_elo_is_written_with_its_interval(figure: Rating, text: str) -> None:
    assert tables.elo(figure) == text


@pytest.mark.parametrize(
    ("names", "short"),
    [
        pytest.param(["search:simulations=20", "uniform"], ["search:s=20", "uniform"], id="alone"),
        pytest.param(
            ["search:simulations=20", "search:seconds=0.05"],
            ["search:si=20", "search:se=0.05"],
            id="two settings",
        ),
        pytest.param(["twelve-twelve-a", "twelve-twelve-b"], ["twelve-…elve-a", "twelve-…elve-b"]),
        pytest.param(["a" * 20, "a" * 21], ["aaaaaaa…aaaaaa", "aaaaaaaaa…2"], id="still the same"),
    ],
)
def test_long_names_are_shortened_and_stay_apart(names: list[str], short: list[str]) -> None:
    assert list(short_names(names).values()) == short


@pytest.mark.parametrize(
    ("seconds", "text"), [(2.5, "2.5 s"), (0.0123, "12.3 ms"), (4.5e-6, "4.5 µs"), (0.0, "0 µs")]
)
def test_a_time_is_written_in_its_unit(seconds: float, text: str) -> None:
    assert tables.duration(seconds) == text
