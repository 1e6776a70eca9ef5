// People: their names, the seats that this browser plays, and links for seats.

import { fill, h } from "./dom.js";
import { post } from "./api.js";
import { tell } from "./shell.js";
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
  // The owner who opens the own link stays the owner.
  if (keyOf(table) !== null) return false;
  keepSeat(table, { role: Number(found[1]), key: found[2] });
  return true;
}

/** A dialog with the link for a seat. */
export async function inviteTo(dialog, path, role, roleName, key) {
  const link = await post(`${path}/links`, { role }, { key });
  const address = new URL(link.path, location.href).href;
  const field = h("input", { readonly: true, value: address, "aria-label": "Link for the seat", onfocus: () => field.select() });
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    tell("The link is copied.");
  };
  const close = h("button", { type: "button", class: "primary", onclick: () => dialog.close() }, "Done");
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname) ? h("p", { class: "muted small" }, "Only this computer can open it. Start Senet with --address so that others can reach it.") : null;
  fill(dialog, h("div", { class: "stack" }, h("h2", {}, `A seat for ${roleName}`), h("p", {}, "Send this link. Whoever opens it plays ", h("strong", {}, roleName), "."), h("div", { class: "row" }, field, navigator.clipboard ? h("button", { type: "button", onclick: copy }, "Copy") : null), local, h("div", { class: "row end" }, close)));
  dialog.showModal();
  field.select();
}
