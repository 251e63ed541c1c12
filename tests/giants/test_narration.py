"""Sentences about runs of answers, as a person at Blue's screen reads them."""

from typing import Any

import pytest
from msgspec.structs import replace

from parlour import Viewer
from parlour.rules.events import ChanceResolved, Event, Played
from parlour.rules.panels import Happening
from parlour.words.language import speaking
from parlour_giants.events import Skipped
from parlour_giants.options import Options
from parlour_giants.phases import Bidding, Returning, Rolling, Rounds, State
from parlour_giants.phases.stowing import Stowing
from tests.giants.positions import (
    BLUE,
    GAME,
    GREEN,
    NOTATION,
    RULES,
    play,
    position,
    seat_of,
    transporting,
)

NAMES = ("You", "Bob", "Cid", "Dora", "Eve")


def told(state: State, *lines: str, seat: int = BLUE, names: tuple[str, ...] = NAMES) -> list[str]:
    """Play ``"blue: pass"`` or ``"roll 0-1-2"``, and tell it to the person at a seat."""
    happenings = []
    for line in (part for given in lines for part in spread(given)):
        before, heard = RULES.view(state, seat), list[Event]()
        sealed = RULES.awaited(state).sealed if not line.startswith("roll") else False
        if line.startswith("roll"):
            head: Event = ChanceResolved(line)
            rolled: Any = GAME.outcome_notation.read(line)
            state = RULES.resolve(state, rolled, heard.append)
        else:
            colour, _, text = line.partition(": ")
            mover = seat_of(colour)
            written = NOTATION.write(NOTATION.read(text))
            head = Played(mover, written if mover == seat or not sealed else "answers in secret")
            state = play(state, line, heard=heard)
        seen = [event.seen_by(seat) for event in heard]
        events = (head, *(event for event in seen if event is not None))
        happenings.append(Happening(before, events, RULES.view(state, seat)))
    return list(GAME.words.narrate(happenings, Viewer(names)))


def spread(line: str) -> list[str]:
    """Write each of several moves of one line with its colour."""
    if line.startswith("roll"):
        return [line]
    colour, _, texts = line.partition(": ")
    return [f"{colour}: {text}" for text in texts.split("; ")]


BIDS = position(phase=Bidding(answers=(None,) * 3, quarry=(1, 2)))
PLACING = position(
    blue={"logs": 3, "halves": 3}, green={"halves": 2}, red={"halves": 1},
    erected={"a3a 1": "green"}, options=Options(chief_actions="per_tablet"),
)  # fmt: skip
CAMPS = {"e9": "blue red-chief", "f8": "green green log", "f7": "green red log", "a3": "green"}
WAY = transporting(
    turn=GREEN, camps=CAMPS, green={"moais": (1, 2, 3), "headdresses": 1},
    blue={"moais": (1,)}, pieces=("moai1@f8", "headdress@a3 green", "moai1@f7 green"),
    erected={"a3a 1": "blue", "a3b 1": "red"},
)  # fmt: skip
STOWING = position(phase=Stowing(seat=GREEN), green={"moais": (1,), "headdresses": 1})
RETURNING = position(
    phase=Returning(answers=(None, None, None)),
    pieces=("moai1@d4 blue", "headdress@e4 green", "moai2@e5 red"),
)


@pytest.mark.parametrize(
    ("state", "lines", "sentences"),
    [
        pytest.param(
            replace(position(round=2), phases=(Rounds(), Rolling())), ("roll 0-3-3",),
            ["The dice show 0, 3 and 3. On the quarry: 2 size-3 moais."],
            id="2.2 the deal is one line",
        ),
        pytest.param(
            replace(position(round=2), phases=(Rounds(), Rolling())), ("roll 0-0-0",),
            ["The dice show 0, 0 and 0. No moai can be carved in this round."],
            id="2.4 no auction",
        ),
        pytest.param(
            BIDS, ("blue: bid 1 marker + 1 worker", "green: bid 2 markers + chief"),
            ["You bid 1 marker and 1 worker.", "Bob bids in secret."],
            id="3.1 a bid is not told before all have bid",
        ),
        pytest.param(
            BIDS,
            ("blue: bid 1 marker + 1 worker", "green: bid 2 markers + chief",
             "red: bid 0 markers", "green: carve 2", "blue: decline"),
            ["You bid 1 marker and 1 worker.", "Bob bids in secret.", "Cid bids in secret.",
             ("The bids, in the order of carving: Bob 2 markers and the chief; "
              "You 1 marker and 1 worker; Cid 0 markers."),
             "Bob carves a size-2 moai.", "You carve nothing more in this round.",
             "Nobody carves a size-1 moai; it goes back into the supply."],
            id="3.2 bids are told when they are opened",
        ),
        pytest.param(
            PLACING,
            ("blue: place worker d5 +2", "green: place sorcerer e2 for worker",
             "red: buy half a tablet", "blue: place sorcerer b2 for b2a"),
            ["You place a worker and 2 logs on d5.",
             "Bob places the sorcerer on e2 (village) and takes a worker.",
             "Cid gives a marker for half a tablet.",
             "You place the sorcerer on b2 and reserve ahu b2a (moai 8 a size, headdress 6)."],
            id="4.3 4.5 4.8 4.11 placing with logs, an action, a half, a reservation",
        ),
        pytest.param(
            PLACING, ("blue: place sorcerer c4 for nothing", "green: place chief c4 for logs"),
            ["You place the sorcerer on c4 (forest).",
             "Bob places the chief on c4 (forest), breaks a tablet and takes 6 logs."],
            id="4.10 a tablet broken",
        ),
        pytest.param(
            replace(PLACING, clans=(replace(PLACING.clans[0], halves=4), *PLACING.clans[1:])),
            ("blue: place chief e2 for worker; again for worker",),
            ["You place the chief on e2 (village), break a tablet and take a worker.",
             "You break a tablet and take a worker."],
            id="4.10 a further tablet",
        ),
        pytest.param(
            position(green={"workers": 0, "sorcerer": False, "chief": False, "markers": 0}),
            ("blue: pass", "red: pass"),
            ["You pass.", "Bob has nothing to do now and is skipped.", "Cid passes.",
             "You, Bob and Cid have nothing to do now and are skipped.",
             "Round 2 begins; Bob starts."],
            id="4.12 who passes, and who has to",
        ),
        pytest.param(
            PLACING, ("blue: peek a3a",),
            ["The base under the moai on a3a is green: it belongs to Bob."],
            id="8.1 what one learns",
        ),
        pytest.param(
            WAY,
            (("green: move moai3 from d9 screen; to e9 with red-chief; "
              "to f8 with green+green+log; to f7 with green+red+log; erect f7a"),),
            [("Bob carries the size-3 moai d9-e9-f8-f7 with their own and Cid's figures and 2 logs "
              "and erects it on f7a: 9 points. Cid earns 4 points.")],
            id="5.5 5.6 a transport is one sentence",
        ),
        pytest.param(
            WAY, ("green: move moai1 from d9 screen; to e9 with blue; leave",),
            [("Bob carries the size-1 moai d9-e9 with your figures "
              "and leaves it there, unmarked. You earn 1 point.")],
            id="5.10 left",
        ),
        pytest.param(
            WAY, ("green: move moai1 from f8 abandoned; to e9 with blue; mark",),
            [("Bob carries the abandoned size-1 moai f8-e9 with your figures "
              "and marks it. You earn 1 point."), "Cid has nothing to do now and is skipped."],
            id="5.11 an abandoned piece",
        ),
        pytest.param(
            WAY, ("green: move moai1 from f7 marked; erect f7a",),
            ["Bob erects the size-1 moai on f7a: 3 points."], id="5.7 without a step",
        ),
        pytest.param(
            WAY, ("green: move headdress from a3 marked; crown a3a",),
            ["Bob puts the headdress on the moai of a3a: 7 points for you."],
            id="5.8 on one's own moai",
        ),
        pytest.param(
            WAY, ("green: move headdress from a3 marked; crown a3b",),
            ["Bob puts the headdress on the moai of a3b: 8 points for whoever has its base."],
            id="5.8 on a moai whose base lies face down",
        ),
        pytest.param(
            WAY, ("green: move moai1 from d9 screen; mark",),
            ["Bob marks the size-1 moai on d9."], id="5.9 unmoved",
        ),
        pytest.param(
            WAY, ("green: move moai1 from d9 screen",),
            ["Bob lifts the size-1 moai from d9."], id="5.1 just begun",
        ),
        pytest.param(
            WAY, ("green: move moai1 from d9 screen; to e9 with blue",),
            [("Bob carries the size-1 moai d9-e9 with your figures. "
              "You earn 1 point.")],
            id="5.4 not ended yet",
        ),
        pytest.param(
            play(WAY, "green: move moai1 from d9 screen; to e9 with blue"),
            ("green: to f8 with green; mark",),
            ["Bob carries the size-1 moai e9-f8 with their own figures and marks it."],
            id="5.4 gone on with",
        ),
        pytest.param(
            STOWING, ("green: mark headdress; mark moai1",),
            ["Bob marks a headdress on f2, its quarry.",
             "Bob marks a size-1 moai on d9, its quarry.", "Round 1 begins; you start."],
            id="5.13 marked",
        ),
        pytest.param(
            STOWING, ("green: leave",),
            ["Bob leaves a headdress unmarked at its quarry: anybody may move it.",
             "Bob leaves a size-1 moai unmarked at its quarry: anybody may move it.",
             "Round 1 begins; you start."],
            id="5.13 left",
        ),
        pytest.param(
            RETURNING, ("green: take back headdress@e4", "blue: take back moai1@d4"),
            ["Bob decides in secret which markers to take back.",
             "You take markers back from a size-1 moai on d4."],
            id="6.3 in secret",
        ),
        pytest.param(
            RETURNING,
            ("green: take back headdress@e4", "blue: take back nothing", "red: take back nothing"),
            ["Bob decides in secret which markers to take back.",
             "You take no markers back.",
             "Cid decides in secret which markers to take back.",
             "Markers are taken back: Bob from a headdress on e4.",
             "Round 2 begins; Bob starts."],
            id="6.3 opened",
        ),
    ],
)  # fmt: skip
def test_a_run_is_told(state: State, lines: tuple[str, ...], sentences: list[str]) -> None:
    assert told(state, *lines) == sentences


def test_a_peek_of_another_tells_nothing_of_the_base() -> None:
    """Rules 8.1."""
    assert told(PLACING, "red: peek a3a") == [
        "Cid peeks at the base under the moai on a3a for half a tablet."
    ]


def test_who_is_skipped_in_two_phases_is_named_once() -> None:
    view = RULES.view(PLACING, BLUE)
    events = (Played(BLUE, "pass"), Skipped(1), Skipped(2), Skipped(1))

    (_, skipped) = GAME.words.narrate([Happening(view, events, view)], Viewer(NAMES))

    assert skipped == "Bob and Cid have nothing to do now and are skipped."


def test_nobody_is_told_another_seat_as_you() -> None:
    """Rules 5.6: the same transport, as Red reads it."""
    names = ("Ann", "Bob", "You")
    line = "green: move moai1 from d9 screen; to e9 with red-chief; leave"

    (said,) = told(WAY, line, seat=2, names=names)

    assert "d9-e9 with your figures and leaves it there, unmarked. You earn 1 point." in said


@pytest.mark.parametrize(
    ("language", "state", "line", "sentence"),
    [
        pytest.param(
            "de", WAY,
            ("green: move moai3 from d9 screen; to e9 with red-chief; "
             "to f8 with green+green+log; to f7 with green+red+log; erect f7a"),
            ("Bob trägt den Moai der Größe 3 über d9-e9-f8-f7 mit 2 Baumstämmen, eigenen Figuren "
             "und denen von Cid und richtet ihn auf f7a auf: 9 Punkte. Cid erhält 4 Punkte."),
            id="cases of a transport",
        ),
        pytest.param(
            "it", WAY, "green: move headdress from a3 marked; crown a3a",
            "Bob mette il Copricapo sul Moai di a3a: 7 punti per te.", id="me, not I",
        ),
        pytest.param(
            "de", PLACING, "blue: place worker d5 +2",
            "Du stellst einen Arbeiter mit 2 Baumstämmen auf d5.", id="the reader's verb and case",
        ),
        pytest.param(
            "it", PLACING, "blue: place sorcerer b2 for b2a",
            "Piazzi lo Stregone su b2 e riservi l'Ahu b2a (Moai 8 per taglia, Copricapo 6).",
            id="a sentence without its pronoun",
        ),
    ],
)  # fmt: skip
def test_a_run_is_told_in_the_reader_s_language(
    language: str, state: State, line: str, sentence: str
) -> None:
    with speaking(language):
        assert told(state, line) == [sentence]
