// Lists of matches: running ones with their boards, and finished ones.

import { fill, h } from "./dom.js";
import { part } from "./api.js";
import { showPicture } from "./picture.js";
import { ago, count, several } from "./words.js";

function seatText(seat) {
  if (typeof seat === "string") return seat;
  if (seat.kind === "human") return seat.name === "human" ? "a person" : seat.name;
  return seat.kind === "chance" ? "chance" : seat.level ? `computer, ${seat.level.toLowerCase()}` : seat.name;
}

/** The players in one line. */
export function playersLine(roles, seats) {
  return roles.map((role, n) => `${role}: ${seatText(seats[n])}`).join(", ");
}

/** A running match as a card with its board. */
export class LiveCard {
  constructor(title, href) {
    this.picture = h("div", { class: "thumbnail loaded", "aria-hidden": "true" });
    this.line = h("p", { class: "muted small" });
    this.players = h("p", { class: "small" });
    const name = href ? h("a", { class: "card-link", href }, title) : h("span", {}, title);
    this.element = h("li", { class: "card" }, this.picture, h("div", { class: "card-text" }, h("h3", {}, name), this.line, this.players));
  }

  show(view, note = "") {
    if (view.svg && view.svg !== this.shown) {
      showPicture(this.picture, view.svg);
      this.shown = view.svg;
    }
    this.line.textContent = [view.goals ? `over, ${view.goals.map(count).join(" : ")}` : several(view.step, "move"), note].filter(Boolean).join(" · ");
    this.players.textContent = playersLine(view.roles, view.seats);
  }
}

/** A finished match as a row. */
export function recordRow(record) {
  if (record.problem) return h("li", {}, h("strong", {}, record.id), h("span", { class: "muted small" }, record.problem));
  const when = record.started_ms ? ago(record.started_ms) : "";
  return h(
    "li",
    {},
    h("a", { class: "row-link", href: `/records/${part(record.id)}` }, h("strong", {}, record.game), h("span", { class: "muted small" }, [several(record.moves, "move"), record.tournament, when].filter(Boolean).join(" · "))),
    h("span", { class: "small results" }, record.roles.map((role, n) => h("span", { class: n === bestOf(record.goals) ? "won" : null }, `${record.players[n] ?? role} `, h("b", {}, record.goals ? count(record.goals[n]) : "–")))),
  );
}

function bestOf(goals) {
  if (!goals || goals.length < 2) return -1;
  const best = Math.max(...goals);
  return goals.filter((goal) => goal === best).length === 1 ? goals.indexOf(best) : -1;
}

/** Fills a list, or shows a text if it is empty. */
export function fillOrSay(list, items, nothing) {
  fill(list, items.length > 0 ? items : h("li", { class: "nothing muted" }, nothing));
}
