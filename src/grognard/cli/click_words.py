"""What Click itself says, marked here so that our catalogue has it. Nobody imports this module."""

from __future__ import annotations

from grognard.cli.lang import N_

SAID = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Error: {message}"),
    N_("Try '{command} {option}' for help."),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing command."),
    N_("No such option {name!r}."),
    N_("No such command {name!r}."),
    N_("Option {name!r} requires an argument."),
    N_("Option {name!r} does not take a value."),
    N_("default: {default}"),
    N_("required"),
    N_("file"),
    N_("directory"),
    N_("path"),
    N_("integer"),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("Show this message and exit."),
)
