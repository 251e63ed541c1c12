"""Building a site: a folder of static files with relative links.

Each language has a folder of pages; ``static`` and ``python`` are shared. No file names another
host, and each page brings the policy that a server would send.
"""

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path

import msgspec

from parlour.match import Game
from parlour.rules import MisuseError, writing
from parlour.words import offered, say, speaking
from parlour_site import stranger_page
from parlour_site.archive import archives
from parlour_site.games import SiteGame
from parlour_site.runtime import LOADED, WASM, Runtime
from parlour_web.front import LEVELS, front_games
from parlour_web.page_acts import face_of
from parlour_web.page_files import OF_SERVERS, PARTS, PageFiles, has_part, static_files

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none'; "
    "require-trusted-types-for 'script'; trusted-types parlour-worker parlour-offline"
)
"""Rights of a page. The worker, which alone runs WebAssembly, has others: ``sw.js`` sends them."""
OFFLINE = "sw.js"
"""The script that keeps a site without a network; it begins with the list of all files."""
LIST = "const FILES = "
"""The beginning of that list."""
WAY = "local"
"""The name of the script that reaches the tables of pages."""
FRONT_SCRIPT = "here_front.js"
"""The script that adds to the front page what only a site has."""


class SitePages(PageFiles):
    """The pages of a site: each brings its policy, and what keeps it without a network."""

    def text(self, template: str, /, **given: object) -> str:
        """Return a page, or a part of one, made from a template."""
        scripts = ["offline.js", *[FRONT_SCRIPT] * (template == "front.html")]
        head = [f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">']
        head += [f'<script type="module" src="{self.static}/{name}"></script>' for name in scripts]
        charset = '<meta charset="utf-8">'
        return super().text(template, **given).replace(charset, "\n  ".join([charset, *head]), 1)


def address(path: str) -> str:
    """Return the file of a page's folder for a path of a server; ``local.js`` does the same."""
    place, hash_, mark = path.partition("#")
    kind, _, rest = place.removeprefix("/").partition("/")
    if kind == "games":
        name, _, part = rest.partition("/")
        return f"{name}.{part}{'' if '.' in part else '.html'}{hash_}{mark}"
    return f"{kind or 'index'}.html{hash_}{mark}"


def write_site(folder: Path, runtime: Runtime, games: Sequence[SiteGame]) -> dict[str, bytes]:
    """Write a site into a folder, and return its files by path.

    Raises:
        ParlourError: The folder holds something else, a game does not go into a site, or nothing
            can be written.
    """
    former = former_files(folder)
    made = dict(_files(runtime, games))
    digests = {path: sha256(raw).hexdigest()[:16] for path, raw in sorted(made.items())}
    listed = f"{LIST}{json.dumps(digests)};\n".encode()
    made[OFFLINE] = listed + _own(OFFLINE)
    with writing(folder):
        for path in former - made.keys():
            (folder / path).unlink(missing_ok=True)
        for path, raw in made.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(raw)
    return made


def former_files(folder: Path) -> set[str]:
    """Return the files of the site that a folder holds.

    Raises:
        MisuseError: It holds something else.
    """
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return set()
    try:
        first = (folder / OFFLINE).read_text(encoding="utf-8").partition("\n")[0]
        listed: dict[str, str] = json.loads(first.removeprefix(LIST).removesuffix(";"))
    except (OSError, ValueError):
        raise MisuseError(f"expected a new folder, or one with a site, got '{folder}'") from None
    return {path for path in listed if not Path(path).is_absolute() and ".." not in path}


def _files(runtime: Runtime, games: Sequence[SiteGame]) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file but the list of all."""
    packed = archives(runtime, games)
    python = {name: runtime.pyodide[name] for name in LOADED if name != WASM} | packed
    # A site is small on a host that compresses nothing, too.
    python[f"{WASM}.gz"] = gzip.compress(runtime.pyodide[WASM], 9, mtime=0)
    python["lock.json"] = runtime.lock
    yield from ((f"python/{name}", raw) for name, raw in python.items())
    static = {name: raw for name, raw in static_files().items() if name not in OF_SERVERS}
    static |= {name: _own(name) for name in _own_names() if name != OFFLINE}
    static["about.js"] = _about(python)
    yield from ((f"static/{name}", raw) for name, raw in static.items())
    yield "index.html", _language_page().encode()
    for language in offered():
        with speaking(language):
            for name, text in pages([one.game for one in games]):
                yield f"{language}/{name}", text.encode()


def pages(games: Sequence[Game]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each page in the language that is spoken."""
    files_of = SitePages("../static", address, WAY)
    yield (
        "index.html",
        files_of.text("front.html", games=front_games(games), levels=LEVELS, may_run=False),
    )
    yield "me.html", files_of.text("me.html")
    of_stranger = SitePages("../static", address, stranger_page.WAY)
    script = _own("frame.js").decode()
    yield stranger_page.FILE, stranger_page.stranger_page(of_stranger, POLICY, script)
    for game in games:
        face = face_of(game)
        yield (
            f"{game.id}.html",
            files_of.text(
                "table.html", name="", face=face, notices=(), push="", games=(), is_open=True
            ),
        )
        for part in PARTS:
            if has_part(game, part):
                yield address(f"/games/{game.id}/{part}"), files_of.part(game, part)


def _language_page() -> str:
    """Return the first page, which leads to a reader's language."""
    links = (
        f'<a href="{code}/index.html" lang="{code}" hreflang="{code}">{escape(name)}</a>'
        for code, name in offered().items()
    )
    lines = "\n".join(f"    <li>{link}</li>" for link in links)
    return f"""<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>{escape(say("front.page"))}</title>
  <link rel="icon" href="static/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="static/page.css">
  <script type="module" src="static/languages.js"></script>
</head>
<body class="reading">
<main>
  <h1>Parlour</h1>
  <ul>
{lines}
  </ul>
</main>
</body>
</html>
"""


def _about(python: Mapping[str, bytes]) -> bytes:
    """Return a script with what pages say of their site."""
    megabytes = round(sum(map(len, python.values())) / 1e6)
    return (
        f"// What pages say of this site; written when it is made.\n"
        f"export const SIZE = {megabytes};\n"
        f"export const LANGUAGES = {msgspec.json.encode(offered()).decode()};\n"
    ).encode()


def _own_names() -> list[str]:
    return sorted(file.name for file in (files("parlour_site") / "static").iterdir())


def _own(name: str) -> bytes:
    return (files("parlour_site") / "static" / name).read_bytes()
