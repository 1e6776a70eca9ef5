// The meaning of clicks. A move names the places that a person clicks, in order. The clicks so far select the moves that begin with them.

/** The moves that begin with these places. */
export function beginning(moves, clicked) {
  return moves.filter((move) => move.places.length >= clicked.length && clicked.every((place, at) => move.places[at] === place));
}

/** The possible next places. */
export function nextPlaces(moves, clicked) {
  const further = beginning(moves, clicked).filter((move) => move.places.length > clicked.length);
  return new Set(further.map((move) => move.places[clicked.length]));
}

/**
 * Handles a click on a place, after earlier ones. Returns `{clicked, move, choices}`: the selection, the only complete move, and the complete moves to
 * choose from if there are several, or if there is one but others continue from here.
 */
export function click(moves, clicked, place) {
  if (!nextPlaces(moves, clicked).has(place)) return restarted(moves, clicked, place);
  const selected = [...clicked, place];
  const left = beginning(moves, selected);
  const complete = left.filter((move) => move.places.length === selected.length);
  if (complete.length === 1 && left.length === 1) return { clicked: [], move: complete[0], choices: [] };
  return { clicked: selected, move: null, choices: complete };
}

/** A click elsewhere starts a new selection, or clears it. */
function restarted(moves, clicked, place) {
  if (clicked.length > 0 && clicked.at(-1) !== place && nextPlaces(moves, []).has(place)) return click(moves, [], place);
  return { clicked: [], move: null, choices: [] };
}
