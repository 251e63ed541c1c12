"""Positions of Rapa Nui, read from the words of an example or of a test.

A position has these keys, none of which has to be there:

- ``turn``: the player whose turn it is, the first one unless it is said
- ``step``: what that player does next, ``buy`` (unless it is said), ``lay`` or ``draw``
- ``columns``: the cards of each column from the back to the front, ``"fish moai/grain"``
- ``stack``: the cards in it, ``"3 fish, moai"``, and then those that lie nowhere are in the box;
  unless it is said, all that lie nowhere else
- ``stone``: offerings from the bottom to the top, ``"fish grain"``; with the name of a player
  behind it, ``fish/Ann``, that player sacrificed it, and with ``fish/Ann/down`` face down
- the name of a player: a table with the cards ``lying`` and the ``hand``, the ``offerings`` held,
  ``"2 fish, grain"``, and ``wood`` and ``fame``
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, convert

from parlour import NoOptions, Seat, left_of
from parlour.kit.cards import combined
from parlour_rapa_nui.components import BOX, CARDS, SORTS, STACK, Tally
from parlour_rapa_nui.phases import AnyPhase, Buying, Drawing, Laying, State, Turn
from parlour_rapa_nui.state import Offered, Tribe

WHOLE_BOX: Tally = combined(
    STACK,
    *(tuple(colour.cards.count(card) for card in CARDS) for colour in BOX.reconstructed.colours),
)
"""Every card of the game by kind."""

COLUMNS = "fish fish/grain grain/priest priest/moai moai"
"""The columns of a position that says none."""


class _Table(Struct, frozen=True, forbid_unknown_fields=True):
    """Belongings of a player."""

    lying: str = ""
    hand: str = ""
    offerings: str = ""
    wood: int = 0
    fame: int = 0


class _Middle(Struct, frozen=True, forbid_unknown_fields=True):
    """The middle of the table, and the turn."""

    turn: str = ""
    step: str = "buy"
    columns: str = COLUMNS
    stack: str | None = None
    stone: str = ""


def arrange(players: Sequence[str], _: NoOptions, facts: Mapping[str, Any]) -> State:
    """Return the state that the words describe.

    Raises:
        ValueError: There is no such player, card or step, or more of something than there is.
    """
    middle = convert({key: facts[key] for key in facts.keys() - {*players}}, _Middle)
    tables = [convert(facts.get(name, {}), _Table) for name in players]
    stone = tuple(_offered(text, players) for text in middle.stone.split())
    tribes = tuple(_tribe(table, stone, seat) for seat, table in enumerate(tables))
    columns = tuple(map(read_column, middle.columns.split("/")))
    display = tuple(sum(column.count(card) for column in columns) for card in range(len(CARDS)))
    laid = [tally for tribe in tribes for tally in (tribe.lying, tribe.hand)]
    left = _less(WHOLE_BOX, combined(display, *laid))
    stack = _stack(left) if middle.stack is None else read_tally(middle.stack, CARDS)
    held = combined(*(read_tally(table.offerings, SORTS) for table in tables))
    sacrificed = tuple(sum(card.sort == sort for card in stone) for sort in range(len(SORTS)))
    seat = players.index(middle.turn) if middle.turn else 0
    return State(
        phases=_steps(middle.step, seat, len(players)),
        tribes=tribes,
        columns=columns,
        stack=stack,
        piles=_less((BOX.offerings.each,) * len(SORTS), combined(held, sacrificed)),
        stone=stone,
        box=_less(left, stack),
    )


def read_tally(text: str, names: Sequence[str]) -> Tally:
    """Read numbers of cards: ``"2 fish, moai"``, or ``"fish fish moai"``."""
    tally = [0] * len(names)
    number = 1
    for word in text.replace(",", " ").split():
        if word.isdigit():
            number = int(word)
        else:
            tally[names.index(word)] += number
            number = 1
    return tuple(tally)


def read_column(text: str) -> tuple[int, ...]:
    """Read a column from the back to the front."""
    return tuple(map(CARDS.index, text.split()))


def _tribe(table: _Table, stone: Sequence[Offered], seat: Seat) -> Tribe:
    """Return what a player has, with the cards that the player sacrificed face down."""
    down = [card.sort for card in stone if card.face_down and card.seat == seat]
    traced = list(read_tally(table.offerings, SORTS))
    for sort in down:
        traced[sort or 0] += 1
    return Tribe(
        lying=read_tally(table.lying, CARDS),
        hand=read_tally(table.hand, CARDS),
        wood=table.wood,
        fame=table.fame,
        traced=tuple(traced),
        limits=(tuple(traced),) * len(down),
    )


def _offered(text: str, players: Sequence[str]) -> Offered:
    sort, _, rest = text.partition("/")
    name, _, down = rest.partition("/")
    return Offered(SORTS.index(sort), players.index(name) if name else None, down == "down")


def _steps(step: str, seat: Seat, seats: int) -> tuple[AnyPhase, ...]:
    """Return the steps of a turn that are left."""
    steps = (Turn(left_of(seat, seats)), Drawing(seat), Laying(seat), Buying(seat))
    return steps[: ("draw", "lay", "buy").index(step) + 2]


def _stack(left: Tally) -> Tally:
    """Return the cards that can still be turned up: of start cards that lie nowhere none are."""
    return tuple(map(min, left, STACK))


def _less(all_of_them: Tally, some: Tally) -> Tally:
    """Return what is left of some things.

    Raises:
        ValueError: There are not so many.
    """
    left = tuple(have - less for have, less in zip(all_of_them, some, strict=True))
    if min(left) < 0:
        raise ValueError(f"expected at most {all_of_them}, got {some}")
    return left
