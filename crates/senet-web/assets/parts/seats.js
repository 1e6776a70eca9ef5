// Seats: choosing their players and showing them.

import { h, fill } from "./dom.js";
import { count, several, short } from "./words.js";

/** The chance role, a keyword of GDL. */
export const CHANCE = "random";

/** The coloured chip of a role, as on boards. */
export function chip(role) {
  return h("span", { class: `chip role-${role % 6}`, style: `--chip: var(--chip-${role})`, "aria-hidden": "true" });
}

/** Fields to choose the player of a seat. */
export class SeatFields {
  constructor(role, index, players, seat) {
    this.players = players;
    this.who = h("select", { class: "who", onchange: () => this.changed() }, h("option", { value: "" }, "You"), players.map((player) => h("option", { value: player.kind }, player.kind)));
    this.seconds = h("input", { type: "number", class: "seconds", min: 0.05, max: 60, step: "any", value: seat.seconds ?? 1 });
    this.about = h("p", { class: "muted small about" });
    this.options = h("div", { class: "fields" });
    this.details = h("details", {}, h("summary", {}, "Options"), this.options);
    this.time = h("label", { class: "field short" }, h("span", {}, "Seconds a move"), this.seconds);
    const chance = role === CHANCE;
    this.element = h(
      "fieldset",
      { class: "panel seat" },
      h("legend", {}, chip(index), ` ${role}`),
      chance ? h("p", { class: "muted" }, "Chance plays this role.") : [h("div", { class: "fields" }, h("label", { class: "field" }, h("span", {}, "Played by"), this.who), this.time), this.about, this.details],
    );
    this.who.value = seat.kind ?? "";
    this.changed();
  }

  changed() {
    const player = this.player();
    this.time.hidden = !player;
    this.details.hidden = !player;
    this.about.textContent = player ? player.about : "A person at this screen.";
    const known = player?.options ?? [];
    fill(this.options, known.length > 0 ? known.map((option) => this.option(option)) : this.freeOptions());
  }

  option({ key, about, default: usual }) {
    return h("label", { class: "field" }, h("span", {}, key), h("input", { name: key, placeholder: usual ?? "", autocomplete: "off" }), about ? h("small", { class: "muted" }, about) : null);
  }

  /** A player without listed options takes them in the form of the command line. */
  freeOptions() {
    return h("label", { class: "field" }, h("span", {}, "Options"), h("input", { placeholder: "key=value, …", autocomplete: "off" }));
  }

  player() {
    return this.players.find((player) => player.kind === this.who.value);
  }

  /** The seat in the form of the server. */
  value() {
    const player = this.player();
    if (!player) return { human: true };
    const set = [...this.options.querySelectorAll("input")].filter((input) => input.value.trim() !== "");
    const options = set.map((input) => (input.name ? `${input.name}=${input.value.trim()}` : input.value.trim().replaceAll(/\s*,\s*/g, ","))).join(",");
    return { player: options === "" ? player.kind : `${player.kind}:${options}`, seconds: Number(this.seconds.value) || 1 };
  }
}

/** The activity of a seat in a view. */
function doing(view, role) {
  if (view.goals) return h("strong", { class: "score" }, count(view.goals[role]), h("span", { class: "hidden" }, view.goals[role] === 1 ? " point" : " points"));
  if (view.status === "over" || view.status === "failed") return null;
  if ((view.legal[role]?.length ?? 0) < 2) return null;
  if (view.chosen?.[role]) return h("span", { class: "tag" }, "has moved");
  return h("span", { class: "tag active" }, view.seats[role].kind === "human" ? "to move" : "thinks");
}

function whoText(seat, mine) {
  if (seat.kind === "chance") return "chance";
  if (seat.kind === "human") return mine ? "you" : "a person";
  return seat.seconds ? `${seat.name}, ${short(seat.seconds)} s` : seat.name;
}

/** The seats of a match with their activity. `onchange`, if given, is called with the role whose seat shall change. */
export function seatCards(view, mine, onchange) {
  const best = view.goals ? Math.max(...view.goals) : null;
  const card = (seat, role) =>
    h(
      "li",
      { class: `seat-card ${best !== null && view.goals[role] === best && view.goals.some((goal) => goal < best) ? "winner" : ""}` },
      chip(role),
      h("span", { class: "seat-name" }, h("strong", {}, view.roles[role]), h("span", { class: "muted small" }, whoText(seat, mine))),
      doing(view, role),
      onchange && seat.kind !== "chance" && view.status !== "over" ? h("button", { type: "button", class: "quiet small", "aria-label": `Change who plays ${view.roles[role]}`, onclick: () => onchange(role) }, "change") : null,
    );
  return h("ul", { class: "seat-cards" }, view.seats.map(card));
}

/** The result in words. */
export function resultWords(roles, goals) {
  if (goals.length === 1) return `The end: ${several(goals[0], "point")} of 100.`;
  const best = Math.max(...goals);
  const winners = roles.filter((_, role) => goals[role] === best);
  const score = goals.map(count).join(" : ");
  if (winners.length === roles.length) return `A draw, ${score}.`;
  return winners.length === 1 ? `${winners[0]} wins, ${score}.` : `${winners.join(" and ")} win, ${score}.`;
}
