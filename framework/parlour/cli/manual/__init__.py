"""``parlour docs`` and the pages that it shows."""
