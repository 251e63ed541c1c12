"""Options of a server. This module needs no library of the web, so that help can list them."""

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from parlour.players.time_control import TimeControl


class ServerOptions(Struct, frozen=True):
    """The address of a server, the bots of its tables, and who hears of turns."""

    host: Annotated[
        str,
        Meta(description="Address to listen at; 0.0.0.0 for all.", extra={"metavar": "ADDRESS"}),
    ] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65_535, description="Port; 0 takes one that is free.")] = (
        8421
    )
    cert: Annotated[Path | None, Meta(description="Certificate for https, in PEM.")] = None
    key: Annotated[Path | None, Meta(description="Private key of the certificate.")] = None
    names: Annotated[
        tuple[str, ...],
        Meta(
            description="A name of this site, such as games.example.org behind a proxy. Once for "
            "each; links begin with the first.",
            extra={"option": "--name", "metavar": "HOST"},
        ),
    ] = ()
    commands: Annotated[
        tuple[str, ...],
        Meta(
            description="A bot outside that tables may seat. Once for each; tables seat no other "
            "command.",
            extra={"option": "--bot", "metavar": "exec:COMMAND"},
        ),
    ] = ()
    open_house: Annotated[
        bool, Meta(description="Let everybody who reaches the server create tables.")
    ] = False
    webhook: Annotated[
        str,
        Meta(
            description="An address that is sent a line of JSON when it is the turn of somebody "
            "who has no page open.",
            extra={"metavar": "URL"},
        ),
    ] = ""
    times: Annotated[
        TimeControl,
        Meta(
            description="How long bots may take, in seconds: start=10,move=60,reserve=60.",
            extra={"option": "--clock", "metavar": "TIMES"},
        ),
    ] = TimeControl()
