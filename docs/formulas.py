"""Writes formulas as MathML while the site is built, so that pages ask no other server."""

from typing import Any

from docutils import nodes
from latex2mathml.converter import convert


def write_inline(translator: Any, node: nodes.math) -> None:
    """Write a formula in a line of text."""
    translator.body.append(convert(node.astext(), display="inline"))
    raise nodes.SkipNode


def write_block(translator: Any, node: nodes.math_block) -> None:
    """Write a formula in a block of its own."""
    formula = convert(node.astext(), display="block")
    translator.body.append(f'<div class="math">{formula}</div>\n')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Offer the renderer ``mathml``."""
    app.add_html_math_renderer("mathml", (write_inline, None), (write_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
