"""A transport typed in one line: ``move moai 1 to f8 erect``.

The cheapest way is taken to a hex further off. Carriers may be named, ``e4 with red+log``;
otherwise those carry that earn others least. If several pieces or ahus fit, the line is refused
and names them. Without an end the piece stays on the move.
"""

import re
from collections.abc import Iterator

from parlour.rules.errors import NotationError
from parlour_giants.components import PIECES
from parlour_giants.heuristic.transport_costs import NEVER
from parlour_giants.heuristic.ways import Ways, entry
from parlour_giants.moves import (
    Crown,
    Erect,
    GiantsMove,
    Haul,
    Leave,
    Mark,
    Stow,
    Take,
    TakeBack,
    read_crew,
)
from parlour_giants.phases import Moving, State
from parlour_giants.state import Crew
from parlour_giants.view import view
from parlour_giants.words.moves import explain_move
from parlour_giants.words.names import say
from parlour_giants.words.shorthand.line import NOTATION, RULES, Line, choices, own, reason

CLAIMS = ("screen", "marked", "left", "abandoned")
"""The rights to move a piece, the likeliest first."""

_STEPS = r"(?: ?(?:to|over|via|then) |^| )(?:[a-z]\d\d?)(?: with \S+)?"
_END = r"(?: ?(?:and )?(?P<end>erect|crown|mark|leave)(?: (?:on )?(?P<ahu>[a-z]\d\d?[a-c]))?)?"
_TRANSPORT = re.compile(
    r"(?:move |carry )?(?:the )?(?P<piece>moai[123]|headdress)"
    r"(?: from (?P<start>[a-z]\d\d?))?"
    rf"(?: (?P<claim>{'|'.join(CLAIMS)}))?(?P<way>(?:{_STEPS})*)"
    rf"(?: (?P<late>{'|'.join(CLAIMS)}))?{_END}"
)
_MOVEMENT = re.compile(rf"(?:move |carry )?(?:it )?(?P<way>(?:{_STEPS})*){_END}")
_STEP = re.compile(r"(?P<how>to|over|via|then)? ?(?P<hex>\b[a-z]\d\d?\b)(?: with (?P<crew>\S+))?")


class Walk:
    """Moves of one transport, each tried on the table that the one before it left."""

    def __init__(self, line: Line) -> None:
        self.state: State = line.state
        self.seat = line.seat
        self.texts: list[str] = []

    @property
    def moving(self) -> Moving:
        """The piece on the move."""
        phase = self.state.phases[-1]
        assert isinstance(phase, Moving)  # noqa: S101  a piece has been lifted
        return phase

    def play(self, move: GiantsMove) -> None:
        """Add a move.

        Raises:
            NotationError: It is not possible; the text says why.
        """
        refusal = reason(self.state, self.seat, move)
        if refusal is not None:
            nobody = isinstance(move, Haul) and not move.crew
            shown = f"to {move.hex}" if nobody else NOTATION.write(move)  # type: ignore[union-attr]  # a haul
            raise NotationError(f"'{own(shown)}': {refusal}")
        self.texts.append(NOTATION.write(move))
        self.state = RULES.play(self.state, self.seat, move)


def read_transport(line: Line) -> Iterator[str]:
    """Read a transport from its first move on."""
    found = _TRANSPORT.fullmatch(line.text)
    if found is None:
        return
    steps = list(_STEP.finditer(found["way"]))
    claim = found["claim"] or found["late"]
    if claim and found["start"] and not steps and not found["end"]:
        return  # the text of the first move alone
    walk = Walk(line)
    start = found["start"]
    size = PIECES.index(found["piece"])
    if start is None and steps and _starts_at(line, size, steps[0]):
        start = steps.pop(0)["hex"]
    walk.play(_take(line, size, start, claim))
    _carry(walk, steps, found["end"], found["ahu"])
    yield from walk.texts


def read_movement(line: Line) -> Iterator[str]:
    """Read how a piece that is on the move goes on."""
    found = _MOVEMENT.fullmatch(line.text)
    if found is None or not line.text:
        return
    walk = Walk(line)
    _carry(walk, list(_STEP.finditer(found["way"])), found["end"], found["ahu"])
    yield from walk.texts


def _starts_at(line: Line, size: int, step: re.Match[str]) -> bool:
    """Tell whether the first hex of a line is where the piece stands, and not where it goes."""
    takes = _takes(line, size, None)
    return not step["how"] and (not takes or any(take.hex == step["hex"] for take in takes))


def _takes(line: Line, size: int, claim: str | None) -> list[Take]:
    """Return the legal ways to lift a piece of a size, the likeliest right first."""
    takes = [
        move
        for move in RULES.moves(line.state, line.seat)
        if isinstance(move, Take) and move.size == size and claim in {None, move.claim}
    ]
    return sorted(takes, key=lambda take: CLAIMS.index(take.claim))


def _take(line: Line, size: int, start: str | None, claim: str | None) -> Take:
    """Return the move that lifts the piece; ask which where several could be meant."""
    takes = _takes(line, size, claim)
    if start is None and len({take.hex for take in takes}) > 1:
        texts = [f"'{NOTATION.write(take)}'" for take in takes]
        raise choices(say("read.which", piece=PIECES[size]), texts)
    if start is None and not takes:
        raise NotationError(say("read.no_piece", piece=PIECES[size]))
    here = [take for take in takes if start in {None, take.hex}]
    if here:
        return here[0]
    return Take(size, start or "", claim or CLAIMS[0])  # type: ignore[arg-type]  # a claim


def _carry(walk: Walk, steps: list[re.Match[str]], end: str | None, ahu: str | None) -> None:
    """Carry the piece from hex to hex, and end its movement if the line does."""
    for step in steps:
        _go(walk, step["hex"], step["crew"])
    if ahu is not None and ahu in walk.state.board.ahu_index:
        _go(walk, ahu[:-1], None)
    if end is not None:
        walk.play(_end(walk, end, ahu))


def _go(walk: Walk, to: str, named: str | None) -> None:
    """Carry the piece into a hex, or by the cheapest way to one that is further off."""
    phase, on = walk.moving, walk.state.board
    goal = on.index.get(to)
    if goal == phase.hex:
        return
    if goal is None or on.around[phase.hex] >> goal & 1:
        cheapest = _cheapest_crew(walk, goal)
        walk.play(Haul(to, _crew(named) if named else cheapest))
        return
    way = cheapest_way(walk.state, phase, goal)
    if way is None:
        piece, start = PIECES[phase.size], on.hexes[phase.hex]
        raise NotationError(say("read.nobody", piece=piece, start=start, hex=to))
    if named:
        way[-1] = Haul(to, _crew(named))
    for haul in way:
        walk.play(haul)


def _cheapest_crew(walk: Walk, here: int | None) -> Crew:
    """Return the carriers into a hex who earn others least; none if nobody can carry."""
    if here is None:
        return ()
    found = entry(walk.state.camps[here], walk.seat, walk.moving.size)
    return () if found.missing else found.crew


def _crew(text: str) -> Crew:
    try:
        return read_crew(text)
    except ValueError:
        raise NotationError(say("read.carriers", text=own(text))) from None


def _end(walk: Walk, word: str, ahu: str | None) -> GiantsMove:
    """Return the end of the movement, at the named ahu or at the only one there is."""
    if word == "mark":
        return Mark()
    if word == "leave":
        return Leave()
    kind = Erect if word == "erect" else Crown
    if ahu is not None:
        return kind(ahu)
    fitting = [move for move in RULES.moves(walk.state, walk.seat) if isinstance(move, kind)]
    if len(fitting) > 1:
        seen = view(walk.state, walk.seat)
        texts = [f"'{NOTATION.write(move)}' ({explain_move(seen, move)})" for move in fitting]
        raise choices(say("read.ahus", hex=walk.state.board.hexes[walk.moving.hex]), texts)
    return fitting[0] if fitting else kind(_any_ahu(walk, kind))


def _any_ahu(walk: Walk, kind: type[Erect | Crown]) -> str:
    """Name an ahu on the hex of the piece, so that the refusal says why it cannot take it."""
    on, phase = walk.state.board, walk.moving
    name = next((ahu.name for ahu in on.ahus if ahu.hex == phase.hex), None)
    if name is None and (kind is Erect) == bool(phase.size):
        raise NotationError(say("read.no_ahu", hex=on.hexes[phase.hex]))
    return name or on.ahus[0].name


def cheapest_way(state: State, piece: Moving, goal: int) -> list[Haul] | None:
    """Return the steps to a hex that earn others least, the fewest of these, or None for no way."""
    closed = piece.closed(state.options.edition_rules)
    ways = Ways(state, piece.seat, piece.size, piece.hex, closed)
    if ways.cost(goal) >= NEVER:
        return None
    return [Haul(state.board.hexes[n], ways.entries[n].crew) for n in ways.to(goal)]


def read_stowing(line: Line) -> Iterator[str]:
    """Read which unmoved piece to mark, ``mark moai 2``; to pass is to leave the rest."""
    words = [word for word in line.words if word not in {"mark", "the", "a"}]
    if words == ["pass"]:
        yield NOTATION.write(Leave())
    elif len(words) == 1 and words[0] in PIECES:
        yield NOTATION.write(Stow(PIECES.index(words[0])))


def read_taking_back(line: Line) -> Iterator[str]:
    """Read which markers to take back: ``all``, or ``none`` and ``pass`` for nothing."""
    words = [word for word in line.words if word not in {"take", "back", "markers", "marker"}]
    if words == ["all"]:
        legal = RULES.moves(line.state, line.seat)
        every = max(
            (move for move in legal if isinstance(move, TakeBack)), key=lambda m: len(m.markers)
        )
        yield NOTATION.write(every)
    elif words in (["none"], ["pass"]):
        yield NOTATION.write(TakeBack(()))
