"""Games that OpenSpiel has too: the same deals and moves give the same chances, moves and results.

Both sides are led side by side, ours by the rules alone. ``SAME_GAMES=500 pytest
tests/adapters/test_same_games.py`` plays 500 matches of each row instead of a few.
"""

import os
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

import pyspiel
import pytest
from parlour_lanterns.moves import CANDLES, COLOURS, MISTAKES, NUMBERS, OF_COLOUR, OF_NUMBER
from parlour_lanterns.moves import NAMES as LANTERNS

from parlour import Game
from parlour.rules.answers import Result
from parlour_samples import connect_four, leduc, tic_tac_toe

MATCHES = int(os.environ.get("SAME_GAMES", "6"))
"""Matches of each row, with another seed each."""

RANKS = ("jack", "queen", "king")
LETTERS = dict(zip("RYGBW", COLOURS, strict=True))
"""OpenSpiel's letters for the colours of Hanabi, and ours."""


def game_of(module: Any) -> Game:
    return next(iter(module.parlour_games()))


# How OpenSpiel writes moves and outcomes, and how we do. Where ours names a seat, it is given.


def square(text: str, _seat: int) -> str:
    """Return the name of a square, whose rows OpenSpiel counts from the top."""
    row, column = map(int, re.findall(r"\d", text))
    return f"place {'abc'[column]}{'123'[row]}"


def column(text: str, _seat: int) -> str:
    return f"drop {int(text[1:]) + 1}"


def bet(text: str, _seat: int) -> str:
    return text.lower()


def poker_card(text: str, seat: int | None) -> str:
    """Return a card of Leduc: OpenSpiel numbers the two of each rank one after another."""
    rank = RANKS[int(text.rpartition(":")[2]) // 2]
    return f"turn {rank}" if seat is None else f"deal {rank} to {seat}"


def french(text: str) -> str:
    """Return the name of a card: theirs is suit and rank, ours rank and small suit."""
    return text[1] + text[0].lower()


def promised_or_played(text: str, _seat: int) -> str:
    return f"promise {text}" if text.isdigit() else f"play {french(text)}"


def card_dealt(text: str, seat: int | None) -> str:
    return f"turn {french(text)}" if seat is None else f"deal {french(text)} to {seat}"


def hint_or_card(seats: int) -> Callable[[str, int], str]:
    """Return a translation of moves of Hanabi, whose hints count players from the mover."""

    def write(text: str, seat: int) -> str:
        if told := re.fullmatch(r"\(Reveal player \+(\d) (color|rank) (\w)\)", text):
            other = (seat + int(told[1])) % seats
            return (
                f"show {other} {LETTERS[told[3]]}"
                if told[2] == "color"
                else (f"number {other} {told[3]}")
            )
        kind, slot = text.strip("()").split()
        return f"{ {'Play': 'hang', 'Discard': 'drop'}[kind] } {int(slot) + 1}"

    return write


def lantern_dealt(text: str, seat: int | None) -> str:
    return f"draw {lantern(text.strip('()').split()[1])} for {seat}"


# What else is compared while a match goes on, and how it is played.


def nothing_else(ours: Any, theirs: Any) -> None:
    """Compare moves and chances alone."""


def at_random(_ours: Any, texts: Sequence[str], rng: Random) -> str:
    return rng.choice(texts)


def garden(ours: Any, theirs: Any) -> None:
    """Compare the whole table of Lanterns, with what was told of each card."""
    text = str(theirs)
    found = dict(re.findall(r"^([A-Z][a-z]+(?: [a-z]+)?): ?(.*)$", text, re.MULTILINE))
    cards = [
        [card_known(line) for line in part.splitlines() if "||" in line]
        for part in text.partition("Hands:\n")[2].partition("Deck size")[0].split("-----")
    ]
    hung = (f"{letter}{high}" for letter, high in zip(LETTERS, ours.hung, strict=True))

    assert sorted(found["Fireworks"].split()) == sorted(hung)
    assert int(found["Life tokens"]) == MISTAKES - ours.mistakes
    assert int(found["Info tokens"]) == ours.candles
    assert int(found["Deck size"]) == len(ours.deck)
    assert sorted(map(lantern, found["Discards"].split())) == sorted(
        LANTERNS[kind] for kind, number in enumerate(ours.gone) for _ in range(number)
    )
    assert cards == [
        [(LANTERNS[card], can) for card, can in zip(hand, known, strict=True)]
        for hand, known in zip(ours.hands, ours.can, strict=True)
    ]


def lantern(text: str) -> str:
    return LETTERS[text[0]] + text[1]


def card_known(line: str) -> tuple[str, int]:
    """Return a card of ``B1 || BX|B12345``, and the set of kinds that it can be."""
    card, _, known = line.partition(" || ")
    left = known.partition("|")[2]
    colours = sum(OF_COLOUR[COLOURS.index(LETTERS[mark])] for mark in left if mark in LETTERS)
    numbers = sum(OF_NUMBER[int(mark) - 1] for mark in left if mark.isdigit())
    return lantern(card), colours & numbers


def with_care(ours: Any, texts: Sequence[str], rng: Random) -> str:
    """Hang what fits, looking at all cards, so that decks run out and colours get complete."""
    if rng.random() < 0.1:
        return rng.choice(texts)
    seat = ours.phases[-1].seat
    slots = {f" {slot}": divmod(card, NUMBERS) for slot, card in enumerate(ours.hands[seat], 1)}
    fits = [f"hang{slot}" for slot, (c, n) in slots.items() if ours.hung[c] == n]
    useless = [f"drop{slot}" for slot, (c, n) in slots.items() if ours.hung[c] > n]
    useless = [text for text in useless if text in texts]
    hints = [text for text in texts if text.startswith(("show", "number"))]
    return rng.choice(fits or useless or hints or [t for t in texts if t.startswith("drop")])


# Results


def points(_ours: Any, theirs: Any) -> list[float]:
    """Return the points that we must have paid: what OpenSpiel returns."""
    return list(theirs.returns())


def lanterns_hung(ours: Any, theirs: Any) -> list[float]:
    """Return the height of all fireworks: OpenSpiel takes them away at the third mistake."""
    hung = sum(map(int, re.findall(r"\d", str(theirs).partition("Fireworks: ")[2].split("\n")[0])))
    lost = ours.mistakes == MISTAKES
    assert theirs.returns() == [0 if lost else hung] * len(ours.hands)
    return [hung] * len(ours.hands)


class Pair(NamedTuple):
    """A game, and its like in OpenSpiel."""

    game: Game
    theirs: str
    """Name and parameters of OpenSpiel's game."""
    write_move: Callable[[str, int], str]
    write_outcome: Callable[[str, int | None], str] = card_dealt
    options: dict[str, int] = {}  # noqa: RUF012  # never changed
    seats: int = 2
    opening: tuple[int, ...] = ()
    """Outcomes there that we take for given, such as who deals."""
    result: Callable[[Any, Any], list[float]] = points
    compare: Callable[[Any, Any], None] = nothing_else
    choose: Callable[[Any, Sequence[str], Random], str] = at_random


def hanabi(seats: int, choose: Callable[[Any, Sequence[str], Random], str]) -> Pair:
    name = (
        f"hanabi(players={seats},colors=5,ranks=5,hand_size={5 if seats < 4 else 4},"
        f"max_information_tokens={CANDLES},max_life_tokens={MISTAKES})"
    )
    game = game_of(import_module("parlour_lanterns.plugin"))
    return Pair(
        game, name, hint_or_card(seats), lantern_dealt, seats=seats, result=lanterns_hung,
        compare=garden, choose=choose,
    )  # fmt: skip


def oh_hell(seats: int, cards: int) -> Pair:
    game = game_of(import_module("parlour_promises.plugin"))
    name = f"oh_hell(players={seats},num_tricks_fixed={cards})"
    return Pair(
        game, name, promised_or_played, options={"cards": cards}, seats=seats,
        opening=(cards, seats - 1),
    )  # fmt: skip


PAIRS = {
    "tic_tac_toe": Pair(game_of(tic_tac_toe), "tic_tac_toe", square),
    "connect_four": Pair(game_of(connect_four), "connect_four", column),
    "leduc": Pair(game_of(leduc), "leduc_poker", bet, poker_card),
    **{f"promises {n} seats {c} cards": oh_hell(n, c) for n, c in ((3, 8), (4, 5), (6, 8), (5, 1))},
    **{f"lanterns {n} seats at random": hanabi(n, at_random) for n in (2, 5)},
    **{f"lanterns {n} seats with care": hanabi(n, with_care) for n in (2, 3, 4, 5)},
}


def chances(pairs: Sequence[tuple[str, float]]) -> dict[str, float]:
    """Return the likelihood of each text, rounded; several outcomes may have one text."""
    total = sum(Fraction(weight) for _, weight in pairs)
    found: dict[str, Fraction] = defaultdict(Fraction)
    for text, weight in pairs:
        found[text] += Fraction(weight) / total
    return {text: round(float(share), 9) for text, share in found.items()}


def resolved(pair: Pair, ours: Any, theirs: Any, rng: Random) -> Any:
    """Compare what chance may bring, and bring the same to both sides."""
    notation = pair.game.outcome_notation
    seat = getattr(ours.phases[-1], "seat", None)
    there = [
        (pair.write_outcome(theirs.action_to_string(theirs.current_player(), n), seat), weight, n)
        for n, weight in theirs.chance_outcomes()
    ]
    outcomes = [
        (notation.write(outcome), weight) for outcome, weight in pair.game.rules.outcomes(ours)
    ]

    assert chances([(text, weight) for text, weight, _ in there]) == chances(outcomes)

    text, _, number = rng.choices(there, [weight for _, weight, _ in there])[0]
    theirs.apply_action(number)
    return pair.game.rules.resolve(ours, notation.read(text))


def moved(pair: Pair, ours: Any, theirs: Any, rng: Random) -> Any:
    """Compare who moves and the legal moves, and play one on both sides."""
    (seat,) = pair.game.rules.awaited(ours).seats
    there = {
        pair.write_move(theirs.action_to_string(seat, n), seat): n for n in theirs.legal_actions()
    }
    moves = {pair.game.write_move(move): move for move in pair.game.rules.moves(ours, seat)}

    assert theirs.current_player() == seat
    assert moves.keys() == there.keys()

    text = pair.choose(ours, sorted(moves), rng)
    theirs.apply_action(there[text])
    return pair.game.rules.play(ours, seat, moves[text])


def led(pair: Pair, rng: Random) -> tuple[Any, Any]:
    """Lead both sides through a match; return how they end."""
    theirs = pyspiel.load_game(pair.theirs).new_initial_state()
    for number in pair.opening:
        theirs.apply_action(number)
    ours = pair.game.rules.begin(pair.seats, pair.game.read_options(pair.options))
    while not pair.game.rules.awaited(ours).is_over:
        assert not theirs.is_terminal()
        step = resolved if theirs.is_chance_node() else moved
        ours = step(pair, ours, theirs, rng)
        pair.compare(ours, theirs)
    return ours, theirs


@pytest.mark.parametrize("name", PAIRS)
def test_our_game_is_theirs(name: str) -> None:
    pair = PAIRS[name]
    for number in range(MATCHES):
        ours, theirs = led(pair, Random(f"{name} {number}"))
        result = pair.game.rules.awaited(ours)

        assert theirs.is_terminal()
        assert isinstance(result, Result)
        assert list(result.scores) == pair.result(ours, theirs)
