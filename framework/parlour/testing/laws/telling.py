"""Laws of telling: events find words, and change nothing where nobody listens."""

from collections.abc import Iterator

from parlour.rules.words import Viewer
from parlour.testing.laws.channels import happened, pack
from parlour.testing.laws.law import law
from parlour.testing.moment import Moment

TRIES = 12
"""So many legal moves of a seat are explained."""


@law
def same_unheard(moment: Moment) -> Iterator[str]:
    """A step leads to the same state where nobody listens, as in a search."""
    given, rules = moment.given, moment.rules
    if given is None:
        return
    if given.seat is None:
        unheard = rules.resolve(moment.state, given.answer, None)
    else:
        unheard = rules.play(moment.state, given.seat, given.answer, None)
    if pack(unheard) != pack(happened(moment, moment.state, given).after):
        yield f"{given.answer} leads to another state where 'tell' is None"


@law
def in_words(moment: Moment) -> Iterator[str]:
    """Every event can be told and every legal move explained, each in a text or not at all."""
    game, given = moment.game, moment.given
    viewer = Viewer(tuple(f"Seat {seat}" for seat in moment.seats))
    events = happened(moment, moment.state, given).events if given and game.describe_event else ()
    for event in events:
        for told in filter(None, map(event.seen_by, moment.seats)):
            said: object = game.describe_event(told, viewer) if game.describe_event else None
            if not (said is None or isinstance(said, str)):
                yield f"expected a sentence for {told}, or None, got {said!r}"
    for seat in moment.seats if game.explain_move else ():
        view = moment.rules.view(moment.state, seat)
        for move in moment.legal(seat)[:TRIES]:
            explain_move: object = game.explain_move(view, move) if game.explain_move else ""
            if not isinstance(explain_move, str):
                yield f"expected a few words beside {move}, or an empty text, got {explain_move!r}"
