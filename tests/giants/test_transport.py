from typing import Any

import pytest

from tests.giants.positions import (
    BLUE,
    GREEN,
    RED,
    RULES,
    phase_name,
    play,
    points,
    position,
    refused,
    sentence,
    texts,
    transporting,
)


def test_one_piece_a_turn() -> None:
    """Rules 5.1: the next one waits until the others have had their turn."""
    state = transporting(camps={"e9": "blue"}, blue={"moais": (1, 1)}, green={"moais": (1,)})
    state = play(state, "blue: move moai1 from d9 screen; to e9 with blue; leave")

    assert RULES.awaited(state).seats == (GREEN,)


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
    ],
)  # fmt: skip
def test_what_may_be_moved(given: dict[str, Any], move: str, legal: bool) -> None:
    state = transporting(camps={"e9": "blue blue"}, **given)

    assert (f"move {move}" in texts(state, BLUE)) == legal
    assert refused(state, f"move {move}", BLUE) == ("" if legal else "5.2")


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


def test_no_hex_twice() -> None:
    """Rules 5.4: nor back to where the movement began."""
    state = transporting(camps={"d5": "blue", "d6": "blue"}, pieces=("moai1@d6 blue",))
    state = play(state, "blue: move moai1 from d6 marked; to d5 with blue")

    assert refused(state, "to d6 with blue") == "5.4"


def test_over_special_hexes() -> None:
    """Rules 5.3: village, hut, forest and quarries are hexes like others."""
    way = ("f2", "g2", "f1", "e2", "d2", "d3")
    state = transporting(camps=dict.fromkeys(way, "blue"), pieces=("moai1@f3 blue",))
    state = play(state, "blue: move moai1 from f3 marked")
    state = play(state, *(f"blue: to {name} with blue" for name in way), "blue: leave")

    assert state.pieces[0].hex == state.board.index["d3"]


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
    state = play(state, "blue: place sorcerer e10 for e10a", "blue: pass")
    state = play(state, "blue: move moai3 from d9 screen; to e9 with blue-chief; erect e9a")

    assert state.erected[BLUE] == 1 << state.board.ahu_index["e9a"]


def test_a_marked_piece_moves_on_with_its_marker() -> None:
    """Rules 5.9: unless it is erected or crowns."""
    state = transporting(camps={"e9": "blue"}, pieces=("moai1@d9 blue",))
    state = play(state, "blue: move moai1 from d9 marked; to e9 with blue; leave")

    assert (state.pieces[0].marked, state.clans[BLUE].markers) == (True, 2)


def test_what_stands_stays() -> None:
    """Rules 5.7, 5.8: an erected moai is no piece to be moved, nor is its headdress."""
    state = transporting(
        camps={"g4": "blue", "f4": "blue"}, erected={"g4a 1": "blue"}, crowned="g4a"
    )

    assert texts(state) == ["pass"]


def test_only_to_the_next_hex() -> None:
    """Rules 5.3: not over one."""
    state = transporting(camps={"d5": "blue", "d4": "blue"}, pieces=("moai1@d6 blue",))
    state = play(state, "blue: move moai1 from d6 marked")

    assert refused(state, "to d4 with blue") == "5.3"


def test_a_movement_of_no_hex() -> None:
    """Rules 5.4: it must end in erecting, crowning or marking."""
    state = transporting(camps={"g4": "blue", "f4": "blue"}, pieces=("moai1@g4 ~blue",))
    state = play(state, "blue: move moai1 from g4 left")

    assert {"erect g4a", "mark"} <= set(texts(state))
    assert refused(state, "leave") == "5.4"


def test_a_piece_that_cannot_do_anything_stays() -> None:
    """Rules 5.4: no carrier, no marker, no ahu."""
    state = transporting(blue={"moais": (3,), "markers": 0}, green={"moais": (1,)})

    assert refused(state, "move moai3 from d9 screen", BLUE) == "5.4"


def test_a_piece_may_be_moved_again_in_a_later_turn() -> None:
    """Rules 5.1, 5.10: until the phase ends it is its mover's."""
    camps = {"e9": "blue", "f8": "blue"}
    state = transporting(camps=camps, blue={"moais": (1,)}, green={"moais": (1,)})
    state = play(state, "blue: move moai1 from d9 screen; to e9 with blue; leave")
    assert refused(state, "move moai1 from e9 abandoned", GREEN) == "5.2"
    state = play(state, "green: pass", "blue: move moai1 from e9 left; to f8 with blue; mark")

    assert state.pieces[0].hex == state.board.index["f8"]


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


def test_an_abandoned_piece_can_be_out_of_reach() -> None:
    """Rules 5.11: then nobody may begin to move it."""
    state = transporting(
        camps={"f4": "green"}, pieces=("moai1@e4",), blue={"markers": 0, "moais": (1,)}
    )

    assert refused(state, "move moai1 from e4 abandoned") == "5.11"


def test_who_has_passed_is_out() -> None:
    """Rules 5.12: and the last one goes on alone."""
    state = transporting(
        camps={"e9": "blue", "d8": "blue"},
        pieces=("moai1@d9 green", "moai1@e9 red"),
        blue={"moais": (1,)},
    )
    state = play(state, "blue: move moai1 from d9 screen; to e9 with blue; leave")
    state = play(state, "green: pass", "red: pass")
    state = play(state, "blue: move moai1 from e9 left; mark")

    assert RULES.awaited(state).seats == (BLUE,)


def test_who_could_only_pass_is_skipped() -> None:
    """Rules 5.14: nobody is asked who has nothing to move."""
    state = transporting(camps={"e9": "blue"}, blue={"moais": (1,)})
    state = play(state, "blue: move moai1 from d9 screen; to e9 with blue; leave")

    assert RULES.awaited(state).seats == (BLUE,)


def test_unmoved_pieces_go_to_their_quarries() -> None:
    """Rules 5.13: in order of play, marked or not."""
    state = transporting(
        blue={"moais": (1, 2), "headdresses": 1}, green={"moais": (3,), "markers": 0}
    )
    state = play(state, "blue: pass")
    assert RULES.awaited(state).seats == (BLUE,)
    assert texts(state) == ["mark headdress", "mark moai1", "mark moai2", "leave"]
    state = play(state, "blue: mark moai2", "blue: leave")
    lying = {(piece.size, piece.hex, piece.owner) for piece in state.pieces}
    quarries = state.board.moai_quarry, state.board.headdress_quarry

    assert lying == {
        (0, quarries[1], -1), (1, quarries[0], -1), (2, quarries[0], BLUE), (3, quarries[0], -1)
    }  # fmt: skip


def test_unmoved_pieces_in_order_of_play() -> None:
    """Rules 5.13: from the start player on."""
    state = transporting(
        turn=RED, start=RED, blue={"moais": (1,)}, green={"moais": (1,)}, red={"moais": (1,)}
    )
    state = play(state, "red: pass", "blue: pass", "green: pass")
    state = play(state, "red: mark moai1", "blue: leave", "green: mark moai1")

    assert [piece.owner for piece in state.pieces] == [-1, GREEN, RED]


def test_marking_an_unmoved_piece_puts_it_on_its_quarry() -> None:
    """Rules 5.9, 5.4: a turn of its own in the transport."""
    state = transporting(blue={"moais": (3,), "headdresses": 1})
    state = play(state, "blue: move moai3 from d9 screen; mark")
    state = play(state, "blue: move headdress from f2 screen; mark")
    on = state.board

    assert {(piece.size, piece.hex, piece.marked) for piece in state.pieces} == {
        (0, on.headdress_quarry, True),
        (3, on.moai_quarry, True),
    }


def test_markers_run_out_while_stowing() -> None:
    """Rules 5.13: what cannot be marked is abandoned without asking."""
    state = transporting(blue={"moais": (1, 2), "markers": 1})
    state = play(state, "blue: pass", "blue: mark moai1")

    assert phase_name(state) == "Returning"
    assert [piece.owner for piece in state.pieces] == [BLUE, -1]


def test_what_was_left_is_abandoned_when_the_phase_ends() -> None:
    """Rules 5.10: it was its mover's until then."""
    state = transporting(camps={"e9": "blue"}, blue={"moais": (1,)})
    state = play(state, "blue: move moai1 from d9 screen; to e9 with blue; leave")
    assert state.pieces[0].owner == BLUE
    state = play(state, "blue: pass")

    assert state.pieces[0].owner == -1
