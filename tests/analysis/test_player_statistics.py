"""Statistics of one person, read from the records of matches."""

from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour import Game
from parlour.match.game import header_of
from parlour.match.match import Match
from parlour.match.record import AWAY, BACK, Forfeit
from parlour.table.opening.answer_times import times_path
from parlour_analysis.player_statistics import player_statistics
from parlour_samples import tic_tac_toe

GAME: Game = next(iter(tic_tac_toe.parlour_games()))
MOVE, UNDO, RESIGN = "move", "undo", "resign"
ACTS = st.lists(st.sampled_from([MOVE, MOVE, MOVE, UNDO, UNDO, RESIGN, AWAY, BACK]), max_size=30)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the path of a record that each match overwrites."""
    return tmp_path_factory.mktemp("records") / "match.jsonl"


@settings(deadline=None)
@given(acts=ACTS, seat=st.integers(0, 1), seed=st.integers(0, 2**64))
def test_moves_count_that_stand_at_the_end_and_that_the_person_made(
    record: Path, acts: list[str], seat: int, seed: int
) -> None:
    """Line n of a record comes after n seconds.

    A bot plays on once the person has resigned, and while they are away.
    """
    players = ("human", "uniform") if seat == 0 else ("uniform", "human")
    match = Match(GAME, header_of(GAME, players, GAME.options(), str(seed)))
    rng = Random(seed)
    standing = list[tuple[int, bool]]()
    is_away = False
    for act in [*acts, *[MOVE] * 9]:
        if match.is_over:
            break
        if act == MOVE:
            is_own = match.awaited.seats == (seat,) and not match.forfeits and not is_away
            match.play(rng.choice(match.moves()))
            standing.append((_last_line(match), is_own))
        elif act == UNDO and standing:
            match.undo()
            standing.pop()
        elif act == RESIGN and not match.forfeits:
            match.forfeit(Forfeit(seat, "resigned", "resigned"))
        elif act in {AWAY, BACK} and not match.forfeits:
            match.forfeit(Forfeit(seat, act, act))
            is_away = act == AWAY
    match.save(record, overwrite=True)
    times = [sum(range(line + 1)) for line in range(1, len(match.lines) + 2)]
    rows = (f"[{line},{at}]\n" for line, at in enumerate(times, 1))
    times_path(record).write_text("".join(rows))
    (figures,) = player_statistics([record], lambda _: GAME).games
    own = [line for line, is_own in standing if is_own]

    assert figures.moves == len(own)
    assert figures.seconds_a_move == (pytest.approx(fmean(own)) if own else None)


def _last_line(match: Match) -> int:
    """Return the number of the line of the last move; the header is line 1."""
    return len(match.lines) + (0 if match.is_over else 1)
