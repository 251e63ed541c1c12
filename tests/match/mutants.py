"""Records and moves with something wrong in them."""

from collections.abc import Iterator
from random import Random

import parlour
from parlour import Game
from parlour.match.record import parse
from parlour.match.replay import replayed
from parlour.rules.errors import ParlourError

SPICE = (b"{", b"}", b'"', b"\\", b"\n", b"\0", b"\xff", b"null", b"-1", b"1e999", b"[[", b" ")
"""Bytes that are put into a record where they do not belong."""


def written(game: Game, seats: int, seed: str) -> bytes:
    """Return the record of a random match."""
    return parlour.play(game, ["uniform"] * seats, seed=seed).record()


def mutated(whole: bytes, rng: Random) -> bytes:
    """Return a record with one to three things wrong."""
    for _ in range(rng.randint(1, 3)):
        at, to = sorted(rng.randrange(len(whole) + 1) for _ in range(2))
        kind = rng.randrange(6)
        if kind == 0:
            whole = whole[:at]
        elif kind == 1:
            whole = whole[:at] + whole[min(to, at + 8) :]
        elif kind == 2:
            whole = whole[:at] + rng.choice(SPICE) + whole[at:]
        elif kind == 3:
            whole = whole[:at] + bytes([rng.randrange(256)]) + whole[at + 1 :]
        else:
            whole = _shuffled(whole, rng, swap=kind == 4)
    return whole


def _shuffled(whole: bytes, rng: Random, *, swap: bool) -> bytes:
    """Swap two lines, or two words, so that the rest can still be read."""
    mark = b"\n" if swap else b" "
    parts = whole.split(mark)
    one, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    parts[one], parts[other] = parts[other], parts[one]
    return mark.join(parts)


def outcome(game: Game, raw: bytes) -> str:
    """Replay a record; return the kind of error that is meant for a user, or nothing.

    An error in several lines is returned as it is.
    """
    try:
        replayed(game, parse(raw, "mutant"), "mutant")
    except ParlourError as fault:
        return str(fault) if "\n" in str(fault) else type(fault).__name__
    return ""


def words(game: Game, raw: bytes, rng: Random) -> Iterator[str]:
    """Read pieces of a record as moves and outcomes; yield the kind of error of each."""
    text = raw.decode("utf-8", "replace")
    at = rng.randrange(len(text) + 1)
    piece = text[at : at + rng.choice((3, 9, 12, 40, 2000))].strip('"{}:, ')
    for read in (lambda: game.read_move(piece), lambda: game.outcome_notation.read(piece[:900])):
        try:
            read()
        except ParlourError as fault:
            yield type(fault).__name__
        else:
            yield ""
