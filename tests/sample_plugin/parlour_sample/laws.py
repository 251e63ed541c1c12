"""A law: somebody can type each move."""

from collections.abc import Iterator

from parlour_testing import Snapshot, law_of

MAX_LETTERS = 80


@law_of(cost="sampled")
def short_moves(snapshot: Snapshot) -> Iterator[str]:
    """A move has 80 letters at most, so that a person can type it."""
    for seat in snapshot.awaited.seats:
        for move in snapshot.legal(seat):
            text = snapshot.game.write_move(move)
            if len(text) > MAX_LETTERS:
                yield f"expected at most {MAX_LETTERS} letters, got {len(text)}: {text}"
