// The centre of every page with a match: the picture of the state, the status, the choice among moves, and the history.

import { h, fill } from "./dom.js";
import { Board } from "./board.js";
import { HistoryBar } from "./history.js";
import { showPicture } from "./picture.js";

/** The stage. `onmove` gets a move, `ongo` the step to show. */
export class Stage {
  constructor({ onmove, ongo }) {
    this.onmove = onmove;
    this.status = h("p", { class: "status", "aria-live": "polite" });
    this.picture = h("div", { class: "picture" });
    this.veil = h("p", { class: "muted small", hidden: true }, "This game has hidden information: until the match is over, you see only what the rules show you of the last move.");
    this.chooser = h("div", { class: "chooser", role: "group", "aria-label": "Which move?", hidden: true });
    this.history = new HistoryBar(ongo);
    this.facts = h("ul", { class: "facts" });
    this.factsBox = h("details", { class: "facts-box" }, h("summary", {}, "The position in the words of the rules"), this.facts);
    this.board = new Board(this.picture, { onmove, onchoice: (choices) => this.choose(choices) });
    // The choice lies above the picture, so that nothing moves when it appears.
    this.frame = h("div", { class: "board-frame" }, this.picture, this.chooser);
    this.tools = h("div", { class: "tools", role: "group", "aria-label": "Board and match" });
    this.element = h("section", { class: "stage", "aria-label": "Board" }, this.status, this.frame, this.history.element, this.tools, this.veil, this.factsBox);
  }

  /** Shows a state with clickable `moves`. */
  show(view, moves) {
    if (view.svg) {
      this.board.show(view.svg, moves);
      this.board.markDecisive(view.step === view.steps ? (view.decisive ?? []) : []);
      this.board.advise([]);
    }
    this.veil.hidden = !view.hides;
    this.history.show(view.step, view.steps);
    fill(this.facts, (view.facts ?? []).map((fact) => h("li", {}, fact)));
    this.factsBox.hidden = (view.facts ?? []).length === 0;
  }

  say(words, kind = "") {
    if (this.status.textContent !== words) this.status.textContent = words;
    this.status.className = `status ${kind}`;
  }

  /** Offers the moves that share the same clicks. */
  choose(choices) {
    this.chooser.hidden = choices.length === 0;
    const buttons = choices.map((move) => h("button", { type: "button", class: "move", title: move.words, onclick: () => this.pick(move) }, this.face(move), move.words));
    fill(this.chooser, choices.length > 0 ? h("span", { class: "muted" }, choices.length > 1 ? "Which one?" : "Play this move, or keep clicking?") : null, buttons, choices.length > 0 ? h("button", { type: "button", class: "quiet", onclick: () => this.board.select([], []) }, "cancel") : null);
    if (choices.length > 1) buttons[0].focus();
  }

  pick(move) {
    this.board.select([], []);
    this.onmove(move);
  }

  /** The piece that a move makes, as a picture. */
  face(move) {
    if (!move.svg) return null;
    const face = h("span", { class: "piece", "aria-hidden": "true" });
    showPicture(face, move.svg);
    return face;
  }
}
