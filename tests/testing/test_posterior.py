"""Samples of worlds are compared by what is strange in them, and by what is missing."""

from random import Random

from parlour import Over, State
from parlour.testing.laws.posterior import CHANCE, places_of_strangers


class World(State, frozen=True, kw_only=True):
    phases: tuple[Over, ...] = ()
    cells: int


def sets_of_cells(rng: Random, *, known: bool) -> World:
    """Return a world whose set is seldom that of another; the first cell is in it, if known."""
    return World(cells=rng.getrandbits(40) << 1 | known)


def test_worlds_without_what_all_others_hold_are_strangers() -> None:
    known, honest, forgetful = (
        [sets_of_cells(rng, known=is_known) for _ in range(120)]
        for rng, is_known in ((Random(1), True), (Random(2), True), (Random(3), False))
    )

    assert list(places_of_strangers(known, honest, CHANCE)) == []
    assert list(places_of_strangers(known, forgetful, CHANCE)) == ["cells bit by bit"]
