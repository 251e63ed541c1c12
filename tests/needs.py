"""What a test needs of the machine: where it is missing, the test is skipped, but fails in CI."""

import os
import shutil
from typing import NoReturn

import pytest


def lack(what: str) -> NoReturn:
    """Skip a test, or a module of tests, since ``what`` is missing; in CI, which has it, fail."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, and CI leaves no test out")
    pytest.skip(f"{what} is missing", allow_module_level=True)


def program(*names: str) -> str:
    """Return the path of the first of these programs that is installed."""
    found = next(filter(None, map(shutil.which, names)), None)
    return found or lack(" or ".join(names))
