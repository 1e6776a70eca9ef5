// A recorded match.

import { byId, fill, h } from "../parts/dom.js";
import { get, part, subject } from "../parts/api.js";
import { entitle, failureBox, tellFailure } from "../parts/shell.js";
import { MoveTable } from "../parts/history.js";
import { resultWords, seatCards } from "../parts/seats.js";
import { Stage } from "../parts/stage.js";

const id = subject();
const seen = new Map();
let end = null;
let timer = 0;
let wishes = 0;

const stage = new Stage({ onmove: () => {}, ongo: (step) => { pause(); look(step); } });
const table = new MoveTable((step) => { pause(); look(step); });
const runner = h("button", { type: "button", class: "primary", onclick: () => (timer ? pause() : run()) }, "Replay");

/** The state after `step` moves; cached. */
async function stateAfter(step) {
  if (!seen.has(step)) seen.set(step, await get(`/records/${part(id)}?step=${step}`));
  return seen.get(step);
}

async function look(step) {
  const wish = ++wishes;
  try {
    const view = await stateAfter(step);
    if (wish === wishes) draw(view);
  } catch (error) {
    pause();
    tellFailure(error);
  }
}

function draw(view) {
  stage.show({ ...view, steps: end.steps }, []);
  const last = view.step === end.steps;
  stage.say(last && end.goals ? resultWords(end.roles, end.goals) : `After ${view.step} of ${end.steps} moves`, last ? "over" : "past");
  table.show(end.roles, end.history, view.step);
}

function run() {
  if (stage.history.step === end.steps) look(0);
  timer = setInterval(() => {
    if (stage.history.step >= end.steps) pause();
    else look(stage.history.step + 1);
  }, 700);
  runner.textContent = "Pause";
}

function pause() {
  clearInterval(timer);
  timer = 0;
  runner.textContent = "Replay";
}

/** Without a step the server sends the last state. */
async function begin() {
  end = await get(`/records/${part(id)}`);
  seen.set(end.step, end);
  const title = end.title || end.game;
  entitle(`Replay of ${title}`);
  const file = h("a", { class: "button", href: `/api/records/${part(id)}/record`, download: `${id}.json` }, "Record");
  fill(byId("head"), h("p", { class: "crumbs" }, h("a", { href: "/watch" }, "Watch"), " / ", h("a", { href: `/games/${part(end.game)}` }, end.game)), h("h1", {}, title), h("div", { class: "row actions" }, runner, file));
  const troubles = (end.troubles ?? []).map(({ step, role, why }) => h("li", {}, `Step ${step}, ${end.roles[role]}: ${why}`));
  const side = h("aside", { class: "side" }, h("section", { class: "panel", "aria-label": "Seats" }, seatCards(end, false, null), h("ul", { class: "troubles" }, troubles)), h("section", { class: "panel" }, h("h2", {}, "Moves"), table.element));
  fill(byId("arena"), stage.element, side);
  draw(end);
}

begin().catch((error) => fill(byId("arena"), failureBox(error)));
