"""Laws of words: texts of answers can be read back, and all that is shown finds words."""

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Any

from rich.console import Console

from parlour.match.drawing import drawn
from parlour.rules.answers import Answer
from parlour.rules.errors import NotationError
from parlour.rules.events import Event
from parlour.rules.notation import Notation
from parlour.rules.panels import Happening, Space
from parlour.rules.words import COMMAND_WORDS, Viewer
from parlour.testing.moment import Moment, Twin, law

MAX_EXPLAINED = 12
"""Maximum number of legal moves of a seat that are explained."""


@law
def reads_back(moment: Moment) -> Iterator[str]:
    """Every move and every outcome is read back from its text, however it is typed."""
    for notation, answers in _written(moment):
        yield from _lost(notation, answers)


@law
def no_command(moment: Moment) -> Iterator[str]:
    """No move begins with a word that the table takes for a command."""
    for seat in moment.seats:
        for move in moment.legal(seat):
            text = moment.game.move_notation.write(move)
            word = text.split(maxsplit=1)[0]
            if word.casefold() in COMMAND_WORDS:
                yield f"the move '{text}' begins with '{word}', a command at the table"
                return


@law
def one_text(moment: Moment) -> Iterator[str]:
    """No two legal moves of a seat share a text, nor two outcomes."""
    for notation, answers in _written(moment):
        seen: dict[str, Answer] = {}
        for answer in answers:
            text = notation.write(answer)
            other = seen.setdefault(text.lower(), answer)
            if other != answer:
                yield f"'{text}' stands for both {other} and {answer}"


@law
def in_words(moment: Moment) -> Iterator[str]:
    """Every event and answer can be told, every legal move explained, in a text or not at all."""
    game, viewer = moment.game, Viewer.of_seats(len(moment.seats))
    yield from _untold(moment, viewer)
    yield from _narrations(moment, viewer)
    for seat in moment.seats if game.words.explain_move else ():
        view = moment.rules.view(moment.state, seat)
        for move in moment.legal(seat)[:MAX_EXPLAINED]:
            words: object = game.words.explain_move(view, move) if game.words.explain_move else ""
            if not isinstance(words, str):
                yield f"expected a few words beside {move}, or an empty text, got {words!r}"


@law
def translated(moment: Moment) -> Iterator[str]:
    """Every code of a phrasebook has a sentence in each language, which uses all its values."""
    phrasebook = moment.game.words.phrasebook
    yield from phrasebook.problems if phrasebook else ()


def _untold(moment: Moment, viewer: Viewer) -> Iterator[str]:
    """Find events that have no sentence when they happen, or when they are looked up later."""
    describe = moment.game.words.describe_event
    for event in moment.result_of(moment.given).events if moment.given else ():
        for seen in filter(None, map(event.seen_by, moment.seats)):
            later: object = seen.looked_up()
            if later is not None and not isinstance(later, Event):
                yield f"expected an event, or None, where {seen} is looked up, got {later!r}"
                return
            if later is not None and later.looked_up() != later:
                yield f"{seen} is looked up as {later}, and that again as {later.looked_up()}"
            for told in filter(None, (seen, later)) if describe else ():
                sentence: object = describe(told, viewer) if describe else None
                if not (sentence is None or isinstance(sentence, str)):
                    yield f"expected a sentence for {told}, or None, got {sentence!r}"


def _narrations(moment: Moment, viewer: Viewer) -> Iterator[str]:
    """Find narrations of one answer that are not sentences."""
    game, given, view = moment.game, moment.given, moment.rules.view
    if not given or game.words.narrate is None:
        return
    result = moment.result_of(given)
    for seat, events in zip(moment.seats, result.delivered, strict=True):
        run = (Happening(view(moment.state, seat), events, view(result.after, seat)),)
        lines: object = game.words.narrate(run, viewer)
        if isinstance(lines, str) or not isinstance(lines, Iterable):
            yield f"expected 'narrate' to return sentences, got {lines!r}"
        elif wrong := [line for line in lines if not isinstance(line, str)]:
            yield f"expected sentences from 'narrate', got {wrong[0]!r}"


@law
def drawn_alike(moment: Moment) -> Iterator[str]:
    """Every view can be drawn and described, and that depends on the view alone."""
    rng = moment.rng("drawn")
    seat, memory = rng.choice(moment.seats), rng.random() < 0.5
    viewer = Viewer(Viewer.of_seats(len(moment.seats)).names, memory)
    true, other = moment.twins
    view = true.put(moment.state).match.view(seat)
    lines: object = (
        moment.game.display.describe(view, viewer) if moment.game.display.describe else ()
    )
    if not isinstance(lines, Iterable):
        yield f"expected 'describe' to return lines, got {lines!r}"
        return
    page, world = _page(true, view, viewer), moment.world(seat)
    if world != moment.state:
        view = other.put(world).match.view(seat)
        if page != _page(other, view, viewer):
            yield f"seat {seat} is shown two drawings of one view"
        if true.match.text(seat) != other.match.text(seat):
            yield f"seat {seat} can tell matches apart by the text of its view"


def _page(twin: Twin, view: object, viewer: Viewer) -> str:
    """Return a view as it is drawn and described, where the match stands, and the points."""
    game, page = twin.match.game, StringIO()
    console = Console(file=page, width=80, force_terminal=True, color_system="truecolor")
    drawing = drawn(game, view, viewer, Space())
    if drawing is not None:
        console.print(drawing)
    if game.display.describe:
        page.writelines(f"{line}\n" for line in game.display.describe(view, viewer))
    if game.display.status:
        page.write(game.display.status(view, viewer))
    if game.display.score_sheet:
        page.writelines(f"{line}\n" for line in game.display.score_sheet(view, viewer))
    return page.getvalue()


def _written(moment: Moment) -> Iterator[tuple[Notation[Any], Sequence[Answer]]]:
    """Yield the legal moves of each seat, then the outcomes, each with their notation."""
    for seat in moment.seats:
        yield moment.game.move_notation, moment.legal(seat)
    yield moment.game.outcome_notation, [outcome for outcome, _ in moment.outcomes()]


def _lost(notation: Notation[Any], answers: Iterable[Answer]) -> Iterator[str]:
    for answer in answers:
        text = notation.write(answer)
        for typed in (text, text.upper(), text.lower(), f"  {text.replace(' ', '   ')} "):
            try:
                read = notation.read(typed)
            except NotationError:
                mismatch = notation.forms[type(answer)].mismatch(answer)
                why = f": {mismatch}" if mismatch else ""
                yield f"{answer} is written '{text}', and '{typed}' cannot be read{why}"
                break
            # Two answers of one text are the business of the law one-text.
            if read != answer and text.lower() != notation.write(read).lower():
                yield f"{answer} is written '{text}', but '{typed}' is read as {read}"
                break
