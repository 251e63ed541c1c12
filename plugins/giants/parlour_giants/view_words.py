"""A view of Giants in plain lines, and the lines that the drawing shares with them."""

from collections.abc import Iterable, Iterator, Mapping

from parlour import Over, Seat, Viewer
from parlour_giants.board import Board, board
from parlour_giants.components import COLOURS, PIECES
from parlour_giants.phases import (
    AnyPhase,
    Bidding,
    Moving,
    Picking,
    Placing,
    Reading,
    Returning,
    Rolling,
    Stowing,
    Transporting,
)
from parlour_giants.state import NO_CAMP, NOBODY, Camp, Clan, Piece
from parlour_giants.view import View
from parlour_giants.words import at_place, count, listed, moai_words, on_the_quarry, terrain

CHAPTERS: Mapping[type[AnyPhase], str] = {
    Rolling: "the dice",
    Bidding: "bids in secret",
    Picking: "picking moais",
    Placing: "placing figures",
    Reading: "breaking tablets",
    Transporting: "transport",
    Moving: "a piece on the move",
    Stowing: "unmoved pieces",
    Returning: "taking markers back in secret",
}
"""The name of each phase that awaits somebody."""


def camp_words(camp: Camp) -> str:
    """Write the figures and logs on a hex."""
    parts = []
    for seat, colour in enumerate(COLOURS):
        if camp.workers[seat]:
            parts.append(f"{colour} {count(camp.workers[seat], 'worker')}")
        parts += [f"{colour} sorcerer"] * (camp.sorcerers >> seat & 1)
        parts += [f"{colour} chief"] * (camp.chiefs >> seat & 1)
    return listed((*parts, count(camp.logs, "log") if camp.logs else ""), "")


def piece_words(piece: Piece) -> str:
    """Write a piece on the island, and the right to it."""
    owner = "abandoned" if piece.owner == NOBODY else COLOURS[piece.owner]
    right = " marker" if piece.marked else " left it" if piece.owner != NOBODY else ""
    return f"{PIECES[piece.size]} ({owner}{right})"


def behind(clan: Clan) -> str:
    """List the pieces behind a screen."""
    return listed(
        (
            count(clan.workers, "worker") if clan.workers else "",
            "sorcerer" if clan.sorcerer else "",
            "chief" if clan.chief else "",
            count(clan.markers, "marker") if clan.markers else "",
            count(clan.logs, "log") if clan.logs else "",
            count(clan.bases, "base") if clan.bases else "",
        )
    )


def before(clan: Clan) -> str:
    """List the pieces before a screen."""
    return listed(
        (
            count(clan.halves, "half") if clan.halves else "",
            moai_words(clan.moais) if clan.moais else "",
            count(clan.headdresses, "headdress") if clan.headdresses else "",
            count(clan.laid_markers, "marker") if clan.laid_markers else "",
            count(clan.bid_workers, "worker") if clan.bid_workers else "",
            "sorcerer" if clan.bid_sorcerer else "",
            "chief" if clan.bid_chief else "",
        )
    )


def stored(clan: Clan) -> str:
    """List the pieces of a colour in the container."""
    workers, markers = clan.stored_workers, clan.stored_markers
    return f"{count(workers, 'worker')}, {count(markers, 'marker')}"


def known_base(view: View, ahu: int, viewer: Viewer) -> Seat | None:
    """Return whose base lies under a moai; None where the viewer is not told (7.2 and 8.1)."""
    turned_up = isinstance(view.phases[-1], Over)
    if not (turned_up or viewer.memory or view.looked[view.seat] >> ahu & 1):
        return None
    return next(seat for seat, ahus in enumerate(view.erected) if ahus >> ahu & 1)


def ahu_words(view: View, ahu: int, viewer: Viewer) -> str:
    """Write the moai or the base on an ahu; empty where there is none."""
    for seat, reserved in enumerate(view.reserved):
        if reserved >> ahu & 1:
            return f"reserved by {COLOURS[seat]}"
    size = next((n for n, ahus in enumerate(view.sizes, 1) if ahus >> ahu & 1), 0)
    if not size:
        return ""
    owner = known_base(view, ahu, viewer)
    crown = " with headdress" if view.crowned >> ahu & 1 else ""
    colour = "face down" if owner is None else COLOURS[owner]
    return f"moai {size}{crown}, base {colour}"


def headline(view: View, viewer: Viewer) -> str:
    """Write the round, the phase and whose turn it is."""
    phase = view.phases[-1]
    if isinstance(phase, Over):
        winners = listed(viewer.name(s) for s, place in enumerate(phase.places) if place == 1)
        return f"Round {view.round}, the end. Won by {winners}."
    waiting = listed((viewer.name(seat) for seat in view.awaited), "the dice")
    return f"Round {view.round}, {CHAPTERS[type(phase)]}: {waiting} to play."


def piece_in_hand(view: View) -> str:
    """Write which piece is on the move, and its hex; empty where none is."""
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return ""
    hexes = board(view.options.board).hexes
    return f"On the move: {at_place((phase.size, hexes[phase.hex]))}."


def quarry_words(view: View) -> str:
    """Write which moais can be carved; empty outside the auction."""
    phase = view.phases[-1]
    if not isinstance(phase, Bidding | Picking):
        return ""
    return on_the_quarry(phase.quarry)


def has_passed(view: View, seat: Seat) -> bool:
    """Tell whether a seat is out for the phase; its banner shows it (rules 4.12 and 5.12)."""
    turns = (phase for phase in view.phases if isinstance(phase, Placing | Transporting))
    return any(phase.passed >> seat & 1 for phase in turns)


def clan_lines(view: View, seat: Seat, viewer: Viewer) -> Iterator[str]:
    """Write the belongings of a seat, as far as the viewer sees them."""
    clan = view.clans[seat]
    standing = listed(
        (
            COLOURS[seat],
            "starts" if seat == view.start else "",
            "has passed" if has_passed(view, seat) else "",
        )
    )
    yield f"{viewer.name(seat)} ({standing}): {count(clan.points, 'point')}"
    yield f"  before the screen: {before(clan)}"
    if seat == view.seat or viewer.memory:
        yield f"  behind the screen: {behind(clan)}"
    if viewer.memory:
        yield f"  in the container: {stored(clan)}"


def supply_words(view: View) -> str:
    """Write the contents of the box."""
    supply = view.supply
    one, two, three = supply.moais
    return (
        f"In the box: {count(one, 'moai')} of size 1, {two} of size 2, {three} of size 3; "
        f"{count(supply.headdresses, 'headdress')}; {count(supply.halves, 'Rongo half')}."
    )


def describe_view(view: View, viewer: Viewer) -> Iterable[str]:
    """Tell the whole table in plain lines."""
    on = board(view.options.board)
    yield headline(view, viewer)
    yield from filter(None, (quarry_words(view), piece_in_hand(view)))
    for seat in range(len(view.clans)):
        yield from clan_lines(view, seat, viewer)
    yield supply_words(view)
    for here in range(len(on.hexes)):
        yield from _hex_line(view, on, here)
    for number, ahu in enumerate(on.ahus):
        state = ahu_words(view, number, viewer) or "free"
        yield f"Ahu {ahu.name} (moai {ahu.value}, headdress {ahu.crown}): {state}"


def _hex_line(view: View, on: Board, here: int) -> Iterator[str]:
    camp = view.camps[here]
    standing = view.forests >> here & 1
    land = terrain(on, here)
    if land == "forest":
        land = f"forest, {count(on.forests[here], 'log')}" if standing else "felled forest"
    pieces = [piece_words(piece) for piece in view.pieces if piece.hex == here]
    if land or camp != NO_CAMP or pieces:
        what = listed((camp_words(camp) if camp != NO_CAMP else "", *pieces), "nobody")
        yield f"Hex {on.hexes[here]}{f' ({land})' if land else ''}: {what}"
