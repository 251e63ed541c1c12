"""An option that a game gets changes no golden file of matches that do not use it."""

from parlour import Over, State
from tests.games.golden import changed, plain


class Heap(State, frozen=True):
    phases: tuple["Over", ...]
    stones: int
    extra: int = 0


def test_a_field_that_has_its_default_is_not_written() -> None:
    assert plain(Heap((), 3)) == {"phases": [], "stones": 3}
    assert plain((Heap((), 3, 2),)) == [{"phases": [], "stones": 3, "extra": 2}]


def test_a_field_that_gets_its_default_again_is_written() -> None:
    before, after = (plain(Heap((), 3, extra)) for extra in (2, 0))

    assert changed(before, after) == {"extra": None}
    assert changed(after, before) == {"extra": 2}
