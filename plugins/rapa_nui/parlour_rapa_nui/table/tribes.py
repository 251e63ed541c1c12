"""The things of the tribes: in front of them, and covered."""

from collections.abc import Sequence
from functools import partial

from parlour import Over, Seat, Viewer
from parlour.kit.table import Group, Piece, Row
from parlour_rapa_nui.components import CARDS
from parlour_rapa_nui.phases import (
    Yielding,
)
from parlour_rapa_nui.picture import cards, frames, looks
from parlour_rapa_nui.picture.layout import LaidGroup, LaidPanel, LaidRow
from parlour_rapa_nui.picture.symbols import fame, wood
from parlour_rapa_nui.scoring import bonus
from parlour_rapa_nui.table.pieces import ORDER, TABLE, kind
from parlour_rapa_nui.view import View
from parlour_rapa_nui.words.names import counted, how_many, say


def tribes(view: View, viewer: Viewer) -> LaidPanel:
    """Show the cards before each seat, the own row first and the others clockwise."""
    seats, first = len(view.tribes), max(view.seat, 0)
    rows = [_tribe(view, viewer, (first + at) % seats, at * frames.ROW) for at in range(seats)]
    return LaidPanel(
        name=TABLE,
        title=say("tribes.title"),
        text_title=say("tribes.text_title"),
        rows=rows,
        size=(frames.PANEL, frames.ROW * seats + 2),
        label=say("tribes.label", tribes=seats),
        needed=True,
        role="scene",
    )


def _tribe(view: View, viewer: Viewer, seat: Seat, top: float) -> Row:
    """Show what a seat owns, the cards before it, and how much it holds covered."""
    end, tribe, name = view.phases[-1], view.tribes[seat], viewer.name(seat)
    over = isinstance(end, Over)
    acting = getattr(end, "seat", None) == seat
    mark = f"{end.places[seat]}. " if isinstance(end, Over) else "▶ " if acting else "  "
    points = say("points", number=end.scores[seat]) if isinstance(end, Over) else ""
    number = sum(tribe.hand)
    hand = Piece(
        number=number,
        label=say("tribes.hand", number=number),
        key=f"{seat} hand {number}",
        art=partial(cards.backs, number=number, words="" if over else say("tribes.in_hand")),
    )
    offerings = Piece(
        name=say("tribes.offerings"),
        number=tribe.offerings,
        label=how_many(tribe.offerings, "offerings"),
        key=f"{seat} {tribe.offerings} offerings",
        art=partial(cards.covered_offerings, number=tribe.offerings),
    )
    lying = [_lying(view, seat, card) for card in ORDER]
    left = frames.OWNED
    return LaidRow(
        title=name,
        table=TABLE,
        mark=mark,
        y=top,
        art=partial(
            frames.tribe_frame,
            seat=seat,
            name=mark.strip(" ▶") + " " * over + frames.short(name),
            acting=acting and not over,
            points=points,
        ),
        groups=[
            LaidGroup(pieces=lying, look=looks.LYING, move=(left, 7), step=(34.6, 0)),
            LaidGroup(pieces=_owned(view, seat), look=looks.TOKEN, move=(8, 32), step=(56, 0)),
            LaidGroup(pieces=[offerings], look=looks.CARD, move=(left + (44 if over else 100), 68)),
            LaidGroup(pieces=[hand], look=looks.CARD, move=(left + 2, 68)),
        ],
    )


def _lying(view: View, seat: Seat, card: int) -> Piece:
    """Show the cards of a kind that lie before a seat; a ``+`` marks a bonus (rule 7.2)."""
    number = view.tribes[seat].lying[card]
    ahead = bonus(tuple([tribe.lying[card] for tribe in view.tribes])) == seat
    words = counted(card, number) if number else say("tribes.none", card=CARDS[card])
    return kind(
        card,
        number,
        say("tribes.most", cards=words) if ahead else words,
        key=f"{seat} {CARDS[card]} {number}",
        mark="+" * ahead,
        art=partial(cards.small_cards, card=card, number=number),
    )


def _owned(view: View, seat: Seat) -> Sequence[Piece]:
    """Show wood and fame; for moais that are scored a seat takes either (rule 7.5)."""
    tribe, phase = view.tribes[seat], view.phases[-1]
    more = 0
    if isinstance(phase, Yielding) and phase.seat == seat == view.seat:
        more = phase.amount
    tokens = (("wood", tribe.wood, wood), ("fame", tribe.fame, fame))
    return [
        Piece(
            name=say(f"token.{name}"),
            number=number,
            label=_token_words(name, number, more),
            at=(f"form=take {name}",) * bool(more),
            key=f"{seat} {name} {number}",
            note=f"+{more}" if more else "",
            art=partial(draw, x=0, y=0),
        )
        for name, number, draw in tokens
    ]


def _token_words(name: str, number: int, more: int) -> str:
    what = say(f"amount.{name}", number=number)
    return say("tribes.take", what=what, more=more) if more else what


def others(view: View, viewer: Viewer) -> LaidPanel:
    """Show what others hold: how much, or with memory and at the end what."""
    seats = [seat for seat in range(len(view.tribes)) if seat != view.seat]
    open_to_view = viewer.memory or view.over
    rows = [_held(view, viewer, seat, at * frames.HELD_ROW) for at, seat in enumerate(seats)]
    return LaidPanel(
        name="others",
        title=say("others.title"),
        rows=rows,
        size=(frames.PANEL, frames.HELD_ROW * len(rows) + 2 if open_to_view else 0),
        label=say("others.label"),
        needed=view.over,
        role="other",
    )


def _held(view: View, viewer: Viewer, seat: Seat, top: float) -> Row:
    """Show a seat's hand, and its offerings; some of these may lie face down by now."""
    name, tribe = viewer.name(seat), view.tribes[seat]
    if not viewer.memory and not view.over:
        in_hand = say("tribes.hand", number=sum(tribe.hand))
        covered = [Piece(label=in_hand), Piece(label=how_many(tribe.offerings, "offerings"))]
        return Row(title=name, groups=[Group(pieces=covered)])
    down = 0 if view.over else len(tribe.limits)
    hand = [
        kind(card, number, art=partial(cards.small_card, card=card))
        for card, number in enumerate(tribe.hand)
    ]
    held = [
        kind(sort, number, art=partial(cards.offering, sort=sort, x=0, y=0))
        for sort, number in enumerate(view.tracked(seat))
    ]
    offerings = say("others.face_down", number=down) if down else say("others.offerings")
    return LaidRow(
        title=name,
        y=top,
        art=partial(frames.held_frame, name=frames.short(name), down=down),
        groups=[
            LaidGroup(
                pieces=hand,
                look=looks.CARD,
                move=(92, 14),
                step=(31, 0),
                spread=True,
                title=say("others.in_hand"),
                joined=True,
            ),
            LaidGroup(
                pieces=held,
                look=looks.HELD,
                move=(192, 12),
                step=(44, 0),
                title=offerings,
                joined=True,
            ),
        ],
    )
