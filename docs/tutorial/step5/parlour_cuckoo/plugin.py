"""The plugin: what Parlour is told about Cuckoo."""

from collections.abc import Iterable
from importlib.resources import files

import parlour
from parlour import Game
from parlour_cuckoo.events import Shown, Swapped
from parlour_cuckoo.match import Match
from parlour_cuckoo.moves import Keep, Swap
from parlour_cuckoo.outcomes import Deal
from parlour_cuckoo.render import draw
from parlour_cuckoo.rules import Rules
from parlour_cuckoo.view import View
from parlour_cuckoo.words import describe, tell

GAME = Game(
    id="cuckoo",
    title="Cuckoo",
    summary="Keep your card or pass it on; the highest wins.",
    seats=range(2, 7),
    rules=Rules(),
    state=Match,
    view=View,
    moves=Keep | Swap,
    outcomes=Deal,
    events=Swapped | Shown,
    rulebook=files(__package__) / "rules.md",
    draw_text=draw,
    describe_view=describe,
    describe_event=tell,
)


@parlour.hookimpl
def parlour_games() -> Iterable[Game]:
    """Bring Cuckoo."""
    yield GAME
