"""Settings of games and bots: read as they are typed or recorded, and refused in a sentence."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin

import msgspec

from parlour.rules.errors import SetupError
from parlour.rules.one_line import decoder_problem, either, quoted
from parlour.words import say

S = TypeVar("S", bound=msgspec.Struct)

MAX_COMPARED_LETTERS = 100
"""Maximum number of letters in a name that is compared with known ones."""


def check_text(text: str) -> str:
    """Return a text if it can be written: an argument of a command may be bytes that are none.

    Raises:
        SetupError: It cannot.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise SetupError(f"expected text, got {text!r}") from None
    return text


def parse_settings(kind: type[S], given: Mapping[str, object], what: str) -> S:
    """Read settings of a ``kind`` that came as texts or JSON; ``what`` is what to call one.

    Raises:
        SetupError: There is no such setting, or it has no such value.
    """
    for value in given.values():
        check_text(str(value))
    types = _types(kind)
    if given and not given.keys() <= types.keys():
        name = next(name for name in given if name not in types)
        raise SetupError(
            f"there is no {what} {quoted(name)}{did_you_mean(name, types)} {_named(types, what)}"
        )
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as fault:
        told = (_misfit(name, types[name], value) for name, value in given.items())
        reason = next(filter(None, told), "") or decoder_problem(fault)
        raise SetupError(f"{reason} {_named(types, what)}") from None


def _named(types: Mapping[str, object], what: str) -> str:
    """List the names of the settings that are listed."""
    listed = (name for name, kind in types.items() if _is_listed(_meta_of(kind)))
    return f"({what}s: {', '.join(listed) or 'none'})"


@cache
def _types(kind: type[msgspec.Struct]) -> Mapping[str, object]:
    """Return the type of each setting of a ``kind``, by name."""
    return {field.encode_name: field.type for field in msgspec.structs.fields(kind)}


def read_pairs(pairs: Iterable[str], expected: str) -> dict[str, str]:
    """Read texts of the form ``NAME=VALUE``; ``expected`` is that form as it is written there.

    Raises:
        SetupError: A text has another form, or a name comes twice.
    """
    settings: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not name:
            raise SetupError(f"expected {expected}, got {quoted(pair)}")
        if name in settings:
            raise SetupError(f"{quoted(name)} is given twice (expected {expected})")
        settings[name] = value
    return settings


def did_you_mean(name: str, known: Iterable[str], whose: str = "") -> str:
    """Ask whether the nearest of the known names was meant; empty if none is near."""
    close = get_close_matches(name[:MAX_COMPARED_LETTERS], sorted(known), 1)
    return f"; did you mean {whose}'{close[0]}'?" if close else ""


def _misfit(name: str, kind: object, value: object) -> str:
    """Say the expected value of one setting; empty if its value will do."""
    try:
        msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as fault:
        known = choices(kind)
        if known:
            return (
                f"expected {either([f'{name}={choice}' for choice in known])}, got {quoted(value)}"
            )
        expected, _, _ = decoder_problem(fault).partition(", got ")
        return f"{name}: {expected}, got {quoted(value)}"
    return ""


def choices(kind: object) -> tuple[str, ...]:
    """List the values, if they are few and have names."""
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if kind is bool:
        return "true", "false"
    if get_origin(kind) is Literal and len(get_args(kind)) > 1:
        return tuple(map(str, get_args(kind)))
    return ()


class Setting(msgspec.Struct, frozen=True):
    """A setting of a game or a bot, for people."""

    name: str
    values: str
    """Its values: ``front, atoll``, or the kind of value if there are many."""
    default: str
    meaning: str
    """The description of its ``msgspec.Meta``; may be empty."""


def settings_of(kind: type[msgspec.Struct]) -> tuple[Setting, ...]:
    """List the settings of a ``kind`` in the order of its fields.

    One whose ``Meta`` says ``extra={"listed": False}`` is left out: a program sets it.
    """
    fields = ((field, _meta_of(field.type)) for field in msgspec.structs.fields(kind))
    return tuple(_setting(field, meta) for field, meta in fields if _is_listed(meta))


def _meta_of(kind: object) -> msgspec.Meta | None:
    return next((m for m in get_args(kind)[1:] if isinstance(m, msgspec.Meta)), None)


def _is_listed(meta: msgspec.Meta | None) -> bool:
    return meta is None or (meta.extra or {}).get("listed", True)


def _setting(field: msgspec.structs.FieldInfo, meta: msgspec.Meta | None) -> Setting:
    default = msgspec.to_builtins(field.default)
    shown = str(default).lower() if isinstance(default, bool) else str(default)
    meaning = (meta.description if meta else None) or ""
    values = ", ".join(choices(field.type)) or _kind_of_value(field.type, meta)
    return Setting(field.encode_name, values, shown, meaning)


def _kind_of_value(kind: Any, meta: msgspec.Meta | None) -> str:
    """Name the values of a setting that has many: ``a whole number, 0 to 1000``."""
    base = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    name = say(f"value.{base.__name__}") if base in {int, float, str} else str(base)
    least, most = (meta.ge, meta.le) if meta else (None, None)
    if None not in {least, most}:
        return f"{name}, {say('front.span', least=least, most=most)}"
    return name if least is None else f"{name}, {say('value.at_least', least=least)}"
