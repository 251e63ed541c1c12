"""The view of a seat: all that it may know.

Nearly everything in Giants happens in the open: everybody watched what went behind a screen, into
the container or face down under a moai. A view remembers perfectly, so it holds all that; the
drawing leaves out what the table does not show. Only the answers of a sealed phase are secret,
until they are opened.
"""

from random import Random

from msgspec.structs import replace

from parlour import Decide, Seat, masked, unmasked
from parlour_giants.phases import State
from parlour_giants.state import NOBODY, BaseState


class View(State, frozen=True, gc=False):
    """The table as one seat sees it: of sealed answers it holds only the seat's own.

    The two fields that only a view has come first, since the others are keyword-only. Messages to
    bots have always had them in this order, and bots draw their luck from the message.
    """

    seat: Seat
    """The seat that looks, or ``NOBODY`` for a spectator."""
    awaited: tuple[Seat, ...]
    """The seats that must answer now. In a sealed phase a seat that is missing has answered."""


def view(state: BaseState, seat: Seat) -> View:
    """Build what a seat may know (rule 1.5): the table, and of sealed answers its own."""
    awaited = state.phases[-1].awaited(state)
    return View(
        seat=seat,
        awaited=awaited.seats if isinstance(awaited, Decide) else (),
        phases=masked(state.phases, seat),
        options=state.options,
        round=state.round,
        last_round=state.last_round,
        start=state.start,
        clans=state.clans,
        camps=state.camps,
        forests=state.forests,
        pieces=state.pieces,
        reserved=state.reserved,
        erected=state.erected,
        sizes=state.sizes,
        crowned=state.crowned,
        looked=state.looked,
        supply=state.supply,
    )


def spectator_view(state: BaseState) -> View:
    """Build the view of somebody without a seat: the table without sealed answers.

    Nobody's view has no own screen, and knows of no base that lies face down.
    """
    return replace(view(state, 0), seat=NOBODY, phases=masked(state.phases, NOBODY))


def determinize(seen: View, rng: Random) -> State:
    """Fill in sealed answers that a seat does not know; of bids the better are likelier."""
    table = State(**{name: getattr(seen, name) for name in State.__struct_fields__})
    return unmasked(table, rng)
