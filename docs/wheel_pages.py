"""Puts the pages of the documentation into a wheel, for ``parlour docs``."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

AUTHORING = "parlour/cli/authoring"


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

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the folder."""
        if version == "standard":
            self.written.cleanup()
