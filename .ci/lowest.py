"""Install the lowest releases that pyproject.toml declares: ``python .ci/lowest.py EXTRA…``.

With ``--list`` before the extras, they are printed as requirements and not installed.
"""

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"


def pins(declared: Iterable[str]) -> Iterator[str]:
    """Yield ``name==release`` for every ``name>=release``."""
    for requirement in declared:
        found = re.match(r"([\w-]+)>=([\d.]+)", requirement)
        if found:
            yield f"{found[1]}=={found[2]}"


def main() -> None:
    """Install the pins of the dependencies and of the extras that are named."""
    is_list = sys.argv[1:2] == ["--list"]
    asked = sys.argv[1 + is_list :]
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = (project["optional-dependencies"][extra] for extra in asked)
    declared = [*project["dependencies"], *(line for extra in extras for line in extra)]
    if is_list:
        print("\n".join(pins(declared)))  # noqa: T201  for another program
        return
    command = [sys.executable, "-m", "pip", "install", "--quiet", *pins(declared)]
    sys.exit(subprocess.run(command, check=False).returncode)  # noqa: S603  pip, of this environment


if __name__ == "__main__":
    main()
