"""The codes of a game's refusals, read from its source, against the sentences it brings."""

import ast
import string
from collections.abc import Iterable, Iterator, Mapping
from inspect import signature
from pathlib import Path
from types import ModuleType

from parlour import Phrase
from parlour.rules.words import Wording


def refusals_of(source: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the code and the names of the values of each ``Refusal.of`` in a source text."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Refusal.of"):
            _rule, code = node.args
            assert isinstance(code, ast.Constant), f"line {node.lineno}: no literal code"
            yield str(code.value), frozenset(str(value.arg) for value in node.keywords)


def values_of(wording: Wording) -> frozenset[str]:
    """Return the names of the values that a sentence needs."""
    if isinstance(wording, Phrase):
        return wording.phrasebook.slots(wording.code)
    if isinstance(wording, str):
        return frozenset(name for _, name, _, _ in string.Formatter().parse(wording) if name)
    return frozenset(signature(wording).parameters)


def check(sources: Iterable[str], sentences: Mapping[str, Wording]) -> None:
    """Compare the codes that source texts give with those that have a sentence, and the values."""
    given = [refusal for source in sources for refusal in refusals_of(source)]
    assert {code for code, _ in given} == set(sentences)
    unlike = {code: names for code, names in given if names != values_of(sentences[code])}
    assert not unlike, "these values are not those that the sentences name"


def sources_of(package: ModuleType) -> Iterator[str]:
    """Yield the texts of all modules of a package."""
    (folder,) = package.__path__
    for path in sorted(Path(folder).rglob("*.py")):
        yield path.read_text(encoding="utf-8")


def sentences_in(package: ModuleType) -> Iterator[str]:
    """Yield what reads like a sentence in the phases of a package: texts with values, or long.

    Docstrings are no such texts, nor are names of two words such as ``start player``.
    """
    (folder,) = package.__path__
    for path in sorted((Path(folder) / "phases").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr) or (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and len(node.value.split()) > 2
                and id(node) not in alone
            ):
                yield f"{path.name}:{node.lineno}: {ast.unparse(node)}"
