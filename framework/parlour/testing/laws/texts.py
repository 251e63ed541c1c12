"""Laws of notation: what is written can be read."""

from collections.abc import Iterable, Iterator
from typing import Any

from parlour.rules.answers import Answer
from parlour.rules.errors import NotationError
from parlour.rules.notation import Notation
from parlour.testing.laws.law import law
from parlour.testing.moment import Moment


@law
def reads_back(moment: Moment) -> Iterator[str]:
    """Every move and every outcome is read back from its text, however it is typed."""
    for seat in moment.seats:
        yield from _lost(moment.game.move_notation, moment.legal(seat))
    outcomes = [outcome for outcome, _ in moment.outcomes()]
    yield from _lost(moment.game.outcome_notation, outcomes)


@law
def one_text(moment: Moment) -> Iterator[str]:
    """No two legal moves of a seat share a text, nor two outcomes."""
    for seat in moment.seats:
        yield from _shared(moment.game.move_notation, moment.legal(seat))
    outcomes = [outcome for outcome, _ in moment.outcomes()]
    yield from _shared(moment.game.outcome_notation, outcomes)


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
            if read != answer and text.lower() not in _texts(notation, read):
                yield f"{answer} is written '{text}', but '{typed}' is read as {read}"
                break


def _texts(notation: Notation[Any], answer: Answer) -> set[str]:
    """Return the text of an answer for comparison; clashes are the business of one-text."""
    return {notation.write(answer).lower()}


def _shared(notation: Notation[Any], answers: Iterable[Answer]) -> Iterator[str]:
    seen: dict[str, Answer] = {}
    for answer in answers:
        text = notation.write(answer)
        other = seen.setdefault(text.lower(), answer)
        if other != answer:
            yield f"'{text}' stands for both {other} and {answer}"
