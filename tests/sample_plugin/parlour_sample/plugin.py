"""A command, a scheme of bots and a face; the modules named here are imported when used."""

from collections.abc import Iterator

from parlour.hooks import BotScheme, Command, Face, hookimpl


@hookimpl
def parlour_commands() -> Iterator[Command]:
    yield Command("hello", "Greet somebody, and propose a game.", "parlour_sample.hello:hello")


@hookimpl
def parlour_bot_schemes() -> Iterator[BotScheme]:
    yield BotScheme(
        "script",
        "script:FILE",
        make="parlour_sample.script:make",
        title="parlour_sample.script:title",
    )


@hookimpl
def parlour_faces() -> Iterator[Face]:
    yield Face("spoken", "whole sentences, to be read aloud", "parlour_sample.spoken:play")
