// The list of legal moves. It works for every game, even if its moves have no places on a board.

import { h, fill } from "./dom.js";
import { moveWords, several } from "./words.js";

/** The most moves shown at once; the filter finds the others. */
const SHOWN = 120;

/** A list of moves. `onmove` gets the chosen move, `onlook` the focused one or nothing. */
export class MoveList {
  constructor({ onmove, onlook }) {
    this.onmove = onmove;
    this.onlook = onlook;
    this.moves = [];
    this.filter = h("input", { type: "search", placeholder: "Type a part of a move", "aria-label": "Filter moves", autocomplete: "off", oninput: () => this.draw() });
    this.filter.addEventListener("keydown", (event) => this.enter(event));
    this.list = h("ul", { class: "moves scroller", "aria-label": "Legal moves" });
    this.note = h("p", { class: "muted small", "aria-live": "polite" });
    this.element = h("div", { class: "stack tight" }, this.filter, this.list, this.note);
  }

  show(moves) {
    if (JSON.stringify(moves) === JSON.stringify(this.moves)) return;
    this.moves = moves;
    this.filter.value = "";
    this.filter.hidden = moves.length < 8;
    this.draw();
  }

  matching() {
    const words = this.filter.value.toLowerCase().split(/[\s()]+/).filter(Boolean);
    return this.moves.filter((move) => words.every((word) => `${move.text} ${move.words}`.toLowerCase().includes(word)));
  }

  draw() {
    const found = this.matching();
    const shown = found.slice(0, SHOWN);
    fill(this.list, shown.map((move) => h("li", {}, this.button(move))));
    const left = found.length - shown.length;
    this.note.textContent = left > 0 ? `${several(left, "more move")}: type a part of one.` : found.length === 0 && this.moves.length > 0 ? "No move contains this text." : "";
  }

  button(move) {
    const look = () => this.onlook(move);
    const away = () => this.onlook(null);
    const given = { type: "button", class: "move", onclick: () => this.onmove(move), onmouseenter: look, onfocus: look, onmouseleave: away, onblur: away };
    return h("button", { ...given, title: moveWords(move.text) }, move.words);
  }

  enter(event) {
    const found = this.matching();
    if (event.key !== "Enter" || found.length !== 1) return;
    event.preventDefault();
    this.onmove(found[0]);
  }
}
