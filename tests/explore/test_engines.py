from __future__ import annotations

import pytest

from checker.explore.interface import Engine
from tests.explore.engines import ENGINES

pytest.register_assert_rewrite("tests.explore.suite")

from tests.explore.suite import EngineSuite  # noqa: E402 - its assertions must be registered first


@pytest.fixture(scope="module", params=list(ENGINES))
def engine(request: pytest.FixtureRequest) -> Engine:
    return ENGINES[request.param]()


class TestEngines(EngineSuite):
    pass
