"""The bounds of a panel hold all that is drawn in it."""

import pytest

from parlour.rules.picture import Pen
from parlour_testing.laws.bounds import bounds_of

BOUNDS: list[tuple[str, tuple[float, float, float, float]]] = [
    ("M1 2 L5 9 Z", (1, 2, 5, 9)),
    ("m1 2 l4 7 h-6 v1", (-1, 2, 5, 10)),
    ("M0 0 C1 -3 2 8 4 4 S6 6 7 1", (0, -3, 7, 8)),
    ("M0 0 Q5 5 9 0 T12 1 A3 3 0 0 1 15 2", (0, 0, 15, 5)),
]


@pytest.mark.parametrize(("path", "bounds"), BOUNDS)
def test_the_bounds_of_a_path_hold_it(path: str, bounds: tuple[float, ...]) -> None:
    pen = Pen(20, 10)
    pen.path(path)

    assert bounds_of(pen.panel("p", "P", label="a path")) == bounds


def test_the_bounds_of_a_group_lie_at_its_place() -> None:
    pen = Pen(20, 10)
    with pen.group(move=(2, 3), turn=90, scale=2):
        pen.circle(0, 0, 1)

    assert bounds_of(pen.panel("p", "P", label="a circle")) == pytest.approx((0, 1, 4, 5))
