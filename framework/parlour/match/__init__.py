"""A match: the one place that knows everything, its dealer, its record and its replay."""

from parlour.match.dealer import DEALERS, HASHED, MERSENNE, Dealer, generator
from parlour.match.decision import SEALED, Decision
from parlour.match.drawing import described, drawn, field_lines, picture_of, view_text
from parlour.match.game import Game, NoOptions, header_of
from parlour.match.game_parts import (
    BotHints,
    Checks,
    Display,
    Shortcuts,
    ValueFeatures,
    WinChance,
    Words,
)
from parlour.match.history import ANSWERS, MatchHistory, SeatHistory, SeenAnswer
from parlour.match.match import Match
from parlour.match.playout import certain_view, play_out
from parlour.match.record import (
    SUFFIX,
    Forfeit,
    Header,
    Line,
    Record,
    RecordFile,
    RecordReader,
    create_record,
    encode_lines,
    is_finished,
    open_record,
)
from parlour.match.replay import (
    AnyRecord,
    begins_at_position,
    game_of,
    open_replay,
    replay_steps,
    replayed,
)
from parlour.match.seat_record import (
    SeatHeader,
    SeatLine,
    SeatRecordReader,
    is_seat_record,
    open_seat_record,
    seat_record,
    told_by,
)

__all__ = [
    "ANSWERS",
    "DEALERS",
    "HASHED",
    "MERSENNE",
    "SEALED",
    "SUFFIX",
    "AnyRecord",
    "BotHints",
    "Checks",
    "Dealer",
    "Decision",
    "Display",
    "Forfeit",
    "Game",
    "Header",
    "Line",
    "Match",
    "MatchHistory",
    "NoOptions",
    "Record",
    "RecordFile",
    "RecordReader",
    "SeatHeader",
    "SeatHistory",
    "SeatLine",
    "SeatRecordReader",
    "SeenAnswer",
    "Shortcuts",
    "ValueFeatures",
    "WinChance",
    "Words",
    "begins_at_position",
    "certain_view",
    "create_record",
    "described",
    "drawn",
    "encode_lines",
    "field_lines",
    "game_of",
    "generator",
    "header_of",
    "is_finished",
    "is_seat_record",
    "open_record",
    "open_replay",
    "open_seat_record",
    "picture_of",
    "play_out",
    "replay_steps",
    "replayed",
    "seat_record",
    "told_by",
    "view_text",
]
