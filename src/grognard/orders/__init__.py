"""The order language: one grammar, keyword tables per language, read-back, suggestions."""
