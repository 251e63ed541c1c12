"""Any table as data, for properties of its drawings."""

from collections.abc import Iterator

from hypothesis import strategies as st

from parlour.kit.grids import Grid, free_grid, hex_grid, square_grid
from parlour.kit.table import Board, Group, Piece, Row, TablePanel

names = st.sampled_from(("a", "b", "king", "abcdefghij"))
addresses = st.lists(st.sampled_from(("card=a", "card=b", "number=1")), max_size=2)
pieces = st.builds(
    Piece,
    name=names,
    shape=st.sampled_from(("card", "back", "tile", "die", "chip", "words")),
    number=st.integers(1, 30),
    of=st.sampled_from((0, 9, 30)),
    ink=st.sampled_from(("ink", "seat-0", "accent")),
    label=st.one_of(st.just(""), names),
    at=addresses.map(tuple),
)
groups = st.builds(Group, pieces=st.lists(pieces, min_size=1, max_size=7), title=st.just(""))
rows = st.builds(
    Row,
    groups=st.lists(groups, min_size=1, max_size=2),
    title=st.one_of(st.just(""), names),
    seat=st.sampled_from((None, 0, 7)),
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Return a board of squares, hexes or free places with some pieces."""
    grid = draw(st.sampled_from(GRIDS))
    on = st.dictionaries(st.integers(0, len(grid.names) - 1), pieces, max_size=6)
    return Board(grid=grid, pieces=draw(on), field="cell")


ISLES = free_grid({"Ur": (0, 2), "Ao": (1, 0), "Io": (2, 3)}, [("Ur", "Ao"), ("Ao", "Io")])
HEXES = hex_grid([(2, 3), (1, 3), (2, 3)])
GRIDS: tuple[Grid, ...] = (square_grid(3, 2), square_grid(7, 6), HEXES, ISLES)

panels = st.builds(
    TablePanel,
    name=st.just("table"),
    title=names,
    rows=st.lists(rows, max_size=3),
    board=st.one_of(st.none(), boards()),
).filter(lambda panel: bool(panel.rows or panel.board))


def things(panel: TablePanel) -> Iterator[Piece]:
    """Yield all pieces of a panel."""
    yield from panel.board.pieces.values() if panel.board else ()
    for row in panel.rows:
        yield from row.pieces()


def named(panel: TablePanel) -> set[str]:
    """Return all addresses of a panel."""
    cells = range(len(panel.board.grid.names)) if panel.board else ()
    of_cells = {one for cell in cells for one in panel.board.addresses(cell)}  # type: ignore[union-attr]  # there are cells
    return of_cells | {one for piece in things(panel) for one in piece.at}
