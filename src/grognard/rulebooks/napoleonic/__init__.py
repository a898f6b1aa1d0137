"""Napoleonic: toy-soldier battles of regiments, corps and armies, 1792-1815."""
