"""Checks of a game before it is played: parts that are missing or of the wrong type.

Only mistakes that would fail later, and less plainly, are found here; the laws are checked by
``parlour_testing``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from inspect import CO_VARARGS, get_annotations
from math import inf
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from parlour.hooks.own import is_ours
from parlour.hooks.source_location import defined_at
from parlour.kit.responses import ResponseWindow
from parlour.match import BotHints, Checks, Display, Examples, Game, Shortcuts, ValueFeatures, Words
from parlour.match.game_parts import PlacedFunction, function_fields
from parlour.players import CONSTANT, HEURISTIC
from parlour.rules import (
    Answer,
    AutomaticPhase,
    ChancePhase,
    DecisionPhase,
    Event,
    Form,
    Move,
    Objective,
    Outcome,
    Over,
    Phase,
    Rules,
    SealedPhase,
    SetupError,
    State,
    Team,
    cut,
    did_you_mean,
    parse_settings,
)

TO_WRITE: tuple[tuple[type[Phase[State]], tuple[str, ...]], ...] = (
    (Over, ()),
    (SealedPhase, ("moves", "opened")),
    (ResponseWindow, ("moves", "responded", "passing")),
    (DecisionPhase, ("awaited", "moves", "play")),
    (ChancePhase, ("outcomes", "resolve")),
    (AutomaticPhase, ("advance",)),
)
"""The methods that a phase of each kind must have, the narrower kinds first."""

PARTS: tuple[tuple[str, type, tuple[str, ...]], ...] = (
    ("display", Display, function_fields(Display)),
    ("words", Words, function_fields(Words)),
    ("shortcuts", Shortcuts, function_fields(Shortcuts)),
    ("bots", BotHints, ("quick_turn",)),
    ("examples", Examples, function_fields(Examples)),
    ("checks", Checks, ()),
)
"""Parts of a game: its field, its type, and the names of its fields that hold functions."""

COMPLETE = {"OpenRules", "Over", "SeatPhase"}
"""Classes of the framework that have all methods themselves."""

ARGUMENTS = {"self", "game", "players", "seats", "seed", "bot_seed", "state"}
"""Arguments of Game.match and parlour.play, which stand beside a game's options."""

_like = partial(did_you_mean, whose="its ")

RULES_TO_WRITE = ("start", "view", "determinize", "census")
"""The methods that the rules must have."""


def problems(game: Game) -> Iterator[str]:
    """Yield a line for each mistake in a game, with its place."""
    if wrong := list(_part_problems(game)):
        yield from wrong
        return
    yield from _field_problems(game)
    yield from _rules_problems(game.rules)
    if not _is_kind(game.state, State):
        yield f"expected state to be a subclass of parlour.State, got {shown(game.state)}"
        return
    for what, kinds, base in (
        ("moves", game.moves, Move),
        ("outcomes", game.outcomes, Outcome),
        ("events", game.events, Event),
    ):
        yield from _kind_problems(what, kinds, base)
    yield from _duplicate_forms(game.moves)
    yield from _duplicate_forms(game.outcomes)
    yield from _phase_problems(game)


def _part_problems(game: Game) -> Iterator[str]:
    """Find parts of another type, and fields of them that should hold a function."""
    for name, kind, functions in PARTS:
        part = getattr(game, name)
        if not isinstance(part, kind):
            yield f"expected {name} to be a parlour.{kind.__name__}, got {shown(part)}"
            continue
        for field in functions:
            value = getattr(part, field)
            is_place = isinstance(value, PlacedFunction)
            if value is not None and not callable(value):
                yield f"expected {name}.{field} to be a function, got {shown(value)}"
            elif is_place and not value.is_well_formed:
                expected = f"expected {name}.{field} to be a function or its place"
                yield f"{expected}, 'package.module:name', got {value}"


def _field_problems(game: Game) -> Iterator[str]:
    if not (isinstance(game.id, str) and re.fullmatch(r"[a-z0-9][a-z0-9_-]*", game.id)):
        yield f"expected an id of small letters, digits, '_' and '-', got {shown(game.id)}"
    if not (isinstance(game.seats, range) and len(game.seats) and game.seats[0] > 0):
        yield f"expected seats to be a range such as range(2, 5), got {shown(game.seats)}"
    else:
        for name in ("best", "medium", "easy"):
            measured = getattr(game.bots, name)
            if isinstance(measured, Mapping) and min(measured, default=inf) > game.seats[0]:
                yield f"expected BotHints.{name} from {game.seats[0]} seats up, got {measured}"
    if not _is_kind(game.options, msgspec.Struct):
        yield f"expected options to be a msgspec Struct, got {shown(game.options)}"
    elif any(field.required for field in msgspec.structs.fields(game.options)):
        yield with_place(
            game.options, f"expected a default for every option of {game.options.__name__}"
        )
    else:
        yield from _option_problems(game)
    yield from _objective_problems(game)
    yield from _feature_problems(game)
    for what, file in (
        ("rulebook, a Markdown file", game.rulebook),
        ("printed books, a TOML file", game.printed),
        ("examples, a TOML file", game.examples.file),
        ("strengths, a file of JSON lines", game.bots.strengths),
        ("weights, a file", game.bots.weights),
        ("leaf, a file of weights", game.bots.leaf),
        ("lead_errors, a file", game.bots.lead_errors),
        *(("lesson, a TOML file", file) for file in game.lessons),
    ):
        if file is not None and not file.is_file():
            yield f"expected its {what}; there is none at {file}"


def _feature_problems(game: Any) -> Iterator[str]:
    """Find features of another type, names that come twice, and weights without features."""
    features = game.bots.features
    if features is not None and not isinstance(features, ValueFeatures):
        yield f"expected features to be a parlour.ValueFeatures, got {shown(features)}"
    elif features is not None:
        names = features.names
        if not isinstance(names, tuple) or len({*names, HEURISTIC, CONSTANT}) < len(names) + 2:
            expected = f"different names of features other than '{HEURISTIC}' and '{CONSTANT}'"
            yield f"expected {expected}, got {shown(names)}"
        for name in ("of", "stage"):
            function = getattr(features, name)
            if not callable(function) and (name == "of" or function is not None):
                yield f"expected features.{name} to be a function, got {shown(function)}"
    elif (game.bots.weights or game.bots.leaf) is not None:
        yield "expected features with its weights, got None"


def _objective_problems(game: Game) -> Iterator[str]:
    """Find an unknown objective, or one that does not go with the game's seats or teams."""
    objective = game.objective
    known = get_args(Objective)
    if objective not in known:
        yield f"expected objective to be one of {', '.join(known)}, got {shown(objective)}"
    elif objective == "single" and game.seats != range(1, 2):
        yield f"expected seats to be range(1, 2) with objective 'single', got {shown(game.seats)}"
    elif (objective == "teams") != callable(game.teams):
        need = "a function" if objective == "teams" else "None"
        yield f"expected teams to be {need} with objective '{objective}', got {shown(game.teams)}"
    elif game.teams is not None:
        yield from _team_problems(game, game.teams)


def _team_problems(game: Game, teams: Callable[[int], Sequence[Team]]) -> Iterator[str]:
    """Find numbers of seats whose teams do not hold each seat once."""
    for seats in game.seats:
        split_teams = teams(seats)
        if not all(isinstance(team, Team) for team in split_teams) or len(split_teams) < 2:
            yield with_place(
                teams,
                f"expected teams({seats}) to return two parlour.Team or more, got {split_teams!r}",
            )
        elif sorted(seat for team in split_teams for seat in team.seats) != list(range(seats)):
            split = ", ".join(f"{team.name} {team.seats}" for team in split_teams)
            yield with_place(teams, f"expected teams({seats}) to hold each seat once, got {split}")
        elif len({team.name for team in split_teams}) < len(split_teams):
            yield with_place(teams, f"expected teams({seats}) to return teams of different names")
        else:
            continue
        return


def _option_problems(game: Game) -> Iterator[str]:
    """Find names that an argument has already, and defaults and presets that the options refuse."""
    fields = {field.name for field in msgspec.structs.fields(game.options)}
    for name in sorted(fields & ARGUMENTS):
        said = f"an option cannot be called '{name}': Game.match or parlour.play has that argument"
        yield with_place(game.options, said)
    sets = {"a default": msgspec.to_builtins(game.options())}
    sets |= {f"its preset '{name}'": values for name, values in game.checks.presets.items()}
    for what, values in sets.items():
        try:
            parse_settings(game.options, values, "option")
        except SetupError as fault:
            yield with_place(game.options, f"{what} will not do: {fault}")


def _rules_problems(rules: object) -> Iterator[str]:
    if isinstance(rules, type):
        yield f"expected rules to be made, {rules.__name__}(), got the class {rules.__name__}"
    elif not isinstance(rules, Rules):
        yield f"expected rules of a class derived from parlour.Rules, got {shown(rules)}"
    else:
        yield from _missing_methods(type(rules), RULES_TO_WRITE, Rules)
        yield from _signature_mismatches(type(rules), Rules)


def _kind_problems(what: str, kinds: object, base: type) -> Iterator[str]:
    for kind in get_args(kinds) or (kinds,):
        if kind is None or kind is type(None):
            continue
        if not _is_kind(kind, base):
            yield f"expected {what} to be kinds of parlour.{base.__name__}, got {shown(kind)}"
        elif not kind.__struct_config__.frozen:
            yield with_place(kind, f"expected 'class {kind.__name__}(..., frozen=True)'")
        elif unreadable := _unreadable(kind):
            yield unreadable
        elif issubclass(kind, Answer):
            yield from _form_problems(kind)


def _unreadable(kind: type) -> str:
    """Say that the types of a kind's fields cannot be read, if so; empty if they can."""
    try:
        get_type_hints(kind)
    except (NameError, TypeError) as fault:
        return with_place(kind, f"the types of {kind.__name__} cannot be read: {fault}")
    return ""


def _form_problems(kind: type[Answer]) -> Iterator[str]:
    """Find fields that a form names and its kind lacks, and fields that a form leaves out."""
    if unfit := list(_form_type_problems(kind)):
        yield from unfit
        return
    form = Form(kind)
    has = set(kind.__struct_fields__)
    forms = [("form", form.form, form.pattern)]
    forms += [("former form", *pair) for pair in zip(kind.former_forms, form.former, strict=True)]
    for what, text, pattern in forms:
        yield from _unknown_fields(kind, f"the {what} '{text}'", pattern.groupindex)
        for name in sorted(has - set(pattern.groupindex) - form.defaults.keys()):
            fault = f"the {what} '{text}' leaves out the field '{name}', so no text can be read"
            yield with_place(kind, fault)
    if form.public_form:
        names = form.public_form.groupindex
        yield from _unknown_fields(kind, f"the public form '{kind.public_form}'", names)
    first = getattr(kind, "chosen_first", ())
    yield from _unknown_fields(kind, "chosen_first", first)
    for name in sorted(has.intersection(first) - set(form.pattern.groupindex)):
        yield with_place(kind, f"chosen_first names '{name}', which the form '{form.form}' lacks")


def _form_type_problems(kind: type[Answer]) -> Iterator[str]:
    """Find forms of a kind that are not texts."""
    for name, fits, what in (
        ("form", isinstance(kind.form, str), "a text"),
        ("public_form", isinstance(kind.public_form, str | None), "a text"),
        ("former_forms", _are_texts(kind.former_forms), "a tuple of texts"),
        ("chosen_first", _are_texts(getattr(kind, "chosen_first", ())), "a tuple of texts"),
    ):
        if not fits:
            expected = f"expected the {name} of {kind.__name__} to be {what}"
            yield with_place(kind, f"{expected}, got {getattr(kind, name)!r}")


def _are_texts(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(text, str) for text in value)


def _unknown_fields(kind: type[Answer], what: str, names: Iterable[str]) -> Iterator[str]:
    has = set(kind.__struct_fields__)
    for name in sorted(set(names) - has):
        yield with_place(kind, f"{what} names '{name}', which is no field{_like(name, has)}")


def _duplicate_forms(kinds: object) -> Iterator[str]:
    """Find kinds of the same form: their texts cannot be told apart."""
    known: dict[str, type[Answer]] = {}
    for kind in get_args(kinds):
        form = (kind.form or kind.__name__).casefold()
        other = known.setdefault(form, kind)
        if other is not kind:
            text = f"expected a form for {kind.__name__} alone; {other.__name__} has '{form}' too"
            yield with_place(kind, text)


def phase_kinds(state: type[State]) -> tuple[type[Phase[State]], ...]:
    """Return the kinds of phases that a state declares: ``phases: tuple[Turn | Over, ...]``.

    Raises:
        NameError: The types of the state cannot be read.
        TypeError: Likewise.
    """
    return _phase_kinds(state)


@cache  # behind a function, since to type checkers a type is not hashable
def _phase_kinds(state: type[State]) -> tuple[Any, ...]:
    hint = get_type_hints(state)["phases"]
    phases = get_args(hint)[0] if get_origin(hint) is tuple and get_args(hint) else Any
    return get_args(phases) or (phases,)


def _phase_problems(game: Game) -> Iterator[str]:
    state = game.state
    if unreadable := _unreadable(state):
        yield unreadable
        return
    kinds = phase_kinds(state)
    if not all(_is_kind(kind, Phase) for kind in kinds):
        yield with_place(
            state, f"expected {state.__name__} to declare 'phases: tuple[Turn | ... | Over, ...]'"
        )
        return
    if not any(issubclass(kind, Over) for kind in kinds):
        yield with_place(state, f"expected 'phases' of {state.__name__} to name Over too, the end")
    for kind in kinds:
        if unreadable := _unreadable(kind):
            yield unreadable
            continue
        yield from _missing_phase_methods(kind)
        yield from _signature_mismatches(kind, Phase)
        yield from _undeclared_answers(kind, game)


def _undeclared_answers(kind: type[Phase[State]], game: Game) -> Iterator[str]:
    """Find moves and outcomes in the types of a phase that the game does not name."""
    classes = [base for base in kind.__mro__ if not is_ours(base.__module__)]
    declared = {name for base in classes for name in get_annotations(base)}
    if issubclass(kind, SealedPhase) and "answers" not in declared:
        expected = f"expected {kind.__name__}, a SealedPhase, to declare 'answers' with its moves"
        yield with_place(kind, f"{expected}: 'answers: tuple[Bid | None, ...]'")
    bases = vars(kind).get("__orig_bases__", ())  # as they were written, with their types
    arguments = [argument for base in bases for argument in get_args(base)]
    fields = (("moves", Move, game.moves), ("outcomes", Outcome, game.outcomes))
    for answer in (member for union in arguments for member in get_args(union) or (union,)):
        for field, base, named in fields:
            kinds = [known for known in get_args(named) or (named,) if isinstance(known, type)]
            if _is_kind(answer, base) and not any(issubclass(known, answer) for known in kinds):
                what = f"expected Game({field}=...) to name {answer.__name__} too"
                yield with_place(kind, f"{what}, as the phase {kind.__name__} does")


def _missing_phase_methods(kind: type[Phase[State]]) -> Iterator[str]:
    for base, names in TO_WRITE:
        if issubclass(kind, base):
            yield from _missing_methods(kind, names, base)
            return
    yield with_place(
        kind,
        f"expected the phase {kind.__name__} to be a DecisionPhase, SealedPhase, ChancePhase or "
        "AutomaticPhase",
    )


def _missing_methods(kind: type, names: Iterable[str], base: type) -> Iterator[str]:
    for name in names:
        written = next(owner for owner in kind.__mro__ if name in vars(owner))
        if not is_ours(written.__module__) or written.__name__ in COMPLETE:
            continue
        methods = {name for name, value in vars(kind).items() if callable(value)}
        yield with_place(
            kind,
            f"expected {kind.__name__}, a {base.__name__}, to have '{name}'{_like(name, methods)}",
        )


def _signature_mismatches(kind: type, base: type) -> Iterator[str]:
    """Find methods that take more or fewer arguments than the framework gives them."""
    for name, method in vars(kind).items():
        expected_code = getattr(getattr(base, name, None), "__code__", None)
        code = getattr(method, "__code__", None)
        if expected_code is None or code is None or code.co_flags & CO_VARARGS:
            continue
        least = code.co_argcount - len(method.__defaults__ or ())
        if not least <= expected_code.co_argcount <= code.co_argcount:
            expected = ", ".join(expected_code.co_varnames[: expected_code.co_argcount])
            yield with_place(method, f"expected 'def {name}({expected})' in {kind.__name__}")


def _is_kind(thing: object, base: type) -> bool:
    return isinstance(thing, type) and issubclass(thing, base)


def with_place(thing: object, text: str) -> str:
    """Return ``text`` and behind it the place of ``thing`` in the code, if known."""
    place = defined_at(thing)
    return f"{text} (at {place})" if place else text


def shown(value: object) -> str:
    """Return a value as an error shows it: in at most 60 letters."""
    if value is None or isinstance(value, type):
        return repr(value) if value is None else f"the class {value.__name__}"
    return cut(repr(value), 60)
