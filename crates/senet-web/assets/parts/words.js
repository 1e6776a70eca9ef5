// Text helpers for pages.

/** A move without its outer parentheses. */
export function moveWords(text) {
  return text.startsWith("(") && text.endsWith(")") ? text.slice(1, -1) : text;
}

/** True for a move that probably only waits: a bare word beside moves with parameters. */
export function isQuiet(joint, role) {
  return !joint[role].startsWith("(") && joint.some((move) => move.startsWith("("));
}

/** A joint move in one line, without waiting roles. */
export function jointWords(joint) {
  return joint.filter((_, role) => !isQuiet(joint, role)).map(moveWords).join(" · ");
}

/** A count with thin gaps between thousands. */
export function count(number) {
  return Math.round(number).toLocaleString("en").replaceAll(",", "\u202f");
}

/** A count with its noun, singular or plural. */
export function several(number, one, many = `${one}s`) {
  return `${count(number)} ${number === 1 ? one : many}`;
}

/** The age of a time in milliseconds since 1970. */
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

/** A number with a readable number of digits. */
export function short(number, digits = 2) {
  return Number(number.toFixed(digits)).toString();
}

/** A list of names: `a, b and c`. */
export function listed(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
