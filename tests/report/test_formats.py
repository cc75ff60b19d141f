"""What holds of all formats: each is read by its reader, is told the same again, and obeys no model."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from checker.errors import ModelError
from checker.judge.verdict import Run
from checker.report.escape import visible
from checker.report.formats import FORMATS
from checker.report.places import Places
from checker.report.telling import Telling, telling_of
from checker.system.model import Source
from tests.report import samples
from tests.report.readers import (
    read_annotations,
    read_dot,
    read_graphml,
    read_itf,
    read_junit,
    read_mermaid,
    read_sarif,
)
from tests.report.samples import chase_play, hostile_verdict, verdict, whole_run

READERS: dict[str, Callable[[str], Any]] = {
    "junit": read_junit,
    "sarif": read_sarif,
    "github": read_annotations,
    "dot": read_dot,
    "graphml": read_graphml,
    "mermaid": read_mermaid,
}
ODD = [
    samples.HOSTILE,
    "::error::owned\n::set-output name=x::y",
    "%0A::error::owned%25",
    ']]><failure/><!-- "x" --> &lt; &#0;',
    '\\N\\G\\l "];} digraph x { "',
    '"]:::x\n  click s0 href "javascript:a" --> end %%{init: {}}%%',
    "{0} {x} [link](1) [link](javascript:a)",
    "\x00\x07\ud800\ufffe\u2028\r\n\t",
    "1. list\n- item\n+ item\n> quote\n```\n~~~",
]


@pytest.fixture(params=ODD)
def odd(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    text: str = request.param
    monkeypatch.setattr(samples, "HOSTILE", text)
    return text


def hostile_telling(text: str) -> Telling:
    """Return a run of nothing but hostile text, of verdicts and of the error that ended it."""
    run = Run(
        (hostile_verdict(), replace(hostile_verdict(), expected=True, expectation="violated")),
        clauses={text: {text: text}},
        clause_places={text: {text: Source(text, 3)}},
    )
    failure = ModelError(text, hint=text, source=Source(text, 1))
    return replace(telling_of(run), failure=failure)


@pytest.mark.parametrize("name", READERS)
def test_no_text_of_a_model_breaks_a_format(odd: str, name: str) -> None:
    telling = hostile_telling(odd)
    for told in (telling, replace(telling, failure=None)):
        READERS[name](FORMATS[name].text(told))


@pytest.mark.parametrize("name", FORMATS)
def test_nothing_invisible_gets_through(odd: str, name: str) -> None:
    text = FORMATS[name].text(hostile_telling(odd))
    assert all(visible(line) == line for line in text.split("\n"))


def test_lines_and_commands_are_ours_alone(odd: str) -> None:
    telling = hostile_telling(odd)
    annotations = FORMATS["github"].text(telling).splitlines()
    assert len(annotations) == 2
    assert all(line.startswith("::error ") for line in annotations)
    assert FORMATS["lines"].text(telling).count("\n") == 5 + len(odd.splitlines())
    body, blocks = re.subn(
        r"^(`{3,})(?:sh|mermaid)\n.*?^\1$", "", FORMATS["summary"].text(telling), flags=re.M | re.DOTALL
    )
    assert blocks == 2
    assert not re.search(r"^(```|~~~)", body, flags=re.M)
    tags = {"<br>", "<code>", "</code>", "<details>", "</details>", "<summary>", "</summary>"}
    assert set(re.findall(r"<[^>]*>", body)) <= tags


@pytest.mark.parametrize("name", FORMATS)
def test_a_run_is_told_the_same_every_time(name: str) -> None:
    first, second = (FORMATS[name].text(telling_of(whole_run())) for _ in range(2))
    assert first == second
    assert first.endswith("\n")


@pytest.mark.parametrize("name", [n for n in FORMATS if n not in ("text", "junit")])
def test_no_format_holds_times_unless_it_is_asked_to(name: str) -> None:
    slow = replace(verdict(), figures={"states": 3, "seconds": 987.654})
    run = Run((slow, samples.surprise()))
    assert "987" not in FORMATS[name].text(telling_of(run))


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("run", [Run(()), Run((verdict(),))], ids=["empty", "holds"])
def test_a_run_without_findings_is_a_whole_document(name: str, run: Run) -> None:
    READERS[name](FORMATS[name].text(telling_of(run)))


def test_traces_hold_text_as_it_is() -> None:
    (trace,) = read_itf(FORMATS["itf"].text(telling_of(Run((samples.surprise(),)))))
    assert trace.loop == 1
    assert trace.states[0].values["life"] == {"P1": "3", "P2": "3"}


def test_files_are_named_from_the_root(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    here = tmp_path / "rules"
    telling = replace(telling_of(whole_run()), places=Places(tmp_path, here))
    assert "\nrules/specs/force_of_will/claims.py:12: error: " in FORMATS["lines"].text(telling)
    assert "file=rules/specs/force_of_will/claims.py,line=12," in FORMATS["github"].text(telling)
    assert '"uri": "rules/models/force_of_will.py"' in FORMATS["sarif"].text(telling)


def test_a_failure_of_the_user_is_told_and_no_success() -> None:
    failure = ModelError("no field 'x'", hint="did you mean\n'y'?", source=Source("models/a.py", 7))
    telling = replace(telling_of(Run((verdict(),))), failure=failure)
    (annotation,) = read_annotations(FORMATS["github"].text(telling))
    assert annotation == {
        "level": "error",
        "file": "models/a.py",
        "line": "7",
        "title": "ruleproof",
        "message": "no field 'x'\ndid you mean\n'y'?",
    }
    assert FORMATS["lines"].text(telling).startswith("models/a.py:7: error: no field 'x'\n")
    assert read_junit(FORMATS["junit"].text(telling)).errors == 1
    (invocation,) = read_sarif(FORMATS["sarif"].text(telling))["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 2)
    assert "**The check could not be done:** `models/a.py:7` no field 'x'" in FORMATS["summary"].text(telling)


def test_an_interruption_is_told_and_no_success() -> None:
    telling = telling_of(Run((verdict(),), interrupted=True))
    assert [a["level"] for a in read_annotations(FORMATS["github"].text(telling))] == ["warning"]
    assert "warning: 1 verdict (1 hold): all as expected. Interrupted" in FORMATS["lines"].text(telling)
    assert read_junit(FORMATS["junit"].text(telling)).errors == 1
    (invocation,) = read_sarif(FORMATS["sarif"].text(telling))["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 3)


def test_what_is_undetermined_shows_no_play() -> None:
    open_question = replace(samples.stuck(), play=chase_play())
    telling = telling_of(Run((open_question,)))
    for name, form in FORMATS.items():
        assert "P1 casts" not in form.text(telling), name
