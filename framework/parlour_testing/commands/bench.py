"""``parlour bench``."""

from typing import Annotated

import typer

from parlour.cli.arguments import GameName, Options, Seats, find_game, options_given
from parlour_testing.benchmark import BenchmarkSetup, run_benchmark


def bench(
    game: GameName,
    seats: Seats = None,
    option: Options = None,
    seconds: Annotated[float, typer.Option(help="Seconds to measure.", min=0.01, max=3600)] = 4.0,
) -> None:
    """Measure how fast a game is.

    Prints the moves a second of random play, and the memory it takes. Moves are those of
    the seats, as in all figures of Parlour: chance takes its time, and is not counted.
    Figures differ between machines and between runs: compare only figures that were
    measured side by side.

    Examples:
      parlour bench rapa_nui
      parlour bench maori --seats 4 --option side=atoll
    """
    with find_game(game) as found:
        options = found.read_options(options_given(option))
        count = found.seats[0] if seats is None else seats
        found.check_setup(count, options)
        figures = run_benchmark(found, BenchmarkSetup(count, options), seconds)
    print(
        f"{found.id}, {count} seats, {seconds:g} s, one core",
        f"rules, random play       {figures.rules:>12,.0f} moves/s",
        f"refereed at the table    {figures.refereed:>12,.0f} moves/s",
        f"a match                  {figures.length:>12,.1f} moves",
        f"one state as msgpack     {figures.packed:>12,} bytes",
        f"one state in memory      {figures.state:>12,} bytes",
        f"one match in memory      {figures.match:>12,} bytes",
        sep="\n",
    )
