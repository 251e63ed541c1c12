"""A whole transport typed in one line: ``move moai 3 d4 e4 e5 erect``.

Carriers may be named, ``e4 with red+log``; otherwise those are taken that earn others least.
"""

import re
from collections.abc import Iterator
from random import Random

from parlour.rules.errors import NotationError
from parlour.rules.notation import Notation
from parlour.rules.words import Viewer, describe_refusal
from parlour_giants.moves import Crown, Erect, GiantsMove, Haul, Take
from parlour_giants.notation import read_crew
from parlour_giants.phases import Moving, State, Transporting
from parlour_giants.phases.moving import LEAVE, MARK
from parlour_giants.rules import Rules
from parlour_giants.state import Crew, fees
from parlour_giants.view import View, determinize
from parlour_giants.words.refusals import REFUSALS

CLAIMS = ("screen", "marked", "left", "abandoned")
"""The rights to move a piece, the likeliest first."""

_LINE = re.compile(
    r"move (?:moai ?(?P<size>[123])|headdress)(?: from)? (?P<start>[a-z]\d\d?)"
    rf"(?: (?P<claim>{'|'.join(CLAIMS)}))?(?P<way>(?: (?:to )?[a-z]\d\d?(?: with \S+)?)*)"
    r"(?: (?P<end>erect|crown|mark|leave)(?: (?P<ahu>[a-z]\d\d?[a-c]))?)?"
)
_STEP = re.compile(r"(?P<hex>[a-z]\d\d?)(?: with (?P<crew>\S+))?")
_NOTATION: Notation[GiantsMove] = Notation(GiantsMove, "move")
_RULES = Rules()


def parse_shorthand(view: View, text: str) -> tuple[str, ...]:
    """Return the texts of the moves that a line stands for; none where it is no whole transport.

    Raises:
        NotationError: The transport is not possible; the text says why.
    """
    line = _LINE.fullmatch(" ".join(text.lower().replace(",", " ").split()))
    phase = view.phases[-1]
    if line is None or not isinstance(phase, Transporting) or phase.seat != view.seat:
        return ()
    if line["claim"] and not line["way"] and not line["end"]:
        return ()  # the text of the first move alone
    state = determinize(view, Random(0))  # noqa: S311  nothing is hidden in this phase
    take = _take(state, view.seat, line)
    moves: list[GiantsMove] = [take]
    state = _played(state, view.seat, take)
    for step in _STEP.finditer(line["way"].replace(" to ", " ")):
        haul = _haul(state, view.seat, step["hex"], step["crew"])
        moves.append(haul)
        state = _played(state, view.seat, haul)
    end = _end(state, view.seat, line["end"] or "leave", line["ahu"])
    _played(state, view.seat, end)
    return tuple(_NOTATION.write(move) for move in (*moves, end))


def _take(state: State, seat: int, line: re.Match[str]) -> Take:
    """Return the move that lifts the piece, by the likeliest right to it."""
    size = int(line["size"] or 0)
    legal = _RULES.moves(state, seat)
    claims = [claim for claim in CLAIMS if line["claim"] in {None, claim}]
    takes = [Take(size, line["start"], claim) for claim in claims]  # type: ignore[arg-type]  # a claim
    return next((take for take in takes if take in legal), takes[0])


def _haul(state: State, seat: int, to: str, named: str | None) -> Haul:
    """Return a step with the named carriers, or with the cheapest."""
    if named is not None:
        return Haul(to, _crew(named))
    phase = state.phases[-1]
    size = phase.size if isinstance(phase, Moving) else 0

    def price(crew: Crew) -> tuple[int, int]:
        return sum(points for _, points in fees(crew, seat, size)), len(crew)

    crews = [
        move.crew for move in _RULES.moves(state, seat) if isinstance(move, Haul) and move.hex == to
    ]
    return Haul(to, min(crews, key=price, default=()))


def _crew(text: str) -> Crew:
    try:
        return read_crew(text)
    except ValueError:
        raise NotationError(
            f"cannot read carriers '{text}': expected colours, colour-chief and log joined by '+'"
        ) from None


def _end(state: State, seat: int, word: str, ahu: str | None) -> GiantsMove:
    """Return the end of the movement, at the named ahu or at the best one."""
    if word == "mark":
        return MARK
    if word == "leave":
        return LEAVE
    kind = Erect if word == "erect" else Crown
    if ahu is not None:
        return kind(ahu)
    ahus = sorted(_ahus(state, seat), key=lambda end: _worth(state, end.ahu), reverse=True)
    return ahus[0] if ahus else kind(_nearest(state))


def _ahus(state: State, seat: int) -> Iterator[Erect | Crown]:
    for move in _RULES.moves(state, seat):
        if isinstance(move, Erect | Crown):
            yield move


def _worth(state: State, name: str) -> tuple[int, int]:
    """Prefer a reserved ahu, then the one with the highest values."""
    number = state.board.ahu_index[name]
    ahu = state.board.ahus[number]
    return any(ahus >> number & 1 for ahus in state.reserved), ahu.value + ahu.crown


def _nearest(state: State) -> str:
    """Name an ahu on the hex of the piece, so that the refusal speaks of this hex."""
    phase = state.phases[-1]
    here = phase.hex if isinstance(phase, Moving) else 0
    return next((ahu.name for ahu in state.board.ahus if ahu.hex == here), "a1a")


def _played(state: State, seat: int, move: GiantsMove) -> State:
    refusal = _RULES.why_not(state, seat, move)
    if refusal is not None:
        shown = (
            "to " + move.hex if isinstance(move, Haul) and not move.crew else _NOTATION.write(move)
        )
        reason = describe_refusal(refusal, Viewer.of_seats(state.seats), REFUSALS)
        raise NotationError(f"the piece cannot go that way: '{shown}': {reason}")
    return _RULES.play(state, seat, move)
