"""Arguments of the commands that train and tune."""

from typing import Annotated

import typer

WorkerCount = Annotated[
    int | None,
    typer.Option(
        "--workers", metavar="N", help="Processes; one for each core unless given.", min=1
    ),
]
