// A board to click on. Each place of the picture has a button of the same shape on top, with a label for screen readers and keyboard access.

import { s } from "./dom.js";
import { click, nextPlaces } from "./clicks.js";
import { allowDragging } from "./dragging.js";
import { giveBoardTheSpace, learnColours, showPicture } from "./picture.js";

const STYLE = `
.spot { fill: transparent; stroke: none; outline: none }
.spot.can, .spot.next { cursor: pointer }
.ghost { pointer-events: none; filter: drop-shadow(0 3px 3px rgb(0 0 0 / 0.4)) }
.lifted > g { opacity: 0.35 }
.advice { pointer-events: none; stroke: #1f7a4d; stroke-width: 6; stroke-linecap: round; fill: none; opacity: 0.85 }
.advice-head { fill: #1f7a4d; stroke: none }
.decisive { pointer-events: none; fill: none; stroke: #1f7a4d; stroke-width: 5; opacity: 0.9 }
.spot.can:hover, .spot.next:hover { fill: rgb(40 120 180 / 0.16) }
.spot.chosen, .spot.pointed { stroke: var(--accent); stroke-width: 3 }
.spot:focus-visible { stroke: var(--focus); stroke-width: 4; paint-order: stroke }
.tint { fill: transparent; stroke: none }
.tint.can { fill: rgb(40 120 180 / 0.15) }
.tint.chosen, .tint.pointed { fill: rgb(40 120 180 / 0.4) }
.dot, .ring { pointer-events: none; stroke: #fff; stroke-width: 1.5 }
.dot { fill: #1d5a85; opacity: 0.8 }
.ring { fill: none; stroke: #1d5a85; stroke-width: 4; opacity: 0.8 }
@media (prefers-reduced-motion: no-preference) { .spot, .tint { transition: fill 120ms } }`;

const SHAPES = "rect, polygon, circle, ellipse, path";
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** A copy of a shape without its style. */
function outline(shape, attributes) {
  const copy = shape.cloneNode(false);
  for (const worn of ["class", "style", "fill", "stroke", "data-place", "id", "aria-label", "role"]) copy.removeAttribute(worn);
  for (const [key, value] of Object.entries(attributes)) copy.setAttribute(key, value);
  return copy;
}

/** A board in an element. `onmove` gets the clicked move, `onchoice` the remaining moves to choose from. */
export class Board {
  constructor(host, { onmove, onchoice }) {
    this.host = host;
    this.onmove = onmove;
    this.onchoice = onchoice;
    this.moves = [];
    this.clicked = [];
    this.spots = new Map();
    this.present = null;
  }

  /** Shows a state and its clickable moves. */
  show(svg, moves) {
    const focused = this.host.shadowRoot?.activeElement?.dataset.spot;
    if (svg !== this.present) this.draw(svg);
    this.moves = moves.filter((move) => move.places.length > 0);
    // A finger on the board drags pieces; elsewhere it moves the page.
    this.picture.style.touchAction = this.moves.some((move) => move.places.length > 1) ? "pinch-zoom" : "";
    this.select([], []);
    if (focused) this.spots.get(focused)?.spot.focus();
  }

  draw(svg) {
    const picture = showPicture(this.host, svg, STYLE);
    learnColours(picture);
    giveBoardTheSpace(picture);
    this.present = svg;
    this.picture = picture;
    this.spots = new Map();
    const layer = s("g", { class: "spots" });
    // Screen readers find the parts of a group, but not of an image.
    picture.setAttribute("role", "group");
    picture.append(layer);
    for (const place of picture.querySelectorAll("[data-place]")) this.addSpot(layer, place);
    layer.addEventListener("click", (event) => {
      if (!this.dropped) this.clickOn(event.target.dataset.spot);
    });
    allowDragging(this, layer);
    layer.addEventListener("keydown", (event) => this.key(event));
  }

  addSpot(layer, place) {
    const name = place.dataset.place;
    if (this.spots.has(name)) return;
    const shape = place.matches(SHAPES) ? place : place.querySelector(SHAPES);
    if (!shape) return;
    const box = shape.getBBox();
    // Boards may have a transform within the picture; the buttons need the same.
    const moved = layer.getCTM().inverse().multiply(shape.getCTM());
    const { x, y } = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(moved);
    const lying = [...place.querySelectorAll("title")].map((title) => title.textContent);
    const label = [place.dataset.label ?? place.getAttribute("aria-label"), ...lying].filter(Boolean).join(", ") || name;
    const transform = `matrix(${[moved.a, moved.b, moved.c, moved.d, moved.e, moved.f].join(" ")})`;
    const spot = outline(shape, { class: "spot", role: "button", tabindex: -1, "data-spot": name, "aria-label": label, transform });
    spot.append(s("title", {}, label));
    layer.append(spot);
    // Tints are below the pieces; click targets are above them.
    const tint = outline(shape, { class: "tint" });
    shape.after(tint);
    // The text of a button stays free.
    const taken = place.classList.contains("press") || place.querySelector(":scope > g") !== null;
    this.spots.set(name, { place, transform, spot, tint, taken, middle: [x, y], size: Math.min(box.width, box.height) });
  }

  /** True if a piece can be dragged from this place. */
  canLift(name) {
    const further = this.moves.filter((move) => move.places[this.clicked.length === 0 ? 0 : this.clicked.length] === name || move.places[0] === name);
    return name !== undefined && further.some((move) => move.places.length > 1) && this.spots.get(name)?.taken === true;
  }

  /** Takes up the piece on a place. */
  lift(name) {
    if (this.clicked.at(-1) !== name) this.clickOn(name);
    this.spots.get(name).place.classList.add("lifted");
  }

  /** Puts the piece down on a place. The browser may report a click afterwards, which does not count. */
  drop(name) {
    for (const { place } of this.spots.values()) place.classList.remove("lifted");
    this.dropped = true;
    setTimeout(() => (this.dropped = false));
    if (name !== undefined && name !== this.clicked.at(-1)) this.clickOn(name);
  }

  /** Shows a proposed move: an arrow between its places, or a ring around its only place. */
  advise(places) {
    for (const old of this.picture?.querySelectorAll(".advice, .advice-head") ?? []) old.remove();
    const known = places.map((place) => this.spots.get(place)).filter(Boolean);
    if (known.length === 1) this.picture.append(s("circle", { class: "advice", cx: known[0].middle[0], cy: known[0].middle[1], r: known[0].size * 0.42 }));
    for (let at = 1; at < known.length; at++) this.arrow(known[at - 1], known[at]);
  }

  arrow(from, to) {
    const [[x1, y1], [x2, y2]] = [from.middle, to.middle];
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [hx, hy] = [x2 - ux * 14, y2 - uy * 14];
    const head = [[x2, y2], [hx - uy * 9, hy + ux * 9], [hx + uy * 9, hy - ux * 9]];
    this.picture.append(s("path", { class: "advice", d: `M${x1} ${y1}L${hx} ${hy}` }), s("polygon", { class: "advice-head", points: head.map((point) => point.join(",")).join(" ") }));
  }

  /** Marks the places that decided the match. */
  markDecisive(places) {
    for (const old of this.picture?.querySelectorAll(".decisive") ?? []) old.remove();
    const known = places.map((place) => this.spots.get(place)).filter(Boolean);
    for (const { middle, size } of known) this.picture.append(s("circle", { class: "decisive", cx: middle[0], cy: middle[1], r: size * 0.44 }));
  }

  clickOn(name) {
    if (name === undefined || this.moves.length === 0) return;
    const { clicked, move, choices } = click(this.moves, this.clicked, name);
    this.select(clicked, choices);
    if (move) this.onmove(move);
  }

  /** Marks the selected places and the possible next ones. */
  select(clicked, choices) {
    this.clicked = clicked;
    const next = nextPlaces(this.moves, clicked);
    const starts = clicked.length > 0 ? nextPlaces(this.moves, []) : next;
    for (const [name, { spot, tint }] of this.spots) {
      const chosen = clicked.includes(name);
      const signs = [chosen && "chosen", clicked.length > 0 && next.has(name) && "next", starts.has(name) && "can"].filter(Boolean).join(" ");
      spot.setAttribute("class", `spot ${signs}`);
      tint.setAttribute("class", `tint ${signs}`);
      if (chosen) spot.setAttribute("aria-pressed", "true");
      else spot.removeAttribute("aria-pressed");
      spot.setAttribute("aria-disabled", String(!next.has(name) && !starts.has(name)));
    }
    this.dots(clicked.length > 0 ? next : new Set());
    this.rove();
    this.onchoice(choices, clicked);
  }

  /** Highlights the places of a move while it is focused in a list. */
  point(places) {
    for (const [name, { spot, tint }] of this.spots) for (const shape of [spot, tint]) shape.classList.toggle("pointed", places.includes(name));
  }

  dots(places) {
    for (const old of this.picture.querySelectorAll(".dot, .ring")) old.remove();
    const found = [...places].map((place) => this.spots.get(place)).filter(Boolean);
    for (const { taken, middle, size } of found) this.picture.append(s("circle", { class: taken ? "ring" : "dot", cx: middle[0], cy: middle[1], r: size * (taken ? 0.43 : 0.13) }));
  }

  /** One place at a time is in the tab order; arrow keys lead to the others. */
  rove(to) {
    const names = [...this.spots.keys()];
    const starts = nextPlaces(this.moves, this.clicked);
    this.home = [to, this.home].find((name) => this.spots.has(name)) ?? names.find((name) => starts.has(name)) ?? names[0];
    for (const [name, { spot }] of this.spots) spot.setAttribute("tabindex", name === this.home && this.moves.length > 0 ? 0 : -1);
  }

  key(event) {
    const name = event.target.dataset.spot;
    if (event.key in ARROWS) this.go(name, ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.clickOn(name);
    else if (event.key === "Escape") this.select([], []);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Moves the focus to the nearest place in a direction. */
  go(from, [dx, dy]) {
    const [x, y] = this.spots.get(from).middle;
    const far = ({ middle }) => {
      const along = (middle[0] - x) * dx + (middle[1] - y) * dy;
      const beside = Math.abs((middle[0] - x) * dy) + Math.abs((middle[1] - y) * dx);
      return along > 1 ? along + 3 * beside : Infinity;
    };
    const ranked = [...this.spots].map(([name, spot]) => [far(spot), name]).filter(([distance]) => distance < Infinity);
    const best = ranked.sort((a, b) => a[0] - b[0])[0];
    if (!best) return;
    this.rove(best[1]);
    this.spots.get(best[1]).spot.focus();
  }
}
