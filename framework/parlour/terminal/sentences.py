"""What happened, in sentences."""

import re

import msgspec

from parlour.match.game import Game, Look
from parlour.rules.awaited import Ended
from parlour.rules.events import Befell, Event, Forfeited, Played, TakenBack


def sentence(game: Game, event: Event, look: Look) -> str | None:
    """Tell an event in a sentence; None leaves it out."""
    if isinstance(event, Played):
        return f"{look.names[event.seat]}: {event.move}"
    if isinstance(event, Befell):
        return f"Chance: {event.outcome}"
    if isinstance(event, TakenBack):
        return f"{look.names[event.seat]} takes the last move back."
    if isinstance(event, Forfeited):
        return f"{look.names[event.seat]} forfeits ({event.ending}); a stand-in plays on."
    if game.tell is not None:
        return game.tell(event, look)
    return _named(event)


def seats_named(text: str, look: Look) -> str:
    """Call the seats of a sentence by their names."""
    return re.sub(r"\bseat (\d+)\b", lambda seat: look.names[int(seat[1])], text)


def retold(game: Game, event: Event) -> bool:
    """Tell whether another event always tells this answer again."""
    if isinstance(event, Played):
        kind = game.move_notation.kind(event.move)
    elif isinstance(event, Befell):
        kind = game.outcome_notation.kind(event.outcome)
    else:
        return False
    return kind is not None and kind.retold


def result(ended: Ended, names: tuple[str, ...]) -> list[str]:
    """Tell how a match ended, the first place first."""
    order = sorted(range(len(names)), key=lambda seat: (ended.places[seat], seat))
    firsts = [names[seat] for seat in order if ended.places[seat] == 1]
    if len(firsts) == 1:
        head = f"{firsts[0]} wins."
    else:
        head = f"{', '.join(firsts[:-1])} and {firsts[-1]} share the first place."
    return [head, *(f"  {ended.places[s]}. {names[s]}: {_points(ended.scores[s])}" for s in order)]


def _points(number: int) -> str:
    return f"{number} point" if abs(number) == 1 else f"{number} points"


def _named(event: Event) -> str:
    """Tell an event by its own name and fields, for a game that brings no words."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(event).__name__).capitalize()
    fields = msgspec.to_builtins(event)
    told = ", ".join(f"{name} {value}" for name, value in fields.items() if name != "type")
    return f"{words}: {told}" if told else words
