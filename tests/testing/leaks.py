"""Pairs of whole matches that differ in one hidden answer, compared on every channel of a seat.

Nothing here uses the laws of the contract suite or ``determinize``: a second match is played
with the same lines but one, and whatever another seat gets of it must be the same to the byte.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from parlour import Game
from parlour.match.drawing import described, view_text
from parlour.match.game import header_of
from parlour.match.match import Match
from parlour.match.record import Line
from parlour.players.time_control import ClockReading, TimeControl
from parlour.rules.errors import ParlourError
from parlour.rules.words import Viewer
from parlour_giants.plugin import GAME as GIANTS
from parlour_maori.plugin import GAME as MAORI
from parlour_process.player import question
from parlour_rapa_nui.plugin import GAME as RAPA_NUI
from parlour_samples import connect_four, leduc, tic_tac_toe
from tests.broken_games import sealed_bid, which_hand

CLOCK = ClockReading(TimeControl())
PROBES = 12
"""Number of texts of moves that each seat tries in each position, for their refusals."""


class Subject(Struct):
    """A game whose hidden answers are changed."""

    game: Game[Any, Any, Any]
    seats: tuple[int, ...]
    options: dict[str, Any] = {}
    opens: str = "over"
    """Kind of the first move that shows what was hidden; ``over`` where only the end does.

    Sealed answers are shown by the last of them in any game.
    """


SUBJECTS = {
    "giants": Subject(GIANTS, (3, 4, 5), {"round_limit": 3}),
    "rapa_nui": Subject(RAPA_NUI, (2, 3, 4)),
    "maori": Subject(MAORI, (2, 3)),
    "leduc": Subject(next(iter(leduc.parlour_games())), (2,)),
    "which_hand": Subject(which_hand.GAME, (2,), opens="Guess"),
    "sealed_bid": Subject(sealed_bid.GAME, (2, 3, 4)),
    "connect_four": Subject(next(iter(connect_four.parlour_games())), (2,)),
    "tic_tac_toe": Subject(next(iter(tic_tac_toe.parlour_games())), (2,)),
}


class Counts(Struct):
    """Numbers of what was compared."""

    pairs: Counter[str] = msgspec.field(default_factory=Counter)
    """Pairs of matches, by what differs: ``sealed``, ``veiled``, ``dealt``, ``seed``."""
    comparisons: int = 0
    """Readings of one channel by one seat in one position, in both matches."""
    differences: list[str] = []


def played(subject: Subject, seats: int, rng: Random) -> Match:
    """Return a match played at random."""
    game = subject.game
    options = game.read_options(subject.options)
    match = Match(game, header_of(game, ("x",) * seats, options, str(rng.random())))
    while not match.is_over:
        seat = rng.choice(match.awaited.seats)
        match.play(rng.choice(match.moves(seat)), seat)
    return match


def hidden_answers(match: Match) -> Iterator[tuple[int, str, list[Line]]]:
    """Yield the number of each hidden line, its kind, and lines that others cannot tell from it.

    An alternative to a sealed move is any other one; to other answers, one with their public text.
    """
    game, past = match.game, Match(match.game, match.header, dealing=False)
    for number, line in enumerate(match.lines):
        if line.move is not None and line.seat is not None:
            move = game.read_move(line.move)
            sealed = past.awaited.sealed and line.seat in past.awaited.seats
            if sealed or move.public_form is not None:
                public = game.move_notation.write_public
                others = [
                    replace(line, move=game.write_move(other))
                    for other in past.moves(line.seat)
                    if other != move and (sealed or public(other) == public(move))
                ]
                yield number, "sealed" if sealed else "veiled", others
        elif line.outcome is not None:
            outcome = game.outcome_notation.read(line.outcome)
            if not all(outcome.shown_to(seat) for seat in range(match.seats)):
                write, public = game.outcome_notation.write, game.outcome_notation.write_public
                possible = [other for other, _ in game.rules.outcomes(past.state)]
                others = [
                    replace(line, outcome=write(other))
                    for other in possible
                    if other != outcome and public(other) == public(outcome)
                ]
                yield number, "dealt", others
        past.apply(line)


def channels(match: Match, seat: int, probes: list[str]) -> Iterator[tuple[str, object]]:
    """Yield all that a seat can get of a match, each channel by its name."""
    game, view = match.game, match.view(seat)
    decision = match.decision(seat)
    yield "view", msgspec.json.encode(view)
    yield "repr", repr(view) + repr(decision)
    yield "moves", [*map(game.write_move, decision.moves)]
    yield "offers", [*map(game.write_move, decision.offers)]
    yield "events", msgspec.json.encode(match.events(seat))
    yield "awaited", match.awaited
    refusal = match.why_no_undo(seat)
    yield "undo", refusal and match.describe_refusal(refusal)
    yield "message", msgspec.json.encode(question(game, decision, 1, CLOCK))
    for memory in (False, True):
        viewer = replace(Viewer.of_seats(match.seats), memory=memory)
        yield f"text {memory}", view_text(game.display, view, viewer, 80)
        yield f"lines {memory}", [*described(game.display, view, viewer)]
    if game.words.explain_move is not None:
        yield "explained", [game.words.explain_move(view, move) for move in decision.moves]
    for text in probes:
        said = match.why_not(text, seat)
        yield f"refusal of {text}", said and match.describe_refusal(said)


class Change(Struct):
    """One hidden answer, and another in its place."""

    number: int
    """Number of the line."""
    what: str
    """Kind of answer, as in ``Counts.pairs``."""
    line: Line
    """The line that stands there instead."""


def changes_of(match: Match) -> list[Change]:
    """Return all ways to change one hidden answer of a match."""
    hidden = hidden_answers(match)
    return [Change(number, what, other) for number, what, others in hidden for other in others]


class Setting(Struct):
    """How a run compares."""

    rng: Random
    share: float = 1.0
    """Share of the positions that compare all channels, 0 … 1."""


def compare(
    subject: Subject, match: Match, change: Change, counts: Counts, setting: Setting
) -> None:
    """Play on with another answer in place of one, and compare until it is opened."""
    number, what, rng = change.number, change.what, setting.rng
    one, two = (Match(match.game, match.header, dealing=False) for _ in range(2))
    owner = knows(match, number)
    texts = sorted({line.move for line in match.lines if line.move})
    for place, line in enumerate(match.lines):
        if place > number and (line.over or opens(subject, one, line, what)):
            break
        try:
            two.apply(change.line if place == number else line)
        except ParlourError:
            break  # its owner can no longer answer alike
        one.apply(line)
        if place >= number:
            if two.is_over or has_opened(one, change):
                break
            if place == number or rng.random() < setting.share:
                for seat in set(range(match.seats)) - owner:
                    _look(one, two, seat, rng.sample(texts, min(PROBES, len(texts))), counts)
    counts.pairs[what] += 1


def _look(one: Match, two: Match, seat: int, probes: list[str], counts: Counts) -> None:
    """Compare all that a seat can get of two matches now."""
    pairs = zip(channels(one, seat, probes), channels(two, seat, probes), strict=True)
    for (name, mine), (_, its) in pairs:
        counts.comparisons += 1
        if mine != its:
            counts.differences.append(f"{one!r}, seat {seat}: {name}")


def compare_seeds(match: Match, counts: Counts, setting: Setting) -> None:
    """Compare a match with one of the same answers whose luck to come is another."""
    one = Match(match.game, match.header, dealing=False)
    two = Match(match.game, replace(match.header, seed="another"), dealing=False)
    texts = sorted({line.move for line in match.lines if line.move})
    for line in match.lines:
        one.apply(line)
        two.apply(line)
        if setting.rng.random() < setting.share:
            seat = setting.rng.randrange(match.seats)
            probes = setting.rng.sample(texts, min(2, len(texts)))
            _look(one, two, seat, probes, counts)
    counts.pairs["seed"] += 1


def tried(subject: Subject, matches: int, pairs: int, setting: Setting) -> Counts:
    """Play matches, and compare each with up to ``pairs`` others and one of another seed."""
    counts, rng = Counts(), setting.rng
    for number in range(matches):
        match = played(subject, subject.seats[number % len(subject.seats)], rng)
        found = changes_of(match)
        for change in rng.sample(found, min(pairs, len(found))):
            compare(subject, match, change, counts, setting)
        compare_seeds(match, counts, setting)
    return counts


def knows(match: Match, number: int) -> set[int]:
    """Return the seats that know a line."""
    line = match.lines[number]
    if line.seat is not None:
        return {line.seat}
    outcome = match.game.outcome_notation.read(line.outcome or "")
    return {seat for seat in range(match.seats) if outcome.shown_to(seat)}


def has_opened(match: Match, change: Change) -> bool:
    """Return whether a sealed answer is sealed no more; its seat may be asked again at once."""
    awaited = match.awaited
    is_sealed = awaited.sealed and change.line.seat not in awaited.seats
    return match.is_over or (change.what == "sealed" and not is_sealed)


def opens(subject: Subject, match: Match, line: Line, what: str) -> bool:
    """Return whether a line lawfully shows what was hidden."""
    if what == "veiled" and line.move is not None:
        return type(match.game.read_move(line.move)).__name__ == subject.opens
    return False
