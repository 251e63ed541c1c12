"""How a game is written: answers, events, phases, rules, notation and options."""
