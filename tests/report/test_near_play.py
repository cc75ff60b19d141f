"""What lies around a play: all states of a small game, else one step from the play, and its picture."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from checker.errors import UsageError
from checker.judge.selection import Selection
from checker.judge.verdict import Run
from checker.judge.workspace import Workspace, load_file
from checker.language.lower import lower
from checker.language.schema import Schema
from checker.report.drawing import Drawing, Edge, Node
from checker.report.html.draughts import Plays, draw_all
from checker.report.html.gather import gathered
from checker.report.html.graph import picture_of
from checker.report.near_play import Near, Surroundings, draw_near
from checker.report.state_drawing import draw_states
from checker.report.telling import telling_of
from checker.system.model import System
from tests.report.real import Silence, drawn_game, play_of, real_run, write_game

_NODS = '''"""Two people nod to each other, at most twice."""

from checker import Game, Participant, action, integer, require


class Person(Participant, size=2):
    """Who nods."""


class Nods(Game):
    """People nod."""

    seen: int = integer(0, 2)

    @action(says="{person} nods after {self.seen} nods")
    def nod(self, person: Person) -> None:
        require(self.seen < 2)
        self.seen += 1

    @action()
    def leave(self, person: Person) -> None:
        require(self.seen == 2)
        self.seen = 0
'''


@pytest.fixture(scope="module")
def post(tmp_path_factory: pytest.TempPathFactory) -> tuple[System, Run]:
    return drawn_game(tmp_path_factory.mktemp("post"))


def test_a_small_game_is_drawn_whole(post: tuple[System, Run]) -> None:
    system, run = post
    play = play_of(run, "bells_are_shared")
    around = draw_near(Near(system), play)
    assert around.whole
    assert around.drawing == draw_states(system, most=18, play=play)


def test_of_a_larger_game_one_step_from_the_play_is_drawn(post: tuple[System, Run]) -> None:
    system, run = post
    play = play_of(run, "bells_are_shared")
    around = draw_near(Near(system), play, most=17)
    assert not around.whole
    whole = draw_states(system, most=18, play=play)
    way = {node.name for node in whole.nodes if node.marked}
    # Numbers differ, since states are met in another order; steps and what is read of states do not.
    lines = {node.name: node.lines for node in whole.nodes}
    expected = sorted((lines[e.source], e.sentence, lines[e.target]) for e in whole.edges if e.source in way)
    mine = {node.name: node.lines for node in around.drawing.nodes}
    assert sorted((mine[e.source], e.sentence, mine[e.target]) for e in around.drawing.edges) == expected
    assert [n.layer for n in around.drawing.nodes if n.marked] == [0, 1, 2]


def test_a_play_of_other_rules_does_not_lie_in_the_graph(post: tuple[System, Run]) -> None:
    play = play_of(post[1], "bells_are_shared")
    with pytest.raises(UsageError, match="the play does not lie in the graph of post"):
        draw_near(Near(post[0]), replace(play, start={**play.start, "open": "no"}))


def test_the_picture_has_the_play_in_a_line_and_no_two_dots_in_one_place(post: tuple[System, Run]) -> None:
    system, run = post
    picture = picture_of(draw_near(Near(system), play_of(run, "bells_are_shared"), most=17))
    play = [dot for dot in picture.dots if dot.steps]
    assert [dot.steps for dot in play] == [(0,), (1,), (2,)]
    assert len({dot.y for dot in play}) == 1
    assert [b.x - a.x for a, b in itertools.pairwise(play)] == [56, 56]
    places = [(dot.x, dot.y) for dot in picture.dots]
    assert len(set(places)) == len(places)
    assert all(0 < x < picture.width and 0 < y < picture.height for x, y in places)
    assert sum(line.marked for line in picture.lines) == 2
    assert picture.lines[-1].told == "2: put(player=P2, letter=L2)"
    assert dict(picture.besides)[0] == (
        *("put(player=P1, letter=L2)", "put(player=P2, letter=L1)", "put(player=P2, letter=L2)"),
        *("turn(player=P1)", "turn(player=P2)"),
    )


def test_the_rings_that_are_there_are_explained() -> None:
    kinds = ("start", "state", "end", "over")
    nodes = tuple(Node(f"s{n}", n, (), kind, layer=n) for n, kind in enumerate(kinds))
    assert picture_of(Surroundings(Drawing("all", nodes, ()), True)).legend == (
        "A thick ring means that the game is over; a thick red ring that nobody can do anything."
    )
    assert picture_of(Surroundings(Drawing("two", nodes[:2], ()), True)).legend == ""


def test_steps_are_told_in_sentences_also_those_that_the_play_does_not_take(tmp_path: Path) -> None:
    (tmp_path / "nods.py").write_text(_NODS, encoding="utf-8")
    (entry,) = load_file(tmp_path / "nods.py")
    schema = Schema(entry.game)
    near = Near(lower(schema).sliced(), schema)
    assert near.depths(3) == {0: 0, 1: 1, 2: 2}
    assert [[near.sentence(n, u) for u, _ in near.edges(n)] for n in range(3)] == [
        ["P1 nods after 0 nods", "P2 nods after 0 nods"],
        ["P1 nods after 1 nods", "P2 nods after 1 nods"],
        ["leave(person=P1)", "leave(person=P2)"],
    ]


def test_a_play_that_comes_back_has_all_its_steps_at_one_dot(post: tuple[System, Run]) -> None:
    system, run = post
    picture = picture_of(draw_near(Near(system), play_of(run, "it_shuts")))
    assert [dot.steps for dot in picture.dots if dot.steps] == [(0, 2), (1,)]


def test_one_state_alone_is_a_picture_too() -> None:
    node = Node("s0", 0, ("the game starts",), "start", layer=0, marked=True)
    loop = Edge("s0", "s0", None, "wait", "P1 waits", ())
    picture = picture_of(Surroundings(Drawing("one: 1 state", (node,), (loop,)), True))
    assert [(dot.steps, dot.radius) for dot in picture.dots] == [((0,), 13)]
    assert picture.besides == ((0, ("P1 waits",)),)


def test_what_a_page_shows_besides_is_gathered(tmp_path: Path) -> None:
    file = write_game(tmp_path)
    telling = telling_of(real_run(tmp_path))
    told = gathered(telling, Workspace(tmp_path), Selection(games=(str(file),)), Silence())
    assert set(told.around) == {("post", "bells_are_shared"), ("post", "it_shuts")}
    (book,) = told.books
    assert [row.clause.id for row in book.rows if row.modelled] == ["P1:2", "P1:3"]
    assert told.norms == {}


def test_children_draw_the_same_in_order(tmp_path: Path) -> None:
    file = write_game(tmp_path)
    telling = telling_of(real_run(tmp_path))
    asked = [Plays(v.model_file, v.game, v.readings, v.scopes, (play,)) for v, play in telling.plays()]
    entries = load_file(file)
    alone, together = (list(draw_all(asked, entries, jobs)) for jobs in (0, 2))
    assert len(alone) == 2
    assert alone == together
    assert alone[0] != alone[1]
