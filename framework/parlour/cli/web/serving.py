"""Serving a hall from the command line: its address is printed, and opened in a browser."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.web.tables.hall import Hall


def serve_hall(
    hall: "Hall",
    host: str,
    port: int,
    *,
    opens: bool,
    cert: Path | None = None,
    key: Path | None = None,
    first_page: "Callable[[str], str]" = lambda base: f"{base}/",
) -> None:
    """Serve a hall until somebody stops it.

    ``first_page`` returns the address that is printed and opened, given that of the site.

    Raises:
        MisuseError: The folder or the address is taken.
    """
    import webbrowser

    from parlour.web.server import address, listen, run
    from parlour.web.site import site

    hall.take()
    taken = listen(host, port)
    base = address(taken, is_safe=cert is not None)
    page = first_page(base)

    def ready() -> None:
        print(f"Parlour is open at {page}", flush=True)
        print("Ctrl-C stops it; every match is kept.", flush=True)
        if opens:
            webbrowser.open(page)

    run(site(hall, base), taken, cert=str(cert or ""), key=str(key or ""), ready=ready)
