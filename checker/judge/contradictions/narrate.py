"""Findings of a study, told: the sentence, the clauses side by side, and the play that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from checker.judge.clauses import Rulebook
from checker.judge.contradictions.checking import check_premise
from checker.judge.contradictions.demands import Demand
from checker.judge.contradictions.examine import Clash, Examined, Seen
from checker.judge.contradictions.finding import Finding, FindingKind, Side, Standing, stable_id
from checker.judge.contradictions.gaps import Gap
from checker.judge.contradictions.never import Never
from checker.judge.contradictions.redundancy import redundant_norms
from checker.judge.contradictions.situations import Occurrence
from checker.judge.contradictions.standing import settled_by, special, standing_of
from checker.judge.contradictions.study import Study
from checker.judge.contradictions.wording import demanded, listed, rule_words
from checker.judge.graphs import cuts
from checker.judge.norms.declare import Norm
from checker.judge.norms.sentences import sentence
from checker.judge.verdict import ToldPlay, describe_limits
from checker.language.plain.replay import Replay
from checker.system.play import Play

__all__ = ["Narrator"]

_Words = Callable[[Sequence[Side]], str]


@dataclass
class Narrator:
    """Tells what a study found; ``rulebook`` gives the paraphrases and what is said of precedence."""

    study: Study
    rulebook: Rulebook | None
    _told_of: list[tuple[Finding, ...]] = field(default_factory=list)

    def so_far(self) -> list[Finding]:
        """Return what the topics that were looked at show, the open findings first."""
        for examined in self.study.examined[len(self._told_of) :]:
            self._told_of.append((*self._clashes(examined), *self._of_norms(examined)))
        return sorted((f for told in self._told_of for f in told), key=_rank)

    def findings(self) -> list[Finding]:
        """Return all findings, the open ones first."""
        return sorted([*self.so_far(), *self._gaps(), *self._divergence()], key=_rank)

    # -- clashes -------------------------------------------------------------------------------------

    def _clashes(self, examined: Examined) -> Iterator[Finding]:
        for names, clash in examined.clashes.items():
            yield self._clash(examined, names, clash)

    def _clash(self, examined: Examined, names: frozenset[str], clash: Clash) -> Finding:
        settled = settled_by(self.rulebook, examined, clash)
        standing = Standing.SETTLED if settled is not None else standing_of(examined, clash)
        details: list[str] = []
        if settled is not None:
            details.append(f"By {settled[0].clause}, {settled[1]} counts.")
        elif standing is Standing.EXCEPTION:
            case, rule = special(examined, clash)
            details.append(
                f"{case} speaks only where {rule} speaks as well: probably it is meant as an exception to it."
            )
        editions = sorted({clause.partition(":")[0] for clause in clash.clauses})
        if len(editions) > 1:
            details.append(f"They stand in different editions: {listed(editions)}.")
        id_ = self.study.clash_id(names)
        base = self._finding(FindingKind.CLASH, id_, examined, clash, clash.demands, _clash_words)
        return replace(
            base,
            standing=standing,
            settled_by=None if settled is None else (settled[0].clause, settled[1]),
            details=tuple(details),
        )

    def would_clash(
        self, id_: str, examined: Examined, demands: Sequence[Demand], never: Never | None
    ) -> Finding:
        """Return what is told of two demands that clash on a board that was not reached, or ``never`` is."""
        norms = sorted({d.norm.name: d.norm for d in demands}.values(), key=lambda n: n.clause)
        whole = "" if self.study.board.graph.complete else ", as far as was searched"
        where = f"is not reached in this scope{whole}" if never is None else "no play of any size reaches"
        return Finding(
            id=id_,
            game=self.study.entry.name,
            kind=FindingKind.WOULD_CLASH if never is None else FindingKind.IMPOSSIBLE,
            headline=f"{listed([n.clause for n in norms])} would clash on a board that {where}",
            details=() if never is None else _proof_words(never),
            sides=tuple(self._side(n, ()) for n in norms),
            about=examined.topic.about(n.name for n in norms),
            count=0,
            scope=self._scope,
            readings=self.study.schema.readings,
            model_file=self.study.entry.file,
        )

    # -- single norms --------------------------------------------------------------------------------

    def _of_norms(self, examined: Examined) -> Iterator[Finding]:
        for kind, seen_by_norm, words in (
            (FindingKind.STUCK, examined.stuck, _stuck_words),
            (FindingKind.MISMATCH, examined.mismatches, _mismatch_words),
        ):
            for name, seen in seen_by_norm.items():
                numbers = _of_norm(examined, seen, name, unmet=kind is FindingKind.MISMATCH)
                clause = examined.clause_of(numbers[0])
                id_ = stable_id(self.study.entry.name, kind, (clause, name))
                yield self._finding(kind, id_, examined, seen, numbers, words)
        stopped = self.study.board.graph.stopped  # what was not looked at may need a clause
        redundant = () if stopped else redundant_norms(examined)
        for norms in redundant:
            yield self._about(norms, examined, FindingKind.REDUNDANT)
        told = {n.name for norms in redundant for n in norms}
        silent = {d.norm.name for d in examined.topic.silent}
        for norm in examined.topic.norms:
            if norm.name not in examined.spoke | told:
                kind = FindingKind.SILENT if norm.name in silent else FindingKind.DEAD
                yield self._about((norm,), examined, kind)

    def _about(self, norms: Sequence[Norm], examined: Examined, kind: FindingKind) -> Finding:
        """Return a finding about norms as such, which no play shows."""
        clauses = listed(list(dict.fromkeys(n.clause for n in norms)))
        about = examined.topic.about(n.name for n in norms)
        if kind is FindingKind.REDUNDANT and len(norms) > 1:
            headline = f"{clauses} demand the same: one of them would do"
        elif kind is FindingKind.REDUNDANT:
            headline = f"{clauses} demands nothing that other clauses do not demand as well"
        elif kind is FindingKind.SILENT:
            headline = (
                f"{clauses} takes no part: its condition reads what the clauses about "
                f"{listed([w.replace('_', ' ') for w in about])} leave open"
            )
        else:
            whole = ", as far as was searched" if self.study.board.graph.stopped else ""
            where = f"no situation that is reached in this scope meets its condition{whole}"
            headline = f"{clauses} never speaks: {where}"
        return Finding(
            id=stable_id(self.study.entry.name, kind, [part for n in norms for part in (n.clause, n.name)]),
            game=self.study.entry.name,
            kind=kind,
            headline=headline,
            sides=tuple(self._side(n, ()) for n in norms),
            about=about,
            count=0,
            scope=self._scope,
            readings=self.study.schema.readings,
            model_file=self.study.entry.file,
        )

    # -- gaps and orders -----------------------------------------------------------------------------

    def _gaps(self) -> Iterator[Finding]:
        for gap in self.study.gaps:
            after = listed([rule_words(self.study.schema, rule) for rule in gap.rules])
            headline = f"No clause says {gap.words} after {after}"
            yield self._gap(gap, headline, event=True)
        for gap in self.study.choosers:
            where = rule_words(self.study.schema, gap.rules[0])
            headline = f"No clause names who chooses {gap.words} when {where}"
            yield self._gap(gap, headline, event=False)

    def _gap(self, gap: Gap, headline: str, *, event: bool) -> Finding:
        play, _, step = self._played(headline, gap.where)
        return Finding(
            id=stable_id(self.study.entry.name, FindingKind.GAP, (gap.subject, *gap.rules)),
            game=self.study.entry.name,
            kind=FindingKind.GAP,
            headline=headline,
            sides=(),
            about=(gap.subject, *gap.rules),
            count=gap.count,
            scope=self._scope,
            play=play,
            event_step=step if event else None,
            assumed=_assumed(play),
            readings=self.study.schema.readings,
            model_file=self.study.entry.file,
        )

    def _divergence(self) -> Iterator[Finding]:
        found = self.study.divergence
        if found is None or found.play is None or found.pair is None:
            return
        updates = [self.study.board.system.updates[u] for u in found.pair]
        rules = sorted({u.rule for u in updates})
        headline = (
            f"Whether {updates[0].name} or {updates[1].name} happens first matters, and nothing says which"
        )
        play, _ = self._told(headline, found.play)
        clauses = tuple(dict.fromkeys(c for u in updates for c in u.clauses))
        details = (f"They cite {listed([*clauses])}.",) if clauses else ()
        yield Finding(
            id=stable_id(self.study.entry.name, FindingKind.DIVERGENCE, rules),
            game=self.study.entry.name,
            kind=FindingKind.DIVERGENCE,
            headline=headline,
            sides=(),
            about=tuple(rules),
            count=1,
            scope=self._scope,
            play=play,
            assumed=_assumed(play),
            details=details,
            readings=self.study.schema.readings,
            model_file=self.study.entry.file,
        )

    # -- what findings are made of -------------------------------------------------------------------

    def _finding(  # noqa: PLR0917 - what all findings with a play have in common
        self,
        kind: FindingKind,
        id_: str,
        examined: Examined,
        seen: Seen,
        numbers: Sequence[int],
        words: _Words,
    ) -> Finding:
        demands = [examined.topic.demands[n] for n in numbers]
        here: dict[str, list[str]] = {}
        norms: dict[str, Norm] = {}
        for number, demand in zip(numbers, demands, strict=True):
            norms[demand.norm.name] = demand.norm
            here.setdefault(demand.norm.name, []).append(demanded(examined, seen.group, number))
        sides = tuple(
            self._side(norm, tuple(dict.fromkeys(here[name])))
            for name, norm in sorted(norms.items(), key=lambda item: (item[1].clause, item[0]))
        )
        headline = words(sides)
        play, replayed, step = self._played(headline, seen.where)
        for demand in demands:
            check_premise(self.study.teller.interpreter, demand, replayed, step)
        about = dict.fromkeys(x for d in demands for x in (*(i.rule for i in d.instances), *d.norm.fields))
        return Finding(
            id=id_,
            game=self.study.entry.name,
            kind=kind,
            headline=headline,
            sides=sides,
            about=tuple(about),
            count=seen.count,
            scope=self._scope,
            play=play,
            event_step=step,
            assumed=_assumed(play),
            readings=self.study.schema.readings,
            model_file=self.study.entry.file,
        )

    def _side(self, norm: Norm, here: tuple[str, ...]) -> Side:
        side = Side(
            norm.clause,
            "",
            norm.name,
            (norm.says or sentence(norm)).rstrip("."),
            sentence(norm),
            here,
            norm.source,
        )
        if self.rulebook is None:
            return side
        clause = self.rulebook.clause(norm.clause)
        return replace(
            side,
            text=clause.paraphrase,
            stands=clause.source,
            terms=self.rulebook.explained(clause),
            language=self.rulebook.editions[clause.edition].language,
        )

    def _played(self, name: str, where: Occurrence) -> tuple[ToldPlay, Replay, int | None]:
        """Return the play to a situation, as told and as replayed, and the step whose event is looked at."""
        told, replayed = self._told(name, self.study.board.play(where))
        step = self.study.board.graph.depth[where.state] + 1 if where.about_event else None
        return told, replayed, step

    def _told(self, name: str, play: Play) -> tuple[ToldPlay, Replay]:
        replayed = self.study.teller.replayed(name, play)
        return self.study.teller.told(replayed), replayed

    @cached_property
    def _scope(self) -> str:
        schema = self.study.schema
        graph = self.study.board.graph
        names = dict.fromkeys(name for u in graph.system.updates for name, _ in u.cut_parts)
        cut = [name for name in names if cuts(graph, name)]
        return describe_limits(schema.all_sizes, schema.all_bounds, cut=cut)


_ORDER = (
    FindingKind.CLASH,
    FindingKind.STUCK,
    FindingKind.GAP,
    FindingKind.MISMATCH,
    FindingKind.DIVERGENCE,
    FindingKind.SILENT,
    FindingKind.REDUNDANT,
    FindingKind.DEAD,
    FindingKind.WOULD_CLASH,
    FindingKind.IMPOSSIBLE,
)


def _proof_words(never: Never) -> tuple[str, ...]:
    proved = f"Proved with {listed([*never.sizes])}; the proof was checked again."
    if not never.lemmas:
        return (proved,)
    return proved, f"It leans on what else is proved: {listed([n.replace('_', ' ') for n in never.lemmas])}."


def _rank(finding: Finding) -> tuple[int, int, int, str]:
    """Return the place of a finding: open clashes first, crossing ones before others; exceptions later."""
    standing = list(Standing).index(finding.standing) if finding.standing is not None else 0
    kind = 2 * _ORDER.index(finding.kind)
    if finding.standing is not None and not finding.standing.is_open:
        kind = 2 * _ORDER.index(FindingKind.REDUNDANT) - 1
    return kind, standing, len(finding.play.steps) if finding.play is not None else 0, finding.id


def _of_norm(examined: Examined, seen: Seen, name: str, *, unmet: bool) -> list[int]:
    """Return the demands of a norm that are in force where something was seen; of those not met, if asked."""
    mine = [n for n in seen.group.active if examined.topic.demands[n].norm.name == name]
    if not unmet:
        return mine
    terms = examined.terms(seen.group)
    for actual, judged in seen.group.actual.items():
        if judged.get(seen.where.judged) == seen.where:
            met = examined.holds(terms, actual)
            return [n for n in mine if n not in met]
    return mine


def _clash_words(sides: Sequence[Side]) -> str:
    clauses = list(dict.fromkeys(side.clause for side in sides))
    if len(clauses) == 1:
        return f"{clauses[0]} contradicts itself: {'; and '.join(_quoted(sides))}"
    return f"{listed(clauses)} cannot be followed together: {'; but '.join(_quoted(sides))}"


def _stuck_words(sides: Sequence[Side]) -> str:
    return f"{sides[0].clause} demands what nobody can do: {_quoted(sides)[0]}"


def _mismatch_words(sides: Sequence[Side]) -> str:
    return f"The model does not do what {sides[0].clause} demands: {_quoted(sides)[0]}"


def _quoted(sides: Sequence[Side]) -> list[str]:
    return list(dict.fromkeys(f'"{side.says}"' for side in sides))


def _assumed(play: ToldPlay) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f"{s.rule}: {s.assumed}" for s in play.steps if s.assumed is not None))
