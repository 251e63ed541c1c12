"""Analysis of a finished match: what each decision was worth, and which moves lost most."""
