"""A small agent with the standard library alone, as a team would bring its own.

python agent.py MODE    right: looks up who leads; other modes misbehave
"""

import json
import os
import signal
import sys
import time
import urllib.request
from typing import Any

BASE, BENCHMARK = os.environ["ERC3_BASE_URL"], os.environ["ERC3_BENCHMARK"]
TASK = os.environ.get("ERC3_TASK_ID", "")


def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
    data = json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as reply:
        answer: dict[str, Any] = json.load(reply)
        return answer


def company(task: str, route: str, **body: object) -> dict[str, Any]:
    return post(f"/erc3/{task}{route}", body)


def solve(task: str) -> None:
    """Answer ``Who is in charge of the Tram Cab Simulator?``, and refuse everything else."""
    company(task, "/whoami")
    found = company(task, "/projects/search", query="Tram Cab", limit=5)["projects"] or []
    project = company(task, "/projects/get", id=found[0]["id"])["project"]
    lead = next(seat["employee"] for seat in project["team"] if seat["role"] == "Lead")
    person = company(task, "/employees/get", id=lead)["employee"]
    links = [{"kind": "employee", "id": lead}, {"kind": "project", "id": project["id"]}]
    post("/tasks/log", {
        "task_id": task, "model": "abacus-1", "completion": "looked it up", "duration_sec": 0.01,
        "prompt_tokens": 120, "cached_prompt_tokens": 20, "completion_tokens": 7,
    })  # fmt: skip
    message = f"{person['name']} ({lead}) leads the {project['name']}."
    company(task, "/respond", message=message, outcome="ok_answer", links=links)


def refuse(task: str) -> None:
    company(task, "/respond", message="No.", outcome="denied_security", links=[])


def play(task: str, spec: str) -> None:
    solve(task) if spec == "lead-of-project" else refuse(task)


def play_session() -> None:
    """Play a session as the examples of the platform's SDK do."""
    session = post("/sessions/start", {"benchmark": BENCHMARK, "name": "own"})["session_id"]
    for row in post("/sessions/status", {"session_id": session})["tasks"]:
        post("/tasks/start", {"task_id": row["task_id"]})
        play(row["task_id"], row["spec_id"])
        post("/tasks/complete", {"task_id": row["task_id"]})
    post("/sessions/submit", {"session_id": session})


def misbehave(mode: str) -> None:
    if mode == "crash":
        print("before the fall")
        raise RuntimeError("the abacus broke")
    if mode == "silent":
        return
    if mode == "twice":
        solve(TASK)
        refuse(TASK)
    elif mode == "late":  # a child that leaves the group answers after its time
        if os.fork() == 0:
            os.setsid()
            time.sleep(1.2)
            try:
                refuse(TASK)
            except OSError:
                os._exit(0)
            os._exit(0)
        time.sleep(60)
    elif mode == "hang":
        if os.fork() == 0:  # what it began ends with it
            with open(os.environ["AGENT_TRACE"], "w", encoding="utf-8") as trace:
                trace.write(str(os.getpid()))
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(60)
    elif mode == "suicide":
        company(TASK, "/whoami")
        os.kill(os.getpid(), signal.SIGKILL)
    elif mode == "leak":
        print("my key is", os.environ["SOME_API_KEY"], file=sys.stderr)
        sys.exit(3)
    else:
        sys.exit(f"unknown mode {mode}")


if __name__ == "__main__":
    MODE = sys.argv[1] if len(sys.argv) > 1 else "right"
    if MODE == "session":
        play_session()
    elif MODE == "own-start":  # starts its task by the spec, as agents for one task do
        asked = {"benchmark": BENCHMARK, "spec_id": os.environ["ERC3_SPEC_ID"]}
        started = post("/tasks/start", asked)["task_id"]
        play(started, os.environ["ERC3_SPEC_ID"])
        post("/tasks/complete", {"task_id": started})
    elif MODE == "slow":
        time.sleep(0.4)
        play(TASK, os.environ["ERC3_SPEC_ID"])
    elif MODE == "right":
        play(TASK, os.environ["ERC3_SPEC_ID"])
    else:
        misbehave(MODE)
