"""The plugin: Giants as the catalog finds it.

To learn how a game is written, read tic-tac-toe and Leduc poker in ``tests/sample_plugin`` first,
then Rapa Nui, which has the same files and folders as Giants and is half as long.
"""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import parlour
from parlour import BotHints, Checks, Display, Game, Shortcuts, Viewer, Words
from parlour.rules.panels import Happening, Panel, Space
from parlour_giants.events import GiantsEvent
from parlour_giants.heuristic.quick_turns import quick_turn
from parlour_giants.moves import GiantsMove, Leave
from parlour_giants.options import Options, with_board
from parlour_giants.outcomes import Rolled
from parlour_giants.phases import State
from parlour_giants.picture.thing_rules import THING_RULES
from parlour_giants.rules import Rules
from parlour_giants.scoring import ENDINGS
from parlour_giants.view import View
from parlour_giants.words.events import describe_event
from parlour_giants.words.moves import ask_before, explain_move
from parlour_giants.words.names import SENTENCES
from parlour_giants.words.orders import ORDERS
from parlour_giants.words.prompts import prompt
from parlour_giants.words.refusals import REFUSALS
from parlour_giants.words.status import describe_status, score_sheet
from parlour_giants.words.view import describe_view

if TYPE_CHECKING:  # slow to import, and bots never look
    from parlour.rules.picture import Picture

PRESETS: dict[str, dict[str, Any]] = {
    "default": {"round_limit": 15},
    "italian": {"edition": "italian", "round_limit": 15},
    "mixed": {"leftover_moai": "removed", "chief_actions": "per_tablet", "round_limit": 15},
    "short": {"fast_start": True, "immediate_scoring": True, "round_limit": 8},
}
"""Options for checks and benchmarks. Random play builds so rarely that without a limit a match
takes hundreds of rounds; people and good bots use up somebody's bases in about a dozen."""


def draw_panels(view: View, viewer: Viewer, space: Space[View]) -> Sequence[Panel]:
    """Draw a view; the drawing is imported only when somebody looks."""
    from parlour_giants.text import panels  # noqa: PLC0415  bots never look

    return panels.draw_panels(view, viewer, space)


def draw_picture(view: View, viewer: Viewer) -> "Picture":
    """Draw a view as a picture; the drawing is imported only when somebody looks."""
    from parlour_giants.picture import panels  # noqa: PLC0415  bots never look

    return panels.draw_picture(view, viewer)


def narrate(happenings: Sequence[Happening[View]], viewer: Viewer) -> Iterable[str]:
    """Tell a run of answers; the narration is imported only when somebody reads."""
    from parlour_giants.words import narration  # noqa: PLC0415  bots never read

    return narration.narrate(happenings, viewer)


def parse_shorthand(view: View, line: str) -> tuple[str, ...]:
    """Read a transport typed in one line; the reader is imported only when somebody types."""
    from parlour_giants.words import shorthand  # noqa: PLC0415  bots never type

    return shorthand.parse_shorthand(view, line)


def examples(view: View) -> Sequence[str]:
    """Return lines that may be typed now; the reader is imported only when somebody types."""
    from parlour_giants.words import shorthand  # noqa: PLC0415  bots never type

    return shorthand.examples(view)


GAME: Game[State, View, GiantsMove] = Game(
    id="giants",
    title="Giants",
    summary="Carve, carry and raise the moais of Easter Island.",
    minutes=90,
    weight="heavy",
    seats=range(3, 6),
    rules=Rules(),
    state=State,
    view=View,
    moves=GiantsMove,
    outcomes=Rolled,
    events=GiantsEvent,
    options=Options,
    complete_options=with_board,
    rules_version=3,
    former_rules={1: {"rulings": "first"}, 2: {"rulings": "second"}},
    rulebook=files("parlour_giants") / "rules.md",
    printed=files("parlour_giants") / "printed.toml",
    lessons=(files("parlour_giants") / "first_moai.toml",),
    display=Display(
        panels=draw_panels,
        picture=draw_picture,
        rules=THING_RULES,
        status=describe_status,
        score_sheet=score_sheet,
        describe=describe_view,
    ),
    words=Words(
        ask_before=ask_before,
        prompt=prompt,
        describe_event=describe_event,
        narrate=narrate,
        refusals=REFUSALS,
        explain_move=explain_move,
        phrasebook=SENTENCES,
    ),
    shortcuts=Shortcuts(standing_orders=ORDERS, parse=parse_shorthand, examples=examples),
    bots=BotHints(
        best="ahead:rollouts=48,seconds=1",
        medium="ahead:rollouts=10,errors=0.4",
        easy="greedy:errors=0.2",
        idle=frozenset({Leave()}),
        # In transport and movement nine of ten differences are equal in all rounds, as measured.
        steady_rounds=3,
        quick_turn=quick_turn,
        strengths=files("parlour_giants") / "strengths.jsonl",
    ),
    checks=Checks(presets=PRESETS, endings=ENDINGS),
)
"""Giants, with its types."""


@parlour.hookimpl
def parlour_games() -> Iterable[Game[State, View, GiantsMove]]:
    """Bring Giants."""
    yield GAME
