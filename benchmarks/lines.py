"""Lines of code of the same games, here and in other frameworks.

    python benchmarks/lines.py
    python benchmarks/lines.py --clones FOLDER

Without clones, it prints the counts that ``same_games/counts.json`` holds for the others. With
clones, FOLDER has one of each repository under the framework's name; the files are counted at the
commits that ``same_games/peers.toml`` names, and the counts are kept.

A line counts if something stands on it that is neither a comment nor a docstring.
"""

import argparse
import ast
import json
import re
import subprocess
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).parents[1]
FOLDER = Path(__file__).parent / "same_games"
COUNTS = FOLDER / "counts.json"

SAMPLES = Path("framework/parlour_samples")
GAMES = Path("benchmarks/same_games")
OURS = {
    "tic-tac-toe": (
        (SAMPLES / "tic_tac_toe.py", ()),
        (SAMPLES / "table.py", ("lay_squares", "_mark", "draw_cross", "draw_ring")),
    ),
    "Hex": ((GAMES / "hex.py", ("draw_stone", "lay_board")),),
    "Skull": ((GAMES / "skull.py", ("lay_table",)),),
    "Sushi Go": ((GAMES / "sushi.py", ("lay_table",)),),
}
"""The files of each game here, each with its functions that draw; the last file may draw alone."""

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)

Row: TypeAlias = tuple[str, str, int, int]
"""A game, a framework, lines of rules, and lines of drawing."""


def lines_of(name: str, text: str) -> int:
    """Return the number of lines of code in a file."""
    if name.endswith(".py"):
        return len(python_lines(text))
    return sum(bool(line.strip()) for line in COMMENT.sub("", text).splitlines())


def python_lines(text: str) -> set[int]:
    """Return the numbers of the lines of code in a Python file."""
    tree = ast.parse(text)
    lines = {
        number
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            lines -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def at_commit(clone: Path, commit: str, path: str) -> str:
    """Return a file of a clone as it was at a commit."""
    command = ("git", "-C", str(clone), "show", f"{commit}:{path}")
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def count_peers(clones: Path) -> list[Row]:
    """Count the files of the other frameworks."""
    peers: dict[str, Any] = tomllib.loads((FOLDER / "peers.toml").read_text(encoding="utf-8"))

    def counted(framework: str, paths: Iterable[str]) -> int:
        commit = peers["repositories"][framework]["commit"]
        clone = clones / framework
        return sum(lines_of(path, at_commit(clone, commit, path)) for path in paths)

    return [
        (
            one["game"],
            one["framework"],
            counted(one["framework"], one["rules"]),
            counted(one["framework"], one.get("drawing", ())),
        )
        for one in peers["counts"]
    ]


def drawing_in(text: str, names: Iterable[str]) -> int:
    """Return the number of lines of code of the functions of these names."""
    code = python_lines(text)
    return sum(
        len(code & set(range(node.lineno, (node.end_lineno or node.lineno) + 1)))
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and node.name in names
    )


def count_ours() -> list[Row]:
    """Count the files of the games here; of a second file the functions that draw, alone."""
    rows = []
    for game, files in OURS.items():
        texts = [((ROOT / path).read_text(encoding="utf-8"), names) for path, names in files]
        drawing = sum(drawing_in(*one) for one in texts)
        first, names = texts[0]
        rules = len(python_lines(first)) - drawing_in(first, names)
        rows.append((game, "Parlour", rules, drawing))
    return rows


def table(rows: Sequence[Row]) -> str:
    """Return the counts as a table in Markdown."""
    order = list(OURS)
    lines = ["| game | framework | rules and words | drawing |", "|---|---|--:|--:|"]
    for game, framework, rules, drawing in sorted(rows, key=lambda row: order.index(row[0])):
        lines.append(f"| {game} | {framework} | {rules} | {drawing or '-'} |")
    return "\n".join(lines)


def all_rows() -> list[Row]:
    """Return the counts of all games: ours as they are now, and the kept counts of the others."""
    kept = json.loads(COUNTS.read_text(encoding="utf-8"))
    return [*count_ours(), *(tuple(row) for row in kept)]


def main() -> None:
    """Print the table; with clones, count them before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clones", type=Path, help="folder of clones, by names of frameworks")
    clones = parser.parse_args().clones
    if clones is not None:
        rows = json.dumps(count_peers(clones), indent=1)
        COUNTS.write_text(f"{rows}\n", encoding="utf-8")
    print(table(all_rows()))


if __name__ == "__main__":
    main()
