"""The browser's table: sessions shown on pages, over sockets, to people who hold a key."""
