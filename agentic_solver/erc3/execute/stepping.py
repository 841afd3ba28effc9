"""Steps: runs the reads and facts of a plan, as far as its answer asks for them.

The cases are gone through in their order. A fact runs when a test needs it, and those of the
message and the links when a case holds; no test after that can change the answer. A case that
writes, and a plan whose facts fail, run everything.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from agentic_solver.contracts.plan import FactOutput
from agentic_solver.contracts.violations import Violation
from agentic_solver.erc3.execute.arguments import referenced_facts
from agentic_solver.erc3.execute.lineage import ancestry
from agentic_solver.erc3.execute.peak import Peak
from agentic_solver.erc3.execute.render import facts_shown
from agentic_solver.erc3.execute.sight import Sight
from agentic_solver.erc3.execute.static import CompiledPlan
from agentic_solver.erc3.execute.witness import Witness
from agentic_solver.erc3.execute.workbench import Workbench
from agentic_solver.erc3.policy.clause import Conditional
from agentic_solver.erc3.tools.catalog import Catalog

__all__ = ["Steps", "lacks_facts"]

_CALL = "call:"


@dataclass(kw_only=True)
class Steps:
    """The reads and facts of one execution.

    A fact that fails and reads a column of ``conditional`` is left out: hidden values may
    decide it, so that whether it may fail is for the runs over other values to say.
    """

    compiled: CompiledPlan
    bench: Workbench
    catalog: Catalog
    sight: Sight
    conditional: Mapping[tuple[str, str], Conditional]
    peaks: Mapping[str, Peak]
    witnesses: Mapping[str, Witness]
    facts: dict[str, FactOutput] = field(default_factory=dict)
    """What ran and gave rows, or none, over the true values."""
    binds: dict[str, JsonValue] = field(default_factory=dict)
    executed: list[str] = field(default_factory=list)
    ran: set[str] = field(default_factory=set)
    """The facts that were run, those that failed included."""
    trouble: Violation | None = None
    """Of the first fact that failed and that hidden values may decide."""

    @property
    def is_complete(self) -> bool:
        """Whether every fact of the plan was run."""
        return len(self.ran) == len(self.compiled.queries)

    def run(self) -> Violation | None:
        """Run every read, and the facts that the answer asks for."""
        return self._run_calls() or self._run_cases()

    def run_rest(self) -> Violation | None:
        """Run the facts that have not run yet."""
        return self._run_facts(self.compiled.queries) or self.trouble

    def _run_calls(self) -> Violation | None:
        reads = {call.id: call for call in self.compiled.reads}
        for item in self.compiled.order:
            call = reads.get(item.removeprefix(_CALL)) if item.startswith(_CALL) else None
            if call is None:
                continue
            failed = self._run_facts(referenced_facts(call.args))
            if failed is not None:
                return failed
            tool = self.catalog.tools[call.tool]
            result = self.bench.call_tool(call, tool, self.facts, self.binds, self.sight.show)
            if isinstance(result, Violation):
                return result
            self.executed.append(item)
        return None

    def _run_cases(self) -> Violation | None:
        for wanted in _wanted(self.compiled, self.facts):
            if self.trouble is not None:
                return self.run_rest()
            failed = self._run_facts(wanted)
            if failed is not None:
                return failed
        # The answer may name a fact that has just failed over the true values.
        return self.trouble

    def _run_facts(self, wanted: Iterable[str]) -> Violation | None:
        """Run facts that have not run yet, after those that they read."""
        queries = self.compiled.queries
        chain = {name for fact in wanted for name in ancestry(queries, fact)}
        doubtful = self.compiled.facts_of(self.conditional.keys())
        steps = [one for one in self.compiled.order if one in chain and one not in self.ran]
        self.bench.prepare_lookups([queries[one] for one in steps], self.conditional)
        kept = self.compiled.stepping_stones
        positions = [fact.id for fact in self.compiled.plan.facts]
        for one in steps:
            path = f"/facts/{positions.index(one)}/query"
            output = self.bench.run_fact(
                one,
                queries[one],
                path=path,
                keep=one in kept,
                peak=self.peaks.get(one),
                hidden=self.conditional.keys(),
                witness=self.witnesses.get(one),
            )
            if isinstance(output, Violation) and one not in doubtful:
                return output
            self.ran.add(one)
            self.executed.append(one)
            if isinstance(output, Violation):
                self.trouble = self.trouble or output
            else:
                self.facts[one] = output
        return None


def lacks_facts(compiled: CompiledPlan, facts: Mapping[str, FactOutput]) -> bool:
    """Whether choosing and rendering a case needs a fact that is not there."""
    return any(fact not in facts for wanted in _wanted(compiled, facts) for fact in wanted)


def _wanted(compiled: CompiledPlan, facts: Mapping[str, FactOutput]) -> Iterator[Iterable[str]]:
    """Yield what the answer asks for next, given the facts that are there by then."""
    cases = compiled.plan.response_template.cases
    for case, condition in zip(cases, compiled.conditions, strict=True):
        for test in condition.tests:
            yield (test.fact,)
            if test.fact not in facts or not test.holds(facts[test.fact]):
                break
        else:
            yield compiled.queries if case.writes else facts_shown(case)
            return
    yield compiled.queries
