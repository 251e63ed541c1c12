"""The release script refuses what is not ready, and writes version and heading."""

import json
import re
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import version
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "release.py"

PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "stones"
version = "0.1.9"
requires-python = ">=3.11"

[tool.hatch.build.targets.wheel]
include = ["stones.py"]
"""
CHANGELOG = (
    "# Changelog\n\n## Unreleased\n\nThis will be 0.2.0.\n\n- Stones.\n\n## 0.1.9\n\nFirst.\n"
)


@pytest.fixture(scope="module")
def release() -> ModuleType:
    spec = spec_from_file_location("release", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def clone(release: ModuleType, tmp_path: Path) -> Path:
    """Return a repository with one commit."""
    (tmp_path / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    (tmp_path / "stones.py").write_text("STONES = 3\n", encoding="utf-8")
    (tmp_path / ".gitignore").write_text("dist/\n", encoding="utf-8")
    for words in (
        ("init", "--quiet"),
        ("config", "user.name", "Ann"),
        ("config", "user.email", "ann@example.org"),
        ("add", "."),
        ("commit", "--quiet", "--message", "Stones"),
    ):
        release.run("git", *words, at=tmp_path)
    return tmp_path


def test_version_and_heading_are_written_and_committed_with_a_tag(
    release: ModuleType, clone: Path
) -> None:
    release.write_files(clone, "0.2.0")
    release.commit(clone, "0.2.0")

    assert 'version = "0.2.0"' in (clone / "pyproject.toml").read_text(encoding="utf-8")
    assert release.run("git", "tag", at=clone) == "v0.2.0\n"
    release.check_committed(clone)


def test_what_was_unreleased_stands_under_its_version(release: ModuleType) -> None:
    assert release.with_heading(CHANGELOG, "0.2.0", "2027-01-31") == (
        "# Changelog\n\n## Unreleased\n\n## 0.2.0 (2027-01-31)\n\n- Stones.\n\n## 0.1.9\n\nFirst.\n"
    )


@pytest.mark.parametrize("version", ["0.1.9", "0.1.10rc1", "0.0.12", "1", "v0.2.0"])
def test_a_version_that_is_not_above_the_last_is_refused(release: ModuleType, version: str) -> None:
    with pytest.raises(release.ReleaseRefused, match=r"expected a version above 0\.1\.9"):
        release.with_version(PROJECT, version)


def test_versions_are_compared_as_numbers(release: ModuleType) -> None:
    assert 'version = "0.1.10"' in release.with_version(PROJECT, "0.1.10")


@pytest.mark.parametrize(
    ("changelog", "said"),
    [
        pytest.param("# Changelog\n\n## 0.1.9\n\nFirst.\n", "found none", id="no heading"),
        pytest.param("## Unreleased\n\n## 0.1.9\n\nFirst.\n", "found none", id="nothing under it"),
        pytest.param(CHANGELOG.replace("0.2.0", "0.3.0"), r"plans 0\.3\.0", id="another version"),
    ],
)
def test_a_changelog_that_is_not_ready_is_refused_and_nothing_is_written(
    release: ModuleType, clone: Path, changelog: str, said: str
) -> None:
    (clone / "CHANGELOG.md").write_text(changelog, encoding="utf-8")

    with pytest.raises(release.ReleaseRefused, match=said):
        release.write_files(clone, "0.2.0")
    assert (clone / "pyproject.toml").read_text(encoding="utf-8") == PROJECT


def test_changes_that_are_not_committed_are_refused_in_a_line(clone: Path) -> None:
    (clone / "stones.py").write_text("STONES = 4\n", encoding="utf-8")
    words = [sys.executable, str(SCRIPT), "0.2.0"]
    done = subprocess.run(words, cwd=clone, capture_output=True, text=True, check=False)  # noqa: S603  our own script

    assert done.returncode == 1
    assert done.stderr == ("release: expected all changes to be committed, got\n M stones.py\n\n")


def test_wheel_and_sdist_are_built(release: ModuleType, clone: Path) -> None:
    pytest.importorskip("hatchling")
    release.build_distributions(clone)

    assert sorted(path.name for path in (clone / "dist").iterdir()) == [
        "stones-0.1.9-py3-none-any.whl",
        "stones-0.1.9.tar.gz",
    ]
    wheel = next((clone / "dist").glob("*.whl"))
    assert "stones.py" in ZipFile(wheel).namelist()


def test_a_release_has_checksums_and_says_what_it_needs(release: ModuleType, clone: Path) -> None:
    python = 'requires-python = ">=3.11"\n'
    needs = 'dependencies = ["pytest>=8", "no_such_library>=1"]\n'
    web = 'web = ["hypothesis>=6", "pytest>=8"]'
    extras = f'[project.optional-dependencies]\n{web}\nall = ["stones[web]"]\n'
    project = PROJECT.replace("[tool.", f"{extras}\n[tool.", 1)
    project = project.replace(python, f"{python}{needs}")
    (clone / "pyproject.toml").write_text(project, encoding="utf-8")
    (clone / "dist").mkdir()
    (clone / "dist" / "stones-0.1.9.tar.gz").write_bytes(b"stones")
    path = release.write_sbom(clone, "0.1.9")
    release.write_checksums(clone)
    told = json.loads(path.read_text(encoding="utf-8"))
    sums = (clone / "dist" / "SHA256SUMS").read_text(encoding="utf-8").splitlines()

    assert (told["bomFormat"], told["specVersion"]) == ("CycloneDX", "1.5")
    assert told["metadata"]["component"]["purl"] == "pkg:pypi/stones@0.1.9"
    assert [(one["name"], one["scope"], one.get("version")) for one in told["components"]] == [
        ("hypothesis", "optional", version("hypothesis")),
        ("no_such_library", "required", None),
        ("pytest", "required", version("pytest")),
    ]
    assert sums == [
        f"{sha256((clone / 'dist' / name).read_bytes()).hexdigest()}  {name}"
        for name in ("stones-0.1.9.cdx.json", "stones-0.1.9.tar.gz")
    ]


WORKFLOWS = sorted((SCRIPT.parents[1] / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=[path.stem for path in WORKFLOWS])
def test_a_workflow_names_each_action_by_its_commit_and_asks_for_few_rights(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    used = re.findall(r"uses: (\S+)(.*)", text)

    assert used
    assert [one for one in used if not re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", one[0])] == []
    assert all(re.fullmatch(r" # v\d+\.\d+\.\d+", note) for _, note in used)
    assert "\npermissions:\n  contents: read\n" in text


@pytest.mark.matrix
def test_the_index_shows_our_package_page(release: ModuleType, tmp_path: Path) -> None:
    release.run(
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "-d",
        str(tmp_path / "dist"),
        at=SCRIPT.parents[1],
    )

    release.check_distributions(tmp_path)
