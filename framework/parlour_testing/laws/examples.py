"""The law of examples: each is played with all options that it names, and comes out as it says."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from parlour.match import Game
from parlour.rules import ParlourError, Result, Space, quoted
from parlour.words import ENGLISH, speaking
from parlour_examples.example import Example, examples_of, mover
from parlour_examples.shown import ShownExample, shown
from parlour_testing.laws.words import rule_numbers
from parlour_testing.snapshot import Snapshot, law_of


@law_of(cost="expensive")
def examples_hold(snapshot: Snapshot) -> Iterator[str]:
    """Every example of a rule comes out as it says, and can be shown in each language."""
    snapshot.compared = True if snapshot.game.examples.file else None
    yield from example_faults(snapshot.game)


@lru_cache(maxsize=8)
def example_faults(game: Game) -> tuple[str, ...]:
    """Return a sentence for each thing that is wrong in the examples of a game."""
    try:
        examples = examples_of(game)
    except ParlourError as fault:
        return (str(fault),)
    numbers: dict[str, int] = {}
    faults = []
    for example in examples:
        rule = example.rule
        numbers[rule] = numbers.get(rule, 0) + 1
        where = f"example {numbers[rule]} of rule {rule}"
        if rule not in rule_numbers(game):
            faults.append(f"{where}: there is no such rule")
        faults += [f"{where}: {fault}" for fault in faults_of(game, example)]
    return tuple(faults)


def faults_of(game: Game, example: Example) -> Iterator[str]:
    """Yield what does not come out as an example says, with any of its options."""
    if not any(
        (
            example.yes,
            example.no,
            example.tells,
            example.shows,
            example.lacks,
            example.score,
            example.places,
        )
    ):
        yield "expected something that it shows, a move or a sentence, got nothing"
    book = game.words.phrasebook
    languages = (ENGLISH,) if book is None else book.languages
    for options in example.options:
        for language in languages:
            try:
                with speaking(language):
                    played = shown(game, example, options)
                    _ = played.paragraphs
                    if language == ENGLISH:
                        yield from _wrong(game, played, options)
            except ParlourError as fault:
                yield str(fault)
                return


def _wrong(game: Game, played: ShownExample, options: Mapping[str, object]) -> Iterator[str]:
    yield from _wrong_verdicts(game, played.example, options)
    yield from _untold(played)
    yield from _undrawn(played)
    yield from _wrong_score(played)


def _wrong_verdicts(game: Game, example: Example, options: Mapping[str, object]) -> Iterator[str]:
    match = example.match(game, options)
    for text in (*example.yes, *example.no):
        wanted = example.no.get(text, "")
        seat, move = mover(match, text)
        refusal = match.why_not(move, seat)
        got = "possible" if refusal is None else f"refused by rule {refusal.rule}"
        expected = f"refused by rule {wanted}" if wanted else "possible"
        if got != expected:
            yield f"expected {quoted(text)} to be {expected}, got {got}"


def _untold(played: ShownExample) -> Iterator[str]:
    lines = iter(played.told)
    for part in played.example.tells:
        if not any(part in line for line in lines):
            yield f"expected to be told {quoted(part)}, got {' '.join(played.told)!r}"
            return


def _undrawn(played: ShownExample) -> Iterator[str]:
    drawing = played.drawing
    names = {panel.name for panel in played.table.panels(Space())}
    example = played.example
    yield from (f"there is no panel {quoted(name)}" for name in example.show if name not in names)
    yield from (f"expected {quoted(s)} in the drawing" for s in example.shows if s not in drawing)
    yield from (f"expected no {quoted(s)} in the drawing" for s in example.lacks if s in drawing)


def _wrong_score(played: ShownExample) -> Iterator[str]:
    example = played.example
    sheet = {
        line.label: tuple("?" if n is None else n for n in line.points) for line in played.sheet
    }
    for label, points in example.score.items():
        if sheet.get(label) != points:
            yield f"expected {quoted(label)} to score {points}, got {sheet.get(label)}"
    awaited = played.match.awaited
    places = awaited.places if isinstance(awaited, Result) else ()
    if places != example.places:
        yield f"expected the places {example.places} at its end, got {places}"
