"""The panels of Giants in a terminal: the island, drawn by hand, and the panels of the table."""

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from parlour import Viewer
from parlour.kit.table import TablePanel
from parlour.kit.table.text import Before, write_rows
from parlour.rules.panels import Panel, Space
from parlour_giants.table.panels import written
from parlour_giants.text.flow import flow, joined
from parlour_giants.text.island import draw_island
from parlour_giants.text.marks import legend, marks_of
from parlour_giants.view import View
from parlour_giants.words.names import commas, island_title, say
from parlour_giants.words.view import ahu_state, standing_words

MAX_WIDTH = 100
"""Maximum number of columns of the panels in words."""
LONG = 10_000
"""Columns of a line that is broken later."""


def draw_panels(view: View, viewer: Viewer, space: Space[View]) -> Sequence[Panel]:
    """Draw the table as ``view.seat`` sees it, the panels for the decision first."""
    width, earlier = min(space.width, MAX_WIDTH), space.earlier
    before = {} if earlier is None else {one.name: one for one in written(earlier, viewer)}
    now = written(view, viewer)
    auction = now[0].needed
    shown = {"quarry"} if auction else {"you"}
    panels = [_panel(one, before.get(one.name), width, needed=one.name in shown) for one in now]
    beside = sum(panel.height for panel in panels if panel.needed)
    size = (space.width, space.height - beside)
    island = draw_island(view, view.board, viewer, size, earlier)
    panels.insert(auction, Panel("island", island_title(view), island, needed=True))
    return (*panels, *_spelt(view, viewer, width)) if space.full else panels


def _panel(panel: TablePanel, before: TablePanel | None, width: int, *, needed: bool) -> Panel:
    """Write a panel; only the rows of the others begin a line each."""
    known = Before([before] if before else None)
    if panel.name == "others":
        lines = write_rows(panel.rows, known, width)
    else:
        parts = [line for row in panel.rows for line in write_rows([row], known, LONG)]
        lines = flow(parts, width)
    return Panel(panel.name, panel.title, joined(lines), needed)


# What is spelt out on demand


def _spelt(view: View, viewer: Viewer, width: int) -> Iterator[Panel]:
    """Show everything on the island in words, every ahu, and the legend."""
    on = view.board
    stood = (
        Text(f"{name}: {commas(standing_words(view, here))}")
        for here, name in enumerate(on.hexes)
        if standing_words(view, here)
    )
    yield Panel("hexes", say("table.standing"), joined(_wrapped(stood, width)))
    ahus = (Text(ahu_state(view, ahu, viewer)) for ahu in range(len(on.ahus)))
    yield Panel("ahus", say("table.ahus"), joined(flow(ahus, width, gap="   ")))
    every = [marks_of(view, on, here, viewer, None) for here in range(len(on.hexes))]
    yield Panel("legend", say("table.signs"), joined(flow(legend(every), width, gap="   ")))


def _wrapped(lines: Iterable[Text], width: int) -> Iterator[Text]:
    for line in lines:
        yield from flow([line], width, indent="  ")
