// A recorded match.

import { byId, fill, h } from "../parts/dom.js";
import { get, part, subject } from "../parts/api.js";
import { attempt, entitle, failureBox, sentence, tellFailure } from "../parts/shell.js";
import { MoveTable } from "../parts/history.js";
import { Graph } from "../parts/graph.js";
import { resultWords, seatCards } from "../parts/seats.js";
import { Stage } from "../parts/stage.js";
import { turnButton } from "../parts/tools.js";
import { isTurned } from "../parts/turning.js";

const id = subject();
const seen = new Map();
let end = null;
let timer = 0;
let wishes = 0;
let values = [];

const go = (step) => {
  pause();
  look(step);
};
const stage = new Stage({ onmove: () => {}, ongo: go });
const table = new MoveTable(go);
const graph = new Graph(go);
const seats = h("div");
const runner = h("button", { type: "button", class: "primary", onclick: () => (timer ? pause() : run()) }, "Replay");

/** The state after `step` moves; cached. */
async function stateAfter(step) {
  const turned = isTurned(end, []);
  const name = `${step} ${turned}`;
  if (!seen.has(name)) seen.set(name, await get(`/records/${part(id)}?step=${step}${turned ? "&turned=true" : ""}`));
  return seen.get(name);
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
  const result = end.goals ? resultWords(end, []) : sentence(end.reason ?? "The match ended early");
  stage.say(last ? result : `After ${view.step} of ${end.steps} moves`, last ? "over" : "past");
  fill(seats, seatCards({ ...end, gone: view.gone }, [], null));
  table.show(end, view.step);
  graph.show(end, values, view.step);
  const from = last && end.goals ? null : h("a", { class: "button tool", href: `/play?record=${part(id)}&step=${view.step}` }, h("span", { "aria-hidden": "true" }, "▷"), " Play from here");
  fill(stage.tools, turnButton(end, () => look(stage.history.step)), from);
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

/** The graph shows what the players reported; the server evaluates the states on request. */
function offerEvaluation() {
  values = end.values ?? [];
  const evaluate = () =>
    attempt(async () => {
      fill(graph.actions, h("p", { class: "working muted small" }, "Evaluating …"));
      values = (await get(`/records/${part(id)}/evaluation`)).values;
      fill(graph.actions);
      graph.show(end, values, stage.history.step);
    });
  if (end.steps > 0) fill(graph.actions, h("button", { type: "button", onclick: evaluate }, "Evaluate every position"));
}

/** Without a step the server sends the last state. */
async function begin() {
  end = await get(`/records/${part(id)}`);
  const title = end.title || end.game;
  entitle(`Replay of ${title}`);
  const file = h("a", { class: "button", href: `/api/records/${part(id)}/record`, download: `${id}.json` }, "Record");
  fill(byId("head"), h("p", { class: "crumbs" }, h("a", { href: "/watch" }, "Watch"), " / ", h("a", { href: `/games/${part(end.game)}` }, end.game)), h("h1", {}, title), h("div", { class: "row actions" }, runner, file));
  const troubles = (end.troubles ?? []).map(({ step, role, why }) => h("li", {}, `Step ${step}, ${end.roles[role]}: ${why}`));
  const side = h("aside", { class: "side" }, h("section", { class: "panel", "aria-label": "Seats" }, seats, h("ul", { class: "troubles" }, troubles)), h("section", { class: "panel" }, h("h2", {}, "Moves"), table.element), graph.element);
  fill(byId("arena"), stage.element, side);
  offerEvaluation();
  await look(end.steps);
}

begin().catch((error) => fill(byId("arena"), failureBox(error)));
