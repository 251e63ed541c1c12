"""Words for an event that are no text."""

from parlour import Event, Viewer, Words
from tests.broken_games.which_hand import Opened, variant


def tell(event: Event, _look: Viewer) -> str | None:
    return event.right if isinstance(event, Opened) else None  # type: ignore[return-value]  # broken


GAME = variant(words=Words(describe_event=tell))
