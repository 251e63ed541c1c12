"""The sentences of refused moves, by their codes."""

from collections.abc import Mapping, Sequence

from parlour.rules.words import Wording
from parlour_giants.moves import Claim
from parlour_giants.words.names import PIECE_WORDS, count

CLAIM_PLACES: Mapping[Claim, str] = {
    "screen": "in front of your screen",
    "marked": "with your marker on {hex}",
    "left": "that you left on {hex}",
    "abandoned": "abandoned on {hex}",
}
"""The place of a piece, by the claim to it."""


def _logs_not_held(logs: int) -> str:
    return f"you have {count(logs, 'log')} behind your screen"


def _action_unsaid(figure: str, gains: Sequence[str]) -> str:
    choices = " or ".join(f"'for {gain}'" for gain in gains)
    return f"it is to be said what the {figure} does there: {choices}"


def _no_such_piece(size: int, hex: str, claim: Claim) -> str:  # noqa: A002  named as in the move
    where = CLAIM_PLACES[claim].format(hex=hex)
    return f"there is no {PIECE_WORDS[size]} {where} for you to move"


REFUSALS: Mapping[str, Wording] = {
    # The auction
    "bid_not_held": "you can bid only what is behind your screen",
    "bid_wanted": "a bid is wanted now",
    "pick_wanted": "a moai is to be carved now, or declined",
    "size_not_on_quarry": "no size-{size} moai is left on the quarry",
    "too_few_sculptors": "your bid holds too few sculptors for size {size}",
    # Placing
    "placing_wanted": "a figure is to be placed now, half a tablet bought, or passed",
    "no_such_hex": "the island has no hex {hex}",
    "no_such_figure": "you have no {figure} behind your screen",
    "too_many_logs": "two logs at most go with a worker or a sorcerer, none with a chief",
    "logs_not_held": _logs_not_held,
    "worker_acts": "a worker does not act",
    "action_unsaid": _action_unsaid,
    "no_action_there": "the {figure} can do nothing there, so 'for' is left out",
    "gain_elsewhere": "hex {hex} does not give that",
    "gain_used_up": "none of that is left",
    "forest_felled": "this forest has been felled",
    "ahu_elsewhere": "the ahu {ahu} does not border on that hex",
    "ahu_taken": "the ahu {ahu} is taken",
    "no_base": "you have no base behind your screen",
    "chief_needs_tablet": "a chief acts only by breaking a tablet: two half tablets",
    "tablet_wanted": "another tablet is to be broken now, or enough",
    "no_tablet_left": "you have no two half tablets left",
    "half_needs_marker": "half a tablet costs a marker, and you have none behind your screen",
    "no_half_in_box": "no half tablet is left in the supply",
    # Transport
    "transport_wanted": "a piece is to be moved now, or passed",
    "piece_unsaid": "first say which piece, as in 'move moai 2 to f8 erect'",
    "no_such_piece": _no_such_piece,
    "piece_stuck": "you could neither move it nor erect it, crown with it or mark it",
    "abandoned_piece_stuck": "you could not erect it, crown with it or mark it",
    "movement_unfinished": "the movement must first be brought to an end",
    "hex_not_next": "hex {hex} is not next to the piece",
    "hex_visited": "the piece has been on {hex} in this movement",
    "hex_visited_this_round": "the piece has been on {hex} in this round",
    "carriers_too_weak": "what stands on {hex} cannot carry a burden of {burden}",
    "carriers_wrong": "expected carriers that are there, suffice and are all needed",
    "abandoned_piece_stuck_there": "from there it could not be erected, put on a moai or marked",
    "abandoned_piece_left": "an abandoned piece must be erected, put on a moai or marked",
    "wrong_kind_of_piece": "moais are erected, headdresses crown",
    "piece_not_at_ahu": "the piece is not next to the ahu {ahu}",
    "no_figure_there": "no figure of yours stands there",
    "no_worker_there": "no worker of yours stands there",
    "abandoned_headdress": "an abandoned headdress may only be marked in this movement",
    "no_moai_to_crown": "no moai without a headdress stands there",
    "marked_already": "it is marked already",
    "no_marker": "you have no marker behind your screen",
    "unmoved_wanted": "your unmoved pieces are to be marked or left now",
    "no_such_unmoved_piece": "no such piece stands in front of your screen",
    # A peek
    "no_half_to_peek": "a peek costs half a tablet, and you have none",
    "no_moai_to_peek": "no moai stands on {ahu}",
    "own_base": "you know that base: it is yours",
    # The end of the round
    "markers_wanted": "it is to be said now which markers you take back",
    "marker_not_there": "your markers do not lie there",
}
"""The sentence of each refusal, by its code."""
