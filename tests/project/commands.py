"""Runs commands of the documentation for the tests, each in a process of its own that has all rule books read already.

One command a line on standard input, as JSON: the words, the folder, the files for what it says and for its complaints.
Answers with its exit status.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback

from grognard.cli.main import main
from grognard.rulebooks import shelf

PATIENCE = 300
"""Seconds after which a command is stopped."""


def run(words: list[str], folder: str, said: str, complained: str) -> None:
    """In the child: never returns."""
    signal.alarm(PATIENCE)
    os.chdir(folder)
    os.environ.update({"NO_COLOR": "1", "HOME": folder, "XDG_DATA_HOME": f"{folder}/data"})
    for number, name, how in (
        (0, os.devnull, os.O_RDONLY),
        (1, said, os.O_WRONLY),
        (2, complained, os.O_WRONLY),
    ):
        os.dup2(os.open(name, how | os.O_CREAT, 0o600), number)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.argv = words
    status = 0
    try:
        main()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    shelf.books()
    for line in iter(sys.stdin.readline, ""):
        child = os.fork()
        if child == 0:
            run(*json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
