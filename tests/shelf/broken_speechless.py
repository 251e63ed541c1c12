"""Words for an event that are no text."""

from parlour import Event, Look
from tests.shelf.which_hand import Opened, variant


def tell(event: Event, _look: Look) -> str | None:
    return event.right if isinstance(event, Opened) else None  # type: ignore[return-value]  # broken


GAME = variant(tell=tell)
