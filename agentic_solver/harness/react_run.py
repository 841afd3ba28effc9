"""One task played by the plain agent, with the evidence that every task leaves but plans.

What a planner's task keeps of decisions has no counterpart here: ``calls.jsonl``, ``model.jsonl``
(each line has the messages since the one before it) and ``ledger.jsonl`` tell what was done.
"""

from collections.abc import Callable

from agentic_solver.contracts.decision import AgentResponse
from agentic_solver.contracts.plan import Outcome
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.ledger import LedgerEntry
from agentic_solver.erc3.execute.workbench import read_identity
from agentic_solver.erc3.policy.outcome import forced_message
from agentic_solver.erc3.propose.worker import WorkerAnswer
from agentic_solver.erc3.react import GaveUp, ReactAgent
from agentic_solver.erc3.solver import Solution
from agentic_solver.erc3.transport import Transport
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import PlatformError
from agentic_solver.harness.exchange import MODEL_LOG, exchange_json
from agentic_solver.harness.keeping import keep_entry, keep_response
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import TaskInput, TaskKit
from agentic_solver.harness.task_run import note_context, submit_once
from agentic_solver.llm.model import Model

__all__ = ["play_plainly"]


def play_plainly(
    task: TaskInput,
    kit: TaskKit,
    *,
    transport: Transport,
    model: Model,
    reader: Model,
    folder: TaskFolder,
    fetch_wiki: Callable[[str], WikiPages],
) -> Solution:
    """Play one started task and submit its one response; every step is on disk before the next.

    The arguments are those of :func:`agentic_solver.harness.task_run.solve_task`; nobody reads
    requests here.

    Raises:
        PlatformError: the response itself could not be submitted.
        ModelAccessError: no call of the model can succeed.
    """
    del reader
    client = Erc3Client(transport, task.prefix, retry=kit.retry, sleep=kit.sleep)
    given = {"text": task.text, "task_id": task.spec_id, "benchmark": task.benchmark}
    folder.write("task.json", given)
    answer = _play(task, kit, client, model, folder, fetch_wiki)
    reason = answer.reason if isinstance(answer, GaveUp) else ""
    outcome = Outcome.ERROR_INTERNAL
    response = (
        AgentResponse(message=forced_message(outcome), outcome=outcome)
        if isinstance(answer, GaveUp)
        else answer
    )
    keep_response(folder, response)
    submit_once(client)(response)
    return Solution(response=response, forced=bool(reason), reason=reason, rounds=0, record=None)


def _play(
    task: TaskInput,
    kit: TaskKit,
    client: Erc3Client,
    model: Model,
    folder: TaskFolder,
    fetch_wiki: Callable[[str], WikiPages],
) -> AgentResponse | GaveUp:
    try:
        identity = read_identity(ClientApi(client))
        sha1 = identity.wiki_sha1
        company = kit.shelf.company(sha1, lambda: fetch_wiki(sha1))
    except PlatformError as error:
        return GaveUp(f"it could not be read who asks: {error}")
    note_context(folder, identity, company)
    agent = ReactAgent(
        model=model,
        settings=kit.model_settings,
        client=client,
        key=task.key,
        on_exchange=_keeper(folder),
        on_write=lambda key, applied: keep_entry(
            folder, LedgerEntry(write_key=key, state="applied" if applied else "started")
        ),
        steps=kit.steps,
    )
    return agent.play(task.text, identity.to_json(), company.wiki)


def _keeper(folder: TaskFolder) -> Callable[[WorkerAnswer], None]:
    """Return what keeps exchanges; a conversation is told once, not once a reply."""
    told = 0

    def keep(answer: WorkerAnswer) -> None:
        nonlocal told
        line = exchange_json(answer.request, answer.reply)
        messages = line["messages"]
        assert isinstance(messages, list)
        folder.append(MODEL_LOG, {**line, "messages": messages[told:]}, sync=True)
        told = len(messages)

    return keep
