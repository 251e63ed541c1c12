"""The inks of Rapa Nui."""

from parlour import Ink

INKS = {
    "table": Ink("#e9e0cc", "#2c2a26"),
    "edge": Ink("#b9a988", "#5c5546"),
    "card": Ink("#fffdf7", "#35332e"),
    "fish": Ink("#1f6f93", "#7cc7e6"),
    "fish-card": Ink("#d6eaf2", "#1d4050"),
    "mulberry": Ink("#3b7330", "#9dd489"),
    "mulberry-card": Ink("#dfedd3", "#28442a"),
    "potato": Ink("#a33a4c", "#f29aa8"),
    "potato-card": Ink("#f5dcdc", "#52292f"),
    "grain": Ink("#93690a", "#ecc764"),
    "grain-card": Ink("#f8ebc4", "#4a3c18"),
    "woodcutter": Ink("#8a4a1c", "#eda772"),
    "woodcutter-card": Ink("#f3e0ce", "#4b3323"),
    "priest": Ink("#6e3f93", "#d0a8ee"),
    "priest-card": Ink("#eadff2", "#3f2c52"),
    "moai": Ink("#555b5e", "#c3c9cc"),
    "moai-card": Ink("#e3e5e5", "#3a4043"),
    "pukao": Ink("#a8452e", "#e08066"),
    "skin": Ink("#a86f45", "#cf9567"),
    "hair": Ink("#3c2a1e", "#1f1510"),
    "bark": Ink("#7a4c28", "#c98f5c"),
    "heart": Ink("#e5c08d", "#f1d3a2"),
    "gold": Ink("#f3cf5b", "#a67c12"),
    "back": Ink("#8c6a4f", "#8a6b52"),
    "back-line": Ink("#f3e6d2", "#e5d2b8"),
    "stone": Ink("#b9b6ad", "#6d6b64"),
    "stone-side": Ink("#8f8b80", "#4d4b46"),
}
"""The inks of the game: for each kind of card one to draw it with, and one for its face."""
