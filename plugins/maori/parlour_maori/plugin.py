"""The plugin: Maori as the catalog finds it.

If you learn how a game is written, read tic-tac-toe, Leduc poker and Rapa Nui first, in that order.
"""

from collections.abc import Iterable
from importlib.resources import files
from typing import Any

import parlour
from parlour import (
    BotHints,
    Checks,
    Display,
    Examples,
    Game,
    OpenView,
    Shortcuts,
    ValueFeatures,
    WinChance,
    Words,
)
from parlour_maori.bots.features import NAMES, share_played
from parlour_maori.bots.heuristic import foregone
from parlour_maori.bots.quick_turns import quick_turn
from parlour_maori.components import BOX
from parlour_maori.events import MaoriEvent
from parlour_maori.moves import REST, MaoriMove
from parlour_maori.options import Options
from parlour_maori.outcomes import MaoriOutcome
from parlour_maori.phases import State
from parlour_maori.picture.thing_rules import THING_RULES
from parlour_maori.rules import Rules
from parlour_maori.words.events import describe_event, describe_outcome, narrate
from parlour_maori.words.moves import explain_line, explain_move
from parlour_maori.words.names import SENTENCES
from parlour_maori.words.prompts import prompt
from parlour_maori.words.shorthand import parse_shorthand
from parlour_maori.words.status import describe_status, score_sheet

PRESETS: dict[str, dict[str, Any]] = {
    f"{variant}-{side}": {"variant": variant, "side": side}
    for variant in ("basic", "advanced", "expert")
    for side in ("front", "atoll")
}


def ends_by_board(state: State) -> bool:
    """Return whether the match ended after a board was full (rule 6.1)."""
    return state.turns_left > 0


def ends_by_rests(state: State) -> bool:
    """Return whether the match ended since everybody rested (rule 6.3)."""
    return state.turns_left < 0


CHANGES = 3 * BOX.totals.tiles
"""Maximum number of changes of boards, storages and the display: a tile is taken, laid from the
storage and removed (rules 4.4 to 4.8)."""
SET_UP = 1 + BOX.totals.tiles
"""Maximum number of draws: of the seat that begins, and of each tile."""
STEPS = BOX.totals.tiles + 5 * BOX.start.shells
"""More paid steps of pawns than there are shells to pay them (rule 8.6)."""


def most_answers(seats: int, _options: Options) -> int:
    """Return the most moves and outcomes of a match (rule 6.3)."""
    turns = (CHANGES + 1) * 2 * seats  # each sails, acts, lays and moves the pawn at most
    return SET_UP + STEPS + 4 * turns


RULES = Rules()

GAME: Game[State, OpenView[State], MaoriMove] = Game(
    id="maori",
    title="Maori",
    summary="Lay islands of the South Seas from tiles that the ship can reach.",
    minutes=45,
    weight="medium",
    seats=range(2, 6),
    rules=RULES,
    state=State,
    view=OpenView[State],
    moves=MaoriMove,
    outcomes=MaoriOutcome,
    events=MaoriEvent,
    options=Options,
    rulebook=files("parlour_maori") / "rules.md",
    printed=files("parlour_maori") / "printed.toml",
    examples=Examples(
        file=files("parlour_maori") / "examples.toml",
        arrange="parlour_maori.words.positions:arrange",
    ),
    lessons=(files("parlour_maori") / "first_islands.toml",),
    display=Display(
        table="parlour_maori.table:lay_table",
        panels="parlour_maori.text.panels:draw_panels",
        rules=THING_RULES,
        describe="parlour_maori.words.view:describe_view",
        status=describe_status,
        score_sheet=score_sheet,
    ),
    words=Words(
        describe_event=describe_event,
        describe_outcome=describe_outcome,
        narrate=narrate,
        explain_move=explain_move,
        explain_line=explain_line,
        prompt=prompt,
        refusals=SENTENCES.under("refusal"),
        phrasebook=SENTENCES,
    ),
    shortcuts=Shortcuts(parse=parse_shorthand),
    bots=BotHints(
        idle=frozenset({REST}),
        blunder=5.0,
        quick_turn=quick_turn,
        foregone=foregone,
        chance=WinChance(start=10, end=4, stage=share_played),
        features=ValueFeatures(names=NAMES, of=RULES.figures, stage=share_played),
        weights=files("parlour_maori") / "weights.json",
        leaf=files("parlour_maori") / "leaf.json",
        best={
            2: "ahead:rollouts=100,values=learned,horizon=leaf,seconds=1",
            3: "ahead:rollouts=200,values=learned,seconds=1",
        },
        medium={2: "ahead:rollouts=10,values=learned,errors=0.8", 3: "greedy:values=learned"},
        easy={2: "greedy:values=learned", 3: "greedy:errors=0.3"},
        stage=share_played,
        lead_errors=files("parlour_maori") / "leads.json",
        strengths=files("parlour_maori") / "strengths.jsonl",
    ),
    checks=Checks(
        presets=PRESETS,
        endings={"a full board (6.1)": ends_by_board, "rests (6.3)": ends_by_rests},
        longest=most_answers,
        why_it_ends="a tile is taken, laid and removed once at most, and the match ends after two "
        "rounds without a change (rule 6.3)",
    ),
)
"""Maori, with its types."""


@parlour.hookimpl
def parlour_games() -> Iterable[Game[State, OpenView[State], MaoriMove]]:
    """Bring Maori."""
    yield GAME
