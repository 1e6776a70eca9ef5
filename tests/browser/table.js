// Playing as a person does: by clicks on what the page shows.

import assert from "node:assert/strict";
import { ask, until } from "./arena.js";

/** Sits down at a game: the seats that `people` names are ours, the others are played by `player` with little time. */
export async function sitDown(page, game, { people = [0], player = "uct", seconds = "0.2" } = {}) {
  await page.goto(`/play?game=${game}`);
  const seats = page.locator("fieldset.seat");
  await seats.first().waitFor();
  for (let n = 0; n < (await seats.count()); n++) {
    const seat = seats.nth(n);
    // No visitor chooses the player of chance.
    if ((await seat.locator(".who").count()) === 0) continue;
    await seat.locator(".who").selectOption(people.includes(n) ? "" : player);
    // A level has its own time.
    if (!people.includes(n) && !player.startsWith("level:")) await seat.locator(".seconds").fill(seconds);
  }
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/tables\//);
  await ready(page);
  return decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1));
}

/** Waits until we are to move, or the match is over. Gives whether it is over. */
export async function ready(page) {
  await until(page, () => document.querySelector(".status.mine, .status.over, .status.bad"), null, "our turn or the end");
  assert.equal(await page.locator(".status.bad").count(), 0, await page.locator(".status").textContent());
  return (await page.locator(".status.over").count()) > 0;
}

/** The number of moves made, as the page shows it. */
export async function movesMade(page) {
  return Number((await page.locator(".steps").textContent()).split("/")[1]);
}

/** Waits until this number of moves is made. */
export async function moved(page, steps) {
  await until(page, (steps) => Number(document.querySelector(".steps").textContent.split("/")[1]) >= steps, steps, `${steps} moves`);
}

/** Opens the list of all moves. */
export async function openMoves(page) {
  const list = page.locator("details.panel", { has: page.locator("summary", { hasText: "All your moves" }) });
  await list.waitFor();
  if ((await list.getAttribute("open")) === null) await list.locator("summary").click();
}

/** Opens a table as a program does, and its page as its owner. Gives its identifier and its key. */
export async function openTable(page, body) {
  const headers = { "X-Senet": "1", "Content-Type": "application/json" };
  const { id, key } = await ask("/tables", { method: "POST", headers, body: JSON.stringify(body) });
  await page.goto("/no/such/page");
  await page.evaluate(([id, key]) => localStorage.setItem(`senet-key-${id}`, key), [id, key]);
  await page.goto(`/tables/${id}`);
  return { id, key };
}

/** Makes a move of a person as a program does. */
export async function post(table, key, what, body) {
  const headers = { "X-Senet": "1", "X-Senet-Key": key, "Content-Type": "application/json" };
  return ask(`/tables/${table}/${what}`, { method: "POST", headers, body: JSON.stringify(body) });
}

/** The middle of a place on the screen. */
export async function middle(page, name) {
  await spot(page, name).scrollIntoViewIfNeeded();
  const { x, y, width, height } = await spot(page, name).boundingBox();
  return [x + width / 2, y + height / 2];
}

/** Drags the piece on a place to another place. */
export async function drag(page, from, to) {
  const [x, y] = await middle(page, from);
  const [u, v] = await middle(page, to);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + u) / 2, (y + v) / 2, { steps: 5 });
  await page.locator(".board-frame .ghost").waitFor({ state: "attached" });
  await page.mouse.move(u, v, { steps: 5 });
  await page.mouse.up();
}

/** The place of the board with this name. */
export function spot(page, name) {
  return page.locator(`.board-frame .spot[data-spot="${name}"]`);
}

/** Clicks a move, place by place; before each further click the page must have said that it is possible. Gives the move. */
export async function clickMove(page, table, wanted = (move) => move.places.length > 0) {
  const view = await ask(`/tables/${table}`);
  const role = view.legal.findIndex((moves, role) => view.seats[role].kind === "human" && moves.length > 1);
  const move = view.legal[role].find(wanted);
  assert.ok(move, `there is such a move among ${view.legal[role].map((move) => move.text)}`);
  for (const [at, place] of move.places.entries()) {
    assert.match(await spot(page, place).getAttribute("class"), at > 0 ? /next/ : /can/, `${place} can be clicked for ${move.text}`);
    await spot(page, place).click();
  }
  await moved(page, view.step + 1);
  assert.equal((await ask(`/tables/${table}?step=${view.step + 1}`)).history[view.step][role], move.text);
  return move;
}
