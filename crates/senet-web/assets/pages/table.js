// A table: playing and watching.

import { byId, fill, h } from "../parts/dom.js";
import { get, part, post, subject } from "../parts/api.js";
import { attempt, entitle, failureBox, prose, tellFailure } from "../parts/shell.js";
import { listen } from "../parts/live.js";
import { keyOf } from "../parts/keys.js";
import { MoveList } from "../parts/movelist.js";
import { MoveTable } from "../parts/history.js";
import { resultWords, seatCards, SeatFields } from "../parts/seats.js";
import { Stage } from "../parts/stage.js";
import { Thinking } from "../parts/thinking.js";
import { listed } from "../parts/words.js";

const id = subject();
const key = keyOf(id);
const path = `/tables/${part(id)}`;

/** The current view; the past view shown instead, if any; the role whose moves are offered. */
let present = null;
let past = null;
let actor = null;
let wishes = 0;
let questions = 0;
let shown = 0;

const stage = new Stage({ onmove: play, ongo: look });
const list = new MoveList({ onmove: play, onlook: (move) => stage.board.point(move?.places ?? []) });
const table = new MoveTable(look);
const thinking = new Thinking();
const tablePanel = h("section", { class: "panel" }, h("h2", {}, "Moves so far"), table.element);
const seats = h("div");
const actors = h("div", { class: "row tight", role: "group", "aria-label": "Choose a move for" });
const movesPanel = h("section", { class: "panel", "aria-label": "Your moves", hidden: true }, h("h2", {}, "Your moves"), actors, list.element);
const troubles = h("ul", { class: "troubles" });
const undo = h("button", { type: "button", onclick: takeBack }, "Undo");
const download = h("a", { class: "button", href: `/api${path}/record`, download: `${id}.json` }, "Record");
const changer = h("dialog", { "aria-label": "Who plays" });

/** The human roles that still must choose; a role with one move need not. */
function waitingFor(view) {
  const open = (seat, role) => seat.kind === "human" && !view.chosen?.[role] && (view.legal[role]?.length ?? 0) > 1;
  return view.status === "over" || view.status === "failed" ? [] : view.seats.map((seat, role) => (open(seat, role) ? role : -1)).filter((role) => role >= 0);
}

async function play(move) {
  const step = present.step;
  await attempt(() => receive(post(`${path}/moves`, { step, role: actor, move: move.text }, { key })));
}

async function takeBack() {
  wishes++;
  past = null;
  await attempt(() => receive(post(`${path}/undo`, {}, { key })));
}

/** Shows the state after `step` moves; the last request wins. */
async function look(step) {
  const wish = ++wishes;
  await attempt(async () => {
    const view = step === present.step ? null : await get(`${path}?step=${step}`);
    if (wish !== wishes) return;
    past = view;
    draw();
  });
}

async function refresh() {
  try {
    await receive(get(path));
  } catch (error) {
    if (present) tellFailure(error);
    else fill(byId("arena"), failureBox(error, begin));
  }
}

/** Takes the answer to a request, unless a later request was already answered. */
async function receive(answer) {
  const question = ++questions;
  const view = await answer;
  if (question < shown) return;
  shown = question;
  if (present && view.step < present.step) thinking.forgetAfter(view.step);
  present = view;
  if (past && past.step >= view.step) past = null;
  draw();
}

function statusWords(view, mine) {
  if (view.status === "failed") return view.reason ?? "The match cannot go on.";
  if (view.goals) return resultWords(view.roles, view.goals);
  if (view.status === "loading") return "Loading the rules …";
  const open = waitingFor(view);
  if (open.length > 0 && mine) return `Your turn: ${listed(open.map((role) => view.roles[role]))}`;
  if (open.length > 0) return `${listed(open.map((role) => view.roles[role]))} to move`;
  const thinkers = view.roles.filter((_, role) => view.seats[role].kind === "player" && !view.chosen?.[role] && (view.legal[role]?.length ?? 0) > 1);
  const waits = view.seats.some((seat, role) => seat.kind === "human" && view.chosen?.[role] && view.legal[role].length > 1);
  if (thinkers.length === 0) return "The others move …";
  return waits ? `Waiting for ${listed(thinkers)} …` : `${listed(thinkers)} ${thinkers.length === 1 ? "thinks" : "think"} …`;
}

/** Draws the shown view. */
function draw() {
  const view = past ?? present;
  const mine = Boolean(key);
  const open = past || !mine ? [] : waitingFor(present);
  actor = open.includes(actor) ? actor : (open[0] ?? null);
  const moves = actor === null ? [] : present.legal[actor];
  stage.show({ ...view, steps: present.step }, moves);
  stage.say(past ? `After ${view.step} of ${present.step} moves` : statusWords(present, mine), statusKind(open));
  movesPanel.hidden = open.length === 0;
  list.show(moves);
  fill(actors, open.length > 1 ? open.map(actorButton) : null);
  fill(seats, seatCards(present, mine, mine ? changeSeat : null));
  tablePanel.hidden = present.history.length === 0;
  table.show(present.roles, present.history, view.step);
  showThoughts();
  const warning = present.reason && present.status !== "failed" ? h("li", { class: "warning", role: "status" }, prose(present.reason)) : null;
  fill(troubles, warning, (present.troubles ?? []).map(({ step, role, why }) => h("li", {}, `Step ${step}, ${present.roles[role]}: ${why}`)));
  undo.hidden = !mine;
  undo.disabled = present.history.length === 0;
  headline();
}

/** If roles move at the same time, reports stay hidden until the person has chosen. */
function showThoughts() {
  const view = past ?? present;
  thinking.show(present, view.step, !past && waitingFor(present).length > 0);
}

function statusKind(open) {
  if (past) return "past";
  if (present.status === "failed") return "bad";
  return present.goals ? "over" : open.length > 0 ? "mine" : "busy";
}

function actorButton(role) {
  const choose = () => {
    actor = role;
    draw();
  };
  return h("button", { type: "button", class: "pill", "aria-pressed": String(role === actor), onclick: choose }, present.roles[role]);
}

function headline() {
  const title = present.title || present.game || "Your rules";
  if (byId("head").dataset.title === title) return;
  byId("head").dataset.title = title;
  entitle(title);
  const home = present.game ? h("a", { href: `/games/${part(present.game)}` }, present.game) : h("a", { href: "/edit" }, "your rules");
  const again = h("a", { class: "button", href: present.game ? `/play?game=${part(present.game)}` : "/play?draft" }, "New game");
  fill(byId("head"), h("p", { class: "crumbs" }, h("a", { href: "/" }, "Games"), " / ", home), h("h1", {}, title), h("div", { class: "row actions" }, undo, download, again));
}

/** Changes the player of a seat. */
async function changeSeat(role) {
  const players = await get("/players");
  const seat = present.seats[role];
  const kind = seat.kind === "human" ? "" : seat.name.split(":")[0];
  const fields = new SeatFields(present.roles[role], role, players, { kind, seconds: seat.seconds ?? 1 });
  const sit = (event) => {
    event.preventDefault();
    changer.close();
    attempt(() => receive(post(`${path}/seats`, { role, seat: fields.value() }, { key })));
  };
  const buttons = h("div", { class: "row end" }, h("button", { type: "button", class: "quiet", onclick: () => changer.close() }, "Cancel"), h("button", { class: "primary", type: "submit" }, "Sit down"));
  fill(changer, h("form", { class: "stack", onsubmit: sit, novalidate: true }, fields.element, buttons));
  changer.showModal();
}

/** After a lost connection: stops waiting if the server answers and does not know the table. */
async function askForTable(stopListening) {
  try {
    await get(path);
  } catch (error) {
    if (error.status !== 404) return;
    stopListening();
    stage.say("This table does not exist any more.", "bad");
  }
}

function begin() {
  const side = h("aside", { class: "side" }, h("section", { class: "panel", "aria-label": "Seats" }, seats, troubles), movesPanel, thinking.element, tablePanel);
  fill(byId("arena"), stage.element, side);
  document.body.append(changer);
  stage.say("Opening the table …", "busy");
  refresh();
  listen(`${path}/events`, {
    open: refresh,
    lost: askForTable,
    view: refresh,
    thinking: (data) => {
      thinking.hear(data);
      if (present && !past) showThoughts();
    },
    closed: () => stage.say("This table was closed.", "bad"),
  });
}

begin();
