"""Hints name the best move first, with what is expected of it."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from parlour.players.search.bot import Prospect
from parlour.rules.answers import Move
from parlour.rules.seats import Seat
from parlour.session.move_list import FOLD_OFFERS
from parlour.session.session import Session
from parlour.session.text.hints import best_first
from tests.session.seated import session_of
from tests.shelf import knock

LEAD = re.compile(r"expected lead ([+-][\d.]+) points")
CHANCE = re.compile(r"chance of winning (\d+)%")


def hinted(session: Session) -> list[str]:
    return list(session.enter(session.turn().seat, "hint").lines)


def test_a_winning_move_comes_first_with_its_chance(tmp_path: Path) -> None:
    with session_of(tmp_path, "tic_tac_toe") as session:
        for move in ("a1", "a2", "b1", "b2"):
            session.enter(session.turn().seat, f"place {move}")
        head, best, *_ = hinted(session)

    assert head.startswith("Best moves according to the computer, the best first (")
    assert best == "  place c1: chance of winning 100%"


@pytest.mark.parametrize("game", ["maori", "rapa_nui"])
def test_expected_leads_never_rise_down_the_list(tmp_path: Path, game: str) -> None:
    with session_of(tmp_path, game, seed="1") as session:
        for _ in range(6):
            session.enter(session.turn().seat, "1")
        while len(session.match.moves()) < 2:
            session.enter(session.turn().seat, "1")
        lines = hinted(session)

    leads = [float(found[1]) for line in lines if (found := LEAD.search(line))]
    assert leads
    assert leads == sorted(leads, reverse=True)
    assert lines[-1] in {
        "The first two are about as good.",
        "The first is clearly better.",
        "The computer found no other move worth examining.",
    }


def test_the_best_come_first_and_lucky_ones_not_at_all() -> None:
    found = [
        Prospect(knock.Add(stones), share, "", reward, 0.01, ())
        for stones, share, reward in ((1, 0.6, 0.4), (2, 0.39, 0.5), (3, 0.01, 0.9))
    ]

    assert [one.move for one in best_first(found)] == [knock.Add(2), knock.Add(1)]


class Rules(knock.Rules):
    """The rules of Knock, with four more offers of one kind."""

    def offers(self, state: knock.Heap, seat: Seat) -> Sequence[Move]:
        return tuple(knock.Add(stones) for stones in range(3, 4 + FOLD_OFFERS))


def test_many_offers_are_one_line(tmp_path: Path) -> None:
    with session_of(tmp_path, knock.GAME, rules=Rules()) as session:
        moves = session.move_list(0)
        lines = list(moves.lines(80, full=False, only="", plain=False))
        full = list(moves.lines(80, full=True, only="", plain=False))

    assert "  3-6 add STONES: 4 moves, such as add 3" in lines
    assert "3. add 3" in " ".join(full)
