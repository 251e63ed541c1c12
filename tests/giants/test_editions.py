"""The Italian edition, and how it was read once: each point that differs (chapter 9)."""

from typing import Any

import pytest
from msgspec.structs import asdict, replace

from parlour_giants.editions import EDITIONS
from parlour_giants.moves import Bid
from parlour_giants.options import Options
from parlour_giants.phases import Bidding
from parlour_giants.phases.auction import picking_order
from tests.giants.positions import (
    BLUE,
    GAME,
    GREEN,
    RED,
    RULES,
    asked,
    phase_name,
    play,
    position,
    refused,
    texts,
    transporting,
)

ITALIAN = Options(edition="italian")
FORMER = Options(edition="italian", rulings="second")
GERMAN = Options()
THIRD = Options(rulings="third")
ITALIAN_POINTS = ("leftover_moai", "chief_actions", "passing", "visits")
BARE: Any = {"workers": 0, "sorcerer": False, "chief": False}


@pytest.mark.parametrize(
    ("options", "leftover_moai", "chief_actions"),
    [
        pytest.param({}, "supply", "once", id="9.1 without an option the German one"),
        pytest.param({"edition": "italian"}, "removed", "per_tablet", id="9.1 the Italian one"),
        pytest.param({"edition": "italian", "leftover_moai": "supply"}, "supply", "per_tablet",
                     id="9.1 leftover_moai wins over the edition"),
        pytest.param({"edition": "italian", "chief_actions": "once"}, "removed", "once",
                     id="9.1 chief_actions wins over the edition"),
        pytest.param({"leftover_moai": "removed", "chief_actions": "per_tablet"}, "removed",
                     "per_tablet", id="9.1 and so they do over the German one"),
    ],
)  # fmt: skip
def test_single_options_win(options: Any, leftover_moai: str, chief_actions: str) -> None:
    """Rules 9.1: and leave the other points alone."""
    rules = Options(**options).edition_rules
    of_edition = EDITIONS[options.get("edition", "german")]

    assert rules == replace(of_edition, leftover_moai=leftover_moai, chief_actions=chief_actions)


@pytest.mark.parametrize(
    ("options", "differing"),
    [
        pytest.param(ITALIAN, set(ITALIAN_POINTS),
                     id="9.1 four points"),
        pytest.param(FORMER, set(asdict(EDITIONS["german"])), id="9.6 seven by the former reading"),
        pytest.param(Options(edition="italian", rulings="first"), set(asdict(EDITIONS["german"])),
                     id="9.6 by the first rulings too"),
        pytest.param(Options(rulings="second"), {"visits"},
                     id="9.6 the German edition is as it was, but for 5.15"),
        pytest.param(Options(rulings="third"), {"visits"}, id="7.7 without 5.15"),
        pytest.param(Options(edition="italian", rulings="third"), set(ITALIAN_POINTS),
                     id="7.7 the Italian edition is as it was"),
    ],
)  # fmt: skip
def test_the_points_that_differ(options: Options, differing: set[str]) -> None:
    german, other = map(asdict, (EDITIONS["german"], options.edition_rules))

    assert {name for name in german if german[name] != other[name]} == differing


@pytest.mark.parametrize(
    ("options", "halves", "order"),
    [
        pytest.param(GERMAN, (2, 3, 4), (RED, GREEN, BLUE), id="3.2 German: by halves"),
        pytest.param(ITALIAN, (2, 3, 4), (RED, GREEN, BLUE), id="9.2 Italian: by halves too"),
        pytest.param(ITALIAN, (0, 1, 0), (GREEN, BLUE, RED), id="9.2 one is worth more than none"),
        pytest.param(ITALIAN, (3, 0, 0), (BLUE, GREEN, RED), id="9.2 three are as in the example"),
        pytest.param(FORMER, (2, 3, 4), (RED, BLUE, GREEN), id="9.6 three were worth two"),
        pytest.param(FORMER, (0, 1, 0), (BLUE, GREEN, RED), id="9.6 one was worth nothing"),
        pytest.param(FORMER, (1, 1, 2), (RED, BLUE, GREEN), id="9.6 a whole tablet was first"),
    ],
)
def test_ties_in_the_auction(
    options: Options, halves: tuple[int, ...], order: tuple[int, ...]
) -> None:
    blue, green, red = ({"halves": number} for number in halves)
    state = position(options=options, blue=blue, green=green, red=red)

    assert picking_order(state, (Bid(1),) * 3) == order


@pytest.mark.parametrize(
    ("options", "box", "lost"),
    [
        pytest.param(GERMAN, (17, 13, 6), (0, 0, 0), id="3.5 German: back into the box"),
        pytest.param(ITALIAN, (17, 12, 6), (0, 1, 0), id="9.3 out of the game"),
        pytest.param(Options(edition="italian", leftover_moai="supply"), (17, 13, 6), (0, 0, 0),
                     id="9.3 unless the option says otherwise"),
    ],
)  # fmt: skip
def test_leftover_moais(options: Options, box: Any, lost: Any) -> None:
    state = position(options=options, phase=Bidding(answers=(None,) * 3, quarry=(2,)))
    state = play(state, *(f"{colour}: bid 0 markers" for colour in ("blue", "green", "red")))

    assert (state.supply.moais, state.supply.lost_moais) == (box, lost)


@pytest.mark.parametrize(
    ("options", "phase"),
    [
        pytest.param(GERMAN, "Placing", id="4.10 German: one action"),
        pytest.param(ITALIAN, "Reading", id="9.4 another one for another tablet"),
        pytest.param(Options(edition="italian", chief_actions="once"), "Placing",
                     id="9.4 unless the option says otherwise"),
    ],
)  # fmt: skip
def test_actions_of_a_chief(options: Options, phase: str) -> None:
    state = position(options=options, blue={"halves": 4})

    assert phase_name(play(state, "blue: place chief e2 for worker")) == phase


LAST_HEADDRESS = replace(position().supply, headdresses=1)


@pytest.mark.parametrize(
    ("given", "lines", "phase"),
    [
        pytest.param({}, ("place chief c4 for logs",), "Placing", id="9.4 a felled forest"),
        pytest.param({"stored_workers": 1}, ("place chief e2 for worker",), "Placing",
                     id="9.4 the last worker"),
        pytest.param({"stored_workers": 2}, ("place chief e2 for worker",), "Reading",
                     id="9.4 the last but one"),
        pytest.param({"stored_workers": 2}, ("place chief e2 for worker", "again for worker"),
                     "Placing", id="9.4 the last worker by the second tablet"),
        pytest.param({"stored_markers": 1}, ("place chief g2 for marker",), "Placing",
                     id="9.4 the last marker"),
        pytest.param({}, ("place chief f2 for headdress",), "Placing", id="9.4 the last headdress"),
        pytest.param({}, ("place chief a3 for a3a",), "Reading", id="9.4 a second ahu"),
        pytest.param({}, ("place chief a3 for a3a", "again for a3b"), "Placing",
                     id="9.4 no third ahu"),
        pytest.param({"bases": 1}, ("place chief a3 for a3a",), "Placing", id="9.4 the last base"),
    ],
)  # fmt: skip
def test_a_chief_is_not_asked_when_its_hex_has_nothing_more(
    given: Any, lines: tuple[str, ...], phase: str
) -> None:
    """Rules 9.4: though there are tablets left."""
    state = position(options=ITALIAN, supply=LAST_HEADDRESS, blue={"halves": 6, **given})
    state = play(state, *(f"blue: {line}" for line in lines))

    assert phase_name(state) == phase
    assert state.clans[BLUE].halves == 6 - 2 * len(lines)


@pytest.mark.parametrize(
    ("options", "turns"),
    [
        pytest.param(GERMAN, [GREEN, RED, GREEN, RED, GREEN], id="4.12 German: Blue is out"),
        pytest.param(ITALIAN, [GREEN, RED, BLUE, GREEN, RED], id="9.5 Blue is asked again"),
    ],
)
def test_who_passes_with_figures_left(options: Options, turns: list[int]) -> None:
    state, met = play(position(options=options), "blue: pass"), list[int]()
    for figure in ("worker", "worker", "chief", "chief"):
        met.append(asked(state))
        state = play(state, f"place {figure} d4")

    assert [*met, asked(state)] == turns


ACTED: Any = {"green": {**BARE, "markers": 0}}


@pytest.mark.parametrize(
    ("given", "lines", "expected"),
    [
        pytest.param({}, ("blue: pass", "green: place worker d4", "red: pass"),
                     ("Placing", BLUE), id="9.5 a pass is forgotten when somebody acts"),
        pytest.param({}, ("blue: pass", "green: pass", "red: place worker d4"),
                     ("Placing", BLUE), id="9.5 though two have passed"),
        pytest.param({}, ("blue: pass", "green: pass", "red: place worker d4", "blue: pass",
                          "green: pass"), ("Placing", RED), id="9.5 the count begins again"),
        pytest.param({}, ("blue: pass", "green: pass", "red: pass"),
                     ("Rolling",), id="9.5 all passing in turn end the placing"),
        pytest.param({}, ("blue: pass", "green: pass", "red: rongo"),
                     ("Placing", BLUE), id="9.5 to buy half a tablet is no pass"),
        pytest.param({"blue": BARE}, ("blue: pass", "green: place worker d4",
                                      "red: place worker d4"),
                     ("Placing", GREEN), id="9.5 without figures one is out, markers or not"),
        pytest.param({"blue": BARE | {"chief": True}},
                     ("blue: pass", "green: place worker d4", "red: place worker d4"),
                     ("Placing", BLUE), id="9.5 a chief alone is a figure left"),
        pytest.param({"blue": BARE | {"sorcerer": True}},
                     ("blue: pass", "green: place worker d4", "red: place worker d4"),
                     ("Placing", BLUE), id="9.5 so is a sorcerer alone"),
        pytest.param(ACTED, ("blue: pass", "red: pass"), ("Rolling",),
                     id="9.5 who can do nothing does not keep the placing going"),
    ],
)  # fmt: skip
def test_an_open_pass(given: Any, lines: tuple[str, ...], expected: tuple[Any, ...]) -> None:
    state = play(position(options=ITALIAN, **given), *lines)

    assert (phase_name(state), *RULES.awaited(state).seats[:1]) == expected


@pytest.mark.parametrize(
    ("options", "camp", "rule"),
    [
        pytest.param(ITALIAN, "blue", "", id="9.2 Italian: a worker"),
        pytest.param(ITALIAN, "blue-sorcerer", "", id="9.2 or a sorcerer"),
        pytest.param(ITALIAN, "blue-chief", "", id="9.2 or a chief"),
        pytest.param(ITALIAN, "green", "5.7", id="9.2 and no worker of another"),
        pytest.param(FORMER, "blue", "", id="9.6 a worker"),
        pytest.param(FORMER, "blue-sorcerer", "9.6", id="9.6 a sorcerer did not suffice"),
        pytest.param(FORMER, "blue-chief", "9.6", id="9.6 nor a chief"),
        pytest.param(FORMER, "green", "5.7", id="9.6 nor a worker of another"),
        pytest.param(GERMAN, "blue-sorcerer", "", id="5.7 German: a sorcerer"),
        pytest.param(GERMAN, "blue-chief", "", id="5.7 German: a chief"),
    ],
)
def test_the_figure_that_erects(options: Options, camp: str, rule: str) -> None:
    state = transporting(options=options, pieces=("moai1@g4",), camps={"g4": camp})
    state = play(state, "blue: move moai1 from g4 abandoned")

    assert refused(state, "erect g4a") == rule
    assert ("erect g4a" in texts(state)) == (not rule)


@pytest.mark.parametrize(
    ("options", "camp", "rule"),
    [
        pytest.param(ITALIAN, "blue-sorcerer", "", id="9.2 with a sorcerer"),
        pytest.param(ITALIAN, "blue-chief", "", id="9.2 with a chief"),
        pytest.param(ITALIAN, "green-chief", "5.7", id="9.2 not without a figure of one's own"),
        pytest.param(FORMER, "blue-sorcerer", "9.6", id="9.6 nor there without a worker"),
        pytest.param(GERMAN, "blue-sorcerer", "", id="5.7 German: with a sorcerer"),
    ],
)
def test_the_figure_that_erects_on_a_reserved_ahu(options: Options, camp: str, rule: str) -> None:
    state = transporting(
        options=options, pieces=("moai1@g4",), camps={"g4": camp}, reserved={"g4a": "blue"}
    )

    assert refused(play(state, "blue: move moai1 from g4 abandoned"), "erect g4a") == rule


@pytest.mark.parametrize("options", [ITALIAN, FORMER])
@pytest.mark.parametrize("figure", ["blue", "blue-sorcerer", "blue-chief"])
def test_any_figure_crowns(figure: str, options: Options) -> None:
    """Rules 5.8: in both editions, by both readings."""
    given: Any = {"pieces": ("headdress@g4 blue",), "erected": {"g4a 1": "green"}}
    state = transporting(options=options, camps={"g4": figure}, **given)

    assert play(state, "blue: move headdress from g4 marked; crown g4a").crowned


def test_no_movement_to_where_only_a_sorcerer_waits() -> None:
    """Rules 9.6, 5.4: without a marker the abandoned moai could not be erected there."""
    given: Any = {
        "pieces": ("moai1@f4",), "camps": {"g4": "blue-sorcerer"}, "blue": {"markers": 0}
    }  # fmt: skip

    assert "move moai1 from f4 abandoned" in texts(transporting(**given))
    assert "move moai1 from f4 abandoned" in texts(transporting(options=ITALIAN, **given))
    assert refused(transporting(options=FORMER, **given), "move moai1 from f4 abandoned") == "5.11"


CAMPS = {
    "d8": "blue", "e8": "blue", "d9": "blue", "f2": "blue", "f3": "blue", "f4": "blue"
}  # fmt: skip
"""Workers on the quarries, d9 and f2, and beside them."""
OUT = ("blue: move moai1 from d9 screen; to d8 with blue; leave",
       "blue: move moai1 from d8 left; to e8 with blue; leave")  # fmt: skip
"""The moai is carried from d9 over d8 to e8, in two movements."""
HEADDRESS_OUT = ("blue: move headdress from f2 screen; to f3 with blue; leave",
                 "blue: move headdress from f3 left; to f4 with blue; leave")  # fmt: skip
HEADDRESS_ON = "blue: move headdress from f4 left"
FROM_D8, FROM_E8 = (f"blue: move moai1 from {where} left" for where in ("d8", "e8"))


@pytest.mark.parametrize(
    ("options", "lines", "text", "rule"),
    [
        pytest.param(GERMAN, (*OUT, FROM_E8), "to d8 with blue", "",
                     id="5.4 German: another movement may return"),
        pytest.param(ITALIAN, (*OUT, FROM_E8), "to d8 with blue", "9.7",
                     id="9.7 not in the same round"),
        pytest.param(GERMAN, (OUT[0], FROM_D8), "to d9 with blue", "",
                     id="5.4 German: back to the quarry"),
        pytest.param(ITALIAN, (OUT[0], FROM_D8), "to d9 with blue", "9.7",
                     id="9.7 the hex where it started counts too"),
        pytest.param(ITALIAN, (OUT[0], FROM_D8), "leave", "5.4",
                     id="9.7 a movement of no hex stays forbidden"),
        pytest.param(GERMAN, (*HEADDRESS_OUT, HEADDRESS_ON), "to f3 with blue", "",
                     id="5.4 German: a headdress too may return"),
        pytest.param(ITALIAN, (*HEADDRESS_OUT, HEADDRESS_ON), "to f3 with blue", "9.7",
                     id="9.7 nor may a headdress return"),
        pytest.param(ITALIAN, (HEADDRESS_OUT[0], "blue: move headdress from f3 left"),
                     "to f2 with blue", "9.7", id="9.7 nor to its quarry"),
    ],
)  # fmt: skip
def test_a_hex_twice_in_a_round(
    options: Options, lines: tuple[str, ...], text: str, rule: str
) -> None:
    given: Any = {"moais": (1,), "headdresses": 1}
    state = play(transporting(options=options, camps=CAMPS, blue=given), *lines)

    assert refused(state, text) == rule
    assert (text in texts(state)) == (not rule)


def test_a_piece_that_can_go_nowhere_else_is_stuck() -> None:
    """Rules 9.7, 5.4: no movement is begun that cannot be brought to an end."""
    given: Any = {"camps": {"d8": "blue", "d9": "blue"}, "blue": {"moais": (1,), "markers": 0}}
    stuck = play(transporting(options=ITALIAN, **given), OUT[0])

    assert phase_name(stuck) != "Transporting", "nobody can do anything"
    assert asked(play(transporting(options=THIRD, **given), OUT[0])) == BLUE


def test_the_next_round_begins_anew() -> None:
    """Rules 9.7: a marked piece may go back to where it was in the round before."""
    state = transporting(options=ITALIAN, camps=CAMPS, blue={"moais": (1,)})
    state = play(state, "blue: move moai1 from d9 screen; to d8 with blue; mark")
    assert state.pieces[0].been
    state = play(state, "blue: pass")

    assert (phase_name(state), state.pieces[0].been) == ("Returning", 0)


def test_equal_pieces_that_have_been_elsewhere() -> None:
    """Rules 9.7: the move names the hexes, and may not be made without them."""
    state = transporting(
        options=ITALIAN, camps={**CAMPS, "e9": "blue"}, blue={"moais": (1, 1), "markers": 0}
    )
    state = play(
        state, *OUT,
        "blue: move moai1 from d9 screen; to e9 with blue; leave",
        "blue: move moai1 from e9 left; to e8 with blue; leave",
    )  # fmt: skip
    over_d8, over_e9 = (
        f"move moai1 from e8 left after {been}" for been in ("d8+d9+e8", "d9+e8+e9")
    )

    assert [text for text in texts(state) if text.startswith("move")] == [over_d8, over_e9]
    assert refused(state, "move moai1 from e8 left") == "5.2"
    assert refused(play(state, f"blue: {over_d8}"), "to e9 with blue") == ""
    assert refused(play(state, f"blue: {over_e9}"), "to e9 with blue") == "9.7"
    assert refused(play(state, f"blue: {over_e9}"), "to d8 with blue") == ""


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        pytest.param(GERMAN, "", id="5.11 German: it may crown"),
        pytest.param(ITALIAN, "", id="9.2 Italian: it may crown too"),
        pytest.param(FORMER, "9.6", id="9.6 it could only be marked"),
    ],
)
def test_an_abandoned_headdress(options: Options, rule: str) -> None:
    state = transporting(
        options=options, pieces=("headdress@f4",), camps={"g4": "blue"}, erected={"g4a 1": "blue"}
    )
    state = play(state, "blue: move headdress from f4 abandoned; to g4 with blue")

    assert refused(state, "crown g4a") == rule
    later = play(state, "blue: mark", "blue: move headdress from g4 marked; crown g4a")
    assert later.crowned, "its marker makes it a headdress like others"


@pytest.mark.parametrize(
    ("options", "piece", "erected", "rule"),
    [
        pytest.param(ITALIAN, "headdress", "g4a 1", "", id="9.2 a headdress that can crown"),
        pytest.param(ITALIAN, "headdress", "a3a 1", "5.11", id="9.2 not one that cannot"),
        pytest.param(FORMER, "headdress", "g4a 1", "5.11", id="9.6 not without a marker"),
        pytest.param(FORMER, "moai1", "a3a 1", "", id="9.6 a moai may be erected"),
    ],
)
def test_an_abandoned_piece_without_a_marker(
    options: Options, piece: str, erected: str, rule: str
) -> None:
    state = transporting(
        options=options, pieces=(f"{piece}@f4",), camps={"g4": "blue"}, blue={"markers": 0},
        erected={erected: "blue"},
    )  # fmt: skip

    assert refused(state, f"move {piece} from f4 abandoned") == rule


def test_sentences_that_make_no_difference() -> None:
    """Rules 9.9: a worker just fetched serves at once, and the last one goes on alone."""
    state = play(position(options=ITALIAN, green=BARE, red=BARE),
                 "blue: place sorcerer e2 for worker", "green: pass", "red: pass")  # fmt: skip
    state = play(state, "blue: place worker d4", "blue: place worker d4", "blue: place chief d4")
    assert state.clans[BLUE].workers == 0

    state = transporting(options=ITALIAN, camps=CAMPS, blue={"moais": (1,)})
    assert asked(play(state, *OUT)) == BLUE


@pytest.mark.parametrize(
    ("version", "rulings"), [(1, "first"), (2, "second"), (3, "third"), (4, "fourth")]
)
def test_a_record_that_names_no_board_goes_on_as_it_began(version: int, rulings: str) -> None:
    """Rules 7.7, 1.3: before the fourth rulings there was one board."""
    options = GAME.recorded_options(version, {})
    board = "island31" if version == GAME.rules_version else "island"

    assert (options.rulings, options.board) == (rulings, board)
