// Small pictures of games, loaded when they come into view.

import { h, whenSeen } from "./dom.js";
import { part, text } from "./api.js";
import { showPicture } from "./picture.js";

const seen = whenSeen(load);

/** A picture of the first state of a game. */
export function thumbnail(name) {
  const host = h("div", { class: "thumbnail", "data-game": name, "aria-hidden": "true" });
  seen.observe(host);
  return host;
}

async function load(host) {
  try {
    showPicture(host, await text(`/games/${part(host.dataset.game)}/thumbnail.svg`));
    host.classList.add("loaded");
  } catch {
    // A game without a picture is still listed; its page shows the problem.
    host.classList.add("missing");
    host.textContent = host.dataset.game.charAt(0).toUpperCase();
  }
}
