"""The shelf: every rule book has the same rooms."""
