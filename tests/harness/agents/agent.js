// The same agent in JavaScript (node 18 or newer, nothing installed): one task, then it ends.
"use strict";
const {ERC3_BASE_URL: base, ERC3_TASK_ID: task, ERC3_SPEC_ID: spec} = process.env;

async function post(path, body) {
  const answer = await fetch(base + path, {
    method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
const company = (route, body = {}) => post(`/erc3/${task}${route}`, body);

async function main() {
  if (spec !== "lead-of-project") {
    await company("/respond", {message: "No.", outcome: "denied_security", links: []});
    return;
  }
  await company("/whoami");
  const {projects} = await company("/projects/search", {query: "Tram Cab", limit: 5});
  const {project} = await company("/projects/get", {id: projects[0].id});
  const lead = project.team.find((seat) => seat.role === "Lead").employee;
  const {employee} = await company("/employees/get", {id: lead});
  await post("/tasks/log", {
    task_id: task, model: "abacus-js", completion: "looked it up", duration_sec: 0.01,
    prompt_tokens: 90, completion_tokens: 5,
  });
  await company("/respond", {
    message: `${employee.name} (${lead}) leads the ${project.name}.`, outcome: "ok_answer",
    links: [{kind: "employee", id: lead}, {kind: "project", id: project.id}],
  });
}
main().catch((error) => { console.error(String(error)); process.exit(1); });
