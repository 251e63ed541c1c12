"""The plugin: Giants as the catalog finds it.

To learn how a game is written, read tic-tac-toe and Leduc poker in ``parlour_samples`` first,
then Rapa Nui, which has the same files and folders as Giants and is half as long.
"""

from collections.abc import Iterable
from importlib.resources import files
from typing import Any

import parlour
from parlour import BotHints, Checks, Display, Examples, Game, Shortcuts, Words
from parlour_giants.events import GiantsEvent
from parlour_giants.heuristic.quick_turns import quick_turn
from parlour_giants.moves import GiantsMove, Leave
from parlour_giants.options import Options, with_board
from parlour_giants.outcomes import Rolled
from parlour_giants.phases import State
from parlour_giants.picture.thing_rules import THING_RULES
from parlour_giants.rules import Rules
from parlour_giants.scoring import ENDINGS, WHY_IT_ENDS, most_answers, share_played
from parlour_giants.view import View
from parlour_giants.words.events import describe_event, describe_outcome
from parlour_giants.words.moves import explain_line, explain_move
from parlour_giants.words.names import SENTENCES
from parlour_giants.words.orders import ORDERS
from parlour_giants.words.prompts import prompt
from parlour_giants.words.refusals import REFUSALS
from parlour_giants.words.status import describe_status, score_sheet

PRESETS: dict[str, dict[str, Any]] = {
    "default": {"round_limit": 15},
    "italian": {"edition": "italian", "round_limit": 15},
    "mixed": {"leftover_moai": "removed", "chief_actions": "per_tablet", "round_limit": 15},
    "short": {"fast_start": True, "immediate_scoring": True, "round_limit": 8},
}
"""Options for checks and benchmarks. Random play builds so rarely that without a limit a match
takes hundreds of rounds; people and good bots use up somebody's bases in about a dozen."""


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
    rules_version=4,
    former_rules={
        1: {"rulings": "first", "board": "island"},
        2: {"rulings": "second", "board": "island"},
        3: {"rulings": "third", "board": "island"},
    },
    rulebook=files("parlour_giants") / "rules.md",
    printed=files("parlour_giants") / "printed.toml",
    examples=Examples(
        file=files("parlour_giants") / "examples.toml",
        arrange="parlour_giants.words.positions:arrange",
    ),
    lessons=(files("parlour_giants") / "first_moai.toml",),
    display=Display(
        table="parlour_giants.picture.panels:lay_table",
        panels="parlour_giants.text.panels:draw_panels",
        rules=THING_RULES,
        status=describe_status,
        score_sheet=score_sheet,
        describe="parlour_giants.table.lines:describe_view",
    ),
    words=Words(
        prompt=prompt,
        describe_event=describe_event,
        describe_outcome=describe_outcome,
        narrate="parlour_giants.words.narration:narrate",
        refusals=REFUSALS,
        explain_move=explain_move,
        explain_line=explain_line,
        phrasebook=SENTENCES,
    ),
    shortcuts=Shortcuts(
        standing_orders=ORDERS,
        parse="parlour_giants.words.shorthand:parse_shorthand",
        examples="parlour_giants.words.shorthand:examples",
    ),
    bots=BotHints(
        best="ahead:rollouts=48,seconds=1",
        medium="ahead:rollouts=10,errors=0.4",
        easy="greedy:errors=0.2",
        idle=frozenset({Leave()}),
        blunder=1.0,
        # In transport and movement nine of ten differences are equal in all rounds, as measured.
        steady_rounds=3,
        even_bids=0.5,
        stage=share_played,
        lead_errors=files("parlour_giants") / "leads.json",
        quick_turn=quick_turn,
        strengths=files("parlour_giants") / "strengths.jsonl",
    ),
    checks=Checks(presets=PRESETS, endings=ENDINGS, longest=most_answers, why_it_ends=WHY_IT_ENDS),
)
"""Giants, with its types."""


@parlour.hookimpl
def parlour_games() -> Iterable[Game[State, View, GiantsMove]]:
    """Bring Giants."""
    yield GAME
