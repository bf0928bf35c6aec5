// Says in sentences what a step of the program changed, from the states before and after the step.
"use strict";

const kCreationMetas = {
  IN_CUSTOM_FUNCTION: "returned by a custom Function",
  MULTI_OUTPUT_NODE: "one of several results of one operator",
  NO_GRAD_MODE: "made without grad mode",
  INFERENCE_MODE: "made inside InferenceMode",
};

function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

function kindOf(tensor) {
  return tensor.inference ? "inference" : "normal";
}

// Returns a sentence about a register that now holds another tensor than before.
function newTensor(registers, index) {
  const tensor = registers[index];
  const sharers = others(registers, index, (other) => other.tensor === tensor.tensor);
  if (sharers.length > 0) return [registerName(index), " now holds the same tensor as ", ...registerNames(sharers), "."];
  const out = [registerName(index), " now holds ", tensor.inference ? "an " : "a "];
  out.push(make("b", {class: kindOf(tensor)}, `${kindOf(tensor)} tensor`));
  if (tensor.view)
    out.push(", a view of ", tensor.base_register < 0 ? "a tensor that no register holds" : registerName(tensor.base_register));
  if (tensor.grad_fn_name) out.push(`, recorded by ${tensor.grad_fn_name}`);
  else if (tensor.requires_grad && tensor.leaf) out.push(", a leaf that requires grad");
  out.push(".");
  return out;
}

// Returns sentences about what changed in a tensor that stayed in its register.
function changedTensor(before, now, index) {
  const name = () => registerName(index);
  const out = [];
  if (!same(before.sizes, now.sizes)) out.push([name(), ` has the sizes ${list(now.sizes)} now.`]);
  if (before.grad_fn !== now.grad_fn)
    out.push(now.grad_fn === 0 ? [name(), " has no grad_fn now."] : [name(), ` has a new grad_fn, ${now.grad_fn_name}.`]);
  if (before.requires_grad !== now.requires_grad)
    out.push([name(), now.requires_grad ? " requires grad now." : " no longer requires grad."]);
  if (!before.stale && now.stale) out.push(["The view ", name(), " is stale now: its grad_fn is older than its values."]);
  if (before.stale && !now.stale) out.push(["The view ", name(), " was regenerated."]);
  if (before.grad === null && now.grad !== null)
    out.push([name(), " received ", now.grad.inference ? "an inference tensor as its gradient." : "a gradient."]);
  else if (before.grad !== null && now.grad === null) out.push(["The gradient of ", name(), " is gone."]);
  else if (now.grad !== null && !same(before.grad, now.grad)) out.push(["The gradient of ", name(), " changed."]);
  return out;
}

function changedModes(before, now) {
  const names = {
    inference: "Inference mode", grad: "Grad mode", forward_grad: "Forward-grad mode",
    autograd_excluded: "Exclusion of Autograd", adinplaceorview_excluded: "Exclusion of ADInplaceOrView",
    adinplaceorview_included: "Inclusion of ADInplaceOrView",
  };
  const out = [];
  now.threads.forEach((thread, t) => {
    const where = t === 0 ? "" : " on the second thread";
    for (const [key, name] of Object.entries(names))
      if (before.threads[t][key] !== thread[key]) out.push([`${name} is ${thread[key] ? "on" : "off"} now${where}.`]);
  });
  return out;
}

// Returns a list of sentences. Each sentence is a list of texts and elements.
function changesOf(before, now) {
  const out = changedModes(before, now);
  const written = [];
  const counted = new Map();
  now.registers.forEach((tensor, index) => {
    const old = before.registers[index];
    if (old.tensor !== tensor.tensor) out.push(newTensor(now.registers, index));
    else {
      if (old.version !== tensor.version) {
        const change = ` went from +${old.version} to +${tensor.version}.`;
        counted.set(change, [...(counted.get(change) || []), index]);
      }
      out.push(...changedTensor(old, tensor, index));
      if (!same(old.values, tensor.values)) written.push(index);
    }
  });
  for (const [change, indexes] of counted) out.push(["The version of ", ...registerNames(indexes), change]);
  if (written.length > 0) out.push(["The values of ", ...registerNames(written), " changed."]);
  return out;
}
