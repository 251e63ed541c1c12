"""The plugin: Rapa Nui as the catalog finds it.

If you learn how a game is written, read tic-tac-toe and Leduc poker first, then this one.
"""

from collections.abc import Iterable
from importlib.resources import files

import parlour
from parlour import (
    BotHints,
    Checks,
    Display,
    Examples,
    Game,
    Shortcuts,
    WinChance,
    Words,
)
from parlour_rapa_nui.components import STACK
from parlour_rapa_nui.events import RapaNuiEvent
from parlour_rapa_nui.moves import RapaNuiMove
from parlour_rapa_nui.outcomes import RapaNuiOutcome
from parlour_rapa_nui.phases import State
from parlour_rapa_nui.picture.thing_rules import THING_RULES
from parlour_rapa_nui.rules import Rules
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.events import describe_event, describe_outcome, narrate
from parlour_rapa_nui.words.moves import explain_move
from parlour_rapa_nui.words.names import SENTENCES
from parlour_rapa_nui.words.prompts import prompt
from parlour_rapa_nui.words.shorthand import parse_shorthand
from parlour_rapa_nui.words.status import describe_status, score_sheet


def ends_by_stack(state: State) -> bool:
    """Return whether the match ended since the stack was empty (rule 9.1)."""
    return not any(state.stack)


def share_drawn(state: State) -> float:
    """Return the share of the stack that is drawn: an empty one ends the match (9.1)."""
    return 1 - sum(state.stack) / sum(STACK)


def most_answers(seats: int, _options: object) -> int:
    """Return the most moves and outcomes of a match: each turn draws a card (rules 6.1 and 9.1)."""
    cards = sum(STACK)
    buying_laying_adding, offering, scoring = 3, seats, 2 * seats
    a_turn = buying_laying_adding + offering + scoring
    return cards * (a_turn + 1) + cards + 1  # each card is turned up and drawn; a seat begins


GAME: Game[State, View, RapaNuiMove] = Game(
    id="rapa_nui",
    title="Rapa Nui",
    summary="Lead a tribe of Easter Island: gather, build moais, sacrifice.",
    minutes=45,
    weight="light",
    seats=range(2, 5),
    rules=Rules(),
    state=State,
    view=View,
    moves=RapaNuiMove,
    outcomes=RapaNuiOutcome,
    events=RapaNuiEvent,
    rulebook=files("parlour_rapa_nui") / "rules.md",
    printed=files("parlour_rapa_nui") / "printed.toml",
    examples=Examples(
        file=files("parlour_rapa_nui") / "examples.toml",
        arrange="parlour_rapa_nui.words.positions:arrange",
    ),
    lessons=(files("parlour_rapa_nui") / "first_statue.toml",),
    display=Display(
        panels="parlour_rapa_nui.table.panels:draw_panels",
        picture="parlour_rapa_nui.table.panels:draw_picture",
        rules=THING_RULES,
        describe="parlour_rapa_nui.words.view:describe_view",
        status=describe_status,
        score_sheet=score_sheet,
    ),
    words=Words(
        describe_event=describe_event,
        describe_outcome=describe_outcome,
        narrate=narrate,
        explain_move=explain_move,
        explain_line="parlour_rapa_nui.words.plans:explain_line",
        prompt=prompt,
        refusals=SENTENCES.under("refusal"),
        phrasebook=SENTENCES,
    ),
    shortcuts=Shortcuts(parse=parse_shorthand),
    bots=BotHints(
        blunder=5.0,
        best="search:simulations=160,rounds=2,seconds=1",
        medium={2: "search:simulations=12,rounds=2", 3: "greedy"},
        easy={2: "greedy", 3: "greedy:errors=1.2", 4: "greedy:errors=1.5"},
        chance=WinChance(start=35, end=8, stage=share_drawn),
        strengths=files("parlour_rapa_nui") / "strengths.jsonl",
    ),
    checks=Checks(
        endings={"an empty stack (9.1)": ends_by_stack},
        longest=most_answers,
        why_it_ends="every turn draws a card (rule 6.1), and the match ends when the stack is "
        "empty (rule 9.1)",
    ),
)
"""Rapa Nui, with its types."""


@parlour.hookimpl
def parlour_games() -> Iterable[Game[State, View, RapaNuiMove]]:
    """Bring Rapa Nui."""
    yield GAME
