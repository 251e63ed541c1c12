"""The full screen: a match in panels, redrawn in place. It needs the extra ``screen``."""
