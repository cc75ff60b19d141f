"""The page itself: one file that loads nothing, runs its own script alone, and shows text as text.

Jinja escapes all that the template prints, and the script makes every text of the board a text node. The
policy of the page names its script and its style by their hashes, so that nothing else could run.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from checker.judge.contradictions.finding import ContradictionRun
from checker.report.escape import visible
from checker.report.html.clauses import clauses_content
from checker.report.html.content import page_content
from checker.report.html.plays import PlayTold
from checker.report.html.sharing import Shared
from checker.report.near_play import Surroundings
from checker.report.places import Places
from checker.report.telling import Telling

__all__ = ["contradictions_html", "hash_for_policy", "html_text", "json_for_script", "part", "visible_data"]


def html_text(telling: Telling) -> str:
    """Return a run as one page of HTML that needs no other file."""
    content = page_content(telling)
    plays = [f.play for f in content["findings"]]
    clauses: dict[str, Any] = {"clauses": None}
    if telling.contradictions is not None:
        clauses = clauses_content(telling.contradictions, telling.places, telling.around_clauses)
        plays += [f.play for f in clauses["clauses"].found]
    return _page("report.html.j2", {**clauses, **content}, plays)


def contradictions_html(
    run: ContradictionRun, places: Places, around: Mapping[str, Surroundings] | None = None
) -> str:
    """Return the findings about clauses as one page of HTML that needs no other file.

    ``around`` is what lies around the plays, by the ids of findings, where that was drawn.
    """
    content = clauses_content(run, places, around or {})
    content |= {"totals": content["came_of_it"], "command": run.command}
    return _page("contradictions.html.j2", content, [f.play for f in content["clauses"].found])


def _page(template: str, content: Mapping[str, Any], plays: Iterable[PlayTold | None]) -> str:
    """Return a page with its own style and script, and the plays that it steps through."""
    script, style = part("board.js") + part("report.js"), part("report.css")
    shared = Shared()
    data = [play.data() for play in plays if play is not None]
    for play in data:
        play["boards"] = shared.share(play["boards"])
    environment = Environment(
        loader=FunctionLoader(part),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(template).render(
        **content,
        policy=f"default-src 'none'; script-src {hash_for_policy(script)}; "
        f"style-src {hash_for_policy(style)}; "
        "base-uri 'none'; form-action 'none'",
        script=Markup(script),
        style=Markup(style),
        stepped=bool(data),
        data=Markup(json_for_script({"parts": shared.parts, "plays": data})),
    )


def json_for_script(data: Any) -> str:
    """Return data as JSON that can stand within a ``script`` element: nothing in it ends the element."""
    text = json.dumps(visible_data(data), ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")


def visible_data(data: Any) -> Any:
    """Return data with every invisible character of its texts spelled out."""
    if isinstance(data, str):
        return visible(data)
    if isinstance(data, dict):
        return {visible(key): visible_data(value) for key, value in data.items()}
    return [visible_data(item) for item in data] if isinstance(data, list) else data


def _shown(value: Any) -> Any:
    """Return what the template prints, before it is escaped."""
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def part(name: str) -> str:
    """Return a file of this package that pages are made of: ``board.js``, ``report.css``."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def hash_for_policy(text: str) -> str:
    """Return how a policy names a script or style that stands in the page."""
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"
