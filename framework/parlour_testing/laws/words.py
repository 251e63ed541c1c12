"""Laws of words: answers can be read back, all that is shown finds words and can be drawn.

Lessons can be played as they are written, in every way that they allow.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import StringIO
from typing import Any

from rich.console import Console

from parlour.catalog.game_checks import PARTS
from parlour.catalog.lessons import Lesson, LessonStep, give, lesson_match, lessons_of
from parlour.kit.table import TablePanel
from parlour.match import Game, Match, drawn
from parlour.match.game_parts import PlacedFunction
from parlour.rules import (
    COMMAND_WORDS,
    Answer,
    Event,
    Form,
    Happening,
    Move,
    Notation,
    NotationError,
    ParlourError,
    Seat,
    Space,
    State,
    Viewer,
    quoted,
)
from parlour.rules.picture import Picture, PicturePanel
from parlour.words.rulebook import parse
from parlour_testing.laws.bounds import bounds_of
from parlour_testing.snapshot import ParallelMatch, Snapshot, law, law_of

MAX_EXPLAINED = 12
"""Maximum number of legal moves of a seat that are explained."""


@law
def reads_back(snapshot: Snapshot) -> Iterator[str]:
    """Every move and every outcome is read back from its text, however it is typed."""
    for notation, answers in _written(snapshot):
        yield from _lost(notation, answers)


@law
def no_command(snapshot: Snapshot) -> Iterator[str]:
    """No move begins with a word that the table takes for a command."""
    for seat in snapshot.seats:
        for move in snapshot.legal(seat):
            text = snapshot.game.move_notation.write(move)
            word = text.split(maxsplit=1)[0]
            if word.casefold() in COMMAND_WORDS:
                yield f"the move '{text}' begins with '{word}', a command at the table"
                return


@law
def one_text(snapshot: Snapshot) -> Iterator[str]:
    """No two legal moves of a seat share a text, nor two outcomes."""
    for notation, answers in _written(snapshot):
        seen: dict[str, Answer] = {}
        for answer in answers:
            text = notation.write(answer)
            other = seen.setdefault(text.lower(), answer)
            if other != answer:
                yield f"'{text}' stands for both {other} and {answer}"


@law
def in_words(snapshot: Snapshot) -> Iterator[str]:
    """Every event and answer can be told, every legal move explained, in a text or not at all."""
    game = snapshot.game
    viewer = Viewer.of_seats(len(snapshot.seats))
    if missing := list(_missing_functions(game)):
        yield from missing
        return
    yield from _untold(snapshot, viewer)
    yield from _narrations(snapshot, viewer)
    for seat in snapshot.seats if game.words.explain_move else ():
        view = snapshot.rules.view(snapshot.state, seat)
        for move in snapshot.legal(seat)[:MAX_EXPLAINED]:
            words: object = game.words.explain_move(view, move) if game.words.explain_move else ""
            if not isinstance(words, str):
                yield f"expected a few words beside {move}, or an empty text, got {words!r}"


@law
def translated(snapshot: Snapshot) -> Iterator[str]:
    """Every code of a phrasebook has a sentence in each language, which uses all its values."""
    phrasebook = snapshot.game.words.phrasebook
    if phrasebook and phrasebook.problems:
        yield "; ".join(phrasebook.problems)


def _missing_functions(game: Game) -> Iterator[str]:
    """Find functions that the game gives by a place where there is none."""
    for part, _, fields in PARTS:
        for field in fields:
            function = getattr(getattr(game, part), field)
            if isinstance(function, PlacedFunction) and (problem := function.problem):
                yield f"{part}.{field}: {problem}"


def _untold(snapshot: Snapshot, viewer: Viewer) -> Iterator[str]:
    """Find events that have no sentence when they happen, or when they are looked up later."""
    describe = snapshot.game.words.describe_event
    for event in snapshot.result_of(snapshot.answered).events if snapshot.answered else ():
        for seen in filter(None, map(event.seen_by, snapshot.seats)):
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


def _narrations(snapshot: Snapshot, viewer: Viewer) -> Iterator[str]:
    """Find narrations of one answer that are not sentences."""
    game = snapshot.game
    answered = snapshot.answered
    view = snapshot.rules.view
    if not answered or game.words.narrate is None:
        return
    result = snapshot.result_of(answered)
    for seat, events in zip(snapshot.seats, result.delivered, strict=True):
        run = (Happening(view(snapshot.state, seat), events, view(result.after, seat)),)
        lines: object = game.words.narrate(run, viewer)
        if isinstance(lines, str) or not isinstance(lines, Iterable):
            yield f"expected 'narrate' to return sentences, got {lines!r}"
        elif wrong := [line for line in lines if not isinstance(line, str)]:
            yield f"expected sentences from 'narrate', got {wrong[0]!r}"


@law_of(cost="expensive")
def drawn_alike(snapshot: Snapshot) -> Iterator[str]:
    """Every view can be drawn and described, and that depends on the view alone."""
    rng = snapshot.rng("drawn")
    seat = rng.choice(snapshot.seats)
    memory = rng.random() < 0.5
    viewer = Viewer(Viewer.of_seats(len(snapshot.seats)).names, memory)
    true, other = snapshot.parallels
    view = true.put(snapshot.state).match.view(seat)
    if snapshot.game.display.table and not _is_table(snapshot.game.display.table(view, viewer)):
        yield "expected 'table' to return a list of 'parlour.kit.table.TablePanel'"
        return
    lines: object = (
        snapshot.game.display.describe(view, viewer) if snapshot.game.display.describe else ()
    )
    if not isinstance(lines, Iterable):
        yield f"expected 'describe' to return lines, got {lines!r}"
        return
    page = _page(true, view, viewer)
    world = snapshot.world(seat)
    if world != snapshot.state:
        view = other.put(world).match.view(seat)
        if page != _page(other, view, viewer):
            yield f"seat {seat} is shown two drawings of one view"
        if true.match.text(seat) != other.match.text(seat):
            yield f"seat {seat} can tell matches apart by the text of its view"


def _is_table(table: object) -> bool:
    panels = table if isinstance(table, Sequence) else (table,)
    return all(isinstance(panel, TablePanel) for panel in panels)


def _page(parallel: ParallelMatch, view: object, viewer: Viewer) -> str:
    """Return a view as it is drawn and described, where the match stands, and the points."""
    game = parallel.match.game
    page = StringIO()
    console = Console(file=page, width=80, force_terminal=True, color_system="truecolor")
    drawing = drawn(game.display, view, viewer, Space())
    if drawing is not None:
        console.print(drawing)
    if game.display.describe:
        page.writelines(f"{line}\n" for line in game.display.describe(view, viewer))
    if game.display.status:
        page.write(game.display.status(view, viewer))
    if game.display.score_sheet:
        page.writelines(f"{line}\n" for line in game.display.score_sheet(view, viewer))
    return page.getvalue()


def _written(snapshot: Snapshot) -> Iterator[tuple[Notation[Any], Sequence[Answer]]]:
    """Yield the legal moves of each seat, then the outcomes, each with their notation."""
    for seat in snapshot.seats:
        yield snapshot.game.move_notation, snapshot.legal(seat)
    yield snapshot.game.outcome_notation, [outcome for outcome, _ in snapshot.outcomes()]


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


MAX_MOVES = 30
"""Maximum number of moves whose places are looked for."""
MAX_OVERHANG = 0.5
"""Maximum number of units that a shape reaches over its panel, for what rounding adds."""


@law_of(cost="expensive")
def pictured(snapshot: Snapshot) -> Iterator[str]:
    """Every view can be drawn as a picture: places that moves name, some of them in sight."""
    draw = snapshot.game.display.picture
    if draw is None:
        return
    rng = snapshot.rng("pictured")
    seat = rng.choice(snapshot.seats)
    memory = rng.random() < 0.5
    viewer = Viewer(Viewer.of_seats(len(snapshot.seats)).names, memory)
    true, other = snapshot.parallels
    picture: object = draw(true.put(snapshot.state).match.view(seat), viewer)
    if not isinstance(picture, Picture):
        yield f"expected 'picture' to return a Picture, got {picture!r}"
        return
    yield from _unknown_rules(snapshot.game)
    yield from _faults(snapshot.game, picture)
    yield from _others_addresses(snapshot.game, picture, viewer)
    if seat in snapshot.awaited.seats:
        moves = snapshot.rules.moves(snapshot.state, seat)
        yield from _out_of_sight(
            snapshot.game, picture, rng.sample(moves, min(len(moves), MAX_MOVES))
        )
    world = snapshot.world(seat)
    if world != snapshot.state and picture != draw(other.put(world).match.view(seat), viewer):
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
        left, top, right, bottom = bounds_of(panel)
        over = max(-left, -top, right - panel.width, bottom - panel.height)
        if over > MAX_OVERHANG:
            yield f"the panel '{panel.name}' is drawn over its edge, by {over:.1f} units"
        for ink in sorted(_inks(panel) - picture.all_inks.keys()):
            yield f"the panel '{panel.name}' is drawn in '{ink}', which is no ink of the picture"
        for spot in panel.spots:
            for address in spot.addresses:
                if not names_a_move(game, address):
                    yield f"the place '{spot.label}' has the address '{address}' of no form"


def _others_addresses(game: Game, picture: Picture, viewer: Viewer) -> Iterator[str]:
    """Find places of one seat whose address names another.

    A place belongs to the seat that its label names; if it names none, to the seat of its panel.
    """
    fields = {name for form in game.move_notation.seated for name in form.seats}
    for panel in picture.panels:
        for spot in panel.spots:
            owners = _named_in(spot.label, viewer) or {panel.seat} - {None}
            for address in spot.addresses:
                name, _, seat = address.partition("=")
                if name in fields and len(owners) == 1 and seat not in map(str, owners):
                    where = f"the place '{spot.label}' in the panel '{panel.name}'"
                    yield f"{where} of seat {owners.pop()} has the address '{address}'"
                    break


def _named_in(label: str, viewer: Viewer) -> set[Seat | None]:
    """Return the seats whose names stand in a label."""
    names = enumerate(viewer.names)
    return {seat for seat, name in names if re.search(rf"\b{re.escape(name)}\b", label)}


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


@law_of(cost="expensive")
def lessons_lead_on(snapshot: Snapshot) -> Iterator[str]:
    """Every lesson can be played as it is written, and names rules of the game's page."""
    snapshot.compared = True if snapshot.game.lessons else None
    yield from lesson_faults(snapshot.game)


@lru_cache(maxsize=8)
def lesson_faults(game: Game) -> tuple[str, ...]:
    """Return a sentence for each thing that is wrong in the lessons of a game."""
    try:
        lessons = lessons_of(game)
    except ParlourError as fault:
        return (str(fault),)
    return tuple(
        f"lesson '{name}', {fault}"
        for name, lesson in lessons.items()
        for fault in _lesson_faults(game, lesson)
    )


def _lesson_faults(game: Game, lesson: Lesson) -> Iterator[str]:
    numbers = rule_numbers(game)
    where = "its beginning"
    try:
        match = lesson_match(game, lesson)
        give(match, lesson.answers(0))
        reached = [match]
        for number, step in enumerate(lesson.steps, 1):
            where = f"step {number}"
            for rule in step.rules:
                if rule not in numbers:
                    yield f"{where}: there is no rule {rule}"
            yield from (f"{where}: {fault}" for fault in _step_faults(reached, lesson, step))
            reached = _after(reached, lesson, number)
    except ParlourError as fault:
        yield f"{where}: {fault}"


def _step_faults(reached: Iterable[Match], lesson: Lesson, step: LessonStep) -> Iterator[str]:
    """Find the faults of a step, in every state that it can be reached with."""
    for match in reached:
        if match.awaited.seats[:1] != (lesson.seat,):
            yield f"expected that the learner is awaited, got {match!r}"
            return
        texts = {match.game.write_move(move) for move in match.moves(lesson.seat)}
        others = texts.difference(step.moves)
        for begun in step.wrong:
            if not any(text.startswith(begun) for text in others):
                yield f"no other move begins with {quoted(begun)}"
        for text in step.moves:
            if text not in texts:
                yield f"{quoted(text)} is not among the legal moves, as these are written"
        yield from _panel_faults(match, lesson, step)


def _panel_faults(match: Match, lesson: Lesson, step: LessonStep) -> Iterator[str]:
    if step.show and match.game.display.picture is not None:
        picture = match.game.display.picture(match.view(lesson.seat), Viewer(lesson.players))
        for name in {*step.show}.difference(panel.name for panel in picture.panels):
            yield f"the picture has no panel {quoted(name)}"


def _after(reached: Iterable[Match], lesson: Lesson, number: int) -> list[Match]:
    """Return a match for each state that a step leads to.

    Raises:
        ParlourError: An answer is not possible.
    """
    found: dict[State, Match] = {}
    for match in reached:
        for text in lesson.steps[number - 1].moves:
            after = match.copy()
            after.play(text, lesson.seat)
            give(after, lesson.answers(number))
            found[after.state] = after
    return list(found.values())
