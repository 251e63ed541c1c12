"""A match stepped by hand: pure readings, moves given wrongly, positions gone back to."""

from collections.abc import Callable
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields

import parlour
from parlour.match.game import header_of
from parlour.match.match import Match
from parlour_samples.tic_tac_toe import Place
from tests.broken_games import knock, sealed_bid, which_hand
from tests.broken_games.sealed_bid import Bid
from tests.python.matches import GAMES, random_moves

TIC_TAC_TOE, LEDUC, MAORI = GAMES["tic_tac_toe"], GAMES["leduc"], GAMES["maori"]


def held_back() -> parlour.Match:
    """Return a match at its start, where chance is awaited and held back."""
    match: parlour.Match = LEDUC.match(seed=1)
    return match.at(0)


# Readings

READINGS: list[tuple[str, Callable[[parlour.Match], Any]]] = [
    ("decision", lambda match: [match.decision(seat) for seat in range(match.seats)]),
    ("events", lambda match: [match.events(seat) for seat in range(match.seats)]),
    ("new_events", lambda match: [match.new_events(seat) for seat in range(match.seats)]),
    ("view", lambda match: [match.view(seat) for seat in range(match.seats)]),
    ("text", lambda match: [match.text(seat) for seat in range(match.seats)]),
    ("moves", lambda match: [match.moves(seat) for seat in range(match.seats)]),
    ("offers", lambda match: [match.offers(seat) for seat in range(match.seats)]),
    ("why_no_undo", lambda match: [match.why_no_undo(seat) for seat in range(match.seats)]),
    ("at", lambda match: [match.at(n).state for n in range(0, len(match.lines), 5)]),
    ("repr", repr),
    ("drawing", lambda match: match._repr_html_()),
]


@pytest.mark.parametrize("read", [row[1] for row in READINGS], ids=[row[0] for row in READINGS])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_reading_twice_gives_the_same_and_changes_nothing(
    game: parlour.Game, read: Callable[[parlour.Match], Any]
) -> None:
    match = random_moves(game.match(seed=1), 12)
    record, decisions = match.record(), [match.decision(seat) for seat in range(match.seats)]

    first, second = read(match), read(match)

    assert first == second
    assert match.record() == record
    assert [match.decision(seat) for seat in range(match.seats)] == decisions


def test_a_decision_read_twice_holds_its_events_twice() -> None:
    match = MAORI.match(seed=7)
    (seat,) = match.awaited.seats

    counts = [len(match.decision(seat).events) for _ in range(3)]

    assert counts[0] > 0
    assert len(set(counts)) == 1


def test_events_are_read_from_any_number_on() -> None:
    match = random_moves(LEDUC.match(seed=1), 2)
    told = match.events(0)

    assert len(told) >= 4
    assert match.events(0, since=3) == told[3:]
    assert match.events(0, since=len(told)) == ()


STATING: list[tuple[str, Callable[[], parlour.Match], str]] = [
    ("one awaited", lambda: TIC_TAC_TOE.match(seed=1), "seed '1', 0 answers, awaiting seat 0"),
    ("two awaited", lambda: sealed_bid.GAME.match(seed=1),
     "seed '1', 0 answers, awaiting seats 0, 1"),
    ("chance awaited", held_back, "seed '1', 0 answers, chance awaited: card"),
    ("one answer", lambda: LEDUC.match(seed=1).at(1), "seed '1', 1 answer, chance awaited: card"),
    ("the end", lambda: random_moves(TIC_TAC_TOE.match(seed=1), 9, 1),
     "seed '1', 9 answers, over, places (1, 2)"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("make", "text"), [row[1:] for row in STATING], ids=[row[0] for row in STATING]
)
def test_a_match_says_what_it_is(make: Callable[[], parlour.Match], text: str) -> None:
    match = make()

    assert repr(match) == f"<Match of {match.game.id}: 2 seats, {text}>"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_match_draws_itself_in_a_notebook(game: parlour.Game) -> None:
    match = game.match(seed=1)

    assert escape(match.text(match.awaited.seats[0])) in match._repr_html_()


@pytest.mark.parametrize(
    ("describe", "drawn"),
    [
        (lambda *_: ["<b>&amp;"], "<pre>&lt;b&gt;&amp;amp;</pre>"),
        (lambda *_: ["</pre><script>"], "<pre>&lt;/pre&gt;&lt;script&gt;</pre>"),
    ],
    ids=["marks", "a script"],
)
def test_a_notebook_shows_what_a_game_draws_as_text(describe: Any, drawn: str) -> None:
    game = parlour.Game(
        id="knock",
        title="Knock",
        seats=range(2, 4),
        rules=knock.Rules(),
        state=knock.Heap,
        view=parlour.OpenView[knock.Heap],
        moves=knock.Add | knock.Knock,
        display=parlour.Display(describe=describe),
    )

    assert game.match(seed=1)._repr_html_() == drawn


def test_a_result_and_a_decision_are_worth_reading() -> None:
    match = parlour.play(TIC_TAC_TOE, ["uniform"] * 2, seed=1)

    assert repr(match.result) == "Result(scores=(0, 0), places=(1, 1))"
    assert repr(LEDUC.match(seed=1).decision(0)) == (
        "<Decision for seat 0: 2 moves, 0 offers, 2 events, a Seen>"
    )


# Playing


def test_the_seat_is_implied_where_one_is_awaited() -> None:
    match = TIC_TAC_TOE.match(seed=1)

    match.play("place a1")
    match.play(match.moves()[-1])

    assert match.decision() == match.decision(0)
    assert match.offers() == ()
    assert match.why_not("place a1") == parlour.Refusal.of("3", "taken", square="a1")
    assert match.why_not("place b1") is None


def test_a_seat_is_named_where_several_are_awaited() -> None:
    match = sealed_bid.GAME.match(seed=1)
    readings: list[Callable[[], Any]] = [
        match.moves,
        match.decision,
        match.offers,
        lambda: match.why_not(Bid(1)),
        lambda: match.play(Bid(1)),
    ]
    for read in readings:
        with pytest.raises(parlour.MatchError) as caught:
            read()
        assert str(caught.value) == "expected a seat, since seats 0 and 1 are awaited"

    match.play(Bid(1), 1)
    match.play(Bid(2))
    assert match.is_over


@pytest.mark.parametrize(
    "read", [lambda match: match.moves(), lambda match: match.play("call")], ids=["moves", "play"]
)
def test_chance_decides_before_a_seat_does(read: Callable[[parlour.Match], Any]) -> None:
    match = held_back()

    with pytest.raises(parlour.MatchError) as caught:
        read(match)
    assert str(caught.value) == "expected chance to decide first: resume() lets the dealer draw"

    match.resume()
    assert match.state == LEDUC.match(seed=1).state


MISUSED: list[tuple[str, Callable[[Any], Any], type[parlour.ParlourError], str]] = [
    ("seat first", lambda m: m.play(0, "place a1"), parlour.MatchError,
     "expected a move of tic_tac_toe or its text, got 0; the seat comes second: (move, seat)"),
    ("seat as text", lambda m: m.play("place a1", "0"), parlour.MatchError,
     "expected a seat from 0 to 1, got '0'"),
    ("a seat too many", lambda m: m.play("place a1", 2), parlour.MatchError,
     "expected a seat from 0 to 1, got 2"),
    ("a seat before the first", lambda m: m.play("place a1", -1), parlour.MatchError,
     "expected a seat from 0 to 1, got -1"),
    ("yes for a seat", lambda m: m.play("place a1", bool(1)), parlour.MatchError,
     "expected a seat from 0 to 1, got True"),
    ("very many seats", lambda m: m.view(10**30), parlour.MatchError,
     f"expected a seat from 0 to 1, got {10**30}"),
    ("half a seat", lambda m: m.play("place a1", 0.5), parlour.MatchError,
     "expected a seat from 0 to 1, got 0.5"),
    ("no move", lambda m: m.play(None), parlour.MatchError,
     "expected a move of tic_tac_toe or its text, got None"),
    ("a list", lambda m: m.play(["place a1"]), parlour.MatchError,
     "expected a move of tic_tac_toe or its text, got ['place a1']"),
    ("bytes", lambda m: m.play(b"place a1"), parlour.MatchError,
     "expected a move of tic_tac_toe or its text, got b'place a1'"),
    ("a kind of move", lambda m: m.play(type(m.moves()[0])), parlour.MatchError,
     "expected a move of tic_tac_toe or its text, got <class"),
    ("another game's move", lambda m: m.play(Bid(1)), parlour.MatchError,
     "expected a move of tic_tac_toe or its text, got Bid(coins=1)"),
    ("a move off the board", lambda m: m.play(Place(9)), parlour.MatchError,
     "expected a move of tic_tac_toe or its text, got Place(square=9)"),
    ("why_not of a move off the board", lambda m: m.why_not(Place(9)), parlour.MatchError,
     "expected a move of tic_tac_toe or its text, got Place(square=9)"),
    ("unknown text", lambda m: m.play("castle"), parlour.NotationError,
     "cannot read move 'castle': expected 'place square'"),
    ("empty text", lambda m: m.play(""), parlour.NotationError,
     "cannot read move '': expected 'place square'"),
    ("no such square", lambda m: m.play("place d4"), parlour.NotationError,
     "cannot read move 'place d4'"),
    ("out of turn", lambda m: m.play("place a1", 1), parlour.IllegalMove,
     "illegal move 'place a1': it is not the turn of seat 1"),
    ("why_not of no move", lambda m: m.why_not(5), parlour.MatchError,
     "expected a move of tic_tac_toe or its text, got 5; the seat comes second: (move, seat)"),
    ("why_not of unknown text", lambda m: m.why_not("castle"), parlour.NotationError,
     "cannot read move 'castle': expected 'place square'"),
    ("undo at the start", lambda m: m.undo(), parlour.UndoRefused,
     "cannot take that back: nothing has been played yet"),
    ("undo of no seat", lambda m: m.undo(2), parlour.MatchError,
     "expected a seat from 0 to 1, got 2"),
    ("why_no_undo of no seat", lambda m: m.why_no_undo(2), parlour.MatchError,
     "expected a seat from 0 to 1, got 2"),
    ("the result too early", lambda m: m.result, parlour.MatchError,
     "expected a match that is over, got one that goes on"),
    ("at too far", lambda m: m.at(1), parlour.MatchError,
     "expected a position from 0 to 0, got 1"),
    ("at before the start", lambda m: m.at(-1), parlour.MatchError,
     "expected a position from 0 to 0, got -1"),
    ("at a text", lambda m: m.at("0"), parlour.MatchError,
     "expected a position from 0 to 0, got '0'"),
]  # fmt: skip
READ_OF_A_SEAT: list[tuple[str, Callable[[parlour.Match, Any], Any]]] = [
    ("moves", lambda match, seat: match.moves(seat)),
    ("offers", lambda match, seat: match.offers(seat)),
    ("view", lambda match, seat: match.view(seat)),
    ("text", lambda match, seat: match.text(seat)),
    ("events", lambda match, seat: match.events(seat)),
    ("new_events", lambda match, seat: match.new_events(seat)),
    ("decision", lambda match, seat: match.decision(seat)),
    ("ask", lambda match, seat: match.ask(seat)),
    ("why_not", lambda match, seat: match.why_not("place a1", seat)),
]


@pytest.mark.parametrize(
    ("use", "kind", "message"), [row[1:] for row in MISUSED], ids=[row[0] for row in MISUSED]
)
def test_misuse_gets_a_line_with_the_record_and_changes_nothing(
    use: Callable[[parlour.Match], Any], kind: type[parlour.ParlourError], message: str
) -> None:
    match = TIC_TAC_TOE.match(seed=1)
    before = match.record()

    with pytest.raises(parlour.ParlourError) as caught:
        use(match)

    assert type(caught.value) is kind
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert caught.value.record == before == match.record()


@pytest.mark.parametrize("value", [99, -1, "x", None, (1,)], ids=repr)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_move_of_impossible_values_gets_a_line(game: parlour.Game, value: Any) -> None:
    match = game.match(seed=1)
    before, seat = match.record(), match.awaited.seats[0]
    for kind in game.move_notation.forms:
        values = [value] * len(fields(kind))
        move = kind(*values)
        if values:
            with pytest.raises((parlour.MatchError, parlour.IllegalMove)):
                match.play(move, seat)
            with suppress(parlour.MatchError):
                assert match.why_not(move, seat)
    assert match.record() == before


@pytest.mark.parametrize(
    "read", [row[1] for row in READ_OF_A_SEAT], ids=[row[0] for row in READ_OF_A_SEAT]
)
@pytest.mark.parametrize("seat", [2, -1, "0", 0.0, (0,)], ids=str)
def test_a_reading_of_no_seat_gets_a_line(
    read: Callable[[parlour.Match, Any], Any], seat: Any
) -> None:
    with pytest.raises(parlour.MatchError) as caught:
        read(TIC_TAC_TOE.match(seed=1), seat)

    assert str(caught.value) == f"expected a seat from 0 to 1, got {seat!r}"


def test_a_seat_that_counts_as_a_number_is_recorded_as_one(tmp_path: Path) -> None:
    numpy = pytest.importorskip("numpy")
    match = TIC_TAC_TOE.match(seed=1)

    match.play("place a1", numpy.int8(0))
    match.play("place b2", numpy.int64(1))
    match.save(tmp_path / "match.jsonl")

    assert parlour.open(tmp_path / "match.jsonl", TIC_TAC_TOE).state == match.state


def test_nothing_is_played_after_the_end() -> None:
    match = parlour.play(TIC_TAC_TOE, ["uniform"] * 2, seed=1)

    assert match.moves() == ()
    assert match.why_not("place a1") == parlour.Refusal.of("", "match_over")
    with pytest.raises(parlour.IllegalMove, match=r"'place a1': the match is over"):
        match.play("place a1")
    with pytest.raises(parlour.UndoRefused, match=r"the match is over"):
        match.undo()


# Errors with a position


def test_an_error_holds_a_record_that_replays_to_its_position() -> None:
    match = random_moves(MAORI.match(seed=3), 9)
    (seat,) = match.awaited.seats

    with pytest.raises(parlour.IllegalMove) as caught:
        match.play(match.moves()[0], 1 - seat)

    assert isinstance(caught.value.record, bytes)
    replayed = parlour.open(caught.value.record, MAORI)
    assert replayed.state == match.state
    assert [replayed.events(seat) for seat in (0, 1)] == [match.events(seat) for seat in (0, 1)]
    for other in (replayed, match.copy(), match.at(3)):
        with pytest.raises(parlour.MatchError) as caught_there:
            other.moves(9)
        assert caught_there.value.record == other.record()


def test_errors_of_a_table_hold_no_record() -> None:
    match = Match(MAORI, header_of(MAORI, ("Ann", "Bob"), MAORI.options(), "3"))
    (seat,) = match.awaited.seats

    for misuse in (
        lambda: match.play(match.moves()[0], 1 - seat),
        lambda: match.play("rubbish"),
        lambda: match.undo(9),
        lambda: match.at(0).result,
    ):
        with pytest.raises(parlour.ParlourError) as caught:
            misuse()
        assert caught.value.record is None


# Undo, positions


def test_the_last_move_is_taken_back_without_naming_a_seat() -> None:
    match = TIC_TAC_TOE.match(seed=1)
    begun = match.state
    match.play("place a1")

    assert match.why_no_undo() is None
    assert match.why_no_undo(1) == parlour.Refusal.of("", "moved_since", seat=0)
    match.undo()

    assert match.state == begun
    match.play("place a1")
    between = match.state
    match.play("place b2")
    match.undo()
    assert match.state == between


def test_what_chance_decided_is_not_taken_back() -> None:
    match = which_hand.GAME.match(seed=1)

    assert match.why_no_undo() in (None, parlour.Refusal.of("", "chance_since"))
    assert LEDUC.match(seed=1).why_no_undo() == parlour.Refusal.of("", "chance_since")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_match_is_stepped_through(game: parlour.Game) -> None:
    match = game.match(seed=5)
    states = {0: match.at(0).state, len(match.lines): match.state}
    for _ in range(6):
        random_moves(match, 1, seed=5)
        states[len(match.lines)] = match.state

    assert len(states) > 5
    assert {number: match.at(number).state for number in states} == states
