import pytest

from parlour_rapa_nui.components import CARDS, Tally
from parlour_rapa_nui.phases import Drawing, State
from parlour_rapa_nui.phases.turn import Turn
from parlour_rapa_nui.scoring import yields
from tests.rapa_nui.positions import asked, match, play, refusal, sorts, texts, tribe


@pytest.mark.parametrize(
    ("card", "lying", "amounts"),
    [
        pytest.param(
            "woodcutter", (2, 1, 1, 1), (3, 1, 1, 1), id="7.3 worked example: Stefan has 2"
        ),
        pytest.param("woodcutter", (2, 2, 1), (2, 2, 1), id="7.2 no bonus without a sole majority"),
        pytest.param("woodcutter", (1, 0), (1, 0), id="7.2 no bonus for one alone"),
        pytest.param("woodcutter", (5, 4), (6, 4), id="7.2 the bonus is one, however many"),
        pytest.param("priest", (1, 0, 0, 0), (1, 0, 0, 0), id="7.4 worked example: Patrick has 1"),
        pytest.param("priest", (3, 2, 0), (4, 2, 0), id="7.4 one each and the bonus"),
        pytest.param("moai", (1, 2), (1, 3), id="7.5 worked example: Sandra 1, Arne 2"),
        pytest.param(
            "grain", (2, 2, 0, 0), (1, 1, 0, 0), id="7.6 worked example: 2 each, no bonus"
        ),
        pytest.param("grain", (3, 1, 0), (2, 1, 0), id="7.6 one in all, and the bonus"),
        pytest.param("grain", (1, 0, 0), (1, 0, 0), id="7.6 one hunter alone has no bonus"),
        pytest.param("grain", (2, 1, 1), (2, 1, 1), id="7.6 two alone have the bonus"),
        pytest.param("grain", (0, 0), (0, 0), id="7.6 nobody"),
        pytest.param("moai", (2, 2, 1), (2, 2, 1), id="7.5 no bonus for two with two"),
        pytest.param("moai", (1, 0), (1, 0), id="7.5 no bonus for one moai"),
    ],
)
def test_what_a_card_brings(card: str, lying: Tally, amounts: Tally) -> None:
    assert yields(CARDS.index(card), lying) == amounts


def scoring(
    card: str, *lying: str, seat: int = 0, piles: Tally = (20, 20, 20, 20), held: str = ""
) -> State:
    """Let ``seat`` uncover ``card`` with its last draw."""
    tribes = [tribe(own, "priest priest", held) for own in lying]
    state = match(
        *tribes,
        phases=(Turn((seat + 1) % len(lying)), Drawing(seat)),
        columns=f"{card} priest/fish fish/fish fish/fish fish",
        piles=piles,
    )
    return play(state, "draw 1")


def test_woodcutters() -> None:
    """Rule 7.3: 3, 1, 1, 1 wood for 2, 1, 1, 1 woodcutters."""
    one = "woodcutter"
    state = scoring("woodcutter", f"{one} {one}", one, one, one)

    assert [tribe.wood for tribe in state.tribes] == [3, 1, 1, 1]
    assert [tribe.fame for tribe in state.tribes] == [0, 0, 0, 0]


def test_priests() -> None:
    """Rule 7.4: one priest alone brings 1 fame."""
    state = scoring("priest", "priest", "", "", "")

    assert [tribe.fame for tribe in state.tribes] == [1, 0, 0, 0]
    assert [tribe.wood for tribe in state.tribes] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("moves", "wood", "fame"),
    [
        pytest.param(("take fame", "take fame"), (0, 0), (1, 3), id="7.5 both take fame"),
        pytest.param(("take wood", "take fame"), (1, 0), (0, 3), id="7.5 wood and fame"),
        pytest.param(("take fame", "take wood"), (0, 3), (1, 0), id="7.5 all wood, bonus too"),
    ],
)
def test_moais(moves: tuple[str, ...], wood: Tally, fame: Tally) -> None:
    state = play(scoring("moai", "moai", "moai moai"), *moves)

    assert tuple(tribe.wood for tribe in state.tribes) == wood
    assert tuple(tribe.fame for tribe in state.tribes) == fame


def test_moais_are_asked_clockwise_from_the_active_seat() -> None:
    """Rule 7.5: from seat 2 on, passing over seats without moais."""
    state = scoring("moai", "moai", "", "moai moai", "moai", seat=2)
    order = []
    for _ in range(3):
        order.append(asked(state))
        assert texts(state) == ["take wood", "take fame"]
        state = play(state, "take fame")

    assert order == [2, 3, 0]
    assert [tribe.fame for tribe in state.tribes] == [1, 0, 3, 1]


def test_hunters() -> None:
    """Rule 7.6: worked example, Patrick and Sandra get one grain each."""
    state = scoring("grain", "grain grain", "grain grain", "", "")

    assert [tribe.traced for tribe in state.tribes] == [sorts("grain")] * 2 + [sorts("")] * 2
    assert state.piles == (20, 20, 20, 18)


def test_hunters_with_bonus() -> None:
    """Rule 7.6: the bonus card is taken along."""
    state = scoring("grain", "grain", "grain grain", "")

    assert [sum(tribe.traced) for tribe in state.tribes] == [1, 2, 0]


def test_the_active_seat_takes_first() -> None:
    """Rule 7.6: the last card of a pile goes to the active seat."""
    state = scoring("grain", "grain", "grain", "", seat=1, piles=(0, 0, 0, 1))

    assert [tribe.traced for tribe in state.tribes] == [sorts(""), sorts("grain"), sorts("")]


def test_another_pile() -> None:
    """Rule 7.7: who finds the pile empty takes another sort, or declines."""
    state = scoring("grain", "grain", "grain", "", piles=(5, 0, 5, 1))

    assert asked(state) == 1
    assert texts(state) == ["take fish instead", "take potato instead", "decline"]
    assert play(state, "take potato instead").tribes[1].traced == sorts("potato")
    assert play(state, "decline").tribes[1].traced == sorts("")


def test_who_takes_another_sort_does_so_before_the_next_seat() -> None:
    """Rule 7.7: clockwise from the active seat, each done before the next one takes any."""
    state = scoring("grain", "grain", "", "grain grain", "grain", seat=2, piles=(1, 1, 0, 1))

    assert asked(state) == 2
    assert state.tribes[2].traced == sorts("grain")
    state = play(state, "take fish instead")
    assert asked(state) == 3
    state = play(state, "take mulberry instead")

    assert [tribe.traced for tribe in state.tribes] == [
        sorts(text) for text in ("", "", "grain fish", "mulberry")
    ]
    assert state.phases[0] == Turn(0), "seat 3 has its turn"


@pytest.mark.parametrize(
    ("moves", "taken"),
    [
        pytest.param(("take fish instead", "decline"), "fish", id="7.7 one and no more"),
        pytest.param(("decline",), "", id="7.7 neither"),
        pytest.param(("take fish instead", "take fish instead"), "fish fish", id="7.7 twice fish"),
    ],
)
def test_two_cards_lacking(moves: tuple[str, ...], taken: str) -> None:
    state = play(scoring("grain", "grain grain", "grain", piles=(5, 0, 5, 0)), *moves)

    assert state.tribes[0].traced == sorts(taken)
    assert asked(state) == 1


def test_a_bonus_card_comes_before_the_next_seat() -> None:
    """Rule 7.6: what the scored pile has goes out clockwise, the bonus with the first."""
    state = scoring("grain", "grain", "grain grain", "grain", seat=1, piles=(0, 0, 0, 3))

    assert [sum(tribe.traced) for tribe in state.tribes] == [0, 2, 1]


def test_another_pile_for_the_bonus_too() -> None:
    """Rule 7.7: each missing card is taken by itself."""
    state = scoring("grain", "grain grain", "", piles=(5, 0, 5, 0))
    state = play(state, "take fish instead", "take potato instead")

    assert state.tribes[0].traced == sorts("fish potato")


def test_half_from_another_pile() -> None:
    """Rule 7.7: the card there is is taken, the one that is not is chosen."""
    state = play(scoring("grain", "grain grain", "", piles=(5, 0, 5, 1)), "take fish instead")

    assert state.tribes[0].traced == sorts("grain fish")


def test_the_last_card_of_all() -> None:
    """Rule 7.7: when nothing is left, nobody is asked."""
    state = scoring("grain", "grain grain", "grain", piles=(1, 0, 0, 0))
    state = play(state, "take fish instead")

    assert [sum(tribe.traced) for tribe in state.tribes] == [1, 0]
    assert scoring("grain", "grain", "grain", piles=(0, 0, 0, 0)).phases[0] == Turn(0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        pytest.param(
            "take grain instead",
            "the pile of grain offerings is empty (rule 7.7)",
            id="7.7 the pile that is empty",
        ),
        pytest.param(
            "take wood",
            "only moais that are scored bring a choice of wood or fame (rule 7.5)",
            id="7.5 no moais are scored",
        ),
    ],
)
def test_refusals(text: str, reason: str) -> None:
    state = scoring("grain", "grain", "grain", piles=(5, 5, 5, 0))

    assert refusal(state, text) == reason


def test_tokens_never_run_out() -> None:
    """Rule 8.4: more fame and wood than there are tokens for."""
    rich = tribe("priest woodcutter", "priest priest", wood=144, fame=90)
    state = match(
        rich,
        tribe(),
        phases=(Turn(1), Drawing(0)),
        columns="priest fish/woodcutter fish/fish fish/fish fish",
    )

    assert play(state, "draw 1").tribes[0].fame == 91
    assert play(state, "draw 2").tribes[0].wood == 145
