"""The sentences for refused moves."""

from collections.abc import Mapping

from parlour import Wording


def _not_in_hand(card: str, held: int) -> str:
    return f"you have {f'{held} {card}' if held else f'no {card}'} in hand"


REFUSALS: Mapping[str, Wording] = {
    "one_offering": "one offering a turn may be bought, before a card is laid",
    "buying_is_over": "buying comes once, before a card is laid",
    "too_dear": "a {sort} offering costs you {price} wood, and you have {wood}",
    "sold_out": "no {sort} offerings are left to buy",
    "one_kind": "cards are laid once a turn, all of one kind, after any buying and before drawing",
    "only_hunters": "only hunters can be laid several at once, and a {card} is not a hunter",
    "not_in_hand": _not_in_hand,
    "moai_too_dear": "laying a moai costs {price} wood, and you have {wood}",
    "one_to_three": "one, two or three hunters of a sort can be laid at once",
    "hunters_too_dear": "laying {number} hunters at once costs {price} wood, and you have {wood}",
    "must_discard": "a moai costs {price} wood and you have {wood}: discard one of three",
    "can_build": "you have {wood} wood, enough to build a moai",
    "no_discard": (
        "a moai goes to the box only in place of laying, "
        "with three moais in hand and less than {wood} wood"
    ),
    "no_moai_of_others": (
        "offerings are sacrificed face up only when somebody else has built a moai"
    ),
    "no_moai_of_own": ("only the builder of a moai sacrifices face down, after everybody else"),
    "builder_face_down": "the builder of a moai sacrifices face down",
    "not_held": "you hold no {sort} offering",
    "no_adding": ("only the builder of a moai adds from a pile, last of all in a sacrifice round"),
    "pile_empty": "the pile of {sort} offerings is empty",
    "no_drawing": "cards are drawn after laying, until the hand has three",
    "no_such_column": "there are {columns} columns to draw from",
    "no_moais_scored": "only moais that are scored bring a choice of wood or fame",
    "pile_not_empty": "another sort is taken only where the pile of the scored sort has run out",
    "nothing_to_decline": "there is nothing to decline now",
}
"""Why a move is refused, by the code of the refusal, in the order of the rules."""
