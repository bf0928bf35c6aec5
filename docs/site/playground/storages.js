// Draws each storage as a row of elements. Rows below show which elements each tensor sees.
"use strict";

const kItemSizes = {
  float32: 4, float64: 8, int64: 8, bool: 1, uint8: 1, int8: 1, int16: 2, int32: 4, float16: 2, bfloat16: 2, complex64: 8,
  complex128: 16,
};

// Returns for each element of the storage how often the tensor sees it.
function seenBy(tensor, storage) {
  const out = new Array(storage.elements).fill(0);
  const ratio = kItemSizes[tensor.dtype] / kItemSizes[storage.dtype];
  const walk = (d, place) => {
    if (d === tensor.sizes.length) {
      const first = Math.floor(place * ratio);
      for (let i = first; i < first + Math.max(1, ratio); ++i) if (i < out.length) ++out[i];
      return;
    }
    for (let i = 0; i < tensor.sizes[d]; ++i) walk(d + 1, place + i * tensor.strides[d]);
  };
  walk(0, tensor.offset);
  return out;
}

// Returns a row for each tensor in a storage, with all registers that hold the tensor, and a row for each gradient.
function rowsOf(step, storage) {
  const out = [];
  step.registers.forEach((tensor, index) => {
    if (tensor.storage !== storage.id) return;
    const row = out.find((other) => other.tensor.tensor === tensor.tensor);
    if (row !== undefined) row.registers.push(index);
    else out.push({registers: [index], tensor, more: ""});
  });
  step.registers.forEach((tensor, index) => {
    if (tensor.grad === null || tensor.grad.storage !== storage.id) return;
    if (out.some((row) => row.more === ".grad" && step.registers[row.registers[0]].tensor === tensor.tensor)) return;
    out.push({registers: [index], tensor: tensor.grad, more: ".grad"});
  });
  return out;
}

function drawRow(row, storage, shown) {
  const seen = seenBy(row.tensor, storage);
  const color = `r${row.registers[0]}`;
  const out = [make("span", {class: "label"}, row.registers.map((index) => registerName(index, row.more)))];
  for (let i = 0; i < shown; ++i) {
    const ends = `${i === 0 || seen[i - 1] === 0 ? "begins" : ""} ${i + 1 === seen.length || seen[i + 1] === 0 ? "ends" : ""}`;
    out.push(seen[i] === 0 ? make("span", {class: "none"})
      : make("span", {class: `bar ${color} ${ends}`, title: seen[i] > 1 ? `seen ${seen[i]} times` : null},
        seen[i] > 1 ? `×${seen[i]}` : ""));
  }
  return out;
}

function drawStorage(step, before, storage) {
  const rows = rowsOf(step, storage);
  const shown = Math.min(storage.elements, 32);
  const old = before === null ? undefined : before.storages.find((other) => other.id === storage.id);
  const comparable = old !== undefined && old.values !== null && storage.values !== null;
  const cells = [make("span", {class: "label"})];
  for (let i = 0; i < shown; ++i) {
    const value = storage.values === null ? "?" : number(storage.values[i]);
    const changed = comparable && !same(old.values[i], storage.values[i]);
    cells.push(make("span", {class: `cell ${changed ? "changed" : ""}`}, value));
  }
  const sharers = rows.length > 1 ? `, shared by ${rows.length} tensors` : "";
  const rest = storage.elements > shown ? `, the first ${shown} of ${storage.elements} elements` : "";
  return make("figure", {class: `storage ${kindOf(rows[0].tensor)} ${rows.length > 1 ? "shared" : ""}`},
    make("figcaption", {}, make("b", {}, `storage ${storage.id}`), ` ${storage.bytes} bytes${sharers}${rest}`),
    make("div", {class: "strip", style: `grid-template-columns: max-content repeat(${Math.max(shown, 1)}, minmax(2.6rem, auto))`},
      cells, rows.map((row) => drawRow(row, storage, shown))));
}

function drawStorages(step, before) {
  const sharing = (storage) => rowsOf(step, storage).length > 1;
  return [...step.storages.filter(sharing), ...step.storages.filter((storage) => !sharing(storage))]
    .map((storage) => drawStorage(step, before, storage));
}
