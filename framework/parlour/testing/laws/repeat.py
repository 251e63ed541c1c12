"""Laws of repetition: the same record gives the same match, and the past stands."""

from collections.abc import Iterator

from parlour.testing.laws.law import implicit_law, law
from parlour.testing.moment import Moment

repeats = implicit_law("repeats", "The same record gives the same states.")
past_stands = implicit_law("past-stands", "States that are past never change.")


@law
def box_whole(moment: Moment) -> Iterator[str]:
    """The census counts the same components in every state, and none below zero."""
    now = dict(moment.rules.census(moment.state))
    for name in sorted(name for name, count in now.items() if count < 0):
        yield f"expected at least 0 {name} in the box, got {now[name]}"
    was = moment.notes.setdefault("census", now)
    for name in sorted(was.keys() | now.keys()):
        if was.get(name, 0) != now.get(name, 0):
            yield f"expected {was.get(name, 0)} {name} in the box, got {now.get(name, 0)}"
