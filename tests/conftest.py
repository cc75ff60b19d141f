from __future__ import annotations

import os

from hypothesis import settings

from tests.examples import number_of_examples

# Commands that are tested judge in this process, unless a test asks for children.
os.environ.setdefault("RULEPROOF_JOBS", "0")
# What they find out is found anew, unless a test is about the cache.
os.environ.setdefault("RULEPROOF_NO_CACHE", "1")

# How long an example takes depends on what else the machine does.
settings.register_profile("ruleproof", deadline=None, max_examples=number_of_examples(100))
settings.load_profile("ruleproof")
