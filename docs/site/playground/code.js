// Shows the program as a Python or C++ file that runs on PyTorch.
"use strict";

const codeDialog = {
  // emit(language) returns the bridge's answer for "python" or "cpp".
  start(emit) {
    this.emit = emit;
    this.dialog = document.getElementById("code");
    this.tabs = [...this.dialog.querySelectorAll("[data-language]")];
    document.getElementById("open-code").addEventListener("click", () => { this.dialog.showModal(); this.show("python"); });
    document.getElementById("copy-code").addEventListener("click", () => this.copy());
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.dialog.close(); });
    for (const tab of this.tabs) tab.addEventListener("click", () => this.show(tab.dataset.language));
  },

  show(language) {
    const answer = this.emit(language);
    for (const tab of this.tabs) tab.classList.toggle("chosen", tab.dataset.language === language);
    document.getElementById("code-remark").textContent = answer.error ? "" : language === "python"
      ? "Save the file and run it with Python; it needs the package torch only."
      : "Save the file and compile it against libtorch; it needs nothing else.";
    // Remove the hint at the command's option --as cpp: on this page a button shows the C++ file.
    document.getElementById("code-text").textContent =
      answer.error ? answer.error.message.replace(" (--as cpp)", "") : answer.text;
  },

  copy() {
    const button = document.getElementById("copy-code");
    const say = (text) => { button.textContent = text; setTimeout(() => { button.textContent = "Copy"; }, 1500); };
    if (!navigator.clipboard) return say("Select the text");
    const text = document.getElementById("code-text").textContent;
    navigator.clipboard.writeText(text).then(() => say("Copied"), () => say("Select the text"));
  },
};
