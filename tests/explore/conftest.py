from __future__ import annotations

import pytest

from tests.explore.graphs import GRAPHS, Build

pytest.register_assert_rewrite("tests.explore.suite")


@pytest.fixture(params=sorted(GRAPHS))
def build(request: pytest.FixtureRequest) -> Build:
    return GRAPHS[request.param]
