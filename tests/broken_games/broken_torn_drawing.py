"""A drawing that cannot cope with a card that is not seen."""

from parlour import Display, Viewer
from tests.broken_games.which_hand import Seen, variant


def draw(view: Seen, viewer: Viewer) -> str:
    return f"{viewer.names[view.seat]} sees {sum(view.cards)}"  # type: ignore[arg-type]  # broken


GAME = variant(display=Display(text=draw))
