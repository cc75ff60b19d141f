"""The page of findings about clauses: everything is on it, is linked, and is text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from checker.judge.contradictions.finding import ContradictionRun
from checker.judge.verdict import Run
from checker.report.drawing import Drawing, Edge, Node
from checker.report.escape import coded, markdown_coded, visible
from checker.report.html.page import contradictions_html, html_text
from checker.report.near_play import Surroundings
from checker.report.places import Places
from checker.report.telling import telling_of
from tests.report import samples
from tests.report.contradictions.samples import hostile_clauses, whole_clauses
from tests.report.test_html import Page

CLASH = "force_of_will.clash.0000000"


def page_of(run: ContradictionRun) -> Page:
    return Page(contradictions_html(run, Places()))


def test_every_finding_is_told_with_what_it_says_and_what_it_is_worth() -> None:
    page = page_of(whole_clauses())
    sorts = [a["data-group"] for _, a in page.elements if a.get("class") == "claim"]
    assert sorts == ["new", "known", "settled", "never", "unreached"]
    assert [a["id"] for tag, a in page.elements if tag == "article"] == [
        f"{CLASH}{n}" for n in (2, 1, 3, 5, 4)
    ]
    for told in (
        "2 clashes: 1 new, 1 accepted.",
        "The entry put in last resolves. カード a card Demands here resolve is due As understood where it",
        "Accepted: the house was asked",
        "Q1: Does it resolve?",
        "Settled: by C:1, B:2 counts.",
        "New: it fails a build until it is settled, or accepted with a reason.",
        "It is found with after_last=nobody, players=3",
        "The clauses speak of step 3, as things stand after step 4.",
        f"Strike A:1: the finding is gone; new: {CLASH}2.",
        "Strike B:2: the finding is gone; new: force_of_will.clash.ffffffff; B:2 is alone.",
        "2 players show it, and the game takes no fewer",
        "ruleproof contradictions force_of_will --clause A:1 --scope players=3 --reading after_last=nobody",
        "Q2 Who may reply? none",
        "force_of_will.clash.99999999",
        "There is no play to show for this.",
        "Would clash, not reached: it fails no build.",
        "Would clash, proved unreachable: it fails no build.",
        "Proved with any size.",
    ):
        assert told in page.text, told


def test_every_step_and_every_finding_that_is_named_can_be_gone_to() -> None:
    page = page_of(whole_clauses())
    assert len(set(page.ids)) == len(page.ids)
    links = {a["href"][1:] for tag, a in page.elements if tag == "a"}
    assert links <= set(page.ids)
    assert {f"{CLASH}1/{step}" for step in range(5)} <= links
    assert "force_of_will.clash.ffffffff" not in links
    play = next(p for p in page.plays if p["address"] == f"{CLASH}1")
    assert play["faults"] == {"words": "what it is about", "fields": ["chase"], "keys": []}
    assert play["texts"]["FOW12:604"] == "The player with priority does one action."
    assert any(a.get("lang") == "ja" for _, a in page.elements)


@pytest.mark.parametrize(
    "odd",
    [
        "</script><script>alert(1)</script><!--",
        "' onmouseover=alert(1) x='\" onfocus=\"alert(1)",
        "{{ 7*7 }}{% raw %}",
        "\x00\u2028\ud800",
    ],
)
def test_no_text_becomes_markup(odd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "HOSTILE", odd)
    page = page_of(hostile_clauses(odd))
    assert [tag for tag, _ in page.elements].count("script") == 2
    assert not [name for _, a in page.elements for name in a if name.startswith("on")]
    assert {tag for tag, _ in page.elements} <= {tag for tag, _ in page_of(hostile_clauses("x")).elements}
    assert page.text.count(" ".join(visible(odd).split())) > 40


def test_the_page_of_a_check_tells_of_clauses_where_they_were_looked_at() -> None:
    without = Page(html_text(replace(telling_of(samples.whole_run()), norms={"magic": 2})))
    assert "ruleproof contradictions magic" in without.text
    run = replace(whole_clauses(), findings=whole_clauses().findings[:2])
    page = Page(html_text(replace(telling_of(samples.whole_run()), contradictions=run)))
    assert {f"{CLASH}1", f"{CLASH}2/4", "magic/what_is_cast_resolves"} <= set(page.ids)
    assert len(set(page.ids)) == len(page.ids)
    assert "Clauses to look at" in page.text
    assert {p["address"] for p in page.plays} >= {f"{CLASH}1", "magic/what_is_cast_resolves"}


def test_what_lies_around_a_play_is_drawn_and_is_text() -> None:
    odd = '</svg><script>alert(1)</script>" onload="alert(1)'
    nodes = (
        Node("s0", 0, (odd,), "start", layer=0, marked=True),
        Node("s1", 1, (odd,), "over", layer=1, marked=True),
    )
    edges = (Edge("s0", "s1", 1, odd, odd, (odd,), marked=True),)
    around = {f"{CLASH}1": Surroundings(Drawing(odd, nodes, edges), False)}
    page = Page(contradictions_html(whole_clauses(), Places(), around))
    assert [a["id"] for tag, a in page.elements if tag == "marker"] == ["tip", "tip-taken"]
    assert "What lies around the play" in page.text
    assert [tag for tag, _ in page.elements].count("script") == 2
    assert not [name for _, a in page.elements for name in a if name.startswith("on")]
    assert {a["href"] for tag, a in page.elements if tag == "a" and a.get("tabindex") == "-1"} == {
        f"#{CLASH}1/0",
        f"#{CLASH}1/1",
    }
    assert not [tag for tag, _ in page_of(whole_clauses()).elements if tag == "svg"]


def test_nothing_found_is_said() -> None:
    page = page_of(ContradictionRun((), {}, {}))
    assert "Nothing was found." in page.text
    assert "No finding." in page.text
    assert "Nothing was judged" in Page(html_text(telling_of(Run(())))).text


def test_of_a_reason_what_stands_between_backticks_is_code() -> None:
    text = "by `x=y`, as <b> is; `unpaired"
    assert coded(text) == ((False, "by "), (True, "x=y"), (False, ", as <b> is; `unpaired"))
    assert markdown_coded(text) == "by `x=y`, as &lt;b&gt; is; \\`unpaired"
    run = whole_clauses()
    accepted = {**run.baseline.accepted, run.findings[0].id: text}
    told = contradictions_html(replace(run, baseline=replace(run.baseline, accepted=accepted)), Places())
    assert "<b>Accepted:</b> by <code>x=y</code>, as &lt;b&gt; is; `unpaired</p>" in told
