"""Make a release: ``tox run -e release -- 0.2.0``.

It refuses a version that is not above the last one, changes that are not committed, and a changelog
that says nothing. Then it runs all checks, writes the version and the date, builds wheel, sdist and
site into ``dist``, with a bill of materials and checksums, and commits and tags. Publishing is left
to you: it says how.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tomllib
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as metadata_version
from pathlib import Path

VERSION = re.compile(r'^version = "(\d+\.\d+\.\d+)"$', re.MULTILINE)
UNRELEASED = re.compile(
    r"^## Unreleased\n\s*(?:This will be (?P<planned>\S+)\.\n\s*)?", re.MULTILINE
)


SUMMED = {".gz", ".json", ".whl"}
"""Endings of the files of a release."""


class ReleaseRefused(Exception):
    """The release cannot be made as asked."""


def with_version(project: str, version: str) -> str:
    """Return pyproject.toml with a version above the one it has."""
    found = VERSION.search(project)
    if found is None:
        raise ReleaseRefused('expected a line version = "1.2.3" in pyproject.toml')
    if not re.fullmatch(r"\d+\.\d+\.\d+", version) or _numbers(version) <= _numbers(found[1]):
        raise ReleaseRefused(f"expected a version above {found[1]}, such as 0.2.0, got {version}")
    return VERSION.sub(f'version = "{version}"', project)


def with_heading(changelog: str, version: str, date: str) -> str:
    """Return CHANGELOG.md with what is unreleased under a heading of the version."""
    found = UNRELEASED.search(changelog)
    text = "" if found is None else changelog[found.end() :].partition("\n## ")[0]
    if found is None or not text.strip() or text.startswith("## "):
        raise ReleaseRefused("expected changes under '## Unreleased' in CHANGELOG.md, found none")
    if found["planned"] not in {None, version}:
        raise ReleaseRefused(f"CHANGELOG.md plans {found['planned']}, got {version}")
    heading = f"## Unreleased\n\n## {version} ({date})\n\n"
    return changelog[: found.start()] + heading + changelog[found.end() :]


def check_committed(root: Path) -> None:
    """Refuse changes that are not committed."""
    changed = run("git", "status", "--porcelain", at=root)
    if changed:
        raise ReleaseRefused(f"expected all changes to be committed, got\n{changed}")


def write_files(root: Path, version: str) -> None:
    """Write version and heading, both or neither."""
    project, changelog = root / "pyproject.toml", root / "CHANGELOG.md"
    date = datetime.now(UTC).date().isoformat()
    texts = (
        with_version(project.read_text(encoding="utf-8"), version),
        with_heading(changelog.read_text(encoding="utf-8"), version, date),
    )
    for path, text in zip((project, changelog), texts, strict=True):
        path.write_text(text, encoding="utf-8")


def build_distributions(root: Path) -> None:
    """Build wheel and sdist into ``dist``."""
    run(sys.executable, "-m", "hatchling", "build", "-d", "dist", at=root)


def build_files(root: Path, version: str) -> None:
    """Build all files of a release into ``dist``, with a bill of materials and checksums."""
    build_distributions(root)
    write_sbom(root, version)
    write_checksums(root)


def check_distributions(root: Path) -> None:
    """Refuse a package page that the index would not show."""
    built = [path for path in root.glob("dist/*") if path.suffix in {".gz", ".whl"}]
    run(sys.executable, "-m", "twine", "check", "--strict", *map(str, built), at=root)


def write_sbom(root: Path, version: str) -> Path:
    """Write what the package needs as a bill of materials, and return its path.

    It names each dependency with the releases that are declared, and the one that the release was
    built and tested with.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = dict.fromkeys(project.get("dependencies", []), "required")
    for lines in project.get("optional-dependencies", {}).values():
        declared |= {line: "optional" for line in lines if line not in declared}
    package = f"pkg:pypi/{project['name']}@{version}"
    text = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": package,
                "name": project["name"],
                "version": version,
                "purl": package,
            }
        },
        "components": [
            component
            for line, scope in sorted(declared.items())
            if (component := _component(line, scope, project["name"])) is not None
        ],
    }
    path = root / "dist" / f"{project['name']}-{version}.cdx.json"
    path.write_text(json.dumps(text, indent=2) + "\n", encoding="utf-8")
    return path


def _component(declared: str, scope: str, project: str) -> dict[str, object] | None:
    """Return a dependency in the bill of materials; None for an extra of the project itself."""
    name = re.split(r"[^\w.-]", declared, maxsplit=1)[0]
    if name == project:
        return None
    with suppress(PackageNotFoundError):
        built_with = metadata_version(name)
        return {
            "type": "library",
            "name": name,
            "version": built_with,
            "purl": f"pkg:pypi/{name.lower().replace('_', '-')}@{built_with}",
            "scope": scope,
            "properties": [{"name": "declared", "value": declared}],
        }
    return {
        "type": "library",
        "name": name,
        "purl": f"pkg:pypi/{name.lower().replace('_', '-')}",
        "scope": scope,
        "properties": [{"name": "declared", "value": declared}],
    }


def write_checksums(root: Path) -> None:
    """Write SHA-256 of each file of the release, as ``sha256sum --check`` reads them."""
    built = sorted(path for path in (root / "dist").iterdir() if path.suffix in SUMMED)
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in built]
    (root / "dist" / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def build_site(root: Path) -> None:
    """Build the site into ``dist/site``, warnings as errors."""
    run(sys.executable, "-m", "sphinx", "-q", "-n", "-W", "docs", "dist/site", at=root)


def commit(root: Path, version: str) -> None:
    """Commit and tag the release."""
    run("git", "commit", "--quiet", "--all", "--message", f"Release {version}", at=root)
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Release {version}", at=root)


def run(*command: str, at: Path) -> str:
    """Run a command, and return what it printed.

    Raises:
        ReleaseRefused: It failed.
    """
    done = subprocess.run(command, cwd=at, capture_output=True, text=True, check=False)  # noqa: S603  our own commands
    if done.returncode:
        raise ReleaseRefused(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def main() -> None:
    """Make the release that the command line asks for."""
    parser = argparse.ArgumentParser(description="Make a release, and say how to publish it.")
    parser.add_argument("version", help="the new version, such as 0.2.0")
    parser.add_argument("--checked", action="store_true", help="all checks of .ci/run have passed")
    parser.add_argument(
        "--address",
        help="where files of the repository are shown: links of the package page lead there",
    )
    parser.add_argument(
        "--rebuild",
        action="store_true",
        help="build the files of a release that is tagged, and write nothing else",
    )
    asked = parser.parse_args()
    if asked.address:
        os.environ["PARLOUR_ADDRESS"] = asked.address
    root = Path.cwd()
    try:
        check_committed(root)
        if asked.rebuild:
            build_files(root, asked.version)
            return
        if not asked.checked:
            run(".ci/run", at=root)
        write_files(root, asked.version)
        build_files(root, asked.version)
        check_distributions(root)
        build_site(root)
        commit(root, asked.version)
    except ReleaseRefused as fault:
        sys.exit(f"release: {fault}")
    print(f"dist holds {asked.version}. Publish it:")  # noqa: T201  what to do next
    print(f"  git push origin main v{asked.version}")  # noqa: T201  likewise
    print("  twine upload dist/*.whl dist/*.tar.gz")  # noqa: T201  likewise


if __name__ == "__main__":
    main()
