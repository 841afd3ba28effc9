"use strict";
// Texts of a run are hostile: they reach the page through textContent and attributes only.

const SHOWN = 200;
const MORE = 800;
const $ = (id) => document.getElementById(id);
const state = { index: null, run: 0, limit: SHOWN, sort: null, down: false, listed: [] };
const blocks = new Map();

function el(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child != null && child !== ""));
  return node;
}

async function unpack(id) {
  if (!blocks.has(id)) {
    const bytes = Uint8Array.from(atob($(id).textContent), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    blocks.set(id, JSON.parse(await new Response(stream).text()));
  }
  return blocks.get(id);
}

const list = (value) => (Array.isArray(value) ? value : []);
const count = (number, one, many = one + "s") => `${number} ${number === 1 ? one : many}`;
const result = (row) => (row.passed === null ? "ungraded" : row.passed ? "passed" : "failed");
const scoreText = (row) => (row.score === null ? "–" : String(row.score));
const rows = () => state.index.rows[state.run];
// Names break after an underscore, so that a narrow column can hold them.
const soft = (name) => name.split(/(?<=_)/).flatMap((piece, at) => (at ? [el("wbr"), piece] : [piece]));

// --- the table ---------------------------------------------------------------------------------

const COLUMNS = [
  ["task", "task", (row) => row.task],
  ["outcome", "outcome", (row) => row.outcome],
  ["score", "score", (row) => row.score ?? -1],
  ["why", "first failed check, violations", (row) => row.check + row.codes.join()],
  ["rounds", "rounds", (row) => row.rounds],
  ["calls", "API calls", (row) => row.calls],
  ["tokens", "tokens", (row) => row.tokens],
  ["seconds", "seconds", (row) => row.seconds],
];

function others(row) {
  return state.index.byTask.map((all, run) => ({ run, row: all.get(row.task) })).filter((one) => one.run !== state.run);
}

function differs(row) {
  return others(row).some((one) => !one.row || one.row.score !== row.score || one.row.outcome !== row.outcome);
}

function chosen() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = document.querySelector("input[name=result]:checked").value;
  const [family, outcome, code] = ["family", "outcome", "code"].map((id) => $(id).value);
  const found = rows().filter((row) => {
    const text = [row.task, row.family, row.text, row.outcome, row.check, ...row.codes].join(" ").toLowerCase();
    return words.every((word) => text.includes(word))
      && (!wanted || result(row) === wanted)
      && (!family || row.family === family)
      && (!outcome || row.outcome === outcome)
      && (!code || row.codes.includes(code))
      && (!$("retried").checked || row.rounds > 1)
      && (!$("differs")?.checked || differs(row));
  });
  if (state.sort) {
    const key = COLUMNS.find(([id]) => id === state.sort)[2];
    const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    found.sort((a, b) => order(key(a), key(b)) * (state.down ? -1 : 1));
  }
  return found;
}

function tableRow(row) {
  const target = address(state.run, row.task);
  const compared = others(row).filter((one) => one.row).map((one) => one.row);
  const score = [row, ...compared].map(scoreText).join(" → ");
  const right = [row, ...compared].map((one) => one.passed).filter((one) => one !== null);
  const mark = right.length ? (right.every(Boolean) ? "good" : right.some(Boolean) ? "mixed" : "bad") : "";
  return el("tr", { "data-task": row.task, onclick: (event) => { if (!event.target.closest("a")) location.hash = target; } },
    el("td", {}, el("a", { href: target }, soft(row.task)), el("span", { class: "request" }, row.text)),
    el("td", { class: "outcome" }, soft(row.outcome)),
    el("td", { class: `n ${mark}`, "data-label": "score" }, score),
    el("td", { class: "why" }, [row.passed ? "" : row.check, ...row.codes].filter(Boolean).flatMap((text, at) => [at ? " · " : "", soft(text)])),
    ...[["rounds", row.rounds], ["calls", row.calls], ["tokens", row.tokens.toLocaleString("en")], ["seconds", row.seconds.toFixed(2)]]
      .map(([label, value]) => el("td", { class: "n", "data-label": label }, String(value))));
}

function showTable() {
  state.listed = chosen();
  const shown = state.listed.slice(0, state.limit);
  $("rows").replaceChildren(...shown.map(tableRow));
  const cut = state.listed.length > shown.length ? `, the first ${shown.length} shown` : "";
  $("count").textContent = `${state.listed.length} of ${count(rows().length, "task")}${cut}`;
  $("more").hidden = !cut;
  $("more").textContent = `Show ${Math.min(MORE, state.listed.length - shown.length)} more`;
  for (const head of $("columns").children) {
    const sorted = head.dataset.column === state.sort;
    head.setAttribute("aria-sort", sorted ? (state.down ? "descending" : "ascending") : "none");
    head.querySelector("span").textContent = sorted ? (state.down ? " ▼" : " ▲") : "";
  }
  $("sort").value = state.sort ? `${state.sort}${state.down ? " down" : ""}` : "";
}

function fill(id, values, any) {
  const options = [...new Set(values)].sort().map((value) => el("option", { value }, value));
  $(id).replaceChildren(el("option", { value: "" }, any), ...options);
}

function setUpTable() {
  const all = state.index.rows.flat();
  fill("family", all.map((row) => row.family), "all");
  fill("outcome", all.map((row) => row.outcome), "all");
  fill("code", all.flatMap((row) => row.codes), "any or none");
  $("columns").replaceChildren(...COLUMNS.map(([id, title]) => {
    const sort = () => { state.down = state.sort === id && !state.down; state.sort = id; showTable(); };
    const number = !["task", "outcome", "why"].includes(id);
    return el("th", { scope: "col", "data-column": id, class: number ? "n" : null },
      el("button", { type: "button", class: "link", onclick: sort }, title, el("span", { "aria-hidden": "true" })));
  }));
  // Where the table is a list of cards, there are no heads to click.
  const ways = COLUMNS.flatMap(([id, title]) => [[id, `${title} ▲`], [`${id} down`, `${title} ▼`]]);
  $("sort").replaceChildren(...[["", "order of the run"], ...ways].map(([value, title]) => el("option", { value }, title)));
  $("sort").addEventListener("input", () => { const [id, down] = $("sort").value.split(" "); state.sort = id || null; state.down = Boolean(down); });
  if ($("run")) {
    $("run").replaceChildren(...state.index.runs.map((name, run) => el("option", { value: run }, name)));
    $("run").addEventListener("input", () => { state.run = Number($("run").value); });
  }
  const again = () => { state.limit = SHOWN; showTable(); };
  // Not "change": it comes when the search loses the focus, and a new table would eat the click.
  $("filters").addEventListener("input", again);
  $("filters").addEventListener("reset", () => setTimeout(() => { state.run = 0; state.sort = null; state.down = false; again(); }));
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("more").addEventListener("click", () => {
    const last = $("rows").children.length;
    state.limit += MORE;
    showTable();
    $("rows").children[last].querySelector("a").focus({ preventScroll: true });
  });
  for (const button of document.querySelectorAll("[data-family], [data-code], [data-result], [data-differs]")) {
    const [[filter, value]] = Object.entries(button.dataset);
    const field = $(filter) ?? document.querySelector(`input[name=${filter}][value=${value}]`);
    button.addEventListener("click", () => {
      if (field.tagName === "SELECT") field.value = value; else field.checked = true;
      again();
      $("tasks").scrollIntoView();
      field.focus();
    });
  }
}

// --- one task ----------------------------------------------------------------------------------

const address = (run, task) => `#task/${run}/${encodeURIComponent(task)}`;

function part(title, open, ...children) {
  return el("details", { class: "part", open }, el("summary", {}, title), ...children);
}

function pairs(entries) {
  return el("dl", { class: "facts" }, entries.filter(([, value]) => value !== "" && value != null)
    .map(([key, value]) => [el("dt", {}, key), el("dd", {}, value instanceof Node ? value : String(value))]));
}

// A JSON value as nested lists; every node knows its JSON pointer, so that violations find it.
function tree(value, path) {
  if (value === null || typeof value !== "object") {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return el(text.length > 60 || text.includes("\n") ? "pre" : "code", {}, text);
  }
  const entries = Object.entries(value);
  if (!entries.length) return el("code", { class: "soft" }, Array.isArray(value) ? "[]" : "{}");
  return el("ul", { class: "tree" }, entries.map(([key, inner]) => {
    const here = `${path}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const name = Array.isArray(value) && inner?.id ? `${key} (${inner.id})` : key;
    return el("li", { "data-path": here, tabindex: "-1" }, el("span", { class: "key" }, `${name}: `), tree(inner, here));
  }));
}

function cells(columns, data) {
  const head = el("tr", {}, columns.map((name) => el("th", { scope: "col" }, String(name))));
  const body = data.map((row) => el("tr", {}, list(row).map((cell) =>
    el("td", { class: typeof cell === "number" ? "n" : null }, cell === null ? "∅" : typeof cell === "object" ? JSON.stringify(cell) : String(cell)))));
  return el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "rows" },
    el("table", { class: "cells" }, el("thead", {}, head), el("tbody", {}, body)));
}

function factView(fact) {
  const rowsTold = fact.total === null ? "not executed" : count(fact.total, "row");
  const cut = fact.rows.length < fact.total ? el("p", { class: "soft" }, `The first ${fact.rows.length} of ${fact.total} rows.`) : "";
  return el("details", { open: true }, el("summary", {}, el("code", {}, String(fact.id)), ` ${rowsTold}`),
    el("pre", {}, String(fact.query)), fact.rows.length ? cells(list(fact.columns), fact.rows) : "", cut);
}

function quote(rules, id) {
  const rule = rules[id];
  if (!rule) return el("div", {}, el("code", {}, id), el("span", { class: "soft" }, " (its rule file is not at hand)"));
  return el("div", {}, el("code", {}, id), ` ${rule.page}${rule.anchor ? "#" + rule.anchor : ""}`, el("blockquote", {}, rule.quote));
}

function proofView(proof, rules) {
  const ids = list(proof.rule_ids);
  const known = ids.some((id) => rules[id]);
  return el("div", {}, el("p", {}, el("span", { class: `badge ${proof.result === "allow" ? "good" : "bad"}` }, String(proof.result)), ` ${proof.predicate}`),
    ids.map((id) => quote(rules, id)),
    known ? "" : list(proof.citations).map((place) => el("p", { class: "soft" }, place)));
}

function callRows(calls) {
  return calls.map((call) => [call.id, call.route, call.cause, call.status + (call.cached ? ", known" : "") + (call.tries > 1 ? `, ${call.tries} tries` : ""), call.ms == null ? "" : `${call.ms} ms`, JSON.stringify(call.request), call.error]);
}

function writeView(write, rules) {
  return el("div", {}, el("p", {}, el("code", {}, String(write.tool)), ` ${write.operation} `, el("span", { class: "badge" }, write.applied ? "applied" : "planned")),
    tree(write.payload ?? {}, ""), write.proof ? proofView(write.proof, rules) : "");
}

function diffView(lines) {
  return el("pre", { class: "diff" }, lines.map((line) =>
    el("span", { class: line[0] === "+" ? "plus" : line[0] === "-" ? "minus" : line[0] === "@" ? "soft" : null }, line)));
}

const flat = (value) => (value !== null && typeof value === "object" ? JSON.stringify(value) : String(value));
const plain = (value) => (Array.isArray(value) ? value.map(flat).join(", ") : flat(value));

function violationItem(one, round) {
  const go = () => reveal(round, String(one.path ?? ""));
  return el("li", {}, el("button", { type: "button", class: "link violation", onclick: go }, String(one.code)), ` round ${round}: ${one.message} `,
    el("code", {}, String(one.path ?? "")), Object.keys(one.details ?? {}).length ? pairs(Object.entries(one.details).map(([key, value]) => [key, plain(value)])) : "");
}

// Opens the plan of a round and shows the part that a violation speaks of, or its closest parent.
function reveal(round, path) {
  const section = $(`round-${round}`);
  document.querySelectorAll(".hit").forEach((node) => node.classList.remove("hit"));
  let node = null;
  for (let at = path; at && !node; at = at.slice(0, at.lastIndexOf("/"))) node = section.querySelector(`[data-path="${CSS.escape(at)}"]`);
  node ??= section.querySelector(".plan");
  for (let up = node; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
  node.classList.add("hit");
  if (!node.hasAttribute("tabindex")) node.tabIndex = -1;
  node.focus({ preventScroll: true });
  node.scrollIntoView({ block: "center" });
}

function roundView(round, rules, last) {
  const facts = list(round.facts), calls = list(round.calls), proofs = list(round.proofs);
  const plan = part("Plan", last && !facts.length, tree(round.plan, ""));
  plan.classList.add("plan");
  return el("section", { id: `round-${round.round}` },
    el("h3", {}, `Round ${round.round} `, el("span", { class: `badge ${round.ok ? "good" : "bad"}` }, `${round.verdict ?? "no decision"}${round.stage ? ", " + round.stage : ""}`)),
    list(round.violations).length ? el("ul", { class: "why-list" }, round.violations.map((one) => violationItem(one, round.round))) : "",
    round.difference?.length === 0 ? el("p", { class: "soft" }, "The same plan as in the round before.") : "",
    round.difference?.length ? part(`Difference from the round before (${count(round.difference.length, "line")})`, true, diffView(round.difference)) : "",
    plan,
    part(count(facts.length, "fact"), last, facts.map(factView)),
    part(count(round.calls_total, "call"), false, cells(["id", "route", "cause", "status", "time", "request", "error"], callRows(calls)),
      calls.length < round.calls_total ? el("p", { class: "soft" }, `The first ${calls.length}.`) : ""),
    proofs.length ? part(`Proofs (${proofs.length})`, false, proofs.map((proof) => proofView(proof, rules))) : "",
    list(round.writes).length ? part(count(round.writes_total, "write"), true, round.writes.map((write) => writeView(write, rules))) : "",
    list(round.commitments).length ? part(`Commitments (${list(round.commitments).length})`, list(round.commitments).some((one) => !one.holds),
      el("ul", {}, list(round.commitments).map((one) => el("li", { class: one.holds ? null : "bad" }, `${one.holds ? "holds" : "broken"}: ${one.kind} – ${one.reason}`)))) : "");
}

function whyView(task) {
  const items = list(task.rounds).flatMap((round) => list(round.violations).map((one) => violationItem(one, round.round)));
  const checks = String(task.grade.logs ?? "").split("\n").filter(Boolean);
  if (task.grade.fault) checks.push(`The platform gave no grade: ${task.grade.fault}`);
  if (task.crash) checks.push(`${task.crash.kind}: ${task.crash.message}`);
  if (task.result.forced) checks.push(`Forced: ${task.result.forced}`);
  if (!items.length && !checks.length) return "";
  return el("section", { id: "why" }, el("h3", {}, task.result.score >= 1 ? "What was wrong on the way" : "Why"),
    el("ul", { class: "why-list" }, checks.map((line) => el("li", { class: "failed-check" }, line)), items));
}

function responseView(response) {
  if (!response) return el("p", { class: "soft" }, "No response was sent.");
  return pairs([["outcome", response.outcome], ["message", el("pre", {}, String(response.message))],
    ["links", list(response.links).length ? el("ul", {}, response.links.map((link) => el("li", {}, `${link.kind} ${link.id}`))) : "none"]]);
}

function modelView(task) {
  return list(task.model).map((one, at) => el("details", {}, el("summary", {}, `Call ${at + 1}${one.seconds == null ? "" : `, ${one.seconds} s`}`, one.fault ? el("span", { class: "bad" }, ` ${one.fault.kind}: ${one.fault.message}`) : ""),
    list(one.asked).map((text) => el("pre", {}, text)),
    one.reply ? [el("p", { class: "soft" }, `${one.reply.model ?? ""}, ${one.reply.stop_reason ?? ""}, ${JSON.stringify(one.reply.usage ?? {})}`), el("pre", {}, String(one.reply.text))] : ""));
}

function taskNavigation(run, name) {
  const at = state.listed.findIndex((row) => row.task === name);
  const step = (by, title, key) => {
    const next = at < 0 ? null : state.listed[at + by];
    return next ? el("a", { href: address(run, next.task), id: key }, title) : el("span", { class: "soft" }, title);
  };
  const same = state.index.byTask.flatMap((all, other) => (other !== run && all.has(name)
    ? [el("a", { href: address(other, name) }, `the same task in ${state.index.runs[other]}`)] : []));
  return el("nav", { class: "task", "aria-label": "Tasks" }, el("a", { href: "#tasks", id: "back" }, "← all tasks"),
    step(-1, "previous", "previous"), step(1, "next", "next"), ...same);
}

function taskView(run, task) {
  const row = state.index.byTask[run].get(task.task);
  const who = task.context.identity ?? {};
  const rounds = list(task.rounds);
  return [
    taskNavigation(run, task.task),
    el("h2", {}, task.task, " ", el("span", { class: `badge ${row.passed === null ? "" : row.passed ? "good" : "bad"}` }, `score ${scoreText(row)}`)),
    state.index.runs.length > 1 ? el("p", { class: "soft" }, state.index.runs[run]) : "",
    el("p", { class: "request-text" }, task.text),
    pairs([["family", row.family], ["caller", who.is_public ? "public, not signed in" : [who.current_user, who.department, who.location].filter(Boolean).join(", ")],
      ["today", who.today], ["wiki", who.wiki_sha1], ["policy", task.context.policy_known === false ? "none: the wiki is unknown" : ""],
      ["effort", `${count(row.rounds, "round")}, ${count(task.result.model_calls, "model call")}, ${count(row.calls, "API call")}, ${row.tokens.toLocaleString("en")} tokens, ${row.seconds.toFixed(2)} s`]]),
    whyView(task),
    el("section", { id: "response" }, el("h3", {}, "Response"), responseView(task.response)),
    el("section", {}, el("h3", {}, "Grade"), pairs([["score", scoreText(row)], ["log", task.grade.logs ? el("pre", {}, String(task.grade.logs)) : ""]])),
    ...rounds.map((round, at) => roundView(round, task.rules, at === rounds.length - 1)).reverse(),
    list(task.calls).length ? part(count(task.calls.length, "call"), true, cells(["route", "status", "time", "request", "answer"],
      task.calls.map((call) => [call.route, call.status, call.ms == null ? "" : `${call.ms} ms`, JSON.stringify(call.request), call.answer]))) : "",
    task.agent ? part("Process of the agent", Boolean(task.result.forced), tree(task.agent, "")) : "",
    part(`Model (${count(list(task.model).length, "call")})`, false, modelView(task)),
    list(task.feedback).length ? part("Feedback to the model", false, task.feedback.map((text) => el("pre", {}, text))) : "",
    list(task.lessons).length ? part("Lessons in the prompt", false, tree(task.lessons, "")) : "",
  ];
}

async function showTask(run, name) {
  const at = state.index.rows[run]?.findIndex((row) => row.task === name) ?? -1;
  if (at < 0) return showOverview();
  const group = Math.floor(at / state.index.group);
  const task = (await unpack(`detail-${run}-${group}`))[at % state.index.group];
  if (decodeURIComponent(location.hash) !== decodeURIComponent(address(run, name))) return undefined;
  $("overview").hidden = true;
  $("detail").hidden = false;
  $("detail").replaceChildren(...taskView(run, task).flat(Infinity).filter((node) => node !== ""));
  $("detail").dataset.task = name;
  $("detail").focus({ preventScroll: true });
  return scrollTo(0, 0);
}

function showOverview() {
  const from = $("detail").dataset.task;
  $("overview").hidden = false;
  $("detail").hidden = true;
  if (from === undefined) return;
  delete $("detail").dataset.task;
  const row = [...$("rows").children].find((one) => one.dataset.task === from);
  (row?.querySelector("a") ?? $("tasks")).focus();
  row?.scrollIntoView({ block: "center" });
}

function follow() {
  const match = /^#task\/(\d+)\/(.+)$/.exec(location.hash);
  if (match) showTask(Number(match[1]), decodeURIComponent(match[2]));
  else showOverview();
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea");
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape" && !$("detail").hidden) location.hash = "#tasks";
  else if (event.key === "/" && !typing && $("detail").hidden) { event.preventDefault(); $("search").focus(); }
  else if ((event.key === "j" || event.key === "k") && !typing && !$("detail").hidden) $(event.key === "j" ? "next" : "previous")?.click();
  else if (["j", "k", "ArrowDown", "ArrowUp"].includes(event.key) && !typing && $("detail").hidden) step(event);
});

// From row to row; the arrows only once a row has the focus, because they scroll before that.
function step(event) {
  const row = event.target.closest("#rows tr");
  if (!row && event.key.startsWith("Arrow")) return;
  const down = event.key === "j" || event.key === "ArrowDown";
  const next = row ? (down ? row.nextElementSibling : row.previousElementSibling) : $("rows").firstElementChild;
  if (!next) return;
  event.preventDefault();
  next.querySelector("a").focus();
}

// Paper cannot unfold the figures; of a task it gets what the reader has unfolded.
const unfolded = [];
addEventListener("beforeprint", () => {
  unfolded.push(...document.querySelectorAll("details.plots:not([open])"));
  for (const one of unfolded) one.open = true;
});
addEventListener("afterprint", () => { for (const one of unfolded.splice(0)) one.open = false; });

async function start() {
  state.index = await unpack("index");
  state.index.byTask = state.index.rows.map((all) => new Map(all.map((row) => [row.task, row])));
  setUpTable();
  showTable();
  addEventListener("hashchange", follow);
  follow();
  document.documentElement.dataset.ready = "yes";
}

start();
