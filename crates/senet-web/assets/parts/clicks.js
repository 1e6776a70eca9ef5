// What clicks on places mean. A move names the places that a person clicks for it, in order; what has been clicked so far selects the moves that begin so.

/** The moves that begin with these places. */
export function beginning(moves, clicked) {
  return moves.filter((move) => move.places.length >= clicked.length && clicked.every((place, at) => move.places[at] === place));
}

/** The places that may be clicked next. */
export function nextPlaces(moves, clicked) {
  const further = beginning(moves, clicked).filter((move) => move.places.length > clicked.length);
  return new Set(further.map((move) => move.places[clicked.length]));
}

/**
 * A click on a place, after others. Gives `{clicked, move, choices}`: what is selected now, the move that is now complete and the only one, and the
 * complete moves to choose from if there are several (or if there is one, but others go on from here).
 */
export function click(moves, clicked, place) {
  if (!nextPlaces(moves, clicked).has(place)) return restarted(moves, clicked, place);
  const selected = [...clicked, place];
  const left = beginning(moves, selected);
  const complete = left.filter((move) => move.places.length === selected.length);
  if (complete.length === 1 && left.length === 1) return { clicked: [], move: complete[0], choices: [] };
  return { clicked: selected, move: null, choices: complete };
}

/** A click that does not go on from here starts anew, or takes the selection back. */
function restarted(moves, clicked, place) {
  if (clicked.length > 0 && clicked.at(-1) !== place && nextPlaces(moves, []).has(place)) return click(moves, [], place);
  return { clicked: [], move: null, choices: [] };
}
