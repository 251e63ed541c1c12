"""The inks of Giants: sea and land, stone and wood, and a colour for each clan."""

from collections.abc import Mapping

from parlour import Seat
from parlour.rules.picture import Ink

GIANTS_INKS: Mapping[str, Ink] = {
    "ground": Ink("#c8cf9b", "#445438"),
    "sea": Ink("#cfe2e4", "#16303a"),
    "surf": Ink("#e6f1ee", "#234754"),
    "sand": Ink("#efdfb6", "#5d4f34"),
    "grass": Ink("#dce1b6", "#38462f"),
    "grass-edge": Ink("#b4ba87", "#5a6a48"),
    "hill": Ink("#c8cf9b", "#445438"),
    "name": Ink("#4b4836", "#e4decd"),
    "tree": Ink("#6f9560", "#6d9a5f"),
    "tree-edge": Ink("#41633a", "#223c22"),
    "wood": Ink("#b07d48", "#c5935a"),
    "wood-edge": Ink("#5e3f1f", "#38240f"),
    "wood-end": Ink("#ecd0a0", "#f0d8ae"),
    "road": Ink("#c7a66b", "#8c7446"),
    "rock": Ink("#c9c3b6", "#55524b"),
    "rock-edge": Ink("#8f887a", "#827d72"),
    "red-rock": Ink("#e2b59f", "#6b4235"),
    "stone": Ink("#77736b", "#b3ada2"),
    "stone-edge": Ink("#37342f", "#26231f"),
    "stone-light": Ink("#98938a", "#cdc7bb"),
    "on-stone": Ink("#ffffff", "#1d1b18"),
    "ahu": Ink("#cabfa8", "#6d665a"),
    "ahu-edge": Ink("#766d5c", "#a69d8b"),
    "on-ahu": Ink("#26221c", "#f8f3e8"),
    "drum": Ink("#a3482f", "#dd9277"),
    "drum-edge": Ink("#5b2314", "#4a1e12"),
    "on-drum": Ink("#ffffff", "#2a1008"),
    "tablet": Ink("#8a6038", "#b98a5c"),
    "bone": Ink("#f8f3e8", "#e9e2d3"),
    "on-bone": Ink("#26221c", "#26221c"),
    "clan-0": Ink("#2f62ad", "#86aff0"),
    "on-clan-0": Ink("#ffffff", "#0e1c33"),
    "clan-1": Ink("#2c7a45", "#7bc893"),
    "on-clan-1": Ink("#ffffff", "#0b2413"),
    "clan-2": Ink("#b3302b", "#f0948b"),
    "on-clan-2": Ink("#ffffff", "#330b08"),
    "clan-3": Ink("#e9bd1f", "#f2d35c"),
    "on-clan-3": Ink("#2b2206", "#2b2206"),
    "clan-4": Ink("#7b3f98", "#cf9fe7"),
    "on-clan-4": Ink("#ffffff", "#25092f"),
}
"""The game's own inks, beside the inks of every picture."""


def clan_ink(seat: Seat) -> str:
    """Return the ink of a clan."""
    return f"clan-{seat}"


def letter_ink(seat: Seat) -> str:
    """Return the ink of letters that stand on a clan's ink."""
    return f"on-clan-{seat}"
