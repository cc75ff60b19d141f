from __future__ import annotations

import pytest

from tests.documentation.picture import PICTURE, draw


@pytest.mark.slow
def test_the_picture_shows_what_is_found() -> None:
    assert PICTURE.read_text(encoding="utf-8") == draw(), "run `make pictures`"
