"""The network: a server that listens, and the site whose requests and sockets it answers."""
