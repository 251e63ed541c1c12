"""The sentence that says what to choose, for each decision and each half-made move."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from parlour import Move, listed
from parlour.rules.words import shared
from parlour_giants.components import PIECES, burden
from parlour_giants.moves import (
    Again,
    Bid,
    Crown,
    Decline,
    Enough,
    Erect,
    GiantsMove,
    Haul,
    Leave,
    Mark,
    Pass,
    Peek,
    Pick,
    Place,
    Rongo,
    Stow,
    Take,
    TakeBack,
)
from parlour_giants.phases import Bidding, Moving
from parlour_giants.state import CHIEF, LOG
from parlour_giants.view import View
from parlour_giants.words.names import PIECE_WORDS, count, moai_words

Moves: TypeAlias = Sequence[GiantsMove]


def prompt(view: View, moves: Moves) -> str:
    """Say what to choose among the moves that are possible, or that choices have left."""
    kinds = set(map(type, moves))
    found = (words for kind, words in _PROMPTS.items() if kind in kinds)
    return "" if len(moves) == 1 else next(found)(view, moves)


def _or(moves: Moves, ways: Mapping[type[Move], str]) -> str:
    """List what else can be done: ``; or buy half a tablet, or pass``."""
    kinds = set(map(type, moves))
    return "".join(f", or {words}" for kind, words in ways.items() if kind in kinds)


def _bid(view: View, moves: Moves) -> str:
    phase = view.phases[-1]
    fields = ("markers", "workers", "sorcerer", "chief")
    known = {field: shared(moves, field) for field in fields}
    clan = view.clans[view.seat]
    held = {"markers": clan.markers, "workers": clan.workers, "sorcerer": clan.sorcerer}
    chosen = [
        count(number, field.removesuffix("s"))
        for field, number in known.items()
        if isinstance(number, int) and number
    ]
    quarry = phase.quarry if isinstance(phase, Bidding) else ()
    if not chosen:
        return f"Bid for {moai_words(quarry)}: markers, then figures to carve."
    still = [field for field, number in known.items() if number is None and held.get(field, True)]
    return f"Bid {listed(chosen)}: add {listed(still, 'or')}, or leave it at that."


def _pick(_view: View, moves: Moves) -> str:
    sizes = [str(move.size) for move in moves if isinstance(move, Pick)]
    return f"Carve a moai: choose size {listed(sizes, 'or')}{_or(moves, {Decline: 'decline'})}."


def _place(_view: View, moves: Moves) -> str:
    places = [move for move in moves if isinstance(move, Place)]
    figure, where = shared(places, "figure"), shared(places, "hex")
    others = _or(moves, {Rongo: "buy half a tablet", Pass: "pass"})
    if others or not (figure or where):
        return f"Place a figure: choose it and its hex{others}."
    if not where:
        return f"Place your {figure}: choose its hex."
    if not figure:
        return f"Place a figure on {where}: choose which."
    if shared(places, "gain") is None:
        return f"Your {figure} comes to {where}: choose what it does there."
    return f"Your {figure} comes to {where}: choose how many logs go with it."


def _again(_view: View, moves: Moves) -> str:
    return f"Break another tablet: choose what your chief does{_or(moves, {Enough: 'enough'})}."


def _take(_view: View, moves: Moves) -> str:
    takes = [move for move in moves if isinstance(move, Take)]
    size, where = shared(takes, "size"), shared(takes, "hex")
    passing = _or(moves, {Pass: "pass"})
    if isinstance(size, int) and not passing:
        here = f" on {where}" if where else ""
        return f"There is more than one {PIECE_WORDS[size]}{here} to move: choose which."
    return f"Move a moai or a headdress: choose which{passing}."


def _haul(view: View, moves: Moves) -> str:
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return ""
    piece, where = PIECE_WORDS[phase.size], shared(moves, "hex")
    if where is not None:
        return f"Choose who carries the {piece} into {where}: {_carriers(phase, moves)}."
    ends = {
        Erect: "erect it", Crown: "put it on a moai", Mark: "mark it", Leave: "leave it"
    }  # fmt: skip
    return f"Carry the {piece} on: choose the next hex{_or(moves, ends)}."


def _carriers(phase: Moving, moves: Moves) -> str:
    """Say how many carriers are needed: ``2 carriers, any of these``."""
    crews = [move.crew for move in moves if isinstance(move, Haul)]
    is_chief = {any(CHIEF <= who < LOG for who in crew) for crew in crews}
    need = count(burden(phase.size), "carrier")
    if len(is_chief) > 1 and burden(phase.size) > 1:
        return f"{need} or a chief of these"
    return "one of these chiefs" if is_chief == {True} else f"{need}, any of these"


def _erect(view: View, moves: Moves) -> str:
    phase = view.phases[-1]
    piece = PIECE_WORDS[phase.size] if isinstance(phase, Moving) else PIECES[0]
    ends = {Mark: "mark it", Leave: "leave it"}
    return f"Put the {piece} in its place: choose an ahu{_or(moves, ends)}."


def _say(text: str) -> Callable[[View, Moves], str]:
    return lambda _view, _moves: text


_PROMPTS: Mapping[type[Move], Callable[[View, Moves], str]] = {
    Bid: _bid,
    Pick: _pick,
    Place: _place,
    Rongo: _say("Buy half a tablet for a marker, or pass."),
    Again: _again,
    Take: _take,
    Haul: _haul,
    Erect: _erect,
    Crown: _erect,
    Mark: _say("End the movement: mark the piece, or leave it."),
    Stow: _say("Mark a piece that you did not move: choose its size, or leave the rest."),
    TakeBack: _say("Take markers back from pieces on their way: choose from which."),
    Peek: _say("Look whose base is under a moai, for half a tablet: choose its ahu."),
}
"""The sentence for each kind of move, the one that matters most first."""
