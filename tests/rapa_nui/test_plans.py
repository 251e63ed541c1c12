"""Plans of Rapa Nui: a purchase, a card and the draws, and what is scored then."""

from parlour.rules.answers import TurnPlan
from parlour_rapa_nui.phases import Buying, Drawing, Laying, State, Turn
from parlour_rapa_nui.state import Offered
from tests.rapa_nui.positions import GAME, RULES, match, tribe
from tests.table.seated import account


def planned(state: State) -> dict[str, TurnPlan]:
    return {plan.text: plan for plan in RULES.plans(RULES.view(state, 0))}


def notes(state: State, plan: TurnPlan) -> tuple[str, ...]:
    return account(GAME, state, plan).notes


def at_laying(columns: str = "moai moai/moai moai/moai moai/moai moai", wood: int = 0) -> State:
    mine = tribe("woodcutter fish", "fish priest moai", "fish", wood=wood)
    ben = tribe("woodcutter woodcutter priest", "fish fish fish", "grain")
    return match(mine, ben, phases=(Turn(1), Drawing(0), Laying(0)), columns=columns)


def test_the_scoring_that_a_draw_uncovers_is_told_with_who_gains() -> None:
    """Rules 7.2 and 7.4: both have one priest lying then, so nobody has the most alone."""
    state = at_laying(columns="priest fish/moai moai/moai moai/moai moai")
    plan = planned(state)["lay 1 priest, draw 1"]

    assert account(GAME, state, plan).points == 1
    assert account(GAME, state, plan).others == ((1, 1),)
    assert notes(state, plan) == ("priest is scored: 1 fame for you", "seat 1 gains 1 fame")


def test_a_card_tells_what_it_brings_when_its_kind_is_scored_later() -> None:
    """Rule 7.2: two fish alone are the most, and bring one offering and one more."""
    state = at_laying()
    plan = planned(state)["lay 1 fish, draw 1"]

    assert account(GAME, state, plan).points == 0
    assert notes(state, plan) == (
        "moai is scored: nothing for you",
        "fish scored later: 2 fish offerings",
    )


def test_a_moai_brings_its_points_and_ends_the_plan_with_a_sacrifice() -> None:
    """Rules 4.3 and 5.1: four points for a moai, less one for the wood (9.2)."""
    state = at_laying(wood=8)
    plan = planned(state)["lay 1 moai"]

    assert account(GAME, state, plan).points == 4 - 1
    assert notes(state, plan)[0] == "costs 7 wood"
    assert notes(state, plan)[-1] == "then everybody sacrifices"


def test_a_purchase_is_part_of_the_turn() -> None:
    """Rule 3.2: five wood less one for the fish that lies."""
    state = match(
        tribe("woodcutter fish fish fish fish", "fish priest fish", "fish", wood=1),
        tribe("woodcutter", "fish fish fish", "grain"),
        phases=(Turn(1), Drawing(0), Laying(0), Buying(0)),
        columns="moai moai/moai moai/moai moai/moai moai",
    )
    bought = [plan for text, plan in planned(state).items() if text.startswith("buy fish, lay")]

    assert bought
    assert all("costs 1 wood" in notes(state, plan) for plan in bought)
    assert GAME.move_notation.write(bought[0].moves[0]) == "buy fish"


def test_while_drawing_the_columns_are_compared_and_an_empty_one_ends_the_plan() -> None:
    state = match(
        tribe("woodcutter", "fish fish", "fish"),
        tribe("woodcutter", "fish fish fish", "grain"),
        phases=(Turn(1), Drawing(0)),
        columns="moai/woodcutter fish/fish fish/fish fish",
    )
    plans = planned(state)

    assert set(plans) == {"draw 1", "draw 2", "draw 3", "draw 4"}
    assert "then new cards are turned up" in notes(state, plans["draw 1"])
    assert notes(state, plans["draw 2"]) == (
        "woodcutter is scored: 1 wood for you",
        "seat 1 gains 1 wood",
    )


def test_cards_face_down_change_nothing_that_is_told() -> None:
    """Rule 5.3: what Ben sacrificed face down is in no view, and so in no plan."""
    state = at_laying()
    hidden = [
        match(
            *state.tribes,
            phases=state.phases,
            stone=(Offered(sort, 1, face_down=True),),
        )
        for sort in (0, 3)
    ]
    one, other = (RULES.plans(RULES.view(world, 0)) for world in hidden)

    assert hidden[0] != hidden[1]
    assert one == other
