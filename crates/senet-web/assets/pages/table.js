// A table: playing and watching.

import { byId, fill, h } from "../parts/dom.js";
import { get, part, post, subject } from "../parts/api.js";
import { attempt, entitle, failureBox, prose, tellFailure } from "../parts/shell.js";
import { listen } from "../parts/live.js";
import { keepKeysForRematch } from "../parts/keys.js";
import { partyAt, readLink } from "../parts/people.js";
import { SeatDialogs } from "../parts/seatdialogs.js";
import { MoveList } from "../parts/movelist.js";
import { MoveTable } from "../parts/history.js";
import { resultWords, seatCards } from "../parts/seats.js";
import { Stage } from "../parts/stage.js";
import { Thinking } from "../parts/thinking.js";
import { Graph } from "../parts/graph.js";
import { MatchTools } from "../parts/tools.js";
import { tick } from "../parts/clocks.js";
import { isTurned } from "../parts/turning.js";
import * as sound from "../parts/sound.js";
import { takeWishedLink } from "../parts/drafts.js";
import { listed } from "../parts/words.js";

const id = subject();
const came = readLink(id);
const { key, owner, guest, mine } = partyAt(id);
const path = `/tables/${part(id)}`;

/** The current view; the past view shown instead, if any; the role whose moves are offered. */
let present = null;
let past = null;
let actor = null;
let wishes = 0;
let questions = 0;
let shown = 0;
let heard = 0;
let values = null;

const stage = new Stage({ onmove: play, ongo: look });
const list = new MoveList({ onmove: play, onlook: (move) => stage.board.point(move?.places ?? []) });
const table = new MoveTable(look);
const thinking = new Thinking();
const graph = new Graph(look);
const tablePanel = h("section", { class: "panel" }, h("h2", {}, "Moves"), table.element);
const seats = h("div");
const actors = h("div", { class: "row tight", role: "group", "aria-label": "Choose a move for" });
const movesPanel = h("details", { class: "panel", hidden: true }, h("summary", {}, "All your moves"), actors, list.element);
const troubles = h("ul", { class: "troubles" });
const dialogs = new SeatDialogs({ path, key, receive });
const tools = new MatchTools({ turn: () => refresh(), hint, undo: takeBack, resign, rematch, fromHere: () => `/play?table=${part(id)}&step=${(past ?? present).step}` });

/** The human roles that still must choose; a role with one move need not. */
function waitingFor(view) {
  const open = (seat, role) => seat.kind === "human" && !view.chosen?.[role] && (view.legal[role]?.length ?? 0) > 1;
  return view.status === "over" || view.status === "failed" ? [] : view.seats.map((seat, role) => (open(seat, role) ? role : -1)).filter((role) => role >= 0);
}

/** The roles of this browser that still must choose. */
function mineToMove(view) {
  const own = mine(view);
  return waitingFor(view).filter((role) => own.includes(role));
}

const turned = () => present !== null && isTurned(present, mine(present));
const query = (step) => {
  const asked = new URLSearchParams();
  if (step !== undefined) asked.set("step", step);
  if (turned()) asked.set("turned", "true");
  return asked.size > 0 ? `${path}?${asked}` : path;
};

async function play(move) {
  const step = present.step;
  await attempt(() => receive(post(`${path}/moves`, { step, role: actor, move: move.text }, { key })));
}

async function takeBack() {
  wishes++;
  past = null;
  await attempt(() => receive(post(`${path}/undo`, {}, { key })));
}

async function resign() {
  const role = mineToMove(present)[0] ?? mine(present)[0];
  await attempt(() => receive(post(`${path}/resign`, { role }, { key })));
}

async function rematch() {
  await attempt(() => receive(post(`${path}/rematch`, {}, { key })));
}

/** Asks for a hint and shows it on the board. */
async function hint() {
  const role = actor;
  const { move, step } = await post(`${path}/hint`, { role }, { key });
  if (step !== present.step || past) return;
  const found = present.legal[role].find(({ text }) => text === move);
  stage.board.advise(found?.places ?? []);
  stage.say(`Hint: ${found?.words ?? move}`, "mine");
}

/** Shows the state after `step` moves; the last request wins. */
async function look(step) {
  const wish = ++wishes;
  await attempt(async () => {
    const view = step === present.step ? null : await get(query(step), { key });
    if (wish !== wishes) return;
    past = view;
    draw();
  });
}

async function refresh() {
  try {
    const asked = turned();
    await receive(get(query(), { key }), asked);
    if (past) await look(past.step);
  } catch (error) {
    if (present) tellFailure(error);
    else fill(byId("arena"), failureBox(error, begin));
  }
}

/** Takes the answer to a request, unless a later request was already answered. */
async function receive(answer, isTurnedAnswer = false) {
  const question = ++questions;
  const view = await answer;
  if (question < shown) return;
  shown = question;
  // A server that was restarted loads the rules first; the board stays until then.
  if (present && view.status === "loading") return stage.say(statusWords(view, []), "busy");
  if (present && view.step < present.step) thinking.forgetAfter(view.step);
  const before = present;
  present = view;
  heard = performance.now();
  if (past && past.step >= view.step) past = null;
  // Answers to moves, and the first answer, show the usual side.
  if (turned() && !isTurnedAnswer) present = await get(query(), { key });
  if (question < shown) return;
  ring(before);
  draw();
  followRematch();
  offerLinks();
}

function ring(before) {
  if (!before || before.step >= present.step) return;
  if (present.status === "over") sound.play("end");
  else sound.play(mineToMove(present).length > 0 ? "mine" : "move");
}

/** Goes to the table of the rematch. */
function followRematch() {
  const next = present.rematch?.table;
  if (!next || !key) return;
  keepKeysForRematch(id, next, present.roles, present.seats);
  location.assign(`/tables/${part(next)}`);
}

/** Shows the links that were requested when the table was opened. */
function offerLinks() {
  if (present.status === "loading" || dialogs.isOpen()) return;
  const role = takeWishedLink(id);
  if (role !== undefined) dialogs.invite(present, role);
}

function statusWords(view, own) {
  if (view.status === "over") return resultWords(view, own);
  if (view.status === "failed") return view.reason ?? "The match cannot go on.";
  if (view.status === "loading") return "Loading the rules …";
  if (view.seats.some((seat) => seat.joined === false)) return "Waiting for your friend to open the link …";
  const open = waitingFor(view);
  const yours = mineToMove(view);
  const names = (roles) => listed(roles.map((role) => view.roles[role]));
  if (yours.length > 0) return `Your turn: ${names(yours)}`;
  if (open.length > 0) return `${names(open)} to move`;
  const thinkers = view.roles.filter((_, role) => view.seats[role].kind === "player" && !view.chosen?.[role] && (view.legal[role]?.length ?? 0) > 1);
  const waits = view.seats.some((seat, role) => seat.kind === "human" && view.chosen?.[role] && view.legal[role].length > 1);
  if (thinkers.length === 0) return "The others move …";
  return waits ? `Waiting for ${listed(thinkers)} …` : `${listed(thinkers)} ${thinkers.length === 1 ? "thinks" : "think"} …`;
}

/** Draws the shown view. */
function draw() {
  const view = past ?? present;
  const own = mine(present);
  const open = past ? [] : mineToMove(present);
  actor = open.includes(actor) ? actor : (open[0] ?? null);
  const moves = actor === null ? [] : present.legal[actor];
  stage.show({ ...view, steps: present.step }, moves);
  stage.say(past ? `After ${view.step} of ${present.step} moves` : statusWords(present, own), statusKind(open));
  movesPanel.hidden = open.length === 0;
  if (open.length > 1 || (moves.length > 0 && moves.every((move) => move.places.length === 0))) movesPanel.open = true;
  list.show(moves);
  fill(actors, open.length > 1 ? open.map(actorButton) : null);
  fill(seats, seatCards({ ...present, gone: view.gone }, own, owner ? (role) => dialogs.buttons(present, role) : null));
  tick(seats, heard);
  tablePanel.hidden = present.history.length === 0;
  table.show(present, view.step);
  graph.show(present, values ?? present.values ?? [], view.step);
  showThoughts();
  const warning = present.reason && present.status !== "failed" && !present.ending ? h("li", { class: "warning", role: "status" }, prose(present.reason)) : null;
  fill(troubles, warning, (present.troubles ?? []).map(({ step, role, why }) => h("li", {}, `Step ${step}, ${present.roles[role]}: ${why}`)));
  fill(stage.tools, tools.buttons(present, { past, own, owner, canChoose: actor !== null, guests: present.seats.some((seat) => seat.joined !== null) }));
  headline(open);
  evaluate();
}

/** The graph of a finished match without reports is computed by the server. */
async function evaluate() {
  const known = (present.values ?? []).filter(Boolean).length;
  if (values || present.status !== "over" || !present.record || known > present.history.length / 2 || present.history.length === 0) return;
  values = [];
  try {
    values = (await get(`/records/${part(present.record)}/evaluation`)).values;
    graph.show(present, values, (past ?? present).step);
  } catch (error) {
    // The graph is an extra: a busy server or a deleted record leaves it out.
    if (![404, 422, 429, 503].includes(error.status)) tellFailure(error);
  }
}

/** If roles move at the same time, reports stay hidden until the person has chosen. */
function showThoughts() {
  const view = past ?? present;
  thinking.show(present, view.step, !past && waitingFor(present).length > 0);
}

function statusKind(open) {
  if (past) return "past";
  if (present.status === "failed") return "bad";
  return present.status === "over" ? "over" : open.length > 0 ? "mine" : "busy";
}

function actorButton(role) {
  const choose = () => {
    actor = role;
    draw();
  };
  return h("button", { type: "button", class: "pill", "aria-pressed": String(role === actor), onclick: choose }, present.roles[role]);
}

function headline(open) {
  const title = present.title || present.game || "Your rules";
  entitle(open.length > 0 ? `Your turn · ${title}` : title);
  if (byId("head").dataset.title === title) return;
  byId("head").dataset.title = title;
  const known = present.game && present.game !== "own";
  const home = known ? h("a", { href: `/games/${part(present.game)}` }, present.game) : h("a", { href: "/edit" }, "your rules");
  const again = h("a", { class: "button", href: known ? `/play?game=${part(present.game)}` : "/play?draft" }, "New game");
  const download = h("a", { class: "button", href: `/api${path}/record`, download: `${id}.json` }, "Record");
  fill(byId("head"), h("p", { class: "crumbs" }, h("a", { href: "/" }, "Games"), " / ", home), h("h1", {}, title), h("div", { class: "row actions" }, download, again));
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
  const side = h("aside", { class: "side" }, h("section", { class: "panel", "aria-label": "Seats" }, seats, troubles), tablePanel, movesPanel, graph.element, thinking.element);
  fill(byId("arena"), stage.element, side);
  document.body.append(dialogs.element);
  stage.say("Opening the table …", "busy");
  refresh();
  if (came && guest) dialogs.join();
  setInterval(() => present && tick(seats, heard), 100);
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
