"""Names of earlier releases: they do nothing any more, and an error says the name of today."""

FORMER_COMMANDS = {
    "tournament resume": "parlour tournament run FILE",
    "tournament extend": "parlour tournament run FILE --bot NEW --blocks 50",
    "tournament pool": "parlour tournament run --schedule pool",
}
"""The commands to type today, by the words of a command of earlier releases."""

FORMER_OPTIONS = {
    "--anchors": "--ladder",
    "--errors": "--stderr",
    "--into": "--to",
    "--key": "--cert-key",
    "--limits": "--capacity",
    "--name": "--domain",
    "--no-open": "--no-browser",
    "--open": "--unfinished",
    "--over": "--finished",
    "--record": "--match",
    "--seat": "--player",
    "--time-limit": "--processor-time",
}
"""The options of today, by their names in earlier releases; a command that has one offers it."""
