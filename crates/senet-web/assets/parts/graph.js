// The expected goals over a match, as a graph. A click shows the state.

import { fill, h, s } from "./dom.js";
import { short } from "./words.js";

const [WIDE, HIGH] = [320, 90];

/** The points of a role: the number of the state and its value, where one is known. */
function points(values, role) {
  return values.map((row, step) => [step, row?.[role]]).filter(([, value]) => Number.isFinite(value));
}

/** The graph. `ongo` gets the number of a state. */
export class Graph {
  constructor(ongo) {
    this.ongo = ongo;
    this.picture = s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "evaluation", role: "img" });
    this.note = h("p", { class: "muted small" });
    this.actions = h("div", { class: "row tight" });
    this.element = h("section", { class: "panel", "aria-label": "Evaluation", hidden: true }, h("h2", {}, "Expected points"), this.picture, this.note, this.actions);
    this.picture.addEventListener("click", (event) => this.click(event));
  }

  /** Shows the values of the states of a match; `values` has a list for each state, or nothing. */
  show(view, values, step) {
    const roles = view.roles.map((_, role) => role).filter((role) => view.seats[role].kind !== "chance");
    const lines = roles.map((role) => [role, points(values, role)]).filter(([, known]) => known.length > 0);
    this.steps = Math.max(1, view.history.length);
    this.element.hidden = lines.length === 0 && this.actions.children.length === 0;
    this.picture.toggleAttribute("hidden", lines.length === 0);
    const x = (at) => 6 + (at / this.steps) * (WIDE - 12);
    const y = (value) => HIGH - 6 - (value / 100) * (HIGH - 12);
    const path = (known) => known.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
    const style = (role) => ({ class: `role-${role % 6}`, style: `--chip: var(--chip-${role})` });
    const line = ([role, known]) => s("g", style(role), s("polyline", { class: "outline", points: path(known).join(" ") }), s("polyline", { class: "values", points: path(known).join(" ") }), known.length < 3 ? known.map(([at, value]) => s("circle", { class: "value", cx: x(at), cy: y(value), r: 3 })) : null);
    fill(this.picture, s("line", { class: "middle", x1: 6, x2: WIDE - 6, y1: y(50), y2: y(50) }), lines.map(line), s("line", { class: "now", x1: x(step), x2: x(step), y1: 2, y2: HIGH - 2 }));
    const told = lines.map(([role, known]) => [role, known.filter(([at]) => at <= step).at(-1)]).filter(([, last]) => last);
    const words = told.map(([role, [, value]]) => `${view.roles[role]} ${short(value, 0)}`).join(", ");
    this.picture.setAttribute("aria-label", `Expected points over the match. ${words}`);
    this.note.textContent = words;
  }

  click(event) {
    const box = this.picture.getBoundingClientRect();
    const share = (event.clientX - box.x) / box.width;
    this.ongo(Math.round(Math.max(0, Math.min(1, (share * WIDE - 6) / (WIDE - 12))) * this.steps));
  }
}
