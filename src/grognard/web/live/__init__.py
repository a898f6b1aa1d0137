"""Live updates: what an audience sees is made once and sent to all who watch with the same eyes."""
