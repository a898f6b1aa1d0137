"""Where things stand: tabletops and hex maps (arrives with the second rule book)."""
