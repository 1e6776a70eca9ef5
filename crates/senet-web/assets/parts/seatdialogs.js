// Dialogs about seats: who plays a role, links for friends, and joining by a link.

import { fill, h } from "./dom.js";
import { get, post } from "./api.js";
import { attempt, tell } from "./shell.js";
import { keepName, myName } from "./people.js";
import { SeatFields } from "./seats.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];

/** The dialogs of a table. `receive` takes the answer of a request that changed the table. */
export class SeatDialogs {
  constructor({ path, key, receive }) {
    this.path = path;
    this.key = key;
    this.receive = receive;
    this.element = h("dialog", { "aria-label": "Seat" });
  }

  isOpen() {
    return this.element.open;
  }

  show(...children) {
    fill(this.element, ...children);
    this.element.showModal();
  }

  /** The buttons of the owner beside a seat. */
  buttons(view, role) {
    if (view.status === "over" || view.status === "loading") return null;
    const name = view.roles[role];
    const people = view.seats.filter((seat) => seat.kind === "human").length;
    const button = (label, words, onclick) => h("button", { type: "button", class: "quiet small", "aria-label": label, onclick }, words);
    return [
      view.seats[role].kind === "human" && people > 1 ? button(`Link for ${name}`, "link", () => this.invite(view, role)) : null,
      button(`Change who plays ${name}`, "change", () => attempt(() => this.change(view, role))),
    ];
  }

  /** Shows the link for a seat. */
  async invite(view, role) {
    await attempt(async () => {
      const link = await post(`${this.path}/links`, { role }, { key: this.key });
      this.showLink(view.roles[role], new URL(link.path, location.href).href);
    });
  }

  showLink(name, address) {
    const field = h("input", { readonly: true, value: address, "aria-label": "Link for the seat", onfocus: () => field.select() });
    const copy = async () => {
      await navigator.clipboard.writeText(address);
      tell("The link is copied.");
    };
    const local = LOCAL.includes(location.hostname) ? h("p", { class: "muted small" }, "Only this computer can open the link. Start Senet with --address so that others can reach it.") : null;
    const row = h("div", { class: "row" }, field, navigator.clipboard ? h("button", { type: "button", onclick: () => attempt(copy) }, "Copy") : null);
    const done = h("div", { class: "row end" }, h("button", { type: "button", class: "primary", onclick: () => this.element.close() }, "Done"));
    this.show(h("div", { class: "stack" }, h("h2", {}, `A seat for ${name}`), h("p", {}, "Send this link to the person who plays ", h("strong", {}, name), "."), row, local, done));
    field.select();
  }

  /** Changes the player of a seat. */
  async change(view, role) {
    const [players, levels] = await Promise.all([get("/players"), get("/levels")]);
    const seat = view.seats[role];
    const level = levels.find(({ title }) => title === seat.level);
    const kind = seat.kind === "human" ? "" : level ? `level:${level.name}` : seat.name.split(":")[0];
    const fields = new SeatFields(view.roles[role], role, { players, levels }, { kind, seconds: seat.seconds ?? 1, alone: true });
    const sit = (event) => {
      event.preventDefault();
      this.send("seats", { role, seat: fields.value(myName()) });
    };
    const buttons = h("div", { class: "row end" }, h("button", { type: "button", class: "quiet", onclick: () => this.element.close() }, "Cancel"), h("button", { class: "primary", type: "submit" }, "Sit down"));
    this.show(h("form", { class: "stack", onsubmit: sit, novalidate: true }, fields.element, buttons));
  }

  /** Asks a guest for a name and takes the seat. */
  join() {
    const name = h("input", { name: "name", value: myName(), maxlength: 40, autocomplete: "nickname" });
    const sit = (event) => {
      event.preventDefault();
      keepName(name.value);
      this.send("join", { name: name.value });
    };
    const field = h("label", { class: "field" }, h("span", {}, "Your name"), name);
    this.show(h("form", { class: "stack", onsubmit: sit, novalidate: true }, h("h2", {}, "You are invited to play"), field, h("div", { class: "row end" }, h("button", { class: "primary", type: "submit" }, "Play"))));
  }

  send(what, body) {
    this.element.close();
    attempt(() => this.receive(post(`${this.path}/${what}`, body, { key: this.key })));
  }
}
