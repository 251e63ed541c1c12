"""How the pages of this folder become a site: ``tox -e docs``."""

project = "Parlour"
author = "The Parlour maintainers"
extensions = ["myst_parser"]
html_theme = "furo"
html_title = "Parlour"
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
