"""Looking over a game that a plugin brings: what is missing or of the wrong type, and where.

Only what would fail later, and less plainly, is found here; the laws are for ``parlour.testing``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from inspect import CO_VARARGS
from numbers import Real
from random import Random
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from parlour.answers import Answer, Move, Outcome
from parlour.awaited import Chance, Decide, Ended
from parlour.dealer import generator
from parlour.errors import ParlourError, Refusal, SetupError
from parlour.events import Event
from parlour.game import Game
from parlour.notation import Form, Notation
from parlour.origin import defined_at, raised_at, sentence
from parlour.phases import (
    AutomaticPhase,
    ChancePhase,
    DecisionPhase,
    Over,
    Phase,
    SealedPhase,
    State,
)
from parlour.rules import Rules
from parlour.settings import like, settled

TO_WRITE: tuple[tuple[type[Phase[Any]], tuple[str, ...]], ...] = (
    (Over, ()),
    (SealedPhase, ("moves", "opened")),
    (DecisionPhase, ("awaited", "moves", "play")),
    (ChancePhase, ("chances", "befall")),
    (AutomaticPhase, ("proceed",)),
)
"""What each kind of phase has to write, the narrower kinds first."""

RULES_TO_WRITE = ("start", "view", "determinize", "census")
ANSWERS = 60
"""So many answers are given in a rehearsal, at most."""


def faults(game: Game) -> Iterator[str]:
    """Yield what is wrong with a game before it is played, each with its place."""
    yield from _field_faults(game)
    yield from _rules_faults(game.rules)
    if not _is_kind(game.state, State):
        yield f"expected state to be a subclass of parlour.State, got {_shown(game.state)}"
        return
    for what, kinds, base in (
        ("moves", game.moves, Move),
        ("outcomes", game.outcomes, Outcome),
        ("events", game.events, Event),
    ):
        yield from _kind_faults(what, kinds, base)
    yield from _twin_faults(game.moves)
    yield from _twin_faults(game.outcomes)
    yield from _phase_faults(game.state)


def _field_faults(game: Any) -> Iterator[str]:
    if not (isinstance(game.id, str) and re.fullmatch(r"[a-z0-9][a-z0-9_-]*", game.id)):
        yield f"expected an id of small letters, digits, '_' and '-', got {_shown(game.id)}"
    if not (isinstance(game.seats, range) and len(game.seats) and game.seats[0] > 0):
        yield f"expected seats to be a range such as range(2, 5), got {_shown(game.seats)}"
    if not _is_kind(game.options, msgspec.Struct):
        yield f"expected options to be a msgspec Struct, got {_shown(game.options)}"
    elif any(field.required for field in msgspec.structs.fields(game.options)):
        yield _at(game.options, f"expected a default for every option of {game.options.__name__}")
    else:
        yield from _option_faults(game)
    for name in ("draw", "describe", "tell", "gloss", "expand"):
        value = getattr(game, name)
        if value is not None and not callable(value):
            yield f"expected {name} to be a function, got {_shown(value)}"
    if game.rulebook is not None and not game.rulebook.is_file():
        yield f"expected its rulebook, a Markdown file; there is none at {game.rulebook}"


def _option_faults(game: Game) -> Iterator[str]:
    """Find defaults that the options do not take themselves, and paces that they do not take."""
    sets = {"a default": msgspec.to_builtins(game.options())}
    sets |= {f"its pace '{name}'": given for name, given in game.paces.items()}
    for what, given in sets.items():
        try:
            settled(game.options, given, "option")
        except SetupError as fault:
            yield _at(game.options, f"{what} will not do: {fault}")


def _rules_faults(rules: object) -> Iterator[str]:
    if isinstance(rules, type):
        yield f"expected rules to be made, {rules.__name__}(), got the class {rules.__name__}"
    elif not isinstance(rules, Rules):
        yield f"expected rules of a class derived from parlour.Rules, got {_shown(rules)}"
    else:
        yield from _unwritten(type(rules), RULES_TO_WRITE, Rules)
        yield from _ill_fitting(type(rules), Rules)


def _kind_faults(what: str, kinds: Any, base: type) -> Iterator[str]:
    for kind in get_args(kinds) or (kinds,):
        if kind is None or kind is type(None):
            continue
        if not _is_kind(kind, base):
            yield f"expected {what} to be kinds of parlour.{base.__name__}, got {_shown(kind)}"
        elif not kind.__struct_config__.frozen:
            yield _at(kind, f"expected 'class {kind.__name__}(..., frozen=True)'")
        elif issubclass(kind, Answer):
            yield from _form_faults(kind)


def _form_faults(kind: type[Answer]) -> Iterator[str]:
    """Find fields that a form names and its kind has not, and the other way round."""
    text: object = kind.form
    if not isinstance(text, str):
        yield _at(kind, f"expected the form of {kind.__name__} to be a text, got {text!r}")
        return
    veil: object = kind.veil
    if not (veil is None or isinstance(veil, str)):
        yield _at(kind, f"expected the veil of {kind.__name__} to be a text, got {veil!r}")
        return
    form = Form(kind)
    named, has = set(form.pattern.groupindex), set(kind.__struct_fields__)
    for name in sorted(named - has):
        yield _at(
            kind,
            f"the form '{form.form}' names '{name}', which is no field{_like(name, has)}",
        )
    for name in sorted(has - named - form.defaults.keys()):
        yield _at(
            kind, f"the form '{form.form}' leaves out the field '{name}', so no text can be read"
        )
    for name in sorted(set(form.veil.groupindex) - has if form.veil else ()):
        yield _at(
            kind,
            f"the veil '{kind.veil}' names '{name}', which is no field{_like(name, has)}",
        )


def _twin_faults(kinds: Any) -> Iterator[str]:
    """Find kinds of one form, which nobody can tell apart by their texts."""
    known: dict[str, type[Answer]] = {}
    for kind in get_args(kinds):
        form = Form(kind).form.casefold()
        other = known.setdefault(form, kind)
        if other is not kind:
            text = f"expected a form for {kind.__name__} alone; {other.__name__} has '{form}' too"
            yield _at(kind, text)


def _phase_faults(state: type[State]) -> Iterator[str]:
    try:
        hint = get_type_hints(state)["phases"]
    except (NameError, TypeError) as fault:
        yield _at(state, f"the types of {state.__name__} cannot be read: {fault}")
        return
    phases = get_args(hint)[0] if get_origin(hint) is tuple and get_args(hint) else Any
    kinds = get_args(phases) or (phases,)
    if not all(_is_kind(kind, Phase) for kind in kinds):
        yield _at(
            state, f"expected {state.__name__} to declare 'phases: tuple[Turn | ... | Over, ...]'"
        )
        return
    if not any(issubclass(kind, Over) for kind in kinds):
        yield _at(state, f"expected 'phases' of {state.__name__} to name Over too, the end")
    for kind in kinds:
        yield from _unwritten_in_phase(kind)
        yield from _ill_fitting(kind, Phase)


def _unwritten_in_phase(kind: type[Phase[Any]]) -> Iterator[str]:
    for base, names in TO_WRITE:
        if issubclass(kind, base):
            yield from _unwritten(kind, names, base)
            return
    yield _at(
        kind,
        f"expected the phase {kind.__name__} to be a DecisionPhase, SealedPhase, ChancePhase or "
        "AutomaticPhase",
    )


def _unwritten(kind: type, names: Iterable[str], base: type) -> Iterator[str]:
    for name in names:
        written = next(owner for owner in kind.__mro__ if name in vars(owner))
        if not written.__module__.startswith("parlour.") or _is_complete(written):
            continue
        own = {name for name, value in vars(kind).items() if callable(value)}
        yield _at(
            kind,
            f"expected {kind.__name__}, a {base.__name__}, to have '{name}'{_like(name, own)}",
        )


def _ill_fitting(kind: type, base: type) -> Iterator[str]:
    """Find methods that take more or fewer arguments than they will be given."""
    for name, method in vars(kind).items():
        given, taken = (getattr(f, "__code__", None) for f in (getattr(base, name, None), method))
        if given is None or taken is None or taken.co_flags & CO_VARARGS:
            continue
        least = taken.co_argcount - len(method.__defaults__ or ())
        if not least <= given.co_argcount <= taken.co_argcount:
            expected = ", ".join(given.co_varnames[: given.co_argcount])
            yield _at(method, f"expected 'def {name}({expected})' in {kind.__name__}")


def _is_complete(owner: type) -> bool:
    """Tell whether a class of the framework does itself what others have to write."""
    return owner.__name__ in {"OpenRules", "Over", "SealedPhase"}


def rehearsed(game: Game, *, located: bool) -> str:
    """Play a little at random and say what first goes wrong; empty if nothing does.

    With ``located`` what a method raises is known already, and only what one returns is told.
    """
    try:
        _rehearse(game)
    except _Unexpected as fault:
        return str(fault)
    except Exception as fault:  # noqa: BLE001  whatever a game raises is to be told
        return sentence(fault) if raised_at(fault) and not located else ""
    return ""


def explained(fault: Exception, game: Game) -> str:
    """Say in one line what a game did wrong when it raised ``fault``, and where if known."""
    finer = rehearsed(game, located=bool(raised_at(fault)))
    return finer or (str(fault) if isinstance(fault, ParlourError) else f"raised {sentence(fault)}")


def _rehearse(game: Game) -> None:
    rules, rng = game.rules, generator("rehearsal", game.id)
    options = game.read_options(game.paces.get("default", {}))
    state = _settled(_state(rules.start(game.seats[0], options), "start", type(rules)))
    made: list[Move] = []
    for _ in range(ANSWERS):
        phase = state.phases[-1]
        _expect_mapping(rules, state)
        awaited = phase.awaited(state)
        if isinstance(awaited, Ended):
            return
        if isinstance(awaited, Chance):
            _expect_chances(game, phase, phase.chances(state))
            after, method = phase.befall(state, phase.draw(state, rng), None), "befall"
        else:
            _expect(isinstance(awaited, Decide), phase, "awaited", "one(seat) or Decide", awaited)
            seat = awaited.seats[0]
            _knowledge(game, state, seat, rng)
            move = _move(game, state, seat, rng)
            _expect_refusals(phase, state, seat, made)
            made.append(move)
            after, method = phase.play(state, seat, move, None), "play"
        state = _settled(_state(after, method, type(phase)))


def _expect_mapping(rules: Rules[Any, Any], state: State) -> None:
    census = rules.census(state)
    _expect(isinstance(census, Mapping), rules, "census", "how many there are of what", census)


def _knowledge(game: Game, state: State, seat: int, rng: Random) -> None:
    """See what the rules answer about a state beside what follows from it."""
    rules = game.rules
    view = rules.view(state, seat)
    _expect(view is not None, rules, "view", "a view", view)
    _state(rules.determinize(view, rng), "determinize", type(rules))
    worth = rules.heuristic(state, seat)
    _expect(worth is None or isinstance(worth, Real), rules, "heuristic", "a number", worth)


def _expect_chances(game: Game, phase: Phase[Any], chances: Any) -> None:
    fit = isinstance(chances, Sequence) and all(
        isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[0], Outcome)
        for pair in chances
    )
    _expect(fit, phase, "chances", "pairs of an outcome and its weight", chances)
    kinds = [outcome for outcome, _ in chances]
    _expect_named(phase, "chances", "outcomes", kinds, game.outcome_notation)


def _move(game: Game, state: State, seat: int, rng: Random) -> Any:
    phase = state.phases[-1]
    moves = phase.moves(state, seat)
    fit = isinstance(moves, Sequence) and all(isinstance(move, Move) for move in moves)
    _expect(fit, phase, "moves", "a tuple of moves", moves)
    _expect(len(moves) > 0, phase, "moves", "at least one move", moves)
    _expect_named(phase, "moves", "moves", moves, game.move_notation)
    return rng.choice(moves)


def _expect_refusals(phase: Phase[Any], state: State, seat: int, made: Sequence[Move]) -> None:
    """See how the moves made before are refused now."""
    legal = phase.moves(state, seat)
    for move in made[-3:]:
        if move not in legal:
            refusal = phase.why_not(state, seat, move)
            fit = refusal is None or isinstance(refusal, Refusal)
            _expect(fit, phase, "why_not", "a Refusal or None", refusal)


def _expect_named(
    phase: Phase[Any], method: str, field: str, answers: Iterable[Any], notation: Notation[Any]
) -> None:
    """See that all answers are of the kinds that the game names."""
    for kind in map(type, answers):
        _expect(kind in notation.forms, phase, method, f"kinds that Game({field}=...) names", kind)


def _settled(state: State) -> State:
    for _ in range(ANSWERS):
        phase = state.phases[-1]
        if not phase.automatic:
            break
        state = _state(phase.proceed(state, None), "proceed", type(phase))
    return state


class _Unexpected(Exception):
    """A method returned what it should not."""


def _state(state: Any, method: str, owner: type) -> State:
    _expect(isinstance(state, State), owner, method, "a state", state)
    return state  # type: ignore[no-any-return]  # it is one


def _expect(fits: object, owner: object, method: str, what: str, got: object) -> None:
    if not fits:
        owner = owner if isinstance(owner, type) else type(owner)
        written: Callable[..., Any] = getattr(owner, method, owner)
        text = f"expected '{method}' of {owner.__name__} to return {what}, got {_shown(got)}"
        raise _Unexpected(_at(written, text))


def _is_kind(thing: object, base: type) -> bool:
    return isinstance(thing, type) and issubclass(thing, base)


def _at(thing: object, text: str) -> str:
    place = defined_at(thing)
    return f"{text} (at {place})" if place else text


def _like(name: str, own: Iterable[str]) -> str:
    return like(name, own, whose="its ")


def _shown(value: object) -> str:
    if value is None or isinstance(value, type):
        return repr(value) if value is None else f"the class {value.__name__}"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"
