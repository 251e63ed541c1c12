"""Words for an event that are no text."""

from parlour import Event, Viewer
from tests.broken_games.which_hand import Opened, variant


def tell(event: Event, _look: Viewer) -> str | None:
    return event.right if isinstance(event, Opened) else None  # type: ignore[return-value]  # broken


GAME = variant(describe_event=tell)
