"""The display, and the cards and offerings of the seat itself."""

from functools import partial

from parlour import Viewer
from parlour.kit.table import Piece, Row
from parlour_rapa_nui.components import CARDS, MOAI, SORTS, Tally
from parlour_rapa_nui.phases import (
    Burying,
    Laying,
    Offering,
)
from parlour_rapa_nui.picture import cards, frames, looks
from parlour_rapa_nui.picture.layout import LaidGroup, LaidPanel, LaidRow
from parlour_rapa_nui.table.pieces import PALE, TABLE, kind, sorts
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.names import card_word, listed, phrase, say

HAND_COLUMNS = 12
"""Number of columns of the longest line of a hand."""


def display(view: View) -> LaidPanel:
    """Show the columns, whose front cards can be taken (rule 6.2), and the stack."""
    left = sum(view.stack)
    words = phrase("display.stack", number=left)
    return LaidPanel(
        name="display",
        title=say("display.title", stack=words),
        rows=[_column(number, column) for number, column in enumerate(view.columns)],
        size=(frames.PANEL, frames.DEPTH + 74),
        label=say("display.label", stack=words),
        art=partial(frames.display_frame, left=left),
        needed=True,
    )


def _column(number: int, column: Tally) -> Row:
    """Show the cards of a column, from the back to the front."""
    pieces = []
    for place, card in enumerate(column):
        front = place == len(column) - 1
        pieces.append(
            kind(
                card,
                1,
                _in_column(number, column, place),
                at=(f"column={number + 1}",) * front,
                key=f"column {number + 1} {place} {CARDS[card]}",
                art=partial(cards.whole_card if front else cards.card_head, card=card),
            )
        )
    left = frames.GAP + number * (cards.WIDTH + frames.GAP)
    fan = LaidGroup(pieces=pieces, look=looks.CARD, move=(left, 24), step=(0, cards.HEAD))
    return Row(title=str(number + 1), fan=True, groups=[fan])


def _in_column(number: int, column: Tally, place: int) -> str:
    """Say which card lies at a place of a column, and of the front one the cards under it."""
    code = "display.covered" if place < len(column) - 1 else "display.last"
    words = {"column": number + 1, "card": CARDS[column[place]]}
    if code == "display.last" and place:
        under = ", ".join(map(card_word, reversed(column[:-1])))
        return say("display.front", **words, under=under)
    return say(code, **words)


def hand(view: View, viewer: Viewer) -> LaidPanel:
    """Show the seat's own cards and offerings."""
    hand, phase = view.tribes[view.seat].hand, view.phases[-1]
    asked = isinstance(phase, Offering | Burying)
    held = [
        kind(
            sort,
            number,
            say("hand.offering", sort=name, number=number),
            at=(f"sort={name}",) * asked,
            key=f"offerings {name} {number}",
            art=partial(cards.offerings, sort=sort, number=number),
        )
        for sort, (name, number) in enumerate(zip(SORTS, view.holdings, strict=True))
    ]
    pieces = [_in_hand(view, card) for card, number in enumerate(hand) if number]
    title = say("hand.title", viewer, seat=view.seat)
    whose = say("hand.offerings", viewer, seat=view.seat)
    own = LaidGroup(
        pieces=pieces or [Piece(number=None, label=say("hand.none"), style=PALE)],
        look=looks.CARD,
        move=(frames.GAP, 12),
        step=(cards.WIDTH + frames.GAP, 0),
        spread=True,
    )
    return LaidPanel(
        name="hand",
        title=title,
        rows=[
            Row(groups=[own]),
            LaidRow(title=say("hand.held"), table=TABLE, groups=[sorts(held, looks.OFFERING, 140)]),
        ],
        size=(frames.PANEL, 202),
        label=say("hand.label", hand=title, cards=listed(hand)),
        art=partial(frames.hand_frame, whose=whose, empty=not pieces),
        needed=True,
        role="mine",
        columns=HAND_COLUMNS,
    )


def _in_hand(view: View, card: int) -> Piece:
    """Show cards in hand: several hunters can be laid (rule 4.4), a moai put away (4.5)."""
    tribe, phase, name = view.tribes[view.seat], view.phases[-1], CARDS[card]
    number = tribe.hand[card]
    lays = isinstance(phase, Laying) and phase.seat == view.seat
    discs = lays and number > 1 and card < len(SORTS)
    return kind(
        card,
        number,
        at=(f"card={name}", *["form=discard moai"] * (card == MOAI)),
        key=f"hand {name}",
        art=partial(cards.held_card, card=card),
        over=partial(cards.laying_disc, card=card, purse=tribe.wood) if discs else None,
    )
