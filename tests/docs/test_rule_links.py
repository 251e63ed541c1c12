"""Every rule of the included games has a link on the site, also where a sentence names it."""

import re
from pathlib import Path

import pytest

import parlour
from docs.generated import linked, sourced
from parlour.table.text.rules_text import rulebook_of
from tests.games.citations import numbered

PAGES = Path(__file__).parents[2] / "docs" / "rules"
GAMES = ("giants", "maori", "rapa_nui")


def page(game: str) -> str:
    return (PAGES / f"{game}.md").read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_every_number_has_its_anchor_and_leads_to_it(game: str) -> None:
    numbers = sorted(numbered(page(game)))
    anchors = re.findall(r'<a id="rule-([^"]+)" href="#rule-\1"><strong>\1<', linked(page(game)))

    assert len(numbers) > 30
    assert sorted(anchors) == numbers


@pytest.mark.parametrize("game", GAMES)
def test_every_link_leads_somewhere(game: str) -> None:
    text = linked(page(game))
    anchors = re.findall(r'id="([^"]+)"', text)

    assert len(set(anchors)) == len(anchors)
    assert {"chapter-1", "chapter-8"} < set(anchors)
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(anchors)


PAGE = """# A game

Begin with chapter 1, see rules 1.1, 1.2 and 9.9.

```text
rule 1.1
```

## 1 The start

**1.1** As rule 1.2 says, `rule 1.1`.

- **1.2** The end.
"""


def test_numbers_in_sentences_are_links_and_in_code_are_not() -> None:
    def link(number: str, kind: str = "rule") -> str:
        return f'<a href="#{kind}-{number}">{number}</a>'

    def rule(number: str) -> str:
        return f'<a id="rule-{number}" href="#rule-{number}"><strong>{number}</strong></a>'

    chapter = link("1", "chapter")
    assert linked(PAGE).splitlines() == [
        *("# A game", ""),
        f"Begin with chapter {chapter}, see rules {link('1.1')}, {link('1.2')} and 9.9.",
        *("", "```text", "rule 1.1", "```", ""),
        *('<a id="chapter-1"></a>', "", "## 1 The start", ""),
        f"{rule('1.1')} As rule {link('1.2')} says, `rule 1.1`.",
        "",
        f"- {rule('1.2')} The end.",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_says_where_it_is_printed(game: str) -> None:
    book = rulebook_of(parlour.load(game))
    said = linked(sourced(page(game), book)).count("<br><small>")

    assert said == sum(len(list(book.sources(number))) for number in book.numbers()) > 30


@pytest.mark.parametrize("game", GAMES)
def test_a_terminal_shows_no_anchor(game: str) -> None:
    assert "<a " not in page(game)
