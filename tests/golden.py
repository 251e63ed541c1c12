"""Golden records: a record, and beside it what every seat was told and could see at each step.

``PARLOUR_REGOLD=1 pytest tests`` writes them anew, to be reviewed as a diff. A view is
written down by the fields that changed since the seat's last one.
"""

import os
from pathlib import Path
from typing import Any

import msgspec

from parlour import Game
from parlour.match.dealer import generator
from parlour.match.game import Match
from parlour.match.record import Header, encode, parse
from parlour.match.replay import open_replay, replay_steps
from parlour.players.included import make_bot
from parlour.players.play import play_match

FOLDER = Path(__file__).parent / "golden"
REGOLD = "PARLOUR_REGOLD"


def check(game: Game, name: str, header: Header) -> None:
    """Compare the golden record ``name`` of ``game`` with what it leads to now."""
    record_path = FOLDER / game.id / f"{name}.jsonl"
    seen_path = record_path.with_suffix(".seen.jsonl")
    if os.environ.get(REGOLD):
        record_path.parent.mkdir(parents=True, exist_ok=True)
        record_path.write_bytes(_played(game, header))
        seen_path.write_bytes(transcript(game, record_path))

    assert parse(record_path.read_bytes(), name).header == header
    assert transcript(game, record_path).splitlines() == seen_path.read_bytes().splitlines()


def transcript(game: Game, path: Path) -> bytes:
    """Replay a record and write down what every seat is told and sees."""
    record = parse(path.read_bytes(), path.name)
    match = open_replay(game, record, path.name)
    last: list[dict[str, Any]] = [{} for _ in range(record.header.seats)]
    lines = _moment(match, last)
    for line in replay_steps(match, record, path.name):
        lines += [encode(line), *_moment(match, last)]
    return b"\n".join(lines) + b"\n"


def _moment(match: Match, last: list[dict[str, Any]]) -> list[bytes]:
    """Return a line for each seat to which anything is new; ``last`` holds their last views."""
    lines = []
    for seat, before in enumerate(last):
        view = msgspec.to_builtins(match.game.rules.view(match.state, seat))
        told = [msgspec.to_builtins(event) for event in match.ask(seat).events]
        changed = _changed(before, view)
        if told or changed:
            lines.append(encode({"seat": seat, "told": told, "view": changed}))
        last[seat] = view
    return lines


def _changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of ``after`` that ``before`` has not, level by level."""
    return {
        name: _changed(before[name], value)
        if isinstance(value, dict) and isinstance(before.get(name), dict)
        else value
        for name, value in after.items()
        if name not in before or before[name] != value
    }


def _played(game: Game, header: Header) -> bytes:
    """Play a match by the bots that the header names, and return its record."""
    lines: list[bytes] = []
    players = [
        make_bot(name, game, generator(header.seed, f"bot {seat}"))
        for seat, name in enumerate(header.players)
    ]
    play_match(Match(game, header, lines.append), players)
    return b"".join(line + b"\n" for line in lines)
