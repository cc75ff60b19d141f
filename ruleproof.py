"""The command ``ruleproof`` from its first moment: Ctrl-C ends it in one line while it is loaded, too."""

import sys

__all__ = ["main"]

_UNDETERMINED = 3
"""As in ``checker.cli.exit_codes``, from which nothing can be taken before it is loaded."""


def main() -> int:
    """Load the command and run it with the arguments of the process, and return its exit code."""
    try:
        from checker.cli import main as command

        return command()
    except KeyboardInterrupt:
        sys.stderr.write("error: interrupted: what was not judged yet is undetermined\n")
        return _UNDETERMINED


if __name__ == "__main__":
    sys.exit(main())
