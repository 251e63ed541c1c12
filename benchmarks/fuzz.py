"""Search for inputs that Parlour does not answer in words, guided by the code that they reach.

::

    python -m pip install atheris
    python benchmarks/fuzz.py --count 1000000
    python benchmarks/fuzz.py --what lines --what messages --count 50000

The kinds of inputs are those of ``tests/testing/fuzz_targets.py``: records, moves, typed lines,
messages of pages, orders, plans and files of tournaments, positions, sentences of translators,
submissions to a league, and messages of bots. Any error that is not meant for a user ends the
search with exit code 1, and so does an input that takes 30 seconds; the input is then among those
of its kind, and ``--what KIND --again PATH`` tries it once more.

Atheris runs libFuzzer on Python. Hypothesis was the other choice: it draws examples, and does not
know which of them reached new code, so that after a million it still tries mostly what the first
line of a parser refuses. Half of the mutants are libFuzzer's own, by bytes and words; the other
half swap lines and words, so that what follows can still be read.

One process searches for a minute, then the next kind has its turn; a line tells how it went.
Inputs that reached new code and the counts are kept in ``--folder``, and the same command goes on
from there. ``--keep`` writes the shortest of these inputs to ``tests/testing/corpus``.
"""

import argparse
import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from time import strftime

import msgspec

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

SHARES = {
    "records": 0.40, "moves": 0.13, "lines": 0.05, "messages": 0.07, "orders": 0.13, "plans": 0.10,
    "positions": 0.04, "translations": 0.04, "submissions": 0.03, "files": 0.0095, "bots": 0.0005,
}  # fmt: skip
"""Share of each kind; a file takes long to read, and a bot is a process of its own."""

PLUGINS = ("parlour_giants", "parlour_maori", "parlour_rapa_nui", "parlour_sample")
"""Packages of games, whose code guides the search too."""

FRAMEWORK = tuple(folder.parent.name for folder in (ROOT / "framework").glob("*/__init__.py"))
"""Packages of the framework, whose code guides the search."""

SLICE_SECONDS = 60
"""Seconds that one kind has before the next has its turn."""

INPUT_SECONDS = 30
"""Maximum number of seconds that one input may take."""

MAX_MEGABYTES = 2048
"""Maximum memory of a process: what guides the search takes most of it."""

MAX_BYTES = {"records": 6000, "files": 4000}
"""Maximum length of an input; of other kinds 2,000 bytes."""

KEPT_BYTES = 4000
"""Maximum number of bytes of each kind that the tests keep; what has failed comes first."""


def main() -> None:
    """Search, or do one of the other things."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--what", action="append", choices=sorted(SHARES))
    reader.add_argument("--count", type=int, default=1_000_000, help="inputs of all kinds")
    reader.add_argument("--folder", type=Path, default=Path(".fuzz"))
    reader.add_argument("--again", type=Path, metavar="PATH", help="try an input that failed")
    reader.add_argument("--keep", action="store_true", help="write the corpus of the tests")
    reader.add_argument("--runs", type=int, help=argparse.SUPPRESS)
    given = reader.parse_args()
    kinds, folder = given.what or list(SHARES), given.folder.absolute()
    if given.runs is not None:
        _search(kinds[0], folder, ["-runs=" + str(given.runs), f"-max_total_time={SLICE_SECONDS}"])
    elif given.again:
        from tests.testing.fuzz_targets import TARGETS  # noqa: PLC0415  not before the search

        TARGETS[kinds[0]](given.again.read_bytes())
    elif given.keep:
        for kind in kinds:
            _keep(kind, folder)
    else:
        sys.exit(search_all(kinds, folder, given.count))


def search_all(kinds: list[str], folder: Path, count: int) -> int:
    """Let the kinds take turns until each has had its share; return the exit code."""
    state = folder / "counts.json"
    folder.mkdir(parents=True, exist_ok=True)
    counts = dict.fromkeys(SHARES, 0)
    if state.exists():
        counts |= msgspec.json.decode(state.read_bytes(), type=dict[str, int])
    whole = sum(SHARES[kind] for kind in kinds)
    wanted = {kind: round(count * SHARES[kind] / whole) for kind in kinds}
    while left := [kind for kind in kinds if counts[kind] < wanted[kind]]:
        for kind in left:
            output, code = _run(kind, folder, wanted[kind] - counts[kind])
            done = re.search(r"number_of_executed_units: (\d+)", output)
            counts[kind] += int(done[1]) if done else 0
            state.write_bytes(msgspec.json.encode(counts))
            kept = len(list((folder / kind).iterdir()))
            print(
                f"{strftime('%H:%M')} {kind}: {counts[kind]:,} of {wanted[kind]:,} inputs, "
                f"{kept:,} that reached new code; {sum(counts.values()):,} in all",
                flush=True,
            )
            if code:
                print(output[-6000:])
                return 1
    return 0


def _run(kind: str, folder: Path, runs: int) -> tuple[str, int]:
    """Search in a process of its own, so that nothing grows; return its output and exit code."""
    command = [sys.executable, __file__, "--what", kind, "--folder", str(folder)]
    found = subprocess.run(
        [*command, "--runs", str(runs)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return found.stdout.decode(errors="replace"), found.returncode


def _search(kind: str, folder: Path, arguments: list[str]) -> None:
    """Search in this process, which libFuzzer ends."""
    atheris = import_module("atheris")  # no other program here needs it

    with atheris.instrument_imports(include=[*FRAMEWORK, *PLUGINS]):
        from tests.testing import fuzz_targets  # noqa: PLC0415  its code is changed meanwhile

        seeds = list(fuzz_targets.seeds(kind))  # it loads the games
    from tests.match.mutants import mutated  # noqa: PLC0415  it imports Parlour too

    corpus = folder / kind
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(seed[: MAX_BYTES.get(kind, 2000)])

    def mutate(data: bytes, size: int, seed: int) -> bytes:
        if seed % 2:
            return bytes(atheris.Mutate(data, len(data)))
        return mutated(data, Random(seed))[:size]

    words = folder / f"{kind}.dict"
    words.write_text("".join(f'"{word}"\n' for word in _words(seeds)))
    atheris.Setup(
        [
            sys.argv[0],
            *arguments,
            f"-artifact_prefix={corpus / 'failed-'}",
            f"-dict={words}",
            f"-max_len={MAX_BYTES.get(kind, 2000)}",
            f"-rss_limit_mb={MAX_MEGABYTES}",
            f"-timeout={INPUT_SECONDS}",
            "-print_final_stats=1",
            str(corpus),
        ],
        fuzz_targets.TARGETS[kind],
        custom_mutator=mutate,
    )
    os.chdir(fuzz_targets.room())
    atheris.Fuzz()


def _words(seeds: list[bytes]) -> list[str]:
    """Return the words of inputs, which no search by bytes would find."""
    found = {word.decode() for seed in seeds for word in re.findall(rb"[A-Za-z_]{3,20}", seed)}
    return sorted(found)[:2000]


def _keep(kind: str, folder: Path) -> None:
    """Write the shortest inputs that reached new code, as far as there is room."""
    files = sorted((folder / kind).iterdir(), key=lambda file: file.stat().st_size)
    failed = sorted(files, key=lambda file: not file.name.startswith("failed"))
    inputs = [file.read_bytes() for file in failed]
    kept, room = list[str](), KEPT_BYTES
    for data in inputs:
        room -= len(data)
        if room < 0:
            break
        kept.append(data.decode("latin-1"))
    path = ROOT / "tests" / "testing" / "corpus" / f"{kind}.jsonl"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(msgspec.json.Encoder().encode_lines(kept))
    print(f"{path}: {len(kept)} inputs")


if __name__ == "__main__":
    main()
