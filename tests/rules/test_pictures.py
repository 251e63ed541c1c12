"""Pictures: what the pen draws, what may stand in one, and how a match shows itself."""

from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest

from parlour.rules.picture import INKS, Ink, Pen, Picture, PicturePanel, SvgNode, read_svg
from parlour.rules.picture.inks import style_sheet
from parlour_samples import connect_four, tic_tac_toe
from tests.broken_games import which_hand

DRAWN: list[tuple[str, Callable[[Pen], object], str]] = [
    (
        "rect",
        lambda pen: pen.rect(1, 2.345, 3, 4, fill="ink", corner=2),
        '<rect x="1" y="2.35" width="3" height="4" rx="2" class="fill-ink"></rect>',
    ),
    (
        "circle",
        lambda pen: pen.circle(-0.001, -2.5, 3, stroke="line", line=1.5, dash=True),
        (
            '<circle cx="0" cy="-2.5" r="3" fill="none" stroke-width="1.5" '
            'stroke-dasharray="4 3" class="stroke-line"></circle>'
        ),
    ),
    (
        "polygon",
        lambda pen: pen.polygon([(0, 0), (10, 0), (5, 7.5)], fill="sea"),
        '<polygon points="0,0 10,0 5,7.5" class="fill-sea"></polygon>',
    ),
    (
        "text",
        lambda pen: pen.text(5, 6, "<b>&\"'", size=9, anchor="end", bold=True),
        (
            '<text class="t fill-ink" x="5" y="6" font-size="9" text-anchor="end" '
            'font-weight="bold">&lt;b&gt;&amp;&quot;&#x27;</text>'
        ),
    ),
]


@pytest.mark.parametrize(("draw", "svg"), [pytest.param(*row[1:], id=row[0]) for row in DRAWN])
def test_the_pen_draws(draw: Callable[[Pen], object], svg: str) -> None:
    pen = Pen(20, 10)
    draw(pen)

    assert "".join(node.svg() for node in pen.panel("p", "P", label="a panel").nodes) == svg


def test_a_place_has_its_addresses_a_key_and_a_label() -> None:
    pen = Pen(20, 10)
    with (
        pen.group(move=(2, 3), turn=90, scale=2, faint=True),
        pen.spot("cell=b1", 'form=say "X"', key="tile 7", label="b1, <free>"),
    ):
        pen.circle(0, 0, 1)
    panel = pen.panel("p", "P", label="a panel")

    [spot] = panel.spots
    assert (spot.addresses, spot.key, spot.label) == (
        ("cell=b1", 'form=say "X"'),
        "tile 7",
        "b1, <free>",
    )
    assert '<g transform="translate(2 3) rotate(90) scale(2)" opacity="0.45">' in panel.svg()
    assert 'aria-label="b1, &lt;free&gt;"' in panel.svg()


def unlabelled(pen: Pen) -> None:
    with pen.spot("cell=b1", label=" "):
        pass


def nested(pen: Pen) -> None:
    with pen.spot(label="outer"), pen.spot(label="inner"):
        pass


REFUSED: list[tuple[str, Callable[[], object], str]] = [
    ("label", lambda: unlabelled(Pen(9, 9)), "expected a label for the place"),
    ("nested", lambda: nested(Pen(9, 9)), "expected the place 'inner' beside others"),
    ("script", lambda: read_svg("<svg><script/></svg>"), "got <script>"),
    ("link", lambda: read_svg('<svg><g><a href="x"/></g></svg>'), "got <a>"),
    ("handler", lambda: read_svg('<svg><g onload="x()"/></svg>'), "no attribute 'onload' in <g>"),
    ("style", lambda: read_svg('<svg><g style="x"/></svg>'), "no attribute 'style' in <g>"),
    (
        "colour",
        lambda: read_svg('<svg><g fill="red"/></svg>'),
        "another value of 'fill', got 'red'",
    ),
    ("foreign", lambda: read_svg("<svg><foreignObject/></svg>"), "got <foreignObject>"),
    ("no svg", lambda: read_svg("hello"), "expected SVG, got 'hello'"),
    ("ink", lambda: Ink("red", "#000000"), "expected a colour such as '#c04000', got 'red'"),
    (
        "name of an ink",
        lambda: Picture((), {"x}": Ink("#000000", "#ffffff")}),
        "expected an ink's name such as 'sea-deep', got 'x}'",
    ),
    (
        "node",
        lambda: PicturePanel("p", "P", "a panel", 9, 9, (SvgNode("g", {"class": 'x" y'}),)),
        "another value of 'class'",
    ),
]


@pytest.mark.parametrize(("make", "reason"), [pytest.param(*row[1:], id=row[0]) for row in REFUSED])
def test_what_is_not_harmless_is_refused(make: Callable[[], object], reason: str) -> None:
    with pytest.raises(ValueError, match="expected") as refused:
        make()

    assert reason in str(refused.value)


def test_each_ink_has_a_colour_in_either_light() -> None:
    sheet = style_sheet({"sea": Ink("#112233", "#aabbcc")}, ".box")

    light, dark = sheet.split("@media (prefers-color-scheme: dark)")
    assert ".box .fill-sea { fill: #112233; }" in light
    assert ".box .stroke-sea { stroke: #aabbcc; }" in dark


def test_a_match_draws_itself_for_each_seat() -> None:
    match = next(iter(tic_tac_toe.parlour_games())).match(seed=1)
    match.play("place b2")

    panel = match.picture(1).panel("board")
    labels = {spot.addresses: spot.label for spot in panel.spots}
    assert labels == {
        (f"square={name}",): f"{name}, {'seat 0' if name == 'b2' else 'free'}"
        for name in ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
    }
    assert 'viewBox="0 0 204 204"' in match.picture(0).svg()


def test_a_picture_is_an_image_as_text_and_in_a_file_and_names_its_panels(tmp_path: Path) -> None:
    picture = next(iter(tic_tac_toe.parlour_games())).match(seed=1).picture(0)
    picture.save(tmp_path / "board.svg")

    assert repr(picture) == "<Picture: board>"
    assert str(picture) == picture.svg() == picture._repr_svg_()
    assert (tmp_path / "board.svg").read_text("utf-8") == picture.svg()


def test_a_click_in_a_column_is_a_drop() -> None:
    game = next(iter(connect_four.parlour_games()))
    match = game.match(seed=1)

    [panel] = match.picture(0).panels
    places = [spot.addresses for spot in panel.spots if spot.addresses]
    assert places == [(f"column={n}",) for n in range(1, 8)]


def test_a_game_without_a_picture_shows_its_text() -> None:
    match = which_hand.GAME.match(seed=1)

    html = match.picture(0)._repr_html_()
    for line in match.text(0).split("\n"):
        assert escape(line) in html


def test_the_inks_of_every_picture_are_told_apart_by_name() -> None:
    assert {f"seat-{seat}" for seat in range(6)} < INKS.keys()


@pytest.mark.parametrize(
    ("words", "within", "size"),
    [("10 letters", 84, "14"), ("ten and ten letters!", 78, "6.5"), ("", 9, "14")],
)
def test_words_are_written_smaller_if_there_is_little_room(
    words: str, within: float, size: str
) -> None:
    """A letter is as wide as 0.6 of the size: 20 letters in 78 are written at 6.5."""
    pen = Pen(100, 20)
    pen.text(0, 10, words, size=14, within=within)
    (node,) = pen.panel("one", "One", label="one").nodes
    assert isinstance(node, SvgNode)
    assert node.attributes["font-size"] == size
