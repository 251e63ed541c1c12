"""Clicks on a picture: which moves can be chosen by them, and which places of it are alive."""

from collections import Counter
from typing import Any

from parlour.match.match import Match
from parlour.rules.picture import Picture
from parlour.table.selection import FORM, Choice, Selection


def selection(match: Match[Any, Any, Any], seat: int) -> Selection:
    """Return the selection among the legal moves of a seat."""
    return Selection.among(match.game.move_notation, match.moves(seat))


def out_of_reach(match: Match[Any, Any, Any], seat: int) -> list[str]:
    """Return the legal moves that no clicks on places and on buttons of forms lead to."""
    among, picture = selection(match, seat), match.picture(seat)
    buttons = [(address,) for address in sorted(among.live) if address.startswith(f"{FORM}=")]
    clicks = [*places(picture), *buttons]
    return [choice.text for choice in among.choices if not _reached(among, clicks, choice)]


def places(picture: Picture) -> list[tuple[str, ...]]:
    """Return the addresses of each place that has any."""
    return [spot.addresses for panel in picture.panels for spot in panel.spots if spot.addresses]


def repeated_keys(match: Match[Any, Any, Any], seat: int) -> list[str]:
    """Return the keys that name several pieces of a seat's picture."""
    panels = match.picture(seat).panels
    keys = Counter(spot.key for panel in panels for spot in panel.spots if spot.key)
    return [key for key, number in keys.items() if number > 1]


def alive(match: Match[Any, Any, Any], seat: int) -> set[str]:
    """Return the labels of the places where a click chooses among the moves of a seat."""
    live = selection(match, seat).live
    return {
        spot.label
        for panel in match.picture(seat).panels
        for spot in panel.spots
        if live.intersection(spot.addresses)
    }


def _reached(among: Selection, clicks: list[tuple[str, ...]], wanted: Choice) -> bool:
    """Return whether clicks lead to one move; each has to leave fewer moves."""
    for click in clicks:
        if not wanted.addresses.intersection(click):
            continue
        after = among.add(click)
        if after is among or wanted not in after.remaining:
            continue
        if len(after.remaining) == 1:
            return True
        if len(after.remaining) < len(among.remaining) and _reached(after, clicks, wanted):
            return True
    return False
