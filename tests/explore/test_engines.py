from __future__ import annotations

import pytest

from checker.explore.interface import Engine
from tests.explore.engines import ENGINES
from tests.explore.suite import EngineSuite


@pytest.fixture(scope="module", params=list(ENGINES))
def engine(request: pytest.FixtureRequest) -> Engine:
    return ENGINES[request.param]()


class TestEngines(EngineSuite):
    pass
