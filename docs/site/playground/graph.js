// Draws the recorded graph: one box for each node, the latest at the top, leaves at the bottom.
"use strict";

const kNode = {width: 176, gapX: 18, gapY: 34, head: 26, line: 17};

// The row of each node: one below the lowest node that leads to it. The list has the latest nodes first.
function rowsOfNodes(nodes) {
  const row = new Map();
  for (const node of nodes) {
    if (!row.has(node.id)) row.set(node.id, 0);
    for (const edge of node.edges) if (edge !== 0) row.set(edge, Math.max(row.get(edge) || 0, row.get(node.id) + 1));
  }
  return row;
}

// The lines of a box below its name: [text, class].
function linesOf(node, step) {
  const holders = (test) => step.registers.map((_, i) => i).filter((i) => test(step.registers[i])).map((i) => `r${i}`);
  const out = [];
  const made = holders((tensor) => tensor.grad_fn === node.id);
  if (made.length > 0) out.push([`made ${made.join(", ")}`, "made"]);
  if (node.accumulates) {
    const leaf = holders((tensor) => tensor.tensor === node.leaf);
    out.push([leaf.length > 0 ? `gradient of ${leaf.join(", ")}` : "gradient of a leaf", "made"]);
  }
  for (const saved of node.saved) {
    const held = holders((tensor) => tensor.tensor === saved.tensor);
    const what = saved.copy ? "a copy" : held.length > 0 ? held.join(", ") : "a tensor";
    out.push(saved.written === 0 ? [`saved ${what}`, "saved"] : [`saved ${what}: written since`, "written"]);
  }
  if (node.freed) out.push(["freed by a backward", "freed"]);
  if (node.hooked) out.push(["has a hook", "saved"]);
  return out;
}

function placeNodes(nodes, step) {
  const row = rowsOfNodes(nodes);
  const places = new Map();
  const rows = [];
  for (const node of nodes) (rows[row.get(node.id)] = rows[row.get(node.id)] || []).push(node);
  let y = 4;
  let width = 0;
  for (const members of rows) {
    let height = 0;
    members.forEach((node, i) => {
      const lines = linesOf(node, step);
      const x = 4 + i * (kNode.width + kNode.gapX);
      const box = {node, lines, x, y, height: kNode.head + lines.length * kNode.line + 4};
      places.set(node.id, box);
      height = Math.max(height, box.height);
      width = Math.max(width, box.x + kNode.width + 4);
    });
    y += height + kNode.gapY;
  }
  return {places, width, height: y - kNode.gapY + 4};
}

function drawNode(box) {
  const bad = box.lines.some((line) => line[1] === "written");
  const kind = box.node.accumulates ? "accumulates" : "";
  const out = makeSvg("g", {class: `node ${kind} ${bad ? "bad" : ""}`},
    makeSvg("rect", {x: box.x, y: box.y, width: kNode.width, height: box.height, rx: 8}));
  const text = (content, y, className) => {
    const short = content.length > 25 ? `${content.slice(0, 24)}…` : content;
    const element = makeSvg("text", {x: box.x + 10, y, class: className}, short);
    element.append(makeSvg("title", {}, content));
    out.append(element);
  };
  text(box.node.name, box.y + 18, "name");
  box.lines.forEach((line, i) => text(line[0], box.y + kNode.head + 12 + i * kNode.line, line[1]));
  return out;
}

function drawGraph(step) {
  if (step.graph.length === 0) return [make("p", {class: "remark"}, "No register has a grad_fn: nothing is recorded.")];
  const {places, width, height} = placeNodes(step.graph, step);
  const svg = makeSvg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": "the recorded graph"});
  for (const box of places.values()) {
    for (const id of new Set(box.node.edges)) {
      const to = places.get(id);
      if (to === undefined) continue;
      const [x1, y1] = [box.x + kNode.width / 2, box.y + box.height];
      const [x2, y2] = [to.x + kNode.width / 2, to.y];
      const bend = Math.min(30, (y2 - y1) / 2);
      svg.append(makeSvg("path", {class: "edge", d: `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`}));
    }
  }
  for (const box of places.values()) svg.append(drawNode(box));
  return [svg];
}
