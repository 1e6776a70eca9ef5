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
    if (!people.includes(n)) await seat.locator(".seconds").fill(seconds);
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
