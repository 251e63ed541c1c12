"""Distributions of strangers, laid out as an installer leaves them, on a path of their own."""

import os
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The project, whose tests some strangers borrow from."""

GAME = """
import parlour
from tests.broken_games.which_hand import variant

@parlour.hookimpl
def parlour_games():
    yield variant(id={id!r})
"""
BOT = """
import parlour
from parlour.players.uniform import Uniform
from parlour.players.base import Bot

@parlour.hookimpl
def parlour_bots():
    yield Bot(name={name!r}, make=lambda game, rng, settings: Uniform(game, rng))
"""
SIGNED = """
from pathlib import Path
with (Path(__file__).parent / "imported").open("a") as _note: _note.write(__name__ + " ")
"""
"""Leaves a note that the module was imported."""


class Strangers:
    """Installs distributions in a folder that comes first on Python's path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()

    @property
    def path(self) -> str:
        """The value of ``PYTHONPATH`` with the folder in front."""
        kept = os.environ.get("PYTHONPATH", "")
        return os.pathsep.join(filter(None, (str(self.folder), str(ROOT), kept)))

    def install(
        self,
        distribution: str,
        entries: Mapping[str, str] | str,
        source: str,
        group: str = "parlour",
    ) -> None:
        """Install a distribution with one module; ``entries`` are names of plugins, or raw."""
        module = f"stranger_{distribution.replace('-', '_')}"
        (self.folder / f"{module}.py").write_text(SIGNED + source, encoding="utf-8")
        info = self.folder / f"{distribution.replace('-', '_')}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n", encoding="utf-8"
        )
        if not isinstance(entries, str):
            lines = [f"{name} = {value or module}" for name, value in entries.items()]
            entries = "\n".join([f"[{group}]", *lines, ""])
        (info / "entry_points.txt").write_text(entries, encoding="utf-8")

    def imported(self) -> str:
        """Return the modules of strangers that were imported since the last time."""
        note = self.folder / "imported"
        names = note.read_text("utf-8").split() if note.exists() else []
        note.unlink(missing_ok=True)
        return " ".join(sorted(set(names)))
