// People: their names, and the seats that this browser plays.

import { keepSeat, keyOf, seatOf } from "./keys.js";

const NAME = "senet-name";

/** The name of the visitor, as given last. */
export function myName() {
  return localStorage.getItem(NAME) ?? "";
}

/** Remembers the name of the visitor. */
export function keepName(name) {
  localStorage.setItem(NAME, name.trim().slice(0, 40));
}

/** What this browser may do at a table: its key, and a function that tells which roles it plays. */
export function partyAt(table) {
  const seat = seatOf(table);
  const key = keyOf(table) ?? seat?.key ?? null;
  const owner = keyOf(table) !== null;
  const plays = (view, role) => view.seats[role].kind === "human" && (owner ? view.seats[role].joined === null : seat?.role === role);
  return { key, owner, guest: !owner && seat !== null, mine: (view) => (key ? view.roles.map((_, role) => role).filter((role) => plays(view, role)) : []) };
}

/** Takes the seat of a link: the key is in the part of the address that is not sent to the server. */
export function readLink(table) {
  const found = /^#seat=(\d+)\.([a-z0-9]+)$/.exec(location.hash);
  if (!found) return false;
  history.replaceState(null, "", location.pathname);
  // An owner who opens a link to their own table stays the owner.
  if (keyOf(table) !== null) return false;
  keepSeat(table, { role: Number(found[1]), key: found[2] });
  return true;
}
