"""``parlour plugins``."""

from collections.abc import Iterator
from typing import Annotated

import typer
from msgspec import Struct
from msgspec.structs import replace

from parlour.catalog.catalog import Catalog
from parlour.cli.arguments import AsJson
from parlour.cli.output import print_columns, print_json
from parlour.hooks.claims import PluginStatus
from parlour.hooks.lookup import every_lookup
from parlour.hooks.own import OWN, PACKAGES, own_hooks, short_name, why_absent


class PluginRow(Struct, frozen=True):
    """A plugin as it is listed: an entry point, or one of our packages."""

    plugin: str
    distribution: str
    """Name and version; empty if it is not installed."""
    status: str
    """``good``, ``slow``, ``broken`` or ``blocked``."""
    reason: str
    """Why it is not good, or an empty text."""
    brings: dict[str, tuple[str, ...]]
    """Names of what each of its hooks yields, by the names of the hooks."""


def plugins(
    all_: Annotated[
        bool, typer.Option("--all", help="List the packages of Parlour itself, too.")
    ] = False,
    json: AsJson = False,
) -> None:
    """List the plugins, and what they bring.

    A plugin is good, slow (it works, but takes long to load), broken or blocked. The
    environment variable PARLOUR_BLOCK names plugins to leave out, as NAME or
    DISTRIBUTION:NAME; the packages of Parlour itself are called search, web and so on.

    Examples:
      parlour plugins
      parlour plugins --all
      parlour plugins --json
      PARLOUR_BLOCK=web parlour plugins --all
    """
    rows = [*(_own_rows() if all_ else ()), *_installed_rows()]
    if json:
        print_json(rows)
        return
    print_columns(
        ("plugin", "distribution", "state", "brings"),
        [(row.plugin, row.distribution, row.status, row.reason or _brought(row)) for row in rows],
    )


def _own_rows() -> Iterator[PluginRow]:
    """Yield a row for each package of Parlour itself, and for each sample."""
    for package in dict.fromkeys(module.partition(".")[0] for module in OWN):
        reason = why_absent(package) if package != PACKAGES[0] else ""
        brings = {} if reason else own_hooks(package)
        state = "blocked" if reason else "good"
        yield PluginRow(short_name(package) or package, "parlour", state, reason, brings)
    catalog = Catalog()
    listed = {status.plugin for status in catalog.statuses()}
    for status in catalog.statuses(samples=True):
        if status.plugin not in listed:
            yield replace(_row(status), distribution="parlour")


def _installed_rows() -> Iterator[PluginRow]:
    """Yield a row for each entry point of each group."""
    statuses = [*Catalog().statuses(), *(one for hook in every_lookup() for one in hook.statuses())]
    for status in sorted(statuses, key=lambda one: (one.distribution, one.plugin)):
        yield _row(status)


def _row(status: PluginStatus) -> PluginRow:
    brings = {
        hook: tuple(getattr(thing, "id", "") or thing.name for thing in things)
        for hook, things in status.brought.items()
        if things
    }
    return PluginRow(status.plugin, status.distribution, status.state, status.reason, brings)


def _brought(row: PluginRow) -> str:
    """Return what a plugin brings in words: ``games tic_tac_toe; commands hello``."""
    return "; ".join(
        f"{hook.removeprefix('parlour_').replace('_', ' ')} {', '.join(names)}"
        for hook, names in row.brings.items()
    )
