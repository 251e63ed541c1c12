"""Pictures of a match: drawn with a pen in named inks, and shown by a browser or a notebook."""

from parlour.rules.picture.inks import INKS, Ink
from parlour.rules.picture.nodes import SvgNode, read_svg
from parlour.rules.picture.pen import Pen, drawn_once
from parlour.rules.picture.picture import PanelRole, Picture, PicturePanel, Spot

__all__ = [
    "INKS",
    "Ink",
    "PanelRole",
    "Pen",
    "Picture",
    "PicturePanel",
    "Spot",
    "SvgNode",
    "drawn_once",
    "read_svg",
]
