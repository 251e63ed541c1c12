"""Golden records: a record, and beside it what every seat was told and could see at each step.

With ``PARLOUR_REGOLD=1`` the tests write again what the seats see, and you review the difference.
They play a record only if it is missing. A view is written as the fields that changed since the
last one of the seat, without those that have their default.
"""

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import fields

from parlour import Game
from parlour.match.dealer import generator
from parlour.match.match import Match
from parlour.match.record import Header, encode, parse
from parlour.match.replay import open_replay, replay_steps
from parlour.players.included import make_bot
from parlour.players.play import play_match

FOLDER = Path(__file__).parents[1] / "golden"
REGOLD = "PARLOUR_REGOLD"


def check(game: Game, name: str, header: Header) -> None:
    """Compare the golden record ``name`` of ``game`` with what it leads to now."""
    record_path = FOLDER / game.id / f"{name}.jsonl"
    seen_path = record_path.with_suffix(".seen.jsonl")
    if os.environ.get(REGOLD):
        record_path.parent.mkdir(parents=True, exist_ok=True)
        if not record_path.exists():
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
    """Return a line for each seat that learns anything new; ``last`` holds their last views."""
    lines = []
    for seat, before in enumerate(last):
        view = plain(match.game.rules.view(match.state, seat))
        told = [plain(event) for event in match.ask(seat).events]
        new = changed(before, view)
        if told or new:
            lines.append(encode({"seat": seat, "told": told, "view": new}))
        last[seat] = view
    return lines


def plain(value: Any) -> Any:
    """Return a struct as a dict without the fields that have their default.

    So a field that an option adds, and that has its default elsewhere, changes no golden file.
    """
    if isinstance(value, msgspec.Struct):
        return _plain_struct(value)
    if isinstance(value, tuple):
        return [plain(part) for part in value]
    return msgspec.to_builtins(value)


@lru_cache(1000)
def _plain_struct(value: msgspec.Struct) -> dict[str, Any]:
    """Most parts of a view stay what they are from step to step."""
    config = value.__struct_config__
    tag = {} if config.tag is None else {str(config.tag_field): config.tag}
    pairs = {field.encode_name: (field, getattr(value, field.name)) for field in fields(value)}
    return tag | {
        name: plain(part)
        for name, (field, part) in pairs.items()
        if field.required or part != field.default
    }


def changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that changed, level by level; null stands for the default."""
    pairs = {name: (before.get(name), after.get(name)) for name in before | after}
    return {
        name: changed(then, now) if isinstance(then, dict) and isinstance(now, dict) else now
        for name, (then, now) in pairs.items()
        if then != now
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
