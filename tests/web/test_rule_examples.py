"""Examples on the page of rules: folded, and each picture is there in the browser's language."""

import re

import pytest

from tests.web.served import Served

PICTURE = re.compile(r'<img loading="lazy" src="([^"]+)"')


@pytest.mark.parametrize(("language", "free"), [("en", "free"), ("de", "frei"), ("it", "gratis")])
def test_a_picture_of_an_example_is_served_in_the_language(
    server: Served, language: str, free: str
) -> None:
    heard = {"Accept-Language": language}
    page = server.http("GET", "/games/maori/rules", headers=heard)[2].decode()
    address = next(one for one in PICTURE.findall(page) if "/4.2/" in one)
    status, headers, body = server.http("GET", address, headers=heard)

    assert (status, headers["content-type"].partition(";")[0]) == (200, "image/svg+xml")
    assert free in body.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/games/maori/examples/4.2/99/display",
        "/games/maori/examples/4.2/0/hand",
        "/games/maori/examples/44/0/display",
        "/games/zebra/examples/4.2/0/display",
    ],
)
def test_a_picture_that_is_not_there_is_refused(server: Served, path: str) -> None:
    assert server.http("GET", path)[0] == 404
