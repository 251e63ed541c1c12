"""Pages of numbered rules: Markdown; each rule begins with its number, ``**1.2**``."""

import re

from msgspec import Struct

from parlour.rules.errors import ParlourError

_HEADING = re.compile(r"#+\s+(?P<title>.+?)\s*#*")
_RULE = re.compile(r"(?:[-*]\s+)?\*\*(?P<number>\d+(?:\.\d+)*[a-z]?)\.?\*\*\s*(?P<text>.*)")


class Rule(Struct, frozen=True):
    """One numbered rule."""

    number: str
    text: str
    """Text of the rule as Markdown, without its number."""
    chapter: str
    """The heading it stands under."""


class Rulebook(Struct, frozen=True):
    """The rules of a game."""

    text: str
    """The whole page, as Markdown."""
    rules: tuple[Rule, ...]

    def numbers(self) -> tuple[str, ...]:
        """Return the number of every rule, in order."""
        return tuple(rule.number for rule in self.rules)

    def chapters(self) -> tuple[str, ...]:
        """Return the headings that have rules under them, in order."""
        return tuple(dict.fromkeys(rule.chapter for rule in self.rules))

    def at(self, number: str) -> tuple[Rule, ...]:
        """Return the rule of this number with its sub-rules, or a chapter's: "3" or "3.2".

        Raises:
            ParlourError: The book has no such rule.
        """
        wanted = number.strip().rstrip(".")
        found = tuple(
            rule
            for rule in self.rules
            if rule.number == wanted
            or rule.number.startswith(f"{wanted}.")
            or re.fullmatch(re.escape(wanted) + "[a-z]", rule.number)
        )
        if not found:
            tops = dict.fromkeys(number.split(".")[0] for number in self.numbers())
            chapters = ", ".join(tops) or "none"
            raise ParlourError(f"expected a rule (chapters: {chapters}), got '{number}'")
        return found


def parse(text: str) -> Rulebook:
    """Read a page of rules."""
    rules: list[Rule] = []
    chapter, number, lines = "", "", list[str]()
    for line in [*text.splitlines(), "# end"]:
        heading, rule = _HEADING.fullmatch(line), _RULE.fullmatch(line)
        if (heading or rule) and number:
            rules.append(Rule(number, "\n".join(lines).strip(), chapter))
            number, lines = "", []
        if heading:
            chapter = heading["title"]
        elif rule:
            number, lines = rule["number"], [rule["text"]]
        elif number:
            lines.append(line)
    return Rulebook(text, tuple(rules))
