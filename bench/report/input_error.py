# SPDX-License-Identifier: Apache-2.0
"""What was given cannot be used."""


class InputError(Exception):
    """Its text names the file, what was expected in it and what was found. Commands print it and exit with 2."""


def expect(condition, where, expected, found):
    """Raises InputError unless the condition holds."""
    if not condition:
        raise InputError(f"{where}: expected {expected}, found {brief(found)}")


def brief(found):
    """The value as the reader would recognize it, in at most 60 characters."""
    if isinstance(found, str) and not found.startswith(("nothing", "an ", "a ")):
        found = repr(found)
    text = str(found)
    return text if len(text) <= 60 else text[:57] + "..."


class MissingModule(Exception):
    """Something is not installed; the text says what to do. Commands print it and exit with 1."""
