"""`ruleproof show --format`: the graph of a small game."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Output
from tests.report.readers import read_dot, read_graphml, read_mermaid
from tests.report.real import write_game


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path)


def test_the_graph_of_a_game_with_a_play_marked(run: Output) -> None:
    assert run("check", "post.py", "--jobs", "0", "--property", "it_shuts", "--out", "reports")[0] == 0
    play = ("--play", "reports/post/it_shuts.json")
    code, out, err = run("show", "post.py", "--format", "dot", *play)
    assert (code, err, len(read_dot(out))) == (0, "", 18)
    code, out, err = run("show", "post.py", "--format", "mermaid", *play)
    assert (code, err, len(read_mermaid(out)[0])) == (0, "", 18)
    code, out, err = run("show", "post.py", "--format", "graphml", *play)
    assert (code, err) == (0, "")
    marked = [s for s, data in read_graphml(out).nodes(data=True) if data.get("marked")]
    assert marked == ["s0", "s5"]


def test_scopes_make_another_graph(run: Output) -> None:
    code, out, _ = run("show", "post.py", "--format", "graphml", "--scope", "letters=1")
    assert (code, len(read_graphml(out))) == (0, 6)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--play", "reports/x.json"), "a play is marked in a graph: add --format dot"),
        (("--format", "dot", "--play", "nowhere.json"), "no such file"),
        (("--format", "mermaid", "--scope", "letters=4"), "post has more than 60 states, too many"),
        (("--format", "svg"), "'svg' is not one of text, dot, mermaid, graphml"),
    ],
)
def test_what_cannot_be_drawn(run: Output, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run("show", "post.py", *arguments)
    assert (code, out) == (2, "")
    assert message in err
