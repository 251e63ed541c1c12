"""What a person may look up of cards that lie covered by now (rule 8.3)."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from parlour import Event, Space, Viewer
from parlour.match.history import SeatHistory
from parlour.match.match import Match
from parlour.match.record import parse
from parlour.match.replay import open_replay, replay_steps, replayed
from parlour.rules.events import Played
from parlour.rules.picture import Picture
from parlour.table.session import Person
from parlour.table.text.sentences import looked_up
from parlour.table.text.telling import Teller
from parlour_rapa_nui import events
from parlour_rapa_nui.components import CARDS, SORTS
from parlour_rapa_nui.events import Added, Bought, Buried, Drawn, Received, Sacrificed, Scored
from parlour_rapa_nui.phases import AnyPhase, Burying, Buying, Laying, Over, State, Yielding
from parlour_rapa_nui.state import Offered
from parlour_rapa_nui.table.panels import draw_panels, draw_picture
from parlour_rapa_nui.view import SPECTATOR, View
from parlour_rapa_nui.words.events import describe_event
from parlour_rapa_nui.words.status import describe_status, score_sheet
from parlour_rapa_nui.words.view import describe_view
from tests.rapa_nui.positions import GAME, NAMES, RULES, match, sorts, tribe

TESTS = Path(__file__).parents[1]
UNDER_WAY = TESTS / "docs" / "examples" / "rapa_nui.jsonl"
FINISHED = TESTS / "golden" / "rapa_nui" / "two-seats.jsonl"
GRAIN = SORTS.index("grain")
WOODCUTTER, MOAI = CARDS.index("woodcutter"), CARDS.index("moai")
KINDS = re.compile(
    r"sacrifices? (fish|mulberry|potato|grain)|adds? (fish|mulberry|potato|grain)"
    r"|draws? an? (?!card\b)|(fish|mulberry|potato|grain) offering|(Fish|Mulberry|Potato|Grain) h"
)
"""Sentences that name a card which lies covered."""


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        pytest.param(
            Sacrificed(1, GRAIN), "Ben sacrifices a card face up.", id="8.3 on the stone, face up"
        ),
        pytest.param(
            Buried(1, GRAIN), "Ben sacrifices a card face down.", id="8.3 on the stone, face down"
        ),
        pytest.param(
            Added(1, GRAIN), "Ben adds a card from a pile to the stone.", id="8.3 from a pile"
        ),
        pytest.param(Drawn(1, 2, MOAI), "Ben draws a card from column 3.", id="8.3 to a hand"),
        pytest.param(Bought(1, GRAIN, 4), "Ben buys an offering for 4 wood.", id="8.3 bought"),
        pytest.param(Received(1, GRAIN, 1), "Ben takes an offering.", id="8.3 an offering taken"),
        pytest.param(Received(1, GRAIN, 2), "Ben takes 2 offerings.", id="8.3 two taken"),
        pytest.param(
            Scored(GRAIN, (1, 2, 0)),
            "Hunters are scored: 1 offering for Ann, 2 for Ben.",
            id="8.3 the sort of hunters scored",
        ),
    ],
)
def test_cards_that_are_covered_later_are_not_named(event: Event, sentence: str) -> None:
    (later,) = looked_up(GAME, [event])

    assert describe_event(later, NAMES) == sentence  # type: ignore[arg-type]  # an event of Rapa Nui
    assert describe_event(event, NAMES) != sentence  # type: ignore[arg-type]  # likewise


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(events.Laid(0, GRAIN, 2, 1), id="8.3 cards that lie open"),
        pytest.param(events.Refilled(0, (1, 2, 3, 4)), id="8.3 columns, whose cards lie open"),
        pytest.param(events.Discarded(0), id="8.3 a moai in the box"),
        pytest.param(Scored(WOODCUTTER, (1, 1)), id="8.3 woodcutters scored"),
        pytest.param(Scored(MOAI, (1, 0)), id="8.3 moais scored"),
        pytest.param(events.Yielded(0, 1, fame=True), id="8.3 wood and fame"),
    ],
)
def test_what_lies_open_can_be_looked_up(event: Event) -> None:
    assert looked_up(GAME, [event]) == [event]


def test_a_move_that_names_the_card_is_not_looked_up_either() -> None:
    """Rule 8.3: `offer fish` would tell what `sacrifices a card` does not."""
    answer = [Played(1, "offer fish"), Sacrificed(1, SORTS.index("fish"))]

    assert looked_up(GAME, answer) == [Sacrificed(1, None)]


def told(match: Match, seat: int = 0, *, memory: bool = False) -> tuple[list[str], list[str]]:
    """Return the news and the log of a seat that has just sat down."""
    teller = Teller(GAME, Viewer(NAMES.titles, memory), seat)
    since, answers = Person(match, seat).since, SeatHistory[Any](match, seat).answers
    news = teller.news([answer for answer in answers if answer.first >= since])
    log = teller.log(answers, 0 if match.is_over else since)
    return [one.sentence for one in news], [one.sentence for one in log]


def naming(lines: list[str]) -> list[str]:
    return [line for line in lines if KINDS.search(line)]


def test_the_log_of_a_match_under_way_names_no_covered_card_but_the_last() -> None:
    """Rule 8.3: what has happened since one's last decision is told whole."""
    match = replayed(GAME, parse(UNDER_WAY.read_bytes(), "record"), "record")
    for move in ("buy nothing", "lay moai", "offer fish", "offer mulberry", "offer fish face down"):
        match.play(move)
    for move in ("add potato", "draw 3", "take fame", "take wood", "buy fish"):
        match.play(move)
    fresh, log = told(match)

    assert naming(log) == naming(fresh)
    assert fresh[-2:] == ["Cid takes 1 wood.", "Ben buys a fish offering for 4 wood."]
    assert "Cid sacrifices a card face up." in log
    assert "Ann sacrifices a card face down. Ann adds a card from a pile to the stone." in log
    assert len(log) > len(fresh) + 15


@pytest.mark.parametrize(
    ("path", "memory"),
    [
        pytest.param(UNDER_WAY, True, id="8.3 with memory"),
        pytest.param(FINISHED, False, id="8.3 when the match is over"),
    ],
)
def test_the_log_names_every_card(path: Path, *, memory: bool) -> None:
    _, lines = told(replayed(GAME, parse(path.read_bytes(), path.name), path.name), memory=memory)

    assert len(naming(lines)) > 15
    assert not any("sacrifices a card face up" in line for line in lines)


@pytest.mark.parametrize("seat", range(4))
def test_no_log_of_a_whole_match_names_a_covered_card(seat: int) -> None:
    """Rule 8.3: at every tenth answer but the last."""
    record = parse((FINISHED.parent / "four-seats.jsonl").read_bytes(), "record")
    match = open_replay(GAME, record, "record")
    for number, line in enumerate(replay_steps(match, record, "record")):
        if number % 10 == 0 and line.over is None and not match.is_over:
            fresh, log = told(match, seat)
            assert set(naming(log)) <= set(fresh)


# Somebody who sits at no seat sees backs of all hands, and is told no seat's prices


ANN, BEN = "Ann", "Ben"
VIEWER = Viewer((ANN, BEN))
PHASES = [
    pytest.param(Buying(0), id="3.1 buying"),
    pytest.param(Buying(1), id="3.1 the other buys"),
    pytest.param(Laying(0), id="4.1 laying"),
    pytest.param(Burying(0), id="5.3 sacrificing"),
    pytest.param(Yielding(0, 2), id="7.5 yielding"),
]


def position(phase: AnyPhase, hands: tuple[str, str], offerings: tuple[str, str]) -> State:
    """Return a position: seat 0 has a discount on fish, and its grain lies covered."""
    first = tribe("fish fish", hands[0], offerings[0], wood=9)
    second = tribe("priest", hands[1], offerings[1], fame=3)
    buried = replace(first, limits=(sorts("grain"),))
    stone = (Offered(GRAIN, 0, face_down=True),)
    return match(buried, second, phases=(phase,), stone=stone)


def here(phase: AnyPhase) -> State:
    return position(phase, ("fish fish moai", "priest"), ("grain grain", "fish"))


def elsewhere(phase: AnyPhase) -> State:
    """Return ``here`` with other cards in both hands, and other offerings: as many of each."""
    return position(phase, ("grain priest potato", "moai"), ("grain mulberry", "potato"))


def looked(state: State) -> View:
    seen = RULES.spectator_view(state)
    assert seen is not None
    return seen


def drawn(state: State) -> Picture:
    return draw_picture(looked(state), VIEWER)


def written(state: State) -> list[str]:
    """Return all that is shown as text, with the score."""
    seen = looked(state)
    panels = draw_panels(seen, VIEWER, Space(100, 60, full=True))
    return [
        *describe_view(seen, VIEWER),
        describe_status(seen, VIEWER),
        *(f"{panel.name}: {panel.body.plain}" for panel in panels),
        *map(str, score_sheet(seen, VIEWER)),
    ]


@pytest.mark.parametrize("phase", PHASES)
def test_what_hands_hold_shows_in_no_drawing_and_no_line(phase: AnyPhase) -> None:
    """Rules 8.1 and 8.3: only how many cards and offerings there are is open."""
    assert drawn(here(phase)) == drawn(elsewhere(phase))
    assert written(here(phase)) == written(elsewhere(phase))


@pytest.mark.parametrize("phase", PHASES)
def test_a_spectator_has_no_hand_and_no_prices(phase: AnyPhase) -> None:
    """Rule 3.2: what an offering costs depends on who buys."""
    shown, lines = drawn(here(phase)), written(here(phase))
    labels = [spot.label for panel in shown.panels for spot in panel.spots]

    assert [panel.name for panel in shown.panels if panel.name in {"hand", "others"}] == []
    assert [label for label in labels if "in hand:" in label] == []
    assert [label for label in labels if "wood each" in label] == []
    assert "20 fish left" in labels
    assert [line for line in lines if "you" in line.lower() or "price" in line] == []
    assert any("Left in piles: 20 fish left, " in line for line in lines)
    assert any(f"others: {ANN}: 3 cards in hand, 1 offering" in line for line in lines)


def test_tribes_stand_in_the_order_of_seats() -> None:
    """Rule 8.1: of each tribe the numbers of cards and of offerings."""
    tribes = drawn(here(Buying(1))).panel("tribes").spots
    told = [spot.label for spot in tribes if "in hand" in spot.label or "offering" in spot.label]

    assert told == ["1 offering", "3 cards in hand", "1 offering", "1 card in hand"]


def test_a_card_face_down_is_a_back() -> None:
    """Rule 8.2: only its owner knows it."""
    seen = looked(here(Buying(0)))

    assert (seen.seat, seen.stone) == (SPECTATOR, (Offered(None, 0, face_down=True),))
    (top,) = drawn(here(Buying(0))).panel("stone").spots
    assert top.label == "top card: a card, face down from Ann"
    assert RULES.determinize(seen, Random(1)) == here(Buying(0))


def test_at_the_end_all_hands_are_shown() -> None:
    """Rule 9.2: everything lies open, also the stone."""
    over = Over(scores=(3, 5), places=(2, 1))
    shown = drawn(here(over)).panel("others")
    hands = [spot.label for spot in shown.spots if "in hand" in spot.label]

    assert hands == ["Ann, in hand: 2 fish, 1 moai", "Ben, in hand: 1 priest"]
    assert any("Stone: 1 card, top: grain; " in line for line in written(here(over)))
