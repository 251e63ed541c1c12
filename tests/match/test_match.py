"""The table: who may answer, who hears what, what is refused, and what can be taken back."""

from collections.abc import Sequence
from dataclasses import replace as changed
from typing import Any

import pytest

from parlour import Game, Move, Outcome
from parlour.match import Words
from parlour.match.decision import SEALED
from parlour.match.match import Match
from parlour.match.record import Header, LineListener
from parlour.players.base import Player
from parlour.players.play import play_match
from parlour.rules.answers import Result
from parlour.rules.errors import (
    UNEXPLAINED,
    FlowError,
    IllegalMove,
    NotationError,
    Refusal,
    SetupError,
    UndoRefused,
)
from parlour.rules.events import ChanceResolved, Event, Played, Undone
from parlour_samples import tic_tac_toe
from tests.broken_games import knock, sealed_bid, which_hand
from tests.broken_games.broken import moves
from tests.broken_games.knock import Add, Knock
from tests.broken_games.sealed_bid import Bid, Bids
from tests.broken_games.which_hand import Deal, Guess, Hide, Opened
from tests.players.interrupting import Eager, Late

TIC_TAC_TOE = next(iter(tic_tac_toe.parlour_games()))


def header(game: Game, seats: int = 2, **changes: Any) -> Header:
    given: dict[str, Any] = {
        "game": game.id,
        "rules_version": game.rules_version,
        "seats": seats,
        "seed": "a seed",
        "players": ("scripted",) * seats,
    }
    return Header(**(given | changes))


def match(
    game: Game,
    *answers: tuple[int, Move] | Outcome,
    seats: int = 2,
    on_line: LineListener | None = None,
) -> Match:
    """Set a table and give it answers, chance's among them."""
    made = Match(game, header(game, seats), on_line, dealing=False)
    for answer in answers:
        if isinstance(answer, Outcome):
            made.resolve(answer)
        else:
            seat, move = answer
            made.play(move, seat)
    return made


def news(made: Match) -> list[tuple[Event, ...]]:
    return [made.ask(seat).events for seat in range(made.seats)]


DEALT = (Deal(0, 3), Deal(1, 2))


# Sealed answers


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_sealed_answers_come_in_any_order_and_open_together(order: Sequence[int]) -> None:
    made = match(sealed_bid.GAME, seats=3)
    for seat in order[:2]:
        made.play(Bid(seat), seat)

    assert made.awaited.seats == (order[2],)
    assert [event for told in news(made) for event in told if isinstance(event, Bids)] == []

    made.play(Bid(order[2]), order[2])

    assert made.awaited == Result((0, 0, 1), (2, 2, 1))
    assert all(told[-1] == Bids((0, 1, 2)) for told in news(made))


@pytest.mark.parametrize("is_known", [False, True], ids=["new", "made openly before"])
def test_others_hear_of_a_sealed_answer_only_that_it_was_given(is_known: bool) -> None:
    made = match(sealed_bid.GAME, seats=3)
    if is_known:
        made.game.announcer.move(1, Bid(3), sealed=False)
    made.play(Bid(3), 1)
    made.game.announcer.open.clear()

    masked = (Played(1, SEALED),)
    assert news(made) == [masked, (Played(1, "bid 3"),), masked]


def test_nobody_answers_twice() -> None:
    made = match(sealed_bid.GAME, (1, Bid(3)), seats=3)

    with pytest.raises(IllegalMove, match=r"not the turn of seat 1 \(rule 1\)"):
        made.play(Bid(2), 1)


def test_a_sealed_answer_can_be_taken_back_until_another_is_given() -> None:
    made = match(sealed_bid.GAME, (1, Bid(3)), seats=3)
    made.undo(1)

    assert made.awaited.seats == (0, 1, 2)

    made.play(Bid(2), 1)
    made.play(Bid(1), 0)

    assert made.why_no_undo(1) == Refusal.of("", "moved_since", seat=0)


# Out of turn


def test_a_seat_that_is_not_awaited_may_make_an_offered_move() -> None:
    made = match(knock.GAME, (1, Knock()), (0, Add(2)))

    assert made.state.knocks == (False, True)
    assert made.awaited.seats == (1,)


def test_an_offer_does_not_stand_for_long() -> None:
    made = match(knock.GAME, (1, Knock()))

    with pytest.raises(IllegalMove, match="it is not the turn of seat 1"):
        made.play(Knock(), 1)


def test_a_decision_shows_moves_to_those_awaited_and_offers_to_all() -> None:
    made = match(knock.GAME)

    assert [made.decision(seat).moves for seat in (0, 1)] == [(Add(1), Add(2)), ()]
    assert [made.decision(seat).offers for seat in (0, 1)] == [(Knock(),), (Knock(),)]


@pytest.mark.parametrize("player", [Eager, Late])
def test_players_are_asked_out_of_turn_while_the_match_runs(player: type[Player]) -> None:
    made = match(knock.GAME)

    assert play_match(made, (player(), player())).scores == (1, 1)


def test_the_rules_own_move_is_played_in_place_of_an_equal_one() -> None:
    made = match(changed(knock.GAME), (0, knock.Add(stones=True)))

    assert made.lines[-1].move == "add 1"


# Telling


def test_everybody_is_told_its_own() -> None:
    made = match(which_hand.GAME, *DEALT, (0, Hide(1)), (1, Hide(0)), (0, Guess(0)))
    guessed = (Played(0, "guess left"), Opened(right=True))

    assert [made.events(seat) for seat in range(2)] == [
        (
            *(ChanceResolved("deal 3 to 0"), ChanceResolved("deal to 1")),
            *(Played(0, "hide right"), Played(1, "hide")),
            *guessed,
        ),
        (
            *(ChanceResolved("deal to 0"), ChanceResolved("deal 2 to 1")),
            *(Played(0, "hide"), Played(1, "hide left")),
            *guessed,
        ),
    ]


def test_a_seat_that_is_asked_again_is_told_only_what_is_new() -> None:
    made = match(which_hand.GAME, *DEALT)

    assert len(made.ask(0).events) == 2
    assert made.ask(0).events == ()


# Refusing


@pytest.mark.parametrize(
    ("game", "answers", "attempt", "message"),
    [
        pytest.param(
            TIC_TAC_TOE,
            [(0, tic_tac_toe.Place(4))],
            (1, tic_tac_toe.Place(4)),
            r"illegal move 'place b2': b2 is taken \(rule 3\)",
            id="by a rule of the game",
        ),
        pytest.param(
            TIC_TAC_TOE,
            [],
            (1, tic_tac_toe.Place(4)),
            "it is not the turn of seat 1",
            id="out of turn",
        ),
        pytest.param(
            TIC_TAC_TOE,
            [(n % 2, tic_tac_toe.Place(square)) for n, square in enumerate((0, 3, 1, 4, 2))],
            (1, tic_tac_toe.Place(8)),
            "the match is over",
            id="after the end",
        ),
        pytest.param(
            which_hand.GAME,
            DEALT,
            (0, Guess(1)),
            r"you cannot guess now: first the hiding \(rule 2\)",
            id="in the wrong phase, where the game has no sentence of its own",
        ),
        pytest.param(
            which_hand.GAME,
            [],
            (0, Hide(1)),
            "not the turn of seat 0",
            id="while chance is awaited",
        ),
        pytest.param(sealed_bid.GAME, [], (0, Bid(9)), "nobody has more than 3 coins", id="sealed"),
    ],
)
def test_an_illegal_move_is_refused_and_changes_nothing(
    game: Game, answers: list[Any], attempt: tuple[int, Move], message: str
) -> None:
    lines: list[bytes] = []
    made = match(game, *answers, on_line=lines.append)
    news(made)
    before = made.state, made.awaited, len(made.steps), len(lines)

    with pytest.raises(IllegalMove, match=message):
        made.play(attempt[1], attempt[0])

    assert (made.state, made.awaited, len(made.steps), len(lines)) == before
    assert news(made) == [(), ()]


def test_a_refusal_that_the_game_does_not_explain_names_what_can_be_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(tic_tac_toe.Turn, "why_not")
    answers = [(n % 2, tic_tac_toe.Place(n)) for n in range(5)]
    made = match(TIC_TAC_TOE, *answers)

    with pytest.raises(IllegalMove, match=r"b2 cannot be chosen, only c2, a3, b3, c3$") as found:
        made.play("place b2")
    assert found.value.refusal.code == "other_choice"

    words = Words(refusals={UNEXPLAINED: lambda phase, move: f"no {move} in {phase}"})
    own = match(changed(TIC_TAC_TOE, words=words), *answers)
    with pytest.raises(IllegalMove, match=r"'place b2': no Place in Turn$"):
        own.play("place b2")


def test_a_refusal_without_grounds_is_the_games_fault() -> None:
    class Silent(which_hand.Rules):
        def why_not(self, state: Any, seat: int, move: Move) -> None:
            return None

    with pytest.raises(FlowError, match="'hide left' is refused, yet nothing speaks against it"):
        match(which_hand.variant(Silent())).play(Hide(0), 0)


@pytest.mark.parametrize(
    ("answers", "outcome", "message"),
    [
        pytest.param(
            [Deal(0, 3)],
            Deal(1, 3),
            "'deal 3 to 1' is no outcome that is possible here",
            id="impossible",
        ),
        pytest.param(DEALT, Deal(0, 1), "expected a move, got an outcome", id="not awaited"),
    ],
)
def test_an_outcome_that_cannot_be_is_refused(
    answers: list[Any], outcome: Outcome, message: str
) -> None:
    with pytest.raises(FlowError, match=message):
        match(which_hand.GAME, *answers).resolve(outcome)


def test_a_match_tells_what_chance_may_answer() -> None:
    assert match(which_hand.GAME, Deal(0, 3)).outcomes() == [
        (Deal(1, card), 1) for card in range(3)
    ]

    with pytest.raises(FlowError, match="phase Hiding awaits no chance"):
        match(which_hand.GAME, *DEALT).outcomes()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        pytest.param({"seats": 7}, "which_hand: expected 2 seats, got 7", id="seats"),
        pytest.param(
            {"options": {"colour": "red"}},
            r"there is no option 'colour' \(options: none\)",
            id="options",
        ),
    ],
)
def test_a_table_that_the_game_does_not_take_is_refused(
    changes: dict[str, Any], message: str
) -> None:
    with pytest.raises(SetupError, match=message):
        Match(which_hand.GAME, header(which_hand.GAME, **changes))


def test_a_text_too_long_to_be_a_move_is_not_even_read() -> None:
    with pytest.raises(NotationError, match="at most 1000 characters"):
        TIC_TAC_TOE.read_move("place " * 1000)


# Taking back


@pytest.mark.parametrize(
    ("answers", "seat", "reason"),
    [
        pytest.param([], 0, "nothing has been played yet", id="at the start"),
        pytest.param(DEALT, 0, "chance has decided since", id="past chance"),
        pytest.param(
            [*DEALT, (0, Hide(0)), (1, Hide(0))], 0, "seat 1 has moved since", id="past another"
        ),
        pytest.param(
            [*DEALT, (0, Hide(0)), (1, Hide(0)), (0, Guess(0))],
            0,
            "something was learnt by that move",
            id="past what was learnt",
        ),
    ],
)
def test_undo_knows_its_limits(answers: list[Any], seat: int, reason: str) -> None:
    made = match(which_hand.GAME, *answers)
    before = made.state

    refusal = made.why_no_undo(seat)

    assert refusal is not None
    assert made.describe_refusal(refusal) == reason
    with pytest.raises(UndoRefused, match=f"cannot take that back: {reason}"):
        made.undo(seat)
    assert made.state is before


def test_the_last_move_of_a_match_stands() -> None:
    moves = [(n % 2, tic_tac_toe.Place(square)) for n, square in enumerate((0, 3, 1, 4, 2))]

    assert match(TIC_TAC_TOE, *moves).why_no_undo(0) == Refusal.of("", "match_over")


def test_a_match_whose_bots_agree_is_over_and_nobody_goes_on() -> None:
    made = match(TIC_TAC_TOE, (0, tic_tac_toe.Place(0)))
    assert tic_tac_toe.Place(1) in made.ask(1).moves
    made.agree(Result((0, 0), (2, 1)))

    assert made.result.places == (2, 1)
    assert made.why_no_undo(0) == Refusal.of("", "match_over")
    assert made.moves() == ()
    with pytest.raises(IllegalMove, match="over"):
        made.play(tic_tac_toe.Place(1), 1)
    with pytest.raises(FlowError, match="expected a match that goes on"):
        made.agree(Result((0, 0), (1, 2)))


def test_what_nobody_learnt_from_can_be_taken_back_and_everybody_is_told() -> None:
    made = match(which_hand.GAME, *DEALT)
    before, _ = made.state, news(made)
    made.play(Hide(1), 0)
    made.undo(0)

    assert made.state == before
    assert made.awaited.seats == (0,)
    assert news(made) == [
        (Played(0, "hide right"), Undone(0)),
        (Played(0, "hide"), Undone(0)),
    ]


def test_a_refusal_without_a_reason_still_names_the_move() -> None:
    with pytest.raises(IllegalMove, match="illegal move 'guess left'"):
        match(which_hand.variant(moves.MuteRefusal()), *DEALT).play(Guess(0), 0)
