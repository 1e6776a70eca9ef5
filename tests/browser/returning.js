// A server that is killed and started again: the page waits, and the match goes on.

import assert from "node:assert/strict";
import { it } from "node:test";
import { ask, killServer, picture, restartServer, until, withPage } from "./arena.js";
import { clickMove, movesMade, openMoves, ready, sitDown } from "./table.js";

/** While the server is away, requests fail. */
const AWAY = { allowed: (complaint) => /ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|ERR_SOCKET|Failed to load|events/.test(complaint) };

/** Waits until the server has loaded the rules of a table again. */
async function restored(table) {
  while ((await ask(`/tables/${table}`)).status === "loading") await new Promise((resolve) => setTimeout(resolve, 100));
}

export function returning() {
  it("waits for a killed server and goes on with the match", withPage(async (page) => {
    const table = await sitDown(page, "tic-tac-toe");
    await clickMove(page, table);
    await ready(page);
    const before = await ask(`/tables/${table}`);
    await killServer();
    await page.getByText("This page waits for the server").waitFor();
    await picture(page, "waiting-for-server");
    await restartServer();
    await until(page, () => document.querySelector(".connection").hidden, null, "the connection again");
    await restored(table);
    assert.equal(await ready(page), false);
    assert.equal(await movesMade(page), 2);
    assert.deepEqual((await ask(`/tables/${table}`)).history, before.history);
    await clickMove(page, table);
    await picture(page, "server-is-back");
  }, AWAY));

  it("keeps a choice that waits for another person", withPage(async (page) => {
    await sitDown(page, "rock-paper-scissors", { people: [0, 1] });
    await openMoves(page);
    await page.getByRole("button", { name: "right", exact: true }).click();
    await page.getByRole("button", { name: "show rock", exact: true }).click();
    await page.locator(".seat-card", { hasText: "right" }).getByText("has moved").waitFor();
    await killServer();
    await page.getByText("This page waits for the server").waitFor();
    await restartServer();
    await until(page, () => document.querySelector(".connection").hidden, null, "the connection again");
    await page.locator(".seat-card", { hasText: "right" }).getByText("has moved").waitFor();
    await page.getByRole("button", { name: "left: show paper" }).click();
    await until(page, () => document.querySelector(".steps").textContent.endsWith("/ 1"), null, "the joint move");
  }, AWAY));
}
