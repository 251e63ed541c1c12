"""The core as a plugin: its bots, its face and its commands."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parlour.hooks import Command, Face, hookimpl

if TYPE_CHECKING:  # a list of commands needs no bot
    from parlour.players import Bot


@hookimpl
def parlour_bots() -> "Iterator[Bot]":
    """Yield the bots."""
    from parlour.players import (  # noqa: PLC0415  a list of commands needs no bot
        Bot,
        Greedy,
        GreedySettings,
        Uniform,
    )

    yield Bot(
        name="greedy",
        summary="ends its own turn as well as the heuristic knows",
        make=Greedy,
        settings=GreedySettings,
    )
    yield Bot(
        name="uniform", summary="plays any legal move", make=lambda game, rng, _: Uniform(game, rng)
    )


@hookimpl
def parlour_faces() -> Iterator[Face]:
    """Yield the face that works in every terminal, in a pipe and aloud."""
    yield Face("lines", "scrolling lines", "parlour.terminal.lines:play_in_lines", rank=1)


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command("play", "Play a match.", "parlour.cli.playing.play:play", "Play")
    yield Command(
        "learn",
        "Learn a game at the table, step by step.",
        "parlour.cli.playing.learn:learn",
        "Play",
    )
    yield Command(
        "games",
        "List the games, or show one with its seats and options.",
        "parlour.cli.playing.games:games",
        "Play",
    )
    yield Command(
        "rules", "Show the numbered rules of a game.", "parlour.cli.playing.rules:rules", "Play"
    )
    yield Command(
        "settings",
        "Show your settings, or change those that you type.",
        "parlour.cli.playing.settings:settings",
        "Play",
    )
    yield Command(
        "resume", "Resume a recorded match.", "parlour.cli.playing.resume:resume", "Your matches"
    )
