"""Commands of ``parlour bot``."""
