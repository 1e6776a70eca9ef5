// Facts about a game, in words and tables.

import { h } from "./dom.js";
import { part } from "./api.js";
import { sentence } from "./shell.js";
import { moveWords, several, short } from "./words.js";

const VERDICTS = { proved: "good", refuted: "bad", undecided: "warn" };

function verdictTag(verdict) {
  return h("span", { class: `tag ${VERDICTS[verdict] ?? ""}` }, verdict);
}

/** A projection with its proof or counterexample. */
function projection({ relation, positions, verdict, lemmas = [], why }) {
  const resting = lemmas.length > 0 ? h("details", { class: "small" }, h("summary", {}, `based on ${several(lemmas.length, "lemma")}`), h("ul", {}, lemmas.map((lemma) => h("li", {}, h("code", {}, lemma))))) : null;
  return h("li", {}, h("p", {}, h("code", {}, `⟨${relation}, {${positions.join(", ")}}⟩`), " ", verdictTag(verdict)), why ? h("p", { class: "muted small" }, sentence(why)) : null, resting);
}

/** The boards with their proofs; other projections stay folded. */
function boardsExactly({ projections = [], maximal = [], occupied = [], calls, total_ms }) {
  const name = ({ relation, positions }) => `⟨${relation}, {${positions.join(", ")}}⟩`;
  const isBoard = (one) => maximal.includes(name(one));
  const shown = projections.filter(isBoard);
  const others = projections.filter((one) => !isBoard(one));
  const codes = occupied.map((text, at) => [at > 0 ? ", " : null, h("code", {}, text)]);
  return [
    shown.length > 0 ? h("ul", { class: "found" }, shown.map(projection)) : h("p", {}, "No relation shows every place of a board in every state."),
    occupied.length > 0 ? h("p", {}, codes, occupied.length === 1 ? " lists only the occupied places." : " list only the occupied places.") : null,
    others.length > 0 ? h("details", { class: "small" }, h("summary", {}, `${several(others.length, "other projection")}`), h("ul", { class: "found inner" }, others.map(projection))) : null,
    calls === undefined ? null : h("p", { class: "muted small" }, `${several(calls, "solver call")}, ${short(total_ms ?? 0, 1)} ms of CPU time.`),
  ];
}

/** What is proved about the boards, in a sentence, with the proofs on request. */
export function boardsFound(found) {
  const { maximal = [], occupied = [] } = found;
  const words = maximal.length > 0 ? "Senet proved that every position says what is on each place of the board." : occupied.length > 0 ? "Every position lists only the places that are taken." : "Senet could not prove which part of the rules is a board.";
  return [h("p", {}, words), h("details", { class: "small" }, h("summary", {}, "The proofs"), boardsExactly(found))];
}

/** Turns, pieces, counters and other structure: in plain sentences, and in the words of the rules on request. */
export function structureFound({ items = [] }) {
  if (items.length === 0) return h("p", { class: "muted" }, "Nothing was found.");
  const plain = [...new Set(items.map((item) => item.plain).filter(Boolean))];
  const exact = h("dl", { class: "pairs" }, items.map(({ kind, text }) => [h("dt", {}, kind.replaceAll("_", " ")), h("dd", {}, text)]));
  return [h("ul", { class: "plain" }, plain.map((text) => h("li", {}, text))), h("details", { class: "small" }, h("summary", {}, "In the words of the rules"), exact)];
}

const NEARNESS = {
  same: "Senet knows this game, perhaps under other names.",
  variant: "This is a variant of a game that Senet knows.",
  nearest: "These known games are the most similar.",
  unknown: "No known game is similar.",
};

/** Similar games. */
export function nearestFound({ verdict, games = [] }) {
  const rows = games.map(({ name, distance, how }) => h("tr", {}, h("td", {}, h("a", { href: `/games/${part(name)}` }, name)), h("td", { class: "number" }, Number.isFinite(distance) ? short(distance, 3) : "–"), h("td", { class: "muted" }, how ?? "")));
  const head = h("tr", {}, h("th", { scope: "col" }, "Game"), h("th", { scope: "col", class: "number" }, "Distance"), h("th", { scope: "col" }, "How"));
  return [verdict ? h("p", {}, NEARNESS[verdict] ?? verdict) : null, games.length > 0 ? h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": "Nearest games" }, h("table", {}, h("thead", {}, head), h("tbody", {}, rows))) : null];
}

/** A bar to the left or right of the centre. */
function weightBar(weight, most) {
  const share = (Math.abs(weight) / most) * 50;
  const style = weight < 0 ? `right:50%;width:${share}%` : `left:50%;width:${share}%`;
  return h("span", { class: "balance", "aria-hidden": "true" }, h("span", { class: weight < 0 ? "minus" : "plus", style }));
}

function featureTable({ role, features }) {
  const most = Math.max(1e-9, ...features.map((feature) => Math.abs(feature.weight)));
  const row = ({ pattern, weight, correlation, stability }) => h("tr", {}, h("td", {}, h("code", {}, moveWords(pattern))), h("td", {}, weightBar(weight, most)), h("td", { class: "number" }, short(weight, 3)), h("td", { class: "number" }, short(correlation, 2)), h("td", { class: "number" }, short(stability, 2)));
  const head = h("tr", {}, ["Feature", "", "Weight", "Correlation", "Stability"].map((text, at) => h("th", { scope: "col", class: at > 1 ? "number" : null }, text)));
  return h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": `Features for ${role}` }, h("table", {}, h("caption", {}, `For ${role}`), h("thead", {}, head), h("tbody", {}, features.slice(0, 8).map(row))));
}

/** What is good and bad for each role: in plain sentences, and as numbers on request. */
export function evaluationFound({ roles = [] }) {
  const some = roles.filter(({ features }) => features.length > 0);
  if (some.length === 0) return h("p", { class: "muted" }, "Senet found nothing that is good or bad in general.");
  const plain = some.flatMap(({ features }) => features.slice(0, 3).map((feature) => h("li", {}, feature.plain)));
  return [h("ul", { class: "plain" }, plain), h("p", { class: "muted small" }, "Learned from random matches, so these are rules of thumb."), h("details", { class: "small" }, h("summary", {}, "With numbers"), some.map(featureTable))];
}
