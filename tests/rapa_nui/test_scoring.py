import pytest

from parlour.kit.cards import combined
from parlour_rapa_nui.components import CARDS, SORTS, Tally
from parlour_rapa_nui.phases import Drawing, State
from parlour_rapa_nui.phases.ending import ended
from parlour_rapa_nui.phases.turn import Turn
from parlour_rapa_nui.scoring import final_counts, sacrificed, values, yields
from parlour_rapa_nui.state import Tribe
from tests.rapa_nui.positions import (
    asked,
    ending,
    match,
    on_stone,
    play,
    refusal,
    sorts,
    texts,
    tribe,
)


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


FULL = (20, 20, 20, 20)
MOAIS = ("moai", "moai moai")


def scoring(card: str, *lying: str, seat: int = 0, piles: Tally = FULL, held: str = "") -> State:
    """Let ``seat`` uncover ``card`` with its last draw."""
    tribes = [tribe(own, "priest priest", held) for own in lying]
    state = match(
        *tribes,
        phases=(Turn((seat + 1) % len(lying)), Drawing(seat)),
        columns=f"{card} priest/fish fish/fish fish/fish fish",
        piles=piles,
    )
    return play(state, "draw 1")


ONE = "woodcutter"


@pytest.mark.parametrize(
    ("card", "lying", "moves", "wood", "fame"),
    [
        pytest.param(
            ONE, (f"{ONE} {ONE}", ONE, ONE, ONE), (), (3, 1, 1, 1), (0,) * 4, id="7.3 woodcutters"
        ),
        pytest.param("priest", ("priest", "", ""), (), (0,) * 3, (1, 0, 0), id="7.4 priests"),
        pytest.param(
            *("moai", MOAIS, ("take fame", "take fame"), (0, 0), (1, 3)), id="7.5 both take fame"
        ),
        pytest.param(
            *("moai", MOAIS, ("take wood", "take fame"), (1, 0), (0, 3)), id="7.5 wood and fame"
        ),
        pytest.param(
            *("moai", MOAIS, ("take fame", "take wood"), (0, 3), (1, 0)), id="7.5 all wood"
        ),
    ],
)
def test_wood_and_fame(
    card: str, lying: tuple[str, ...], moves: tuple[str, ...], wood: Tally, fame: Tally
) -> None:
    tribes = play(scoring(card, *lying), *moves).tribes

    assert [(tribe.wood, tribe.fame) for tribe in tribes] == list(zip(wood, fame, strict=True))


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


@pytest.mark.parametrize(
    ("lying", "seat", "piles", "moves", "taken"),
    [
        pytest.param(
            "2 2 0 0", 0, FULL, (), ("grain", "grain", "", ""), id="7.6 example: one each"
        ),
        pytest.param("1 2 0", 0, FULL, (), ("grain", "grain grain", ""), id="7.6 the bonus too"),
        pytest.param(
            "1 1 0", 1, (0, 0, 0, 1), (), ("", "grain", ""), id="7.6 the active seat takes the last"
        ),
        pytest.param(
            *("1 2 1", 1, (0, 0, 0, 3), (), ("", "grain grain", "grain")),
            id="7.6 the bonus comes before the next seat",
        ),
        pytest.param(
            *("2 0", 0, (5, 0, 5, 0), ("take fish instead", "take potato instead")),
            ("fish potato", ""),
            id="7.7 another pile for the bonus too",
        ),
        pytest.param(
            *("2 0", 0, (5, 0, 5, 1), ("take fish instead",), ("grain fish", "")),
            id="7.7 the card there is is taken, the other chosen",
        ),
        pytest.param(
            *("2 1", 0, (1, 0, 0, 0), ("take fish instead",), ("fish", "")),
            id="7.7 the last card of all",
        ),
        pytest.param("1 1", 0, (0,) * 4, (), ("", ""), id="7.7 nothing is left, nobody is asked"),
    ],
)
def test_what_hunters_bring(
    lying: str, seat: int, piles: Tally, moves: tuple[str, ...], taken: tuple[str, ...]
) -> None:
    """Then the left neighbour's turn begins: what lies under it is the turn after that."""
    tribes = ["grain " * int(number) for number in lying.split()]
    state = play(scoring("grain", *tribes, seat=seat, piles=piles), *moves)

    assert [tribe.traced for tribe in state.tribes] == list(map(sorts, taken))
    assert combined(state.piles, *map(sorts, taken)) == piles
    assert state.phases[0] == Turn((seat + 2) % len(tribes))


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


# The end of a match


STONE = " ".join(["grain"] * 4 + ["mulberry"] * 4 + ["fish"] * 2 + ["potato"])
"""The rulebook's example."""


@pytest.mark.parametrize(
    ("counts", "worth"),
    [
        pytest.param((2, 4, 1, 4), (2, 3, 1, 3), id="9.3 worked example"),
        pytest.param((4, 3, 2, 1), (3, 2, 1, 0), id="9.3 four different counts"),
        pytest.param((4, 3, 3, 1), (3, 2, 2, 1), id="9.3 two equal: 3, 2, 1"),
        pytest.param((4, 4, 4, 1), (3, 3, 3, 2), id="9.3 three equal: 3, 2"),
        pytest.param((4, 4, 2, 1), (3, 3, 2, 1), id="9.3 two equal at the top: 3, 2, 1"),
        pytest.param((4, 2, 1, 1), (3, 2, 1, 1), id="9.3 two equal at the bottom: 3, 2, 1"),
        pytest.param((1, 0, 0, 0), (3, 2, 2, 2), id="9.3 a single card"),
        pytest.param((4, 1, 1, 1), (3, 2, 2, 2), id="9.3 three equal below: 3, 2"),
        pytest.param((4, 4, 1, 1), (3, 3, 2, 2), id="9.3 twice two equal: 3, 2"),
        pytest.param((2, 2, 2, 2), (3, 3, 3, 3), id="9.3 all equal: 3"),
        pytest.param((5, 3, 0, 0), (3, 2, 1, 1), id="9.3 never sacrificed, ranked like the rest"),
        pytest.param((0, 0, 0, 0), (0, 0, 0, 0), id="9.4 an empty stone"),
    ],
)
def test_values(counts: Tally, worth: Tally) -> None:
    assert values(counts) == worth


@pytest.mark.parametrize(
    ("held", "points"),
    [
        pytest.param("grain grain mulberry fish fish fish potato", 16, id="9.2 worked: Sandra"),
        pytest.param(
            "mulberry fish fish fish fish fish potato potato", 15, id="9.2 worked: Stefan"
        ),
        pytest.param("", 0, id="9.2 no offerings"),
    ],
)
def test_offerings(held: str, points: int) -> None:
    state = match(tribe(offerings=held), tribe(), phases=(), stone=on_stone(STONE))

    assert next(final_counts(state)).offerings == points


@pytest.mark.parametrize(
    ("own", "total"),
    [
        pytest.param(tribe(fame=7), 7, id="9.2 fame"),
        pytest.param(tribe("moai moai"), 8, id="9.2 4 a moai"),
        pytest.param(tribe(wood=14), 2, id="9.2 1 for every full 5 wood"),
        pytest.param(tribe(wood=4), 0, id="9.2 nothing for 4 wood"),
        pytest.param(tribe(wood=5), 1, id="9.2 a point for 5 wood"),
        pytest.param(tribe("priest woodcutter fish"), 0, id="9.2 other cards count for nothing"),
        pytest.param(tribe(hand="moai moai priest"), 0, id="9.2 nor does the hand"),
        pytest.param(tribe("moai", "moai", "grain grain", wood=5, fame=3), 14, id="9.2 all of it"),
    ],
)
def test_points(own: Tribe, total: int) -> None:
    state = match(own, tribe(), phases=(), stone=on_stone(STONE))

    assert ending(ended(state, None)).scores == (total, 0)


def test_the_stone_of_the_example() -> None:
    """Rule 9.3: face up or face down, every card on the stone counts."""
    assert sacrificed(on_stone(STONE)) == tuple(STONE.split().count(sort) for sort in SORTS)


def final(*tribes: Tribe) -> State:
    return ended(match(*tribes, phases=()), None)


@pytest.mark.parametrize(
    ("tribes", "places"),
    [
        pytest.param((tribe(fame=3), tribe(fame=4)), (2, 1), id="9.5 more points"),
        pytest.param((tribe(fame=4), tribe("moai")), (2, 1), id="9.5 then more moais"),
        pytest.param((tribe(fame=4, wood=1), tribe(fame=4)), (1, 2), id="9.5 then more wood"),
        pytest.param((tribe(fame=4, wood=4), tribe("moai")), (2, 1), id="9.5 moais before wood"),
        pytest.param((tribe(fame=4), tribe(fame=4), tribe()), (1, 1, 3), id="9.5 shared"),
        pytest.param((tribe(fame=1), tribe(wood=5), tribe("moai")), (3, 2, 1), id="9.5 in pairs"),
        pytest.param((tribe(wood=3), tribe(wood=3), tribe(wood=3)), (1, 1, 1), id="9.5 by all"),
        pytest.param(
            (tribe(wood=9), tribe(fame=1, wood=4), tribe(wood=5), tribe(wood=9)),
            (1, 4, 3, 1),
            id="9.5 wood that has brought a point decides too",
        ),
    ],
)
def test_places(tribes: tuple[Tribe, ...], places: Tally) -> None:
    assert ending(final(*tribes)).places == places


def test_an_empty_stone() -> None:
    """Rule 9.4: the best collection is worth nothing."""
    assert ending(final(tribe(offerings="fish fish grain"), tribe())).scores == (0, 0)
