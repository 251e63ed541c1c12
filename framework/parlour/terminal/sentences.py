"""What happened, in sentences."""

import re

import msgspec

from parlour.match.game import Game
from parlour.rules.awaited import Result
from parlour.rules.events import ChanceResolved, Event, Forfeited, Played, Undone
from parlour.rules.words import Viewer


def sentence(game: Game, event: Event, viewer: Viewer) -> str | None:
    """Tell an event in a sentence; None leaves it out."""
    if isinstance(event, Played):
        return f"{viewer.names[event.seat]}: {event.move}"
    if isinstance(event, ChanceResolved):
        return f"Chance: {event.outcome}"
    if isinstance(event, Undone):
        return f"{viewer.names[event.seat]} takes the last move back."
    if isinstance(event, Forfeited):
        return f"{viewer.names[event.seat]} forfeits ({event.cause}); a stand-in plays on."
    if game.describe_event is not None:
        return game.describe_event(event, viewer)
    return _named(event)


def covered_by_events(game: Game, event: Event) -> bool:
    """Tell whether another event always tells this answer again."""
    if isinstance(event, Played):
        kind = game.move_notation.kind(event.move)
    elif isinstance(event, ChanceResolved):
        kind = game.outcome_notation.kind(event.outcome)
    else:
        return False
    return kind is not None and kind.covered_by_events


def result_lines(ended: Result, names: tuple[str, ...]) -> list[str]:
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
