"""One task from start to evaluation: wires the seams to the solver and keeps the evidence."""

from collections.abc import Callable
from functools import cache, partial

from agentic_solver.contracts.decision import AgentResponse, Decision, Identity
from agentic_solver.contracts.model import JsonObject
from agentic_solver.contracts.plan import MAX_REQUEST, InputTask, Outcome, Plan, plan_id
from agentic_solver.contracts.request_reading import RequestReading
from agentic_solver.erc3.callrecord import CallLog
from agentic_solver.erc3.client import Erc3Client
from agentic_solver.erc3.company import ClientApi
from agentic_solver.erc3.execute.executor import Executor
from agentic_solver.erc3.execute.ledger import Ledger
from agentic_solver.erc3.execute.workbench import Workbench, read_identity
from agentic_solver.erc3.plancache.recall import Hit, Situation
from agentic_solver.erc3.policy.outcome import forced_message
from agentic_solver.erc3.propose.prompt import Prompt
from agentic_solver.erc3.propose.reader import Reader, Unread, reading_json
from agentic_solver.erc3.propose.worker import PlanWorker, WorkerAnswer
from agentic_solver.erc3.snapshot.acquire import Acquirer
from agentic_solver.erc3.snapshot.session import Session
from agentic_solver.erc3.solver import Setup, Solution, Solver, WorkerFactory
from agentic_solver.erc3.transport import Transport
from agentic_solver.erc3.wiki import WikiPages
from agentic_solver.errors import TransportError
from agentic_solver.guard.record import RunRecord
from agentic_solver.guard.repository import Repository
from agentic_solver.harness.company import Company
from agentic_solver.harness.exchange import MODEL_LOG, exchange_json
from agentic_solver.harness.keeping import keep_entry, keep_response
from agentic_solver.harness.task_folder import TaskFolder
from agentic_solver.harness.task_kit import (
    EXPERIENCE_NAME,
    READING_NAME,
    RECALL_NAME,
    TaskInput,
    TaskKit,
)
from agentic_solver.llm.model import Model

__all__ = [
    "note_context",
    "solve_task",
    "submit_once",
    "why_unread",
]


class _Recorder:
    """Writes plans, decisions and the response as they come."""

    def __init__(self, folder: TaskFolder) -> None:
        self._folder = folder

    def plan(self, round_number: int, plan: Plan) -> None:
        data = {"plan_id": plan_id(plan), "plan": plan.to_json()}
        self._folder.write(f"round-{round_number}/plan.json", data)

    def decision(self, round_number: int, decision: Decision) -> None:
        self._folder.write(f"round-{round_number}/decision.json", decision.to_json())

    def response(self, response: AgentResponse) -> None:
        keep_response(self._folder, response)


def solve_task(
    task: TaskInput,
    kit: TaskKit,
    *,
    transport: Transport,
    model: Model,
    reader: Model,
    folder: TaskFolder,
    fetch_wiki: Callable[[str], WikiPages],
) -> Solution:
    """Solve one started task and submit its one response; every step is on disk before the next.

    ``model`` plans, ``reader`` says what the request asks to be changed, where that matters.
    ``fetch_wiki`` gets the pages of a wiki digest that the workspace does not mirror; they are
    knowledge of the run, not calls of the task.
    """
    unread = why_unread(task.text)
    if unread:
        return _ask_back(task, unread, Erc3Client(transport, task.prefix), folder)
    client = Erc3Client(transport, task.prefix, log=CallLog(), retry=kit.retry, sleep=kit.sleep)
    api = ClientApi(client)
    sessions: list[Session] = []
    input_task = InputTask(text=task.text, task_id=task.spec_id, benchmark=task.benchmark)
    folder.write("task.json", input_task.to_json())

    def setup() -> Setup:
        identity = read_identity(api)
        sha1 = identity.wiki_sha1
        company = kit.shelf.company(sha1, lambda: fetch_wiki(sha1))
        session = Session.open(identity)
        sessions.append(session)
        limit = api.client.page_limit
        acquirer = Acquirer(session, api, wiki=company.wiki, page_limit=limit)
        bench = _open_bench(api, session, identity, company.wiki, folder, acquirer)
        name = bench.caller_name() if company.policy.asks_for_names else ""
        if kit.snapshot == "full":
            # What cannot be loaded stays uncertified: the facts that need it ask again, or refuse.
            acquirer.ensure_all()
        about = company.reader(identity, name, task.benchmark, task.text)
        told = _keep_told(kit.guidance(about), folder)
        texts = tuple(text for _, text in told)
        prompt = company.prompt(identity, name, kit.catalog, task.text, texts)
        note_context(folder, identity, company)
        look = partial(company.situation, identity, name, task.benchmark, kit.catalog)
        hit = _recall(task, kit, look, folder)
        return Setup(
            bench=bench,
            executor=_executor(kit, company),
            factory=_workers(task, kit, model=model, prompt=prompt, folder=folder, hit=hit),
            recalled=hit,
            experience=tuple(patch_id for patch_id, _ in told),
            reading=reading,
            proofread=asking.stands,
        )

    asking = _asking(task, kit, reader, folder)
    reading = _kept(asking, folder)
    solver = Solver(
        task=input_task,
        setup=setup,
        submit=submit_once(client),
        recorder=_Recorder(folder),
        rounds=kit.rounds,
        recalls=kit.recalls,
        feedback=kit.feedback,
        second_look=kit.second_look,
        force_dry_run=kit.dry_run,
    )
    try:
        solution = solver.solve(Repository())
    finally:
        for session in sessions:
            session.close()
    if solution.record is not None:
        _keep_workflow(folder, solution, solution.record)
    return solution


def _recall(
    task: TaskInput, kit: TaskKit, look: Callable[[], Situation], folder: TaskFolder
) -> Hit | None:
    """Return the plan that was right for such a request; what was found is kept for the replay."""
    recalled = kit.recall(task.text, look()) if kit.recalls else None
    if recalled is not None:
        folder.write(RECALL_NAME, recalled.to_json())
    return recalled if isinstance(recalled, Hit) else None


def _executor(kit: TaskKit, company: Company) -> Executor:
    return Executor(catalog=kit.catalog, policy=company.policy, wide=kit.wide, read=kit.read)


def _asking(task: TaskInput, kit: TaskKit, model: Model, folder: TaskFolder) -> Reader:
    """Return what reads the request and proofreads drafts; its exchanges are kept."""
    return Reader(
        model,
        kit.reader_settings,
        text=task.text,
        key=task.key,
        on_exchange=lambda answer: _keep_exchange(folder, answer),
    )


def _kept(reader: Reader, folder: TaskFolder) -> Callable[[], RequestReading | Unread]:
    """Return what reads the request, once, when it is first asked; what came of it is kept."""

    @cache
    def read() -> RequestReading | Unread:
        found = reader()
        folder.write(READING_NAME, reading_json(found))
        return found

    return read


def why_unread(text: str) -> str:
    """Say why a request gets no plan; empty if it gets one."""
    if not text.strip():
        return "the request is empty"
    if len(text) > MAX_REQUEST:
        return f"the request has {len(text)} letters; a plan is made for at most {MAX_REQUEST}"
    return ""


def _ask_back(task: TaskInput, reason: str, client: Erc3Client, folder: TaskFolder) -> Solution:
    """Answer a request that nobody can plan for: by a question back, without model or company."""
    given = {"text": task.text, "task_id": task.spec_id, "benchmark": task.benchmark}
    folder.write("task.json", given)
    outcome = Outcome.NONE_CLARIFICATION_NEEDED
    response = AgentResponse(message=forced_message(outcome), outcome=outcome)
    folder.write("response.json", response.to_json())
    submit_once(client)(response)
    return Solution(response=response, forced=True, reason=reason, rounds=0, record=None)


def _keep_told(
    told: tuple[tuple[str, str], ...], folder: TaskFolder
) -> tuple[tuple[str, str], ...]:
    if told:
        folder.write(EXPERIENCE_NAME, told)
    return told


def _workers(
    task: TaskInput,
    kit: TaskKit,
    *,
    model: Model,
    prompt: Prompt,
    folder: TaskFolder,
    hit: Hit | None,
) -> WorkerFactory:
    """Return what makes the workers of a task; all of them share its prompt."""

    def make(name: str, tool: str) -> PlanWorker:
        return PlanWorker(
            name=name,
            tool=tool,
            model=model,
            settings=kit.model_settings,
            prompt=prompt,
            key=task.key,
            on_exchange=lambda answer: _keep_exchange(folder, answer),
            recalled=hit.reply if hit else None,
        )

    return make


def _open_bench(
    api: ClientApi,
    session: Session,
    identity: Identity,
    wiki: WikiPages,
    folder: TaskFolder,
    acquirer: Acquirer,
) -> Workbench:
    return Workbench(
        api=api,
        session=session,
        acquirer=acquirer,
        ledger=Ledger(sink=lambda entry: keep_entry(folder, entry)),
        identity=identity,
        wiki=wiki,
    )


def _keep_workflow(folder: TaskFolder, solution: Solution, record: RunRecord) -> None:
    folder.write(
        "workflow.json",
        {
            "status": record.status.value,
            "reason": record.reason,
            "forced": solution.forced,
            "rounds": solution.rounds,
            **_looked(solution),
            "events": [event.to_json() for event in record.events],
        },
    )


def _looked(solution: Solution) -> JsonObject:
    """Return what came of a second look; nothing where none was taken."""
    if not solution.second_look:
        return {}
    return {"second_look": solution.second_look, "answered": solution.answered}


def submit_once(client: Erc3Client) -> Callable[[AgentResponse], None]:
    """Return what submits a response; where no answer came, no other one goes out.

    The first may have arrived, and a second response spoils a task for certain.
    """
    silence: list[TransportError] = []

    def submit(response: AgentResponse) -> None:
        if silence:
            raise silence[0]
        try:
            client.respond(response.message, response.outcome, response.links)
        except TransportError as error:
            silence.append(error)
            raise

    return submit


def note_context(folder: TaskFolder, identity: Identity, company: Company) -> None:
    """Write who asks, and which policy and wiki the company has.

    Raises:
        WorkspaceError: the folder cannot be written.
    """
    met: JsonObject = {
        "identity": identity.to_json(),
        "policy_digest": company.policy_digest,
        "policy_known": company.known,
    }
    if company.reading is not None:
        reading = company.reading
        met["reading"] = {"status": reading.status, "note": reading.note}
    folder.write("context.json", met)


def _keep_exchange(folder: TaskFolder, answer: WorkerAnswer) -> None:
    """Append one model exchange; system blocks by digest, the reply verbatim."""
    folder.append(MODEL_LOG, exchange_json(answer.request, answer.reply), sync=True)
