"""Words that every target takes as a name: readable, unique, and reserved nowhere."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

__all__ = ["RESERVED", "Names"]

_SMV = """
    abf abg abs af ag array asym at_next ax bool boolean bu case compassion comp compid compute compwff
    constants constraint const constarray count ctl ctlspec ctlwff d1 d2 d3 d4 define e ebf ebg ef eg esac ex
    exists extend f fairness false floor forall frozenvar frozenvars fun g h in init initial integer invar
    invarspec isa ite itype ivar justice let ltlspec ltlwff max maximum mdefine min minimum mirror mod module
    name next noncontrollable not o of or parsync pi pred predicates process pslspec read real resize s self
    signed simpwff sin sizeof swconst t tan time toint trans triggered true typeof u uextend uncontrollable
    union unsigned uwconst v var w16 word word1 write x xnor xor y z
"""
_PROMELA = """
    active assert atomic bit bool break byte c_code c_decl c_expr c_state c_track chan d_proctype d_step do
    else empty enabled end eval false fi for full get_priority goto hidden if in init inline int len local
    ltl mtype nempty never nfull notrace np_ od of pc_value pid priority print printf printm proctype
    provided return run select set_priority short show skip then timeout trace true typedef unless unsigned
    utype xr xs
"""
_C = """
    accept asm auto break case char const continue default do double else enum extern float for goto if
    inline int long main now register restrict return short signed sizeof static struct switch this typedef
    typeof uchar uint union unsigned ushort void volatile while
"""
_MURPHI = """
    alias array assert assume begin boolean by case clear const cover do else elsif end endalias endexists
    endfor endforall endfunction endif endprocedure endrecord endrule endruleset endstartstate endswitch
    endwhile enum error exists exit false for forall function if in invariant interleaved isundefined
    ismember liveness multiset multisetadd multisetcount multisetremove multisetremovepred of process
    procedure program put record return rule ruleset scalarset startstate switch then to traceuntil true type
    undefine union var while
"""
_SMTLIB = """
    and as assert bitvec const declare define distinct div exit exists false forall implies int ite let
    match mod not or par real store string true xor
"""
_OURS = "before begun after choose game length look move nothing reachable start step step_is typed"
"""What the exported models name themselves."""

RESERVED = frozenset(" ".join((_SMV, _PROMELA, _C, _MURPHI, _SMTLIB, _OURS)).split())
"""Words that are no names, in lower case: some targets do not tell capitals from small letters."""


@dataclass
class Names:
    """Gives each thing a name of its own. Names that differ only in capitals count as the same."""

    _taken: set[str] = field(default_factory=set)

    def word(self, text: str) -> str:
        """Return a new name that looks like ``text``."""
        base = re.sub(r"[^A-Za-z0-9]+", "_", text.replace("?", "_there")).strip("_") or "unnamed"
        if base[0].isdigit():
            base = f"n{base}"
        # Names of one letter, in capitals alone, or like our own temporaries, mean something to some tool.
        if base.lower() in RESERVED or len(base) == 1 or base == base.upper() or re.fullmatch(r"t\d+", base):
            base = f"{base}_is"
        name, number = base, 1
        while name.lower() in self._taken:
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name.lower())
        return name
