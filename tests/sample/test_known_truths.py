"""Known truths about tic-tac-toe and connect four, counted again."""

import ast
from functools import cache
from pathlib import Path

from parlour_sample import connect_four, tic_tac_toe

TIC_TAC_TOE = Path(tic_tac_toe.__file__)


def test_tic_tac_toe_takes_at_most_57_lines_of_code() -> None:
    text = TIC_TAC_TOE.read_text(encoding="utf-8")
    code = [
        line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]

    assert len(code) <= 57
    assert ast.get_docstring(ast.parse(text))


def test_tic_tac_toe_has_255168_games() -> None:
    rules = tic_tac_toe.Rules()

    @cache
    def games(state: tic_tac_toe.Board) -> int:
        seats = rules.awaited(state).seats
        if not seats:
            return 1
        return sum(games(rules.play(state, seats[0], m)) for m in rules.moves(state, seats[0]))

    assert games(rules.begin(2, None)) == 255_168
    assert games.cache_info().currsize == 5_478


def test_connect_four_has_the_known_number_of_positions_at_each_ply() -> None:
    rules = connect_four.Rules()
    plies = [{rules.begin(2, None)}]
    for _ in range(6):
        plies.append(
            {
                rules.play(state, seat, move)
                for state in plies[-1]
                for seat in rules.awaited(state).seats
                for move in rules.moves(state, seat)
            }
        )

    assert [len(positions) for positions in plies] == [1, 7, 49, 238, 1_120, 4_263, 16_422]
