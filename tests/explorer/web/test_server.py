from __future__ import annotations

import http.client
import json
import threading
import time

import pytest

from checker.explorer.web.api import Api
from checker.explorer.web.page import make_page
from checker.explorer.web.server import ExplorerServer
from checker.judge.workspace import find_workspace
from tests.explorer.rooms import rooms

HOSTILE = "</script><img src=x onerror=alert(1)>"


@pytest.fixture
def server(tmp_path):
    game = rooms(tmp_path, HOSTILE)
    with ExplorerServer(Api(find_workspace(), game), make_page(f"{HOSTILE}")) as opened:
        thread = threading.Thread(target=opened.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield opened
        opened.shutdown()
        thread.join()
        opened.api.close()


def ask(server, method, path, body=None, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    connection.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer, data


def question(server, asked, /, **given):
    path = f"/{server.token}/api/{asked}"
    answer, data = ask(server, "POST", path, json.dumps(given), Content_Type="application/json")
    assert answer.status == 200, data
    return json.loads(data)


def test_it_listens_on_this_machine_alone(server):
    assert server.server_address[0] == "127.0.0.1"
    assert server.address == f"http://127.0.0.1:{server.server_port}/{server.token}/"
    assert len(server.token) >= 20


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_only_who_knows_the_address_may_ask(server, method):
    port = server.server_port
    page = f"/{server.token}/" if method == "GET" else f"/{server.token}/api/clauses"
    fine = {"Content_Type": "application/json"}
    assert ask(server, method, page, "{}", **fine)[0].status == 200
    assert ask(server, method, page, "{}", Host=f"localhost:{port}", **fine)[0].status == 200
    assert ask(server, method, page, "{}", Origin=f"http://127.0.0.1:{port}", **fine)[0].status == 200
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1"):
        assert ask(server, method, page, "{}", Host=host, **fine)[0].status == 403
    for origin in ("http://evil.example", "null", "http://127.0.0.1:1", f"https://127.0.0.1:{port}"):
        assert ask(server, method, page, "{}", Origin=origin, **fine)[0].status == 403
    for other in ("/", f"/{server.token[:-1]}/", f"/x{page}", "/%00/"):
        assert ask(server, method, other, "{}", **fine)[0].status == 403


def test_what_is_no_question_is_refused(server):
    base = f"/{server.token}/api/"
    assert ask(server, "POST", f"{base}look", "{}", Content_Type="text/plain")[0].status == 400
    assert ask(server, "POST", f"{base}look", "[1", Content_Type="application/json")[0].status == 400
    assert ask(server, "POST", f"{base}look", "[]", Content_Type="application/json")[0].status == 400
    assert ask(server, "POST", f"{base}nothing", "{}", Content_Type="application/json")[0].status == 404
    assert ask(server, "GET", f"/{server.token}/etc/passwd")[0].status == 404
    assert "error" in question(server, "look", steps="push")
    assert "error" in question(server, "look", steps=[[1, 2]])
    assert "error" in question(server, "look", initial=-1)
    assert question(server, "look", steps=[["nope", []]])["misfit"]["step"] == 1


def test_nothing_of_a_model_becomes_markup(server):
    answer, page = ask(server, "GET", f"/{server.token}/")
    assert HOSTILE.encode() not in page
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    script = page.decode().partition("<script>")[2].partition("</script>")[0]
    assert "innerHTML" not in script
    assert "insertAdjacent" not in script


def test_a_game_is_played_over_the_api(server):
    opened = question(server, "open", play="")
    assert len(opened["starts"]) == 2
    assert [m["sentence"] for m in opened["moves"]] == [f"P1 pushes {HOSTILE}"]
    push = ["push", [["player", "P1"]]]
    two = question(server, "look", initial=0, steps=[push, push], at=1)
    assert (two["at"], len(two["steps"]), two["waits"]) == (1, 2, "decision")
    ended = question(server, "look", initial=0, steps=[push, push], run=True)
    assert (ended["at"], ended["waits"]) == (3, "over")
    assert [c["name"] for c in ended["claims"] if c["fault"]] == ["all_live"]
    assert question(server, "open", play=ended["link"])["steps"] == ended["steps"]
    assert "one of other" in question(server, "open", play="other/0")["note"]
    (fall,) = [r for r in question(server, "refused", initial=0, steps=[])["rules"] if r["rule"] == "fall"]
    assert fall["reasons"][0]["values"] == "self.pile.size is 0"
    saved = question(server, "save", initial=0, steps=[push], name="one push")
    assert saved["file"] == "test_one_push.py"
    assert "def test_one_push() -> None:" in saved["text"]
    assert question(server, "search", condition="lief")["hint"] == "did you mean 'life'?"


def test_a_search_can_be_given_up(server):
    number = question(server, "search", condition="len(pile) == 2")["search"]
    question(server, "cancel", search=number)
    assert question(server, "progress", search=number)["status"] == "undetermined"


@pytest.mark.slow
def test_a_search_finds_its_play(server):
    number = question(server, "search", condition="len(pile) == 2")["search"]
    while (told := question(server, "progress", search=number))["status"] == "running":
        time.sleep(0.1)
    assert (told["status"], len(told["steps"])) == ("found", 2)
    push = ["push", [["player", "P1"]]]
    asked = {"condition": "life[P1] == 0", "onward": True, "initial": 0, "steps": [push]}
    number = question(server, "search", **asked)["search"]
    while (told := question(server, "progress", search=number))["status"] == "running":
        time.sleep(0.1)
    assert told["told"] == "the shortest way to it from here has 2 steps"
    assert told["steps"][0] == push
