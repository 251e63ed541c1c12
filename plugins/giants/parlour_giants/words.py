"""What a player reads."""

from collections.abc import Iterable, Iterator, Sequence

from parlour import Over, Seat, Viewer
from parlour_giants.board import Board, board
from parlour_giants.events import (
    BidsOpened,
    Counted,
    Earned,
    GiantsEvent,
    LaidAside,
    MarkersTaken,
    Peeked,
    QuarryOpened,
    RoundBegan,
    StoodDown,
    Uncarved,
)
from parlour_giants.moves import Bid, Crown, Erect, GiantsMove, Haul, Peek, Place, Take
from parlour_giants.phases import Bidding, Moving, Picking, Placing, Transporting
from parlour_giants.pieces import COLOURS, PIECE_WORDS, PIECES, count
from parlour_giants.state import NO_CAMP, NOBODY, Camp, Clan, Piece, fees
from parlour_giants.view import View

CHAPTERS = {
    "Rolling": "the dice",
    "Bidding": "bids in secret",
    "Picking": "picking moais",
    "Placing": "placing figures",
    "Reading": "breaking tablets",
    "Transporting": "transport",
    "Moving": "a piece on the move",
    "Stowing": "unmoved pieces",
    "Returning": "taking markers back in secret",
    "Over": "the end",
}

CLAIM_WORDS = {
    "screen": "from before the screen",
    "marked": "with your marker",
    "left": "left earlier in this phase",
    "abandoned": "abandoned",
}


def listed(parts: Iterable[str], nothing: str = "nothing") -> str:
    """Join what there is."""
    return ", ".join(filter(None, parts)) or nothing


def moai_words(sizes: Sequence[int]) -> str:
    """Write ``a moai of size 2``, ``moais of size 1, 2 and 2``."""
    if len(sizes) < 2:
        return f"a moai of size {sizes[0]}" if sizes else "no moai"
    *first, last = map(str, sizes)
    return f"moais of size {', '.join(first)} and {last}"


def at_place(piece: tuple[int, str]) -> str:
    """Write a size and a hex: ``a moai of size 3 on d4``."""
    size, where = piece
    return f"a {PIECE_WORDS[size]} on {where}"


# Events


def tell(event: GiantsEvent, viewer: Viewer) -> str | None:  # noqa: C901, PLR0911  a line for each kind
    """Tell an event in a sentence."""
    match event:
        case RoundBegan(round=number, start=start):
            return f"Round {number} begins; {viewer.names[start]} starts."
        case QuarryOpened(sizes=found):
            return _on_the_quarry(found) or "No moai can be carved in this round."
        case BidsOpened():
            bids = (f"{viewer.names[seat]}: {_bid(event.bids[seat])}" for seat in event.order)
            return f"The bids, in picking order: {'; '.join(bids)}."
        case Uncarved(sizes=found, removed=removed):
            where = "out of the game" if removed else "back into the box"
            return f"Nobody carves {moai_words(found)}: {where}."
        case StoodDown(seat=seat):
            return f"{viewer.names[seat]} can do nothing more in this phase."
        case Earned(seat=seat, points=points):
            return f"{viewer.names[seat]} earns {count(points, 'point')}."
        case LaidAside(seat=seat, size=size):
            return f"{viewer.names[seat]} leaves a {PIECE_WORDS[size]} unmarked at its quarry."
        case MarkersTaken(pieces=pieces):
            return _taken(pieces, viewer)
        case Peeked():
            return _peeked(event, viewer)
        case Counted():
            return _counted(event, viewer)


def _bid(bid: Bid) -> str:
    return listed(
        (
            count(bid.markers, "marker"),
            count(bid.workers, "worker") if bid.workers else "",
            "sorcerer" if bid.sorcerer else "",
            "chief" if bid.chief else "",
        )
    )


def _on_the_quarry(found: Sequence[int]) -> str:
    return f"On the quarry: {moai_words(found)}." if found else ""


def _taken(pieces: tuple[tuple[tuple[int, str], ...], ...], viewer: Viewer) -> str | None:
    takers = [
        f"{viewer.names[seat]} from {listed(map(at_place, taken))}"
        for seat, taken in enumerate(pieces)
        if taken
    ]
    return f"Markers are taken back: {'; '.join(takers)}." if takers else None


def _peeked(event: Peeked, viewer: Viewer) -> str:
    if event.owner is None:
        return f"{viewer.names[event.seat]} looks at the base under the moai on {event.ahu}."
    colour = COLOURS[event.owner]
    return f"The base under the moai on {event.ahu} is {colour}, of {viewer.names[event.owner]}."


def _counted(event: Counted, viewer: Viewer) -> str:
    total = event.track + event.moais + event.headdresses + event.tablets
    parts = (
        f"track {event.track}, moais {event.moais}, "
        f"headdresses {event.headdresses}, tablets {event.tablets}"
    )
    return f"{viewer.names[event.seat]}: {count(total, 'point')} ({parts})."


# Moves


def explain_move(view: View, move: GiantsMove) -> str:
    """Explain a move in a few words."""
    on = board(view.options.board)
    match move:
        case Place():
            return _gloss_place(on, move)
        case Take():
            return f"{PIECE_WORDS[move.size]}, {CLAIM_WORDS[move.claim]}"
        case Haul():
            return _gloss_haul(view, move)
        case Erect(ahu=ahu) | Crown(ahu=ahu) | Peek(ahu=ahu):
            there = on.ahus[on.ahu_index[ahu]]
            return f"moai {there.value} for each size, headdress {there.crown}"
    return ""


def _gloss_place(on: Board, move: Place) -> str:
    if move.gain == "logs":
        return f"takes {count(on.forests[on.index[move.hex]], 'log')}"
    if move.gain in {"worker", "marker", "headdress"}:
        return f"takes a {move.gain}"
    if move.gain == "nothing":
        return listed((terrain(on, on.index[move.hex]), "no action"))
    if move.gain:
        ahu = on.ahus[on.ahu_index[move.gain]]
        return f"reserves the ahu (moai {ahu.value}, headdress {ahu.crown})"
    return terrain(on, on.index[move.hex])


def _gloss_haul(view: View, move: Haul) -> str:
    phase = view.phases[-1]
    if not isinstance(phase, Moving):
        return ""
    earned = fees(move.crew, phase.seat, phase.size)
    return listed((f"{COLOURS[seat]} +{points}" for seat, points in earned), "")


# The table


def terrain(on: Board, here: int) -> str:
    """Name what a hex is, beyond a hex."""
    special = {
        on.moai_quarry: "moai quarry",
        on.headdress_quarry: "headdress quarry",
        on.village: "village",
        on.hut: "sorcerer's hut",
    }
    return special.get(here, "forest" if here in on.forests else "")


def camp_words(camp: Camp) -> str:
    """Write what stands on a hex."""
    parts = []
    for seat, colour in enumerate(COLOURS):
        if camp.workers[seat]:
            parts.append(f"{colour} {count(camp.workers[seat], 'worker')}")
        parts += [f"{colour} sorcerer"] * (camp.sorcerers >> seat & 1)
        parts += [f"{colour} chief"] * (camp.chiefs >> seat & 1)
    return listed((*parts, count(camp.logs, "log") if camp.logs else ""), "")


def piece_words(piece: Piece) -> str:
    """Write a piece on its way."""
    owner = "abandoned" if piece.owner == NOBODY else COLOURS[piece.owner]
    right = " marker" if piece.marked else " left it" if piece.owner != NOBODY else ""
    return f"{PIECES[piece.size]} ({owner}{right})"


def behind(clan: Clan) -> str:
    """Write what lies behind a screen."""
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
    """Write what lies before a screen."""
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
    """Write what of a colour lies in the container."""
    workers, markers = clan.stored_workers, clan.stored_markers
    return f"{count(workers, 'worker')}, {count(markers, 'marker')}"


def known_base(view: View, ahu: int, viewer: Viewer) -> Seat | None:
    """Return whose base lies under a moai, where the one who looks is to be told (7.2, 8.1)."""
    turned_up = isinstance(view.phases[-1], Over)
    if not (turned_up or viewer.memory or view.looked[view.seat] >> ahu & 1):
        return None
    return next(seat for seat, ahus in enumerate(view.erected) if ahus >> ahu & 1)


def ahu_words(view: View, ahu: int, viewer: Viewer) -> str:
    """Write what stands on an ahu; empty where nothing does."""
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
        winners = listed(viewer.names[s] for s, place in enumerate(phase.places) if place == 1)
        return f"Round {view.round}, the end. Won by {winners}."
    waiting = listed((viewer.names[seat] for seat in view.awaited), "the dice")
    return f"Round {view.round}, {CHAPTERS[type(phase).__name__]}: {waiting} to play."


def piece_in_hand(view: View) -> str:
    """Write where the piece is that is on the move; empty where none is."""
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
    return _on_the_quarry(phase.quarry)


def has_passed(view: View, seat: Seat) -> bool:
    """Tell whether a seat is out for the phase; its banner shows it (rules 4.12 and 5.12)."""
    turns = (phase for phase in view.phases if isinstance(phase, Placing | Transporting))
    return any(phase.passed >> seat & 1 for phase in turns)


def clan_lines(view: View, seat: Seat, viewer: Viewer) -> Iterator[str]:
    """Write what a seat has."""
    clan = view.clans[seat]
    standing = listed(
        (
            COLOURS[seat],
            "starts" if seat == view.start else "",
            "has passed" if has_passed(view, seat) else "",
        )
    )
    yield f"{viewer.names[seat]} ({standing}): {count(clan.points, 'point')}"
    yield f"  before the screen: {before(clan)}"
    if seat == view.seat or viewer.memory:
        yield f"  behind the screen: {behind(clan)}"
    if viewer.memory:
        yield f"  in the container: {stored(clan)}"


def supply_words(view: View) -> str:
    """Write what is left in the box."""
    supply = view.supply
    one, two, three = supply.moais
    return (
        f"In the box: {count(one, 'moai')} of size 1, {two} of size 2, {three} of size 3; "
        f"{count(supply.headdresses, 'headdress')}; {count(supply.halves, 'Rongo half')}."
    )


def describe(view: View, viewer: Viewer) -> Iterable[str]:
    """Tell the table in plain lines."""
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
