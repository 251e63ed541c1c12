"""Commands of ``parlour tournament``."""
