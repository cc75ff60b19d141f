"""The page of a run: whole, the same every time, and safe whatever a model is made of."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from checker.errors import ModelError
from checker.judge.citations import Chapter, ClauseRow
from checker.judge.clauses import Clause, ClauseKind, Rulebook
from checker.judge.coverage import Covered
from checker.judge.verdict import Run, ToldPlay
from checker.report.drawing import Drawing, Edge, Node
from checker.report.escape import visible
from checker.report.html.boards import draw_boards
from checker.report.html.page import html_text, json_for_script
from checker.report.html.sharing import Shared
from checker.report.html.values import draw_value
from checker.report.near_play import Surroundings
from checker.report.telling import Telling, telling_of
from checker.system.model import Source
from checker.system.value_types import Form, ValueType
from tests.report import samples
from tests.report.samples import board, chase_play, entry, step, verdict, whole_run

VOID = {"br", "col", "hr", "img", "input", "link", "meta", "wbr"}


class Page(HTMLParser):
    """Reads a page: its elements, its text, and whether every element is closed where it was opened."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, attrs)
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open, tag
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in self.raw:
            self.raw[self._open[-1]].append(data)
        else:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).split())

    @property
    def ids(self) -> list[str]:
        return [attributes["id"] for _, attributes in self.elements if "id" in attributes]

    @property
    def plays(self) -> list[dict[str, Any]]:
        plays: list[dict[str, Any]] = json.loads(self.raw["script"][0])["plays"]
        return plays


def page_of(run: Run) -> Page:
    return Page(html_text(telling_of(run)))


def test_every_claim_and_finding_is_on_the_page() -> None:
    page = page_of(whole_run())
    claims = [a for tag, a in page.elements if a.get("class") == "claim"]
    assert [a["data-group"] for a in claims] == ["holds", "holds", "known", "new", "open"]
    findings = [a["id"] for tag, a in page.elements if tag == "article"]
    assert findings == [
        "magic/what_is_cast_resolves",
        "magic/life_stays_in_range",
        "force_of_will/somebody_has_priority-after_last=nobody",
    ]
    for told in (
        "the chase is empty, and neither P1 nor P2 may act",
        "After the second pass in a row the entry put in last resolves",
        "5 verdicts (2 hold, 2 violated, 1 undetermined): 2 not as expected.",
        "ruleproof check force_of_will --property somebody_has_priority --reading after_last=nobody "
        "--out reports",
        "ruleproof replay reports/force_of_will/somebody_has_priority-after_last=nobody.json",
        "force_of_will 1 known contradiction, 2 hold",
        "magic 1 not as expected, 1 undetermined",
        "This contradiction is known: the spec expects it where after_last = nobody.",
        "And so on for ever: the board at the end is the one after step 1.",
    ):
        assert told in page.text, told


def test_sizes_and_bounds_stand_once_above_the_claims_that_share_them() -> None:
    first, second = (verdict(says=says, limits="2 players", cut=()) for says in ("one", "two"))
    alike = page_of(Run((first, second)))
    assert "2 hold With 2 players. holds one" in alike.text
    assert alike.text.count("2 players") == 1
    other = page_of(Run((first, second, verdict(says="three", limits="3 players", cut=()))))
    assert "3 hold With 2 players, where a row says nothing else. holds one" in other.text
    assert "holds for every play with 3 players" in other.text


def test_keys_are_told_where_there_is_a_play_to_step_through() -> None:
    assert "step through a play" in page_of(whole_run()).text
    assert "step through a play" not in page_of(Run((verdict(),))).text


def test_every_step_has_its_place_and_its_link() -> None:
    page = page_of(whole_run())
    links = {a["href"] for tag, a in page.elements if tag == "a"}
    for address, steps in (
        ("force_of_will/somebody_has_priority-after_last=nobody", 4),
        ("magic/what_is_cast_resolves", 3),
    ):
        places = [f"{address}/{n}" for n in range(steps + 1)]
        assert [i for i in page.ids if i.startswith(f"{address}/")] == places
        assert {f"#{place}" for place in places} <= links
    assert {link[1:] for link in links} <= set(page.ids)
    assert len(set(page.ids)) == len(page.ids)
    (chase,) = (p for p in page.plays if p["address"].startswith("force_of_will"))
    assert [s["sentence"] for s in chase["steps"]] == [
        *("P1 casts C1 at P2", "P1 passes", "P2 passes"),
        "the entry put in last resolves (lose=yes chosen by P2)",
    ]
    assert len(chase["boards"]) == 5


def test_a_page_loads_nothing_and_runs_its_own_script_alone() -> None:
    text = html_text(telling_of(whole_run()))
    page = Page(text)
    for tag, attributes in page.elements:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base")
        assert not {"src", "style", "action", "srcset"} & set(attributes)
        assert not [name for name in attributes if name.startswith("on")]
    (policy,) = (a["content"] for _, a in page.elements if a.get("http-equiv") == "Content-Security-Policy")
    (style,), (_, script) = page.raw["style"], page.raw["script"]
    for part in (style, script):
        digest = base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert not re.search(
        r"innerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|fetch\(", script
    )
    assert "http:" not in text
    assert "https:" not in text


@pytest.mark.parametrize(
    "odd",
    [
        samples.HOSTILE,
        "</script><script>alert(1)</script><!--<script>",
        "' onmouseover=alert(1) x='\" onfocus=\"alert(1)",
        "{{ 7*7 }}{% raw %}{# x #}",
        "&lt;script&gt;&#x22;",
        "\x00\u2028\ud800\ufffe",
    ],
)
def test_text_of_a_model_is_text_on_the_page(odd: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = hostile_run("`x`\ny")  # what stands between backticks is code, and each line a paragraph
    usual = {tag for tag, _ in page_of(plain).elements}
    monkeypatch.setattr(samples, "HOSTILE", odd)
    page = page_of(hostile_run(odd))
    assert {tag for tag, _ in page.elements} <= usual
    assert [tag for tag, _ in page.elements].count("script") == 2
    assert not [a for _, a in page.elements for name in a if name.startswith("on")]
    assert " ".join(visible(odd).split()) in page.text
    (play,) = page.plays
    assert play["steps"][0]["changes"] == [[visible(odd)] * 3]


def test_texts_of_what_lies_around_a_play_and_of_rulebooks_are_text(monkeypatch: pytest.MonkeyPatch) -> None:
    odd = '</svg><script>alert(1)</script>" onload="alert(1)'
    page = Page(html_text(hostile_telling(odd)))
    assert [tag for tag, _ in page.elements].count("script") == 2
    assert not [a for _, a in page.elements for name in a if name.startswith("on")]
    assert page.text.count(odd) > 10
    labels = [a["aria-label"] for tag, a in page.elements if tag == "svg" and "aria-label" in a]
    assert labels == [f"{odd}; the same is told as text below."]


def hostile_telling(odd: str) -> Telling:
    """A run in which every text that the page shows besides is hostile."""
    verdict = replace(samples.known_contradiction(), game=odd)
    nodes = (
        Node("s0", 0, (odd,), "start", layer=0, marked=True),
        Node("s1", 1, (odd,), "over", layer=1, marked=True),
        Node("s2", 2, (odd,), "cut", layer=1),
    )
    edges = (Edge("s0", "s1", 1, odd, odd, (odd,), marked=True), Edge("s0", "s2", None, odd, odd, (odd,)))
    around = {(odd, verdict.name): Surroundings(Drawing(odd, nodes, edges), False)}
    elsewhere = replace(
        samples.verdict(game=odd, claim=verdict.claim, limits=odd), readings={"after_last": odd}, varied={}
    )
    run = Run((verdict, elsewhere))
    return replace(telling_of(run), around=around, books=(covered_book(odd),), norms={odd: 2})


def covered_book(odd: str) -> Covered:
    clause = Clause(odd, odd, odd, None, odd, next(iter(ClauseKind)), odd, (), None, "", Source(odd, 1))
    chapter = Chapter(odd, odd, (ClauseRow(clause, (), "", ""),))
    return Covered(odd, (odd,), Rulebook(odd, odd, {}, {odd: clause}), (chapter,))


def test_what_would_remove_a_finding_is_what_other_verdicts_say() -> None:
    known = samples.known_contradiction()
    in_force = samples.verdict(game=known.game, claim=known.claim, readings={"after_last": "turn_player"})
    other = replace(in_force, claim="another_claim")
    page = page_of(Run((known, in_force, other)))
    told = (
        "What would remove it Read after_last as turn_player: the claim holds up to the bound with 2 players"
    )
    assert page.text.count(told) == 1
    assert "Other readings were not judged in this run; ruleproof readings force_of_will" in page.text
    alone = page_of(Run((known,)))
    assert "No other reading of this was judged in this run; ruleproof readings" in alone.text


def hostile_run(text: str) -> Run:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(samples, "HOSTILE", text)
        return Run((samples.hostile_verdict(),), command=text, clauses={text: {text: text}})


def test_data_within_a_script_cannot_end_it() -> None:
    text = "</script><!--<script>&\u2028\x1b"
    told = json_for_script([{text: text}])
    assert not re.search("[<>&]", told)
    assert json.loads(told) == [{visible(text): visible(text)}]


def test_an_error_that_ended_the_run_stands_on_top() -> None:
    failure = ModelError("no field 'x'", hint="did you mean 'y'?", source=Source("models/a.py", 7))
    page = Page(html_text(replace(telling_of(Run(())), failure=failure)))
    assert "The check could not be done no field 'x' did you mean 'y'? models/a.py:7" in page.text
    assert "Interrupted" not in page.text
    assert "Interrupted: not everything" in page_of(Run((), interrupted=True)).text


def boards_of(*states: Any, types: Any = None) -> list[dict[str, Any]]:
    steps = tuple(step("go", "P1 goes", state) for state in states[1:])
    return draw_boards(ToldPlay(0, states[0], steps, types=types or {}))


def test_players_have_what_maps_say_of_them_and_tokens() -> None:
    before, after = boards_of(board(), board(holders=["P2"], life={"P1": "3", "P2": "2"}))
    (players,) = after["sheets"]
    assert players["kind"] == "players"
    first, second = players["entries"]
    assert [(t["name"], t["mark"], t["alone"]) for t in first["tokens"]] == [
        ("turn player", "", True),
        ("holders", "gone", False),
    ]
    assert [(t["name"], t["mark"]) for t in second["tokens"]] == [("holders", "new")]
    assert first["rows"][0]["value"] == {"kind": "text", "text": "3"}
    assert second["rows"][0]["value"] == {"kind": "text", "text": "2", "was": "3"}
    assert "was" not in json.dumps(before)
    assert [v["name"] for v in after["values"]] == ["passed", "chase", "winner"]


def test_players_without_a_map_are_found_beside_those_who_act() -> None:
    first, _ = boards_of(*[{"turn": "P1", "left": ["P1", "P10", "P2"], "phase": "MAIN"}] * 2)
    assert [e["key"] for e in first["sheets"][0]["entries"]] == ["P1", "P2", "P10"]
    assert [v["name"] for v in first["values"]] == ["phase"]


@pytest.mark.parametrize(
    ("name", "told"),
    [("Battlefield", "battlefields"), ("Story", "stories"), ("RuneBox", "rune boxes"), ("", "objects")],
)
def test_what_maps_tell_of_is_called_as_the_model_calls_it(name: str, told: str) -> None:
    parts = (("key", ValueType(Form.LABEL, name=name)), ("item", ValueType(Form.NUMBER)))
    known = {"worth": ValueType(Form.MAP, parts)}
    (drawn,) = boards_of({"worth": {"X": "1", "Y": "2"}}, types=known)
    assert [sheet["name"] for sheet in drawn["sheets"]] == [told]


def test_who_is_only_described_is_no_player() -> None:
    state = board()
    steps = (step("go", "P1 goes", state, choosers={"card": "the turn player", "order": "P2"}),)
    (drawn, _) = draw_boards(ToldPlay(0, state, steps))
    assert [e["key"] for e in drawn["sheets"][0]["entries"]] == ["P1", "P2"]


def test_equal_parts_are_told_once() -> None:
    shared = Shared()
    boards = [{"a": [{"x": ["p", {"y": "q"}]}], "b": {"c": "d"}}] * 2 + [{"a": [{"y": "q"}]}]
    assert shared.share(boards) == [2, 2, 3]
    assert shared.parts == [{"y": "q"}, {"x": ["p", 0]}, {"a": [1], "b": {"c": "d"}}, {"a": [0]}]


def test_cards_lie_in_zones() -> None:
    places = {"A": "HAND", "B": "DECK", "C": "HAND"}
    _, after = boards_of({"zone": places, "hurt": ["B"]}, {"zone": {**places, "A": "DECK"}, "hurt": ["B"]})
    zones = next(s for s in after["sheets"] if s["kind"] == "zones")
    assert [(z["name"], [(c["key"], c["mark"]) for c in z["cards"]]) for z in zones["zones"]] == [
        ("HAND", [("A", "gone"), ("C", "")]),
        ("DECK", [("A", "new"), ("B", "")]),
    ]
    assert zones["zones"][1]["cards"][1]["tokens"][0]["name"] == "hurt"


@pytest.mark.parametrize(
    ("before", "after", "marks"),
    [
        (["A", "B"], ["A", "B", "C"], ["", "", "new"]),
        (["A", "B", "C"], ["A", "C"], ["", "gone", ""]),
        ([], ["A"], ["new"]),
        (["A", "A"], ["A"], ["", "gone"]),
    ],
)
def test_of_a_stack_only_the_entry_that_came_or_went_is_marked(
    before: list[str], after: list[str], marks: list[str]
) -> None:
    drawn = draw_value([entry(c) for c in after], [entry(c) for c in before])
    assert drawn["kind"] == "stack"
    assert [item.get("mark", "") for item in drawn["items"]] == marks
    assert "was" not in json.dumps(drawn)


def test_of_an_entry_only_the_part_that_changed_is_marked() -> None:
    drawn = draw_value([entry("A"), entry("B")], [entry("A"), entry("C")])
    assert [item.get("mark") for item in drawn["items"]] == [None, None]
    assert drawn["items"][0]["value"]["fields"][1][1] == {"kind": "text", "text": "A"}
    assert drawn["items"][1]["value"]["fields"][1][1] == {"kind": "text", "text": "B", "was": "C"}


@pytest.mark.parametrize(
    ("form", "kind"),
    [(Form.SEQUENCE, "stack"), (Form.QUEUE, "queue"), (Form.BAG, "chips"), (Form.SET, "chips")],
)
def test_a_type_says_how_a_list_is_drawn(form: Form, kind: str) -> None:
    known = ValueType(form, (("item", ValueType(Form.LABEL)), ("key", ValueType(Form.LABEL))))
    drawn = draw_value(["A", "C"], ["A", "B"], known)
    assert drawn["kind"] == kind
    marks = [item.get("mark", "") for item in drawn["items"]]
    assert marks == (["", "gone", "new"] if kind == "chips" else ["", ""])


def test_a_wrong_step_has_no_board() -> None:
    play = replace(chase_play(), steps=(*chase_play().steps[:2], step("break", "it breaks", {})))
    page = page_of(Run((samples.known_contradiction(play=play),)))
    assert page.plays[0]["wrong"] is True
    assert len(page.plays[0]["boards"]) == 3
    assert "This step goes wrong: no state follows it." in page.text


def test_what_fails_is_named_for_its_card_and_its_field() -> None:
    told = "line 56: every(Battle): fails for B1, B2, although not `game.phase == MAIN`"
    page = page_of(Run((samples.known_contradiction(explanation=told),)))
    words = "named in what fails"
    assert page.plays[0]["faults"] == {"words": words, "fields": ["phase"], "keys": ["B1", "B2"]}
    assert told.replace("`", "") in page.text


def colours(css: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the colours of a style sheet by name, for light and for dark systems."""
    first, second = re.findall(r":root \{(.*?)\n *\}", css, flags=re.DOTALL)[:2]
    light, dark = (dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+)", part)) for part in (first, second))
    return light, light | dark


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2.2 defines it."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * c for c in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_text_and_edges_can_be_told_from_their_ground(scheme: int) -> None:
    (css,) = page_of(Run(())).raw["style"]
    colour = colours(css)[scheme]
    grounds = ("bg", "surface", "sunk")
    texts = [(text, ground) for text in ("ink", "soft") for ground in (*grounds, "mark")]
    texts += [(text, ground) for text in ("accent", "bad", "known") for ground in ("bg", "surface")]
    texts += [(name, f"{name}-bg") for name in ("bad", "known", "good", "open", "idle")]
    texts += [("bg", "accent"), ("bg", "ink")]
    edges = [(edge, ground) for edge in ("edge", "accent", "bad") for ground in grounds]
    edges.append(("mark-edge", "surface"))
    for pairs, least in ((texts, 4.5), (edges, 3)):
        weak = [(a, b) for a, b in pairs if contrast(colour[a], colour[b]) < least]
        assert weak == [], scheme
