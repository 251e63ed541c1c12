"""Pictures of Giants, read back from their places."""

from typing import Any

from msgspec.structs import replace

from parlour import Viewer
from parlour.rules.picture.picture import Spot
from parlour_giants.phases import Moving, State
from tests.giants.drawings import NAMES
from tests.giants.positions import BLUE, GAME, RULES, transporting


def picture(state: State, seat: int = BLUE, *, memory: bool = False) -> Any:
    """Return what a seat sees."""
    return GAME.display.picture(RULES.view(state, seat), Viewer(NAMES[: state.seats], memory))


def spots(state: State, panel: str = "", seat: int = BLUE, *, memory: bool = False) -> list[Spot]:
    """Return the places of one panel, or of all."""
    shown = picture(state, seat, memory=memory).panels
    return [spot for each in shown if panel in {"", each.name} for spot in each.spots]


def labels(state: State, panel: str = "", seat: int = BLUE, *, memory: bool = False) -> list[str]:
    """Return what is read of the places of one panel, or of all."""
    return [spot.label for spot in spots(state, panel, seat, memory=memory)]


def addresses(state: State, panel: str = "", seat: int = BLUE) -> set[str]:
    """Return the addresses of one panel, or of all."""
    return {address for spot in spots(state, panel, seat) for address in spot.addresses}


def moving(been: str, here: str, *, before: str = "", **given: Any) -> State:
    """Return a position: Blue moves a piece, a moai of size 1 from the screen unless said."""
    claim, size = given.pop("claim", "screen"), given.pop("size", 1)
    state = transporting(**given)
    index = state.board.index
    phase = Moving(
        seat=BLUE, size=size, hex=index[here], claim=claim,
        been=sum(1 << index[name] for name in been.split()),
        before=sum(1 << index[name] for name in before.split()),
    )  # fmt: skip
    return replace(state, phases=(*state.phases, phase))
