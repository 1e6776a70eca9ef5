// The first page: all games.

import { byId, fill, h } from "../parts/dom.js";
import { get, part } from "../parts/api.js";
import { filled } from "../parts/shell.js";
import { gameKeyOf } from "../parts/keys.js";
import { thumbnail } from "../parts/thumbnails.js";
import { several } from "../parts/words.js";

const chosen = new Set();
const cards = [];

function card(game) {
  const players = several(game.roles.filter((role) => role !== "random").length, "player");
  const link = h("a", { href: `/games/${part(game.name)}`, class: "card-link" }, game.title);
  const element = h(
    "li",
    { class: "card" },
    thumbnail(game.name),
    h("div", { class: "card-text" }, h("h2", {}, link), h("p", { class: "muted small" }, players, game.own ? " · yours" : ""), h("p", { class: "summary small" }, game.summary)),
    h("a", { class: "button card-play", href: `/play?game=${part(game.name)}`, "aria-label": `Play ${game.title}` }, "Play"),
  );
  return { game, element, isMine: gameKeyOf(game.name) !== null, words: [game.name, game.title, game.summary, ...game.tags].join(" ").toLowerCase() };
}

/** The tags, the most frequent first. */
function tagButtons(games) {
  const uses = new Map();
  for (const tag of games.flatMap((game) => game.tags)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  const common = [...uses].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  return common.map(([tag, number]) => {
    const button = h("button", { type: "button", class: "pill", "aria-pressed": "false" }, tag, h("span", { class: "muted" }, ` ${number}`));
    button.addEventListener("click", () => {
      if (!chosen.delete(tag)) chosen.add(tag);
      button.setAttribute("aria-pressed", String(chosen.has(tag)));
      narrow();
    });
    return button;
  });
}

function narrow() {
  const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ game, words: all }) => words.every((word) => all.includes(word)) && [...chosen].every((tag) => game.tags.includes(tag));
  const shown = cards.filter((card) => {
    card.element.hidden = !fits(card);
    return !card.element.hidden;
  });
  byId("shelf").hidden = !shown.some((card) => card.isMine);
  byId("count").textContent = shown.length === 0 ? "No game fits the search." : several(shown.length, "game");
}

filled(byId("games"), async () => {
  const games = await get("/games");
  cards.push(...games.map(card));
  fill(byId("tags"), tagButtons(games));
  byId("search").addEventListener("input", narrow);
  narrow();
  fill(byId("own"), cards.filter((card) => card.isMine).map((card) => card.element));
  return cards.filter((card) => !card.isMine).map((card) => card.element);
});
