"""Bots choose today what they chose in kept matches: a faster heuristic values as before.

``PARLOUR_REGOLD=1 pytest tests`` asks them again.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour
from parlour.match.dealer import generator
from parlour.match.record import read
from parlour.match.replay import open_replay, replay_steps
from parlour.players.included import level_bot, make_bot
from tests.games.golden import FOLDER, REGOLD

GREEDY_STRIDE, MEDIUM_STRIDE = 7, 47
"""Lines of a record from one question to the fast bots, or to the bot of the medium level, to the
next. They are odd, since a turn often has four."""
RECORDS = sorted(path for path in FOLDER.glob("*/*.jsonl") if ".seen" not in path.name)


def choices(path: Path) -> Iterator[str]:
    """Yield what each bot does at decisions of a record: the line, the seat, the bot, its move."""
    game, record = parlour.load(path.parent.name), read(path)
    match = open_replay(game, record, path.name)
    learned = ["greedy:values=learned"] * bool(game.bots.weights)
    easy, medium = (level_bot(game, level, match.seats) for level in ("easy", "medium"))
    for number, _ in enumerate(replay_steps(match, record, path.name)):
        fast = dict.fromkeys(["greedy", *learned, easy]) if number % GREEDY_STRIDE == 0 else {}
        for spec in [*fast, *([medium] if number % MEDIUM_STRIDE == 0 else [])]:
            for seat in match.awaited.seats:
                bot = make_bot(spec, game, generator(path.name, f"{number} {seat}"))
                move = bot.choose(match.decision(seat))
                yield f"{number} {seat} {spec}: {game.write_move(move)}\n"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_bots_choose_what_they_chose(path: Path) -> None:
    kept = path.with_suffix(".choices.txt")
    if os.environ.get(REGOLD):
        kept.write_text("".join(choices(path)), encoding="utf-8")

    assert "".join(choices(path)) == kept.read_text(encoding="utf-8")
