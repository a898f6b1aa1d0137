"""Files that people write: YAML with line and column, all problems of a file at once, schemas for editors."""

from grognard.files.checking import FileModel, Sifted, Wrong, check, item_words, sift
from grognard.files.editors import Partial, modeline, schema
from grognard.files.guessing import did_you_mean, unknown
from grognard.files.houses import HouseRules, every_option, first_clause, read_houses, sound_options
from grognard.files.nodes import Document, Path, Place
from grognard.files.overlays import overlaid, overlay
from grognard.files.problems import Collector, Problem, Problems
from grognard.files.reading import read_yaml

__all__ = [
    "Collector",
    "Document",
    "FileModel",
    "HouseRules",
    "Partial",
    "Path",
    "Place",
    "Problem",
    "Problems",
    "Sifted",
    "Wrong",
    "check",
    "did_you_mean",
    "every_option",
    "first_clause",
    "item_words",
    "modeline",
    "overlaid",
    "overlay",
    "read_houses",
    "read_yaml",
    "schema",
    "sift",
    "sound_options",
    "unknown",
]
