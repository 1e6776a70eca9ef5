// Public rule sheets, pasted as a new visitor does. They are not part of the project, so the tests need SENET_SHARED.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { it } from "node:test";
import { ask, picture, until, withPage } from "./arena.js";
import { clickMove, drag, moved, ready } from "./table.js";

const folder = process.env.SENET_SHARED ? path.join(process.env.SENET_SHARED, "games/base") : null;
const skip = folder && existsSync(folder) ? false : "SENET_SHARED names no folder with public sheets";

/** Pastes a sheet, plays it against the easiest computer, and gives the table. */
async function pasteAndPlay(page, sheet) {
  const rules = readFileSync(path.join(folder, sheet), "utf8");
  await page.goto("/edit");
  const field = page.getByLabel("Rules", { exact: true }).last();
  // The driver types long texts line by line; a paste is one event.
  await field.evaluate((area, rules) => {
    area.value = rules;
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }, rules);
  await until(page, () => !document.querySelector("#actions .primary").disabled, null, "a playable sheet");
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForURL(/\/play\?game=/);
  const game = new URL(page.url()).searchParams.get("game");
  await page.locator("fieldset.seat").nth(1).locator(".who").selectOption("level:beginner");
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForURL(/\/tables\//);
  await ready(page);
  const table = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1));
  return { game, table };
}

/** The game has a page, and a card on the shelf of its owner. */
async function isOnTheShelf(page, game) {
  await page.goto("/");
  await page.locator(`#own a[href="/games/${game}"]`).waitFor();
  await page.locator(`#own a.card-link[href="/games/${game}"]`).click();
  await page.locator("#board svg").waitFor();
}

export function pasting() {
  for (const sheet of ["ticTacToe.kif", "breakthroughSmall.kif", "checkers.kif"]) {
    it(`plays the pasted sheet ${sheet}`, { skip }, withPage(async (page) => {
      const { game, table } = await pasteAndPlay(page, sheet);
      await clickMove(page, table);
      await moved(page, 2);
      if (!(await ready(page))) {
        const { legal } = await ask(`/tables/${table}`);
        const far = legal[0].find((move) => move.places.length === 2);
        if (far) await drag(page, far.places[0], far.places[1]);
        else await clickMove(page, table);
        await moved(page, 3);
      }
      assert.ok((await page.locator(".move-table [data-step]").count()) >= 3);
      await picture(page, `pasted-${sheet.split(".")[0]}`);
      await isOnTheShelf(page, game);
      await picture(page, `shelf-${sheet.split(".")[0]}`);
    }));
  }
}
