"""The account of a line: what its moves come to at their end, as far as their seat can know.

Plans, previews, notes, questions and hints print it, so that they cannot differ.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from statistics import fmean

from msgspec import Struct

from parlour.match import SAMPLED_WORLDS, Game, certain_view
from parlour.players.values import value_of
from parlour.rules import Move, Seat, State, Viewer, known_points
from parlour.words import say


class Account(Struct, frozen=True):
    """The outcome of a line, before chance or another seat comes next."""

    moves: tuple[Move, ...]
    points: int | None = None
    """Change of the seat's points by the game's count; None if it has none, or none for certain."""
    others: tuple[tuple[Seat, int], ...] = ()
    """Other seats that gain points, and how many."""
    notes: tuple[str, ...] = ()
    """Its price, other gains, and what chance decides, each in a few words."""

    def facts(self, viewer: Viewer) -> str:
        """Return all of it in a few words: ``4 points; costs 2 shells; Ben gains 1 point``."""
        points = (points_words(self.points),) if self.points else ()
        gains = (
            say("plan.gains", viewer, seat=seat, what=points_words(number))
            for seat, number in self.others
        )
        return "; ".join((*points, *self.notes, *gains))


def account_of(
    game: Game,
    view: object,
    seat: Seat,
    moves: Sequence[Move],
    *,
    viewer: Viewer,
    notes: Sequence[str] = (),
) -> Account:
    """Return the account of legal moves of a seat, worked out from its ``view`` alone.

    ``notes`` are the explanations of the moves, for a game or a line that has nothing better.
    """
    after = certain_view(game.rules, view, moves, seat)
    count = game.display.score_sheet
    explain = game.words.explain_line
    if after is not None and explain is not None:
        notes = tuple(explain(view, moves, after, viewer))
    told = once(notes)
    if after is None or count is None:
        return Account(tuple(moves), notes=told)
    before, then = (known_points(count(seen, viewer)) for seen in (view, after))
    gains = [new - old for old, new in zip(before, then, strict=True)]
    others = ((other, gain) for other, gain in enumerate(gains) if other != seat and gain > 0)
    return Account(tuple(moves), gains[seat], tuple(others), told)


def worth_of(game: Game, view: object, seat: Seat, moves: Sequence[Move]) -> float:
    """Return what a line is worth by the game's heuristic, in states that fit the view.

    Raises:
        SetupError: The game has no heuristic.
    """
    value = value_of(game)
    return fmean(value(after, seat) for after in _afters(game, view, seat, moves))


def is_final(game: Game, view: object, seat: Seat, moves: Sequence[Move]) -> bool:
    """Return whether a line has a move that nothing can make good again."""
    state = game.rules.determinize(view, Random(0))  # noqa: S311  no secret
    for move in moves:
        if game.rules.is_final(state, seat, move):
            return True
        state = game.rules.play(state, seat, move)
    return False


def _afters(game: Game, view: object, seat: Seat, moves: Sequence[Move]) -> Iterator[State]:
    """Yield the states after a line, played in states that fit the view."""
    for number in range(SAMPLED_WORLDS if game.has_hidden_information else 1):
        state = game.rules.determinize(view, Random(number))  # noqa: S311  no secret
        for move in moves:
            state = game.rules.play(state, seat, move)
        yield state


def points_words(number: int) -> str:
    """Write a number of points: ``1 point``."""
    return say("points", points=number, number=1 if abs(number) == 1 else 2)


def once(notes: Sequence[str]) -> tuple[str, ...]:
    """Return the parts of explanations; nothing is said twice."""
    said: list[str] = []
    for part in chain.from_iterable(note.split("; ") for note in notes):
        if part and not any(f"{one},".startswith(f"{part},") for one in said):
            said.append(part)
    return tuple(said)
