"""What the heuristic promises, worked out by hand."""

from parlour_giants.heuristic.state_values import expected_points
from tests.giants.positions import position


def test_expected_points_are_of_the_own_pieces_and_not_of_the_rivals() -> None:
    """An erected moai counts in full for its owner, and takes nothing from the others."""
    before = expected_points(position())
    after = expected_points(position(erected={"a3a 2": "blue"}))

    gains = [now - then for now, then in zip(after, before, strict=True)]
    assert gains == [gains[0], 0, 0]
    assert gains[0] > 0
