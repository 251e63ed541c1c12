"""Three small games for Parlour, and an example of how a plugin uses each hook."""
