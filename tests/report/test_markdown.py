from __future__ import annotations

import html
import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from checker.judge.verdict import Run
from checker.report.escape import file_name, markdown, markdown_code, visible
from checker.report.markdown import MARKER, IndexEntry, finding_page, index_page, run_page, run_text
from tests.report.samples import (
    CLAUSES,
    HOSTILE,
    chase_play,
    hostile_verdict,
    known_contradiction,
    stuck,
    surprise,
    whole_run,
)
from tests.report.snapshot import assert_snapshot

REPORT = "reports/force_of_will/somebody_has_priority-after_last=nobody.json"


def test_a_finding_reads_as_stored() -> None:
    assert_snapshot("finding.md", finding_page(known_contradiction(), CLAUSES["force_of_will"], REPORT))


def test_a_finding_that_goes_on_for_ever_reads_as_stored() -> None:
    assert_snapshot("lasso.md", finding_page(surprise(), {}))


def test_an_undetermined_finding_reads_as_stored() -> None:
    assert_snapshot("undetermined.md", finding_page(stuck(), {}))


def test_a_run_reads_as_stored() -> None:
    assert_snapshot("run.md", run_page(whole_run()))


def test_the_index_reads_as_stored() -> None:
    entries = [
        IndexEntry("magic", "b", "b is violated", False, "magic/b.md"),
        IndexEntry("magic", "a [x=y]", "a is violated, as expected", True, "magic/a-x=y.md"),
    ]
    text = index_page(entries, {"magic": "magic/README.md", "berserk": "berserk/README.md"})
    assert_snapshot("index.md", text)
    assert text == index_page(reversed(entries), {"berserk": "berserk/README.md", "magic": "magic/README.md"})


def test_a_run_as_one_document_holds_its_findings() -> None:
    text = run_text(whole_run())
    assert text.startswith("# Verdicts on force_of_will, magic\n")
    assert text.count("\n### To repeat it\n") == 3
    assert MARKER not in text


def test_an_undetermined_verdict_shows_no_play() -> None:
    text = finding_page(replace(stuck(), play=chase_play()), {})
    assert "The play" not in text
    assert "violated" not in text


def test_no_times_and_no_dates() -> None:
    for text in (run_page(whole_run()), *(finding_page(v, {}) for v in whole_run().verdicts)):
        assert "0.31" not in text
        assert not re.search(r"\d s\b|\d{4}-\d\d-\d\d", text)


def unfenced(page: str) -> str:
    """Return a page without its fenced block, which shows everything as it is, and its marker."""
    body, fence, rest = page.partition("\n````sh\n")
    assert fence
    assert rest.count("````") == 1
    return body.removeprefix(MARKER)


def test_no_text_of_a_model_is_obeyed() -> None:
    page = finding_page(hostile_verdict(), {HOSTILE: HOSTILE})
    body = unfenced(page.replace("```sh", "````sh").replace("\n```\n", "\n````\n"))
    assert set(re.findall(r"<[^>]*>", body)) <= {"<br>", "<code>", "</code>"}
    assert "\x1b" not in page
    assert "\u202e" not in page
    for sign in ("|`", "](javascript", "*_x", "$m$", "~~s"):
        assert not re.search(r"(?<!\\)" + re.escape(sign), body), sign
    assert re.findall(r"^#+ .*", body, flags=re.M)[1:] == [
        "## The play",
        "## The board at the end",
        "## What fails",
        "## What it rests on",
        "## To repeat it",
    ]


def test_a_hostile_run_keeps_its_table() -> None:
    rows = [line for line in run_page(Run((hostile_verdict(),))).splitlines() if line.startswith("|")]
    assert len(rows) == 3
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {5}


def shown(escaped: str) -> str:
    """Return what a reader of Markdown sees of escaped text."""
    return html.unescape(re.sub(r"\\(.)", lambda m: "&bsol;" if m[1] == "\\" else m[1], escaped))


@given(st.text())
def test_escaped_text_is_read_as_it_was(text: str) -> None:
    escaped = markdown(text)
    assert shown(escaped) == " ".join(visible(text).split())
    assert not set("<>") & set(escaped)
    assert not re.search(r"^\s|^#|^[-+=>]|^\d+[.)]", escaped)
    assert not re.search(r"(?<!\\)(\\\\)*[`*\[\]|~$]", escaped)
    assert all(c.isprintable() for c in escaped)


@given(st.text(st.sampled_from("a|`\\<_ :x\n&")))
def test_code_in_a_cell_stays_in_its_cell(text: str) -> None:
    code = markdown_code(text)
    assert not re.search(r"(?<!\\)(\\\\)*\|", code)
    assert code.count("`") in (0, 2) or "\\`" in code


@given(st.text())
def test_file_names_stay_in_their_folder(text: str) -> None:
    name = file_name(text)
    assert re.fullmatch(r"[A-Za-z0-9_=,+-][A-Za-z0-9_.=,+-]*", name) or not name
    assert len(name) <= 109


@given(st.text(), st.text())
def test_different_texts_have_different_file_names(one: str, other: str) -> None:
    assert (file_name(one) == file_name(other)) == (one == other)


def test_a_plain_name_is_its_own_file_name() -> None:
    assert file_name("one_priority_holder-after_last=nobody") == "one_priority_holder-after_last=nobody"
    assert re.fullmatch(r"_etc_passwd-[0-9a-f]{8}", file_name("../etc/passwd"))
