"""What a seat is told: in the game's sentences turn by turn, or event by event."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from parlour import Words
from parlour.match.history import SeatHistory
from parlour.rules.events import Played
from parlour.rules.panels import Happening, Space
from parlour.rules.words import Viewer
from parlour.table.text.telling import Teller
from tests.table.seated import GAMES, let_bots_play, log_of, news_of, table_of


def narrate(run: Sequence[Happening[object]], viewer: Viewer) -> Iterator[str]:
    moves = [event for happening in run for event in happening.events if isinstance(event, Played)]
    yield f"{viewer.name(moves[0].seat)}: {' then '.join(move.move for move in moves)}"


def test_a_narrator_gets_each_turn_whole_with_the_views_around_it(tmp_path: Path) -> None:
    runs: list[Sequence[Happening[object]]] = []

    def keep(run: Sequence[Happening[object]], viewer: Viewer) -> Iterator[str]:
        runs.append(run)
        yield from narrate(run, viewer)

    with table_of(tmp_path, "tic_tac_toe", words=Words(narrate=keep)) as table:
        for seat, move in enumerate(("place a1", "place a2")):
            table.chair(seat).enter(move)
        assert log_of(table.chair(1).view()) == ("Player 1: place a1", "Player 2: place a2")
        assert [len(run) for run in runs] == [1, 1]
        assert runs[0][-1].after == runs[1][0].before


def test_a_move_taken_back_is_told_without_a_narrator(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe", words=Words(narrate=narrate)) as table:
        table.chair(0).enter("place a1")
        table.chair(0).enter("undo")
        assert news_of(table.chair(0).view()) == ("Player 1 takes the last move back.",)
        table.chair(0).enter("place b2")

        assert log_of(table.chair(1).view()) == (
            "Player 1: place a1",
            "Player 1 takes the last move back.",
            "Player 1: place b2",
        )


def test_what_an_event_tells_again_is_read_once(tmp_path: Path) -> None:
    people, words = ("human", "uniform"), replace(GAMES.game("rapa_nui").words, narrate=None)
    with table_of(tmp_path, "rapa_nui", people, seed="2", words=words) as table:
        let_bots_play(table)
        for _ in range(2):
            table.chair(0).enter("1")
            let_bots_play(table)
        view = table.chair(0).view()
        news, log = "\n".join(news_of(view)), "\n".join(log_of(view))

    assert "Uniform draws a " in news
    assert "Uniform: draw " not in news
    assert " is turned up" not in news
    assert " is turned up" in log
    assert "Uniform: draw " in log


def test_news_begins_with_the_last_decision_and_marks_against_it(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        first = table.chair(0).view()
        table.chair(0).enter("place a1")
        table.chair(1).enter("place a2")
        second = table.chair(0).view()

    assert first.table.earlier is None
    assert first.news == ()
    assert second.table.earlier is first.table.now
    assert news_of(second) == ("Player 2: place a2",)


def test_a_view_stands_for_its_position(tmp_path: Path) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table:
        table.chair(0).enter("place a1")
        old = table.chair(1).view()
        table.chair(1).enter("place a2")
        new = table.chair(1).view()

    assert news_of(old) == ("Player 1: place a1",)
    assert (old.position, new.position) == (1, 2)
    assert "O" not in old.table.panels(Space())[0].body.plain
    assert "O" in new.table.panels(Space())[0].body.plain


def test_in_words_only_what_has_changed_is_told_again(tmp_path: Path) -> None:
    with table_of(tmp_path, "maori", seed="1") as table:
        table.chair(1).enter("place ship 1")
        first = table.chair(0).view()
        table.chair(0).enter("sail 1 take b1 lay a1")
        table.chair(1).enter("sail 1, take c1, lay b2")
        second = table.chair(0).view()

    changed, described = second.table.changed_lines, second.table.now.described
    assert first.table.changed_lines == first.table.now.described
    assert 0 < len(changed) < len(described)
    repeated = set(changed) & set(first.table.now.described)
    assert not any(line.startswith(" ") for line in repeated)
    assert set(headed(changed)) <= set(headed(described))


def headed(lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield lines, each with the last one before it that is not indented."""
    head = ""
    for line in lines:
        head = head if line.startswith(" ") else line
        yield head, line


@pytest.mark.parametrize("game", ["maori", "rapa_nui"])
def test_a_log_that_is_read_at_each_move_is_the_log_of_somebody_who_comes(game: str) -> None:
    found, rng = GAMES.game(game), Random(game)
    match, viewer = found.match(seats=2, seed=1), Viewer.of_seats(2)
    tellers, since = [Teller(found, viewer, seat) for seat in (0, 1)], [0, 0]
    for _ in range(60):
        seat = match.awaited.seats[0]
        if rng.random() < 0.3 and match.why_no_undo(1 - seat) is None:
            match.undo(1 - seat)
        elif rng.random() < 0.3 and match.why_no_undo(seat) is None:
            match.undo(seat)
        else:
            since[seat] = len(match.events(seat))
            match.play(rng.choice(match.moves(seat)), seat)
        for looks, teller in enumerate(tellers):
            answers = SeatHistory(match, looks).answers
            fresh = Teller(found, viewer, looks)
            assert teller.log(answers, since[looks]) == fresh.log(answers, since[looks])
    assert teller.log(answers, 0) == Teller(found, viewer, 1).log(answers, 0)
