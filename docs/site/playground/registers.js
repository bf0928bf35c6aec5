// Draws the modes of the threads, and a card for each register.
"use strict";

function drawThreads(step, commands) {
  const second = commands.some((command) => command.thread === 1);
  return step.threads.slice(0, second ? 2 : 1).map((thread, index) => {
    const pill = (on, text, title) => make("span", {class: `pill ${on ? "on" : "off"}`, title}, text);
    return make("div", {class: `thread ${thread.inference ? "inference" : ""}`},
      second ? make("b", {}, index === 0 ? "first thread" : "second thread") : null,
      make("span", {class: `mode ${thread.inference ? "inference" : "normal"}`},
        thread.inference ? "InferenceMode" : "normal mode"),
      pill(thread.grad, `grad mode ${thread.grad ? "on" : "off"}`, "Operators record for backward only where grad mode is on."),
      pill(!thread.autograd_excluded, thread.autograd_excluded ? "Autograd excluded" : "Autograd runs",
        "Whether operators of normal tensors run through the Autograd kernels."),
      pill(!thread.adinplaceorview_excluded,
        thread.adinplaceorview_excluded ? "ADInplaceOrView excluded"
          : thread.adinplaceorview_included ? "ADInplaceOrView included" : "ADInplaceOrView by tensor",
        "Whether the kernels run that bump versions and track views."),
      thread.guards.length === 0 ? null : make("span", {class: "guards", title: "the open guards, the outermost first"},
        thread.guards.map((guard) => make("span", {class: guard.destroyed ? "guard destroyed" : "guard"}, guard.name))));
  });
}

// Draws a tensor's values in rows along its last dimension.
function drawValues(tensor, className = "values") {
  if (tensor.values === null) return make("div", {class: `${className} unknown`}, "values unknown");
  const count = elementCount(tensor);
  if (count === 0) return make("div", {class: `${className} unknown`}, "no elements");
  const rank = tensor.sizes.length;
  const width = rank === 0 ? 1 : tensor.sizes[rank - 1];
  const table = make("div", {class: className, style: `grid-template-columns: repeat(${width}, auto)`});
  tensor.values.forEach((value) => table.append(make("span", {}, number(value))));
  const rest = count - tensor.values.length;
  if (rest > 0) return make("div", {}, table, make("span", {class: "unknown"}, `and ${rest} more`));
  return table;
}

// Returns facts on which other tensors lie in the same storage, and which of these share the version counter.
function sharingFacts(registers, index) {
  const tensor = registers[index];
  const storages = others(registers, index, (other) => other.storage === tensor.storage && other.tensor !== tensor.tensor);
  const counters = storages.filter((other) => tensor.counter !== 0 && registers[other].counter === tensor.counter);
  if (storages.length === 0) return [];
  if (same(storages, counters)) return [["storage", ["shares storage and version with ", ...registerNames(storages)], ""]];
  const out = [["storage", ["shares storage with ", ...registerNames(storages)], ""]];
  if (counters.length > 0) out.push(["counter", ["shares versions with ", ...registerNames(counters)], ""]);
  return out;
}

// Functions like this one return the facts on a register's card, each as [key, content, class]. The key serves to find
// the same fact in the previous step.
function versionFact(registers, index) {
  const tensor = registers[index];
  return ["version", [tensor.version === null ? "no version counter" : `version +${tensor.version}`], ""];
}

function viewFacts(tensor) {
  const out = [];
  if (tensor.view) {
    const base = tensor.base_register < 0 ? "a tensor in no register" : registerName(tensor.base_register);
    out.push(["view", ["view of ", base], ""]);
    if (tensor.creation_meta !== "DEFAULT")
      out.push(["meta", [make("code", {}, tensor.creation_meta), `: ${kCreationMetas[tensor.creation_meta]}`], "warn"]);
  }
  if (tensor.stale)
    out.push(["stale", tensor.stale_error === "" ? ["stale: the next recorded use regenerates it"]
      : ["stale: a recorded use raises ", make("code", {}, tensor.stale_error)], "warn"]);
  return out;
}

function factsOf(registers, index) {
  const tensor = registers[index];
  const sharers = others(registers, index, (other) => other.tensor === tensor.tensor);
  const out = [versionFact(registers, index)];
  if (tensor.requires_grad) out.push(["requires_grad", ["requires grad"], "grad"]);
  if (tensor.grad_fn !== 0) out.push(["grad_fn", ["grad_fn ", make("code", {}, tensor.grad_fn_name)], "grad"]);
  else out.push(["leaf", ["leaf"], ""]);
  out.push(...viewFacts(tensor));
  if (sharers.length > 0) out.push(["same", ["same tensor as ", ...registerNames(sharers)], ""]);
  out.push(...sharingFacts(registers, index));
  if (!isContiguous(tensor) || tensor.offset !== 0)
    out.push(["strides", [`strides ${list(tensor.strides)}, offset ${tensor.offset}`], ""]);
  if (tensor.retains_grad) out.push(["retains", ["retains grad"], "grad"]);
  return out;
}

function plain(fact) {
  return fact === undefined ? "" : fact[1].map((part) => (typeof part === "string" ? part : part.textContent)).join("");
}

function drawRegister(step, before, index) {
  const tensor = step.registers[index];
  const replaced = before !== null && before.registers[index].tensor !== tensor.tensor;
  const old = before === null ? [] : factsOf(before.registers, index);
  const facts = factsOf(step.registers, index).map((fact) => {
    const was = old.find((other) => other[0] === fact[0]);
    const changed = before !== null && !replaced && plain(was) !== plain(fact);
    return make("li", {class: `${fact[2]} ${changed ? "changed" : ""}`,
      title: changed ? (was ? `before: ${plain(was)}` : "new in this step") : null}, ...fact[1]);
  });
  const written = before !== null && !replaced && !same(before.registers[index].values, tensor.values);
  const gradient = tensor.grad === null ? null : make("div", {class: "gradient"},
    make("span", {class: "label"}, tensor.grad.inference ? "grad (inference)" : "grad"), drawValues(tensor.grad));
  return make("article", {class: `register ${kindOf(tensor)} ${replaced ? "replaced" : ""}`, id: `r${index}`},
    make("header", {}, registerName(index), make("span", {class: "kind"}, kindOf(tensor)),
      make("span", {class: "shape"}, `${tensor.dtype} ${list(tensor.sizes)}`)),
    make("div", {class: written ? "content changed" : "content"}, drawValues(tensor)), gradient, make("ul", {}, facts));
}
