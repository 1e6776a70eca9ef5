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

/** Groups the moves of a match in rows: each role moves at most once in a row, in the order of the roles. */
export function moveRows(history, notation) {
  const rows = [];
  history.forEach((joint, at) => {
    const cells = joint.map((move, role) => ({ role, step: at + 1, text: notation[at] ? notation[at][role] : isQuiet(joint, role) ? null : moveWords(move) })).filter(({ text }) => text !== null && text !== undefined);
    const last = rows.at(-1);
    const fits = last && cells.every(({ role }) => last.every((cell) => cell.role < role || cell.step === at + 1));
    if (fits) last.push(...cells);
    else if (cells.length > 0) rows.push([...cells]);
  });
  return rows;
}

/** The list of moves, one row for each full turn; a click shows the state after a move. */
export class MoveTable {
  constructor(ongo) {
    this.ongo = ongo;
    this.body = h("tbody");
    this.heads = h("tr");
    this.element = h("div", { class: "move-table scroller", tabindex: 0, role: "region", "aria-label": "Moves so far" }, h("table", {}, h("thead", {}, this.heads), this.body));
    this.known = "";
  }

  show({ roles, seats, history, notation = [] }, step) {
    const columns = roles.map((_, role) => role).filter((role) => seats[role].kind !== "chance" || history.length === 0 || notation.some((row) => row?.[role]) || notation.length === 0);
    const known = JSON.stringify([columns, history, notation]);
    if (known !== this.known) {
      this.known = known;
      fill(this.heads, h("th", { scope: "col" }, "#"), columns.map((role) => h("th", { scope: "col" }, roles[role])));
      fill(this.body, moveRows(history, notation).map((cells, at) => this.row(cells, at + 1, columns)));
    }
    let present = null;
    for (const button of this.body.querySelectorAll("button")) {
      const here = Number(button.dataset.step) === step;
      button.classList.toggle("present", here);
      if (here) present = button;
    }
    if (present) this.element.scrollTop = present.offsetTop - this.element.clientHeight / 2;
  }

  row(cells, number, columns) {
    const cell = (role) => {
      const own = cells.find((cell) => cell.role === role);
      return h("td", {}, own ? h("button", { type: "button", class: "quiet", "data-step": own.step, onclick: () => this.ongo(own.step) }, own.text) : null);
    };
    return h("tr", {}, h("th", { scope: "row" }, `${number}.`), columns.map(cell));
  }
}
