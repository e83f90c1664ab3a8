"""Gives errors of files the numbers that a board gives them: those of Emscripten are others."""

import os
import sys

NUMBERS = {44: 2, 20: 17, 31: 21, 54: 20}


class System:
    """``os``, as a board has it."""

    def __getattr__(self, name):
        return getattr(os, name)

    def stat(self, path):
        try:
            return os.stat(path or "/")
        except OSError as error:
            raise OSError(NUMBERS.get(error.errno, error.errno))  # noqa: B904


sys.modules["os"] = System()
