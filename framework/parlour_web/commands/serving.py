"""Serving tables from the command line: the address is printed, and opened in a browser."""

import os
import re
import sys
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import TypeAlias

from msgspec.structs import asdict
from starlette.routing import BaseRoute

from parlour.catalog.catalog import Catalog
from parlour.cli.output import need, print_error
from parlour.cli.struct_options import Typed
from parlour.hooks.claims import title_of
from parlour.match import Header
from parlour.players import is_external
from parlour.rules import MisuseError, lock_file, open_file, write_whole
from parlour.table import Pace
from parlour.table.opening.saved_matches import folder as saved_folder
from parlour.table.opening.saved_matches import is_being_played
from parlour.table.opening.tables import Tables
from parlour.terminal.faces import Wish
from parlour.terminal.settings import load_settings
from parlour_web.house.bounded_log import MAX_LINES, bounded_log
from parlour_web.house.descriptors import (
    RESERVED_FILES,
    files_in_use,
    granted_files,
    limits_within,
)
from parlour_web.network.server import address, is_local, listen, run, server_for
from parlour_web.network.site import site
from parlour_web.notices.push import push_key
from parlour_web.notices.turns import MAX_UNSENT, TurnNotices, check_webhook
from parlour_web.options import BROWSERS, ServerOptions, ServerSettings
from parlour_web.specifications import NOTICES, Notice
from parlour_web.tables.keys import link
from parlour_web.tables.metadata import TableSettings
from parlour_web.tables.quota import new_house_key, shared_house_key
from parlour_web.tables.store import LOCK, TableStore
from parlour_web.tables.threads import OneThread

OPEN_HOUSE = (
    "Everybody who reaches this address may create tables, have bots think, and use up the disk, "
    "within the limits of the server."
)
"""The warning if not only the host creates tables."""
PLAIN = (
    "Over plain http everybody in this network can read what the pages show: --cert and --cert-key."
)
"""The warning if others than this machine are served without encryption."""
HOST_KEY = "the host's key: parlour house keys --host-key"
"""The command that shows the host's key."""
FEW_FILES = (
    "The system grants {} open files, so this server takes at most {} connections; "
    "ulimit -n 65536 grants more."
)
"""The warning if the limit of connections is lower than the one that the host gave."""
MAX_ADDRESS_BYTES = 300
"""Maximum length of the address of a site."""
BROWSER_SECONDS = 20.0
"""Seconds until a browser that has not opened its table is given up."""
LOOK_SECONDS = 0.1
"""Seconds until it is looked again whether it has."""

PUSH_HOST = re.compile(r"localhost(:\d{1,5})?|(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?")
"""A push service, or with ``*.`` all below a name that is no name of a country alone."""

PACE_SECONDS: Mapping[Pace, float] = {"off": 0.0, "fast": 0.25, "normal": 0.5, "slow": 1.5}
"""Minimum seconds between two moves of bots."""


FirstPage: TypeAlias = Callable[[TableStore, str], str]
"""Returns the address that is printed and opened, given the address of the site."""
Pages: TypeAlias = Callable[[TableStore], Sequence[BaseRoute]]
"""Returns the pages of a site that come before its tables' pages."""


def play_in_browser(wish: Wish) -> None:
    """Create a table for a new match, and open it in a browser until somebody stops it.

    If a server has the folder of matches, the table is one of its tables.

    Raises:
        MisuseError: The folder is taken, or the wish has something that a page does not.
    """
    tables = wish.tables
    is_unfit = tables.memory or tables.isolate or tables.bot_seed is not None
    if wish.table or wish.record or wish.begun or is_unfit or wish.settings.screen != "full":
        unfit = "--from, --record, --lines, --plain, --memory, --isolate and --bot-seed"
        raise MisuseError(f"expected --browser without {unfit}")
    header = tables.sandboxed(wish.header)
    if base := site_of(saved_folder()):
        open_at(base, saved_folder(), header, tables)
        return

    def create(store: TableStore, base: str) -> str:
        name, keys = store.add(header, settings=TableSettings(advice=tables.advice))
        return link(base, name, ",".join((*keys.seats.values(), store.settings.house_key)))

    options = ServerOptions(port=0, times=tables.times)
    serve_folder(saved_folder(), options, tables.catalog, opens=True, first_page=create)


def site_of(folder: Path) -> str:
    """Return the address of the site that has a folder; empty if none has it."""
    with suppress(MisuseError), open_file(folder / LOCK) as file:
        return "" if lock_file(file) else file.read(MAX_ADDRESS_BYTES).decode("ascii", "replace")
    return ""


def open_at(base: str, folder: Path, header: Header, tables: Tables) -> None:
    """Create a table in the folder of a site that runs, and open it in a browser.

    Raises:
        ParlourError: It cannot be created.
    """
    store = TableStore(folder, tables.catalog, ServerSettings(), threads=OneThread)
    name, keys = store.add(header, settings=TableSettings(advice=tables.advice))
    page = link(base, name, ",".join(keys.seats.values()))
    print(f"parlour serve has this folder, and the table is there: {page}", flush=True)
    with TemporaryDirectory(prefix="parlour-") as private:
        webbrowser.open(write_redirect(Path(private), page).as_uri())
        until = monotonic() + BROWSER_SECONDS
        while monotonic() < until and not is_being_played(store.record(name)):
            sleep(LOOK_SECONDS)  # the browser still has to read the redirect


def keyed_page(store: TableStore, base: str) -> str:
    """Return the address of the front page for the host, given the address of the site."""
    return f"{base}/#{store.settings.house_key}"


def serve_folder(
    folder: Path,
    options: ServerOptions,
    catalog: Catalog,
    *,
    opens: bool,
    first_page: FirstPage = keyed_page,
    pages: Pages = lambda _: (),
) -> None:
    """Serve the tables of a folder until somebody stops it.

    ``first_page`` returns the address that is printed and opened, given the address of the site;
    ``pages`` returns pages that come before the tables' pages.

    Raises:
        MisuseError: The folder or the address is taken.
    """
    _check(options)
    if options.push:
        need(("http_ece", "py_vapid"), "notices by Web Push", "push")
    mine = load_settings()
    granted = granted_files()
    limits = limits_within(options.limits, granted)
    in_journal = "JOURNAL_STREAM" in os.environ and not sys.stdout.isatty()
    key_file = options.shared or in_journal
    settings = ServerSettings(
        **(asdict(options) | {"limits": limits}),
        key_file=key_file,
        house_key=shared_house_key(folder) if key_file else new_house_key(),
        push_key=push_key(folder) if options.push else "",
        pace=PACE_SECONDS[mine.pace],
        name=mine.name,
        level=mine.level,
        ways=ways_to_tell(),
    )
    check_webhook(settings)
    notices = TurnNotices(settings)
    store = TableStore(folder, catalog, settings, notices.tell)
    resources = store.quota.resources
    resources.add("notices", MAX_UNSENT, lambda: notices.unsent)
    if granted:
        resources.add("files", max(1, granted - RESERVED_FILES), files_in_use)
    taken = listen(options.host, options.port)
    try:
        store.take()
    except MisuseError:
        taken.close()
        raise
    base = address(taken, options.names, is_safe=options.cert is not None)
    store.announce(base)
    page = first_page(store, base)

    def ready() -> None:
        if in_journal:  # where it would stay, and others read it
            print(f"Parlour is open at {base}/; {HOST_KEY} {folder}", flush=True)
        else:
            print(f"Parlour is open at {page}", flush=True)
        if not is_local(taken) and options.cert is None:
            print(PLAIN, flush=True)
        if options.open_house:
            print(OPEN_HOUSE, flush=True)
        if limits != options.limits:
            print(FEW_FILES.format(granted, limits.connections), flush=True)
        print("Ctrl-C stops it; every match is kept.", flush=True)
        if opens:
            webbrowser.open(write_redirect(Path(private), page).as_uri())

    hosts = (name.casefold().partition(":")[0] for name in options.names)
    is_encrypted = options.cert is not None
    app = site(store, base, frozenset(hosts), pages(store), is_encrypted=is_encrypted)
    server = server_for(
        app,
        store.quota,
        proxy=options.proxy,
        cert=str(options.cert or ""),
        key=str(options.key or ""),
        ready=ready,
    )
    with TemporaryDirectory(prefix="parlour-") as private, bounded_log() as log:
        resources.add("log", MAX_LINES, lambda: log.lines)
        run(server, taken)
    notices.close()


def serve_pages(
    options: Typed,
    catalog: Catalog,
    pages: Pages,
    *,
    opens: bool,
    first_page: FirstPage = keyed_page,
) -> None:
    """Serve pages to look at, with tables where nobody plays or talks, until somebody stops it.

    The tables are in a temporary folder. ``options`` are some of ``ServerOptions``.

    Raises:
        MisuseError: The address is taken.
    """
    with TemporaryDirectory(prefix="parlour-") as tables:
        serve_folder(
            Path(tables),
            ServerOptions(**options, no_talk=True),
            catalog,
            opens=opens,
            first_page=first_page,
            pages=pages,
        )


def ways_to_tell() -> Mapping[str, Notice]:
    """Return all ways to tell people; a stranger's broken plugin gets a line.

    They are loaded before the first page is served, since the guard of a plugin that hangs works in
    the main thread alone.
    """
    ways, statuses = NOTICES.all()
    for status in statuses:
        if status.state == "broken":
            print_error(f"{title_of(status.plugin, status.distribution)}: {status.reason}")
    return ways


def write_redirect(folder: Path, url: str) -> Path:
    """Write a page that leads to an address, and return its path.

    Only its owner may read it. So the key in the address is not on the command line of a browser,
    where all users of this machine could read it.
    """
    path = folder / "open.html"
    shown = escape(url)
    page = (
        '<!doctype html><meta charset="utf-8"><title>Parlour</title>'
        f'<meta http-equiv="refresh" content="0;url={shown}"><a href="{shown}">Parlour</a>\n'
    )
    write_whole(path, page.encode())
    return path


def _check(options: ServerOptions) -> None:
    """Check that the options go together.

    Raises:
        MisuseError: It does not.
    """
    if (options.cert is None) is not (options.key is None):
        raise MisuseError("expected --cert and --cert-key together, or neither")
    for path in filter(None, (options.cert, options.key)):
        if not path.is_file():
            raise MisuseError(f"expected a file in PEM, got '{path}'")
    for command in options.commands:
        if not is_external(command):
            raise MisuseError(f"expected --bot exec:COMMAND, got '{command}'")
    for service in options.push:
        if service != BROWSERS and not PUSH_HOST.fullmatch(service):
            raise MisuseError(f"expected --push-host HOST or {BROWSERS}, got '{service}'")
    host, colon, port = options.mail_server.partition(":")
    if options.mail_server and not (host and (not colon or port.isdecimal())):
        raise MisuseError(f"expected --mail-server HOST or HOST:PORT, got '{options.mail_server}'")
