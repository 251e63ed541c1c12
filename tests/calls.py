"""Counts of calls of Parlour's functions: no machine and no version of Python changes them."""

import sys
from collections.abc import Callable
from functools import lru_cache
from inspect import CO_GENERATOR
from types import FrameType

CACHED = type(lru_cache(lambda: None))


def calls_of(work: Callable[[], object], places: tuple[str, ...] = ("",)) -> int:
    """Return how many functions are called; comprehensions and resumed generators do not count.

    If ``places`` are given, only functions count whose file has one of them in its path.
    """
    count = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        code = frame.f_code
        if event == "call" and not code.co_flags & CO_GENERATOR and code.co_name[0] != "<":
            count += any(place in code.co_filename for place in places)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def forget_results() -> None:
    """Empty the caches of Parlour's functions, so that a count does not depend on other tests."""
    modules = [vars(one) for name, one in [*sys.modules.items()] if name.startswith("parlour")]
    things = [thing for names in modules for thing in [*names.values()]]
    classes = [thing for thing in things if isinstance(thing, type)]
    for thing in (*things, *(method for one in classes for method in vars(one).values())):
        if isinstance(thing, CACHED):
            thing.cache_clear()
