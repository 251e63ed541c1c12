"""The panels of Giants: the island, the quarry, the viewer's screen and the others'."""

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from parlour import Viewer, replaced
from parlour.rules.panels import Panel, Space, spot
from parlour_giants.components import PIECES
from parlour_giants.phases import (
    Bidding,
    Picking,
)
from parlour_giants.state import NO_CAMP, NOBODY, Camp, Clan
from parlour_giants.text.flow import flow, joined
from parlour_giants.text.island import draw_island
from parlour_giants.text.marks import PALE, STYLES, figures, legend, marks_of
from parlour_giants.view import View
from parlour_giants.words.events import bid_words
from parlour_giants.words.names import commas, count, island_title, say, things_words
from parlour_giants.words.view import (
    ahu_state,
    in_front,
    others,
    others_title,
    standing,
    standing_words,
    supply_words,
)

MAX_WIDTH = 100
"""Maximum number of columns of the panels in words."""
PLACED = {
    "worker": ("figure=worker",),
    "sorcerer": ("figure=sorcerer",),
    "chief": ("figure=chief",),
    "log": ("logs=1",),
}
"""The addresses of things that are placed."""


def draw_panels(view: View, viewer: Viewer, space: Space[View]) -> Sequence[Panel]:
    """Draw the table as ``view.seat`` sees it, the panels for the decision first."""
    width = min(space.width, MAX_WIDTH)
    earlier = space.earlier
    quarry = joined(_quarry(view, viewer, width))
    auction = isinstance(view.phases[-1], Bidding | Picking)
    own = list(_own(view, viewer, earlier, width, needed=not auction))
    beside = quarry.plain.count("\n") + 1 if auction else sum(panel.height for panel in own)
    on = view.board
    island = draw_island(view, on, viewer, (space.width, space.height - beside), earlier)
    panels = [
        Panel("island", island_title(view), island, needed=True),
        Panel("quarry", say("table.quarry"), quarry, needed=auction),
        *own,
        Panel("others", others_title(view), joined(_others(view, viewer, earlier, width))),
        Panel("supply", say("table.supply"), joined(flow([Text(supply_words(view))], width))),
    ]
    if auction:
        panels[0:2] = panels[1::-1]
    return (*panels, *_spelt(view, viewer, width)) if space.full else tuple(panels)


# The auction


def _quarry(view: View, viewer: Viewer, width: int) -> list[Text]:
    phase = view.phases[-1]
    if isinstance(phase, Bidding | Picking):
        said = _offers(view, phase) if isinstance(phase, Bidding) else _bids(view, phase, viewer)
        return flow((_listed(say("table.to_carve"), _piles(phase.quarry), " "), *said), width)
    return [Text(say("table.no_moais"), PALE)]


def _piles(sizes: Sequence[int]) -> Iterator[Text]:
    for size in sizes:
        yield Text(PIECES[size], spot(f"size={size}", style="bold"))


def _offers(view: View, phase: Bidding) -> Iterator[Text]:
    """Show the bids that one may make, or has made."""
    if view.seat == NOBODY:
        return
    mine = phase.answers[view.seat]
    if mine is not None:
        yield Text(say("table.your_bid", bid=bid_words(mine)))
        return
    clan = view.clans[view.seat]
    held = [_numbers("markers", "marker", clan.markers)]
    held += [_numbers("workers", "worker", clan.workers)] if clan.workers else []
    held += [Text(count(1, "sorcerer"), spot("sorcerer=sorcerer"))] if clan.sorcerer else []
    held += [Text(count(1, "chief"), spot("chief=chief"))] if clan.chief else []
    yield _listed(say("table.bid"), held, " ")


def _listed(head: str, things: Iterable[Text], comma: str = ", ") -> Text:
    """Set a heading before things."""
    return Text.assemble((f"{head} ", "bold"), Text(comma).join(things))


def _numbers(field: str, what: str, most: int) -> Text:
    text = Text(say(f"field.{field}"))
    for number in range(most + 1):
        address = f"{field}={number} {what if number == 1 else field}"
        text.append(" ").append(str(number), spot(address))
    return text


def _bids(view: View, phase: Picking, viewer: Viewer) -> Iterator[Text]:
    """Show the bids, which lie in front of the screens: ``Ann: 1 marker 2b#``."""
    for seat in phase.order:
        clan = view.clans[seat]
        workers = replaced(NO_CAMP.workers, seat, clan.bid_workers)
        sculptors = Camp(workers, clan.bid_sorcerer << seat, clan.bid_chief << seat)  # type: ignore[arg-type]  # still five
        said = [f"{viewer.name(seat)}:", count(clan.laid_markers, "marker")]
        said += [mark.text for mark in figures(sculptors)]
        said += [say("table.carves_no_more")] * (phase.declined >> seat & 1)
        style = f"{STYLES[seat]}{' bold reverse' if seat == phase.order[phase.turn] else ''}"
        yield Text(" ".join(said), style)


# The screens


def _own(
    view: View, viewer: Viewer, earlier: View | None, width: int, *, needed: bool
) -> Iterator[Panel]:
    """Show the viewer's own screen; a spectator has no screen."""
    if view.seat != NOBODY:
        title = f"{viewer.name(view.seat)}: {standing(view, view.seat)}"
        yield Panel("you", title, joined(_you(view, earlier, width)), needed=needed)


def _you(view: View, earlier: View | None, width: int) -> list[Text]:
    """Show the things behind and in front of the viewer's own screen."""
    clan, old = view.clans[view.seat], earlier.clans[view.seat] if earlier else None
    parts = [_listed(say("table.hidden"), _hidden(clan, old))]
    if front := list(_things(in_front(clan), in_front(old) if old else None)):
        parts.append(_listed(say("table.in_front"), front))
    return flow(parts, width)


def _things(now: Iterable[str], before: Iterable[str] | None) -> Iterator[Text]:
    """Show belongings by name; new ones are reversed."""
    known = None if before is None else set(before)
    for said in now:
        yield Text(said, "" if known is None or said in known else "reverse")


def _hidden(clan: Clan, old: Clan | None) -> Iterator[Text]:
    """Show the things behind a screen, as the parts of moves that they stand for."""
    shown = _things(things_words(clan.behind), things_words(old.behind) if old else None)
    held = [what for what, number in clan.behind.items() if number]
    for thing, what in zip(shown, held, strict=True):
        thing.stylize(spot(*PLACED.get(what, ())))
        yield thing


def _others(view: View, viewer: Viewer, earlier: View | None, width: int) -> Iterator[Text]:
    for seat in others(view):
        clan, old = view.clans[seat], earlier.clans[seat] if earlier else None
        name = Text(f"{viewer.name(seat)} ({standing(view, seat)}): ", f"bold {STYLES[seat]}")
        held = Text(", ").join(_things(_in_sight(clan), _in_sight(old) if old else None))
        parts = [Text.assemble(name, held)]
        if viewer.memory:
            parts.append(_listed(say("table.hidden_of"), _hidden(clan, old)))
        yield from flow(parts, width, indent="  ")


def _in_sight(clan: Clan) -> list[str]:
    return [count(clan.points, "point"), *in_front(clan)]


# What is spelt out on demand


def _spelt(view: View, viewer: Viewer, width: int) -> Iterator[Panel]:
    """Show everything on the island in words, every ahu, and the legend."""
    on = view.board
    stood = (
        Text(f"{name}: {commas(standing_words(view, here))}")
        for here, name in enumerate(on.hexes)
        if standing_words(view, here)
    )
    yield Panel("hexes", say("table.standing"), joined(_wrapped(stood, width)))
    ahus = (Text(ahu_state(view, ahu, viewer)) for ahu in range(len(on.ahus)))
    yield Panel("ahus", say("table.ahus"), joined(flow(ahus, width, gap="   ")))
    every = [marks_of(view, on, here, viewer, None) for here in range(len(on.hexes))]
    yield Panel("legend", say("table.signs"), joined(flow(legend(every), width, gap="   ")))


def _wrapped(lines: Iterable[Text], width: int) -> Iterator[Text]:
    for line in lines:
        yield from flow([line], width, indent="  ")
