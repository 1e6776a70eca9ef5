// Choosing the players.

import { byId, fill, h } from "../parts/dom.js";
import { get, part, post, text } from "../parts/api.js";
import { attempt, entitle, failureBox, filled } from "../parts/shell.js";
import { CHANCE, SeatFields } from "../parts/seats.js";
import { learnColours, showPicture } from "../parts/picture.js";
import { readDraft, wishLinks } from "../parts/drafts.js";
import { keepName, myName } from "../parts/people.js";
import { keepKey } from "../parts/keys.js";

const asked = new URLSearchParams(location.search);

/** The game: one of the library by its name, the rules of the editor, or a position of another match. */
async function chosenGame() {
  const kind = ["table", "record"].find((kind) => asked.has(kind));
  if (kind) return position(kind, asked.get(kind), Number(asked.get("step")));
  if (asked.has("draft")) return readDraft();
  return get(`/games/${part(asked.get("game") ?? "tic-tac-toe")}`);
}

async function position(kind, id, step) {
  const { roles, title, svg } = await get(`/${kind}s/${part(id)}?step=${step}`);
  return { title: `${title}, after ${step} moves`, roles, svg, from: { [kind]: id, step } };
}

/** A person in the first seat, the computer in the others. */
function usualSeat(index) {
  return index === 0 ? {} : { kind: "level:medium", seconds: 1 };
}

async function start(game, fields) {
  const form = new FormData(byId("form"));
  const name = form.get("name").trim();
  keepName(name);
  const body = { seats: fields.map((field) => field.value(name)), seconds: 1 };
  if (game.from) Object.assign(body, { from: game.from, title: game.title });
  else if (game.name) body.game = game.name;
  else Object.assign(body, { rules: game.rules, title: game.title });
  if (form.get("clock")) {
    const [seconds, increment] = form.get("clock").split(" ").map(Number);
    body.clock = { seconds, increment };
  }
  if (form.get("seed")) body.seed = Number(form.get("seed"));
  if (form.get("title")) body.title = form.get("title");
  const { id, key } = await post("/tables", body);
  keepKey(id, key);
  wishLinks(id, fields.map((field, role) => (field.isLink() ? role : -1)).filter((role) => role >= 0));
  location.assign(`/tables/${part(id)}`);
}

function headline(game) {
  entitle(`New game of ${game.title}`);
  const back = game.from?.table ? h("a", { href: `/tables/${part(game.from.table)}` }, "back to the match") : game.from ? h("a", { href: `/records/${part(game.from.record)}` }, "back to the match") : h("a", { href: "/edit" }, "back to the rules");
  const crumb = game.name ? h("a", { href: `/games/${part(game.name)}` }, game.title) : back;
  fill(byId("head"), h("p", { class: "crumbs" }, h("a", { href: "/" }, "Games"), " / ", crumb), h("h1", {}, `Play ${game.title}`));
}

/** The first state; the seats get its colours. */
async function showBoard(game) {
  const svg = game.name ? await text(`/games/${part(game.name)}/thumbnail.svg`) : game.svg;
  learnColours(showPicture(byId("board"), svg));
}

/** Moves each player to the next seat. */
function swap(fields) {
  const open = fields.filter((field) => field.element.contains(field.who));
  const kept = open.map((field) => [field.who.value, field.seconds.value]);
  open.forEach((field, at) => {
    [field.who.value, field.seconds.value] = kept[(at + kept.length - 1) % kept.length];
    field.changed();
  });
}

async function begin() {
  const [game, players, levels] = await Promise.all([chosenGame(), get("/players"), get("/levels")]);
  headline(game);
  filled(byId("board"), () => showBoard(game));
  let people = 0;
  const alone = game.roles.filter((role) => role !== CHANCE).length < 2;
  const fields = game.roles.map((role, index) => new SeatFields(role, index, { players, levels }, { alone, ...usualSeat(role === CHANCE ? 0 : people++) }));
  fill(byId("seats"), fields.map((field) => field.element));
  byId("form").elements.name.value = myName();
  byId("swap").hidden = alone;
  byId("swap").addEventListener("click", () => swap(fields));
  const button = byId("form").querySelector("[type=submit]");
  byId("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    if (!(await attempt(() => start(game, fields)))) button.disabled = false;
  });
}

begin().catch((error) => fill(byId("seats"), failureBox(error)));
