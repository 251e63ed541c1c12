"""The samples. A catalog imports each by its own module: somebody who plays one needs no other."""

from collections.abc import Iterator
from importlib import import_module

from parlour.hooks import hookimpl
from parlour.hooks.installed import SAMPLES
from parlour.match import Game


@hookimpl
def parlour_games() -> Iterator[Game]:
    """Yield the samples."""
    for sample in SAMPLES:
        yield from import_module(sample.value).parlour_games()
