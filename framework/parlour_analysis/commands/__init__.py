"""The commands that judge matches."""
