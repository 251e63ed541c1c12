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
from parlour_giants.words.names import count, moai_words, say

Moves: TypeAlias = Sequence[GiantsMove]


def prompt(view: View, moves: Moves) -> str:
    """Say what to choose among the moves that are possible, or that choices have left."""
    kinds = set(map(type, moves))
    found = (words for kind, words in _PROMPTS.items() if kind in kinds)
    return "" if len(moves) == 1 else next(found)(view, moves)


def _or(moves: Moves, ways: Mapping[type[Move], str]) -> str:
    """List what else can be done: ``, or buy half a tablet, or pass``."""
    kinds = set(map(type, moves))
    found = [way for kind, way in ways.items() if kind in kinds]
    joints = ["one"] * (len(found) - 1) + ["last"]
    return "".join(say(f"or.{joint}", way=way) for joint, way in zip(joints, found, strict=False))


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
        return say("prompt.bid", moais=moai_words(quarry, ".acc"))
    still = [
        say(f"field.{field}")
        for field, number in known.items()
        if number is None and held.get(field, True)
    ]
    return say("prompt.bid_more", things=listed(chosen), fields=listed(still, "or"))


def _pick(_view: View, moves: Moves) -> str:
    sizes = listed((move.size for move in moves if isinstance(move, Pick)), "or")
    return say("prompt.pick", sizes=sizes, others=_or(moves, {Decline: "decline"}))


def _place(_view: View, moves: Moves) -> str:
    places = [move for move in moves if isinstance(move, Place)]
    figure, where = shared(places, "figure"), shared(places, "hex")
    others = _or(moves, {Rongo: "buy", Pass: "pass"})
    if others or not (figure or where):
        return say("prompt.place", others=others)
    if not where:
        return say("prompt.place_figure", figure=figure)
    if not figure:
        return say("prompt.place_hex", hex=where)
    acts = shared(places, "gain") is None
    return say("prompt.place_gain" if acts else "prompt.place_logs", figure=figure, hex=where)


def _again(_view: View, moves: Moves) -> str:
    return say("prompt.again", others=_or(moves, {Enough: "enough"}))


def _take(_view: View, moves: Moves) -> str:
    takes = [move for move in moves if isinstance(move, Take)]
    size, where = shared(takes, "size"), shared(takes, "hex")
    others = _or(moves, {Pass: "pass"})
    if not isinstance(size, int) or others:
        return say("prompt.take", others=others)
    if where is None:
        return say("prompt.take_several", piece=PIECES[size])
    return say("prompt.take_several_on", piece=PIECES[size], hex=where)


def _haul(view: View, moves: Moves) -> str:
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return ""
    piece, where = PIECES[phase.size], shared(moves, "hex")
    if where is not None:
        carriers = _carriers(phase, moves)
        return say("prompt.carriers", piece=piece, hex=where, carriers=carriers)
    others = _or(moves, {Erect: "erect", Crown: "crown", Mark: "mark", Leave: "leave"})
    if not others:
        return say("prompt.carry", piece=piece)
    return say("prompt.carry_or", piece=piece, others=others)


def _carriers(phase: Moving, moves: Moves) -> str:
    """Say how many carriers are needed: ``2 carriers, any of these``."""
    crews = [move.crew for move in moves if isinstance(move, Haul)]
    is_chief = {any(CHIEF <= who < LOG for who in crew) for crew in crews}
    need = count(burden(phase.size), "carrier")
    if len(is_chief) > 1 and burden(phase.size) > 1:
        return say("carriers.or_chief", need=need)
    return say("carriers.chiefs") if is_chief == {True} else say("carriers.any", need=need)


def _erect(view: View, moves: Moves) -> str:
    phase = view.phases[-1]
    piece = PIECES[phase.size if isinstance(phase, Moving) else 0]
    return say("prompt.erect", piece=piece, others=_or(moves, {Mark: "mark", Leave: "leave"}))


def _say(code: str) -> Callable[[View, Moves], str]:
    return lambda _view, _moves: say(code)


_PROMPTS: Mapping[type[Move], Callable[[View, Moves], str]] = {
    Bid: _bid,
    Pick: _pick,
    Place: _place,
    Rongo: _say("prompt.rongo"),
    Again: _again,
    Take: _take,
    Haul: _haul,
    Erect: _erect,
    Crown: _erect,
    Mark: _say("prompt.mark"),
    Stow: _say("prompt.stow"),
    TakeBack: _say("prompt.take_back"),
    Peek: _say("prompt.peek"),
}
"""The sentence for each kind of move, the one that matters most first."""
