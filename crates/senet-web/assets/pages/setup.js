// Choosing the players.

import { byId, fill, h } from "../parts/dom.js";
import { get, part, post, text } from "../parts/api.js";
import { attempt, entitle, failureBox, filled } from "../parts/shell.js";
import { CHANCE, SeatFields } from "../parts/seats.js";
import { learnColours, showPicture } from "../parts/picture.js";
import { readDraft } from "../parts/drafts.js";
import { keepKey } from "../parts/keys.js";

/** The game: one of the library by its name, or the rules of the editor. */
async function chosenGame() {
  const asked = new URLSearchParams(location.search);
  if (asked.has("draft")) return readDraft();
  return get(`/games/${part(asked.get("game") ?? "tic-tac-toe")}`);
}

/** A person in the first seat, a strong player in the others. */
function usualSeat(index, players) {
  const strong = players.find((player) => player.kind === "uct") ?? players[0];
  return index === 0 ? {} : { kind: strong?.kind, seconds: 1 };
}

async function start(game, fields) {
  const form = new FormData(byId("form"));
  const seats = fields.map((field) => field.value());
  const body = { seats, seconds: 1 };
  if (game.name) body.game = game.name;
  else body.rules = game.rules;
  if (form.get("seed")) body.seed = Number(form.get("seed"));
  if (form.get("title")) body.title = form.get("title");
  const { id, key } = await post("/tables", body);
  keepKey(id, key);
  location.assign(`/tables/${part(id)}`);
}

function headline(game) {
  entitle(`New game of ${game.title}`);
  const crumb = game.name ? h("a", { href: `/games/${part(game.name)}` }, game.title) : h("a", { href: "/edit" }, "back to the rules");
  fill(byId("head"), h("p", { class: "crumbs" }, h("a", { href: "/" }, "Games"), " / ", crumb), h("h1", {}, `Play ${game.title}`));
}

/** The first state; the seats get its colours. */
async function showBoard(game) {
  const svg = game.name ? await text(`/games/${part(game.name)}/thumbnail.svg`) : game.svg;
  learnColours(showPicture(byId("board"), svg));
}

async function begin() {
  const [game, players] = await Promise.all([chosenGame(), get("/players")]);
  headline(game);
  filled(byId("board"), () => showBoard(game));
  let people = 0;
  const fields = game.roles.map((role, index) => new SeatFields(role, index, players, usualSeat(role === CHANCE ? 0 : people++, players)));
  fill(byId("seats"), fields.map((field) => field.element));
  const button = byId("form").querySelector("[type=submit]");
  byId("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    if (!(await attempt(() => start(game, fields)))) button.disabled = false;
  });
}

begin().catch((error) => fill(byId("seats"), failureBox(error)));
