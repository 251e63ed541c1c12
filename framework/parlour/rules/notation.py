"""The short text of every move and outcome, written and read by one set of forms."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import chain, pairwise
from operator import attrgetter
from typing import Any, Generic, TypeAlias, TypeVar, get_args, get_type_hints

import msgspec

from parlour.rules.answers import Answer, Outcome
from parlour.rules.errors import FlowError, NotationError
from parlour.rules.one_line import cut
from parlour.rules.seats import A_SEAT

T = TypeVar("T")
A = TypeVar("A", bound=Answer)

MAX_TEXTS = 100_000
"""Maximum number of texts that a notation remembers; then it forgets them all."""

Blank: TypeAlias = tuple[str, str, Callable[[object], str]]
"""Text before a field, the name of the field, and what writes its value."""
TemplatePart: TypeAlias = tuple[tuple[Blank, ...], str, tuple[str, ...], bool]
"""The blanks, the text behind them, the names of the fields, and whether defaults leave it out."""
Template: TypeAlias = tuple[TemplatePart, ...]

SIGNED = re.compile(r"[+-].*|\d*_[\d_]*")
"""Numbers with a sign or a mark, which Python reads and nobody writes: ``+1``, ``1_0``."""

_PART = re.compile(r"\{(?P<field>\w+)\}|(?P<open>\[)|(?P<close>\])|(?P<words>[^{}\[\]]+)")

_FIELD = re.compile(r"\{(\w+)\}")


class Spelling(Generic[T]):
    """Writes and reads the values of a field, for use in ``Annotated[int, Spelling(…)]``.

    ``write`` returns the text of a value, with no letter that ends a move's form. ``read`` returns
    the value, and raises ``ValueError`` or ``LookupError`` for a text that is not such a value.
    ``pattern`` is the regular expression of all such texts, if they may hold spaces.
    """

    def __init__(
        self, write: Callable[[T], str], read: Callable[[str], T], pattern: str = r"\S+"
    ) -> None:
        self.write = write
        self.read = read
        self.pattern = pattern


class Form:
    """The form of one kind of answer, made ready for writing and reading."""

    def __init__(self, kind: type[Answer]) -> None:
        self.kind = kind
        self.form = kind.form or kind.__name__.lower()
        hints = get_type_hints(kind, include_extras=True)
        self.types = {name: hints[name] for name in kind.__struct_fields__}
        self.spellings = {name: _spelling(hint) for name, hint in self.types.items()}
        self.seats = tuple(
            name
            for name, hint in self.types.items()
            if A_SEAT in str(hint) and not self.spellings[name]
        )
        """The fields that are seats: people read and type a name there, or a number from 1."""
        self.defaults = _defaults(kind)
        self.pattern = self._compiled(self.form)
        self.typed = self._compiled(self.form, seat=".+?") if self.seats else self.pattern
        """The pattern of the form as people type it, with names of seats."""
        self.former = [self._compiled(form) for form in kind.former_forms]
        self.is_open = (
            kind.public_form is None
            and getattr(kind, "shown_to", Outcome.shown_to) is Outcome.shown_to
        )
        """Whether an outcome of this kind is shown to all seats, for all values of its fields."""
        self.public_form = re.compile(self._pattern(kind.public_form)) if kind.public_form else None
        self._template = self._prepared(self.form)
        self._public_template = self._prepared(kind.public_form) if kind.public_form else None
        public_names = re.findall(r"\{(\w+)\}", kind.public_form or "")
        self._public_values = attrgetter(*public_names) if public_names else None
        self._public_texts: dict[object, str] = {}

    @property
    def shown(self) -> str:
        """The form as people read it, with capitals for the parts to fill in: ``lay CELL``."""
        return _FIELD.sub(lambda field: field[1].upper(), self.form)

    @property
    def verb(self) -> str:
        """The words of the form before its first field: ``place ship``."""
        return re.split(r"[{\[]", self.form, maxsplit=1)[0].strip() or self.form

    def write(self, answer: Answer) -> str:
        """Write ``answer`` in its form."""
        return self._fill(answer, self._template)

    def write_public(self, answer: Answer) -> str | None:
        """Write ``answer`` in its public form, or return None if all may see it."""
        template = self._public_template
        if template is None:
            return None
        # Remembered by the values that the public form names: others may be secret.
        named = self._public_values(answer) if self._public_values else None
        text = self._public_texts.get(named)
        if text is None:
            if len(self._public_texts) > MAX_TEXTS:
                self._public_texts.clear()
            text = self._public_texts[named] = self._fill(answer, template)
        return text

    def field_texts(self, answer: Answer) -> dict[str, str]:
        """Return the text of each field that the form names: ``{"cell": "b1"}``."""
        return {name: self._text(answer, name) for name in _FIELD.findall(self.form)}

    def typed_texts(self, answer: Answer) -> dict[str, str]:
        """Return those texts as people type them: seats count from 1."""
        texts = self.field_texts(answer).items()
        return {name: _from_1(text) if name in self.seats else text for name, text in texts}

    def written_texts(self, answer: Answer) -> dict[str, str]:
        """Return those texts of fields that ``write`` writes: a part may be left out."""
        parts = (
            names
            for _, _, names, optional in self._template
            if not (optional and self._is_default(answer, names))
        )
        return {name: self._text(answer, name) for names in parts for name in names}

    def fill(self, texts: Mapping[str, str], blank: str) -> str:
        """Fill the form with texts of fields; one without a text is ``blank``.

        A part in square brackets is left out unless each of its fields has a text other than its
        default's.
        """
        changed = {name: text for name, text in texts.items() if text != self._default_text(name)}
        optional = re.sub(
            r"\[([^\]]*)\]",
            lambda part: (
                part[1] if changed.keys() >= set(re.findall(r"\{(\w+)\}", part[1])) else ""
            ),
            self.form,
        )
        return re.sub(r"\{(\w+)\}", lambda field: texts.get(field[1], blank), optional)

    def read(self, text: str) -> Answer | None:
        """Read ``text``, or return None if it has another form."""
        return self._read_by(self.pattern, text)

    def read_former(self, text: str) -> Answer | None:
        """Read ``text`` in one of the former forms, or return None if it has another form."""
        answers = (self._read_by(pattern, text) for pattern in self.former)
        return next(filter(None, answers), None)

    def read_field(self, name: str, text: str) -> object:
        """Return the value of the field ``name`` as typed, or in small letters, or in capitals.

        Raises:
            ValueError: It has no text, or another error as its Spelling raises it.
        """
        if SIGNED.fullmatch(text) and text != self._canonical(name, text):
            raise ValueError(text)
        for typed in (text, text.lower()):
            try:
                return self._read(name, typed)
            except (ValueError, LookupError):
                continue
        return self._read(name, text.upper())

    def _canonical(self, name: str, text: str) -> str:
        """Return the text that the value of a number is written with."""
        return self._value_text(self._read(name, text), name)

    def _read_by(self, pattern: re.Pattern[str], text: str) -> Answer | None:
        match = pattern.fullmatch(text)
        if match is None:
            return None
        try:
            fields = {
                name: self.read_field(name, part)
                for name, part in match.groupdict().items()
                if part is not None
            }
            return self.kind(**fields)
        except (ValueError, LookupError, TypeError):
            return None

    def _compiled(self, form: str, seat: str = r"\S+") -> re.Pattern[str]:
        return re.compile(self._pattern(form, seat), re.IGNORECASE)

    def _pattern(self, form: str, seat: str = r"\S+") -> str:
        """Turn a form into a regular expression."""
        pieces = []
        for part in _PART.finditer(form):
            if part["field"]:
                spelling = self.spellings.get(part["field"])
                plain = seat if part["field"] in self.seats else r"\S+"
                value = spelling.pattern if spelling else plain
                pieces.append(f"(?P<{part['field']}>{value})")
            elif part["words"]:
                pieces.append(re.escape(part["words"]))
            else:
                pieces.append("(?:" if part["open"] else ")?")
        return "".join(pieces)

    def _fill(self, answer: Answer, template: Template) -> str:
        written = ""
        try:
            for blanks, end, names, optional in template:
                if not (optional and self._is_default(answer, names)):
                    for before, name, write in blanks:
                        written += before + write(getattr(answer, name))
                    written += end
        except TypeError:
            for _, _, names, _ in template:
                for name in names:
                    self._text(answer, name)  # says which field has no text
            raise
        return written

    def _prepared(self, form: str) -> Template:
        """Return the parts of a form, ready to be filled in."""
        parts: list[TemplatePart] = []
        for optional, part in re.findall(r"\[([^\]]*)\]|([^\[\]]+)", form):
            *before, end = re.split(r"\{\w+\}", optional or part)
            names = tuple(re.findall(r"\{(\w+)\}", optional or part))
            spellings = (self.spellings.get(name) for name in names)  # game_checks finds strangers
            writers = (_plain if spelling is None else spelling.write for spelling in spellings)
            parts.append(
                (tuple(zip(before, names, writers, strict=True)), end, names, bool(optional))
            )
        return tuple(parts)

    def _text(self, answer: Answer, name: str) -> str:
        return self._value_text(getattr(answer, name), name)

    def _default_text(self, name: str) -> str | None:
        return self._value_text(self.defaults[name], name) if name in self.defaults else None

    def _value_text(self, value: object, name: str) -> str:
        spelling = self.spellings[name]
        if spelling is None:
            return _plain(value)
        text: object = spelling.write(value)
        if not isinstance(text, str):
            kind = self.kind.__name__
            raise FlowError(
                f"expected the Spelling of '{name}' in {kind} to write a text, got {text!r}"
            )
        return text

    def mismatch(self, answer: Answer) -> str:
        """Name the field whose text its own Spelling cannot read; empty if it reads all."""
        for name, spelling in self.spellings.items():
            if spelling:
                text = self._text(answer, name)
                if not re.fullmatch(spelling.pattern, text, re.IGNORECASE):
                    return f"'{text}' does not fit the pattern {spelling.pattern} of '{name}'"
        return ""

    def _read(self, name: str, part: str) -> object:
        spelling = self.spellings[name]
        if spelling:
            return spelling.read(part)
        return msgspec.convert(part, self.types[name], strict=False)

    def _is_default(self, answer: Answer, names: tuple[str, ...]) -> bool:
        return all(getattr(answer, name) == self.defaults.get(name) for name in names)


class Notation(Generic[A]):
    """Writes and reads the answers of one union, ``Take | Lay | Stay``.

    Every bot is handed it with its game. So it remembers no texts but public ones: a memory of
    others would show sealed answers, hands and refused moves.
    """

    def __init__(self, union: object, what: str) -> None:
        kinds = get_args(union) or (union,)
        self.forms = {
            kind: Form(kind) for kind in kinds if isinstance(kind, type) and kind is not type(None)
        }
        self.what = what
        self.seated = tuple(form for form in self.forms.values() if form.seats)
        """The forms that name seats."""

    def write(self, answer: A) -> str:
        """Return the text of an answer.

        Raises:
            FlowError: The game does not name its kind.
        """
        kind = type(answer)
        if kind not in self.forms:
            known = " | ".join(form_kind.__name__ for form_kind in self.forms)
            raise FlowError(
                f"cannot write the {self.what} {kind.__module__}.{kind.__name__}: expected "
                f"Game({self.what}s=...) to name its kind, got {known}"
            )
        return self.forms[kind].write(answer)

    def parted(self, text: str, names: Collection[str] = ()) -> tuple[str, ...]:
        """Return the text of an answer in parts; each second part is the number of a seat.

        Of a typed text, it may be one of ``names``, in small letters.
        """
        for form in self.seated:
            for pattern in filter(None, (form.typed, form.public_form)):
                if fitting := pattern.fullmatch(text):
                    named = [name for name in form.seats if fitting.groupdict().get(name)]
                    cuts = [0, *chain.from_iterable(sorted(map(fitting.span, named))), len(text)]
                    parts = tuple(text[start:end] for start, end in pairwise(cuts))
                    if all(one.isdecimal() or one.casefold() in names for one in parts[1::2]):
                        return parts
        return (text,)

    def typed(self, answer: A) -> str:
        """Return the text of an answer as people type it in English: seats count from 1."""
        parts = self.parted(self.write(answer))
        return "".join(_from_1(part) if at % 2 else part for at, part in enumerate(parts))

    def write_public(self, answer: A) -> str:
        """Return the text for seats that may not see an answer."""
        return self.forms[type(answer)].write_public(answer) or self.what

    def read(self, text: str) -> A:
        """Return the answer whose text this is, in its form or in one of its former forms.

        Raises:
            NotationError: No answer has this text.
        """
        squeezed = " ".join(text.split())
        for read in (Form.read, Form.read_former):
            for form in self.forms.values():
                answer = read(form, squeezed)
                if answer is not None:
                    return answer  # type: ignore[return-value]  # forms are of A's kinds
        shown = cut(squeezed, 60)
        raise NotationError(f"cannot read {self.what} {shown!r}: expected {self.expected()}")

    def kind(self, told: str) -> type[Answer] | None:
        """Return the kind of answer with this text or public form, or None."""
        for kind, form in self.forms.items():
            if form.read(told) is not None or (
                form.public_form and form.public_form.fullmatch(told)
            ):
                return kind
        return None

    def instead(self, answer: Answer, others: Iterable[Answer]) -> tuple[str, ...]:
        """Return a field, and its text in ``answer`` that none of the others has there.

        The texts that they have instead follow. A field that is chosen first comes first.
        """
        form = self.forms[type(answer)]
        texts = form.written_texts(answer)
        first = getattr(answer, "chosen_first", ())
        left = [form.written_texts(other) for other in others if type(other) is form.kind]
        for name in dict.fromkeys(name for name in (*first, *texts) if name in texts):
            possible = dict.fromkeys(other[name] for other in left if name in other)
            left = [other for other in left if other.get(name) == texts[name]]
            if not left:
                return (name, texts[name], *possible)
        return ("", "")

    def expected(self) -> str:
        """List the forms, for a person."""
        forms = [f"'{form.form}'".replace("{", "").replace("}", "") for form in self.forms.values()]
        return " or ".join(filter(None, [", ".join(forms[:-1]), forms[-1] if forms else "nothing"]))


def _plain(value: object) -> str:
    """Return the text of a value that has no Spelling."""
    return str(value if type(value) is int else msgspec.to_builtins(value))


def _from_1(seat: str) -> str:
    """Return the number of a seat as people count; no seat has a text that is no number."""
    return str(int(seat) + 1) if seat.isdecimal() else seat


def _spelling(hint: object) -> Spelling[Any] | None:
    return next((m for m in getattr(hint, "__metadata__", ()) if isinstance(m, Spelling)), None)


def _defaults(kind: type[Answer]) -> dict[str, object]:
    fields = msgspec.structs.fields(kind)
    return {f.name: f.default for f in fields if f.default is not msgspec.NODEFAULT}
