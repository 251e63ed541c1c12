"""Strategies of Hypothesis for the positions and the matches of a game.

For tests of facts that hold everywhere::

    from hypothesis import given, settings
    from parlour_testing import positions


    @settings(deadline=None)
    @given(positions(my_game))
    def test_nobody_owes_coins(match):
        assert all(coins >= 0 for coins in match.state.coins)

Hypothesis shortens a failing match as far as it still fails. It prints the answers that are left,
and the command that replays them.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import accumulate, count
from pathlib import Path
from typing import Any
from zlib import crc32

from hypothesis import assume, note
from hypothesis import strategies as st
from hypothesis.internal.conjecture.data import ConjectureData
from msgspec import Struct

from parlour.catalog.catalog import Catalog
from parlour.match import Game, Match, generator, header_of
from parlour.rules import Chance, Move, Outcome, Seat, Viewer, make_folder, write_whole
from parlour_testing.checking import setups_of
from parlour_testing.suite import replay_command

MAX_ANSWERS = 1000
"""Maximum number of answers of a match, unless a strategy says otherwise."""

FOLDER = Path(".hypothesis", "parlour")
"""Folder for the records of failing matches, beside what Hypothesis itself keeps."""

WHOLE_SHARE = 8
"""Number of whole matches of the usual length for each match that ends early."""

MAX_CHOICE = 0xFFFF
"""Maximum of the number that chooses an answer."""


def matches(
    game: Game | str | Path,
    *,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    limit: int = MAX_ANSWERS,
) -> st.SearchStrategy[Match[Any, Any, Any]]:
    """Return a strategy for random matches of ``game``, a ``Game``, its name or its path.

    Most of them are whole; a seat is awaited in the others. ``seats`` and ``options`` stand for all
    numbers of seats, and for the default and all presets. A match is broken off after
    ``limit`` answers, when a seat is awaited next.

    Raises:
        ParlourError: The game cannot be loaded, or does not take these seats or options.
    """
    return _drawn(_Walk.of(game, seats, options, limit), WHOLE_SHARE, is_over=True)


def positions(
    game: Game | str | Path,
    *,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    limit: int = MAX_ANSWERS,
) -> st.SearchStrategy[Match[Any, Any, Any]]:
    """Return a strategy for random positions of ``game``: matches in which a seat is awaited.

    ``seats``, ``options`` and ``limit`` are those of ``matches``. Positions come from the whole
    length of a match.

    Raises:
        ParlourError: The game cannot be loaded, or does not take these seats or options.
    """
    return _drawn(_Walk.of(game, seats, options, limit), 1, is_over=False)


class _Walk(Struct, frozen=True):
    """Matches that are drawn from."""

    game: Game
    setups: tuple[tuple[int, Struct], ...]
    limit: int

    @classmethod
    def of(
        cls,
        game: Game | str | Path,
        seats: int | None,
        options: Mapping[str, object] | None,
        limit: int,
    ) -> "_Walk":
        loaded = game if isinstance(game, Game) else Catalog().game(str(game))
        setups = setups_of(loaded, seats, options)
        return cls(loaded, tuple((number, chosen) for number, _, chosen in setups), limit)

    def begin(self, setup: tuple[int, Struct]) -> Match:
        seats, options = setup
        header = header_of(self.game, ("check",) * seats, options, "drawn")
        return Match(self.game, header, dealing=False)


@st.composite
def _drawn(draw: st.DrawFn, walk: _Walk, share: int, *, is_over: bool) -> Match[Any, Any, Any]:
    """Draw answers until the match is over or no more is drawn; the dealer leads on to a seat."""
    setup = draw(st.sampled_from(walk.setups))
    match = walk.begin(setup)
    choices = _choices(1 / (_usual_length(walk, setup) * share))
    asked: int | None = None
    try:
        while not match.is_over and len(match.lines) < walk.limit:
            if not isinstance(match.awaited, Chance):
                asked = len(match.lines)
            choice = draw(choices)
            if choice is None:
                break
            _answer(match, choice)
        match.resume()
    finally:
        note(_Told(match))
    if match.is_over and not is_over:
        assume(asked is not None)
        match = match.at(asked or 0)
        match.resume()
    return match


class _GoesOn(st.SearchStrategy[bool]):
    """Whether there is another answer. Hypothesis itself has no boolean that is mostly true."""

    def __init__(self, ends: float) -> None:
        super().__init__()
        self._ends = ends

    def do_draw(self, data: ConjectureData) -> bool:
        """Draw False as rarely as it was said."""
        return data.draw_boolean(1 - self._ends)


@st.composite
def _choices(draw: st.DrawFn, ends: float) -> int | None:
    """Draw the choice of an answer, or None for no more: like an item of a list, with its end."""
    return draw(st.integers(0, MAX_CHOICE)) if draw(_GoesOn(ends)) else None


def _answer(match: Match, choice: int) -> None:
    """Give a match the answer that a number chooses; 0 chooses the first."""
    if isinstance(match.awaited, Chance):
        match.resolve(_outcome(match.outcomes(), choice))
        return
    answers = _answers(match)
    seat, move = answers[choice % len(answers)]
    match.play(move, seat)


def _answers(match: Match) -> list[tuple[Seat, Move]]:
    """Return every move that a seat may make, and offers after them."""
    moves = [(seat, move) for seat in match.awaited.seats for move in match.moves(seat)]
    if match.game.rules.out_of_turn:
        moves += [(seat, move) for seat in range(match.seats) for move in match.offers(seat)]
    return moves


def _outcome(outcomes: Sequence[tuple[Outcome, int]], choice: int) -> Outcome:
    """Return the outcome that a number chooses, each as often as its weight says."""
    ends = list(accumulate(weight for _, weight in outcomes))
    point = choice % ends[-1] if ends[-1] <= MAX_CHOICE else choice * ends[-1] // (MAX_CHOICE + 1)
    return next(outcome for (outcome, _), end in zip(outcomes, ends, strict=True) if point < end)


@cache
def _usual_length(walk: _Walk, setup: tuple[int, Struct]) -> int:
    """Return the number of answers of one random match."""
    match = walk.begin(setup)
    rng = generator("usual length", "check")
    with suppress(Exception):  # a drawn match will meet it, and can be shortened
        while not match.is_over and len(match.lines) < walk.limit:
            _answer(match, rng.randrange(MAX_CHOICE + 1))
    return max(len(match.lines), 1)


class _Told:
    """A match that is written as its answers and the command that replays it, if it is shown."""

    def __init__(self, match: Match) -> None:
        self._match = match

    def __repr__(self) -> str:
        match = self._match
        record = match.record()
        make_folder(FOLDER)
        path = FOLDER / f"{match.game.id}-{crc32(record):08x}.jsonl"
        write_whole(path, record)
        given = [line for line in match.lines if line.over is None]
        seats = Viewer(tuple(f"Seat {seat}" for seat in range(1, match.seats + 1)))
        answers = [
            match.game.in_own_words(line.outcome or line.move or "", seats) for line in given
        ]
        whose = ["" if line.seat is None else f"{seats.name(line.seat)}: " for line in given]
        lines = map("{}. {}{}".format, count(1), whose, answers)
        return "\n".join(
            (
                f"match of {match.seats} seats, {len(answers)} answers:",
                *lines,
                f"see it: {replay_command(match.game, path)}",
            )
        )
