"""Rules: what the company wiki prescribes, one cited record each, and how policy answers.

A rule is data with a citation; the policy module is compiled from rules. The predicate
vocabulary is closed: a rule that cannot be said in it stays guidance for the proposer.

What holds where no rule speaks (the baseline) is fixed by the engine and written down in
``agentic_solver.erc3.policy``. Two role names have a meaning for it: ``staff`` (the company's
own people; a signed-in caller outside it is external) and ``external`` (its opposite, where a
wiki names it). A deny rule always beats an allow rule.
"""

from datetime import date
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from agentic_solver.contracts.model import Contract, Identifier, JsonObject, ShortText

__all__ = [
    "AccessPredicate",
    "Allowed",
    "Approval",
    "CallerClass",
    "Denied",
    "Limit",
    "Measure",
    "Operation",
    "Proof",
    "Relation",
    "Rule",
    "RuleKind",
    "RuleSet",
    "SubjectPredicate",
    "Unit",
]


class RuleKind(StrEnum):
    """What a rule is about."""

    ROLE = "role"
    """Names a class of callers (``role`` predicate)."""
    ACCESS = "access"
    """Who may read or change what (``access`` predicate)."""
    DEFINITION = "definition"
    """A term such as workload, strong, busy."""
    FIELD = "field"
    """Enum values and the meaning of fields."""
    LIFECYCLE = "lifecycle"
    """Allowed status changes."""
    PROCESS = "process"
    """How a change is to be carried out."""
    RESPONSE = "response"
    """Outcome, links and message format."""
    PUBLIC = "public"
    """Limits of the public bot."""
    REQUIRED_INPUT = "required_input"
    """What a request must state."""


class Operation(StrEnum):
    """Closed list of operation classes; every tool has exactly one."""

    READ = "read"
    LOG_TIME = "log_time"
    UPDATE_TIME = "update_time"
    UPDATE_SALARY = "update_salary"
    UPDATE_NOTES = "update_notes"
    UPDATE_SKILLS = "update_skills"
    UPDATE_WILLS = "update_wills"
    UPDATE_LOCATION = "update_location"
    UPDATE_DEPARTMENT = "update_department"
    UPDATE_PROJECT_STATUS = "update_project_status"
    UPDATE_PROJECT_TEAM = "update_project_team"
    UPDATE_WIKI = "update_wiki"


class Relation(StrEnum):
    """How the caller stands to the target row; an access rule may ask for any of several."""

    SELF = "self"
    """The target employee is the caller (or the time entry is the caller's)."""
    LEADS_PROJECT = "leads_project"
    """The caller is Lead of the target project."""
    ON_PROJECT = "on_project"
    """The caller has a seat in the team of the target project."""
    LEADS_MEMBER = "leads_member"
    """The caller leads a project in whose team the target employee is."""
    SAME_PROJECT = "same_project"
    """Caller and target employee share a project."""
    MANAGES_CUSTOMER = "manages_customer"
    """The caller is account manager of the target customer (or of the target project's)."""
    ON_CUSTOMER_PROJECT = "on_customer_project"
    """The caller is in the team of a project of the target customer."""
    LEADS_CUSTOMER_PROJECT = "leads_customer_project"
    """The caller is Lead of a project of the target customer (or of the target project's)."""
    TARGET_ON_PROJECT = "target_on_project"
    """The target employee, not the caller, has a seat in the team of the target project."""
    SAME_LOCATION = "same_location"
    """Target employee, or target customer's city, is at the caller's location."""
    SAME_DEPARTMENT = "same_department"
    """The target employee is in the caller's department."""
    LEADS_ANY_PROJECT = "leads_any_project"
    """The caller is Lead of some project, whatever the target."""
    MANAGES_ANY_CUSTOMER = "manages_any_customer"
    """The caller is account manager of some customer, whatever the target."""


class SubjectPredicate(Contract):
    """A class of callers: all lists that are not empty must hold; each list is an any-of."""

    public: bool | None = None
    """True: only the public (not signed in) caller; False: only signed-in callers."""
    roles: tuple[Identifier, ...] = Field(default=(), max_length=32)
    """Names of role rules; the caller is in at least one."""
    not_roles: tuple[Identifier, ...] = Field(default=(), max_length=32)
    """Names of role rules; the caller is in none."""
    names: tuple[ShortText, ...] = Field(default=(), max_length=64)
    """Full names as the wiki gives them (compared accent- and case-folded, in either order)."""
    employee_ids: tuple[Identifier, ...] = Field(default=(), max_length=64)
    """Ids as ``whoami`` gives them, where the wiki names people by id."""
    departments: tuple[ShortText, ...] = Field(default=(), max_length=64)
    """Department names; ``Human Resources (HR)``, ``Human Resources`` and ``HR`` are one."""
    not_departments: tuple[ShortText, ...] = Field(default=(), max_length=64)
    """The caller's department is none of these."""
    locations: tuple[ShortText, ...] = Field(default=(), max_length=64)


class CallerClass(Contract):
    """The predicate of a role rule: a named class of callers."""

    name: Identifier
    members: SubjectPredicate


Texts = Annotated[tuple[ShortText, ...], Field(max_length=256)]


def _real_day(bound: str) -> str:
    if "-" in bound[1:]:
        date.fromisoformat(bound)
    return bound


Bound = Annotated[
    str,
    Field(pattern=r"^(-?\d{1,9}(\.\d{1,4})?|\d{4}-\d{2}-\d{2})$"),
    AfterValidator(_real_day),
]
"""A figure in plain digits, or an ISO day."""


class Measure(StrEnum):
    """What of a write a limit looks at. Days count as the record has them and as it gets them."""

    VALUE = "value"
    """The figure that is asked for; of ``date`` the day."""
    PRESENT = "present"
    """The figure that the record has before the change."""
    CHANGE = "change"
    """The asked figure less the present one."""
    PERCENT = "percent"
    """That change in percent of the present figure."""
    AGE = "age"
    """Days from ``date`` to the day of the request; what lies ahead is below 0."""


class Limit(Contract):
    """The figures or days that a rule covers: ``{"of": "salary", "measure": "percent", ...}``.

    For an allow rule each has to lie within every limit; a deny rule is met if one lies within.
    A figure that is not asked for is not restricted, and meets no deny rule. One that can not be
    known (no present value, no number) lies outside for an allow rule and within for a deny rule.
    """

    of: str = Field(pattern=r"^[a-z_]+(\.[a-z_]+)?$", max_length=60)
    """Argument of the write, ``argument.field`` where it lists records (``skills.level``, of those
    that change; what is new had 0), or ``today``: the day of the request, for reads as well."""
    measure: Measure = Measure.VALUE
    least: Bound | None = None
    above: Bound | None = None
    most: Bound | None = None
    below: Bound | None = None


class Approval(Contract):
    """What makes a sentence of a record an approval, in words of the rule's page.

    One sentence has to hold one of ``by`` and one of ``act`` as whole words, none of ``never`` in
    any form, and the value.
    """

    by: tuple[ShortText, ...] = Field(min_length=1, max_length=64)
    """Who or what approves, in each form that counts: ``director``, ``board resolution``, names."""
    act: tuple[ShortText, ...] = Field(default=(), max_length=64)
    """Words by which it is said to be granted, in each form that counts: ``approved``. Empty where
    naming the approver is the approval, as with a resolution."""
    never: tuple[ShortText, ...] = Field(default=(), max_length=64)
    """Words that make a sentence none: ``wish``, ``budget``, ``not``."""


class AccessPredicate(Contract):
    """The predicate of an access rule."""

    effect: Literal["allow", "deny"]
    subject: SubjectPredicate
    operations: tuple[Operation, ...] = Field(min_length=1, max_length=16)
    resources: tuple[ShortText, ...] = Field(default=(), max_length=64)
    """For reads: ``table.column``, ``table.*``, ``*``, or ``wiki:<path prefix>`` (``wiki:`` is
    every page). For ``update_wiki``: ``wiki:<path prefix>``, empty means every page. Empty for
    other writes."""
    relations: tuple[Relation, ...] = Field(default=(), max_length=16)
    """The caller stands in at least one of these to the target; empty means no condition."""
    requires: tuple[Relation, ...] = Field(default=(), max_length=16)
    """The caller stands in all of these to the target."""
    unless: tuple[Relation, ...] = Field(default=(), max_length=16)
    """The rule does not apply when the caller stands in one of these to the target."""
    values: dict[str, Texts] = Field(default_factory=dict)
    """Argument values of a write that the rule covers, such as ``{"status": ["draft"]}``. An
    argument that is not given is not restricted: it neither breaks an allow rule (but one that
    moves it, see :attr:`moves`) nor meets a deny rule. Of several values given at once an allow
    rule covers all or nothing, a deny rule is met by one of them."""
    current: dict[str, Texts] = Field(default_factory=dict)
    """Present values of the target record that the rule covers, such as
    ``{"status": ["approved"]}``; a field that is not known meets nothing. A new time entry has no
    present values: with ``log_time`` the status is that of its project. Of the person, project or
    customer that the record is about, ``employee.department``, ``project.status`` and so on (see
    ``ABOUT`` in the vocabulary)."""
    stated: dict[str, ShortText] = Field(default_factory=dict)
    """Argument name to a field of the target record whose present text must hold the asked value
    as an amount or word, such as ``{"salary": "notes"}``: a raise only to the approved amount. A
    year or a number of something is no amount, nor is pay of less than half of the present one."""
    approval: Approval | None = Field(default=None, exclude_if=lambda given: given is None)
    """Of allow rules: what the sentence that holds a ``stated`` value must hold, too."""
    limits: tuple[Limit, ...] = Field(default=(), max_length=16, exclude_if=lambda given: not given)
    """Amounts and days that the rule covers."""
    exclusive: bool = False
    """Allow rules on reads: nobody whom no rule covers may read these resources, not even what is
    about themselves. To be set where the page says *only*, *restricted to*, *nobody else*."""
    aggregate: bool = False
    """Allow rules on reads: only totals, counts and averages, never the value of one row."""

    @property
    def moves(self) -> frozenset[str]:
        """Fields that the rule moves from one value to another, as from draft to submitted.

        An allow rule that moves a field covers the move and no change of another field: who may
        void an entry may not rewrite its hours.
        """
        return frozenset(
            name
            for name, values in self.values.items()
            if name in self.current and not set(values) & set(self.current[name])
        )


class Unit(Contract):
    """A term of the company that stands for an amount: one encore adds 40 to a salary."""

    term: str = Field(pattern=r"\w", max_length=60)
    """As requests say it, in the singular; stands in the quote."""
    amount: str = Field(pattern=r"^-?\d{1,9}(\.\d{1,4})?$")
    """What one of it adds to the rule's field, or is in it where the field is new; the figure
    stands in the quote."""


class Rule(Contract):
    """One record of ``rules/<sha8>.yaml``."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]{2,80}$")
    kind: RuleKind
    page: str = Field(min_length=1, max_length=300)
    anchor: str = Field(max_length=300)
    """Slug of the heading under which the quote stands; empty for text before any heading."""
    quote: str = Field(min_length=3, max_length=1_500)
    """Verbatim from the page, under the anchor (white space folded)."""
    statement: str = Field(min_length=3, max_length=600)
    """The rule in one normalised sentence; numbers in it occur in the quote."""
    families: tuple[Identifier, ...] = Field(default=(), max_length=32)
    """Task families that need it."""
    role: CallerClass | None = None
    access: AccessPredicate | None = None
    values: tuple[ShortText, ...] = Field(default=(), max_length=64)
    """For ``field`` rules: the allowed values of ``field``."""
    field: str | None = Field(default=None, max_length=100)
    """For ``field`` and ``lifecycle`` rules, and those with a unit: ``table.column``."""
    unit: Unit | None = Field(default=None, exclude_if=lambda unit: unit is None)
    """For ``definition`` rules: a change of ``field`` may be asked for by this term alone."""


class RuleSet(Contract):
    """The rules of one wiki digest."""

    format: Literal[1] = 1
    wiki_sha1: str = Field(pattern=r"^[0-9a-f]{40}$")
    source: str = Field(max_length=200)
    """How the rules came about: ``authored`` or ``extracted by <model>``."""
    rules: tuple[Rule, ...] = Field(max_length=1_000)


class Proof(Contract):
    """Why something is allowed or denied: who asked, which rule, how the predicate came out."""

    identity: JsonObject
    """The fields of ``whoami`` that the predicate read."""
    rule_ids: tuple[Identifier, ...] = Field(max_length=64)
    """The rules that decided; empty when nothing matched (closed world)."""
    citations: tuple[ShortText, ...] = Field(default=(), max_length=64)
    """``page#anchor`` of each rule."""
    predicate: ShortText
    """The condition that was evaluated, in words of the rule vocabulary."""
    result: Literal["allow", "deny"]


class Allowed(Contract):
    """The policy permits it."""

    proof: Proof


class Denied(Contract):
    """The policy refuses it: a deny rule, or no rule that allows."""

    proof: Proof
    unmet: tuple[ShortText, ...] = Field(default=(), max_length=32)
    """Amounts and days that alone stand in the way, in words and with the figures of the rules."""
