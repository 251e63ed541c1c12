"""People at a match: what each may see and type on any face."""

from typing import TYPE_CHECKING

from parlour.doors import door

if TYPE_CHECKING:  # completion needs few of these
    from parlour.table.acts import (
        SLOW_TOPICS,
        Advice,
        Ask,
        Asks,
        BotAnswer,
        Confirm,
        Fork,
        MoveNow,
        Play,
        PlayAhead,
        Rename,
        Reply,
        Show,
        Surface,
        Topic,
        Turn,
        Undo,
        Unreadable,
        Who,
    )
    from parlour.table.chair import Beginning, Chair
    from parlour.table.move_list import FOLD, MoveList, NumberedMove
    from parlour.table.past import Past, PastPosition, RecordTable
    from parlour.table.reader import LineOutcome, Reading, read_number
    from parlour.table.seating import (
        HUMAN,
        checked_names,
        fill_seats,
        names_for_seats,
        names_in,
        public_players,
        seat_names,
    )
    from parlour.table.selection import FORM, Choice, Selection
    from parlour.table.table import Table
    from parlour.table.text.plans import ShownPlan
    from parlour.table.text.telling import PACE_SECONDS, Pace, ToldSentence, by_turn
    from parlour.table.view import AwaitedSeats, Difference, GameName, Mark, TableView

__all__ = [
    "FOLD",
    "FORM",
    "HUMAN",
    "PACE_SECONDS",
    "SLOW_TOPICS",
    "Advice",
    "Ask",
    "Asks",
    "AwaitedSeats",
    "Beginning",
    "BotAnswer",
    "Chair",
    "Choice",
    "Confirm",
    "Difference",
    "Fork",
    "GameName",
    "LineOutcome",
    "Mark",
    "MoveList",
    "MoveNow",
    "NumberedMove",
    "Pace",
    "Past",
    "PastPosition",
    "Play",
    "PlayAhead",
    "Reading",
    "RecordTable",
    "Rename",
    "Reply",
    "Selection",
    "Show",
    "ShownPlan",
    "Surface",
    "Table",
    "TableView",
    "ToldSentence",
    "Topic",
    "Turn",
    "Undo",
    "Unreadable",
    "Who",
    "by_turn",
    "checked_names",
    "fill_seats",
    "names_for_seats",
    "names_in",
    "public_players",
    "read_number",
    "seat_names",
]

if not TYPE_CHECKING:
    __getattr__ = door(
        __name__,
        __all__,
        (
            *("seating", "acts", "text.telling", "move_list", "selection", "text.plans", "view"),
            *("reader", "chair", "table", "past"),
        ),
    )
