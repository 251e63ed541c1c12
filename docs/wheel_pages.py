"""Puts the pages of the documentation into a wheel, for ``parlour docs``.

``PARLOUR_COMPILE=1`` puts the compiled search tree beside its source.
"""

import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

AUTHORING = "parlour_testing/commands"
TREE = "parlour_search/tree"


class PagesHook(BuildHookInterface):
    """Writes each page with its code into a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the pages into a new folder, and add them to the wheel."""
        if version != "standard":  # an editable installation reads the clone
            return
        spec = spec_from_file_location("pages", Path(self.root, "framework", AUTHORING, "pages.py"))
        if spec is None or spec.loader is None:
            raise FileNotFoundError(f"framework/{AUTHORING}/pages.py")
        manual = module_from_spec(spec)
        spec.loader.exec_module(manual)
        self.written = TemporaryDirectory()
        for name, path in manual.pages().items():
            file = Path(self.written.name, f"{name}.md")
            file.parent.mkdir(exist_ok=True)
            file.write_text(manual.page(path), encoding="utf-8")
            build_data["force_include"][str(file)] = f"{AUTHORING}/manual/{name}.md"
        for name in ("index.md", "asked.toml"):
            beside = str(Path(self.root, "docs", name))
            build_data["force_include"][beside] = f"{AUTHORING}/manual/{name}"
        if os.environ.get("PARLOUR_COMPILE") == "1":
            self.compile_tree(Path(self.written.name, "compiled"), build_data)

    def compile_tree(self, folder: Path, build_data: dict[str, Any]) -> None:
        """Compile the search tree in a new folder, and add it to the wheel of this platform.

        Raises:
            ValueError: A module holds a struct, which ``mypyc`` would compile wrongly.
        """
        copytree(Path(self.root, "framework"), folder)
        modules = sorted(folder.glob(f"{TREE}/[!_]*.py"))
        for module in modules:
            if "Struct" in module.read_text(encoding="utf-8"):
                raise ValueError(f"{TREE}/{module.name} holds a struct, and cannot be compiled")
        command = [sys.executable, "-m", "mypyc", *modules]
        subprocess.run(command, cwd=folder, check=True)  # noqa: S603  our own command
        for built in {*folder.rglob("*.so"), *folder.rglob("*.pyd")}:
            if "build" not in built.relative_to(folder).parts:
                build_data["force_include"][str(built)] = str(built.relative_to(folder))
        build_data.update(pure_python=False, infer_tag=True)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder."""
        if version == "standard":
            self.written.cleanup()
