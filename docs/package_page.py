"""Makes the package page of README.md: there, a link needs an address, and a picture too.

``PARLOUR_ADDRESS`` is the address below which the files of the repository are shown, such as
``https://example.org/parlour/blob/main``. Without it a link is its text alone, a picture is left
out, and the page states no address.
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"!\[(?P<text>[^\]]*)\]\((?P<path>(?!https?:)[^)]+)\)\n*")
"""A picture in a file of the repository."""
LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\((?P<path>(?!https?:)[^)]+)\)")
"""A link to a file of the repository."""
NOTE = re.compile(r"^<!-- .* -->\n", re.MULTILINE)
"""What a comment tells the tests."""


class PackagePageHook(MetadataHookInterface):
    """States the package page and the addresses of the project."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add what pyproject.toml calls dynamic."""
        address = os.environ.get("PARLOUR_ADDRESS", "").rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": page_of(text, address),
        }
        metadata["urls"] = addresses(address) if address else {}


def page_of(readme: str, address: str) -> str:
    """Return the page: each link leads to an address, or is plain text if there is none."""
    text = NOTE.sub("", readme)
    if address:
        text = PICTURE.sub(rf"![\g<text>]({address}/\g<path>?raw=true)\n\n", text)
        return LINK.sub(rf"[\g<text>]({address}/\g<path>)", text)
    return LINK.sub(r"\g<text>", PICTURE.sub("", text))


def addresses(address: str) -> dict[str, str]:
    """Return the addresses of documentation, changelog and source."""
    return {
        "Changelog": f"{address}/CHANGELOG.md",
        "Documentation": f"{address}/docs/index.md",
        "Source": address,
    }
