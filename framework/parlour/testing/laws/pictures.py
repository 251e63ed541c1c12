"""Laws of pictures: every view can be drawn, and every place in the drawing means something."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from parlour.match.game import Game
from parlour.rules.answers import Move
from parlour.rules.notation import Form
from parlour.rules.picture import Picture, PicturePanel
from parlour.rules.rulebook import parse
from parlour.rules.words import Viewer
from parlour.testing.moment import Moment, law

MAX_MOVES = 30
"""Maximum number of moves whose places are looked for."""
MAX_OVERHANG = 0.5
"""Maximum number of units that a shape reaches over its panel, for what rounding adds."""


@law
def pictured(moment: Moment) -> Iterator[str]:
    """Every view can be drawn as a picture: places that moves name, some of them in sight."""
    draw = moment.game.display.picture
    if draw is None:
        return
    rng = moment.rng("pictured")
    seat, memory = rng.choice(moment.seats), rng.random() < 0.5
    viewer = Viewer(Viewer.of_seats(len(moment.seats)).names, memory)
    true, other = moment.twins
    picture: object = draw(true.put(moment.state).match.view(seat), viewer)
    if not isinstance(picture, Picture):
        yield f"expected 'picture' to return a Picture, got {picture!r}"
        return
    yield from _unknown_rules(moment.game)
    yield from _faults(moment.game, picture)
    if seat in moment.awaited.seats:
        moves = moment.rules.moves(moment.state, seat)
        yield from _out_of_sight(
            moment.game, picture, rng.sample(moves, min(len(moves), MAX_MOVES))
        )
    world = moment.world(seat)
    if world != moment.state and picture != draw(other.put(world).match.view(seat), viewer):
        yield f"seat {seat} is shown two pictures of one view"


def _out_of_sight(game: Game, picture: Picture, moves: Sequence[Move]) -> Iterator[str]:
    """Find a decision whose places all lie in panels that a small window folds.

    Moves without a place have buttons, which are always in sight.
    """
    each = [_addresses(game, move) for move in moves]
    live = {
        one
        for some in each
        for one in some
        if len(each) == 1 or not all(one in other for other in each)
    }
    panels = [
        panel
        for panel in picture.panels
        if any(not live.isdisjoint(spot.addresses) for spot in panel.spots)
    ]
    if panels and not any(panel.needed for panel in panels):
        names = ", ".join(f"'{panel.name}'" for panel in panels)
        yield f"expected a panel that is 'needed' where one chooses, got {names}"


def _addresses(game: Game, move: Move) -> set[str]:
    form = game.move_notation.forms[type(move)]
    texts = {f"{name}={text}" for name, text in form.field_texts(move).items()}
    return {f"form={form.shown}", *texts}


def rule_numbers(game: Game) -> tuple[str, ...]:
    """Return the number of each rule on a game's page of rules; none if it has no page."""
    book = game.rulebook
    return () if book is None else parse(book.read_text(encoding="utf-8")).numbers()


@lru_cache(maxsize=8)
def _unknown_rules(game: Game) -> tuple[str, ...]:
    """Find rules of things that the page of rules does not have."""
    numbers = rule_numbers(game)
    unknown = {name: rule for name, rule in game.display.rules.items() if rule not in numbers}
    return tuple(f"there is no rule {rule}, of '{name}'" for name, rule in unknown.items())


def _faults(game: Game, picture: Picture) -> Iterator[str]:
    """Find shapes outside of their panel, inks without a colour, and places that name no move."""
    if not picture.panels:
        yield "expected a panel in the picture, got none"
    for panel in picture.panels:
        left, top, right, bottom = panel.bounds
        over = max(-left, -top, right - panel.width, bottom - panel.height)
        if over > MAX_OVERHANG:
            yield f"the panel '{panel.name}' is drawn over its edge, by {over:.1f} units"
        for ink in sorted(_inks(panel) - picture.all_inks.keys()):
            yield f"the panel '{panel.name}' is drawn in '{ink}', which is no ink of the picture"
        for spot in panel.spots:
            for address in spot.addresses:
                if not names_a_move(game, address):
                    yield f"the place '{spot.label}' has the address '{address}' of no form"


def _inks(panel: PicturePanel) -> set[str]:
    """Return the names of the inks of a panel."""
    return {
        name.partition("-")[2]
        for node in panel.nodes
        for inner in node.walk()
        for name in inner.attributes.get("class", "").split()
        if name.startswith(("fill-", "stroke-"))
    }


def names_a_move(game: Game, address: str) -> bool:
    """Return whether an address is a form, ``form=lay CELL``, or the text of some form's field."""
    name, _, text = address.partition("=")
    forms = game.move_notation.forms.values()
    if name == "form":
        return any(form.shown == text for form in forms)
    return any(_reads(form, name, text) for form in forms if name in form.types)


def _reads(form: Form, name: str, text: str) -> bool:
    try:
        form.read_field(name, text)
    except (ValueError, LookupError, TypeError):
        return False
    return True
