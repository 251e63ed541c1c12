"""Moving pieces and the ends of a movement (chapter 5)."""

from typing import Any

import pytest

from tests.giants.positions import (
    BLUE,
    GREEN,
    RED,
    asked,
    lying,
    play,
    points,
    position,
    refused,
    sentence,
    texts,
    transporting,
)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param("mark", "first say which piece", id="5.1 a mark without a piece"),
        pytest.param("mark moai1", "first say which piece", id="5.1 as if the phase were over"),
        pytest.param("erect g4a", "first say which piece", id="5.1 an end without a beginning"),
        pytest.param(
            "rongo", "a piece is to be moved now, or passed", id="5.1 another phase's move"
        ),
    ],
)
def test_what_a_turn_begins_with(text: str, reason: str) -> None:
    state = transporting(blue={"moais": (1,)})

    assert refused(state, text) == "5.1"
    assert sentence(state, text).startswith(reason)


@pytest.mark.parametrize(
    ("given", "move", "legal"),
    [
        pytest.param({"blue": {"moais": (2,)}}, "moai2 from d9 screen", True,
                     id="5.2 before one's own screen"),
        pytest.param({"green": {"moais": (2,)}}, "moai2 from d9 screen", False,
                     id="5.2 not before another screen"),
        pytest.param({"pieces": ("moai2@d9 blue",)}, "moai2 from d9 marked", True,
                     id="5.2 with one's own marker"),
        pytest.param({"pieces": ("moai2@d9 green",)}, "moai2 from d9 marked", False,
                     id="5.2 not with another marker"),
        pytest.param({"pieces": ("moai2@d9 ~blue",)}, "moai2 from d9 left", True,
                     id="5.2 what one left in this phase"),
        pytest.param({"pieces": ("moai2@d9 ~green",)}, "moai2 from d9 left", False,
                     id="5.2 not what another left in this phase"),
        pytest.param({"pieces": ("moai2@d9",)}, "moai2 from d9 abandoned", True,
                     id="5.2 what nobody owns"),
        pytest.param({"pieces": ("moai2@d9", "moai2@d9")}, "moai2 from d9 abandoned", True,
                     id="5.2 equal pieces are one choice"),
    ],
)  # fmt: skip
def test_what_may_be_moved(given: dict[str, Any], move: str, legal: bool) -> None:
    state = transporting(camps={"e9": "blue blue"}, **given)

    assert texts(state, BLUE).count(f"move {move}") == legal
    assert refused(state, f"move {move}", BLUE) == ("" if legal else "5.2")


ROW = {"d5": "blue", "d4": "blue"}
LIFTED = "blue: move moai1 from d6 marked"
TO_E9 = "blue: move moai1 from d9 screen; to e9 with blue; leave"
WAY = ("f2", "g2", "f1", "e2", "d2", "d3")
ONE: Any = {"moais": (1,)}


@pytest.mark.parametrize(
    ("given", "lines", "text", "rule"),
    [
        pytest.param({"camps": {**ROW, "d6": "blue"}, "pieces": ("moai1@d6 blue",)},
                     f"{LIFTED}; to d5 with blue", "to d6 with blue", "5.4",
                     id="5.4 no hex twice, nor back to where the movement began"),
        pytest.param({"camps": ROW, "pieces": ("moai1@d6 blue",)}, LIFTED, "to d4 with blue", "5.3",
                     id="5.3 only to the next hex, not over one"),
        pytest.param({"camps": {"g4": "blue", "f4": "blue"}, "pieces": ("moai1@g4 ~blue",)},
                     "blue: move moai1 from g4 left", "leave", "5.4",
                     id="5.4 a movement of no hex does not end in leaving"),
        pytest.param({"camps": {"g4": "blue"}, "pieces": ("moai1@g4 ~blue",)},
                     "blue: move moai1 from g4 left", "erect g4a", "",
                     id="5.4 a movement of no hex may end in erecting"),
        pytest.param({"camps": {"g4": "blue"}, "pieces": ("moai1@g4 ~blue",)},
                     "blue: move moai1 from g4 left", "mark", "",
                     id="5.4 a movement of no hex may end in marking"),
        pytest.param({"turn": BLUE, "blue": {"moais": (3,), "markers": 0}, "green": ONE}, "",
                     "move moai3 from d9 screen", "5.4", id="5.4 no carrier, no marker, no ahu"),
        pytest.param({"camps": {"e9": "blue"}, "blue": ONE, "green": ONE}, TO_E9,
                     "move moai1 from e9 abandoned", "5.2",
                     id="5.10 until the phase ends a piece left is its mover's"),
        pytest.param({"turn": BLUE, "pieces": ("moai1@e4 blue",), "blue": ONE}, "",
                     "move moai1 from e4 marked", "5.4",
                     id="5.9 a piece out of reach is not marked a second time"),
        pytest.param({"camps": {"f4": "green"}, "pieces": ("moai1@e4",),
                      "blue": {"markers": 0, "moais": (1,)}}, "",
                     "move moai1 from e4 abandoned", "5.11",
                     id="5.11 nobody begins to move an abandoned piece that is out of reach"),
    ],
)  # fmt: skip
def test_what_a_movement_may_be(given: dict[str, Any], lines: str, text: str, rule: str) -> None:
    state = play(transporting(**given), *filter(None, [lines]))

    assert refused(state, text) == rule


@pytest.mark.parametrize(
    ("given", "lines", "seat"),
    [
        pytest.param({"camps": {"e9": "blue"}, "blue": {"moais": (1, 1)}, "green": ONE}, (TO_E9,),
                     GREEN, id="5.1 one piece a turn"),
        pytest.param({"camps": {"e9": "blue", "d8": "blue"}, "blue": ONE,
                      "pieces": ("moai1@d9 green", "moai1@e9 red")},
                     (TO_E9, "green: pass", "red: pass", "blue: move moai1 from e9 left; mark"),
                     BLUE, id="5.12 the last one who has not passed goes on alone"),
        pytest.param({"camps": {"e9": "blue"}, "blue": ONE}, (TO_E9,), BLUE,
                     id="5.14 nobody is asked who has nothing to move"),
        pytest.param({"blue": ONE}, ("blue: pass",), BLUE,
                     id="5.13 the owner is asked what to mark"),
    ],
)  # fmt: skip
def test_whose_turn_it_is(given: dict[str, Any], lines: tuple[str, ...], seat: int) -> None:
    assert asked(play(transporting(**given), *lines)) == seat


@pytest.mark.parametrize(
    ("given", "lines", "pieces"),
    [
        pytest.param({"camps": dict.fromkeys(WAY, "blue"), "pieces": ("moai1@f3 blue",)},
                     ("blue: move moai1 from f3 marked",
                      *(f"blue: to {name} with blue" for name in WAY), "blue: leave"),
                     ["moai1@d3 blue"], id="5.3 village, hut, forest and quarries are like others"),
        pytest.param({"camps": {"e9": "blue"}, "pieces": ("moai1@d9 blue",)},
                     ("blue: move moai1 from d9 marked; to e9 with blue; leave",),
                     ["moai1@e9 blue"], id="5.9 a marked piece moves on with its marker"),
        pytest.param({"camps": {"e9": "blue", "f8": "blue"}, "blue": ONE, "green": ONE},
                     (TO_E9, "green: pass", "blue: move moai1 from e9 left; to f8 with blue; mark"),
                     ["moai1@f8 blue"],
                     id="5.1 a piece may be moved again in a later turn"),
        pytest.param({"turn": RED, "start": RED, "blue": ONE, "green": ONE, "red": ONE},
                     ("red: pass", "blue: pass", "green: pass", "red: mark moai1", "blue: leave",
                      "green: mark moai1"),
                     ["moai1@d9", "moai1@d9 green", "moai1@d9 red"],
                     id="5.13 unmoved pieces in order of play"),
        pytest.param({"blue": {"moais": (3,), "headdresses": 1}},
                     ("blue: move moai3 from d9 screen; mark",
                      "blue: move headdress from f2 screen; mark"),
                     ["headdress@f2 blue", "moai3@d9 blue"],
                     id="5.9 marking an unmoved piece puts it on its quarry"),
        pytest.param({"blue": {"moais": (1, 2), "markers": 1}},
                     ("blue: pass", "blue: mark moai1"), ["moai1@d9 blue", "moai2@d9"],
                     id="5.13 what cannot be marked is abandoned without asking"),
        pytest.param({"camps": {"e9": "blue"}, "blue": ONE}, (TO_E9,), ["moai1@e9 ~blue"],
                     id="5.10 what was left is its mover's"),
        pytest.param({"camps": {"e9": "blue"}, "blue": ONE}, (TO_E9, "blue: pass"), ["moai1@e9"],
                     id="5.10 what was left is abandoned when the phase ends"),
    ],
)  # fmt: skip
def test_where_pieces_lie(given: dict[str, Any], lines: tuple[str, ...], pieces: list[str]) -> None:
    assert lying(play(transporting(**given), *lines)) == pieces


@pytest.mark.parametrize(
    ("size", "camp", "crews"),
    [
        pytest.param("moai1", "red", {"red"}, id="5.3 a worker carries size 1"),
        pytest.param("headdress", "red-sorcerer", {"red"}, id="5.3 a sorcerer is like a worker"),
        pytest.param("moai1", "log log", set(), id="5.3 logs alone carry nothing"),
        pytest.param("moai2", "red", set(), id="5.3 one worker is too few for size 2"),
        pytest.param("moai2", "red log", {"red+log"}, id="5.3 a worker and a log"),
        pytest.param("moai2", "red-chief", {"red-chief"}, id="5.3 a chief carries size 2"),
        pytest.param("moai1", "red-chief", {"red-chief"}, id="5.3 a chief carries size 1"),
        pytest.param("moai2", "red red", {"red+red"}, id="5.3 two workers carry size 2"),
        pytest.param("moai3", "red-chief", {"red-chief"}, id="5.3 a chief carries size 3"),
        pytest.param("moai3", "red red red-sorcerer", {"red+red+red"}, id="5.3 three carry size 3"),
        pytest.param("moai3", "red blue", set(), id="5.3 two workers are too few for size 3"),
        pytest.param("moai3", "red log log", {"red+log+log"}, id="5.3 a worker and two logs"),
        pytest.param("moai3", "red red log", {"red+red+log"}, id="5.3 two workers and a log"),
        pytest.param("moai3", "red log", set(), id="5.3 a worker and a log are too few for 3"),
        pytest.param("headdress", "blue green-chief", {"blue", "green-chief"},
                     id="5.5 a worker or a chief, the mover chooses"),
        pytest.param("moai2", "blue green red", {"blue+green", "blue+red", "green+red"},
                     id="5.5 any two of three"),
        pytest.param("moai2", "blue green log", {"blue+log", "green+log", "blue+green"},
                     id="5.5 a log may stay unused"),
        pytest.param("moai2", "blue green-chief", {"green-chief"},
                     id="5.5 nobody walks beside a chief"),
        pytest.param("moai3", "blue green log log",
                     {"blue+log+log", "green+log+log", "blue+green+log"},
                     id="5.5 every crew in which all are needed"),
    ],
)  # fmt: skip
def test_who_carries(size: str, camp: str, crews: set[str]) -> None:
    state = transporting(camps={"d5": camp}, pieces=(f"{size}@d6 blue",), blue={"markers": 0})
    if not crews:
        assert refused(state, f"move {size} from d6 marked", BLUE) == "5.4"
        return
    state = play(state, f"blue: move {size} from d6 marked")

    assert {text for text in texts(state) if text.startswith("to")} == {
        f"to d5 with {crew}" for crew in crews
    }


@pytest.mark.parametrize(
    ("size", "crew", "camp", "expected"),
    [
        pytest.param("moai1", "red", "red", 1, id="5.6 a worker earns 1"),
        pytest.param("moai2", "red+red", "red red-sorcerer", 2, id="5.6 so does a sorcerer"),
        pytest.param("headdress", "red-chief", "red-chief", 1, id="5.6 a chief 1 for a headdress"),
        pytest.param("moai1", "red-chief", "red-chief", 1, id="5.6 a chief 1 for size 1"),
        pytest.param("moai2", "red-chief", "red-chief", 2, id="5.6 a chief 2 for size 2"),
        pytest.param("moai3", "red-chief", "red-chief", 3, id="5.6 a chief 3 for size 3"),
        pytest.param("moai3", "red+log+log", "red log log", 1, id="5.6 logs earn nothing"),
        pytest.param("moai1", "blue", "blue", 0, id="5.6 own figures earn nothing"),
    ],
)
def test_what_carriers_earn(size: str, crew: str, camp: str, expected: int) -> None:
    state = transporting(camps={"d5": camp}, pieces=(f"{size}@d6 blue",))
    state = play(state, f"blue: move {size} from d6 marked; to d5 with {crew}")

    assert points(state) == (0, 0, expected if "red" in crew else 0)


def test_carriers_carry_again() -> None:
    """Rules 5.3: figures and logs serve every movement of the phase, and earn each time."""
    state = transporting(
        camps={"e9": "red log"}, blue={"moais": (2,)}, green={"moais": (2, 2)}, red={"moais": (2,)}
    )
    for colour in ("blue", "green", "red"):
        state = play(state, f"{colour}: move moai2 from d9 screen; to e9 with red+log; leave")
    state = play(state, "blue: pass", "green: move moai2 from d9 screen; to e9 with red+log; mark")

    assert points(state) == (0, 0, 3)


def test_a_chief_who_broke_a_tablet_carries_as_ever() -> None:
    """Rules 5.3: and so does a sorcerer who acted."""
    state = position(blue={"halves": 2, "moais": (3,), "workers": 0})
    state = play(state, "blue: place chief e9 for e9a", "green: pass", "red: pass")
    state = play(state, "blue: place sorcerer f7 for f7a", "blue: pass")
    state = play(state, "blue: move moai3 from d9 screen; to e9 with blue-chief; erect e9a")

    assert state.erected[BLUE] == 1 << state.board.ahu_index["e9a"]


def test_what_stands_stays() -> None:
    """Rules 5.7, 5.8: an erected moai is no piece to be moved, nor is its headdress."""
    state = transporting(
        camps={"g4": "blue", "f4": "blue"}, erected={"g4a 1": "blue"}, crowned="g4a"
    )

    assert texts(state) == ["pass"]


def test_an_abandoned_piece_must_come_to_an_end() -> None:
    """Rules 5.11: it may not be left, and without a marker must reach an ahu."""
    camps = {"f4": "green", "g4": "blue green", "f3": "green", "g3": "green"}
    state = transporting(camps=camps, pieces=("moai1@e4",), blue={"markers": 0})
    state = play(state, "blue: move moai1 from e4 abandoned")
    assert {text.split()[1] for text in texts(state)} == {"f4", "f3"}
    state = play(state, "blue: to f3 with green")
    assert refused(state, "leave") == "5.11"
    state = play(state, "blue: to g3 with green")

    assert {text.split()[1] for text in texts(state)} == {"g4"}


def test_no_step_leads_into_a_dead_end() -> None:
    """Rules 5.11: where an unmarked abandoned piece could not be erected any more."""
    camps = {"f4": "green", "g4": "blue", "d4": "green"}
    state = transporting(camps=camps, pieces=("moai1@e4",), blue={"markers": 0})
    state = play(state, "blue: move moai1 from e4 abandoned")

    assert texts(state) == ["to f4 with green"]
    assert refused(state, "to d4 with green") == "5.11"


def test_unmoved_pieces_go_to_their_quarries() -> None:
    """Rules 5.13: in order of play, marked or not."""
    state = transporting(
        blue={"moais": (1, 2), "headdresses": 1}, green={"moais": (3,), "markers": 0}
    )
    state = play(state, "blue: pass")
    assert texts(state) == ["mark headdress", "mark moai1", "mark moai2", "leave"]
    state = play(state, "blue: mark moai2", "blue: leave")

    assert lying(state) == ["headdress@f2", "moai1@d9", "moai2@d9 blue", "moai3@d9"]


@pytest.mark.parametrize(
    ("given", "ahu", "rule"),
    [
        pytest.param({"camps": {"g4": "blue-sorcerer"}}, "g4a", "", id="5.7 a sorcerer suffices"),
        pytest.param({"camps": {"g4": "blue-chief"}}, "g4a", "", id="5.7 a chief suffices"),
        pytest.param({"camps": {"g4": "green"}}, "g4a", "5.7", id="5.7 no figure of one's own"),
        pytest.param({"camps": {"g4": "blue"}}, "g5a", "5.7", id="5.7 not an ahu elsewhere"),
        pytest.param({"camps": {"g4": "blue"}, "blue": {"bases": 0}}, "g4a", "5.7",
                     id="5.7 no base is left"),
        pytest.param({"camps": {"g4": "blue"}, "reserved": {"g4a": "green"}}, "g4a", "5.7",
                     id="5.7 another's reservation blocks"),
        pytest.param(
            {"camps": {"g4": "blue"}, "blue": {"bases": 0}, "reserved": {"g4a": "blue"}},
            "g4a", "", id="5.7 one's own reservation needs no further base"),
        pytest.param({"camps": {"g4": "blue"}, "erected": {"g4a 1": "blue"}}, "g4a", "5.7",
                     id="5.7 an ahu holds one moai"),
    ],
)  # fmt: skip
def test_where_moais_are_erected(given: dict[str, Any], ahu: str, rule: str) -> None:
    state = transporting(pieces=("moai1@g4",), **given)
    state = play(state, "blue: move moai1 from g4 abandoned")

    assert refused(state, f"erect {ahu}") == rule


def test_the_reservation_is_turned() -> None:
    """Rules 5.7: it becomes the base under the moai."""
    state = transporting(
        camps={"g4": "blue"}, pieces=("moai2@g4",), reserved={"g4a": "blue"}, blue={"bases": 6}
    )
    state = play(state, "blue: move moai2 from g4 abandoned; erect g4a")
    bit = 1 << state.board.ahu_index["g4a"]

    assert (state.reserved[BLUE], state.erected[BLUE], state.sizes[1]) == (0, bit, bit)
    assert state.clans[BLUE].bases == 6


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        pytest.param({"camps": {"g4": "blue"}, "erected": {"g4a 1": "green"}}, "",
                     id="5.8 anybody's moai"),
        pytest.param({"camps": {"g4": "green"}, "erected": {"g4a 1": "blue"}}, "5.8",
                     id="5.8 not without a figure there"),
        pytest.param({"camps": {"g4": "blue"}}, "5.8", id="5.8 not without a moai"),
        pytest.param({"camps": {"g4": "blue"}, "erected": {"g4a 1": "green"}, "crowned": "g4a"},
                     "5.8", id="5.8 not twice"),
    ],
)  # fmt: skip
def test_what_can_be_crowned(given: dict[str, Any], rule: str) -> None:
    state = transporting(pieces=("headdress@g4",), **given)
    state = play(state, "blue: move headdress from g4 abandoned")

    assert refused(state, "crown g4a") == rule


def test_a_headdress_is_not_erected_nor_a_moai_a_crown() -> None:
    """Rules 5.7, 5.8: each has its own end."""
    state = transporting(camps={"g4": "blue"}, pieces=("headdress@g4", "moai1@g4"))

    assert refused(play(state, "move headdress from g4 abandoned"), "erect g4a") == "5.7"
    assert refused(play(state, "move moai1 from g4 abandoned"), "crown g4a") == "5.8"


def test_a_marker_comes_back() -> None:
    """Rules 5.9: when the moai stands, or the headdress crowns."""
    state = transporting(camps={"g4": "blue"}, pieces=("moai1@g4 blue", "headdress@g4 blue"))
    state = play(state, "blue: move moai1 from g4 marked; erect g4a")
    assert state.clans[BLUE].markers == 3
    state = play(state, "blue: move headdress from g4 marked; crown g4a")

    assert state.clans[BLUE].markers == 4


@pytest.mark.parametrize(
    ("pieces", "markers", "claim"),
    [
        pytest.param("moai1@g4 blue", 2, "marked", id="5.9 it is marked already"),
        pytest.param("moai1@g4 ~blue", 0, "left", id="5.9 no marker is left"),
    ],
)
def test_no_mark(pieces: str, markers: int, claim: str) -> None:
    state = transporting(camps={"g4": "blue"}, pieces=(pieces,), blue={"markers": markers})
    state = play(state, f"blue: move moai1 from g4 {claim}")

    assert refused(state, "mark") == "5.9"
