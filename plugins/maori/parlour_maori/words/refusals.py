"""The sentences for refused moves."""

from collections.abc import Mapping

from parlour import Wording


def _too_far(steps: int, free: int, shells: int) -> str:
    return (
        f"{steps} steps are too far: {free} for boats and {shells} for shells make {free + shells}"
    )


REFUSALS: Mapping[str, Wording] = {
    "launch_first": "the ship must be placed before the first turn",
    "sail_first": "a turn begins with the ship: sail first",
    "has_sailed": "the ship has sailed this turn",
    "no_step": "the ship must sail at least one step",
    "too_far": _too_far,
    "action_first": "first take a tile, fetch the stored one, remove one or rest",
    "not_in_row": "{slot} is not in the row of the ship",
    "empty_slot": "there is no tile on {slot}",
    "volcano": "a volcano cannot be taken",
    "behind_volcano": "a volcano lies between the ship and {slot}",
    "too_dear": "{slot} costs {price} shells, and there are {shells}",
    "taken_without_room": ("the tile on {slot} could neither be laid nor stored: no cell is free"),
    "taken_out_of_reach": (
        "the tile on {slot} could neither be laid nor stored: no free cell is in reach of the pawn"
    ),
    "nothing_stored": "the stored tile is not there",
    "fetched_without_room": "the stored tile cannot be laid: no cell is free",
    "fetched_out_of_reach": (
        "the stored tile cannot be laid: no free cell is in reach of the pawn"
    ),
    "no_own_tile": "there is no own tile on that cell",
    "under_pawn": "the tile under the pawn cannot be removed",
    "tile_in_hand": "a tile is in hand: lay it or store it",
    "not_turned": "a tile with palms is not turned; one without looks the same so",
    "no_such_cell": "this side of the board has no cell {cell}",
    "covered": "{cell} is covered",
    "storage_taken": "the storage holds a tile already",
    "from_storage": "a tile leaves the storage only for the board",
    "no_pawns": "there are no pawns in the basic game",
    "no_pawn_yet": "the pawn comes with the first tile",
    "not_beside_pawn": "{cell} does not adjoin the pawn",
    "pawn_now": "the action is over: move the pawn or let it stay",
    "pawn_is_there": "the pawn is there: let it stay",
    "pawn_on_water": "the pawn stands on own tiles only, never on water",
    "step_too_far": "the pawn steps only to an own tile beside it",
    "step_unpaid": "a step costs a shell, and you have no shell left",
    "step_in_vain": "from there the tile in hand could not be laid",
    "stepped_for_it": "the pawn has stepped for this tile: lay it",
}
"""Why a move is refused, by the code of the refusal, in the order of the rules."""
