"""Equal parts of boards told once: from step to step little changes, and a page is to stay small."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["Shared"]


class Shared:
    """Parts by number. What is shared holds no numbers of its own, so that each number stands for a part."""

    def __init__(self) -> None:
        self.parts: list[Any] = []
        self._numbers: dict[str, int] = {}

    def share(self, data: Any) -> Any:
        """Return data in which every mapping that stands in a list is told by its number in ``parts``."""
        if isinstance(data, dict):
            return {name: self.share(value) for name, value in data.items()}
        if isinstance(data, list):
            return [self._number(item) if isinstance(item, dict) else self.share(item) for item in data]
        return data

    def _number(self, part: dict[str, Any]) -> int:
        shared = self.share(part)
        key = json.dumps(shared)
        if key not in self._numbers:
            self._numbers[key] = len(self.parts)
            self.parts.append(shared)
        return self._numbers[key]
