"""Words: sentences by code, in the language of the person who reads them."""
