"""Reads files of sentences in the format of GNU gettext, which translators' tools open."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from gettext import c2py
from itertools import chain
from typing import NamedTuple

SEPARATOR = "\4"
"""Character between a context and a code, as in gettext's own keys."""

_ENTRY = re.compile(r'^(msgctxt|msgid|msgid_plural|msgstr)(?:\[\d+\])?\s+"(.*)"$')
_PLURAL = re.compile(r"nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*([^;]+)")
_SLOT = re.compile(r"\{[^\W\d]\w*(?::[a-z]+)?\}|\{\{|\}\}")
"""A slot for a value, in a form of the language or without, and braces that are shown."""
_ESCAPED = {"n": "\n", "t": "\t"}


class Sentences(NamedTuple):
    """The sentences of one language."""

    texts: Mapping[str, tuple[str, ...]]
    """The forms of each sentence, one a plural, by its code, with its context before that."""
    heads: Mapping[str, str]
    """The lines of the header by name: ``Language``, ``X-Name`` …"""
    plurals: int
    """Number of forms that a number selects."""
    plural: Callable[[int], int]
    """Return the place of the form of a number."""
    odd: Collection[str]
    """The keys of sentences that are not read: a translator may only name values, not ask more."""


def read_po(text: str) -> Sentences:
    """Read a file of sentences. A sentence that is still empty is left out."""
    texts = {key: forms for key, forms in _entries(text) if any(forms)}
    odd = frozenset(filter(lambda key: _are_odd(texts[key]), texts)) if _are_odd((text,)) else ()
    for key in odd:
        del texts[key]
    heads = dict(line.partition(": ")[::2] for line in texts.pop("", ("",))[0].splitlines())
    for rule in _PLURAL.finditer(heads.get("Plural-Forms", "")):
        with suppress(ValueError):  # no rule that computes
            return Sentences(texts, heads, int(rule[1]), c2py(rule[2]), odd)
    return Sentences(texts, heads, 2, c2py("n != 1"), odd)


def _are_odd(forms: tuple[str, ...]) -> bool:
    """Return whether a form has a slot with more than a name and a form, or is no UTF-8."""
    return not {"{", "}", "\ufffd"}.isdisjoint("".join(_SLOT.sub("", form) for form in forms))


def _entries(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the key of each entry and its forms."""
    context = ""
    code = ""
    forms: list[str] = []
    field = ""
    for line in chain(text.splitlines(), ['msgid ""']):
        entry = _ENTRY.match(line)
        if entry is None:
            if line.startswith('"'):
                more = _plain(line.strip()[1:-1])
                if field == "msgstr":
                    forms[-1] += more
                elif field == "msgid":
                    code += more
            continue
        field = entry[1]
        if field in {"msgctxt", "msgid"} and forms:
            yield f"{context}{SEPARATOR}{code}" if context else code, tuple(forms)
            context = ""
            forms = []
        value = _plain(entry[2])
        if field == "msgctxt":
            context = value
        elif field == "msgid":
            code = value
        elif field == "msgstr":
            forms.append(value)


def _plain(quoted: str) -> str:
    """Return a quoted text without its escapes."""
    return (
        re.sub(r"\\(.)", lambda escape: _ESCAPED.get(escape[1], escape[1]), quoted)
        if "\\" in quoted
        else quoted
    )
