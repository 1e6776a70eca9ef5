// The side from which a board is shown. By default, the pieces of the viewer begin at the bottom; a choice is remembered for each game.

const nameOf = (game) => `senet-turned-${game}`;

/** True if the board of a view is shown from the other side for a viewer who plays `roles`. */
export function isTurned(view, roles) {
  const chosen = localStorage.getItem(nameOf(view.game));
  const far = roles.length > 0 && roles.every((role) => view.far?.[role]);
  return view.turnable && far !== (chosen === "turned");
}

/** Turns the board of a game, and remembers it. */
export function turn(game) {
  const chosen = localStorage.getItem(nameOf(game)) === "turned";
  localStorage.setItem(nameOf(game), chosen ? "usual" : "turned");
}
