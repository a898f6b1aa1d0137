"""Files that people write: YAML with line and column, all problems of a file at once, schemas for editors."""

from grognard.files.checking import FileModel, Sifted, Wrong, check, item_words, sift
from grognard.files.editors import Partial, modeline, schema
from grognard.files.guessing import did_you_mean, unknown
from grognard.files.houses import HouseRules, read_houses
from grognard.files.nodes import Document, Path, Place
from grognard.files.options import Offered, Option, Options, OptionValue, options_in
from grognard.files.overlays import documents, overlaid, overlay, read_all
from grognard.files.problems import Collector, Problem, Problems
from grognard.files.reading import Source, folder_of, read_yaml

__all__ = [
    "Collector",
    "Document",
    "FileModel",
    "HouseRules",
    "Offered",
    "Option",
    "OptionValue",
    "Options",
    "Partial",
    "Path",
    "Place",
    "Problem",
    "Problems",
    "Sifted",
    "Source",
    "Wrong",
    "check",
    "did_you_mean",
    "documents",
    "folder_of",
    "item_words",
    "modeline",
    "options_in",
    "overlaid",
    "overlay",
    "read_all",
    "read_houses",
    "read_yaml",
    "schema",
    "sift",
    "unknown",
]
