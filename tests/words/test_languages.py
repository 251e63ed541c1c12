"""The sentences of the framework and of the games: whole in each language, all of them used."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

import parlour
import parlour_site
import parlour_web as web
from parlour.match.decision import SEALED
from parlour.match.game import Game
from parlour.rules.events import ChanceResolved, Played
from parlour.rules.options import settings_of
from parlour.table.acts import Play
from parlour.table.move_list import MoveList
from parlour.table.text.sentences import sentence
from parlour.words.framework import SENTENCES, offered, say
from parlour.words.language import speaking
from parlour.words.phrasebook import Phrasebook
from parlour.words.typed import in_english, in_own_words, own_words
from tests.games.wordings import sources_of
from tests.packages import FOLDERS
from tests.table.seated import match_of, table_of

GAMES = ("giants", "maori", "rapa_nui")
PHRASEBOOKS = [
    pytest.param(SENTENCES, "parlour", id="framework"),
    *(
        pytest.param(parlour.load(name).words.phrasebook, f"parlour_{name}", id=name)
        for name in GAMES
    ),
]
ASKING = {"say", "phrase"}
OF_THE_GAME = {"typed", "game", "option", "option_name", "order"}
"""Beginnings of codes that the framework looks up in a game's phrasebook."""


def texts_in(source: str) -> Iterator[str]:
    """Yield the texts of a module as patterns: a part that is worked out may be anything.

    One that is worked out as a whole would stand for every code, and is left out.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
            if any(re.search(r"\w\w", str(part)) for part in parts if part):
                yield "".join(r"[\w.]*" if part is None else re.escape(str(part)) for part in parts)
        elif isinstance(node, ast.Constant) and re.fullmatch(r"[\w.]+", str(node.value)):
            yield re.escape(str(node.value))


def asked_in(source: str) -> Iterator[str]:
    """Yield the codes that ``say`` and ``phrase`` are called with."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ASKING:
            code = node.args[0]
            for one in (code.body, code.orelse) if isinstance(code, ast.IfExp) else (code,):
                if isinstance(one, ast.Constant):
                    yield str(one.value)


def page_texts() -> Iterator[str]:
    """Yield the templates and the scripts of the pages."""
    web_folder = Path(web.__file__).parent
    site_folder = Path(parlour_site.__file__).parent
    for folder in (web_folder / "pages", web_folder / "static", site_folder / "static"):
        for path in sorted(folder.glob("*.*")):
            if path.suffix in {".html", ".js"}:
                yield path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("phrasebook", "package"), PHRASEBOOKS)
def test_each_code_has_a_sentence_in_each_language(phrasebook: Phrasebook, package: str) -> None:
    assert phrasebook.languages == ("en", "de", "it"), package
    assert phrasebook.problems == ()


@pytest.mark.parametrize(("phrasebook", "package"), PHRASEBOOKS)
def test_each_code_is_used_and_each_code_that_is_used_is_there(
    phrasebook: Phrasebook, package: str
) -> None:
    ours = [folder.name for folder in FOLDERS] if package == "parlour" else [package]
    sources = [source for name in ours for source in sources_of(import_module(name))]
    page = "" if package != "parlour" else "\n".join(map(str, page_texts()))
    english = phrasebook.sentences("en")
    assert english is not None
    codes = {key for key in english.texts if "\4" not in key}
    game: Game | None = None if package == "parlour" else parlour.load(package.partition("_")[2])
    slots = {slot for code in codes for slot in phrasebook.slots(code)}
    options = [setting.name for setting in game.localized_options()] if game else []
    used = re.compile("|".join({text for source in sources for text in texts_in(source)}))

    assert (
        sorted(
            code
            for code in codes
            if not used.fullmatch(code)
            and not used.fullmatch(code.removeprefix("refusal."))
            and code.partition(".")[0] not in {*slots, *options, *OF_THE_GAME}
            and f'"{code.removeprefix("js.")}"' not in page
        )
        == []
    )
    assert {code for source in sources for code in asked_in(source)} <= codes


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize(("phrasebook", "package"), PHRASEBOOKS)
def test_the_english_above_a_sentence_is_that_of_its_code(
    phrasebook: Phrasebook, language: str, package: str
) -> None:
    english = phrasebook.sentences("en")
    assert english is not None, package
    text = phrasebook.file(language).read_text(encoding="utf-8")
    shown = re.findall(r'^#\. (.*)\nmsgid "(.*)"$', text, re.MULTILINE)

    codes = {key for key in english.texts if "\4" not in key}
    assert {code for _, code in shown} == codes
    assert [
        code for above, code in shown if above != " | ".join(english.texts[code]).replace("\n", " ")
    ] == []


@pytest.mark.parametrize("name", [*GAMES, "giants"])
def test_an_option_says_in_english_what_its_field_says(name: str) -> None:
    game: Game = parlour.load(name)
    assert game.localized_options() == list(settings_of(game.options))
    assert game.localized_summary == game.summary
    with speaking("de"):
        told = {one.meaning for one in game.localized_options()} | {game.localized_summary}
    assert told.isdisjoint({one.meaning for one in settings_of(game.options)} | {game.summary})


def test_languages_are_offered_by_their_own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.words.framework.BOOKS", [])
    assert offered() == {"en": "English", "de": "Deutsch", "it": "Italiano"}


def shouted(text: str) -> str:
    """Return a file of sentences in a language of capitals."""
    slots = re.compile(r"(\{[^}]*\}|\\.)")
    head, _, body = text.partition("\n\n")

    def capitals(found: re.Match[str]) -> str:
        parts = slots.split(found[2])
        return found[1] + "".join(part if slots.fullmatch(part) else part.upper() for part in parts)

    return f"{head}\n\n" + re.sub(r'(?m)^(msgstr(?:\[\d\])? ")(.*)$', capitals, body)


@pytest.mark.parametrize("name", GAMES)
def test_a_fourth_language_is_a_file_and_nothing_else(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game: Game = parlour.load(name)
    phrasebook = game.words.phrasebook
    assert phrasebook is not None
    english = phrasebook.file("en").read_text(encoding="utf-8")
    (tmp_path / "en.po").write_text(english, encoding="utf-8")
    (tmp_path / "xx.po").write_text(shouted(english), encoding="utf-8")
    monkeypatch.setattr(phrasebook, "_folder", tmp_path)
    monkeypatch.delitem(vars(phrasebook), "_english", raising=False)
    monkeypatch.setattr(phrasebook, "_read", {})
    match = game.match(seats=game.seats[0], seed=3)
    status, viewer = game.display.status, parlour.Viewer(("Ann", "Ben", "Cid"))
    assert status is not None

    plain = status(match.view(0), viewer)
    with speaking("xx"):
        other = status(match.view(0), viewer)

    assert other != plain
    assert other.casefold() == plain.casefold()
    assert Phrasebook(tmp_path).problems == ()


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("name", GAMES)
def test_drawings_fit_eighty_columns_in_each_language(name: str, language: str) -> None:
    game: Game = parlour.load(name)
    match, rng, draw = game.match(seats=game.seats[-1], seed=4), Random(4), game.display.panels
    viewer = parlour.Viewer(
        tuple(f"Bartholomew {seat}" for seat in range(match.seats)), memory=True
    )
    assert draw is not None
    too_wide = set()
    with speaking(language):
        for _ in range(60):
            if match.is_over:
                break
            seat = match.awaited.seats[0]
            match.play(rng.choice(match.moves(seat)), seat)
            for panel in draw(match.view(0), viewer, parlour.Space(80, 24)):
                too_wide |= {(panel.name, panel.width)} if panel.width > 80 else set()

    assert too_wide == set()


def test_each_sentence_that_a_page_says_is_there() -> None:
    english = SENTENCES.sentences("en")
    assert english is not None
    said = {code for text in page_texts() for code in re.findall(r'\bsay\("([\w.]+)"', text)}

    assert said
    known = set(english.texts) | {f"{code.rpartition('_')[0]}_" for code in english.texts}
    assert {code for code in said if not {code, f"js.{code}"} & known} == set()


@pytest.mark.parametrize(
    ("name", "language", "line", "read"),
    [
        ("rapa_nui", "de", "kaufe Fisch", "buy fish"),
        ("rapa_nui", "de", "lege 2 süskartoffel, ziehe 3", "lay 2 potato, draw 3"),
        ("rapa_nui", "it", "acquista pesce", "buy fish"),
        ("maori", "de", "lege b2 gedreht links", "lay b2 rotated left"),
        ("maori", "it", "posa b2", "lay b2"),
        ("maori", "it", "suggerimento", "hint"),
        ("maori", "de", "save lege.jsonl", "save lege.jsonl"),
        ("maori", "en", "posa b2", "posa b2"),
        ("rapa_nui", "de", "ja", "yes"),
        (
            "giants",
            "de",
            "stelle Arbeiter auf e9 mit 2 Baumstämmen",
            "place worker on e9 with 2 logs",
        ),
        ("rapa_nui", "de", "opfere Fisch verdeckt", "offer fish face down"),
        ("maori", "de", "nim", "take"),
        ("maori", "de", "zu", "zu"),
        ("giants", "de", "play", "play"),
        ("maori", "de", "sehen", "sehen"),
        ("rapa_nui", "de", "aufgabe", "aufgabe"),
        ("rapa_nui", "de", "aufgeben", "resign"),
        ("maori", "it", "posa a1 ruotata di 180°", "lay a1 rotated 180"),
        ("maori", "de", "regeln Palmen legen", "rules Palmen legen"),
        ("giants", "de", "nach e9 mit blau+rot-häuptling", "to e9 with blue+red-chief"),
        (
            "giants",
            "it",
            "muovi Moai di taglia 2 verso f8 erigi",
            "move moai of size 2 to f8 erect",
        ),
    ],
)
def test_words_typed_in_a_language_are_read(name: str, language: str, line: str, read: str) -> None:
    with speaking(language):
        assert in_english(line, parlour.load(name).words.phrasebook) == read


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_the_button_that_undoes_has_another_name_than_that_of_a_step_back(language: str) -> None:
    with speaking(language):
        assert say("web.undo") not in say("js.back")


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("part", ["0 sorcerers", "0 chiefs"])
def test_a_part_of_a_bid_is_shown_in_a_language(part: str, language: str) -> None:
    with speaking(language):
        book = parlour.load("giants").words.phrasebook
        shown = in_own_words(part, book)

        assert shown != part
        assert in_english(shown, book) == part


@pytest.mark.matrix
@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("name", GAMES)
def test_moves_are_shown_in_words_that_are_read(name: str, language: str) -> None:
    game: Game = parlour.load(name)
    match, rng = (
        game.match(seats=3, seed=1, **({"variant": "expert"} if name == "maori" else {})),
        Random(1),
    )
    with speaking(language):
        own = own_words(game.words.phrasebook)
        for _ in range(150):
            if match.is_over:
                break
            (seat, *_) = match.awaited.seats
            listed = MoveList(game, match.view(seat), match.moves(seat), match.offers(seat))
            for one in listed.every.values():
                line = in_english(one.label, game.words.phrasebook)
                assert listed.exactly(line) == one
                shown = set(re.findall(r"[^\W\d_]{3,}", one.label))
                english = re.findall(r"[^\W\d_]{3,}", one.text)
                assert shown.isdisjoint(word for word in english if own.get(word) != word)
            match.play(rng.choice(match.moves(seat)), seat)


@pytest.mark.parametrize("language", ["de", "it"])
def test_what_is_legal_as_it_is_typed_is_not_translated(tmp_path: Path, language: str) -> None:
    """Log is a word of the table, and what a sorcerer fetches are logs."""
    rng, texts = Random(1), list[str]()
    with table_of(tmp_path, "giants", ("human",) * 3) as table, speaking(language):
        match = match_of(table)
        while not any("logs" in text for text in texts):
            (seat, *_) = match.awaited.seats
            texts = [match.game.write_move(move) for move in match.moves(seat)]
            text = next((text for text in texts if "logs" in text), rng.choice(texts))
            assert table.chair(seat).read(text).act == Play((text,))
            match.play(text, seat)


@pytest.mark.parametrize("name", GAMES)
def test_words_that_are_typed_stand_for_words_of_moves(name: str) -> None:
    game: Game = parlour.load(name)
    phrasebook = game.words.phrasebook
    assert phrasebook is not None
    texts = " ".join(form.form for form in game.move_notation.forms.values())
    texts += " ".join(source for source in sources_of(import_module(f"parlour_{name}")))

    words = {word for one in phrasebook.under("typed") for word in one.split("_")}
    assert {word for word in words if word not in texts} == set()


@pytest.mark.parametrize("language", ["de", "it"])
@pytest.mark.parametrize("name", GAMES)
def test_no_word_stands_for_two(name: str, language: str) -> None:
    phrasebook = parlour.load(name).words.phrasebook
    assert phrasebook is not None
    with speaking(language):
        for one in (phrasebook, SENTENCES):
            meant = {
                (code.removesuffix("s"), word)
                for code, text in one.under("typed").items()
                for word in str(text).casefold().split()
            }
            words = [word for _, word in meant]
            assert len(words) == len(set(words)), words


@pytest.mark.parametrize("name", GAMES)
def test_what_to_do_fits_the_line_above_the_table(name: str) -> None:
    phrasebook = parlour.load(name).words.phrasebook
    assert phrasebook is not None
    too_long = [
        (language, code)
        for language in phrasebook.languages
        if (found := phrasebook.sentences(language)) is not None
        for code, texts in found.texts.items()
        if "prompt." in code and len(re.sub(r"\{[^}]*\}", "12345678", max(texts, key=len))) > 78
    ]

    assert too_long == []


@pytest.mark.parametrize("name", GAMES)
def test_no_english_is_left_beside_the_sentences(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a language of capitals, what a seat reads has no small letters but those of pieces."""
    game: Game = parlour.load(name)
    for one, folder in ((game.words.phrasebook, "game"), (SENTENCES, "table")):
        assert one is not None
        english = one.file("en").read_text(encoding="utf-8")
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "en.po").write_text(english, encoding="utf-8")
        (tmp_path / folder / "xx.po").write_text(shouted(english), encoding="utf-8")
        monkeypatch.setattr(one, "_folder", tmp_path / folder)
        monkeypatch.setattr(one, "_read", {})
        monkeypatch.setattr(one, "_said", {})
    display, viewer = game.display, parlour.Viewer(("ANN", "BEN", "CID")[: game.seats[0]])
    assert display.status is not None
    assert display.describe is not None
    assert display.panels is not None
    assert game.words.prompt is not None
    match, rng, said = game.match(seats=game.seats[0], seed=5), Random(5), list[str]()
    with speaking("xx"):
        for _ in range(80):
            seat = match.awaited.seats[0]
            view, moves = match.view(seat), match.moves(seat)
            said += [display.status(view, viewer), game.words.prompt(view, moves)]
            said += display.describe(view, viewer)
            for panel in display.panels(view, viewer, parlour.Space(80, 24)):
                said += [panel.title, panel.body.plain]
            match.play(rng.choice(moves), seat)

    words = {word for line in said for word in re.findall(r"[a-z]{3,}", line)}
    assert words <= {"moai"}, "the word that a size begins with as it is typed"


@pytest.mark.parametrize(
    ("event", "told"),
    [
        pytest.param(Played(1, "lay 2 fish"), "Ann: lege 2 Fisch", id="a move"),
        pytest.param(Played(1, SEALED), "Ann: antwortet geheim", id="a secret answer"),
        pytest.param(ChanceResolved("draw fish"), "Zufall: ziehe Fisch", id="an outcome"),
    ],
)
def test_answers_are_told_in_the_words_in_which_they_are_typed(
    event: Played | ChanceResolved, told: str
) -> None:
    with speaking("de"):
        assert sentence(parlour.load("rapa_nui"), event, parlour.Viewer(("You", "Ann"))) == told
