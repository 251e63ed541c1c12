"""A bot's files are copied and a link never is, whenever its authors put it there."""

import shutil
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from parlour_league.submissions import Submissions


class Swap:
    """Puts a link in the place of a file or folder right before one of a league's looks at it."""

    def __init__(self) -> None:
        self.hidden: Path | None = None
        """Folder of somebody else; None while nothing is watched."""
        self.path = Path()
        """File or folder that goes."""
        self.left = 0
        """Number of looks until then."""

    def __call__(self, event: str, args: tuple[Any, ...]) -> None:
        """Count what Python is about to open or list."""
        if self.hidden is None or event not in {"open", "os.listdir", "os.scandir"}:
            return
        self.left -= 1
        if self.left == 0:
            hidden = self.hidden
            self.hidden = None  # what follows is no look of the league
            goal = hidden / self.path.name if self.path.is_file() else hidden
            self.path.rename(hidden.parent / "gone")
            self.path.symlink_to(goal)


@pytest.fixture(scope="module")
def swap() -> Swap:
    watch = Swap()
    sys.addaudithook(watch)  # for good; it sleeps where nothing is hidden
    return watch


@pytest.mark.parametrize("at", ["mine/bot.py", "mine/bot.toml", "mine/inner", "mine"])
def test_no_file_of_others_is_copied_whenever_a_link_appears(
    tmp_path: Path, swap: Swap, at: str
) -> None:
    """A link appears before the first look, before the second, and so on to the last."""
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    folder = tmp_path / "club"
    kept = Submissions(folder, folder / ".league" / "versions")
    for name in ("bot.py", "bot.toml", "secret.py"):
        (hidden / name).write_text('command = "python3 bot.py"\n# secret')
    for look in count(1):
        shutil.rmtree(folder / "mine", ignore_errors=True)
        (folder / "mine" / "inner").mkdir(parents=True)
        (folder / "mine" / "bot.py").write_text("mine")
        (folder / "mine" / "bot.toml").write_text('command = "python3 bot.py"')
        (folder / "mine" / "inner" / "secret.py").write_text("mine")
        swap.path = folder / at
        swap.left = look
        swap.hidden = hidden
        kept.take()
        is_over = swap.hidden is not None
        swap.hidden = None
        for version in kept.versions():
            texts = [path.read_text() for path in version.folder.rglob("*.*")]
            assert not any("secret" in text for text in texts), f"look {look}"
            shutil.rmtree(version.folder)
        if is_over:
            break
        (folder / at).unlink()
        (tmp_path / "gone").rename(folder / at)

    assert look > 5
