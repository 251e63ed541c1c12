"""The front page's games: their numbers of seats, options and levels of bots."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from random import Random
from typing import get_args

from msgspec import Struct, structs

from parlour.catalog.lessons import Lesson, lessons_of
from parlour.match import Game, Match, is_finished, open_record
from parlour.players import Level
from parlour.rules import ParlourError, Viewer, choices
from parlour.rules.picture import INKS
from parlour.rules.picture.inks import style_sheet
from parlour.table import HUMAN, seat_names
from parlour.words import say
from parlour_web.house.resources import ResourceUse
from parlour_web.rules_page import illustrations
from parlour_web.tables.quota import DeclinedRequest
from parlour_web.tables.store import GUEST, TableStore

WEIGHTS = ("light", "medium", "heavy", "")
"""Weights of games in the order of the front page."""

LEVELS = get_args(Level)
"""Levels of the bots, the weakest first."""

SWITCH = {"true", "false"}
"""Values of an option that is on or off."""

MAX_LISTED = 50
"""Maximum number of matches on the front page."""


COVER, COVER_MOVES = 1, 5
"""Seed of the match whose picture stands for a game, and the number of moves played in it."""


class OptionChoice(Struct, frozen=True):
    """An option of a game, as a form asks for it."""

    name: str
    label: str
    """Its name in the language of the page."""
    values: dict[str, str]
    """All its values if they are few, each with its label; else empty."""
    kind: str
    """The kind of its values: ``a whole number, 0 to 1000``."""
    default: str
    meaning: str


class FrontGame(Struct, frozen=True):
    """A game that can be played."""

    id: str
    title: str
    summary: str
    facts: str
    """Players, length and weight: ``2-4 players · 45 minutes · light``."""
    seats: tuple[int, ...]
    """Numbers of seats that can play."""
    options: tuple[OptionChoice, ...]
    has_rules: bool
    has_picture: bool
    lessons: dict[str, Lesson]
    """Its lessons by name."""


def front_games(games: Iterable[Game]) -> list[FrontGame]:
    """Return games for the front page, the easiest first; games that do not say are last."""
    listed = sorted(games, key=lambda game: game.title)
    listed.sort(key=lambda game: WEIGHTS.index(game.weight))
    return list(map(_front_game, listed))


class FrontMatch(Struct, frozen=True):
    """A match in the folder."""

    name: str
    """The name of its table."""
    title: str
    players: tuple[str, ...]
    when: str
    """The time of its last move: ``2026-01-31 20:15``."""
    is_over: bool


class FrontOffers(Struct, frozen=True):
    """Offers of the front page to the holder of a key."""

    is_host: bool
    """Whether it is the host's."""
    may_create: bool
    """Whether its holder may create tables."""
    matches: list[FrontMatch] = []
    """The matches in the folder, for the host alone."""
    name: str = ""
    """Name of the host, by the settings of the server; empty for others."""
    level: Level = "hard"
    """The level of bots that the form proposes at first."""
    uses: list[ResourceUse] = []
    """Use of the server's resources; likewise."""
    notes: list[DeclinedRequest] = []
    """Requests that were declined; likewise."""


def front_offers(store: TableStore, key: str) -> FrontOffers:
    """Return what the front page offers to the holder of a key."""
    quota = store.quota
    level = store.settings.level
    if not quota.is_host(key):
        return FrontOffers(is_host=False, may_create=quota.may_create(key), level=level)
    return FrontOffers(
        is_host=True,
        may_create=True,
        matches=front_matches(store),
        name=store.settings.name,
        level=level,
        uses=quota.resources.uses(),
        notes=quota.declined_requests(),
    )


def front_matches(store: TableStore) -> list[FrontMatch]:
    """Return the newest matches in the folder but lessons of guests, the newest first."""
    matches = []
    names = [name for name in store.names() if not name.startswith(GUEST)]
    for name in names[:MAX_LISTED]:
        path = store.record(name)
        with suppress(ParlourError, OSError), open_record(path) as record:
            when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
            people = store.file(name).metadata.names
            matches.append(
                FrontMatch(
                    name,
                    title=store.game_of(name).title,
                    players=Viewer(seat_names(record.header.players, people)).names,
                    when=f"{when:%Y-%m-%d %H:%M}",
                    is_over=is_finished(path),
                )
            )
    return matches


def inks_of(game: Game) -> str:
    """Return the style sheet of a game's inks, from the picture of a match that begins."""
    if game.display.picture is None:
        return style_sheet(INKS)
    match = game.match()
    picture = game.display.picture(match.view(0), Viewer.of_seats(match.seats))
    return style_sheet(picture.all_inks)


def cover_of(game: Game) -> str:
    """Return the largest panel of a game's first lesson, as late as it is there.

    Without a lesson it is one of a match that has begun; empty if the game draws none.
    """
    pictures = [picture for _, picture in illustrations(game)]
    if not pictures and game.display.picture is not None:
        match = _begun(game)
        pictures = [game.display.picture(match.view(0), Viewer(seat_names((HUMAN,) * match.seats)))]
    panels = [(one, panel) for one in pictures for panel in one.panels]
    sizes = [panel.width * panel.height for _, panel in panels]
    last = max(range(len(panels)), key=lambda n: (sizes[n], n), default=None)
    return "" if last is None else panels[last][0].svg(panels[last][1].name)


def _begun(game: Game) -> Match:
    """Return a match after a few moves by lot, always the same."""
    match = game.match(seed=COVER)
    rng = Random(COVER)  # noqa: S311  no secret
    for _ in range(COVER_MOVES):
        before = match.copy()
        seat = match.awaited.seats[0]
        match.play(rng.choice(match.moves(seat)), seat)
        if match.is_over:
            return before
    return match


def _front_game(game: Game) -> FrontGame:
    types = {field.encode_name: field.type for field in structs.fields(game.options)}
    options = tuple(
        OptionChoice(
            name=one.name,
            label=_labelled(game, f"option_name.{one.name}"),
            values={
                value: _labelled(game, f"{one.name}.{value}") for value in choices(types[one.name])
            },
            kind=one.values,
            default=one.default,
            meaning=one.meaning,
        )
        for one in game.localized_options()
    )
    players = say("front.players", seats=game.seats_text)
    minutes = say("front.minutes", minutes=game.minutes) if game.minutes else ""
    facts = (players, minutes, say(f"front.{game.weight}") if game.weight else "")
    return FrontGame(
        id=game.id,
        title=game.title,
        summary=game.localized_summary,
        facts=" · ".join(filter(None, facts)),
        seats=tuple(game.seats),
        options=options,
        has_rules=game.rulebook is not None,
        has_picture=game.display.picture is not None,
        lessons=_lessons(game),
    )


def _labelled(game: Game, code: str) -> str:
    """Return the words of an option or of its value, in the language of the page."""
    word = code.rpartition(".")[2]
    return game.words.own(code, say(f"switch.{word}") if word in SWITCH else word.replace("_", " "))


def _lessons(game: Game) -> dict[str, Lesson]:
    """Return the lessons of a game; none if one of its files is no lesson."""
    try:
        return {name: lesson.told for name, lesson in lessons_of(game).items()}
    except ParlourError:
        return {}
