// A game: its rules in words and as a sheet, and facts about it.

import { byId, fill, h } from "../parts/dom.js";
import { get, part, remove, subject, text } from "../parts/api.js";
import { attempt, entitle, failureBox, filled, prose } from "../parts/shell.js";
import { boardsFound, evaluationFound, nearestFound, structureFound } from "../parts/findings.js";
import { learnColours, showPicture } from "../parts/picture.js";
import { gameKeyOf } from "../parts/keys.js";
import { coloured } from "../parts/sheet.js";
import { chip, CHANCE } from "../parts/seats.js";
import { listed } from "../parts/words.js";

const name = subject();
const path = `/games/${part(name)}`;

function headline(game) {
  entitle(game.title);
  fill(byId("head"), h("p", { class: "crumbs" }, h("a", { href: "/" }, "Games")), h("h1", {}, game.title), h("ul", { class: "tag-list", "aria-label": "Kinds" }, game.tags.map((tag) => h("li", { class: "tag" }, tag))));
}

function words(game) {
  const roles = h("ul", { class: "role-list", "aria-label": "Roles" }, game.roles.map((role, index) => h("li", {}, chip(index), ` ${role}`)));
  return [h("p", { class: "lead" }, game.summary || `A game for ${listed(game.roles.filter((role) => role !== CHANCE))}. Senet reads how it is played from its rules; see below.`), roles, game.source ? h("p", { class: "muted small" }, game.source) : null];
}

function actions(game) {
  return [
    h("a", { class: "button primary big", href: `/play?game=${part(name)}` }, "Play"),
    h("a", { class: "button", href: `/edit?game=${part(name)}` }, "Open in the editor"),
    mayDelete(game) ? h("button", { type: "button", class: "danger", onclick: () => throwAway(game) }, "Delete") : null,
  ];
}

/** True if the game was saved in this browser, or has no owner. */
function mayDelete(game) {
  return game.own && (!game.owned || gameKeyOf(name) !== null);
}

async function throwAway(game) {
  if (!confirm(`Delete “${game.title}”? This cannot be undone.`)) return;
  await attempt(async () => {
    leaving = true;
    await asking;
    await remove(path, { key: gameKeyOf(name) });
    location.assign("/");
  });
}

function sheet(rules) {
  const lines = rules.split("\n").length;
  const body = h("pre", { class: "sheet scroller", tabindex: 0, role: "region", "aria-label": "Rule sheet" }, coloured(rules));
  return h("details", { open: lines < 80 }, h("summary", {}, `${lines} lines`), body);
}

/** The graph can be large, so it is drawn only on request. */
function graph() {
  const host = h("div", { class: "picture graph" });
  const box = h("details", {}, h("summary", {}, "Draw the rule graph"), host);
  box.addEventListener("toggle", () => {
    if (!box.open || host.dataset.asked) return;
    host.dataset.asked = "yes";
    text(`${path}/graph.svg`).then((svg) => showPicture(host, svg), (error) => host.replaceWith(failureBox(error)));
  });
  return box;
}

const SECTIONS = [
  ["structure", "How it is played", structureFound],
  ["evaluation", "What is good to have", evaluationFound],
  ["boards", "The board", boardsFound],
  ["nearest", "Similar games", nearestFound],
];

function section(title, draw, data) {
  if (!data || data.status === "working") return h("section", {}, h("h3", {}, title), h("p", { class: "working muted" }, "In progress …"));
  if (data.status === "failed") return h("section", {}, h("h3", {}, title), h("p", { class: "muted" }, "Failed: ", prose(data.reason ?? "for an unknown reason")));
  return h("section", {}, h("h3", {}, title), draw(data), data.reason ? h("p", { class: "muted small" }, prose(data.reason)) : null);
}

/** The open request for facts, and true if there will be more. */
let asking = null;
let leaving = false;

/** Repeats the request until all facts are there. */
async function watchFacts(wait = 400) {
  if (leaving) return;
  const facts = await get(`${path}/facts`);
  const drawn = JSON.stringify(facts);
  if (byId("facts").dataset.drawn !== drawn) {
    byId("facts").dataset.drawn = drawn;
    fill(byId("facts"), SECTIONS.map(([key, title, draw]) => section(title, draw, facts.sections[key])));
  }
  byId("found-status").textContent = facts.status === "ready" ? "" : "Senet is reading the rules. What it finds appears here.";
  if (facts.status !== "ready") setTimeout(() => (asking = attempt(() => watchFacts(Math.min(wait * 1.4, 4000)))), wait);
}

async function begin() {
  const game = await get(path);
  headline(game);
  fill(byId("words"), words(game));
  fill(byId("actions"), actions(game));
  fill(byId("rules"), sheet(game.rules));
  fill(byId("graph"), graph());
  filled(byId("board"), async () => {
    learnColours(showPicture(byId("board"), await text(`${path}/thumbnail.svg`)));
  });
  asking = filled(byId("facts"), () => watchFacts());
}

begin().catch((error) => fill(byId("main"), failureBox(error)));
