"""The reply schema and its decoding into a Plan."""

import json
from collections.abc import Iterator

import pytest
from pydantic import JsonValue, ValidationError

from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import InputTask, Outcome
from agentic_solver.erc3.propose.reply import PlanReply, decode, encode, reply_schema

TASK = InputTask(text="Set Ann's salary to 5000", task_id="t", benchmark="b")


def document() -> JsonObject:
    return {
        "interpretation": {
            "reading": "A raise.", "entities": ["Ann"], "dates": [], "wants_change": True,
        },
        "facts": [
            {"id": "ann", "sql": "SELECT id FROM find_employee('Ann')"},
            {"id": "raise", "sql": "SELECT ann.id AS employee, 5000 AS salary FROM Ann"},
        ],
        "writes": [{"tool": "set_salary", "rows": "raise", "span": "Set Ann's salary to 5000"}],
        "cases": [
            {
                "when": "ann.none", "outcome": "none_clarification_needed", "message": "Who?",
                "links": [], "apply_writes": False,
            },
            {
                "when": "", "outcome": "ok_answer", "message": "{raise.salary}",
                "links": [{"kind": "employee", "fact": "ann", "col": "id"}], "apply_writes": True,
            },
        ],
        "exact_message": ["Yes", "No"],
        "rules": ["hr-raise"],
    }  # fmt: skip


def parse(given: JsonObject) -> PlanReply:
    return PlanReply.model_validate_json(json.dumps(given))


@pytest.mark.requirement("S3-B3.1a", "S3-7.1a")
def test_decoding_keeps_the_order_and_adds_what_follows_from_the_content() -> None:
    plan = decode(parse(document()), TASK)
    assert plan.request == TASK
    assert [(c.id, c.tool, c.args) for c in plan.execution_trace.calls] == [
        ("who", "whoami", {}),
        ("w1", "set_salary", {"$each": "raise"}),
    ]
    assert [(f.id, f.inputs) for f in plan.facts] == [("ann", ()), ("raise", ("ann",))]
    assert [(c.when, c.outcome, c.writes) for c in plan.response_template.cases] == [
        ("ann.none", Outcome.NONE_CLARIFICATION_NEEDED, False),
        ("", Outcome.OK_ANSWER, True),
    ]
    assert plan.response_template.message.exact_one_of == ("Yes", "No")
    assert plan.policy_refs.rules_ids == ("hr-raise",)
    made = {item.kind: item.details for item in plan.commitments}
    assert list(made) == [
        "interpretation", "trace_integrity", "policy_compliance", "link_grounding",
        "write_safety", "read_after_write", "minimality",
    ]  # fmt: skip
    assert made["interpretation"] == {"entities": ["Ann"], "dates": [], "wants_change": True}
    assert made["write_safety"] == {
        "call": "w1", "intent_span": "Set Ann's salary to 5000", "based_on": ["raise"],
    }  # fmt: skip
    assert made["minimality"] == {"case": 0, "outcome": "none_clarification_needed"}


@pytest.mark.requirement("S3-B1f", "S3-B1g")
def test_a_decoded_plan_holds_no_evidence() -> None:
    plan = decode(parse(document()), TASK)
    calls = plan.execution_trace.calls
    assert all(c.response is None and c.response_hash is None and c.error is None for c in calls)
    assert all(fact.output is None for fact in plan.facts)
    assert plan.execution_trace.artifacts == ()


def test_decoding_is_deterministic() -> None:
    texts = {decode(parse(document()), TASK).model_dump_json() for _ in range(5)}
    assert len(texts) == 1


def test_a_question_needs_no_write_commitments() -> None:
    given = _at(_at(document(), "writes", []), "cases/1/apply_writes", False)
    given = _at(_at(given, "cases/1/links", []), "cases/0/outcome", "ok_answer")
    kinds = [item.kind for item in decode(parse(given), TASK).commitments]
    assert kinds == ["interpretation", "trace_integrity", "policy_compliance"]


def _at(given: JsonObject, path: str, value: object) -> JsonObject:
    copy = json.loads(json.dumps(given))
    node = copy
    *parents, last = path.split("/")
    for part in parents:
        node = node[int(part)] if part.isdigit() else node[part]
    if value is None:
        del node[last]
    else:
        node[last] = value
    return copy  # type: ignore[no-any-return]


@pytest.mark.requirement("S3-B2k", "S3-B3.4b", "S3-7.1.1a")
@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("facts", None),
        ("cases", []),
        ("cases", None),
        ("cases/0/outcome", None),
        ("cases/0/outcome", "maybe"),
        ("cases/0/response", "x"),
        ("cases/0/apply_writes", "yes"),
        ("cases/1/links/0/kind", "salary"),
        ("facts/0/id", "Ann"),
        ("facts/0/id", "1a"),
        ("facts/0/id", "a-b"),
        ("facts/0/sql", ""),
        ("facts/0/sql", "x" * 16_001),
        ("facts/0/output", []),
        ("writes/0/args", {"salary": 1}),
        ("writes/0/rows", "x y"),
        ("interpretation/wants_change", 1),
        ("rules", "hr-raise"),
        ("artifacts", []),
        ("execution_trace", {}),
    ],
)
def test_anything_beyond_the_form_is_refused(path: str, value: object) -> None:
    parse(document())
    with pytest.raises(ValidationError):
        parse(_at(document(), path, value))


def _objects(node: JsonValue) -> Iterator[JsonObject]:
    """Yield the objects that a schema describes, from the outside in."""
    if isinstance(node, list):
        for item in node:
            yield from _objects(item)
    elif isinstance(node, dict):
        if node.get("type") == "object":
            yield node
        for value in node.values():
            yield from _objects(value)


def test_schema_is_closed_requires_every_field_and_keeps_within_provider_grammars() -> None:
    schema = reply_schema()
    text = json.dumps(schema)
    for word in ("maxLength", "minLength", "pattern", "maxItems", "minItems", "anyOf", "default"):
        assert f'"{word}"' not in text
    assert "$" not in text
    objects = list(_objects(schema))
    assert len(objects) == 6
    for node in objects:
        assert node["additionalProperties"] is False
        required, properties = node["required"], node["properties"]
        assert isinstance(required, list)
        assert isinstance(properties, dict)
        assert sorted(map(str, required)) == sorted(properties)
    assert schema == reply_schema()


def test_a_plan_is_encoded_as_the_reply_it_was_decoded_from() -> None:
    reply = PlanReply.model_validate_json(json.dumps(document()))
    plan = decode(reply, TASK)
    again = encode(plan)
    assert again.model_copy(update={"interpretation": reply.interpretation}) == reply
    assert decode(again, TASK) == plan


def test_a_plan_that_says_more_than_a_reply_can_is_not_encoded() -> None:
    plan = decode(PlanReply.model_validate_json(json.dumps(document())), TASK)
    with pytest.raises(ValueError, match="its dry_run says what no reply can"):
        encode(plan.model_copy(update={"dry_run": True}))
