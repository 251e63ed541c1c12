"""Options of a server. This module needs no library of the web, so that help can list them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct, field

from parlour.players import Level, TimeControl
from parlour.table import Advice
from parlour_web.specifications import NOTICES, Notice


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits on what everybody together may use of a server."""

    tables: Annotated[int, Meta(ge=0)] = 2000
    """Maximum number of tables in the folder."""
    new_tables: Annotated[int, Meta(ge=0)] = 30
    """Maximum number of new tables a minute of one address."""
    bots: Annotated[int, Meta(ge=0)] = 32
    """Maximum number of processes of bots."""
    thinking: Annotated[float, Meta(ge=0)] = 600.0
    """Maximum seconds that all bots together may think, if each is asked for a move."""
    connections: Annotated[int, Meta(ge=1)] = 4000
    """Maximum number of connections."""
    per_address: Annotated[int, Meta(ge=1)] = 100
    """Maximum number of connections of one address."""
    wait: Annotated[float, Meta(gt=0)] = 2.0
    """Maximum seconds that a newcomer waits to be let in while others come or play."""


BROWSERS = "browsers"
"""The word for the push services of browsers."""
PUSH_SERVICES = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    "*.notify.windows.com",
)
"""The push services of Chrome, Firefox, Safari and Edge."""

MAX_MINUTES = 43_200
"""Maximum number of minutes a move: 30 days."""

OF_TABLES = (
    "commands",
    "open_house",
    "shared",
    "webhook",
    "notices",
    "mail_server",
    "push",
    "times",
    "no_talk",
    "minutes",
)
"""Options of a server that are about tables where people play, not about pages to look at."""


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
    key: Annotated[
        Path | None,
        Meta(description="Private key of the certificate.", extra={"option": "--cert-key"}),
    ] = None
    names: Annotated[
        tuple[str, ...],
        Meta(
            description="A name of this site, such as games.example.org behind a proxy. Once for "
            "each; links begin with the first.",
            extra={"option": "--domain", "metavar": "HOST"},
        ),
    ] = ()
    commands: Annotated[
        tuple[str, ...],
        Meta(
            description="A bot outside, exec:COMMAND, that tables may seat. Once for each; tables "
            "seat no other command.",
            extra={"option": "--bot", "metavar": "BOT"},
        ),
    ] = ()
    open_house: Annotated[
        bool, Meta(description="Let everybody who reaches the server create tables.")
    ] = False
    shared: Annotated[
        bool,
        Meta(
            description="Share the folder with other servers, each with tables of its own behind a "
            "proxy."
        ),
    ] = False
    limits: Annotated[
        Limits,
        Meta(
            description="What everybody together may use: tables, new_tables (a minute, of one "
            "address), bots, thinking (seconds), connections, per_address, wait (seconds).",
            extra={"option": "--capacity"},
        ),
    ] = Limits()
    proxy: Annotated[
        str,
        Meta(
            description="Address of a proxy; its X-Forwarded-For tells who asks.",
            extra={"metavar": "ADDRESS"},
        ),
    ] = ""
    webhook: Annotated[
        str,
        Meta(
            description="An address that is told when it is the turn of somebody who has no page "
            "open: https: and http: by a line of JSON, mailto: by mail.",
            extra={"metavar": "URL"},
        ),
    ] = ""
    notices: Annotated[
        tuple[str, ...],
        Meta(
            description="A host such as ntfy.sh. People at a table may give an https address "
            "there, which is told of their turns. Once for each.",
            extra={"option": "--notice-host", "metavar": "HOST"},
        ),
    ] = ()
    mail_server: Annotated[
        str,
        Meta(
            description="A mail server that takes mail from this machine. People at a table may "
            "give a mailto: address, which is told of their turns.",
            extra={"metavar": "HOST[:PORT]"},
        ),
    ] = ""
    push: Annotated[
        tuple[str, ...],
        Meta(
            description="A push service that passes notices of turns on to browsers; 'browsers' "
            f"for {', '.join(PUSH_SERVICES)}. Once for each.",
            extra={"option": "--push-host", "metavar": "HOST"},
        ),
    ] = ()
    no_talk: Annotated[bool, Meta(description="Let nobody talk at the tables of this server.")] = (
        False
    )
    minutes: Annotated[
        int,
        Meta(
            ge=0,
            le=MAX_MINUTES,
            description="Minutes a move that the form for a table proposes: then others may let a "
            "bot play for somebody. 0 proposes no limit.",
        ),
    ] = 0
    advice: Annotated[
        Advice,
        Meta(
            description="What help everybody at a table gets: hints of a bot and plans in its "
            "order (all), the game's plans alone, or none."
        ),
    ] = "all"
    times: Annotated[
        TimeControl,
        Meta(
            description="How long bots may take, in seconds: start=10,move=60,reserve=60.",
            extra={"option": "--clock", "metavar": "TIMES"},
        ),
    ] = TimeControl()


class ServerSettings(ServerOptions, frozen=True, kw_only=True):
    """Options of a server, and what its host and the settings of the player add."""

    pace: float = 0.5
    """Minimum seconds between two moves of bots, so that people can follow."""
    name: str = ""
    """Name of the host; may be empty."""
    level: Level = "hard"
    """Level of bots that a form proposes."""
    analysis: float = 30.0
    """Seconds for the analysis of a finished match."""
    ways: Mapping[str, Notice] = field(default_factory=NOTICES.own)
    """Ways to tell a person who is away, by the schemes of addresses."""
    key_file: bool = False
    """Whether the host's key lies in a file of the folder, where it may change."""
    push_key: str = ""
    """The private key that signs for push services; empty without such services."""
    house_key: str = ""
    """The key of the host, who creates tables; empty if nobody has it."""
