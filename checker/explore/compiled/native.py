"""Machine code for this processor from LLVM text, with a cache of it on disk."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from hashlib import sha256
from typing import Any

from checker.explore.compiled import cache

__all__ = ["Library", "available", "compile_module"]

_FORMAT = 1
"""Part of every key of the cache: raised when the same text is compiled in another way."""


def available() -> str:
    """Return "" where machine code can be made, else the reason why not."""
    try:
        import llvmlite.binding  # noqa: F401 - asked for only to see whether it is there
    except (ImportError, OSError) as error:
        return f"the package llvmlite cannot be loaded ({error})"
    return ""


class Library:
    """Compiled functions, callable by name for as long as this object lives."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def address(self, name: str) -> int:
        """Return the address of a function."""
        address = int(self._engine.get_function_address(name))
        if not address:
            raise RuntimeError(f"compiled code has no function {name}")
        return address

    def function(self, name: str, result: Any, *parameters: Any) -> Callable[..., Any]:
        """Return a function as something Python can call; it runs without the interpreter's lock."""
        made: Callable[..., Any] = ctypes.CFUNCTYPE(result, *parameters)(self.address(name))
        return made


def compile_module(text: str) -> Library:
    """Return the functions of the module ``text``, compiled now or taken from the cache."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = _machine(binding)
    key = _key(binding, text)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    code = cache.read(key)
    if code is None:
        code = _compile(binding, machine, text)
        cache.write(key, code)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return Library(engine)


def _machine(binding: Any) -> Any:
    return binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(), features=_features(binding), opt=2, jit=True
    )


def _features(binding: Any) -> str:
    return str(binding.get_host_cpu_features().flatten())


def _key(binding: Any, text: str) -> str:
    """Name everything that the machine code depends on."""
    import llvmlite

    parts = (
        str(_FORMAT),
        llvmlite.__version__,
        str(binding.llvm_version_info),
        binding.get_default_triple(),
        binding.get_host_cpu_name(),
        _features(binding),
        text,
    )
    return sha256("\0".join(parts).encode()).hexdigest()


def _compile(binding: Any, machine: Any, text: str) -> bytes:
    """Return the object code of a module.

    The terms are folded and each is computed once already, so that of LLVM's passes only a few gain
    anything; the usual pipeline takes three times as long for code that is no faster.
    """
    parsed = binding.parse_assembly(text)
    parsed.verify()
    passes = binding.create_new_function_pass_manager()
    passes.add_sroa_pass()
    passes.add_simplify_cfg_pass()
    passes.add_instruction_combine_pass()
    passes.add_simplify_cfg_pass()
    builder = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options())
    for function in parsed.functions:
        if not function.is_declaration:
            passes.run(function, builder)
    code: bytes = machine.emit_object(parsed)
    return code
