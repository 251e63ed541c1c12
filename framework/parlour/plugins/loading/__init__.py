"""Loading a plugin: its hooks are called under a guard, and what they yield is checked."""
