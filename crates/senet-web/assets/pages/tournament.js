// A tournament, live.

import { byId, debounced, fill, h, repeatedly } from "../parts/dom.js";
import { get, part, post, remove, subject } from "../parts/api.js";
import { attempt, entitle, failureBox, tellFailure } from "../parts/shell.js";
import { listen } from "../parts/live.js";
import { fillOrSay, LiveCard, recordRow } from "../parts/matches.js";
import { ratingsPicture, ratingsTable } from "../parts/ratings.js";
import { listed, several } from "../parts/words.js";

const name = subject();
const path = `/tournaments/${part(name)}`;
const cards = [];
let present = null;

function headline(tournament) {
  entitle(name);
  const stop = tournament.status === "running" ? h("button", { type: "button", class: "danger", onclick: () => change(remove(path)) }, "Stop") : null;
  const resume = tournament.status === "stopped" ? h("button", { type: "button", class: "primary", onclick: () => change(post(`${path}/resume`, {})) }, "Continue") : null;
  fill(byId("head"), h("p", { class: "crumbs" }, h("a", { href: "/watch" }, "Watch")), h("h1", {}, name), h("div", { class: "row actions" }, stop, resume));
}

function progress({ status, played, matches, games, players, warnings }) {
  return [
    h("div", { class: "row between" }, h("strong", {}, `${played} of ${several(matches, "match", "matches")}`), h("span", { class: `tag ${status === "running" ? "active" : ""}` }, status)),
    h("progress", { max: Math.max(1, matches), value: played, "aria-label": "Matches played" }),
    h("p", { class: "muted small" }, `${listed(players)} play ${listed(games)}.`),
    warnings.length > 0 ? h("ul", { class: "troubles" }, warnings.map((warning) => h("li", {}, warning))) : null,
  ];
}

function draw(tournament) {
  present = tournament;
  headline(tournament);
  fill(byId("progress"), progress(tournament));
  const rated = tournament.ratings;
  const drawable = rated.filter((line) => Number.isFinite(line.rating));
  fill(byId("ratings"), drawable.length > 0 ? [ratingsPicture(drawable), ratingsTable(rated)] : h("p", { class: "muted" }, "There are no ratings before the first results."));
  fillOrSay(byId("recent"), tournament.recent.map(recordRow), "There are no finished matches yet.");
}

async function refresh() {
  try {
    draw(await get(path));
  } catch (error) {
    if (present) tellFailure(error);
    else fill(byId("main"), failureBox(error));
  }
}

/** The running matches, each with its board. */
async function showRunning() {
  if (!present) return;
  const views = present.status === "running" ? await get(`${path}/live`) : [];
  while (cards.length > views.length) cards.pop();
  while (cards.length < views.length) cards.push(new LiveCard(views[cards.length].game));
  views.forEach((view, n) => {
    cards[n].element.querySelector("h3").textContent = view.game;
    cards[n].show(view);
  });
  fillOrSay(byId("running"), cards.map((card) => card.element), present.status === "running" ? "The next match starts in a moment." : "No match is running.");
}

/** Stops or continues the tournament. */
async function change(answer) {
  await attempt(async () => {
    await answer;
    await refresh();
  });
}

const soon = debounced(150, refresh);
refresh();
listen(`${path}/events`, { open: soon, progress: soon });
repeatedly(700, () => attempt(showRunning));
