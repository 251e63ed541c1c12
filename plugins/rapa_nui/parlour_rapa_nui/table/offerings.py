"""The offerings that everybody may see: in the piles, and on the stone."""

from collections.abc import Sequence
from functools import partial

from parlour import Viewer
from parlour.kit.table import Group, Piece, Row
from parlour_rapa_nui.components import SORTS, Tally
from parlour_rapa_nui.phases import (
    Adding,
    Burying,
    Buying,
    Offering,
    OtherPile,
)
from parlour_rapa_nui.picture import cards, frames, looks
from parlour_rapa_nui.picture.layout import LaidPanel, LaidRow
from parlour_rapa_nui.picture.stone import draw_stone
from parlour_rapa_nui.picture.symbols import symbol, wood
from parlour_rapa_nui.scoring import sacrificed, values
from parlour_rapa_nui.table.pieces import PALE, STYLES, TABLE, kind, sorts
from parlour_rapa_nui.view import SPECTATOR, View
from parlour_rapa_nui.words.names import how_many, listed, say, stone_card


def piles(view: View) -> LaidPanel:
    """Show the number left of each sort, and the seat's price of an offering (rules 3.2, 3.3)."""
    asked = isinstance(view.phases[-1], Buying | Adding | OtherPile)
    costs = (-1,) * len(SORTS) if view.seat == SPECTATOR else view.prices
    left, prices = [], []
    for sort, (name, number, cost) in enumerate(zip(SORTS, view.piles, costs, strict=True)):
        code = "piles.priced" if cost >= 0 else "piles.left"
        words = say(code, sort=name, number=number, **({"price": cost} if cost >= 0 else {}))
        at, key = (f"sort={name}",) * asked, f"pile {name} {number}"
        art = partial(cards.pile, sort=sort, number=number)
        left.append(kind(sort, number, words, at=at, key=key, art=art, note=say("piles.note")))
        prices.append(Piece(name=left[-1].name, number=cost if cost >= 0 else None, at=at, art=log))
    rows = [LaidRow(title=say("piles.row"), table=TABLE, groups=[sorts(left, looks.PILE, 8)])]
    if view.seat != SPECTATOR:
        price_row = LaidRow(
            title=say("piles.price"), table=TABLE, groups=[sorts(prices, looks.PRICE, 8)]
        )
        rows.append(price_row)
    return LaidPanel(
        name="piles",
        title=say("piles.title"),
        rows=rows,
        size=(frames.PANEL, 90),
        label=say("piles.label", offerings=listed(view.piles)),
        art=partial(frames.frame, height=88),
        needed=asked,
        role="side",
    )


def stone(view: View, viewer: Viewer) -> LaidPanel:
    """Show the stone's top card, and with memory or at the end all that is known of it."""
    number, known = len(view.stone), sacrificed(view.stone)
    count = how_many(number, "cards")
    groups = [Group(pieces=_top(view, viewer, count))]
    open_to_view = viewer.memory or view.over
    if open_to_view and number:
        groups.append(sorts(_worth(known), looks.WORTH, 116))
    unknown = number - sum(known) if open_to_view else 0
    if unknown:
        groups.append(Group(pieces=[Piece(label=say("stone.unknown", number=unknown), style=PALE)]))
    return LaidPanel(
        name="stone",
        title=say("stone.title"),
        rows=[Row(groups=groups)],
        size=(frames.PANEL, 190 if open_to_view and number else 110),
        label=_stone_label(view, viewer, count),
        art=partial(draw_stone, view=view, viewer=viewer, count=count, unknown=unknown),
        needed=isinstance(view.phases[-1], Offering | Burying | Adding),
        role="side",
    )


def _stone_label(view: View, viewer: Viewer, count: str) -> str:
    if not view.stone:
        return say("stone.label", cards=count)
    top, origin = stone_card(view.stone[-1], viewer)
    return say("stone.label_top", cards=count, top=top, origin=origin)


def _top(view: View, viewer: Viewer, count: str) -> Sequence[Piece]:
    """Say what the stone's top card is, and whose."""
    if not view.stone:
        return [Piece(number=0, label=say("stone.empty"), style=PALE)]
    top = view.stone[-1]
    words, origin = stone_card(top, viewer)
    return [
        Piece(
            name=words,
            number=len(view.stone),
            label=say("stone.top", cards=count, top=words),
            style="" if top.sort is None else STYLES[top.sort],
        ),
        Piece(label=origin, style=PALE),
    ]


def _worth(known: Tally) -> Sequence[Piece]:
    """Say how often each sort lies on the stone, and what that makes an offering worth."""
    return [
        kind(
            sort,
            number,
            say("worth", sort=SORTS[sort], number=number, value=value),
            note=say("stone.worth", value=value),
            art=partial(symbol, card=sort, x=0, y=0),
        )
        for sort, (number, value) in enumerate(zip(known, values(known), strict=True))
    ]


log = partial(wood, x=0, y=0)
