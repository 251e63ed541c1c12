import pytest

from parlour_rapa_nui.components import SORTS
from parlour_rapa_nui.events import Added, Buried, Sacrificed
from parlour_rapa_nui.phases import Adding, Burying, Drawing, Laying, Offering, State
from parlour_rapa_nui.state import holdings
from tests.rapa_nui.positions import events_of, match, play, refusal, sorts, texts, tribe

ALL = "fish mulberry potato grain"


def built(
    *held: str, builder: int = 0, piles: tuple[int, ...] = (20, 20, 20, 20), wood: int = 7
) -> State:
    """Let ``builder`` build a moai; ``held`` are everybody's offerings."""
    tribes = [tribe("woodcutter", "moai fish fish", own, wood=wood) for own in held]
    state = match(*tribes, phases=(Drawing(builder), Laying(builder)), piles=piles)
    return play(state, "lay moai")


def stone(state: State) -> list[tuple[str, int | None, bool]]:
    """Return who laid what on the stone."""
    return [
        (SORTS[card.sort], card.seat, card.face_down)
        for card in state.stone
        if card.sort is not None
    ]


def test_the_worked_example() -> None:
    """Rules 5.1, 5.2, 5.3, 5.4: Stefan, Patrick, Sandra face up, Arne face down, then the pile."""
    state = play(
        built(ALL, ALL, ALL, ALL),
        "offer potato",
        "offer grain",
        "offer grain",
        "offer fish face down",
        "add mulberry",
    )

    assert stone(state) == [
        ("potato", 1, False),
        ("grain", 2, False),
        ("grain", 3, False),
        ("fish", 0, True),
        ("mulberry", None, False),
    ]
    assert state.piles == (20, 19, 20, 20)
    assert holdings(state.tribes[0], state.stone, 0) == sorts("mulberry potato grain")
    assert holdings(state.tribes[1], state.stone, 1) == sorts("fish mulberry grain")
    assert state.phases == (Drawing(0),)


@pytest.mark.parametrize(
    ("held", "builder", "first"),
    [
        pytest.param((ALL, ALL, ALL), 0, Offering(0, 1), id="5.2 the left neighbour begins"),
        pytest.param((ALL, ALL, ALL), 2, Offering(2, 0), id="5.2 clockwise past the last seat"),
        pytest.param((ALL, "", ALL), 0, Offering(0, 2), id="5.2 a seat without any is passed over"),
        pytest.param((ALL, "", ""), 0, Burying(0), id="5.3 the builder alone has any"),
        pytest.param(("", "", ""), 0, Adding(0), id="5.4 nobody has any"),
    ],
)
def test_who_comes_first(held: tuple[str, ...], builder: int, first: object) -> None:
    assert built(*held, builder=builder).phases[-1] == first


def test_a_builder_without_offerings() -> None:
    """Rule 5.3: who has nothing to put face down only adds from a pile."""
    state = play(built("", ALL), "offer fish")

    assert state.phases[-1] == Adding(0)


def test_all_piles_empty() -> None:
    """Rule 5.4: with no pile left the round ends with the builder's own card."""
    state = play(built(ALL, ALL, piles=(0, 0, 0, 0)), "offer fish", "offer grain face down")

    assert state.phases == (Drawing(0),)
    assert len(state.stone) == 2


@pytest.mark.parametrize(
    ("state", "legal"),
    [
        pytest.param(
            built("fish", "fish grain"), ["offer fish", "offer grain"], id="5.2 held sorts"
        ),
        pytest.param(
            play(built("fish potato", "grain"), "offer grain"),
            ["offer fish face down", "offer potato face down"],
            id="5.3 held sorts, face down",
        ),
        pytest.param(
            play(built("fish", "", piles=(0, 3, 0, 1)), "offer fish face down"),
            ["add mulberry", "add grain"],
            id="5.4 piles that are not empty",
        ),
    ],
)
def test_what_can_be_sacrificed(state: State, legal: list[str]) -> None:
    assert texts(state) == legal


@pytest.mark.parametrize(
    ("state", "text", "reason"),
    [
        pytest.param(
            built("fish", "fish"),
            "offer grain",
            "you hold no grain offering (rule 5.2)",
            id="5.2 a",
        ),
        pytest.param(
            built("fish", "fish"),
            "offer fish face down",
            "only the builder of a moai sacrifices face down, after everybody else (rule 5.3)",
            id="5.3 another seat than the builder's",
        ),
        pytest.param(
            built("fish", ""),
            "offer fish",
            "the builder of a moai sacrifices face down (rule 5.3)",
            id="5.3 the builder face up",
        ),
        pytest.param(
            built("fish", ""),
            "offer grain face down",
            "you hold no grain offering (rule 5.3)",
            id="5.3 not held",
        ),
        pytest.param(
            built("", "", piles=(1, 0, 1, 1)),
            "add mulberry",
            "the pile of mulberry offerings is empty (rule 5.4)",
            id="5.4 an empty pile",
        ),
        pytest.param(
            built("fish", "fish"),
            "add fish",
            "only the builder of a moai adds from a pile, last of all in a sacrifice round "
            "(rule 5.4)",
            id="5.4 too early",
        ),
    ],
)
def test_refusals(state: State, text: str, reason: str) -> None:
    assert refusal(state, text) == reason


def test_what_is_told() -> None:
    """Rule 8.2: the sort of the card face down is told to its owner alone."""
    state = built("fish", "fish")
    (sacrificed,) = events_of(state, "offer fish")
    (buried,) = events_of(play(state, "offer fish"), "offer fish face down")
    (added,) = events_of(play(state, "offer fish", "offer fish face down"), "add grain")

    assert [sacrificed.seen_by(seat) for seat in (0, 1)] == [Sacrificed(1, 0)] * 2
    assert [buried.seen_by(seat) for seat in (0, 1)] == [Buried(0, 0), Buried(0, None)]
    assert added.seen_by(1) == Added(0, 3)
