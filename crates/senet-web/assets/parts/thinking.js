// Reports of thinking players.

import { h, fill } from "./dom.js";
import { count, jointWords, moveWords, several, short } from "./words.js";

/** The value of a move for a role as text; goals are from 0 to 100. */
function worth(values, role) {
  const value = values?.[role];
  return value === undefined || value === null ? "" : short(value, 1);
}

function provenSign(proven) {
  return proven ? h("span", { class: "tag good", title: "This value is proven." }, "proven") : null;
}

/** A move with its share of the visits as a bar. */
function bar(move, most, role) {
  const share = most > 0 ? Math.max(0.01, move.visits / most) : 0;
  return h(
    "li",
    { class: "thought" },
    h("span", { class: "thought-move" }, moveWords(move.text), provenSign(move.proven)),
    h("span", { class: "thought-value", title: "Expected points" }, worth(move.values, role)),
    h("span", { class: "meter", "aria-hidden": "true" }, h("span", { style: `width:${(share * 100).toFixed(1)}%` })),
    h("span", { class: "thought-visits muted small" }, several(move.visits, "visit")),
  );
}

/** The report of one role. */
export function thoughts(role, name, data) {
  const most = Math.max(0, ...data.moves.map((move) => move.visits));
  const facts = [`${short(data.seconds, 1)} s`, data.simulations ? several(data.simulations, "simulation") : null, data.nodes ? several(data.nodes, "node") : null, data.depth ? `depth ${count(data.depth)}` : null];
  const line = (data.line ?? []).map(jointWords).filter(Boolean).slice(0, 12);
  return [
    h("p", { class: "small" }, h("strong", {}, role), ` by ${name} · `, h("span", { class: "muted" }, facts.filter(Boolean).join(" · "))),
    h("ol", { class: "thoughts" }, data.moves.slice(0, 6).map((move) => bar(move, most, data.role))),
    line.length > 0 ? h("p", { class: "line small" }, h("span", { class: "muted" }, "Expects "), line.map((move, at) => [at > 0 ? h("span", { class: "faint" }, " → ") : null, h("span", { class: "mono" }, move)])) : null,
  ];
}

/** A panel with the reports of players about the shown state. It keeps the reports about all states of the match. */
export class Thinking {
  constructor() {
    this.known = new Map();
    this.body = h("div", { class: "stack tight" });
    this.element = h("section", { class: "panel thinking", "aria-label": "Thinking", hidden: true }, h("h2", {}, "What the computer thinks"), this.body);
  }

  hear(data) {
    if (!this.known.has(data.step)) this.known.set(data.step, new Map());
    this.known.get(data.step).set(data.role, data);
  }

  /** Drops the reports of undone moves. */
  forgetAfter(step) {
    for (const known of [...this.known.keys()].filter((known) => known > step)) this.known.delete(known);
  }

  /** Shows the reports about a state. If there are none, or they are `secret`, shows those of the state before it. */
  show(view, step, secret) {
    const at = this.known.has(step) && !secret ? step : step - 1;
    const heard = [...(this.known.get(at)?.values() ?? [])].filter((data) => data.moves.length > 0 || data.simulations > 0 || data.nodes > 0).sort((a, b) => a.role - b.role);
    this.element.hidden = heard.length === 0;
    fill(this.body, heard.map((data) => h("div", {}, thoughts(view.roles[data.role], view.seats[data.role].name, data))));
  }
}
