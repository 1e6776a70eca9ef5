// Seats: choosing their players and showing them.

import { h, fill } from "./dom.js";
import { showPicture } from "./picture.js";
import { count, listed, several, short } from "./words.js";

/** The chance role, a keyword of GDL. */
export const CHANCE = "random";

/** The coloured chip of a role, as on boards. */
export function chip(role) {
  return h("span", { class: `chip role-${role % 6}`, style: `--chip: var(--chip-${role})`, "aria-hidden": "true" });
}

/** The choice of a friend at another screen. */
export const LINK = "link";

/** Fields to choose who plays a role: you, a friend, a level, or a player with options. */
export class SeatFields {
  constructor(role, index, { players, levels }, seat) {
    this.players = players;
    this.levels = levels;
    const option = (value, text) => h("option", { value }, text);
    const friend = seat.alone ? null : option(LINK, "A friend, by a link");
    this.who = h("select", { class: "who", onchange: () => this.changed() }, option("", "You"), friend, h("optgroup", { label: "The computer" }, levels.map(({ name, title }) => option(`level:${name}`, title))), h("optgroup", { label: "Advanced: players by name" }, players.map(({ kind }) => option(kind, kind))));
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
    this.about.textContent = player ? player.about : (this.level()?.about ?? (this.isLink() ? "You get a link to send. Your friend can use another computer or phone." : "A person at this screen."));
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

  level() {
    return this.levels.find((level) => `level:${level.name}` === this.who.value);
  }

  /** True if a friend will get a link for the seat. */
  isLink() {
    return this.who.value === LINK;
  }

  /** The seat in the form of the server. */
  value(name) {
    const player = this.player();
    if (this.level()) return { level: this.level().name };
    if (!player) return this.isLink() || !name ? { human: true } : { human: true, name };
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
  if (seat.kind === "human" && seat.joined === false) return "waiting for a friend";
  if (seat.kind === "human") return [seat.name === "human" ? null : seat.name, mine ? "you" : null].filter(Boolean).join(", ") || "a person";
  if (seat.level) return `computer, ${seat.level.toLowerCase()}`;
  return seat.seconds ? `${seat.name}, ${short(seat.seconds)} s` : seat.name;
}

function clock(view, role) {
  const time = view.clocks?.[role];
  return time ? h("span", { class: `clock ${time.running ? "running" : ""}`, role: "timer", "aria-label": `Clock of ${view.roles[role]}`, "data-left": time.left, "data-running": time.running ? "yes" : null }) : null;
}

/** The pieces that a role has lost. */
function lost(view, role) {
  const pieces = (view.gone ?? []).filter(({ owner }) => owner === role);
  if (pieces.length === 0) return null;
  const piece = ({ svg, title, count }) => {
    const face = h("span", { class: "piece", "aria-hidden": "true" });
    showPicture(face, svg);
    return h("li", { title: `${count} ${title}` }, face, count > 1 ? h("span", { class: "small muted" }, `×${count}`) : null, h("span", { class: "hidden" }, `${count} ${title}`));
  };
  return h("ul", { class: "lost", "aria-label": `Captured pieces of ${view.roles[role]}` }, pieces.map(piece));
}

/** The seats of a match with their activity, clocks and lost pieces. `mine` has the roles of the viewer; `change` has buttons for a role. */
export function seatCards(view, mine, change) {
  const best = view.goals ? Math.max(...view.goals) : null;
  const won = (role) => best !== null && view.goals[role] === best && view.goals.some((goal) => goal < best);
  const card = (seat, role) =>
    h(
      "li",
      { class: `seat-card ${won(role) ? "winner" : ""}` },
      chip(role),
      h("span", { class: "seat-name" }, h("strong", {}, view.roles[role]), h("span", { class: "muted small" }, whoText(seat, mine.includes(role))), lost(view, role)),
      doing(view, role),
      clock(view, role),
      change && seat.kind !== "chance" ? change(role) : null,
    );
  return h("ul", { class: "seat-cards" }, view.seats.map(card));
}

const verb = (names, one, many) => `${listed(names)} ${names.length === 1 ? one : many}`;

/** The result in words, from the side of a viewer who plays the roles `mine`. */
export function resultWords(view, mine) {
  const { roles, goals, ending } = view;
  const others = roles.filter((_, role) => role !== ending?.role && view.seats[role].kind !== "chance");
  if (ending) {
    const how = ending.why === "time" ? "ran out of time" : "resigned";
    if (mine.length === 1 && mine[0] === ending.role) return ending.why === "time" ? "You lost on time." : "You resigned.";
    const end = others.length === 1 ? (mine.length === 1 ? " You won!" : ` ${others[0]} wins.`) : "";
    return `${roles[ending.role]} ${how}.${end}`;
  }
  if (goals.length === 1) return `${goals[0] === 100 ? "Solved" : "The end"}: ${several(goals[0], "point")} of 100.`;
  const best = Math.max(...goals);
  const winners = roles.filter((_, role) => goals[role] === best);
  const score = goals.map(count).join(" : ");
  if (winners.length === roles.length) return `A draw, ${score}.`;
  const mineAlone = mine.length === 1 ? goals[mine[0]] : null;
  if (mineAlone === best) return winners.length === 1 ? `You won! ${score}.` : `You and others won, ${score}.`;
  const end = `${verb(winners, "wins", "win")}, ${score}.`;
  return mineAlone === null ? end : `You lost. ${end}`;
}
