// A text field for rules with line numbers, syntax colours, and marks. The visible text is below the field, whose own text is transparent.

import { fill, h } from "./dom.js";
import { coloured } from "./sheet.js";

/** The field. `onchange` gets the changed text, `oncaret` the position of the caret. */
export class Editor {
  constructor({ onchange, oncaret }) {
    this.onchange = onchange;
    this.marks = [];
    this.area = h("textarea", { class: "code", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-label": "Rules", "aria-describedby": "note", placeholder: "(role white)\n(role black)\n…\n\nPaste rules here, write them, or drop a file." });
    this.under = h("pre", { class: "code under", "aria-hidden": "true" });
    this.numbers = h("pre", { class: "code numbers", "aria-hidden": "true" });
    this.element = h("div", { class: "editor" }, this.numbers, h("div", { class: "layers" }, this.under, this.area));
    this.area.addEventListener("input", () => this.changed());
    this.area.addEventListener("scroll", () => this.follow());
    for (const kind of ["keyup", "click", "focus"]) this.area.addEventListener(kind, () => oncaret(this.area.selectionStart));
    this.acceptFiles();
  }

  get text() {
    return this.area.value;
  }

  set text(text) {
    this.area.value = text;
    this.changed();
  }

  /** Takes the text of a file. */
  take(fileName, text) {
    this.fileName = fileName;
    this.text = text;
  }

  changed() {
    if (this.text.trim() === "") this.fileName = null;
    // Old marks would be under the wrong words; new ones follow in a moment.
    this.marks = [];
    this.draw();
    this.onchange(this.text);
  }

  /** Shows marks, each `{start, end, severity}`. An empty mark covers the next letter. */
  mark(marks) {
    this.marks = marks.map((mark) => ({ ...mark, end: Math.max(mark.end, mark.start + 1) }));
    this.draw();
  }

  draw() {
    // An empty last line also counts.
    fill(this.under, coloured(this.text, this.marks), "\n");
    const lines = this.text.split("\n").length;
    if (this.lines !== lines) {
      this.lines = lines;
      this.numbers.textContent = Array.from({ length: lines }, (_, n) => n + 1).join("\n");
    }
    this.follow();
  }

  follow() {
    this.under.scrollTop = this.area.scrollTop;
    this.under.scrollLeft = this.area.scrollLeft;
    this.numbers.scrollTop = this.area.scrollTop;
  }

  /** Selects a part of the text and scrolls to it. */
  select(start, end) {
    this.area.focus();
    this.area.setSelectionRange(start, end);
    const line = this.text.slice(0, start).split("\n").length - 1;
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.scrollTop = Math.max(0, line * height - this.area.clientHeight / 2);
    this.follow();
  }

  acceptFiles() {
    this.element.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.element.classList.add("dropping");
    });
    this.element.addEventListener("dragleave", () => this.element.classList.remove("dropping"));
    this.element.addEventListener("drop", async (event) => {
      event.preventDefault();
      this.element.classList.remove("dropping");
      const file = event.dataTransfer.files[0];
      if (file) this.take(file.name, await file.text());
      else if (event.dataTransfer.getData("text")) this.text = event.dataTransfer.getData("text");
    });
  }
}
