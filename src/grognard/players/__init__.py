"""Computer players: they answer decisions from views only."""
