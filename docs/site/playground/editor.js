// The editor of the page. It has a text area over a coloured copy of the text, a gutter with the outcome of each line,
// and a line of help.
"use strict";

const editor = {
  commands: [],  // every command that the bridge knows, by name and schema
  names: new Map(),

  start(commands, onInput, onLine) {
    this.commands = commands;
    this.names = new Map(commands.map((command) => [command.name, command]));
    this.area = document.getElementById("program");
    this.onLine = onLine;
    this.area.addEventListener("input", () => { this.paint(); this.help(); onInput(); });
    for (const event of ["keyup", "click"]) this.area.addEventListener(event, () => this.help());
    this.area.addEventListener("keydown", (event) => this.key(event));
  },

  get text() { return this.area.value; },
  set text(value) { this.area.value = value; this.paint(); document.getElementById("hint").replaceChildren(); },

  key(event) {
    if (event.key === "Escape") {
      document.getElementById("stepper").focus();
      event.preventDefault();
    } else if (event.key === "Tab" && !event.shiftKey && this.suggested !== undefined) {
      this.complete(this.suggested);
      event.preventDefault();
    }
  },

  // Returns the name that stands before the caret, and where the name begins.
  wordAtCaret() {
    const before = this.area.value.slice(0, this.area.selectionStart);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    if (line.includes("#")) return null;
    const match = line.match(/(?:^|[=\]\s])([A-Za-z_][\w.]*)$/);
    return match === null ? null : {name: match[1], begin: before.length - match[1].length};
  },

  complete(name) {
    const word = this.wordAtCaret();
    if (word === null) return;
    this.area.setRangeText(name, word.begin, this.area.selectionStart, "end");
    this.area.dispatchEvent(new Event("input"));
    this.area.focus();
  },

  // Shows help below the editor: the schema of the command in the caret's line, or the names that begin like the typed
  // word.
  help() {
    const hint = document.getElementById("hint");
    const word = this.wordAtCaret();
    this.suggested = undefined;
    if (word !== null && word.name.length > 1 && !this.names.has(word.name) && document.activeElement === this.area) {
      const begins = this.commands.filter((command) => command.name.startsWith(word.name)).slice(0, 6);
      if (begins.length > 0) {
        this.suggested = begins[0].name;
        hint.replaceChildren(...begins.map((command) =>
          make("button", {type: "button", onclick: () => this.complete(command.name), title: command.schema}, command.name)));
        return;
      }
    }
    const line = this.area.value.slice(0, this.area.selectionStart).split("\n").length - 1;
    const named = (this.area.value.split("\n")[line] || "").replace(/#.*/, "").match(/([A-Za-z_][\w.]*)\s*\(/);
    const command = named === null ? undefined : this.names.get(named[1]);
    hint.replaceChildren(command === undefined ? "" : make("code", {}, command.schema));
  },

  colour(line) {
    const comment = line.indexOf("#");
    const code = comment < 0 ? line : line.slice(0, comment);
    const out = code.split(/(\br[0-5]\b|[A-Za-z_][\w.]*(?=\s*\()|\[t1\])/).map((part) => {
      if (/^r[0-5]$/.test(part)) return make("span", {class: `reg ${part}`}, part);
      if (this.names.has(part)) return make("span", {class: /Guard|Mode|Below|NonVariable/.test(part) ? "guard" : "name"}, part);
      return part;
    });
    if (comment >= 0) out.push(make("span", {class: "comment"}, line.slice(comment)));
    return out;
  },

  paint() {
    const lines = this.area.value.split("\n");
    const mirror = document.getElementById("mirror");
    mirror.replaceChildren(...lines.map((line, i) => make("div", {"data-line": i + 1}, ...this.colour(line), "\n")));
    const longest = Math.max(...lines.map((line) => line.length), 20);
    this.area.style.height = mirror.style.height = `calc(${Math.max(lines.length, 5)} * var(--row) + 1.2rem)`;
    this.area.parentElement.style.minWidth = `calc(${longest + 2}ch + 1rem)`;
  },

  // Marks lines. `marks` maps a line to {class, text, title, step}; `current` is the line of the present step, or 0 for
  // none.
  mark(marks, current) {
    const count = this.area.value.split("\n").length;
    document.getElementById("gutter").replaceChildren(...Array.from({length: count}, (_, i) => {
      const mark = marks.get(i + 1);
      if (mark === undefined) return make("span", {class: "line"}, String(i + 1));
      return make("button", {type: "button", class: `line ${mark.class} ${i + 1 === current ? "current" : ""}`, tabindex: "-1",
        title: mark.title, onclick: () => this.onLine(mark.step)}, make("span", {}, mark.text), String(i + 1));
    }));
    for (const line of document.getElementById("mirror").children) {
      const number_ = Number(line.dataset.line);
      line.className = [number_ === current ? "current" : "", (marks.get(number_) || {}).class || ""].join(" ").trim();
    }
  },

  // Scrolls to a line within the editor's box, and never scrolls the page.
  show(line) {
    const box = document.getElementById("editor");
    const element = document.getElementById("mirror").children[line - 1];
    if (element === undefined || box.scrollHeight <= box.clientHeight) return;
    const top = element.offsetTop;
    if (top < box.scrollTop || top + element.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = top - box.clientHeight / 2;
  },
};
