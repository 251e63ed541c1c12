"""The package page is README.md, whose links lead to addresses or are plain text."""

import re
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from tests.test_architecture import OURS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ADDRESS = "https://example.org/parlour/blob/main"
MAX_LINES = 120
MAX_WORDS = 800
"""What a stranger reads before they decide."""


@pytest.fixture(scope="module")
def package_page() -> ModuleType:
    spec = spec_from_file_location("package_page", ROOT / "docs" / "package_page.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def addresses(text: str) -> list[str]:
    """Return where the links and pictures of a rendered page lead."""
    return re.findall(r'(?:href|src)="([^"]*)"', MarkdownIt("commonmark").render(text))


def test_each_link_of_the_page_leads_to_an_address_and_each_picture_too(
    package_page: ModuleType,
) -> None:
    shown = addresses(package_page.page_of(README, ADDRESS))

    assert len(shown) == len(addresses(README)) >= 20
    for link in shown:
        path = link.removesuffix("?raw=true").removeprefix(f"{ADDRESS}/")
        assert link.startswith("https://")
        assert link.removesuffix("?raw=true") == path or (ROOT / path.partition("#")[0]).exists()


def test_without_an_address_the_page_has_no_link_and_no_picture(package_page: ModuleType) -> None:
    shown = package_page.page_of(README, "")

    assert addresses(shown) == []
    assert "<!--" not in shown
    assert not re.search(r"\]\(", shown)


WORDS = st.text("abc .", min_size=1).filter(str.strip)


@given(WORDS, st.text("abc/.#", min_size=1), st.sampled_from(["", ADDRESS]))
def test_no_link_keeps_a_path_and_none_loses_its_text(
    package_page: ModuleType, text: str, path: str, address: str
) -> None:
    shown = package_page.page_of(f"Read [{text}]({path}), please.", address)

    assert text in shown
    assert all(link.startswith("https://") for link in addresses(shown))


def test_addresses_are_stated_only_if_there_are_some(
    package_page: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = package_page.PackagePageHook(str(ROOT), {})
    stated: list[dict[str, object]] = [{}, {}]

    monkeypatch.delenv("PARLOUR_ADDRESS", raising=False)
    hook.update(stated[0])
    monkeypatch.setenv("PARLOUR_ADDRESS", f"{ADDRESS}/")
    hook.update(stated[1])

    assert stated[0]["urls"] == {}
    assert stated[1]["urls"] == {
        "Changelog": f"{ADDRESS}/CHANGELOG.md",
        "Documentation": f"{ADDRESS}/docs/index.md",
        "Source": ADDRESS,
    }


def test_readme_is_short() -> None:
    assert README.count("\n") <= MAX_LINES
    assert len(README.split()) <= MAX_WORDS


def test_the_game_of_readme_is_what_a_new_game_is() -> None:
    (shown,) = re.findall(r"^```python\n(class .*?)^```$", README, re.MULTILINE | re.DOTALL)
    templates = ROOT / "framework" / "parlour_testing" / "templates"

    assert shown in (templates / "secret" / "$name.py.txt").read_text(encoding="utf-8")


def test_the_extra_of_a_player_is_the_two_faces() -> None:
    assert SETTINGS["project"]["optional-dependencies"]["play"] == ["parlour[screen,web]"]
    assert ".[play]" in README


def test_a_source_distribution_holds_what_the_test_command_needs() -> None:
    """The tests read each of these; licence and settings are packed by themselves."""
    packed = SETTINGS["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    shown = {name for name in OURS if not name.startswith(".")}

    assert {f"/{name}" for name in shown - {"LICENSE", "pyproject.toml"} | {".ci"}} == set(packed)


def test_the_first_step_of_the_tutorial_is_as_long_as_readme_says() -> None:
    step = (ROOT / "docs" / "tutorial" / "step1" / "cuckoo.py").read_text(encoding="utf-8")

    assert f"one file of {len(step.splitlines())} lines" in " ".join(README.split())
