"""A view in plain lines."""

from collections.abc import Iterator

from parlour import OpenView, Over, SeatPhase, Viewer
from parlour.kit.table.lines import lines_of
from parlour_maori.phases import State
from parlour_maori.scoring import sheets
from parlour_maori.table import lay_table
from parlour_maori.words.names import say
from parlour_maori.words.status import LINES, asked, describe_status


def describe_view(view: OpenView[State], viewer: Viewer) -> Iterator[str]:
    """Tell the task, how near the end is, the whole table, and at the end the scores."""
    phase = view.state.phases[-1]
    if isinstance(phase, SeatPhase):
        yield say("line.to_do", viewer, seat=phase.seat, asked=asked(view.state))
    yield f"{describe_status(view, viewer)}."
    yield from lines_of(lay_table, view, viewer)
    if isinstance(phase, Over):
        for seat, sheet in enumerate(sheets(view.state)):
            parts = {line: getattr(sheet, line) for line in LINES} | {"empty": -sheet.empty}
            yield say("line.final", viewer, seat=seat, total=sheet.total, **parts)
