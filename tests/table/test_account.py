"""The account of a line: what it says is what then happens, wherever it is printed."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.match.drawing import described
from parlour.match.match import Match
from parlour.match.record import read
from parlour.rules import Move, Result, Seat, Viewer, points_of
from parlour.table.account import account_of
from parlour.table.acts import Advice, Asks, Surface
from parlour.table.chair import Chair
from parlour.table.table import Table
from parlour.table.text.sentences import score_lines
from parlour.words.language import speaking
from tests.table.seated import GAMES, let_bots_play, log_of, match_of, table_of

SEATS = {"giants": 3, "maori": 2, "rapa_nui": 2}
"""Number of seats by game."""
MAX_LINE = 6
"""Maximum number of moves of a line."""


def counted(match: Match, seat: Seat) -> list[int | None]:
    """Return the points of all seats by the game's count, as far as a seat knows them."""
    count = match.game.display.score_sheet
    assert count is not None
    sheet = count(match.view(seat), Viewer.of_seats(match.seats))
    return next(list(line.points) for line in sheet if line.total)


def a_line(match: Match, seat: Seat, rng: Random) -> list[Move]:
    """Return a random line that the seat can foresee."""
    line: list[Move] = []
    moves = match.moves(seat)
    for _ in range(rng.randint(1, MAX_LINE)):
        if not moves:
            break
        line.append(rng.choice(moves))
        after = match.decision_after(line, seat)
        moves = after.moves if after else ()
    return line


GOLDEN = Path(__file__).parents[1] / "golden"
KEPT = sorted({*GOLDEN.glob("*/*.jsonl")} - {*GOLDEN.glob("*/*.seen.jsonl")})
"""The records of matches that are kept, with their choices of options and of seats."""


def drawn(game: str, seed: int, answers: int) -> Match:
    """Return a match after so many random answers."""
    rng = Random(seed)
    match = GAMES.game(game).match(SEATS[game], seed)
    while len(match.lines) < answers and not match.is_over:
        seat = match.awaited.seats[0]
        match.play(rng.choice(match.moves(seat)), seat)
    return match


def kept(path: Path, share: float) -> Match:
    """Return a kept match after this share of its answers, and what chance then decides."""
    record = read(path)
    match = Match(GAMES.game(record.header.game), record.header, dealing=False)
    lines = [line for line in record.lines if not (line.over or line.agreed)]
    for number, line in enumerate(lines):
        if number >= share * len(lines) and match.awaited.seats:
            break
        match.apply(line)
    return match


POSITIONS = st.builds(
    drawn, st.sampled_from(sorted(SEATS)), st.integers(0, 2**32), st.integers(0, 60)
) | st.builds(kept, st.sampled_from(KEPT), st.floats(0, 0.99))
"""Positions of random matches, and of matches that were played to win."""


@settings(deadline=None, max_examples=120)
@given(match=POSITIONS, seed=st.integers(0, 2**32))
def test_the_account_of_a_line_is_what_then_happens(match: Match, seed: int) -> None:
    """Whatever line is looked at, the count of each seat changes by the points that it tells."""
    if match.is_over:
        return
    rng = Random(seed)
    seat = rng.choice(match.awaited.seats)
    line = a_line(match, seat, rng)
    viewer = Viewer.of_seats(match.seats)
    account = account_of(match.game, match.view(seat), seat, line, viewer=viewer)
    before = counted(match, seat)
    played = Match(match.game, match.header, dealing=False)
    for answer in match.lines:
        played.apply(answer)
    for move in line:
        played.play(move, seat)
    if account.points is not None:
        gains = {**dict(account.others), seat: account.points}
        for other, (now, then) in enumerate(zip(before, counted(played, seat), strict=True)):
            if now is not None and then is not None:
                assert max(then - now, 0 if other != seat else -99) == gains.get(other, 0)


POINTS = re.compile(r"(-?\d+\+?) points?\b")


@settings(deadline=None, max_examples=60)
@given(match=POSITIONS | st.builds(kept, st.sampled_from(KEPT), st.just(1)), memory=st.booleans())
def test_a_seat_has_one_number_of_points_in_a_window(match: Match, memory: bool) -> None:
    """Beside its name, on the sheet, and in the lines of its things: for seats and spectators."""
    display, rules = match.game.display, match.game.rules
    viewer = Viewer(Viewer.of_seats(match.seats).names, memory=memory)
    assert display.score_sheet
    for view in (rules.spectator_view(match.state), *map(match.view, range(match.seats))):
        sheet = display.score_sheet(view, viewer)
        strip = points_of(sheet)
        lines = list(described(display, view, viewer))
        for seat, points in enumerate(strip):
            said = [line for line in lines if line.lower().startswith(f"seat {seat}")]
            assert {*POINTS.findall(" ".join(said))} <= {points}
        assert [*score_lines(sheet, viewer)][-1].split()[-match.seats :] == [*strip]
        if isinstance(match.awaited, Result):
            assert strip == tuple(map(str, match.awaited.scores))


@pytest.mark.parametrize("seed", ["q1", "2"])
@pytest.mark.parametrize("game", sorted(SEATS))
def test_a_plan_and_its_preview_print_one_account(tmp_path: Path, game: str, seed: str) -> None:
    """The facts of plan N stand in what the table says while ``pN`` is typed, in every plan."""
    compared = 0
    with table_of(tmp_path, game, ("human", *("greedy",) * (SEATS[game] - 1)), seed) as table:
        for _ in range(12):
            let_bots_play(table)
            if table.is_over:
                break
            chair = table.chair(0)
            plans = chair.moves.plans
            for plan, shown in zip(plans, chair.view().plans, strict=True):
                told = chair.predict(shown.line).prompt
                facts = shown.text.removeprefix(plan.text)
                assert told.startswith("= ")
                assert told.endswith(facts)
                compared += 1
            chair.enter("p1" if plans else "1")
            chair.enter("yes")
    assert compared
    assert match_of(table).lines


def test_the_log_tells_the_gain_of_a_turn_as_its_account_does(tmp_path: Path) -> None:
    """A tile that costs the majority of shells brings its points less those of the majority."""
    told: list[tuple[int, int]] = []
    with table_of(tmp_path, "maori", seed="q2") as table:
        while len(told) < 12:
            chair = table.chair(table.turn().seat)
            plans = chair.moves.plans
            points = chair.moves.account(plans[0].moves).points if plans else None
            chair.enter("p1" if plans else "1")
            chair.enter("yes")
            gain = re.search(r"\(([+-]\d+) points?\)", log_of(chair.view())[-1])
            if points is not None:
                told.append((points, int(gain[1]) if gain else 0))

    assert [account for account, _ in told] == [logged for _, logged in told]
    assert any(account < 0 for account, _ in told)


# The question before a line


GIANTS = ("giants", ("human", "greedy", "greedy"), "mis1")
"""A match of Giants with a person at the first seat."""


def after(table: Table, lines: Sequence[str]) -> Chair:
    """Enter lines of the first seat, and return its chair at the decision after them."""
    let_bots_play(table)
    for line in lines:
        assert table.chair(0).enter(line).moved
        let_bots_play(table)
    return table.chair(0)


COSTLY = [
    pytest.param((), "bid 1", True, id="3.1 a marker without figures"),
    pytest.param((), "bid 1 + 1 worker + sorcerer + chief", True, id="a bid of all figures"),
    pytest.param((), "bid 1 worker", False, id="a bid as good as the best"),
    pytest.param(("bid 1 worker",), "pass", True, id="a moai that was bid for"),
    pytest.param(("bid 1 worker",), "decline", True, id="the same by its word"),
    pytest.param(("bid 1 worker",), "carve 1", False, id="what was bid for"),
    pytest.param(("bid 1 worker", "carve 1"), "pass", True, id="figures in hand"),
    pytest.param(("bid 1 worker", "carve 1"), "buy", True, id="a marker for half a tablet"),
]
"""Lines that come before in Giants, a line, and whether it is asked about."""


@pytest.mark.parametrize(("before", "line", "asks"), COSTLY)
def test_a_line_that_gives_much_up_is_asked_about(
    tmp_path: Path, before: tuple[str, ...], line: str, asks: bool
) -> None:
    with table_of(tmp_path, *GIANTS) as table:
        reply = after(table, before).enter(line)

        assert bool(reply.question) == asks
        assert reply.moved == (not asks)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Then your bid was for nothing. 'decline' "),
        ("de", "Dann wäre dein Gebot umsonst gewesen. "),
        ("it", "Allora la tua puntata sarebbe stata inutile. "),
    ],
)
def test_a_question_has_the_sentence_of_a_lesson_where_it_fits(
    tmp_path: Path, language: str, said: str
) -> None:
    with speaking(language), table_of(tmp_path, *GIANTS) as table:
        chair = after(table, ("bid 1 worker",))
        assert chair.enter("pass").question.startswith(said)
        chair.enter("no")
        chair.enter("carve 1")
        let_bots_play(table)
        assert not table.chair(0).enter("pass").question.startswith(said)


@pytest.mark.parametrize(
    "line", ["b", "1,1", "bid 1 + ", "bid + chief", "bid 1 + + chief", "bid +1"]
)
@pytest.mark.parametrize("before", [(), ("bid 1 worker", "carve 1")], ids=["bid", "place"])
def test_a_line_that_is_not_finished_plays_nothing(
    tmp_path: Path, before: tuple[str, ...], line: str
) -> None:
    with table_of(tmp_path, *GIANTS) as table:
        assert after(table, before).enter(line).refused


def test_a_rest_beside_a_plan_is_asked_about(tmp_path: Path) -> None:
    with table_of(tmp_path, "maori", seed="q1") as table:
        table.chair(table.turn().seat).enter("place ship 3")
        chair = table.chair(table.turn().seat)
        reply = chair.enter("sail 1, rest")

        assert reply.question.startswith("'sail 1, rest' gives up: ")
        assert not reply.moved
        assert chair.enter("sail 1, rest").moved


@pytest.mark.parametrize(("asks", "is_asked"), [("none", False), ("costly", False), ("all", True)])
def test_a_person_says_what_they_are_asked_about(
    tmp_path: Path, asks: Asks, is_asked: bool
) -> None:
    """The third plan of the first turn is worse than the first, but by no great margin."""
    with table_of(tmp_path, "maori", seed="q2", asks=asks) as table:
        table.chair(table.turn().seat).enter("place ship 3")
        reply = table.chair(table.turn().seat).enter("p3")

        assert bool(reply.question) == is_asked


# The help that a table gives


@pytest.mark.parametrize("surface", list(Surface))
@pytest.mark.parametrize(
    ("advice", "plans", "told"),
    [
        ("plans", True, "This table gives plans, but no hints of a bot."),
        ("none", False, "This table gives neither hints nor plans."),
    ],
)
def test_a_table_gives_the_help_that_its_host_allows(
    tmp_path: Path, advice: Advice, plans: bool, told: str, surface: Surface
) -> None:
    """Nobody at it gets more, an assistant neither; and everybody reads it at the beginning."""
    with table_of(tmp_path, "maori", seed="q1", advice=advice, surface=surface) as table:
        first = table.turn().seat
        assert [table.chair(seat).view().notes for seat in range(2)] == [(told,)] * 2
        table.chair(first).enter("place ship 3")
        chair = table.chair(table.turn().seat)
        moves = chair.moves
        proposed = moves.game.rules.plans(match_of(table).view(table.turn().seat))

        assert bool(chair.view().plans) == bool(moves.plans) == plans
        assert not moves.are_judged
        assert moves.plans == (tuple(proposed) if plans else ())
        if surface is not Surface.ASSISTANT:
            assert told in chair.enter("hint").lines
            assert chair.enter("analyse 1").lines == (told,)
        assert chair.enter("plan").lines[0].startswith("Plans; " if plans else told)
        if not plans:
            assert chair.enter("p1").lines == (told,)
