// The list of examples. A reader searches it by words, and chooses with the mouse or the arrow keys.
"use strict";

const picker = {
  start(examples, onChoice) {
    this.dialog = document.getElementById("examples");
    this.search = document.getElementById("search");
    this.examples = examples;
    this.onChoice = onChoice;
    document.getElementById("open-examples").addEventListener("click", () => this.open());
    this.search.addEventListener("input", () => this.draw());
    document.getElementById("surprise").addEventListener("click", () => {
      this.choose(examples[Math.floor(Math.random() * examples.length)]);
    });
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
    this.dialog.addEventListener("keydown", (event) => this.key(event));
  },

  choose(example) {
    this.dialog.close();
    this.onChoice(example);
  },

  open() {
    this.dialog.showModal();
    this.search.select();
    this.draw();
  },

  key(event) {
    const buttons = [...this.dialog.querySelectorAll("#found button")];
    const at = buttons.indexOf(document.activeElement);
    if (event.key === "ArrowDown" && at + 1 < buttons.length) buttons[at + 1].focus();
    else if (event.key === "ArrowUp") (at > 0 ? buttons[at - 1] : this.search).focus();
    else if (event.key === "Enter" && document.activeElement === this.search && buttons.length > 0) buttons[0].click();
    else return;
    event.preventDefault();
  },

  matches(example, words) {
    const text = `${example.group} ${example.title} ${example.note} ${example.program}`.toLowerCase();
    return words.every((word) => text.includes(word));
  },

  draw() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const found = this.examples.filter((example) => this.matches(example, words));
    const groups = [...new Set(found.map((example) => example.group))];
    const button = (example) => make("button", {type: "button", onclick: () => this.choose(example)},
      example.label ? make("span", {class: "label"}, example.label) : null, example.title);
    document.getElementById("found").replaceChildren(...groups.flatMap((group) => [
      make("h3", {}, group),
      make("div", {}, found.filter((example) => example.group === group).map(button)),
    ]), found.length === 0 ? make("p", {}, "No example has all these words.") : "");
  },
};
