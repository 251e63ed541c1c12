import pytest

from parlour_rapa_nui.phases import Buying, Drawing, Laying, Offering, State
from tests.rapa_nui.positions import cards, match, play, refusal, texts, tribe


def laying(hand: str, wood: int, lying: str = "woodcutter") -> State:
    own = tribe(lying, hand, "fish", wood=wood)
    return match(own, tribe(offerings="grain"), phases=(Drawing(0), Laying(0)))


@pytest.mark.parametrize(
    ("hand", "wood", "legal"),
    [
        pytest.param(
            "woodcutter priest fish",
            0,
            ["lay fish", "lay woodcutter", "lay priest"],
            id="4.1 one kind of card",
        ),
        pytest.param("woodcutter woodcutter woodcutter", 9, ["lay woodcutter"], id="4.1 only one"),
        pytest.param("priest priest moai", 7, ["lay priest", "lay moai"], id="4.3 7 wood"),
        pytest.param("priest priest moai", 6, ["lay priest"], id="4.3 6 wood are too few"),
        pytest.param("fish fish fish", 0, ["lay fish"], id="4.4 one hunter is free"),
        pytest.param("fish fish fish", 1, ["lay fish", "lay fish 2"], id="4.4 two cost 1"),
        pytest.param(
            "fish fish fish", 2, ["lay fish", "lay fish 2", "lay fish 3"], id="4.4 three cost 2"
        ),
        pytest.param("fish fish grain", 5, ["lay fish", "lay fish 2", "lay grain"], id="4.1 sorts"),
        pytest.param("moai moai moai", 6, ["discard moai"], id="4.5 three moais, 6 wood"),
        pytest.param("moai moai moai", 7, ["lay moai"], id="4.5 three moais, 7 wood"),
        pytest.param("moai moai fish", 6, ["lay fish"], id="4.5 two moais"),
    ],
)
def test_what_can_be_laid(hand: str, wood: int, legal: list[str]) -> None:
    assert texts(laying(hand, wood)) == legal


@pytest.mark.parametrize(
    ("text", "wood"),
    [
        pytest.param("lay woodcutter", 9, id="4.2 a woodcutter is free"),
        pytest.param("lay priest", 9, id="4.2 a priest is free"),
        pytest.param("lay fish", 9, id="4.4 a hunter is free"),
    ],
)
def test_free_cards(text: str, wood: int) -> None:
    state = play(laying("woodcutter priest fish", wood), text)

    assert state.tribes[0].wood == wood
    assert state.tribes[0].lying == cards(f"woodcutter {text.removeprefix('lay ')}")
    assert sum(state.tribes[0].hand) == 2
    assert isinstance(state.phases[-1], Drawing)


@pytest.mark.parametrize(
    ("text", "lying", "left"),
    [
        pytest.param("lay fish 2", "fish fish fish", 4, id="4.4 worked example: Stefan pays 1"),
        pytest.param("lay fish 3", "fish fish fish fish", 3, id="4.4 three cost 2, whatever lies"),
    ],
)
def test_several_hunters(text: str, lying: str, left: int) -> None:
    state = play(laying("fish fish fish", 5, "fish"), text)

    assert state.tribes[0].lying == cards(lying)
    assert state.tribes[0].wood == left


def test_building() -> None:
    """Rule 4.3: a moai costs 7 wood, and the left neighbour sacrifices at once."""
    state = play(laying("priest priest moai", 8), "lay moai")

    assert state.tribes[0].wood == 1
    assert state.phases[-1] == Offering(builder=0, seat=1)


def test_discarding() -> None:
    """Rule 4.5: the moai goes to the box, nobody sacrifices, and the turn goes on."""
    state = play(laying("moai moai moai", 6), "discard moai")

    assert state.tribes[0].hand == cards("moai moai")
    assert state.tribes[0].lying == cards("woodcutter")
    assert state.box[6] == 1
    assert state.phases[-1] == Drawing(0)
    assert state.stone == ()


def test_buying_away_the_wood_for_a_moai() -> None:
    """Rule 4.5: who buys an offering and then cannot build discards like anybody else."""
    own = tribe("woodcutter", "moai moai moai", wood=8)
    state = match(own, tribe(), phases=(Drawing(0), Laying(0), Buying(0)))

    assert texts(play(state, "buy nothing")) == ["lay moai"]
    assert texts(play(state, "buy fish")) == ["discard moai"]


@pytest.mark.parametrize(
    ("hand", "wood", "text", "reason"),
    [
        pytest.param(
            "priest priest moai",
            6,
            "lay moai",
            "laying a moai costs 7 wood, and you have 6 (rule 4.3)",
            id="4.3 too little wood for a moai",
        ),
        pytest.param(
            "fish fish priest",
            0,
            "lay fish 2",
            "laying 2 hunters at once costs 1 wood, and you have 0 (rule 4.4)",
            id="4.4 too little wood for two hunters",
        ),
        pytest.param(
            "fish fish priest", 5, "lay fish 3", "you have 2 fish in hand (rule 4.1)", id="4.1 few"
        ),
        pytest.param(
            "fish fish priest",
            5,
            "lay grain",
            "you have no grain in hand (rule 4.1)",
            id="4.1 none",
        ),
        pytest.param(
            "fish fish moai",
            5,
            "lay priest",
            "you have no priest in hand (rule 4.1)",
            id="4.1 no priest",
        ),
        pytest.param(
            "priest priest fish",
            5,
            "lay priest 2",
            "only hunters can be laid several at once, and a priest is not a hunter (rule 4.1)",
            id="4.1 two priests",
        ),
        pytest.param(
            "fish fish fish",
            5,
            "lay fish 4",
            "one, two or three hunters of a sort can be laid at once (rule 4.4)",
            id="4.4 four hunters",
        ),
        pytest.param(
            "fish fish fish",
            5,
            "lay fish 0",
            "one, two or three hunters of a sort can be laid at once (rule 4.4)",
            id="4.4 no hunters",
        ),
        pytest.param(
            "moai moai moai",
            3,
            "lay moai",
            "a moai costs 7 wood and you have 3: discard one of three (rule 4.5)",
            id="4.5 three moais that cannot be paid",
        ),
        pytest.param(
            "moai moai moai",
            7,
            "discard moai",
            "you have 7 wood, enough to build a moai (rule 4.5)",
            id="4.5 three moais that can be paid",
        ),
        pytest.param(
            "moai moai fish",
            0,
            "discard moai",
            "a moai goes to the box only in place of laying, "
            "with three moais in hand and less than 7 wood (rule 4.5)",
            id="4.5 two moais",
        ),
    ],
)
def test_refusals(hand: str, wood: int, text: str, reason: str) -> None:
    assert refusal(laying(hand, wood), text) == reason


def test_mixed_sorts() -> None:
    """Rule 4.1: once fish are laid, grain cannot be laid as well."""
    state = play(laying("fish fish grain", 5), "lay fish 2")

    assert refusal(state, "lay grain") == (
        "cards are laid once a turn, all of one kind, after any buying and before drawing "
        "(rule 4.1)"
    )
