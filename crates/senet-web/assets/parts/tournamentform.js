// The form that starts a tournament.

import { fill, h } from "./dom.js";
import { get, part, post } from "./api.js";
import { failureBox } from "./shell.js";

const USUAL_GAMES = ["tic-tac-toe"];
const USUAL_PLAYERS = ["uct", "random"];

function field(label, input, note) {
  return h("label", { class: "field" }, h("span", {}, label), input, note ? h("small", { class: "muted" }, note) : null);
}

/** A list of games with checkboxes and a filter. */
function gamePicker(games) {
  const usual = (game) => USUAL_GAMES.includes(game.name);
  const rows = [...games].sort((a, b) => usual(b) - usual(a)).map((game) => {
    const box = h("input", { type: "checkbox", name: "game", value: game.name, checked: usual(game) });
    return { element: h("label", { class: "tick-row" }, box, ` ${game.title}`), words: `${game.name} ${game.title} ${game.tags.join(" ")}`.toLowerCase() };
  });
  const narrow = () => {
    for (const { element, words } of rows) element.hidden = !words.includes(search.value.toLowerCase());
  };
  const search = h("input", { type: "search", placeholder: "Search games", "aria-label": "Search games", oninput: narrow });
  return h("fieldset", { class: "picker" }, h("legend", {}, "Games"), search, h("div", { class: "scroller ticks", tabindex: 0, role: "region", "aria-label": "Games" }, rows.map((row) => row.element)));
}

function readForm(form) {
  const data = new FormData(form);
  const plan = {
    name: data.get("name").trim(),
    games: data.getAll("game"),
    players: data.get("players").split("\n").map((line) => line.trim()).filter(Boolean),
    seconds: Number(data.get("seconds")),
    rounds: Number(data.get("rounds")),
  };
  if (data.get("seed")) plan.seed = Number(data.get("seed"));
  return plan;
}

/** Opens the form in a dialog; a started tournament is shown at once. */
export async function openTournamentForm(dialog) {
  const [games, players] = await Promise.all([get("/games"), get("/players")]);
  const failures = h("div");
  const start = async (event) => {
    event.preventDefault();
    try {
      const plan = readForm(form);
      await post("/tournaments", plan);
      location.assign(`/tournaments/${part(plan.name)}`);
    } catch (error) {
      fill(failures, failureBox(error));
    }
  };
  const form = h(
    "form",
    { class: "stack", onsubmit: start, novalidate: true },
    h("h2", { id: "dialog-title" }, "New tournament"),
    field("Name", h("input", { name: "name", value: `cup-${Date.now().toString(36).slice(-4)}`, maxlength: 60 })),
    gamePicker(games),
    field("Players, one a line", h("textarea", { name: "players", rows: 4, class: "mono" }, USUAL_PLAYERS.join("\n")), `Kinds: ${players.map((player) => player.kind).join(", ")}. Options follow a colon, as in uct:threads=1.`),
    h("div", { class: "fields" }, field("Seconds a move", h("input", { name: "seconds", type: "number", min: 0.02, step: "any", value: 0.2 })), field("Rounds", h("input", { name: "rounds", type: "number", min: 1, value: 2 })), field("Seed", h("input", { name: "seed", inputmode: "numeric", placeholder: "any" }))),
    failures,
    h("div", { class: "row end" }, h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, "Cancel"), h("button", { type: "submit", class: "primary" }, "Start")),
  );
  fill(dialog, form);
  dialog.showModal();
}
