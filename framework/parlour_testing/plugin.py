"""The commands for authors of games, and the laws that their games must keep."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parlour.hooks import Command, hookimpl

if TYPE_CHECKING:  # a list of commands needs no law
    from parlour_testing.snapshot import Law


@hookimpl
def parlour_commands() -> Iterator[Command]:
    """Yield the commands."""
    yield Command(
        "new",
        "Write a new game, to be changed into yours.",
        "parlour_testing.commands.new:new",
        "Write a game",
    )
    yield Command(
        "dev", "Play a game while you write it.", "parlour_testing.commands.dev:dev", "Write a game"
    )
    yield Command(
        "check",
        "Check that a game keeps every law.",
        "parlour_testing.commands.check:check",
        "Write a game",
    )
    yield Command(
        "validate",
        "Check that records still replay.",
        "parlour_testing.commands.validate:validate",
        "Your matches",
    )
    yield Command(
        "bench",
        "Measure how fast a game is.",
        "parlour_testing.commands.bench:bench",
        "Write a game",
    )
    yield Command(
        "schema",
        "Print the JSON Schema of a game.",
        "parlour_testing.commands.schema:schema",
        "Write a game",
    )
    yield Command(
        "docs",
        "Read the documentation, or search it.",
        "parlour_testing.commands.docs:docs",
        "Write a game",
    )
    yield Command(
        "plugins",
        "List the plugins, and what they bring.",
        "parlour_testing.commands.plugins:plugins",
        "Write a game",
    )
    yield Command("bot", "List bots, and check those in any language.", "", "Bots and tournaments")
    yield Command(
        "bot list",
        "List the bots, the games that they play or decline, and their measured strength.",
        "parlour_testing.commands.bot_list:list",
        "Bots and tournaments",
    )


@hookimpl
def parlour_laws() -> "Iterator[Law]":
    """Yield the laws, in the order of the list in the documentation."""
    from parlour_testing.laws import examples, flow, languages, secrecy, states, words, worlds  # noqa: PLC0415  likewise

    yield from (
        flow.runs,
        flow.settles,
        flow.ends,
        flow.returns,
        flow.ends_soon,
        states.kinds_named,
        flow.can_move,
        flow.no_doubles,
        flow.sound_scores,
        flow.ranks_the_ended,
        flow.one_result,
        flow.points_paid,
        states.box_whole,
        secrecy.moves_alike,
        flow.quick_turns,
        states.box_counted,
        states.repeats,
        states.past_stands,
        flow.fair_draws,
        words.reads_back,
        words.one_text,
        words.no_command,
        words.translated,
        languages.in_one_language,
        languages.written_in_one_language,
        states.survives,
        states.one_encoding,
        states.frozen,
        worlds.fits_view,
        worlds.seeded,
        worlds.plays_on,
        worlds.follows,
        secrecy.no_leak,
        secrecy.spectators,
        secrecy.told_alike,
        secrecy.public_forms_hold,
        secrecy.stays_alike,
        secrecy.remembered,
        secrecy.seen_as_told,
        secrecy.stays_unlike,
        secrecy.same_unheard,
        words.in_words,
        flow.plans_hold,
        flow.sound_heuristic,
        flow.weighed_as_played,
        flow.one_value,
        states.rules_cited,
        states.refused,
        states.takes_back,
        worlds.spreads,
        words.drawn_alike,
        words.pictured,
        flow.random_result,
        words.lessons_lead_on,
        examples.examples_hold,
    )
