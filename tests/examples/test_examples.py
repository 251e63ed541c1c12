"""Examples of rules: each comes out as it says, a wrong one is found, and people see them."""

from collections.abc import Iterator
from dataclasses import replace as with_changes
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import parlour
from parlour import Examples
from parlour.table.text.rules_text import rulebook_of, rules_lines
from parlour.words.language import speaking
from parlour_examples.example import Example, examples_of
from parlour_examples.shown import shown_examples
from parlour_testing.laws.examples import example_faults, faults_of
from parlour_web.rules_page import example_picture, rules_html
from tests.table.seated import GAMES, table_of

NAMES = ("giants", "maori", "rapa_nui", "tic_tac_toe")
ALL = [
    pytest.param(name, example, id=f"{name}-{example.rule}-{number}")
    for name in NAMES
    for number, example in enumerate(examples_of(GAMES.game(name)))
]
LANGUAGES = ("en", "de", "it")


@pytest.mark.parametrize(("name", "example"), ALL)
def test_an_example_comes_out_as_it_says(name: str, example: Example) -> None:
    assert list(faults_of(GAMES.game(name), example)) == []


def wrong(example: Example) -> Iterator[Example]:
    """Yield the example with each thing that it says made wrong."""
    for move in example.yes:
        kept = tuple(one for one in example.yes if one != move)
        yield replace(example, yes=kept, no=example.no | {move: "1.1"})
    for move in example.no:
        kept_no = {one: rule for one, rule in example.no.items() if one != move}
        yield replace(example, no=kept_no, yes=(*example.yes, move))
        yield replace(example, no=example.no | {move: "0.0"})
    if example.tells:
        yield replace(example, tells=(*example.tells, example.tells[0] + " not"))
    for number in range(len(example.tells)):
        told = list(example.tells)
        told[number] += " not"
        yield replace(example, tells=tuple(told))
    for shown in example.shows:
        yield replace(example, lacks=(*example.lacks, shown))
    for hidden in example.lacks:
        yield replace(example, shows=(*example.shows, hidden))
    for label, points in example.score.items():
        more = tuple(1 if one == "?" else 1 + one for one in points)
        yield replace(example, score=example.score | {label: more})
    if example.places:
        yield replace(example, places=())
        yield replace(example, places=tuple(1 + place for place in example.places))


@pytest.mark.parametrize(("name", "example"), ALL)
def test_whatever_an_example_says_wrongly_is_found(name: str, example: Example) -> None:
    planted = list(wrong(example))

    assert planted
    for one in planted:
        assert any(faults_of(GAMES.game(name), one)), one


def game_of(path: Path, text: str) -> Any:
    path.write_text(text, "utf-8")
    return with_changes(GAMES.game("tic_tac_toe"), examples=Examples(file=path))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param('rule = "7"\nyes = ["place a1"]', "rule 7: there is no such rule", id="rule"),
        pytest.param('rule = "1"', "expected something that it shows", id="shows nothing"),
        pytest.param('rule = "1"\nyes = ["Bob: pass"]', "expected one of Ann, Ben", id="a name"),
        pytest.param('rule = "1"\nyes = ["place z9"]', "cannot read", id="no move"),
        pytest.param(
            'rule = "1"\nplay = ["place a1", "place a1"]\ntells = [""]', "a1 is taken", id="illegal"
        ),
        pytest.param(
            'rule = "1"\nposition = { turn = "Ben" }\nyes = ["place a1"]',
            "expected Examples(arrange=...) for a position",
            id="a position that nobody reads",
        ),
        pytest.param(
            'rule = "1"\nyes = ["place a1"]\nshow = ["x"]', "there is no panel 'x'", id="a panel"
        ),
        pytest.param('rule = "1"\nallowed = []', "allowed", id="an unknown key"),
    ],
)
def test_an_example_that_cannot_be_is_named(tmp_path: Path, text: str, fault: str) -> None:
    game = game_of(tmp_path / "examples.toml", f"[[examples]]\n{text}\n")

    (found,) = example_faults(game)
    assert fault in found


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_alone_shows_its_examples_in_the_language(language: str) -> None:
    game = parlour.load("maori")
    with speaking(language):
        text = "\n".join(rules_lines(game, "4.2"))
        shown = list(shown_examples(game, "4.2"))
        assert shown
        for example in shown:
            assert example.drawing in text
            assert all(line in text for line in (*example.verdicts, *example.told))
        assert shown[0].drawing not in "\n".join(rules_lines(game, "4"))


def test_notes_of_strangers_stand_under_a_rule() -> None:
    assert "*If both play well, this is how it ends.*" in list(
        rules_lines(GAMES.game("tic_tac_toe"), "5")
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["giants", "maori", "rapa_nui"])
def test_the_page_shows_each_example_with_its_pictures(name: str, language: str) -> None:
    game = GAMES.game(name)
    with speaking(language):
        page = rules_html(game)
        assert page.count('<details class="example">') == len(examples_of(game))
        pictures = [
            one.partition('"')[0] for one in page.split(f'src="/games/{name}/examples/')[1:]
        ]
        assert len(pictures) >= len(examples_of(game))
        rule, number, panel = pictures[0].split("/")
        assert example_picture(game, rule, int(number), panel).startswith("<svg ")


def test_every_example_is_of_a_rule_on_the_page() -> None:
    for name in NAMES:
        game = GAMES.game(name)
        assert {one.rule for one in examples_of(game)} <= {*rulebook_of(game).numbers()}


@pytest.mark.parametrize(
    ("language", "asked", "said"),
    [
        ("en", "why place a1", "'place b2' is possible."),
        ("de", "warum place a1", "'place b2' ist möglich."),
        ("it", "perché place a1", "'place b2' è possibile."),
    ],
)
def test_why_shows_the_examples_of_the_rule_that_forbids(
    tmp_path: Path, language: str, asked: str, said: str
) -> None:
    with table_of(tmp_path, "tic_tac_toe") as table, speaking(language):
        table.chair(0).enter("place a1")
        reply = table.chair(1).enter(asked)

    assert reply.rule == "3"
    assert said in reply.what
