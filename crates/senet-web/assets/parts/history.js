// The history of a match: a slider with buttons and keys, and the list of moves.

import { h, fill } from "./dom.js";
import { isQuiet, moveWords } from "./words.js";

/** A slider over the states of a match. `ongo` gets the number of the state to show. */
export class HistoryBar {
  constructor(ongo) {
    this.ongo = ongo;
    this.step = 0;
    this.steps = 0;
    this.slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step of the match", oninput: () => this.go(Number(this.slider.value)) });
    this.label = h("output", { class: "muted steps" });
    this.back = [this.button("First state", "«", () => 0), this.button("Back", "‹", () => this.step - 1)];
    this.on = [this.button("Forward", "›", () => this.step + 1), this.button("Last state", "»", () => this.steps)];
    this.element = h("div", { class: "history-bar", role: "group", "aria-label": "History of the match" }, this.back, this.slider, this.on, this.label);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  button(name, sign, where) {
    return h("button", { type: "button", class: "quiet", "aria-label": name, title: name, onclick: () => this.go(where()) }, h("span", { "aria-hidden": "true" }, sign));
  }

  show(step, steps) {
    this.step = step;
    this.steps = steps;
    this.slider.max = steps;
    this.slider.value = step;
    this.slider.disabled = steps === 0;
    this.slider.setAttribute("aria-valuetext", `State ${step} of ${steps}`);
    this.label.textContent = `${step} / ${steps}`;
    for (const button of this.back) button.disabled = step === 0;
    for (const button of this.on) button.disabled = step === steps;
  }

  go(step) {
    const to = Math.max(0, Math.min(this.steps, step));
    if (to !== this.step) this.ongo(to);
  }

  /** Arrow keys go back and forward, unless a field has the focus. */
  key(event) {
    const busy = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("input, select, textarea, dialog");
    const where = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 0, End: this.steps }[event.key];
    if (busy || where === undefined) return;
    event.preventDefault();
    this.go(where);
  }
}

/** The list of joint moves; a click shows the state after one. */
export class MoveTable {
  constructor(ongo) {
    this.ongo = ongo;
    this.body = h("tbody");
    this.heads = h("tr");
    this.element = h("div", { class: "move-table scroller", tabindex: 0, role: "region", "aria-label": "Moves so far" }, h("table", {}, h("thead", {}, this.heads), this.body));
    this.known = [];
  }

  show(roles, history, step) {
    if (this.heads.children.length === 0) fill(this.heads, h("th", { scope: "col" }, "#"), roles.map((role) => h("th", { scope: "col" }, role)));
    if (JSON.stringify(history) !== JSON.stringify(this.known)) {
      this.known = history;
      fill(this.body, history.map((joint, at) => this.row(joint, at + 1)));
    }
    for (const row of this.body.children) row.classList.toggle("present", Number(row.dataset.step) === step);
    const present = this.body.children[step - 1];
    if (present) this.element.scrollTop = present.offsetTop - this.element.clientHeight / 2;
  }

  row(joint, step) {
    const go = h("button", { type: "button", class: "quiet", "aria-label": `State after move ${step}`, onclick: () => this.ongo(step) }, String(step));
    const cells = joint.map((move, role) => h("td", { class: isQuiet(joint, role) ? "faint" : null }, moveWords(move)));
    return h("tr", { "data-step": step, onclick: () => this.ongo(step) }, h("td", {}, go), cells);
  }
}
