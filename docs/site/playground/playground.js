// Runs the program in the editor through the bridge, and shows the state after the chosen step.
"use strict";

const page = {
  run: null,    // the bridge's answer to the last program that could be read
  broken: null, // the error of the text in the editor; null if it is a program
  at: 0,        // the step that is shown; 0 is the state at the start
  rules: new Map(),
};

// Rules that the model cites for nearly every operator. The page lists them last.
const kEveryday = new Set(["K5", "D1", "D2", "D3", "V5", "P1", "P4", "P7", "G7", "E1", "E2", "E3"]);

function byId(id) {
  return document.getElementById(id);
}

function decodeProgram(text) {
  const plain = decodeURIComponent(text.replace(/\+/g, "%20"));
  if (/[\s(]/.test(plain) || plain === "") return plain;
  const bytes = atob(plain.replace(/-/g, "+").replace(/_/g, "/"));
  return new TextDecoder().decode(Uint8Array.from(bytes, (c) => c.charCodeAt(0)));
}

// Reads the program and the step from the page's address: #p=PROGRAM&s=STEP. PROGRAM is URL-encoded text, or base64.
function readAddress() {
  const parts = new Map(location.hash.slice(1).split("&").map((part) => {
    const sign = part.indexOf("=");
    return [part.slice(0, sign), part.slice(sign + 1)];
  }));
  if (!parts.has("p")) return null;
  try {
    return {program: decodeProgram(parts.get("p")), step: Number(parts.get("s")) || 0};
  } catch (error) {
    return {program: `# The address holds no program: ${error.message}.\n`, step: 0};
  }
}

function address() {
  return `#p=${encodeURIComponent(editor.text)}${page.at > 0 ? `&s=${page.at}` : ""}`;
}

function keepAddress() {
  try {
    history.replaceState(null, "", address());
  } catch (error) {
    // Some browsers forbid a page from file:// to change its address. The page works without that.
  }
}

function outcomeMark(step) {
  if (step.outcome === "rejected") return {class: "rejected", text: "✗", title: `raises ${step.error.name}`};
  if (step.outcome === "dropped") return {class: "dropped", text: "–", title: "unspecified: no subject runs this"};
  return {class: "ok", text: "✓", title: "runs"};
}

function lineMarks() {
  const marks = new Map();
  if (page.broken !== null) {
    const mark = {class: "broken", text: "!", title: page.broken.message, step: page.at};
    if (page.broken.line > 0) marks.set(page.broken.line, mark);
    return marks;
  }
  page.run.commands.forEach((command, i) => marks.set(command.line, {...outcomeMark(page.run.steps[i + 1]), step: i + 1}));
  return marks;
}

function drawRule(id, deciding) {
  return make("li", {class: deciding ? "deciding" : ""}, make("b", {}, id), " ", page.rules.get(id) || "");
}

// K1 and K4 say which results are inference tensors, so they are of interest only if there are inference tensors.
function isEveryday(id, step) {
  const quiet = !step.threads.some((thread) => thread.inference) && !step.registers.some((tensor) => tensor.inference);
  return kEveryday.has(id) || (quiet && (id === "K1" || id === "K4"));
}

function drawRuleList(ids, deciding) {
  return make("ul", {class: "rules"}, ids.map((id) => drawRule(id, deciding)));
}

function drawFolded(title, ids) {
  return ids.length === 0 ? null : make("details", {}, make("summary", {}, `${title}: ${ids.join(", ")}`), drawRuleList(ids, false));
}

// Shows the rules that decided the step. If the step raised an error, these are the cited rules that belong to the
// error. Otherwise these are all cited rules, except the rules that nearly every command cites.
function drawRules(step) {
  const named = step.error ? step.error.rules.split(" ").filter((id) => step.rules.includes(id)) : [];
  const rest = step.rules.filter((id) => !named.includes(id));
  const special = rest.filter((id) => !isEveryday(id, step));
  const deciding = named.length > 0 ? named : special;
  return [
    deciding.length === 0 ? null : make("h3", {}, deciding.length > 1 ? "The rules that decided" : "The rule that decided"),
    deciding.length === 0 ? null : drawRuleList(deciding, named.length > 0),
    named.length === 0 ? null : drawFolded("Other rules that applied", special),
    drawFolded("Rules that nearly always apply", rest.filter((id) => isEveryday(id, step))),
  ].filter((part) => part !== null);
}

function drawOutcome(step) {
  const badge = {ok: "runs", rejected: "raises", dropped: "unspecified"}[step.outcome];
  const out = [make("p", {class: `outcome ${step.outcome}`}, make("b", {class: "badge"}, badge),
    step.error ? make("code", {}, step.error.name) : step.unspecified ? make("code", {}, step.unspecified.id) : null)];
  if (step.error) {
    out.push(make("p", {class: "why"}, step.error.sentence));
    if (step.error.also.length > 0)
      out.push(make("p", {class: "remark"}, "These errors hold too, and come later in the order of checks (E3): ",
        step.error.also.join(", "), "."));
  }
  if (step.unspecified) out.push(make("p", {class: "why"}, `${step.unspecified.statement} No subject runs this command.`),
    make("p", {class: "remark"}, step.unspecified.source));
  return out;
}

function drawHappened() {
  if (page.broken !== null)
    return [make("p", {class: "outcome broken"}, make("b", {class: "badge"}, "not a program"),
      page.broken.line > 0 ? `line ${page.broken.line}` : null), make("p", {class: "why"}, page.broken.message)];
  if (page.at === 0)
    return [make("p", {class: "command"}, "The start"), make("p", {class: "why"},
      "Six registers hold tensors before the first command. Press ", make("kbd", {}, "→"), " to run it.")];
  const step = page.run.steps[page.at];
  const command = page.run.commands[page.at - 1];
  const changes = changesOf(page.run.steps[page.at - 1], step);
  const quiet = "No register and no mode changed.";
  return [make("p", {class: "command"}, make("code", {}, ...editor.colour(command.text))), ...drawOutcome(step),
    make("ul", {class: "changes"}, changes.length > 0 ? changes.map((parts) => make("li", {}, ...parts)) : make("li", {}, quiet)),
    step.route.length === 0 ? null : make("p", {class: "route", title: "the kernels that the command ran through"},
      "kernels: ", step.route.map((key, i) => [i > 0 ? " → " : "", make("span", {}, key)]).flat()),
    step.doubtful ? make("p", {class: "remark"}, "A rounded number decided an earlier answer, so this one may be wrong.") : null,
    ...drawRules(step)].filter((part) => part !== null);
}

function draw() {
  const last = page.run.steps.length - 1;
  page.at = Math.min(Math.max(page.at, 0), last);
  const step = page.run.steps[page.at];
  const before = page.at === 0 ? null : page.run.steps[page.at - 1];
  const line = page.at === 0 || page.broken !== null ? 0 : page.run.commands[page.at - 1].line;
  editor.mark(lineMarks(), line);
  editor.show(line);
  byId("slider").max = last;
  byId("slider").value = page.at;
  byId("position").textContent = `${page.at} of ${last}`;
  byId("first").disabled = byId("back").disabled = page.at === 0;
  byId("next").disabled = byId("last").disabled = page.at === last;
  byId("happened").replaceChildren(...drawHappened());
  byId("threads").replaceChildren(...drawThreads(step, page.run.commands));
  byId("registers").replaceChildren(...step.registers.map((_, index) => drawRegister(step, before, index)));
  byId("storages").replaceChildren(...drawStorages(step, before));
  byId("graph").replaceChildren(...drawGraph(step));
  document.body.classList.toggle("broken", page.broken !== null);
  document.body.dataset.step = page.at;  // the browser's test reads the number of the step here
}

function goTo(step) {
  page.at = step;
  draw();
  keepAddress();
}

function call(name, ...text) {
  return JSON.parse(page.bridge.ccall(name, "string", text.map(() => "string"), text));
}

function runProgram() {
  const answer = call("modecheck_run", editor.text);
  page.broken = answer.error || null;
  if (page.broken === null) page.run = answer;
  // show the state at the start, because no program could be read yet
  else if (page.run === null) page.run = call("modecheck_run", "");
  draw();
  keepAddress();
}

// A page that was built without the site has no front page to link to.
function hideMissingFront() {
  if (/\/build\/playground\/[^/]*$/.test(location.pathname)) byId("home").removeAttribute("href");
}

function load(program, step, about) {
  editor.text = program.endsWith("\n") ? program : `${program}\n`;
  byId("about").hidden = about === null;
  if (about !== null)
    byId("about").replaceChildren(make("p", {class: "group"}, about.group),
      make("h2", {}, about.label ? `${about.label}  ` : "", about.title), make("p", {}, about.note));
  page.at = step;
  runProgram();
}

// Returns a program without its comments and empty lines, to find the example that has the same commands.
function withoutComments(program) {
  return program.split("\n").map((line) => line.replace(/#.*/, "").trim()).filter((line) => line !== "").join("\n");
}

function loadAddress() {
  const wanted = readAddress();
  const first = playgroundExamples[0];
  if (wanted === null) return load(first.program, 0, first);
  const known = playgroundExamples.find((example) => withoutComments(example.program) === withoutComments(wanted.program));
  load(wanted.program, wanted.step, known || null);
}

function onKey(event) {
  const typing = /^(TEXTAREA|INPUT)$/.test(event.target.tagName) && event.target.type !== "range";
  if (typing || byId("examples").open || byId("code").open || event.ctrlKey || event.metaKey || event.altKey) return;
  const step = {ArrowRight: page.at + 1, ArrowLeft: page.at - 1, ArrowDown: page.at + 1, ArrowUp: page.at - 1,
    Home: 0, End: Infinity}[event.key];
  const vertical = event.key === "ArrowDown" || event.key === "ArrowUp";
  if (event.key === "/") picker.open();
  else if (step === undefined || (vertical && !byId("stepper").contains(document.activeElement))) return;
  else goTo(step);
  event.preventDefault();
}

function copyLink() {
  keepAddress();
  const button = byId("copy-link");
  const say = (text) => { button.textContent = text; setTimeout(() => { button.textContent = "Copy link"; }, 1500); };
  const link = location.href.split("#")[0] + address();
  if (!navigator.clipboard) return say("Copy the address");
  navigator.clipboard.writeText(link).then(() => say("Copied"), () => say("Copy the address"));
}

function switchTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme || (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
}

createModecheck().then((bridge) => {
  page.bridge = bridge;
  page.rules = new Map(call("modecheck_rules").map((rule) => [rule.id, rule.statement]));
  editor.start(call("modecheck_commands"), () => { byId("about").hidden = true; runProgram(); }, goTo);
  codeDialog.start((language) => call("modecheck_emit", editor.text, language));
  picker.start(playgroundExamples, (example) => load(example.program, 0, example));
  byId("first").addEventListener("click", () => goTo(0));
  byId("back").addEventListener("click", () => goTo(page.at - 1));
  byId("next").addEventListener("click", () => goTo(page.at + 1));
  byId("last").addEventListener("click", () => goTo(Infinity));
  byId("slider").addEventListener("input", (event) => goTo(Number(event.target.value)));
  byId("copy-link").addEventListener("click", copyLink);
  byId("theme").addEventListener("click", switchTheme);
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", loadAddress);
  hideMissingFront();
  loadAddress();
  byId("stepper").focus({preventScroll: true});
}, (error) => {
  const text = `The model did not start: ${error}. It needs a browser with WebAssembly.`;
  byId("happened").replaceChildren(make("p", {class: "why"}, text));
});
