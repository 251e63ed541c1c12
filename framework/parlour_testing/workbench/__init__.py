"""The workbench of ``parlour dev``: a match in hand, in a process that can be ended."""
