// Running matches, tournaments, and finished matches.

import { byId, fill, h, repeatedly } from "../parts/dom.js";
import { get, part, request } from "../parts/api.js";
import { attempt, tellFailure } from "../parts/shell.js";
import { fillOrSay, LiveCard, recordRow } from "../parts/matches.js";
import { openTournamentForm } from "../parts/tournamentform.js";
import { several } from "../parts/words.js";

/** The most boards drawn, and the rows shown at first. */
const BOARDS = 12;
const ROWS = 50;

const cards = new Map();
let records = [];
let shownRows = ROWS;

async function showTables() {
  const tables = (await get("/tables")).filter((table) => !["over", "failed"].includes(table.status)).sort((a, b) => b.started_ms - a.started_ms);
  const live = tables.slice(0, BOARDS);
  for (const gone of [...cards.keys()].filter((id) => !live.some((table) => table.id === id))) cards.delete(gone);
  for (const table of live) if (!cards.has(table.id)) cards.set(table.id, new LiveCard(table.title || table.game || "New rules", `/tables/${part(table.id)}`));
  fillOrSay(byId("tables"), live.map((table) => cards.get(table.id).element), "No match is running. Start a game or a tournament.");
  await Promise.all(live.map(showTable));
}

async function showTable(table) {
  const card = cards.get(table.id);
  const known = `${table.step} ${table.status}`;
  if (card.known === known) return;
  card.known = known;
  try {
    card.show(await get(`/tables/${part(table.id)}`), table.spectators > 1 ? several(table.spectators, "spectator") : "");
  } catch (error) {
    // A table may close after the list was sent.
    if (error.status !== 404) throw error;
  }
}

async function showTournaments() {
  const tournaments = await get("/tournaments");
  const row = ({ name, status, played, matches }) =>
    h("li", {}, h("a", { class: "row-link", href: `/tournaments/${part(name)}` }, h("strong", {}, name), h("span", { class: "muted small" }, `${played} of ${several(matches, "match", "matches")}`)), h("progress", { max: Math.max(1, matches), value: played, "aria-label": `Progress of ${name}` }), h("span", { class: `tag ${status === "running" ? "active" : ""}` }, status));
  fillOrSay(byId("tournaments"), tournaments.map(row), "There are no tournaments yet.");
}

function showRecords() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (record) => words.every((word) => [record.game, record.tournament ?? "", ...record.players].join(" ").toLowerCase().includes(word));
  const found = records.filter(fits);
  fillOrSay(byId("records"), found.slice(0, shownRows).map(recordRow), records.length === 0 ? "There are no finished matches yet." : "No match fits the search.");
  fill(byId("more-records"), found.length > shownRows ? h("button", { type: "button", onclick: showMore }, `Show more of ${several(found.length, "match", "matches")}`) : null);
}

function showMore() {
  shownRows += ROWS * 4;
  showRecords();
}

async function loadRecords() {
  const loaded = await get("/records");
  if (JSON.stringify(loaded) === JSON.stringify(records) && byId("records").children.length > 0) return;
  records = loaded;
  showRecords();
}

/** Verifies a record from a file and shows it. */
async function upload() {
  const file = byId("upload").files[0];
  byId("upload").value = "";
  if (!file) return;
  await attempt(async () => {
    const record = parsed(await file.text());
    const { id } = await request("POST", "/records", { body: record });
    location.assign(`/records/${part(id)}`);
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw Object.assign(new Error("This file is not a match record: it is not JSON."), { help: "The button Record of a table saves one." });
  }
}

/** The same failure is shown once, not every few seconds. */
let failed = false;
async function refresh() {
  try {
    await Promise.all([showTables(), showTournaments(), loadRecords()]);
    failed = false;
  } catch (error) {
    if (!failed) tellFailure(error);
    failed = true;
  }
}

byId("search").addEventListener("input", showRecords);
byId("upload").addEventListener("change", upload);
byId("new-tournament").addEventListener("click", () => attempt(() => openTournamentForm(byId("tournament-dialog"))));
repeatedly(2000, refresh);
