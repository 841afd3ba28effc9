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

// What all runs say of a task, in their order: once where they agree.
function told(all, of) {
  const texts = all.map(of);
  return texts.every((text) => text === texts[0]) ? texts[0] : texts.join(" → ");
}

function tableRow(row) {
  const compared = others(row).filter((one) => one.row).map((one) => one.row);
  const all = state.index.byTask.map((run) => run.get(row.task)).filter(Boolean);
  // Where runs differ, what went wrong is shown: the reasons are those of the worst.
  const worst = all.reduce((bad, one) => ((one.score ?? 1) < (bad.score ?? 1) ? one : bad), row);
  const target = address(state.index.byTask.findIndex((run) => run.get(row.task) === worst), row.task);
  const score = told(all, scoreText);
  const right = [row, ...compared].map((one) => one.passed).filter((one) => one !== null);
  const mark = right.length ? (right.every(Boolean) ? "good" : right.some(Boolean) ? "mixed" : "bad") : "";
  return el("tr", { "data-task": row.task, onclick: (event) => { if (!event.target.closest("a")) location.hash = target; } },
    el("td", {}, el("a", { href: target }, soft(row.task)), el("span", { class: "request" }, row.text)),
    el("td", { class: "outcome" }, soft(told(all, (one) => one.outcome))),
    el("td", { class: `n ${mark}`, "data-label": "score" }, score),
    el("td", { class: "why" }, [worst.passed ? "" : worst.check, ...worst.codes].filter(Boolean).flatMap((text, at) => [at ? " · " : "", soft(text)])),
    ...[["rounds", (one) => String(one.rounds)], ["calls", (one) => String(one.calls)], ["tokens", (one) => one.tokens.toLocaleString("en")], ["seconds", (one) => one.seconds.toFixed(2)]]
      .map(([label, of]) => el("td", { class: "n", "data-label": label }, told(all, of))));
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

function factView(fact, at) {
  const rowsTold = fact.total === null ? "not executed" : count(fact.total, "row");
  const cut = fact.rows.length < fact.total ? el("p", { class: "soft" }, `The first ${fact.rows.length} of ${fact.total} rows.`) : "";
  return el("details", { open: true, "data-path": `/facts/${at}` }, el("summary", {}, el("code", {}, String(fact.id)), ` ${rowsTold}`, copyButton(String(fact.query), "copy SQL")),
    el("pre", { "data-path": `/facts/${at}/query`, tabindex: "-1" }, String(fact.query)), fact.rows.length ? cells(list(fact.columns), fact.rows) : "", cut);
}

function quote(rules, id) {
  const rule = rules[id];
  if (!rule) return el("div", {}, el("code", {}, id), el("span", { class: "soft" }, " (its rule file is not at hand)"));
  return el("div", {}, el("code", {}, id), ` ${rule.page}${rule.anchor ? "#" + rule.anchor : ""}`, el("blockquote", {}, rule.quote));
}

function proofView(proof, rules) {
  const ids = list(proof.rule_ids);
  const known = ids.some((id) => rules[id]);
  return el("div", {}, el("p", {}, el("span", { class: `badge ${proof.result === "allow" ? "good" : "bad"}` }, proof.result === "allow" ? "allowed" : "denied"), ` ${proof.predicate}`),
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

function violationItem(one, rounds) {
  const go = () => reveal(rounds[0], String(one.path ?? ""));
  return el("li", {}, el("button", { type: "button", class: "link violation", onclick: go }, String(one.code)), ` ${rounds.length > 1 ? "rounds" : "round"} ${rounds.join(" and ")}: ${one.message} `,
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

// --- the plan as a model writes it -------------------------------------------------------------

const cases = (round) => list(round.plan.response_template?.cases);
const changes = (round) => list(round.plan.execution_trace?.calls).map((call, at) => ({ call, at })).filter((one) => one.call.args?.$each !== undefined || one.call.tool !== "whoami");
const condition = (one) => (one.when ? `when ${one.when}` : "otherwise");

function caseView(one, at, chosen) {
  return el("li", { class: `case${chosen ? " chosen" : ""}`, "data-path": `/response_template/cases/${at}`, tabindex: "-1" },
    `${chosen ? "→ " : ""}${condition(one)}: ${one.outcome}${one.writes ? ", with the changes" : ""}`,
    el("pre", {}, String(one.message ?? "")),
    list(one.links).length ? el("p", { class: "soft" }, "links ", list(one.links).map((link) => `${link.kind} from ${link.fact}.${link.col}`).join(", ")) : "");
}

function planView(round, rules, open) {
  const chosen = round.ok ? round.case : null;
  const cited = list(round.plan.policy_refs?.rules_ids);
  const raw = part("Raw: the plan in the engine's form", false, tree(round.plan, ""));
  const plan = part("Plan", open,
    el("h4", {}, count(list(round.facts).length, "fact")), list(round.facts).map(factView),
    changes(round).length ? [el("h4", {}, "Changes"), el("ul", {}, changes(round).map(({ call, at }) =>
      el("li", { "data-path": `/execution_trace/calls/${at}`, tabindex: "-1" }, el("code", {}, String(call.tool)), call.args?.$each ? ` for each row of ${call.args.$each}` : ` ${JSON.stringify(call.args ?? {})}`)))] : "",
    cases(round).length ? [el("h4", {}, "Cases: the first that holds is sent"), el("ul", { class: "cases" }, cases(round).map((one, at) => caseView(one, at, at === chosen)))] : "",
    cited.length ? [el("h4", {}, "Rules that it cites"), cited.map((id) => quote(rules, String(id)))] : "", raw);
  plan.classList.add("plan");
  return plan;
}

const VERDICTS = { accept: "accepted", retry: "rejected", fatal: "ended by a fault" };
const STAGES = { static: "before anything was read", dry: "after its facts were read", commit: "after its changes were made" };

function badge(round) {
  const word = VERDICTS[round.verdict] ?? "no decision";
  return round.ok ? (round.stage === "commit" ? "accepted, changes made" : "accepted") : round.stage ? `${word} ${STAGES[round.stage] ?? ""}`.trim() : word;
}

function copyButton(text, title = "copy") {
  const button = el("button", { type: "button", class: "copy", onclick: () => copy(text).then((done) => { button.textContent = done ? "copied" : "select it by hand"; }) }, title);
  return button;
}

// A page from a file may not have the clipboard; the old way still works there.
async function copy(text) {
  try { await navigator.clipboard.writeText(text); return true; } catch { /* the old way */ }
  const field = el("textarea", { class: "hidden" });
  field.value = text;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

function commandView(task, round) {
  if (!task.command) return "";
  const text = task.command.replaceAll("{round}", String(round.round));
  return el("div", {}, el("p", { class: "soft" }, "Check this plan again (a copy of the file may be changed):"), el("div", { class: "command" }, el("code", {}, text), copyButton(text)));
}

function roundView(round, task, last) {
  const calls = list(round.calls), proofs = list(round.proofs);
  return el("section", { id: `round-${round.round}` },
    el("h3", {}, `Round ${round.round} `, el("span", { class: `badge ${round.ok ? (task.result.score < 1 ? "" : "good") : "bad"}` }, badge(round))),
    list(round.violations).length ? el("p", {}, `${count(round.violations.length, "violation")}: see above.`) : "",
    round.difference?.length === 0 ? el("p", { class: "soft" }, "The same plan as in the round before.") : "",
    round.difference?.length ? part(`Difference from the round before (${count(round.difference.length, "line")})`, true, diffView(round.difference)) : "",
    planView(round, task.rules, last),
    commandView(task, round),
    part(count(round.calls_total, "call"), false, cells(["id", "route", "cause", "status", "time", "request", "error"], callRows(calls)),
      calls.length < round.calls_total ? el("p", { class: "soft" }, `The first ${calls.length}.`) : ""),
    proofs.length ? part(`Rights (${proofs.length})`, false, proofs.map((proof) => proofView(proof, task.rules))) : "",
    list(round.writes).length ? part(count(round.writes_total, "change"), true, round.writes.map((write) => writeView(write, task.rules))) : "",
    list(round.commitments).length ? part(`Promises of the plan (${list(round.commitments).length})`, list(round.commitments).some((one) => !one.holds),
      el("ul", {}, list(round.commitments).map((one) => el("li", { class: one.holds ? null : "bad" }, `${one.holds ? "holds" : "broken"}: ${one.kind} – ${one.reason}`)))) : "");
}

const answering = (task) => list(task.rounds).find((one) => one.round === task.answered) ?? list(task.rounds).at(-1);

// --- why ---------------------------------------------------------------------------------------

// One item for a violation that comes again in a later round.
function violationsOnce(task) {
  const found = new Map();
  for (const round of list(task.rounds)) {
    for (const one of list(round.violations)) {
      const key = JSON.stringify([one.code, one.path, one.message]);
      if (found.has(key)) found.get(key).rounds.push(round.round);
      else found.set(key, { one, rounds: [round.round] });
    }
  }
  return [...found.values()];
}

// Why the engine answered by itself, without the violations, which stand below.
function forcedText(task) {
  const codes = violationsOnce(task).map(({ one }) => String(one.code));
  return String(task.result.forced ?? "").split("; ").filter((piece) => !codes.some((code) => piece.includes(code))).join("; ");
}

const gaveUp = (task) => task.response && answering(task) && !answering(task).ok;

const unread = (round) => list(round.violations).some((one) => one.code === "REQUEST_UNREAD");

function decidedView(task) {
  const round = answering(task);
  if (!round) return "";
  const one = round.ok ? cases(round)[round.case] : undefined;
  const refused = task.response?.outcome === "denied_security";
  const own = [...list(round.proofs), ...list(round.writes).map((write) => write.proof).filter(Boolean)];
  const decisive = refused ? own.filter((proof) => proof.result === "deny") : own.filter((proof) => proof.result === "allow" && list(proof.rule_ids).length);
  const once = [...new Map(decisive.map((proof) => [proof.predicate, proof])).values()];
  const cited = refused && !once.length ? list(round.plan.policy_refs?.rules_ids) : [];
  return el("div", { id: "decided" },
    one ? el("p", {}, `Answered by case ${round.case + 1} of ${cases(round).length}, `, el("code", {}, condition(one)), `: ${one.outcome}`)
      : gaveUp(task) ? el("p", {}, `No plan was accepted${forcedText(task) ? ` (${forcedText(task)})` : ""}: the engine answered by itself.`)
        : task.response && round.ok ? el("p", {}, refused ? "The engine refused before the cases of the plan were looked at." : unread(round) ? "Asked back, nothing was changed: why stands below." : "The engine answered in place of the cases of the plan.") : "",
    once.length || cited.length ? el("p", {}, refused ? "Denied by:" : "Allowed by:") : "",
    once.map((proof) => proofView(proof, task.rules)), cited.map((id) => quote(task.rules, String(id))));
}

function expectedView(task) {
  const sides = list(task.expected).filter((one) => one.about);
  if (!sides.length) return "";
  return el("table", { class: "sides" }, el("thead", {}, el("tr", {}, ["", "expected", "answered"].map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, sides.map((one) => el("tr", { class: "failed-check", title: one.line }, el("td", {}, one.about), el("td", { "data-label": "expected" }, one.expected), el("td", { "data-label": "answered" }, one.answered)))));
}

function whyView(task) {
  const items = violationsOnce(task).map(({ one, rounds }) => violationItem(one, rounds));
  const checks = list(task.expected).filter((one) => !one.about).map((one) => one.line);
  if (task.grade.fault) checks.push(`The platform gave no grade: ${task.grade.fault}`);
  if (task.crash) checks.push(`${task.crash.kind}: ${task.crash.message}`);
  if (task.result.forced && !gaveUp(task)) checks.push(`The engine answered by itself: ${task.result.forced}`);
  return el("section", { id: "why" }, el("h3", {}, "Why"), decidedView(task), expectedView(task),
    items.length || checks.length ? el("ul", { class: "why-list" }, checks.map((line) => el("li", { class: "failed-check" }, line)), items) : "");
}

// --- time --------------------------------------------------------------------------------------

function bar(one, until) {
  const drawing = $("bar").content.firstElementChild.cloneNode(true);
  const shape = { class: `bar ${one.kind}`, x: `${(100 * one.at) / until}%`, width: `${Math.max(0.3, (100 * one.seconds) / until)}%` };
  for (const [key, value] of Object.entries(shape)) drawing.firstElementChild.setAttribute(key, value);
  return drawing;
}

function timeView(task) {
  const bars = list(task.timeline);
  if (!bars.length) return "";
  const until = Math.max(...bars.map((one) => one.at + one.seconds)) || 1;
  return part(`Time line (${(1000 * until).toFixed(0)} ms, ${count(bars.filter((one) => one.kind !== "engine").length, "call")})`, false,
    el("table", { class: "times" }, el("tbody", {}, bars.map((one) =>
      el("tr", {}, el("td", {}, one.kind === "platform" ? el("code", {}, one.name) : one.name), el("td", {}, bar(one, until)), el("td", { class: "n" }, `${(1000 * one.seconds).toFixed(1)} ms`))))));
}

// --- two runs ----------------------------------------------------------------------------------

function written(round) {
  if (!round) return [];
  return [
    ...list(round.facts).flatMap((fact) => [`fact ${fact.id}`, ...String(fact.query).split(/\n|(?<=,) (?=SELECT)|(?= (?:FROM|WHERE|ORDER BY|GROUP BY|LIMIT) )/).map((line) => `  ${line.trim()}`)]),
    ...changes(round).map(({ call }) => `change ${call.tool} ${JSON.stringify(call.args ?? {})}`),
    ...cases(round).flatMap((one) => [`case ${condition(one)}: ${one.outcome}${one.writes ? ", with the changes" : ""}`, `  ${one.message}`, ...list(one.links).map((link) => `  link ${link.kind} ${link.fact}.${link.col}`)]),
  ];
}

// The longest lines in common, then what only one side has.
function compareLines(old, now) {
  const size = old.map(() => new Uint16Array(now.length + 1)).concat([new Uint16Array(now.length + 1)]);
  for (let a = old.length - 1; a >= 0; a--) for (let b = now.length - 1; b >= 0; b--) size[a][b] = old[a] === now[b] ? size[a + 1][b + 1] + 1 : Math.max(size[a + 1][b], size[a][b + 1]);
  const lines = [];
  for (let a = 0, b = 0; a < old.length || b < now.length;) {
    if (a < old.length && b < now.length && old[a] === now[b]) { lines.push(` ${old[a]}`); a++; b++; }
    else if (a < old.length && (b >= now.length || size[a + 1][b] >= size[a][b + 1])) lines.push(`-${old[a++]}`);
    else lines.push(`+${now[b++]}`);
  }
  return lines;
}

async function detailOf(run, name) {
  const at = state.index.rows[run]?.findIndex((row) => row.task === name) ?? -1;
  if (at < 0) return null;
  return (await unpack(`detail-${run}-${Math.floor(at / state.index.group)}`))[at % state.index.group];
}

function otherView(run, task, other, theirs) {
  const [first, second] = run < other ? [task, theirs] : [theirs, task];
  const lines = compareLines(written(answering(first)), written(answering(second)));
  const [left, right] = [Math.min(run, other), Math.max(run, other)].map((at) => state.index.runs[at]);
  const said = [first, second].map((one) => one.response?.outcome ?? "no response");
  return el("section", { class: "other" }, el("h3", {}, `${left} → ${right}`),
    el("p", {}, `score ${first.result.score ?? "–"} → ${second.result.score ?? "–"}, ${said[0] === said[1] ? said[0] : said.join(" → ")}`),
    lines.some((line) => line[0] !== " ") ? part(`Difference of the plans (${count(lines.filter((line) => line[0] !== " ").length, "line")})`, true, diffView(lines)) : el("p", { class: "soft" }, "Both runs answered with the same plan."));
}

function responseView(response) {
  if (!response) return el("p", { class: "soft" }, "No response was sent.");
  return pairs([["outcome", response.outcome], ["message", el("pre", {}, String(response.message))],
    ["links", list(response.links).length ? el("ul", {}, response.links.map((link) => el("li", {}, `${link.kind} ${link.id}`))) : "none"]]);
}

const usageText = (usage) => Object.entries(usage).map(([name, number]) => `${Number(number).toLocaleString("en")} ${name.replaceAll("_", " ")}`).join(", ");

// JSON is laid out; any other text stays as it came.
function formatted(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
}

function modelView(task) {
  return list(task.model).map((one, at) => el("details", {}, el("summary", {}, `Call ${at + 1}${one.seconds == null ? "" : `, ${one.seconds} s`}`, one.fault ? el("span", { class: "bad" }, ` ${one.fault.kind}: ${one.fault.message}`) : ""),
    list(one.asked).map((text) => el("pre", {}, text)),
    one.reply ? [el("p", { class: "soft" }, `${one.reply.model ?? ""}, ${one.reply.stop_reason ?? ""}, ${usageText(one.reply.usage ?? {})}`), el("pre", {}, formatted(String(one.reply.text)))] : ""));
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

function taskView(run, task, compared) {
  const row = state.index.byTask[run].get(task.task);
  const who = task.context.identity ?? {};
  const rounds = list(task.rounds);
  return [
    taskNavigation(run, task.task),
    el("h2", {}, task.task, " ", el("span", { class: `badge ${row.passed === null ? "" : row.passed ? "good" : "bad"}` }, `score ${scoreText(row)}`)),
    state.index.runs.length > 1 ? el("p", { class: "soft" }, state.index.runs[run]) : "",
    el("p", {}, el("span", { class: "request-text" }, task.text), copyButton(task.text)),
    pairs([["family", row.family], ["caller", who.is_public ? "public, not signed in" : [who.current_user, who.department, who.location].filter(Boolean).join(", ")],
      ["today", who.today], ["wiki", who.wiki_sha1 ? el("code", { title: who.wiki_sha1 }, who.wiki_sha1.slice(0, 8)) : ""], ["policy", task.context.policy_known === false ? "none: the wiki is unknown" : ""],
      ["effort", `${count(row.rounds, "round")}, ${count(task.result.model_calls, "model call")}, ${count(row.calls, "API call")}, ${row.tokens.toLocaleString("en")} tokens, ${row.seconds.toFixed(2)} s`]]),
    whyView(task),
    el("section", { id: "response" }, el("h3", {}, "Response"), responseView(task.response)),
    ...compared,
    timeView(task),
    ...rounds.map((round, at) => roundView(round, task, at === rounds.length - 1)),
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
  const task = await detailOf(run, name);
  const compared = [];
  for (const other of state.index.runs.keys()) {
    const theirs = other === run ? null : await detailOf(other, name);
    if (theirs) compared.push(otherView(run, task, other, theirs));
  }
  if (decodeURIComponent(location.hash) !== decodeURIComponent(address(run, name))) return undefined;
  $("overview").hidden = true;
  $("detail").hidden = false;
  $("detail").replaceChildren(...taskView(run, task, compared).flat(Infinity).filter((node) => node !== ""));
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
