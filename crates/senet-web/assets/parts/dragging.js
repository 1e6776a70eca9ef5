// Dragging pieces, with a mouse, a pen or a finger. A drag is two clicks: one where it begins and one where it ends.

import { s } from "./dom.js";

/** The distance in pixels from which a press is a drag. */
const SLACK = 6;

/** Lets people drag the pieces of a board. `layer` has the click targets of its places. */
export function allowDragging(board, layer) {
  let held = null;

  layer.addEventListener("pointerdown", (event) => {
    const name = event.target.dataset.spot;
    if (event.button !== 0 || !board.canLift(name)) return;
    held = { name, id: event.pointerId, from: [event.clientX, event.clientY], ghost: null };
  });

  layer.addEventListener("pointermove", (event) => {
    if (held?.id !== event.pointerId) return;
    const away = Math.hypot(event.clientX - held.from[0], event.clientY - held.from[1]);
    if (!held.ghost && away < SLACK) return;
    if (!held.ghost) begin(event);
    follow(event);
  });

  layer.addEventListener("pointerup", (event) => {
    if (held?.id !== event.pointerId) return;
    const { ghost } = held;
    put(ghost);
    if (!ghost) return;
    board.drop(placeAt(board, event));
  });

  layer.addEventListener("pointercancel", () => put(held?.ghost));

  function begin(event) {
    layer.setPointerCapture(event.pointerId);
    board.lift(held.name);
    held.ghost = ghostOf(board, held.name);
    board.picture.append(held.ghost);
  }

  function follow(event) {
    const scale = board.picture.getScreenCTM();
    const [dx, dy] = [(event.clientX - held.from[0]) / scale.a, (event.clientY - held.from[1]) / scale.d];
    held.ghost.setAttribute("transform", `translate(${dx} ${dy})`);
  }

  function put(ghost) {
    ghost?.remove();
    held = null;
  }
}

/** A copy of the pieces on a place, drawn above everything. */
function ghostOf(board, name) {
  const { place, transform } = board.spots.get(name);
  const pieces = [...place.querySelectorAll(":scope > g")].map((piece) => piece.cloneNode(true));
  return s("g", { class: "ghost", "aria-hidden": "true" }, s("g", { transform }, pieces));
}

/** The place below the pointer. */
function placeAt(board, { clientX, clientY }) {
  const below = board.host.shadowRoot.elementsFromPoint(clientX, clientY);
  return below.find((element) => element.dataset?.spot)?.dataset.spot;
}
