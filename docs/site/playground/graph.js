// Draws the recorded graph with one box for each node: the latest node at the top, leaves at the bottom.
"use strict";

const kNode = {width: 176, gapX: 18, gapY: 34, head: 26, line: 17};

// Returns the row of each node, which is one below the lowest node that leads to it. The list `nodes` has the latest
// nodes first.
function rowsOfNodes(nodes) {
  const row = new Map();
  for (const node of nodes) {
    if (!row.has(node.id)) row.set(node.id, 0);
    for (const edge of node.edges) if (edge !== 0) row.set(edge, Math.max(row.get(edge) || 0, row.get(node.id) + 1));
  }
  return row;
}

// Returns the lines in a node's box below its name, each as [text, class].
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

// Returns the rows of the picture. An edge that skips rows gets a bend in each of these rows, so that it crosses no
// box. A row consists of items {id, node, up}. `node` is null for a bend, and `up` holds the items above that lead to
// this item.
function layOut(nodes) {
  const row = rowsOfNodes(nodes);
  const items = new Map(nodes.map((node) => [node.id, {id: node.id, node, up: []}]));
  const rows = [];
  const put = (item, at) => (rows[at] = rows[at] || []).push(item);
  for (const node of nodes) put(items.get(node.id), row.get(node.id));
  for (const node of nodes) {
    for (const id of new Set(node.edges)) {
      if (!items.has(id)) continue;
      let above = items.get(node.id);
      for (let at = row.get(node.id) + 1; at < row.get(id); ++at) {
        const bend = {id: 0, node: null, up: [above]};
        put(bend, at);
        above = bend;
      }
      items.get(id).up.push(above);
    }
  }
  return rows;
}

// Gives each item its position. An item lies below the items that lead to it, and a row is sorted by their positions.
function placeNodes(nodes, step) {
  const rows = layOut(nodes);
  let y = 4;
  let width = 0;
  for (const members of rows) {
    const wanted = (item) => item.up.reduce((sum, above) => sum + above.x + above.width / 2, 0) / Math.max(item.up.length, 1);
    members.sort((a, b) => wanted(a) - wanted(b));
    let x = 4;
    let tallest = 0;
    for (const item of members) {
      item.lines = item.node === null ? [] : linesOf(item.node, step);
      item.width = item.node === null ? kNode.gapX : kNode.width;
      item.height = item.node === null ? 0 : kNode.head + item.lines.length * kNode.line + 4;
      item.x = x;
      item.y = y;
      x += item.width + kNode.gapX;
      tallest = Math.max(tallest, item.height);
    }
    for (const item of members) if (item.node === null) item.height = tallest;
    width = Math.max(width, x);
    y += tallest + kNode.gapY;
  }
  return {items: rows.flat(), width, height: y - kNode.gapY + 4};
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

function drawEdge(from, to) {
  const [x1, y1] = [from.x + from.width / 2, from.y + from.height];
  const [x2, y2] = [to.x + to.width / 2, to.y];
  const middle = (y1 + y2) / 2;
  // An edge that ends in a bend goes straight down through the bend.
  const down = to.node === null ? `V${y2 + to.height}` : "";
  return makeSvg("path", {class: "edge", d: `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}${down}`});
}

function drawGraph(step) {
  if (step.graph.length === 0) return [make("p", {class: "remark"}, "No register has a grad_fn: nothing is recorded.")];
  const {items, width, height} = placeNodes(step.graph, step);
  const size = {width, height, viewBox: `0 0 ${width} ${height}`};
  const svg = makeSvg("svg", {...size, role: "img", "aria-label": "the recorded graph"});
  for (const item of items) svg.append(...item.up.map((above) => drawEdge(above, item)));
  for (const item of items) if (item.node !== null) svg.append(drawNode(item));
  return [svg];
}
