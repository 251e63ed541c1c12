"""A transport told in one sentence: the way of a piece, its carriers, its end, who earned."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from parlour import Event, Seat, Viewer
from parlour.rules.words import YOU
from parlour_giants.board import board
from parlour_giants.components import Size
from parlour_giants.events import Earned
from parlour_giants.moves import Claim, Crown, Erect, GiantsMove, Haul, Leave, Mark
from parlour_giants.phases import Moving
from parlour_giants.state import CHIEF, LOG, Crew
from parlour_giants.view import View
from parlour_giants.words.names import PIECE_WORDS, anded, conjugated, count, known_base


class Transport(Struct, frozen=True):
    """One movement of a piece, from where it was lifted, or the telling begins."""

    seat: Seat
    size: Size
    start: str
    claim: Claim
    steps: tuple[Haul, ...] = ()
    end: Erect | Crown | Mark | Leave | None = None
    earned: tuple[Earned, ...] = ()
    """The points of carriers."""

    @classmethod
    def begun(cls, view: View) -> "Transport":
        """Return the movement of the piece that is on the move in a view."""
        phase = view.phases[-1]
        assert isinstance(phase, Moving)  # noqa: S101  whoever calls it has seen to that
        start = board(view.options.island).hexes[phase.hex]
        return cls(phase.seat, phase.size, start, phase.claim)

    def followed(self, move: GiantsMove, events: Iterable[Event]) -> "Transport":
        """Add a step with what it earned others, or the end."""
        if isinstance(move, Haul):
            earned = (event for event in events if isinstance(event, Earned))
            return replace(self, steps=(*self.steps, move), earned=(*self.earned, *earned))
        if isinstance(move, Erect | Crown | Mark | Leave):
            return replace(self, end=move)
        return self

    def told(self, after: View, viewer: Viewer) -> str:
        """Tell the movement as far as it went."""
        name = f"the {'abandoned ' * (self.claim == 'abandoned')}{PIECE_WORDS[self.size]}"
        if self.steps:
            way = anded(
                [f"to {step.hex} by {crew_words(step.crew, viewer)}" for step in self.steps]
            )
            said = f"{self._does('moves', viewer)} {name} from {self.start}, carried {way}"
            if self.end:
                said += f", and {self._end('it', '', after, viewer)}"
        elif self.end:
            said = f"{viewer.name(self.seat)} {self._end(name, f' on {self.start}', after, viewer)}"
        else:
            said = f"{self._does('lifts', viewer)} {name} from {self.start}"
        return " ".join((f"{said}.", *self._fees(viewer)))

    def _end(self, what: str, where: str, after: View, viewer: Viewer) -> str:
        """Tell the end of the movement, and what it brings."""
        on = board(after.options.island)
        match self.end:
            case Erect(ahu):
                points = count(on.ahus[on.ahu_index[ahu]].value * self.size, "point")
                return f"{self._verb('erects', viewer)} {what} on {ahu} for {points}"
            case Crown(ahu):
                number = on.ahu_index[ahu]
                owner = known_base(after, number, viewer)
                whose = "whoever has its base" if owner is None else viewer.inside(owner)
                points = count(on.ahus[number].crown, "point")
                puts = self._verb("puts", viewer)
                return f"{puts} {what} on the moai of {ahu}: {points} for {whose}"
            case Mark():
                return f"{self._verb('marks', viewer)} {what}{where}"
        kept = ", with its marker" if self.claim == "marked" else ", unmarked"
        return f"{self._verb('leaves', viewer)} {what}{where or ' there'}{kept}"

    def _fees(self, viewer: Viewer) -> Iterator[str]:
        """Tell what each carrier earned in all."""
        points: Counter[Seat] = Counter()
        for event in self.earned:
            points[event.seat] += event.points
        for seat, number in points.items():
            yield f"{viewer.does(seat, 'earns')} {count(number, 'point')}."

    def _does(self, verb: str, viewer: Viewer) -> str:
        return viewer.does(self.seat, verb)

    def _verb(self, verb: str, viewer: Viewer) -> str:
        return conjugated(viewer, self.seat, verb)


def crew_words(crew: Crew, viewer: Viewer) -> str:
    """Write carriers by the names of their seats: ``2 of yours, Bob's chief and a log``."""
    parts = []
    for who, number in Counter(crew).items():
        if who == LOG:
            parts.append("a log" if number == 1 else f"{number} logs")
        elif who >= CHIEF:
            name = viewer.name(who - CHIEF)
            parts.append("your chief" if name == YOU else f"{name}'s chief")
        else:
            name = viewer.name(who)
            whose = "yours" if name == YOU else f"{name}'s"
            parts.append(f"{'one' if number == 1 else number} of {whose}")
    return anded(parts)
