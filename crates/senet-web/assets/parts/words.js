// How things are written on pages.

/** A move as people read it: the outer parentheses say nothing. */
export function moveWords(text) {
  return text.startsWith("(") && text.endsWith(")") ? text.slice(1, -1) : text;
}

/** Whether a move of a joint move is worth a look: where some have parameters, bare words mostly mean waiting. */
export function isQuiet(joint, role) {
  return !joint[role].startsWith("(") && joint.some((move) => move.startsWith("("));
}

/** A joint move in a line: who waits is left out. */
export function jointWords(joint) {
  return joint.filter((_, role) => !isQuiet(joint, role)).map(moveWords).join(" · ");
}

/** A count with thin gaps between thousands. */
export function count(number) {
  return Math.round(number).toLocaleString("en").replaceAll(",", "\u202f");
}

/** One or many of a thing. */
export function several(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** How long ago a time in milliseconds since 1970 was. */
export function ago(milliseconds) {
  const seconds = Math.max(0, (Date.now() - milliseconds) / 1000);
  const units = [
    [86400, "day"],
    [3600, "hour"],
    [60, "minute"],
  ];
  const [size, unit] = units.find(([size]) => seconds >= size) ?? [];
  return unit ? `${several(Math.floor(seconds / size), unit)} ago` : "just now";
}

/** A number with as many digits as people want to see. */
export function short(number, digits = 2) {
  return Number(number.toFixed(digits)).toString();
}

/** The names in a row: `a, b and c`. */
export function listed(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
