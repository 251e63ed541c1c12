"""Nothing lies at the top of the project but what belongs there."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]

OURS = {
    ".ci",
    ".github",
    ".gitignore",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "benchmarks",
    "docs",
    "framework",
    "plugins",
    "pyproject.toml",
    "starters",
    "tests",
    "tox.ini",
}
"""Files and folders of the repository."""

PACKED = {"PKG-INFO"}
"""Files that a source distribution holds besides."""


def names() -> set[str]:
    """Return the names at the top: in a clone those that git keeps, else all but hidden ones.

    A developer may keep files of their own, which git does not track.
    """
    git = shutil.which("git")
    if git is not None and (ROOT / ".git").exists():
        listed = subprocess.run(  # noqa: S603  git, of the machine
            [git, "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=False, text=True
        )
        if listed.returncode == 0:
            kept = [path for path in listed.stdout.split("\0") if path and (ROOT / path).exists()]
            return {path.partition("/")[0] for path in kept}
    return {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}


def test_nothing_else_lies_at_the_top() -> None:
    assert names() - OURS - PACKED == set()
