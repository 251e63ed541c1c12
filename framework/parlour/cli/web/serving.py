"""Serving tables from the command line: the address is printed, and opened in a browser."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from parlour.rules.errors import MisuseError

if TYPE_CHECKING:
    from parlour.match.record import Header
    from parlour.players.time_control import TimeControl
    from parlour.plugins.catalog import Catalog
    from parlour.web.tables.hall import Hall

NEEDED = "the table in a browser needs: python -m pip install 'parlour[web]'"

PLAIN = "Over plain http everybody in this network can read what the pages show: --cert and --key."
"""The warning where others than this machine are served without encryption."""


class Site(NamedTuple):
    """A place in a network."""

    host: str = "127.0.0.1"
    port: int = 0
    cert: Path | None = None
    key: Path | None = None
    names: tuple[str, ...] = ()
    """Names under which it is reached, beside its numbers."""
    webhook: str = ""
    """An address that is told of turns; empty for none."""


def serve_folder(
    folder: Path,
    place: Site,
    commands: tuple[str, ...] = (),
    times: "TimeControl | None" = None,
    catalog: "Catalog | None" = None,
    *,
    opens: bool,
    first_page: "Callable[[Hall, str], str]" = lambda _, base: f"{base}/",
) -> None:
    """Serve the tables of a folder until somebody stops it.

    ``first_page`` returns the address that is printed and opened, given that of the site.

    Raises:
        MisuseError: The folder or the address is taken, or something is not installed.
    """
    import webbrowser

    try:
        from parlour.web.server import address, is_local, listen, run
        from parlour.web.site import site
        from parlour.web.tables.hall import Hall, HallSettings
        from parlour.web.turns import Turns
    except ModuleNotFoundError as fault:
        if (fault.name or "").partition(".")[0] == "parlour":
            raise
        raise MisuseError(NEEDED) from None
    from parlour.players.time_control import TimeControl
    from parlour.plugins.catalog import Catalog

    _check(place, commands)
    settings = HallSettings(times=times or TimeControl(), commands=commands)
    turns = Turns(place.webhook) if place.webhook else None
    hall = Hall(folder, catalog or Catalog(), settings, *([turns.tell] if turns else []))
    taken = listen(place.host, place.port)
    try:
        hall.take()
    except MisuseError:
        taken.close()
        raise
    base = address(taken, place.names, is_safe=place.cert is not None)
    page = first_page(hall, base)

    def ready() -> None:
        print(f"Parlour is open at {page}", flush=True)
        if not is_local(taken) and place.cert is None:
            print(PLAIN, flush=True)
        print("Ctrl-C stops it; every match is kept.", flush=True)
        if opens:
            webbrowser.open(page)

    hosts = (name.casefold().partition(":")[0] for name in place.names)
    app = site(hall, base, frozenset(hosts))
    run(app, taken, cert=str(place.cert or ""), key=str(place.key or ""), ready=ready)


def play_in_browser(header: "Header", times: "TimeControl", catalog: "Catalog") -> None:
    """Lay a table for a match that begins, and open it in a browser until somebody stops it.

    Raises:
        MisuseError: The folder is taken, or something is not installed.
    """
    from parlour.cli.record_paths import folder

    def lay(hall: "Hall", base: str) -> str:
        from parlour.web.tables.keys import link

        name, keys = hall.lay(header)
        return link(base, name, ",".join(keys.seats.values()))

    serve_folder(folder(), Site(), (), times, catalog, opens=True, first_page=lay)


def _check(place: Site, commands: tuple[str, ...]) -> None:
    """Check that what is given goes together.

    Raises:
        MisuseError: It does not.
    """
    if (place.cert is None) is not (place.key is None):
        raise MisuseError("expected --cert and --key together, or neither")
    for path in filter(None, (place.cert, place.key)):
        if not path.is_file():
            raise MisuseError(f"expected a file in PEM, got '{path}'")
    for command in commands:
        if not command.startswith("exec:"):
            raise MisuseError(f"expected --bot exec:COMMAND, got '{command}'")
    if place.webhook and not place.webhook.startswith(("http://", "https://")):
        raise MisuseError(f"expected --webhook http://… or https://…, got '{place.webhook}'")
