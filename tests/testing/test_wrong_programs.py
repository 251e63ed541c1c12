"""Wrong programs: a match that tells a seat the wrong thing breaks a law with a sound game.

Each fault is put into ``Match`` itself or what announces its answers, so that the laws must watch
the match and not the rules.
"""
# ruff: noqa: SLF001  the faults lie inside the match

from collections.abc import Callable
from dataclasses import replace as changed
from random import Random
from typing import Any

import pytest

from parlour import Game, Move, Outcome, Seat, Viewer, masked
from parlour.match.decision import Announcer, Step
from parlour.match.match import Match
from parlour.match.record import Forfeit, Line
from parlour.rules.errors import Refusal
from parlour.rules.events import ChanceResolved, Event, Forfeited, Played
from parlour_rapa_nui.plugin import parlour_games as rapa_nui_games
from parlour_samples import leduc
from parlour_testing import check
from tests.broken_games import sealed_bid, which_hand
from tests.testing.leaks import SUBJECTS, Setting, Subject, tried

LEDUC = next(iter(leduc.parlour_games()))
RAPA_NUI = next(iter(rapa_nui_games()))
TELLING = {"public-forms-hold", "stays-alike"}

public_text = Announcer._public_text
resolve = Match._resolve
why_no_undo = Match.why_no_undo
describe_refusal = Match.describe_refusal
apply = Match.apply
text = Match.text
undo = Match.undo
refuse = Match._refuse
play = Match.play


def hidden_moves_whole(announcer: Announcer, move: Move, *, sealed: bool) -> str:
    written = announcer._moves.write(move)
    return public_text(announcer, move, sealed=True) if sealed else written


def sealed_moves_whole(announcer: Announcer, move: Move, *, sealed: bool) -> str:
    written = announcer._moves.write(move)
    return written if sealed else public_text(announcer, move, sealed=False)


def hidden_outcomes_whole(match: Match, outcome: Outcome, kind: str) -> None:
    marks = [len(told) for told in match._told]
    resolve(match, outcome, kind)
    whole = ChanceResolved(match.game.outcome_notation.write(outcome))
    for mark, told in zip(marks, match._told, strict=True):
        told[mark] = whole


def hidden_events_whole(match: Match, events: list[Event]) -> None:
    for event in events:
        if match._on_event is not None:
            match._on_event(event)
        for told in match._told:
            told.append(event)


def view_of_another(match: Match, seat: Seat) -> Any:
    return match._rules.view(match.state, (seat + 1) % match.seats)


def events_of_another(match: Match, seat: Seat, since: int = 0) -> tuple[Event, ...]:
    return tuple(match._told[(seat + 1) % match.seats][since:])


def news_of_another(match: Match, seat: Seat) -> tuple[Event, ...]:
    return tuple(match._told[(seat + 1) % match.seats])


def refusal_with_the_state(match: Match, refusal: Refusal, viewer: Viewer | None = None) -> str:
    return f"{describe_refusal(match, refusal, viewer)}, for {match.state}"


def undo_with_the_state(match: Match, seat: Seat) -> Refusal | None:
    refusal = why_no_undo(match, seat)
    return refusal and Refusal.of("", "never", state=str(match.state))


def forfeit_with_the_reason(match: Match, forfeit: Forfeit) -> None:
    match._tell([Forfeited(forfeit.seat, forfeit.reason)])


def undo_that_names_the_move(match: Match, seat: Seat) -> None:
    move = match.lines[-1].move
    undo(match, seat)
    match._tell([Played(seat, f"took back {move}")])


def replay_whole(match: Match, line: Line) -> None:
    apply(match, line)
    if line.seat is not None:
        match._tell([Played(line.seat, str(line.move))])


def text_of_another(match: Match, seat: Seat, width: int = 80) -> str:
    return text(match, (seat + 1) % match.seats, width)


def refusal_that_changes_something(match: Match, seat: Seat, move: Any) -> None:
    match.steps.append(Step(match.state, seat, reveals=False))
    refuse(match, seat, move)


def undo_by_anybody(match: Match, seat: Seat) -> Refusal | None:
    mover = match.steps[-1].seat if match.steps else None
    return why_no_undo(match, seat if mover is None else mover)


def undo_of_what_was_learnt(match: Match, seat: Seat) -> Refusal | None:
    refusal = why_no_undo(match, seat)
    return None if refusal and refusal.code == "learnt" else refusal


def undo_never(match: Match, seat: Seat) -> Refusal | None:
    return why_no_undo(match, seat) or Refusal.of("", "chance_since")


def nothing_told_of_moves(match: Match, move: Move, seat: Seat | None = None) -> None:
    marks = [len(told) for told in match._told]
    play(match, move, seat)
    for mark, told in zip(marks, match._told, strict=True):
        del told[mark]


WRONG: list[tuple[str, Callable[..., Any], Game, set[str]]] = [
    ("_public_text", hidden_moves_whole, which_hand.GAME, TELLING),
    ("_public_text", hidden_moves_whole, RAPA_NUI, {"public-forms-hold"}),
    ("_public_text", sealed_moves_whole, sealed_bid.GAME, TELLING),
    ("_resolve", hidden_outcomes_whole, which_hand.GAME, TELLING),
    ("_resolve", hidden_outcomes_whole, LEDUC, TELLING),
    ("_tell", hidden_events_whole, RAPA_NUI, {"public-forms-hold"}),
    ("view", view_of_another, which_hand.GAME, {"no-leak"}),
    ("events", events_of_another, which_hand.GAME, TELLING),
    ("new_events", news_of_another, which_hand.GAME, TELLING),
    ("describe_refusal", refusal_with_the_state, which_hand.GAME, {"no-leak"}),
    ("why_no_undo", undo_with_the_state, which_hand.GAME, {"no-leak"}),
    ("forfeit", forfeit_with_the_reason, which_hand.GAME, {"stays-alike"}),
    ("undo", undo_that_names_the_move, which_hand.GAME, {"stays-alike"}),
    ("apply", replay_whole, which_hand.GAME, {"stays-alike"}),
    ("text", text_of_another, which_hand.GAME, {"drawn-alike"}),
    ("_refuse", refusal_that_changes_something, which_hand.GAME, {"refused"}),
    ("why_no_undo", undo_by_anybody, which_hand.GAME, {"takes-back"}),
    ("why_no_undo", undo_of_what_was_learnt, which_hand.GAME, {"takes-back"}),
    ("why_no_undo", undo_never, which_hand.GAME, {"takes-back"}),
    ("play", nothing_told_of_moves, which_hand.GAME, {"seen-as-told"}),
]
"""The method that goes wrong, its wrong form, a game, and laws that must break."""


@pytest.mark.parametrize(
    ("method", "wrong", "game", "laws"),
    WRONG,
    ids=[f"{wrong.__name__}-{game.id}" for _, wrong, game, _ in WRONG],
)
def test_a_wrong_match_breaks_a_law(
    method: str,
    wrong: Callable[..., Any],
    game: Game,
    laws: set[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Announcer if method == "_public_text" else Match, method, wrong)

    assert laws <= {breach.law for breach in check(game, matches=4).breaches}


# No seat can tell two matches apart that differ in an answer hidden from it


SHARE = {"giants": 0.1, "rapa_nui": 0.1, "maori": 0.2}
"""Shares of the positions of long matches that are compared."""


@pytest.mark.parametrize("name", SUBJECTS)
def test_no_channel_tells_hidden_answers(name: str) -> None:
    subject, large = SUBJECTS[name], name in SHARE
    counts = tried(subject, 1 if large else 4, 3, Setting(Random(name), SHARE.get(name, 1.0)))

    assert counts.differences == []
    assert counts.comparisons > 100
    hidden = counts.pairs.total() - counts.pairs["seed"]
    assert bool(hidden) is (name not in {"maori", "connect_four", "tic_tac_toe"})


class Talking(sealed_bid.Rules):
    """Shows in the view what has been bid."""

    def view(self, state: Any, seat: int) -> Any:
        return sealed_bid.Seen(seat, masked(state.phases, 0))


def test_a_leak_is_found() -> None:
    leaky = Subject(changed(sealed_bid.GAME, rules=Talking()), (3,))
    counts = tried(leaky, 6, 6, Setting(Random(1)))

    assert counts.differences
