// Ratings with their intervals.

import { h } from "./dom.js";
import { count, short } from "./words.js";

/** A few round numbers between two limits. */
function ticks(low, high) {
  const rough = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}

function hasInterval({ low, high }) {
  return Number.isFinite(low) && Number.isFinite(high);
}

/** A plot: a dot for each rating, a line for its interval. The table has the same data for screen readers. */
export function ratingsPicture(ratings) {
  const known = ratings.flatMap(({ rating, low, high }) => [rating, low, high]).filter(Number.isFinite);
  const low = Math.min(...known) - 20;
  const high = Math.max(...known) + 20;
  const at = (value) => `${(((value - low) / (high - low)) * 100).toFixed(2)}%`;
  const grid = ticks(low, high).map((value) => h("span", { class: "grid-line", style: `left:${at(value)}` }));
  const rows = ratings.map((line) => {
    const whisker = hasInterval(line) ? h("span", { class: "whisker", style: `left:${at(line.low)};right:calc(100% - ${at(line.high)})` }) : null;
    return h("div", { class: "rating" }, h("span", { class: "rating-name" }, line.player), h("div", { class: "track" }, grid.map((one) => one.cloneNode()), whisker, h("span", { class: "point", style: `left:${at(line.rating)}` })));
  });
  const axis = h("div", { class: "rating" }, h("span"), h("div", { class: "axis" }, ticks(low, high).map((value) => h("span", { style: `left:${at(value)}` }, count(value)))));
  return h("div", { class: "ratings-picture", "aria-hidden": "true" }, rows, axis);
}

/** The ratings as a table. */
export function ratingsTable(ratings) {
  const head = h("tr", {}, ["Player", "Rating", "95 % interval", "Matches", "Score"].map((text, at) => h("th", { scope: "col", class: at > 0 ? "number" : null }, text)));
  const interval = (line) => (hasInterval(line) ? `${count(line.low)} … ${count(line.high)}` : "–");
  const row = (line) => h("tr", {}, h("th", { scope: "row" }, line.player), h("td", { class: "number" }, Number.isFinite(line.rating) ? count(line.rating) : "–"), h("td", { class: "number" }, interval(line)), h("td", { class: "number" }, count(line.matches)), h("td", { class: "number" }, Number.isFinite(line.score) ? `${short(line.score * 100, 1)} %` : "–"));
  return h("div", { class: "scroller", tabindex: 0, role: "region", "aria-label": "Ratings" }, h("table", {}, h("thead", {}, head), h("tbody", {}, ratings.map(row))));
}
