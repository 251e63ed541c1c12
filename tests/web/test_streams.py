"""No page can tell two matches apart that differ in an answer its seat may not know."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.apart import run_apart
from tests.broken_games import sealed_bid
from tests.testing.leaks import SUBJECTS, Change, Subject, hidden_answers, played
from tests.testing.test_leaks import Talking
from tests.web.streams import Comparison

LONG = {"giants": (2, 0.2, 2), "rapa_nui": (2, 0.2, 3)}
"""Games with long matches: pairs, the share of positions that are probed, and lines."""
ALL = (4, 1.0, 1000)
HIDING = ("giants", "rapa_nui", "leduc", "which_hand", "sealed_bid")


def compared(
    subject: Subject, folder: Path, rng: Random, limits: tuple[int, float, int]
) -> tuple[int, list[str]]:
    """Compare pairs of matches; return how many bytes of pages, and where they differ."""
    count, found, pairs = 0, list[str](), 0
    wanted, share, most = limits
    while pairs < wanted:
        match = played(subject, subject.seats[pairs % len(subject.seats)], rng)
        changes = [
            Change(number, what, other)
            for number, what, others in hidden_answers(match)
            for other in others
        ]
        for change in rng.sample(changes, min(2, len(changes))):
            pairs += 1
            place = folder / str(pairs)
            place.mkdir()
            pair = Comparison(subject, match, change, place, rng, share, most)
            some, differences = run_apart(pair.run())
            count, found = count + some, found + differences
    return count, found


@pytest.mark.parametrize("name", HIDING)
def test_no_page_tells_hidden_answers(name: str, tmp_path: Path) -> None:
    count, found = compared(SUBJECTS[name], tmp_path, Random(name), LONG.get(name, ALL))

    assert found == []
    assert count > 1000


def test_a_leak_reaches_a_page_and_is_found(tmp_path: Path) -> None:
    leaky = Subject(replace(sealed_bid.GAME, rules=Talking()), (3,))
    _, found = compared(leaky, tmp_path, Random(1), ALL)

    assert found
