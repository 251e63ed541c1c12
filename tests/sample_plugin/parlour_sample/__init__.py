"""Three small classics, brought to Parlour from outside its tree."""
