"""What both Pythons do: play matches. The one in WebAssembly imports all modules too."""

import json
from importlib import import_module
from importlib.metadata import files
from itertools import product

import parlour

GAMES = ("giants", "maori", "rapa_nui")
BOTS = ("uniform", "greedy")
SEEDS = (0, 1)
MATCHES = {
    f"{game} {bot} {seed}": (game, bot, seed) for game, bot, seed in product(GAMES, BOTS, SEEDS)
}
"""Game, bot and seed of each match; the second seed has a seat more."""


def record_of(game: str, bot: str, seed: int) -> str:
    """Return the record of a match, or the error that prevents it."""
    try:
        seats = parlour.load(game).seats[seed]
        return parlour.play(game, [bot], seats, seed).record().decode()
    except parlour.ParlourError as fault:
        return f"{type(fault).__name__}: {fault}"


def fault_of(module: str) -> str:
    """Return the error of an import; empty if there is none, or only another module is missing."""
    try:
        import_module(module)
    except ModuleNotFoundError:
        return ""
    except Exception as fault:  # noqa: BLE001  each is told to the test
        return f"{type(fault).__name__}: {fault}"
    return ""


def modules() -> list[str]:
    """Return the names of all modules in the wheel, without programs."""
    paths = (path for path in files("parlour") or () if path.suffix == ".py")
    names = (".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths)
    return [name for name in names if not name.endswith("__main__")]


def report() -> str:
    """Return the record of each match and the error of each module, as JSON."""
    records = {name: record_of(*match) for name, match in MATCHES.items()}
    faults = {name: fault for name in modules() if (fault := fault_of(name))}
    return json.dumps({"records": records, "faults": faults})
