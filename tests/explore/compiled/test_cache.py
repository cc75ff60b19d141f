from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from checker.explore.compiled import CompiledEngine, cache, native
from checker.explore.files import code_folder
from tests import toys


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    return code_folder()


def test_what_was_written_is_read(place: Path) -> None:
    assert cache.read("key") is None
    cache.write("key", b"content")
    assert cache.read("key") == b"content"
    assert [p.name for p in place.iterdir()] == ["key"]


@pytest.mark.parametrize("position", [0, 20, 60, -1])
def test_a_changed_byte_makes_a_miss(place: Path, position: int) -> None:
    cache.write("key", b"content" * 10)
    data = bytearray((place / "key").read_bytes())
    data[position] ^= 1
    (place / "key").write_bytes(data)
    assert cache.read("key") is None


def test_a_file_that_is_cut_short_or_renamed_makes_a_miss(place: Path) -> None:
    cache.write("key", b"content")
    data = (place / "key").read_bytes()
    (place / "other").write_bytes(data)
    os.chmod(place / "other", 0o600)
    assert cache.read("other") is None
    for length in range(len(data)):
        (place / "key").write_bytes(data[:length])
        assert cache.read("key") is None


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of files mean something else there")
def test_code_that_others_could_have_written_is_not_run(place: Path) -> None:
    cache.write("key", b"content")
    os.chmod(place / "key", 0o620)
    assert cache.read("key") is None
    os.chmod(place / "key", 0o600)
    assert cache.read("key") == b"content"
    os.chmod(place, 0o777)
    assert cache.read("key") is None


def test_without_a_folder_there_is_no_cache_and_no_error(place: Path) -> None:
    place.parent.write_text("not a folder")
    cache.write("key", b"content")
    assert cache.read("key") is None
    assert CompiledEngine().search(toys.counter(5)).statistics.states == 6


def test_the_oldest_files_are_dropped(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_MOST_FILES", 3)
    for i in range(5):
        cache.write(str(i), b"content")
        os.utime(place / str(i), (i, i))
    assert sorted(p.name for p in place.iterdir()) == ["2", "3", "4"]


def test_code_is_compiled_once_and_again_when_its_file_is_damaged(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = []
    plain = native._compile

    def compile_and_count(binding: object, machine: object, text: str) -> bytes:
        compiled.append(text)
        return plain(binding, machine, text)

    monkeypatch.setattr(native, "_compile", compile_and_count)
    first = CompiledEngine().search(toys.leaky()).statistics
    assert len(compiled) == 2  # the system, and the kernel for states of one word
    assert CompiledEngine().search(toys.leaky()).statistics.fired == first.fired
    CompiledEngine().search(toys.counter(5))
    assert len(compiled) == 3
    for file in place.iterdir():
        data = bytearray(file.read_bytes())
        data[-1] ^= 0xFF
        file.write_bytes(data)
    assert CompiledEngine().search(toys.leaky()).statistics.fired == first.fired
    assert len(compiled) == 5
