"""Outcomes of a record that its seed does not give."""

from pathlib import Path

from parlour.match import Game, open_record, open_replay
from parlour.rules import Chance, RecordError, quoted


def check_deals(path: Path, game: Game) -> None:
    """Check that the dealer draws each outcome of a record that replays.

    Raises:
        RecordError: It draws another one.
    """
    with open_record(path) as kept:
        match = open_replay(game, kept, str(path))
        for number, line in enumerate(kept.lines, 2):
            awaited = match.awaited
            if line.outcome is not None and isinstance(awaited, Chance):
                drawn = match.dealer.draw(game.rules, match.state, awaited.kind)
                text = game.outcome_notation.write(drawn)
                if text != line.outcome:
                    got = f"got {quoted(line.outcome)}"
                    expected = f"expected {quoted(text)}, which the seed gives"
                    raise RecordError(f"{path}, line {number}: {expected}, {got}")
            match.apply(line)
