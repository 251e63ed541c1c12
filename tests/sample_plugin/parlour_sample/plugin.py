"""All hooks of the sample but its games and its bot. What they name is imported when it is used."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parlour.hooks import BotScheme, Command, Face, Marker, RuleNotes, hookimpl

if TYPE_CHECKING:
    from parlour_testing import Law
    from parlour_web.specifications import Notice


@hookimpl
def parlour_commands() -> Iterator[Command]:
    yield Command("hello", "Greet somebody, and propose a game.", "parlour_sample.hello:hello")


@hookimpl
def parlour_bot_schemes() -> Iterator[BotScheme]:
    yield BotScheme(
        "script",
        "script:FILE",
        make="parlour_sample.bots:make_script",
        title="parlour_sample.bots:title_of_script",
    )


@hookimpl
def parlour_faces() -> Iterator[Face]:
    yield Face("spoken", "whole sentences, to be read aloud", "parlour_sample.spoken:play")


@hookimpl
def parlour_rule_notes() -> Iterator[RuleNotes]:
    yield RuleNotes("remarks", "remarks on rules", "parlour_sample.remarks:remarks")


@hookimpl
def parlour_markers() -> Iterator[Marker]:
    yield Marker("middle", "who left the middle free", "parlour_sample.middle:marks")


@hookimpl
def parlour_laws() -> "Iterator[Law]":
    from parlour_sample.laws import short_moves  # noqa: PLC0415  a list of commands needs no law

    yield short_moves


@hookimpl
def parlour_notices() -> "Iterator[Notice]":
    from parlour_web.specifications import Notice  # noqa: PLC0415  likewise

    yield Notice(
        "file",
        "a line at the end of a file",
        check="parlour_sample.notes:checked",
        send="parlour_sample.notes:send",
    )
