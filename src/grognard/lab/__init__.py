"""The laboratory: exact odds, simulations, studies."""
