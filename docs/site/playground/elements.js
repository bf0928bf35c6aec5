// Makes HTML elements for the page, and formats what the bridge returns.
"use strict";

// make("span", {class: "name", title: "..."}, child, "text", ...) returns an element. A child that is null is left out.
function make(tag, attributes, ...children) {
  const out = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) out.addEventListener(name.slice(2), value);
    else out.setAttribute(name, value === true ? "" : value);
  }
  out.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return out;
}

function makeSvg(tag, attributes, ...children) {
  const out = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes || {})) out.setAttribute(name, value);
  out.append(...children);
  return out;
}

// Returns an element with the name of a register, in the register's colour.
function registerName(index, more = "") {
  return make("span", {class: `reg r${index}`}, `r${index}${more}`);
}

// Returns the elements of a list such as "r0, r2 and r5".
function registerNames(indexes) {
  return indexes.flatMap((index, i) => {
    const before = i === 0 ? [] : [i === indexes.length - 1 ? " and " : ", "];
    return [...before, registerName(index)];
  });
}

function number(value) {
  if (typeof value === "string") return value;  // the bridge returns "nan" and "inf" as strings
  if (typeof value === "boolean") return value ? "true" : "false";
  if (Array.isArray(value)) return `${number(value[0])}${value[1] < 0 ? "−" : "+"}${number(Math.abs(value[1]))}i`;
  const text = Number.isInteger(value) ? String(value) : String(Number(value.toFixed(4)));
  return text.replace("-", "−");
}

function list(numbers) {
  return `[${numbers.join(", ")}]`;
}

function isContiguous(tensor) {
  let expected = 1;
  for (let d = tensor.sizes.length - 1; d >= 0; --d) {
    if (tensor.sizes[d] !== 1 && tensor.strides[d] !== expected) return false;
    expected *= tensor.sizes[d];
  }
  return true;
}

function elementCount(tensor) {
  return tensor.sizes.reduce((product, size) => product * size, 1);
}

// Returns the registers other than `index` for which `same(register)` is true.
function others(registers, index, same) {
  return registers.map((_, i) => i).filter((i) => i !== index && same(registers[i]));
}
