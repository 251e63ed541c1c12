"""The types of messages for the scripts of pages: ``python -m tests.script.message_types``.

They are made from the schemas of the messages, so that a script that reads a field which is not
sent does not pass its check.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import Struct, structs

from parlour.rules.picture import PicturePanel
from parlour.table import TableView
from parlour.table.view import NoPreview
from parlour_web import messages
from parlour_web.messages import LISTED, FromPage, MovesMessage, PageMessage, PanelLines

MADE = Path(messages.__file__).with_name("messages.d.ts")
"""The file with the types."""
SENT: Sequence[type[Struct]] = (
    *(
        one
        for _, one in sorted(vars(messages).items())
        if isinstance(one, type)
        and issubclass(one, Struct)
        and one.__module__ == messages.__name__
        and one.__struct_config__.tag
        and not issubclass(one, FromPage)
    ),
    NoPreview,
)
"""The messages to a page, but views, which come in parts."""
REF = "#/$defs/"
SIMPLE = {name: name for name in ("string", "number", "boolean", "null")} | {"integer": "number"}
HEAD = """\
// Made from parlour_web/messages.py by: python -m tests.script.message_types
// What a page sends and what comes to it. A field with a question mark may be left out.

"""
VIEW = """\
/** A panel as a page has it: drawn, or as lines. */
export type ShownPanel =
  Pick<PanelLines, "name" | "title" | "needed"> & Partial<PicturePanel> & Partial<PanelLines>;

/** The table of a view. */
export interface ShownTable {
  picture?: PicturePanel[];
  text: PanelLines[];
  described: string[];
  changed: string[];
  gone: string[];
}

/** The fields of a view that have changed; in lists, pairs of numbers stand for known items. */
export interface ViewMessage {
  type: "view";
  parts: Record<string, any>;
}

"""


def types() -> str:
    """Return the types of all messages, as TypeScript declares them."""
    own = get_type_hints(TableView)
    fields = {name: own[name] for name in TableView.__struct_fields__ if name not in LISTED}
    fields |= {"moves": MovesMessage, "log": own["log"], "signs": tuple[str, ...]}
    view = msgspec.defstruct("View", list(fields.items()))
    asked = get_args(PageMessage)
    parts = (view, PicturePanel, PanelLines)
    _, named = msgspec.json.schema_components(
        (*SENT, *asked, *parts), schema_hook=lambda _: {}, ref_template=REF + "{name}"
    )
    omitting = {one.__name__ for one in _structs((*SENT, view, PanelLines)) if _omits(one)}
    omitting |= {one.__name__ for one in asked}
    names = {"View": "TableView"}
    lines = (
        _interface(names.get(name, name), schema, is_whole=name not in omitting)
        for name, schema in sorted(named.items())
    )
    declared = "".join(lines).replace(
        "export interface TableView {\n",
        "/** Everything that a seat, or a spectator, is shown of a table. */\n"
        'export interface TableView {\n  type: "view";\n  table: ShownTable;\n',
    )
    sent = " | ".join(["ViewMessage", *(one.__name__ for one in SENT)])
    said = " | ".join(one.__name__ for one in asked)
    return (
        f"{HEAD}{declared}{VIEW}/** What comes to a page. */\nexport type Message = {sent};\n\n"
        f"/** What a page sends. */\nexport type PageMessage = {said};\n"
    )


def _structs(kinds: Sequence[type[Struct]]) -> set[type[Struct]]:
    """Return structs, and all structs in their fields."""
    todo = list(kinds)
    met = set[type[Struct]]()
    while todo:
        one = todo.pop()
        if one in met:
            continue
        met.add(one)
        for field in structs.fields(one):
            todo += [part for part in _parts(field.type) if part not in met]
    return met


def _parts(kind: Any) -> list[type[Struct]]:
    if isinstance(kind, type) and issubclass(kind, Struct):
        return [kind]
    return [part for argument in get_args(kind) for part in _parts(argument)]


def _omits(one: type[Struct]) -> bool:
    return one.__struct_config__.omit_defaults


def _interface(name: str, schema: Mapping[str, Any], *, is_whole: bool) -> str:
    """Return a declaration; of one that ``is_whole``, all fields are sent."""
    if "enum" in schema or schema.get("type") != "object":
        return f"export type {name} = {_type(schema)};\n\n"
    required = schema.get("required", ())
    said = schema.get("description", "").partition("\n")[0]
    lines = [
        f"  {field}{'' if is_whole or field in required else '?'}: {_type(one)};\n"
        for field, one in schema["properties"].items()
    ]
    about = f"/** {said} */\n" if said and name != "TableView" else ""
    return f"{about}export interface {name} {{\n{''.join(lines)}}}\n\n"


def _type(schema: Mapping[str, Any]) -> str:
    """Return a schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(REF)
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(one).decode() for one in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema)
    if kind == "object":
        return f"Record<string, {_type(schema.get('additionalProperties') or {})}>"
    return SIMPLE.get(str(kind), "any")


def _array(schema: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    inside = _type(schema.get("items", {}))
    return f"({inside})[]" if "|" in inside else f"{inside}[]"


if __name__ == "__main__":
    MADE.write_text(types(), encoding="utf-8")
