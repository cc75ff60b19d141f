"""The entry point: runs a command, and turns whatever goes wrong into a message and an exit code."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence

import click

from checker.cli.exit_codes import AS_EXPECTED, FAULT, UNDETERMINED, WRONG_INPUT
from checker.cli.group import Settings, root
from checker.errors import InputError

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``ruleproof`` with ``arguments`` (those of the process unless given), and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        # What a model says may not fit the terminal's encoding; it is then spelled out, and no error.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    settings = Settings()
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments), settings)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone; what is left must not fail again when the process ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return WRONG_INPUT
    except KeyboardInterrupt:
        return _complain("interrupted: what was not judged yet is undetermined", "", UNDETERMINED)
    except InputError as error:
        return _complain_of(error)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return WRONG_INPUT
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx is not None else "ruleproof"
        return _complain(_sentence(error.format_message()), f"`{command} --help` tells more", WRONG_INPUT)
    except click.ClickException as error:
        return _complain(_sentence(error.format_message()), "", WRONG_INPUT)
    except MemoryError:
        return _complain("memory ran out", "try smaller sizes or bounds with --scope NAME=N", UNDETERMINED)
    except Exception as error:
        if settings.debug:
            traceback.print_exc()
        hint = "please report it, with what `--debug` prints" if not settings.debug else "please report it"
        return _complain(f"this is a fault of ruleproof: {type(error).__name__}: {error}", hint, FAULT)
    return code


def _run(arguments: list[str], settings: Settings) -> int:
    try:
        with root.make_context("ruleproof", arguments, obj=settings) as context:
            result = root.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    return result if isinstance(result, int) else AS_EXPECTED


def _complain_of(error: InputError) -> int:
    where = f"{error.source}: " if error.source is not None and error.source.file else ""
    return _complain(error.message, error.hint, WRONG_INPUT, where)


def _complain(message: str, hint: str, code: int, where: str = "") -> int:
    from checker.report.escape import visible

    click.echo(f"{visible(where)}error: {visible(message)}", err=True)
    for line in hint.splitlines():
        click.echo(f"  {visible(line)}", err=True)
    return code


def _sentence(message: str) -> str:
    """Return a message of click's in the way that this command's own are written."""
    return (message[:1].lower() + message[1:]).rstrip(".")
