"""A view in plain lines, to be read aloud."""

from collections.abc import Iterator

from parlour import Over, Viewer
from parlour.kit.table.lines import describe_panel
from parlour_rapa_nui.table.panels import pictured
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.names import capitalised, say
from parlour_rapa_nui.words.status import asked_for, end_of, won


def describe_view(view: View, viewer: Viewer) -> Iterator[str]:
    """Tell the task and its seat, how near the end is, and the cards on the table."""
    end = "" if view.over else f" {capitalised(end_of(view))}."
    yield f"{headline(view, viewer)}.{end}"
    for panel in pictured(view, viewer):
        yield from describe_panel(panel)


def headline(view: View, viewer: Viewer) -> str:
    """Say the task and its seat, as a sentence begins."""
    phase = view.phases[-1]
    if isinstance(phase, Over):
        return won(phase, viewer)
    asked, seat = asked_for(view, viewer), getattr(phase, "seat", None)
    return capitalised(asked) if seat is None else say("to_do", viewer, seat=seat, asked=asked)
