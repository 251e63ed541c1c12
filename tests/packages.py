"""The packages of the framework, for every test that reads its code."""

from pathlib import Path

from parlour.hooks.own import PACKAGES

ROOT = Path(__file__).parents[1]
FRAMEWORK = ROOT / "framework"

FOLDERS = [FRAMEWORK / package for package in PACKAGES if (FRAMEWORK / package).is_dir()]
"""The folder of each package."""

MODULES = sorted(path for folder in FOLDERS for path in folder.rglob("*.py"))
"""All modules of the packages."""
