"""A seat's record: two matches that the seat cannot tell apart give the same bytes."""

from pathlib import Path
from random import Random

import pytest

from parlour.match.game import Game
from parlour.match.match import Match
from parlour.match.record import Forfeit, Header, Record, read
from parlour.match.seat_record import (
    SeatRecordReader,
    open_seat_record,
    seat_record,
)
from parlour.rules.answers import Answer, Chance, Decide
from parlour.rules.errors import ParlourError, RecordError
from parlour.table.seating import public_players
from parlour_giants.plugin import GAME as GIANTS
from parlour_maori.plugin import GAME as MAORI
from parlour_rapa_nui.plugin import GAME as RAPA_NUI
from parlour_samples import leduc, tic_tac_toe
from parlour_testing.commands.validate import validated_seat_record
from tests.broken_games import half_shown, knock, sealed_bid, which_hand

GAMES: tuple[Game, ...] = (
    next(iter(tic_tac_toe.parlour_games())),
    next(iter(leduc.parlour_games())),
    MAORI,
    RAPA_NUI,
    GIANTS,
    half_shown.GAME,
    knock.GAME,
    sealed_bid.GAME,
    which_hand.GAME,
)
HIDING = {"leduc", "rapa_nui", "giants", "half_shown", "sealed_bid", "which_hand"}
"""Games whose matches must come to differ, or the test would show nothing."""
MATCHES = 16
STEPS = 250
"""Answers of a match, at most."""
FIRST, SHARE = 40, 0.05
"""The first pairs of unlike matches are compared, and a share of the others."""


def begun(game: Game, seats: int, secret: str) -> Match:
    """Begin a match whose seed and bots' commands hold a secret."""
    players = tuple(f"exec[key={secret}]:python3 bot.py --key {secret}" for _ in range(seats))
    header = Header(
        game=game.id,
        rules_version=game.rules_version,
        seats=seats,
        seed=secret,
        players=players,
    )
    return Match(game, header, dealing=False)


def exported(match: Match, seat: int) -> bytes:
    record = Record(match.header, tuple(match.lines))
    players = public_players(match.header.players)
    return b"\n".join(seat_record(match.game, record, "it", seat, players))


def text_for(match: Match, answer: Answer, mover: int | None, seat: int) -> str:
    """Return what ``seat`` may know of an answer, by what the game declares of its kind."""
    moves, outcomes = match.game.move_notation, match.game.outcome_notation
    if mover is None:
        return outcomes.write(answer) if answer.shown_to(seat) else outcomes.write_public(answer)  # type: ignore[attr-defined, arg-type]  # an outcome
    if mover == seat:
        return moves.write(answer)
    awaited = match.awaited
    if isinstance(awaited, Decide) and awaited.sealed and mover in awaited.seats:
        return "sealed"
    return moves.write(answer) if answer.public_form is None else moves.write_public(answer)


def answers(match: Match) -> list[tuple[int | None, Answer]]:
    """Return every answer that may come next, with who gives it."""
    if isinstance(match.awaited, Chance):
        return [(None, outcome) for outcome, _ in match.game.rules.outcomes(match.state)]
    given: list[tuple[int | None, Answer]] = [
        (seat, move) for seat in match.awaited.seats for move in match.moves(seat)
    ]
    if match.game.rules.out_of_turn and not match.is_over:
        given += [(seat, move) for seat in range(match.seats) for move in match.offers(seat)]
    return given


def give(match: Match, answer: tuple[int | None, Answer]) -> None:
    mover, given = answer
    if mover is None:
        match.resolve(given)  # type: ignore[arg-type]  # an outcome
    else:
        match.play(given, mover)


def own_events(match: Match, seat: int, since: int) -> list[str]:
    """Return the game's own events that ``seat`` was told, without those of the answers."""
    return [str(event) for event in match.events(seat, since) if event.reveals]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_a_seat_may_have_does_not_depend_on_what_it_may_not_know(game: Game) -> None:
    rng = Random(f"worlds of {game.id}")
    unlike = 0
    for number in range(MATCHES):
        seats = game.seats[number % len(game.seats)]
        for seat in range(seats):
            one, other = begun(game, seats, "alpha"), begun(game, seats, "omega")
            for _ in range(STEPS):
                first = rng.choice(answers(one))
                text = text_for(one, first[1], first[0], seat)
                alike = [
                    answer
                    for answer in answers(other)
                    if answer[0] == first[0] and text_for(other, answer[1], answer[0], seat) == text
                ]
                if not alike:
                    break
                heard = len(one.events(seat)), len(other.events(seat))
                give(one, first)
                give(other, rng.choice(alike))
                revealed = own_events(one, seat, heard[0]), own_events(other, seat, heard[1])
                if revealed[0] != revealed[1] or one.is_over or other.is_over:
                    break  # what was hidden is shown, or counted
                if one.lines != other.lines:
                    unlike += 1
                    if unlike < FIRST or rng.random() < SHARE:
                        assert exported(one, seat) == exported(other, seat)
    assert (unlike > 0) == (game.id in HIDING)


@pytest.mark.parametrize("seat", [0, 1])
def test_only_its_own_seat_reads_why_a_bot_failed(seat: int) -> None:
    game = GAMES[1]
    records = []
    for secret in ("queen", "king"):
        match = begun(game, 2, secret)
        match.forfeit(Forfeit(0, "died", f"the hand was {secret}"))
        records.append(exported(match, seat))

    assert (records[0] == records[1]) == (seat != 0)
    assert (b"the hand was queen" in records[0]) == (seat == 0)


@pytest.mark.parametrize("secret", ["alpha", "bot.py --key", "seed"])
def test_no_seed_and_no_command_is_handed_over(secret: str) -> None:
    match = begun(GAMES[0], 2, "alpha")

    assert secret.encode() in match.record()
    assert secret.encode() not in exported(match, 0)


GOLDEN = sorted(
    path
    for path in (Path(__file__).parents[1] / "golden").rglob("*.jsonl")
    if not path.stem.endswith(".seen")
)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_holds_every_event_and_view_of_the_match(path: Path, tmp_path: Path) -> None:
    record = read(path)
    game = next(game for game in GAMES if game.id == record.header.game)
    seat = record.header.seats - 1
    kept = tmp_path / "seat.jsonl"
    lines = seat_record(game, record, "it", seat, record.header.players)
    kept.write_bytes(b"".join(line + b"\n" for line in lines))
    match = Match(game, record.header, dealing=False)
    views, told = [match.view(seat)], list(match.events(seat))
    for line in record.lines:
        match.apply(line)
        views.append(match.view(seat))
    with open_seat_record(kept) as again:
        steps = list(again.steps(game))

    assert [step.view for step in steps] == views
    assert [event for step in steps for event in step.events] == list(match.events(seat))
    assert told == list(steps[0].events)
    assert steps[-1].over == match.awaited
    verdict = validated_seat_record(kept, lambda _: game)
    assert (verdict.fault, verdict.seat, verdict.ended) == ("", seat, True)
    assert verdict.answers == len(record.lines)


def test_mutants_raise_only_what_is_meant(tmp_path: Path) -> None:
    match = begun(GAMES[1], 2, "mutants")
    rng = Random("mutants")
    while not match.is_over:
        give(match, rng.choice(answers(match)))
    whole = exported(match, 1) + b"\n"
    path, refused = tmp_path / "seat.jsonl", 0
    for _ in range(500):
        raw = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            start = rng.randrange(len(raw))
            end = start + rng.choice((1, 2, 9, 60))
            made_up = bytes(
                rng.choice(b'{}[]":,0139aetx\\\n\xff') for _ in range(rng.randint(0, 3))
            )
            raw[start:end] = rng.choice((b"", raw[start:end] * 2, made_up))
        path.write_bytes(raw)
        verdict = validated_seat_record(path, lambda _: GAMES[1])
        refused += bool(verdict.fault)
        assert "\n" not in verdict.fault

    assert refused > 250


def test_a_seat_that_is_not_there() -> None:
    with pytest.raises(RecordError, match="it: expected a seat from 0 to 1, got 2"):
        exported(begun(GAMES[0], 2, "x"), 2)


def test_a_whole_record_is_no_seats_record(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    begun(GAMES[0], 2, "x").save(path)

    with (
        pytest.raises(ParlourError, match="expected the header of a seat's record"),
        open_seat_record(path) as kept,
    ):
        assert isinstance(kept, SeatRecordReader)
