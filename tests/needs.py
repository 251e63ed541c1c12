"""What a test needs of the machine: where it is missing, the test is skipped, but fails in CI."""

import os
import shutil
from typing import NoReturn

import pytest


def lack(what: str) -> NoReturn:
    """Skip the test that runs, since ``what`` is missing; in CI, which must have it, fail."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, and CI leaves no test out")
    pytest.skip(f"{what} is missing")


def program(*names: str) -> str:
    """Return the path of the first of these programs that is installed."""
    found = next(filter(None, map(shutil.which, names)), None)
    return found or lack(" or ".join(names))
