// The buttons below the board: turn it, hint, undo, resign, rematch, play from here, sound.

import { h } from "./dom.js";
import { attempt } from "./shell.js";
import { soundIsOn, switchSound } from "./sound.js";
import { turn } from "./turning.js";

/** A button with a sign and a name. */
export function tool(sign, name, onclick, more = {}) {
  return h("button", { type: "button", class: "tool", onclick, ...more }, h("span", { "aria-hidden": "true" }, sign), ` ${name}`);
}

/** The button that turns the board of a game; `after` is called when it is turned. */
export function turnButton(view, after) {
  const turnIt = () => {
    turn(view.game);
    after();
  };
  return view.turnable ? tool("⟳", "Turn", turnIt, { "aria-label": "Turn the board" }) : null;
}

function soundButton() {
  const button = h("button", { type: "button", class: "tool" });
  const show = () => {
    button.textContent = soundIsOn() ? "♪ Sound on" : "♪ Sound off";
    button.setAttribute("aria-pressed", String(soundIsOn()));
  };
  button.addEventListener("click", () => {
    switchSound();
    show();
  });
  show();
  return button;
}

/** The buttons of a match. `does` has a function for each of them. */
export class MatchTools {
  constructor(does) {
    this.does = does;
    this.sure = false;
    this.sound = soundButton();
  }

  buttons(view, { past, own, owner, canChoose, guests }) {
    const over = view.status === "over" || view.status === "failed";
    const plays = own.length > 0 && !over && view.status !== "loading";
    return [
      turnButton(view, this.does.turn),
      plays && !guests ? tool("✦", "Hint", (event) => this.thinkAloud(event.target.closest("button")), { disabled: !canChoose }) : null,
      owner && !guests ? tool("↶", "Undo", this.does.undo, { disabled: view.history.length === 0 }) : null,
      plays ? this.resignButton() : null,
      over && own.length > 0 ? this.rematchButton(view, own) : null,
      (past || !over) && (over || !guests) && !view.hides && view.status !== "loading" ? h("a", { class: "button tool", href: this.does.fromHere() }, h("span", { "aria-hidden": "true" }, "▷"), " Play from here") : null,
      this.sound,
    ];
  }

  async thinkAloud(button) {
    button.disabled = true;
    await attempt(this.does.hint);
    button.disabled = false;
  }

  /** Resigning takes two clicks. */
  resignButton() {
    const button = tool("⚑", "Resign", () => {
      if (button.dataset.sure) return this.does.resign();
      button.dataset.sure = "yes";
      button.lastChild.data = " Really resign?";
      setTimeout(() => {
        delete button.dataset.sure;
        button.lastChild.data = " Resign";
      }, 4000);
    });
    return button;
  }

  rematchButton(view, own) {
    const wanted = view.rematch?.wanted ?? [];
    const asked = own.some((role) => wanted[role]);
    const offered = wanted.some((wants, role) => wants && !own.includes(role));
    const words = asked ? "Rematch offered" : offered ? "Accept the rematch" : "Rematch";
    return tool("⇄", words, this.does.rematch, { disabled: asked, class: `tool ${offered ? "primary" : ""}` });
  }
}
