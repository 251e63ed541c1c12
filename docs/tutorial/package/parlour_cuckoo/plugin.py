"""The plugin: Cuckoo as the catalog finds it."""

from collections.abc import Iterable
from importlib.resources import files

import parlour
from parlour import Display, Game, Words
from parlour_cuckoo.events import Shown, Swapped
from parlour_cuckoo.moves import Keep, Swap
from parlour_cuckoo.outcomes import Deal
from parlour_cuckoo.phases import State
from parlour_cuckoo.rules import Rules
from parlour_cuckoo.view import View
from parlour_cuckoo.words import REFUSALS, describe_event

GAME: Game[State, View, Keep | Swap] = Game(
    id="cuckoo",
    title="Cuckoo",
    summary="Keep your card or pass it on; the highest wins.",
    seats=range(2, 7),
    rules=Rules(),
    state=State,
    view=View,
    moves=Keep | Swap,
    outcomes=Deal,
    events=Swapped | Shown,
    rulebook=files(__package__) / "rules.md",
    display=Display(table="parlour_cuckoo.table:lay_table"),
    words=Words(describe_event=describe_event, refusals=REFUSALS),
)


@parlour.hookimpl
def parlour_games() -> Iterable[Game[State, View, Keep | Swap]]:
    """Bring Cuckoo."""
    yield GAME
