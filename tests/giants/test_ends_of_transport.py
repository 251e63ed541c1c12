from typing import Any

import pytest

from tests.giants.positions import (
    BLUE,
    play,
    refused,
    transporting,
)


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
