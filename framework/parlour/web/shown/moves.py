"""Moves as messages: each with the addresses by which it is chosen."""

from collections.abc import Sequence
from dataclasses import replace

from parlour.match.game import Game
from parlour.table.move_list import MoveList, NumberedMove
from parlour.table.selection import FORM, Choice, Selection
from parlour.web.messages import MOST_MOVES, MovesMessage, ShownMove


def shown_moves(game: Game, moves: MoveList) -> tuple[tuple[ShownMove, ...], int]:
    """Return the moves and offers of a list, or their number where they are too many."""
    every = _numbered(moves)
    if len(every) > MOST_MOVES:
        return (), len(every)
    offers = {choice.number for kind in moves.offered for choice in kind.choices}
    return tuple(_shown(game, one, is_offer=one.number in offers) for one in every), 0


def narrowed(game: Game, moves: MoveList, chosen: Sequence[str]) -> MovesMessage:
    """Return the moves of a list that have all of the addresses that are chosen."""
    every = _numbered(moves)
    offers = {choice.number for kind in moves.offered for choice in kind.choices}
    among = Selection.among(game.move_notation, [one.move for one in every])
    steps = tuple(frozenset({address}) for address in chosen)
    selection = replace(among, chosen=steps)
    left = {choice.text for choice in selection.remaining}
    found = [one for one in every if one.text in left]
    shown = [] if len(found) > MOST_MOVES else found
    return MovesMessage(
        chosen=tuple(chosen),
        moves=tuple(_shown(game, one, is_offer=one.number in offers) for one in shown),
        too_many=0 if shown else len(found),
        live=tuple(sorted(selection.live)),
    )


def _numbered(moves: MoveList) -> list[NumberedMove]:
    return [choice for kind in (*moves.kinds, *moves.offered) for choice in kind.choices]


def _shown(game: Game, one: NumberedMove, *, is_offer: bool) -> ShownMove:
    choice: Choice = Selection.among(game.move_notation, (one.move,)).choices[0]
    numbers = {name: int(text) for name, text in choice.fields.items() if text.isdecimal()}
    form = next(at for at in choice.addresses if at.startswith(f"{FORM}="))
    return ShownMove(
        text=one.text,
        form=form.removeprefix(f"{FORM}="),
        at=tuple(sorted(choice.addresses)),
        note=one.note,
        fields=numbers,
        offer=is_offer,
    )
