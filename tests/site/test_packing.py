"""What a site packs of the modules: those that are imported, now or later, and no others."""

import io
import marshal
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from types import CodeType
from typing import Any
from zipfile import ZipFile

import pytest

import parlour
from parlour.rules import MisuseError, PluginError
from parlour_site.archive import check_imports
from parlour_site.building import POLICY, address, former_files, pages
from parlour_site.compiling import LEAN, compiled
from parlour_site.games import OWN, SiteGame, entry_points, site_games
from parlour_site.modules import Module, imported, in_folder, needed

SOURCES = {
    "a": "import b.c\nfrom d import e as f\n\ndef later():\n    import g",
    "b/__init__": "PLACE = 'h.i:run'",
    "b/c": "from . import j\nfrom .k import l",
    "b/j": "",
    "b/k": "if TYPE_CHECKING:\n    import typed\nelse:\n    import untyped",
    "d": "",
    "g": "import left.out",
    "h/__init__": "",
    "h/i": "",
    "left/__init__": "",
    "left/out": "import beyond",
    "typed": "",
    "untyped": "",
    "beyond": "",
    "unused": "",
}


@pytest.fixture
def known(tmp_path: Path) -> dict[str, Module]:
    for path, source in SOURCES.items():
        (tmp_path / f"{path}.py").parent.mkdir(exist_ok=True)
        (tmp_path / f"{path}.py").write_text(source, encoding="utf-8")
    firsts = {path.partition("/")[0] for path in SOURCES}
    return {one.name: one for first in firsts for one in in_folder(tmp_path, first)}


def test_a_site_has_what_is_imported_now_or_later_or_named_as_a_place(
    known: dict[str, Module],
) -> None:
    reached = needed(["a"], known, re.compile(r"left\.out"))

    expected = "a b b.c b.j b.k d g h h.i untyped"
    assert list(reached) == expected.split()


def test_a_relative_import_has_the_name_of_its_package(known: dict[str, Module]) -> None:
    assert {"b", "b.j", "b.k", "b.k.l"} <= set(imported(known["b.c"]))


@pytest.mark.parametrize(
    ("path", "file"),
    [
        pytest.param("/", "index.html", id="front"),
        pytest.param("/#learn", "index.html#learn", id="a part of the front page"),
        pytest.param("/me", "me.html", id="figures"),
        pytest.param("/games/maori/rules", "maori.rules.html", id="rules"),
        pytest.param("/games/maori/inks.css", "maori.inks.css", id="a style sheet"),
    ],
)
def test_an_address_of_a_server_is_a_file_of_the_folder(path: str, file: str) -> None:
    assert address(path) == file


def test_a_game_that_needs_more_than_python_and_parlour_is_refused(tmp_path: Path) -> None:
    (tmp_path / "strange.py").write_text("import hypothesis", encoding="utf-8")
    strange = SiteGame(parlour.load("maori"), "strange", "strange", tmp_path, OWN)
    reached = {module.name: module for module in strange.modules()}

    with pytest.raises(PluginError, match=r"'maori'.* strange\.py imports 'hypothesis'"):
        check_imports([strange], reached)


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann", encoding="utf-8")

    with pytest.raises(MisuseError, match="expected a new folder, or one with a site"):
        former_files(tmp_path)


def test_a_list_of_files_leads_to_no_file_outside_its_folder(tmp_path: Path) -> None:
    listed = '{"en/index.html": "1", "../letter.txt": "2", "/etc/letter": "3"}'
    (tmp_path / "sw.js").write_text(f"const FILES = {listed};\n", encoding="utf-8")

    assert former_files(tmp_path) == {"en/index.html"}


def test_a_game_is_wanted_once() -> None:
    with pytest.raises(MisuseError, match="'maori' twice"):
        site_games(["maori", "maori"])


def test_without_names_a_site_has_the_included_games() -> None:
    assert [one.game.id for one in site_games([])] == ["giants", "maori", "rapa_nui"]


def test_a_site_has_a_sample_that_is_named_and_lists_it_as_ours() -> None:
    games = site_games(["leduc", "maori"])

    assert [one.package for one in games] == ["parlour_samples", "parlour_maori"]
    (points,) = entry_points(games).values()
    assert "\nleduc = parlour_samples.leduc\n" in points


def test_a_page_names_no_other_host_and_brings_its_policy() -> None:
    shown = dict(pages([parlour.load("maori")]))

    assert {"index.html", "maori.html", "maori.rules.html", "maori.five.html"} <= shown.keys()
    for name, text in shown.items():
        assert not re.search(r'(?:href|src)="(?:/|https?:)', text), name
        # The frame of a stranger's game has a policy of its own: tests/page/test_stranger.py.
        assert (POLICY in unescape(text)) is (name.endswith(".html") and name != "game.html"), name


def lines_of(code: CodeType) -> Iterator[set[int | None]]:
    """Yield the lines of each function in code."""
    yield {line for _, _, line in code.co_lines()} - {None, 0}
    for inside in code.co_consts:
        if isinstance(inside, CodeType):
            yield from lines_of(inside)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        pytest.param(LEAN, [{1}, {3}], id="lean"),
        pytest.param("", [{1, 3}, {3, 4, 5}], id="whole"),
    ],
)
def test_a_lean_module_runs_and_keeps_the_first_line_of_a_function_alone(
    kind: str, expected: list[set[int]]
) -> None:
    source = "A = 1\n\ndef b(c):\n    c += A\n    return [c] * 20 + [c, c, c]\n"
    made = io.BytesIO()
    with ZipFile(made, "w") as archive:
        archive.writestr(f"{kind}a.py", source)

    with ZipFile(io.BytesIO(compiled(made.getvalue()))) as archive:
        code = marshal.loads(archive.read("a.pyc")[16:])  # noqa: S302  our own

    assert list(lines_of(code)) == expected
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102  our own
    assert names["b"](1) == [2] * 23
