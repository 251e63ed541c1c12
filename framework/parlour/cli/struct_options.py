"""Options of a command that are the fields of a struct: name, type, default and help come from it.

A command writes one parameter for all of them::

    @with_options
    def serve(folder: Folder, place: Address) -> None: ...

``Address`` is a struct whose fields have a ``Meta`` with a description. The command receives the
struct, or with ``Annotated[Typed, Fields(Address)]`` only the values that somebody typed. The
``extra`` of a ``Meta`` may say more: ``option``, the name of the option (``"--bot"``,
``"--quiet -q"``); ``metavar``; ``argument``, true if the field is an argument; and ``completes``,
the name behind ``complete_`` of a function in ``parlour.cli.completion``.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, Signature, get_annotations, signature
from pathlib import Path
from types import GenericAlias, NoneType, UnionType
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
import typer
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo, fields

from parlour.cli import completion
from parlour.rules import MisuseError, SetupError, parse_settings, read_pairs

Typed: TypeAlias = dict[str, Any]
"""Values that were typed, by the names of their fields; other options are left out."""
METAVARS: Mapping[object, str] = {int: "N", float: "N", Path: "PATH", str: "TEXT"}
"""Word that help shows for the value of an option, by its type."""
PAIRS = "NAME=VALUE,…"
"""Form of the fields of a struct in one option."""


@dataclass(frozen=True)
class Fields:
    """The fields of a struct that a command offers; it receives the typed ones."""

    kind: type[Struct]
    """The struct."""
    without: Collection[str] = ()
    """Names of fields that the command does not offer."""

    def options(self) -> Iterator["Option"]:
        """Yield the options in the order of ``fields_of``."""
        return (Option(one) for one in fields_of(self.kind) if one.name not in self.without)


def fields_of(kind: type[Struct]) -> list[FieldInfo]:
    """Return the fields of a struct, its own before its base's."""
    in_struct_itself = get_annotations(kind)
    return sorted(fields(kind), key=lambda field: field.name not in in_struct_itself)


def with_options(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with an option for each field of the structs that ``command`` takes."""
    hints = get_type_hints(command, include_extras=True)
    groups = {name: fields for name, hint in hints.items() if (fields := _fields_behind(hint))}

    @wraps(command)
    def run(**given: object) -> None:
        for name, offered in groups.items():
            typed = {
                option.name: option.read(given.pop(option.name)) for option in offered.options()
            }
            values = {field: value for field, value in typed.items() if value is not None}
            whole = offered.kind if hints[name] is offered.kind else dict
            given[name] = msgspec.convert(values, whole, strict=False)
        command(**given)

    parameters: list[Parameter] = []
    for name, parameter in signature(command).parameters.items():
        if name in groups:
            parameters += [option.parameter() for option in groups[name].options()]
        else:
            parameters.append(
                parameter.replace(annotation=hints[name], kind=Parameter.KEYWORD_ONLY)
            )
    vars(run)["__signature__"] = Signature(parameters)
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


def _fields_behind(hint: object) -> Fields | None:
    """Return the fields that a parameter stands for, or None if typer reads it as it is."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        return Fields(hint)
    return next((one for one in get_args(hint)[1:] if isinstance(one, Fields)), None)


class Option:
    """A field of a struct, as an option of a command."""

    def __init__(self, field: FieldInfo) -> None:
        metas = list(_metas(field.type))
        self.name = field.name
        """Name of the field."""
        self.default = None if field.default is msgspec.NODEFAULT else field.default
        """Value unless one is typed."""
        self.description = next((one.description for one in metas if one.description), "")
        """Text of the help, without the default."""
        self._extra: Mapping[str, Any] = next((one.extra for one in metas if one.extra), {})
        self._bounds = next(((m.ge, m.le) for m in metas if (m.ge, m.le) != (None, None)), ())
        self._struct = _struct_in(field.type)
        self._kind = _typed_as(field.type)

    @property
    def flag(self) -> str:
        """Name of the option as it is typed, such as ``--bot-seed``."""
        return self._names()[0]

    def parameter(self) -> Parameter:
        """Return the parameter that typer reads: None unless it is typed."""
        metavar = PAIRS if self._struct else METAVARS.get(self._kind)
        completes = self._extra.get("completes")
        shown: dict[str, Any] = {"help": self.description + self._shown_default()}
        if self._kind is not bool:
            shown["metavar"] = self._extra.get("metavar", metavar)
            shown["autocompletion"] = completes and getattr(completion, f"complete_{completes}")
            shown |= zip(("min", "max"), self._bounds, strict=False)
        if self._extra.get("argument"):
            info = typer.Argument(None, **shown)
        else:
            info = typer.Option(None, *self._names(), **shown)
        kind = self._kind | None
        return Parameter(self.name, Parameter.KEYWORD_ONLY, default=info, annotation=kind)

    def read(self, value: object) -> object:
        """Return the value of the field, given what typer read.

        Raises:
            MisuseError: The struct in the field has no such field, or the field no such value.
        """
        if value is None or self._struct is None:
            return value
        pairs = [part for part in str(value).split(",") if part.strip()]
        try:
            struct = parse_settings(
                self._struct, read_pairs(pairs, f"{self.flag} {PAIRS}"), "setting"
            )
        except SetupError as fault:
            raise MisuseError(f"{self.flag}: {fault}") from None
        problem = getattr(struct, "fault", lambda: None)()
        if problem:
            raise MisuseError(f"{self.flag}: {problem}")
        return struct

    def _names(self) -> list[str]:
        """Return the names of the option; a switch that is on by default can be turned off."""
        named = self._extra.get("option", "--" + self.name.replace("_", "-"))
        if self._kind is bool and self.default is True:
            return [f"{named}/--no-{named.removeprefix('--')}"]
        return str(named).split()

    def _shown_default(self) -> str:
        shown = isinstance(self.default, int | float | str) and not isinstance(self.default, bool)
        return f"  [default: {self.default}]" if shown and self.default else ""


def _typed_as(kind: object) -> Any:
    """Return the type that typer reads for values of a ``kind``, the simplest that there is."""
    base = _unwrapped(kind)
    if get_origin(base) in {Union, UnionType}:
        members = [_typed_as(one) for one in get_args(base) if one is not NoneType]
        return next((one for one in (bool, str) if one in members), members[0])
    if get_origin(base) in {list, tuple}:
        return GenericAlias(list, (_typed_as(get_args(base)[0]),))
    return str if _struct_in(base) else base


def _struct_in(kind: object) -> type[Struct] | None:
    """Return the struct that a type is, or None if it is another."""
    base = _unwrapped(kind)
    return base if isinstance(base, type) and issubclass(base, Struct) else None


def _unwrapped(kind: object) -> object:
    """Return a type without its annotations."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _metas(kind: object) -> Iterator[Meta]:
    """Yield what a type says about itself, then what the members of a union say."""
    if get_origin(kind) is Annotated:
        yield from (one for one in get_args(kind)[1:] if isinstance(one, Meta))
        kind = _unwrapped(kind)
    if get_origin(kind) in {Union, UnionType}:
        for member in get_args(kind):
            yield from _metas(member)
